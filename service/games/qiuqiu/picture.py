"""Tiles as Indonesian domino cards: tall, with red spots, the one-spot clearly larger than the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from service.core import drawing
from service.core.drawing import Colour, Ink, Words, by_class, by_property, element
from service.core.tiles import HALVES, NAMES

FACE: Final = Colour("tile-face", "#fffdf4", "#ece4d2")
EDGE: Final = Colour("tile-edge", "#c9bea4", "#4d4536", "stroke")
LINE: Final = Colour("tile-line", "#3b352b", "#3b352b", "stroke")
SPOT: Final = Colour("tile-spot", "#d0111f", "#b80d1a")
BACK: Final = Colour("tile-back", "#a50f1b", "#a50f1b")
BADGE: Final = Colour("tile-badge", "#17479e", "#17479e")
COUNT: Final = Colour("tile-count", "#ffffff", "#ffffff")
COLOURS: Final = (FACE, EDGE, LINE, SPOT, BADGE, COUNT)

WIDTH: Final = 100
HEIGHT: Final = 196
RADIUS: Final = 10.0
"""Of a spot, in the units of WIDTH; the one-spot has ONE."""
ONE: Final = 21.0

_HALF = HEIGHT / 2
_LEFT, _MIDDLE, _RIGHT = 28.0, 50.0, 72.0
_UPPER, _CENTRE, _LOWER = 25.0, 49.0, 73.0
_CORNERS = ((_LEFT, _UPPER), (_RIGHT, _LOWER), (_RIGHT, _UPPER), (_LEFT, _LOWER))
_SPOTS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((_MIDDLE, _CENTRE),),
    _CORNERS[:2],
    (*_CORNERS[:2], (_MIDDLE, _CENTRE)),
    _CORNERS,
    (*_CORNERS, (_MIDDLE, _CENTRE)),
    (*_CORNERS, (_LEFT, _CENTRE), (_RIGHT, _CENTRE)),
)
"""Where the spots of a half are, by their number."""

_MARGIN = 24
_NEAR = 10
_APART = 44
_LABEL = 64


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles side by side with a text under them; ``counts`` tells of tiles that count as something else."""

    tiles: tuple[int, ...]
    label: str = ""
    counts: tuple[tuple[int, str], ...] = ()

    @property
    def width(self) -> float:
        """In the units of the picture."""
        return len(self.tiles) * (WIDTH + _NEAR) - _NEAR


def draw(groups: Sequence[Laid], words: Words) -> str:
    """The picture of a hand, its groups from left to right in every language, as they lie on the table."""
    taken = sum(group.width for group in groups) + _APART * (len(groups) - 1)
    # As wide as two groups in any case, so that tiles of different hands have one size beside each other.
    width = max(taken, 2 * (2 * WIDTH + _NEAR) + _APART) + 2 * _MARGIN
    labelled = any(group.label for group in groups)
    height = 2 * _MARGIN + HEIGHT + (_LABEL - _MARGIN / 2 if labelled else 0)
    key = "qiuqiu-" + "_".join(NAMES[tile] for group in groups for tile in group.tiles)
    content = []
    left = (width - taken) / 2
    for group in groups:
        content.append(drawing.moved(left, _MARGIN, *_group(group)))
        left += group.width + _APART
    return drawing.picture(key, width, height, words, COLOURS, *content)


def _group(group: Laid) -> Iterator[str]:
    counts = dict(group.counts)
    for place, tile in enumerate(group.tiles):
        drawn = [_tile(tile, by_class)]
        if tile in counts:
            drawn += _badge(counts[tile])
        yield drawing.moved(place * (WIDTH + _NEAR), 0, *drawn)
    if group.label:
        yield drawing.label(group.label, group.width / 2, HEIGHT + 52, 48, group.width)


def _badge(count: str) -> Iterator[str]:
    # On the upper edge, where a tile that can count as hui has no spot.
    yield element("circle", {"cx": _MIDDLE, "cy": -1, "r": 20, **by_class(BADGE)})
    yield drawing.text(count, _MIDDLE, 10, 31, {"font-weight": 700, **by_class(COUNT)})


def _tile(tile: int, ink: Ink) -> str:
    return "".join(
        (
            drawing.card(WIDTH, HEIGHT, 11, ink(FACE, EDGE)),
            element("path", {"d": f"M14 {_HALF:g}H86", "stroke-width": 3, **ink(LINE)}),
            element("g", ink(SPOT), *_spots(tile)),
        )
    )


def _spots(tile: int) -> Iterator[str]:
    for half, above in zip(HALVES[tile], (0.0, _HALF), strict=True):
        for x, y in _SPOTS[half]:
            yield element("circle", {"cx": x, "cy": y + above, "r": ONE if half == 1 else RADIUS})


@cache
def sprite() -> str:
    """Every tile as the symbol ``t6-2``, and ``tback``; a page paints them by custom properties."""
    tiles = {f"t{name}": _tile(tile, by_property) for tile, name in enumerate(NAMES)}
    return drawing.sprite(WIDTH, HEIGHT, {**tiles, "tback": _back()})


def _back() -> str:
    inner = {"x": 9, "y": 9, "width": WIDTH - 18, "height": HEIGHT - 18, "rx": 6, **by_property(BACK)}
    return (
        drawing.card(WIDTH, HEIGHT, 11, by_property(FACE, EDGE))
        + element("rect", inner)
        + element("path", {"d": "M50 52L80 98L50 144L20 98Z", **by_property(FACE)})
        + element("circle", {"cx": 50, "cy": 98, "r": ONE, **by_property(SPOT)})
    )
