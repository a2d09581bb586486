"""Pages for people: a template becomes HTML in the language of the request, under a strict policy."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from flask import Response
from jinja2 import Environment, PackageLoader, StrictUndefined

from service.core.rulebook import Cell
from service.core.verdict import Phrase
from service.web import language
from service.web.endpoint import this_request
from service.web.language import Speaker

HTML: Final = "text/html"

# Nothing but what the page names, all of it from here; whoever frames it could deceive its reader.
STRICT: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

SENTENCES: Final[Mapping[str, str]] = {
    "language_name": "English",
    "page_languages": "Language",
    "page_sections": "On this page",
    "page_skip": "Skip to the content",
    "page_percent": "{percent}%",
}
"""What every page says; ``language_name`` is what speakers of the language call it."""


class Voice:
    """What a template says its texts with: messages, cells and figures in the language of the request."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.language = speaker.language
        self.direction = language.direction(speaker.language)

    def __call__(self, message: str, **facts: object) -> str:
        """The sentence of a message."""
        return self._speaker(message, facts)

    def cell(self, cell: Cell) -> str:
        """A text, a number, or a share in percent with as many digits as tell it from none and from all."""
        if isinstance(cell, Phrase):
            return self._speaker(cell.message, cell.facts)
        if isinstance(cell, int):
            return str(cell)
        return self("page_percent", percent=_percent(cell))

    def languages(self) -> list[tuple[str, str]]:
        """The languages that there are, each with what its speakers call it."""
        texts = self._speaker.texts
        return [(name, texts.text(name, "language_name", {})) for name in texts.languages]


def _percent(share: Fraction) -> str:
    """A share in percent with two digits after the point, three where it would else look like none."""
    percent = float(100 * share)
    return f"{percent:.3f}" if 0 < percent < 0.01 else f"{percent:.2f}"


_TEMPLATES: Final = Environment(
    loader=PackageLoader("service.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_TEMPLATES.tests["phrase"] = lambda cell: isinstance(cell, Phrase)


def page(template: str, policy: str = STRICT, **context: Any) -> Response:
    """The page that a template makes; it gets ``context``, its Voice as ``say`` and ``query`` for its links.

    ``query`` keeps the language that the address asked for; ``policy`` is its Content-Security-Policy.
    """
    say = Voice(language.speaker())
    query = f"?lang={say.language}" if this_request().args.get("lang") else ""
    written = _TEMPLATES.get_template(template).render(say=say, query=query, **context)
    response = Response(written, mimetype=HTML)
    response.headers["Content-Security-Policy"] = policy
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
