"""Pictures as SVG text: elements, colours for light and dark, and the words that stand for a picture.

A picture has no scripts and loads nothing, so that it is safe wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

NAMESPACE: Final = "http://www.w3.org/2000/svg"
FONT: Final = "system-ui,sans-serif"


@dataclass(frozen=True, slots=True)
class Colour:
    """What paints one kind of thing, in light and in dark; ``paints`` is ``fill`` or ``stroke``."""

    name: str
    light: str
    dark: str
    paints: str = "fill"


PANEL: Final = Colour("picture-panel", "#e4ece6", "#16241d")
"""The table under the pieces: a picture has its own ground, so its texts can be read on any page."""
LABEL: Final = Colour("picture-label", "#14261b", "#eef5f0")
LINE: Final = Colour("picture-line", "#4b6455", "#9db8a8", "stroke")
DOT: Final = Colour("picture-dot", LINE.light, LINE.dark)

PICTURE: Final = (PANEL, LABEL, LINE, DOT)
"""The colours of what is no piece."""

_LETTER: Final = 0.62
"""How wide a letter is, a broad one of a bold font, in parts of its size."""

Ink = Callable[..., dict[str, object]]
"""Gives the attributes that paint an element with some colours."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a picture says to who does not see it; ``direction`` is ``ltr`` or ``rtl``."""

    title: str
    description: str
    language: str
    direction: str


def element(tag: str, attributes: Mapping[str, object], *content: str) -> str:
    """An element around what is SVG already; attributes that are None are left out."""
    told = "".join(
        f' {name}="{escape(_written(value))}"' for name, value in attributes.items() if value is not None
    )
    return f"<{tag}{told}>{''.join(content)}</{tag}>" if content else f"<{tag}{told}/>"


def _written(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def by_class(*colours: Colour) -> dict[str, object]:
    """Painted by the picture's own style, which knows light and dark."""
    return {"class": " ".join(colour.name for colour in colours)}


def by_property(*colours: Colour) -> dict[str, object]:
    """Painted by the page that shows it, through custom properties; light where the page sets none.

    These are attributes and no style, which a page's content security policy may forbid.
    """
    return {colour.paints: f"var(--{colour.name},{colour.light})" for colour in colours}


def text(written: str, x: float, y: float, size: float, ink: Mapping[str, object]) -> str:
    """A text around ``x`` on the base line ``y``."""
    place: dict[str, object] = {"x": x, "y": y, "font-size": size, "text-anchor": "middle", **ink}
    return element("text", place, escape(written))


def label(written: str, x: float, y: float, size: float, room: float) -> str:
    """A text of the picture itself, smaller where it would else be wider than about ``room``."""
    fitting = min(size, room / (_LETTER * max(len(written), 1)))
    return text(written, x, y, round(fitting, 1), {"font-weight": 600, **by_class(LABEL)})


def card(width: float, height: float, radius: float, ink: Mapping[str, object]) -> str:
    """The face of a tile or a card, its edge drawn inside of the size given."""
    edge = 2
    inner = {"x": edge / 2, "y": edge / 2, "width": width - edge, "height": height - edge, "rx": radius}
    return element("rect", {**inner, "stroke-width": edge, **ink})


def moved(x: float, y: float, *content: str, scale: float = 1) -> str:
    """What is drawn at 0, 0, put elsewhere."""
    scaled = "" if scale == 1 else f" scale({scale:g})"
    return element("g", {"transform": f"translate({x:g} {y:g}){scaled}"}, *content)


def picture(
    key: str, width: float, height: float, words: Words, colours: Iterable[Colour], *content: str
) -> str:
    """A whole picture of ``width`` by ``height`` units, which a page may show at any size.

    ``key`` makes the ids of the text alternatives, so pictures with different keys can be in one page.
    """
    ids = f"{key}-title", f"{key}-desc"
    frame = {
        "xmlns": NAMESPACE,
        "viewBox": f"0 0 {width:g} {height:g}",
        "width": width,
        "height": height,
        "role": "img",
        "aria-labelledby": " ".join(ids),
        "lang": words.language,
        "direction": words.direction,
        "font-family": FONT,
    }
    ground = {"width": width, "height": height, "rx": 16, **by_class(PANEL)}
    return element(
        "svg",
        frame,
        element("title", {"id": ids[0]}, escape(words.title)),
        element("desc", {"id": ids[1]}, escape(words.description)),
        element("style", {}, _style([*PICTURE, *colours])),
        element("rect", ground),
        *content,
    )


def _style(colours: Iterable[Colour]) -> str:
    light = "".join(f".{colour.name}{{{colour.paints}:{colour.light}}}" for colour in colours)
    dark = "".join(
        f".{colour.name}{{{colour.paints}:{colour.dark}}}"
        for colour in colours
        if colour.dark != colour.light
    )
    return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"


def sprite(width: float, height: float, symbols: Mapping[str, str]) -> str:
    """Pieces of one size by their ids, for a page to take into itself and show with ``<use>``."""
    hidden = {"xmlns": NAMESPACE, "width": 0, "height": 0, "aria-hidden": "true", "font-family": FONT}
    shape = {"viewBox": f"0 0 {width:g} {height:g}"}
    return element(
        "svg", hidden, *(element("symbol", {"id": name, **shape}, drawn) for name, drawn in symbols.items())
    )
