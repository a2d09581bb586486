"""The rulebook as pages: every ruleset of every game, by what the games tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from importlib.resources import files
from typing import Any, Final
from urllib.parse import quote

import orjson
from flask import Response

from service.core.rulebook import Rulebook
from service.core.verdict import Sentence
from service.web.assets import Assets
from service.web.catalogue import NAME, find, ruleset_title
from service.web.endpoint import Game, Operation
from service.web.pages import HTML, page
from service.web.problems import ProblemError

ROOT: Final = "/rulebook"

SENTENCES: Final[Mapping[str, Sentence]] = {
    "rulebook_title": "Rulebook",
    "rulebook_about": "The rulesets that this service judges by.",
    "rulebook_api": "API",
    "rulebook_all": "All rulesets",
    "rulebook_ruleset": "Ruleset",
    "rulebook_name": "Name",
    "rulebook_page_title": "{ruleset}, a ruleset of {game}",
    "rulebook_sources": "Sources",
    "rulebook_parameters": "Parameters",
    "rulebook_parameter": "Parameter",
    "rulebook_value": "Value",
    "rulebook_words": "In words",
    "rulebook_json": "As JSON",
    "rulebook_json_about": (
        "A request names this ruleset as “{name}”, or writes it out as the object below, and changes what it "
        "likes. Written out as it is, it has the same digest:"
    ),
    "rulebook_examples": "{chapter}: worked examples",
    "rulebook_picture": "The hand {hand}",
    "rulebook_rules": "Rules",
    "rulebook_rules_about": "Answers cite them by these ids. The rules that make this ruleset are marked.",
    "rulebook_decides": "decides here",
}
"""What the pages say beside what the games tell."""


def assets() -> Assets:
    """The files of the pages."""
    own = files("service.web") / "static"
    return Assets(ROOT, {name: own / name for name in ("rulebook.css", "icon.svg")})


def forwards(games: Iterable[Game]) -> dict[str, str]:
    """Other addresses of the pages: with a slash at the end, and a game's own, which leads to the list."""
    named = [game.name for game in games if game.rulebook]
    index = {address: ROOT for name in named for address in (f"{ROOT}/{name}", f"{ROOT}/{name}/")}
    shown = {f"{ROOT}/<game>/<ruleset>/": f"{ROOT}/{{game}}/{{ruleset}}"}
    return {f"{ROOT}/": ROOT, **index, **shown} if named else {}


def operations(games: Iterable[Game], assets: Assets) -> tuple[Operation, ...]:
    """The list of rulesets and a page for each; without games that have a rulebook there is neither."""
    books = {game.name: game.rulebook for game in games if game.rulebook}
    if not books:
        return ()

    def index() -> Response:
        return page("rulebook_index.html", assets=assets, books=books, title_of=ruleset_title)

    def shown(game: str, ruleset: str) -> Response:
        book = books.get(game)
        if book is None:
            raise ProblemError("not_found")
        told = _told(game, book, ruleset)
        return page("rulebook_ruleset.html", assets=assets, game=game, book=book, **told)

    first, book = next(iter(books.items()))
    return (
        Operation(
            method="GET",
            path=ROOT,
            name="rulebook",
            summary="All rulesets, as a page",
            view=index,
            media=(HTML,),
            cache=True,
        ),
        Operation(
            method="GET",
            # Not {name}: the words of a page may change, so none is good for a year, by digest neither.
            path=f"{ROOT}/{{game}}/{{ruleset}}",
            name="rulebook_ruleset",
            summary="A ruleset as a page: parameters, what hands are worth, rules and worked examples",
            view=shown,
            media=(HTML,),
            parameters={"game": "The name of a game", "ruleset": NAME["name"]},
            problems=("not_found", "unknown_ruleset"),
            cache=True,
            example=f"{ROOT}/{first}/{next(iter(book.catalogue.named))}",
        ),
    )


def _told(game: str, book: Rulebook[Any], reference: str) -> dict[str, Any]:
    """What the page of a ruleset shows; raises ProblemError where there is none of that name or digest."""
    ruleset = find(book.catalogue, reference)
    parameters = asdict(ruleset.parameters)
    words = book.words(ruleset.parameters)
    return {
        "ruleset": ruleset,
        "title": ruleset_title(game, ruleset),
        "parameters": [(name, _json(value), words[name]) for name, value in parameters.items()],
        "written": orjson.dumps(parameters, option=orjson.OPT_INDENT_2).decode(),
        "chapters": book.chapters(ruleset),
        "address": lambda hand: f"/v1/{game}/rulesets/{ruleset.name}/hands/{quote(','.join(hand), safe=',')}",
    }


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
