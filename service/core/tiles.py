"""The double-six set (QQ-1, QQ-2): a tile is its number 0–27 in the order 0-0, 1-0, 1-1, 2-0, … 6-6.

A set of tiles is a bit mask, bit ``t`` for tile ``t``.
"""

from __future__ import annotations

from collections.abc import Iterable

from service.core.errors import Code
from service.core.notation import Notation

HALVES: tuple[tuple[int, int], ...] = tuple((high, low) for high in range(7) for low in range(high + 1))
"""(higher half, lower half) of each tile."""

COUNT = len(HALVES)
PIPS: tuple[int, ...] = tuple(high + low for high, low in HALVES)
IS_DOUBLE: tuple[bool, ...] = tuple(high == low for high, low in HALVES)
NAMES: tuple[str, ...] = tuple(f"{high}-{low}" for high, low in HALVES)
"""Canonical text of each tile."""

SORT_KEY: tuple[tuple[int, int], ...] = tuple((high + low, high) for high, low in HALVES)
"""Pips, then the higher half: descending, this is the order in which tiles are written."""

_GLYPH_RUNS = (0x1F031, 0x1F063)  # 0-0 of the horizontal and of the vertical dominoes; 49 glyphs each


def _spellings() -> dict[str, int]:
    tiles: dict[str, int] = {}
    for tile, (high, low) in enumerate(HALVES):
        for first, second in ((high, low), (low, high)):
            tiles[f"{first}-{second}"] = tiles[f"{first}:{second}"] = tile
            for start in _GLYPH_RUNS:
                tiles[chr(start + 7 * first + second)] = tile
    return tiles


SPELLINGS: dict[str, int] = _spellings()
"""Every text that names a tile (QQ-1); nothing else does."""

BITS: dict[str, int] = {text: 1 << tile for text, tile in SPELLINGS.items()}
"""The one-tile mask of every spelling."""


# One by one: a regular expression that goes by UTF-16, as in JavaScript, reads a class of them as halves.
_GLYPHS = "|".join(text for text in SPELLINGS if len(text) == 1)

NOTATION = Notation(
    "Tile",
    SPELLINGS,
    NAMES,
    Code.INVALID_TILE,
    Code.DUPLICATE_TILE,
    "not_tile",
    f"^([0-6][-:][0-6]|{_GLYPHS})$",
)


def mask(tiles: Iterable[int]) -> int:
    """The set of these tiles as a bit mask."""
    bits = 0
    for tile in tiles:
        bits |= 1 << tile
    return bits


def descending(tiles: Iterable[int]) -> tuple[int, ...]:
    """Tiles by pips, then by higher half, greatest first."""
    return tuple(sorted(tiles, key=SORT_KEY.__getitem__, reverse=True))
