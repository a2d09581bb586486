"""The specification as a page on which calls can be tried: Swagger UI, whose files a package brings.

Those files are served from here; the page asks no other host, and no script of ours is inline.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from flask import Response

from service.core.verdict import Sentence
from service.web.assets import Assets
from service.web.endpoint import Operation
from service.web.pages import HTML, page

ROOT: Final = "/docs"

SENTENCES: Final[Mapping[str, Sentence]] = {
    "docs_title": "API of hand ranking",
    "docs_loading": "The specification is being read.",
    "docs_script": "This page needs JavaScript. The specification itself does not:",
}
"""What the page says beside the specification."""

FORWARDS: Final = {f"{ROOT}/": ROOT}
"""Other ways to write the page's address."""

_BROUGHT: Final = ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")
_OWN: Final = ("docs.css", "docs.js")


def assets() -> Assets:
    """The files of the page."""
    brought, own = files("flask_swagger_ui") / "dist", files("service.web") / "static"
    return Assets(
        ROOT, {**{name: brought / name for name in _BROUGHT}, **{name: own / name for name in _OWN}}
    )


def operations(assets: Assets) -> tuple[Operation, ...]:
    """The page."""

    def docs() -> Response:
        return page("docs.html", scripts=True, assets=assets)

    return (
        Operation(
            method="GET",
            path=ROOT,
            name="docs",
            summary="This specification as a page on which calls can be tried",
            view=docs,
            media=(HTML,),
            cache=True,
        ),
    )
