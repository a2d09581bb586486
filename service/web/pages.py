"""Pages for people: a template becomes HTML in the language of the request."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from babel.numbers import format_decimal
from flask import Flask, Response, current_app
from jinja2 import Environment, PackageLoader, StrictUndefined

from service.core.rulebook import Cell
from service.core.verdict import Phrase, Sentence
from service.web import language
from service.web.endpoint import HOUR, moved
from service.web.language import Speaker
from service.web.observe import this_request

HTML: Final = "text/html"

# Stricter than that of every page: here is nothing to run and nothing to ask for.
STRICT: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

SENTENCES: Final[Mapping[str, Sentence]] = {
    "page_languages": "Language",
    "page_percent": "{percent}%",
    "page_sections": "On this page",
    "page_skip": "Skip to the content",
}
"""What every page says."""


FORWARDED: Final = "forwarded from "
"""What the endpoints of `forward` begin with; the specification leaves them out, as no program needs them."""


def forward(app: Flask, addresses: Mapping[str, str]) -> None:
    """Sends who types an address of a page in another way to the page; ``addresses`` gives each its page's.

    An address has its variables as Flask writes them, the page's as OpenAPI does.
    """
    for address, page_at in addresses.items():
        app.add_url_rule(
            address,
            FORWARDED + address,
            partial(_forwarded, page_at),
            methods=["GET"],
            provide_automatic_options=False,
        )


def _forwarded(page_at: str, **path: str) -> Response:
    written = {name: quote(value, safe=":") for name, value in path.items()}
    response = moved(page_at.format_map(written))
    response.headers["Cache-Control"] = HOUR
    return response


class Voice:
    """What a template says its texts with: messages, cells and figures in the language of the request."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.language = speaker.language
        self.direction = speaker.direction

    def __call__(self, message: str, **facts: object) -> str:
        """The sentence of a message."""
        return self._speaker(message, facts)

    def heading(self, phrase: Phrase) -> str:
        """A phrase at the head of a row or of a section, with a capital letter."""
        return self._speaker.heading(phrase.message, phrase.facts)

    def cell(self, cell: Cell) -> str:
        """A text, a number, or a share in percent with as many digits as tell it from none.

        Numbers have the digits and the signs of the language, as its sentences have.
        """
        if isinstance(cell, Phrase):
            return self._speaker(cell.message, cell.facts)
        if isinstance(cell, int):
            return self._speaker.figures(str(cell))
        digits = "0.000" if 0 < cell < Fraction(1, 10_000) else "0.00"
        percent = format_decimal(float(100 * cell), digits, self.language, numbering_system="default")
        return self("page_percent", percent=self._speaker.figures(percent))


_TEMPLATES: Final = Environment(
    loader=PackageLoader("service.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_TEMPLATES.tests["phrase"] = lambda cell: isinstance(cell, Phrase)


def page(template: str, *, scripts: bool = False, **context: Any) -> Response:
    """The page that a template makes; it gets ``context``, its Voice as ``say``, ``languages`` and ``query``.

    ``languages`` has what each language is called in itself, ``query`` keeps in links the language that the
    address asked for. Only a page that has ``scripts`` may run any, and ask this service for data.
    """
    say = Voice(language.speaker())
    query = f"?lang={say.language}" if this_request().args.get("lang") else ""
    names = current_app.extensions["texts"].names
    written = _TEMPLATES.get_template(template).render(say=say, query=query, languages=names, **context)
    response = Response(written, mimetype=HTML)
    if not scripts:
        response.headers["Content-Security-Policy"] = STRICT
    return response
