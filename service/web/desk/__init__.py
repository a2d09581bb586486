"""The desk: one page on which a dispute is laid out and settled, and the files that it is made of.

It is a client of the API like any other: it asks, and knows no rule. Its files are read when the service
starts, so an address can name nothing but one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Final

import orjson
from flask import Response

from service.web import language
from service.web.assets import MEDIA
from service.web.endpoint import JSON, Operation
from service.web.language import Texts
from service.web.locales import ENGLISH, desk_messages
from service.web.pages import HTML
from service.web.problems import ProblemError

PAGE: Final = "index.html"

# A page and the modules it loads must be of one release, so a browser asks each time and mostly hears 304.
# Modules name one another, so they have no addresses by their content, as other pages' files have.
FRESH: Final = "no-cache"


def operations(texts: Texts) -> tuple[Operation, ...]:
    """The page, its files and its texts."""
    folder = files("service.web.desk")
    return (
        Operation(
            method="GET",
            path="/",
            name="desk",
            language=ENGLISH,
            summary="The desk: a page to lay out hands and settle a dispute",
            view=partial(_file, (folder / PAGE).read_bytes(), HTML),
            media=(HTML,),
            cache=True,
            example="/",
        ),
        Operation(
            method="GET",
            path="/desk/messages.json",
            name="desk_messages",
            summary="The desk's texts in the language of the request, by their English",
            view=partial(_messages, texts),
            cache=True,
            example="/desk/messages.json",
        ),
        _files("module", ".js", "main", "A module of the desk"),
        _files("sheet", ".css", "base", "A style sheet of the desk"),
    )


def _files(kind: str, suffix: str, shown: str, summary: str) -> Operation:
    """All files of one kind; ``shown`` is the one that is the example."""
    found = {
        entry.name.removesuffix(suffix): entry.read_bytes()
        for entry in files("service.web.desk").iterdir()
        if entry.name.endswith(suffix)
    }
    return Operation(
        method="GET",
        path=f"/desk/{{{kind}}}{suffix}",
        name=f"desk_{kind}",
        language=None,
        summary=summary,
        view=_named(found, kind, MEDIA[suffix]),
        media=(MEDIA[suffix],),
        parameters={kind: "The name of one that the page loads"},
        problems=("not_found",),
        cache=True,
        example=f"/desk/{shown}{suffix}",
    )


def _named(found: Mapping[str, bytes], kind: str, media: str) -> Callable[..., Response]:
    def view(**path: str) -> Response:
        if path[kind] not in found:
            raise ProblemError("not_found")
        return _file(found[path[kind]], media)

    return view


def _file(content: bytes, media: str) -> Response:
    response = Response(content, content_type=f"{media}; charset=utf-8")
    response.headers["Cache-Control"] = FRESH
    return response


def _messages(texts: Texts) -> Response:
    response = Response(_written(texts, language.speaker().language), content_type=JSON)
    response.headers["Cache-Control"] = FRESH
    return response


@cache
def _written(texts: Texts, chosen: str) -> bytes:
    return orjson.dumps({**desk_messages(chosen), "languages": texts.languages})
