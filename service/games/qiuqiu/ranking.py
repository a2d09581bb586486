"""What a hand is worth: categories, strengths and the rank table of a ruleset (QQ-14 to QQ-22).

A strength is one integer, more is better, in three parts from high to low: the category's place in
the ranking, the order inside the category, the tie-break. Equal strengths tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core import tiles
from service.core.ranks import RankTable
from service.games.qiuqiu.arrangement import (
    HUI_TILES,
    HUI_VALUES,
    THREE_DOUBLES_VALUE,
    Arrangement,
)
from service.games.qiuqiu.rules import HAND_SIZE, Category, HandRules, StraightOrder, TieBreak

Int = NDArray[np.int32]
Bool = NDArray[np.bool_]

HANDS: Int = np.array(list(combinations(range(tiles.COUNT), HAND_SIZE)), dtype=np.int32)
"""Shape (20475, 4): every hand, tiles ascending, in lexicographic order; a hand's row is its index."""

MASKS: Int = (1 << HANDS).sum(axis=1, dtype=np.int32)
"""Shape (20475,): every hand as a bit mask of its tiles."""

INDEX: dict[int, int] = {mask: index for index, mask in enumerate(MASKS.tolist())}
"""The index of a hand by its mask."""

TIE_BITS = 5
_INSIDE_BITS = 12
_DOUBLE_WEIGHT = 64  # of a straight's double over its pips
_MIRROR = 48  # (a,b) → (6−a,6−b) maps a hand of p pips to one of 48 − p
_NO_GROUP = -1

_BY_MASK = np.argsort(MASKS)
_SORTED_MASKS = MASKS[_BY_MASK]


def indices_of(masks: Int) -> Int:
    """The indices of an array of hands, each a mask of four tiles; the same shape."""
    return _BY_MASK[np.searchsorted(_SORTED_MASKS, masks)].astype(np.int32)


def _per_tile(values: object) -> Int:
    return np.array(values, dtype=np.int32)[HANDS]


_PIPS: Int = _per_tile(tiles.PIPS)
_IS_DOUBLE: Int = _per_tile(tiles.IS_DOUBLE)
_TOTAL: Int = _PIPS.sum(axis=1)
_DOUBLES: Int = _IS_DOUBLE.sum(axis=1)
_TOP_DOUBLE: Int = (_IS_DOUBLE * _per_tile([high + 1 for high, _ in tiles.HALVES])).max(axis=1)
"""1–7 for the highest double 0-0 to 6-6, 0 where there is none."""

_TILE_ORDER = sorted(range(tiles.COUNT), key=lambda tile: (tiles.IS_DOUBLE[tile], *tiles.SORT_KEY[tile]))
_TOP_TILE: Int = _per_tile(np.argsort(_TILE_ORDER)).max(axis=1)
"""0–27, the best tile of the hand: doubles above the rest, then pips, then the higher half (QQ-22)."""

_SORTED_PIPS: Int = np.sort(_PIPS, axis=1)


def is_straight(index: int) -> bool:
    """Whether the pips of the hand's tiles are four consecutive numbers."""
    return bool(_STRAIGHT[index])


def best_tile(hand: Sequence[int]) -> int:
    """The best tile of a hand (QQ-22): doubles above the rest, then pips, then the higher half."""
    return max(hand, key=_TILE_ORDER.index)


def _pair_values(hui: bool) -> Int:
    counted = [
        set(HUI_VALUES) if hui and tile in HUI_TILES else {tiles.PIPS[tile]} for tile in range(tiles.COUNT)
    ]
    return np.array(
        [[max((a + b) % 10 for a in one for b in other) for other in counted] for one in counted],
        dtype=np.int32,
    )


def _lone_values(hui: bool) -> Int:
    lone = [pips % 10 for pips in tiles.PIPS]
    for tile in HUI_TILES if hui else ():
        lone[tile] = max(HUI_VALUES)
    return np.array(lone, dtype=np.int32)


def _best_values(hui: bool, three_doubles: bool) -> Int:
    """10 × high + low of the best arrangement of every hand, shape (20475,)."""
    value = _pair_values(hui)
    a, b, c, d = HANDS.T
    best = np.zeros(len(HANDS), dtype=np.int32)
    for one, other in (
        (value[a, b], value[c, d]),
        (value[a, c], value[b, d]),
        (value[a, d], value[b, c]),
    ):
        best = np.maximum(best, 10 * np.maximum(one, other) + np.minimum(one, other))
    if three_doubles:
        lone = _lone_values(hui)[HANDS]
        for place in range(HAND_SIZE):
            allowed = _DOUBLES - _IS_DOUBLE[:, place] == HAND_SIZE - 1
            best = np.where(allowed, np.maximum(best, 10 * THREE_DOUBLES_VALUE + lone[:, place]), best)
    return best


_BEST_VALUES = {(hui, three): _best_values(hui, three) for hui in (False, True) for three in (False, True)}
_QIU_QIU = 99
_SIX_GODS: Bool = (_PIPS == 6).all(axis=1)
_STRAIGHT: Bool = (np.diff(_SORTED_PIPS, axis=1) == 1).all(axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class HandTable:
    """All 20,475 hands under one set of hand rules, by index.

    ``strengths``: int32; ``category``: uint8, the place in ``rules.ranking``; ``high`` and ``low``:
    int8, the values of the best arrangement, -1 where the category needs none.
    """

    rules: HandRules
    order: RankTable
    strengths: Int
    category: NDArray[np.uint8]
    high: NDArray[np.int8]
    low: NDArray[np.int8]


def hand_table(rules: HandRules) -> HandTable:
    """Ranks every hand: the first category of the ranking that it qualifies for counts (QQ-20)."""
    values = _BEST_VALUES[rules.hui, rules.three_doubles]
    qualifies: dict[Category, Bool] = {
        Category.SIX_GODS: _SIX_GODS,
        Category.FOUR_DOUBLES: _DOUBLES == HAND_SIZE,
        Category.BIG: _TOTAL >= rules.big_min,
        Category.SMALL: _TOTAL <= rules.small_max,
        Category.QIU_QIU: values == _QIU_QIU,
        Category.STRAIGHT: _STRAIGHT,
        Category.PAIRS: np.ones(len(HANDS), dtype=np.bool_),
    }
    inside: dict[Category, Int] = {
        Category.BIG: _TOTAL,
        Category.SMALL: _MIRROR - _TOTAL,
        Category.STRAIGHT: _TOTAL
        + _DOUBLE_WEIGHT * _TOP_DOUBLE * (rules.straight_order is StraightOrder.DOUBLE_THEN_PIPS),
        Category.QIU_QIU: values,
        Category.PAIRS: values,
    }
    category = np.argmax([qualifies[name] for name in rules.ranking], axis=0)
    order = np.select(
        [category == place for place in range(len(rules.ranking))],
        [inside.get(name, np.zeros_like(_TOTAL)) for name in rules.ranking],
    )
    strengths = _compose(len(rules.ranking) - category, order, _tie_break(rules.tie_break)).astype(np.int32)
    arranged = np.isin(category, [rules.ranking.index(name) for name in rules.ranking if needs_groups(name)])
    high, low = (np.where(arranged, part, _NO_GROUP).astype(np.int8) for part in np.divmod(values, 10))
    return HandTable(rules, RankTable.of(strengths), strengths, category.astype(np.uint8), high, low)


def needs_groups(category: Category) -> bool:
    """Whether a hand of this category is worth what its arrangement is worth."""
    return category in (Category.QIU_QIU, Category.PAIRS)


def _tie_break(rule: TieBreak) -> Int:
    by_rule = {TieBreak.HIGHEST_DOUBLE: _TOP_DOUBLE, TieBreak.HIGHEST_TILE: _TOP_TILE}
    return by_rule.get(rule, np.zeros_like(_TOTAL))


@dataclass(frozen=True, slots=True)
class Parts:
    """A strength taken apart; ``double`` is a straight's highest double, 0 where it does not count."""

    category: int
    inside: int
    tie_break: int

    @property
    def double(self) -> int:
        return self.inside // _DOUBLE_WEIGHT


def _compose(category: Any, inside: Any, tie: Any) -> Any:
    return (category << (_INSIDE_BITS + TIE_BITS)) | (inside << TIE_BITS) | tie


def parts_of(strength: int) -> Parts:
    """The three parts of a strength."""
    above, tie = divmod(strength, 1 << TIE_BITS)
    return Parts(*divmod(above, 1 << _INSIDE_BITS), tie)


def tie_breaks(strengths: Int) -> Int:
    """The tie-break part of many strengths, the same shape."""
    return strengths & ((1 << TIE_BITS) - 1)


def declared_strength(rules: HandRules, index: int, declared: Arrangement) -> tuple[Category, int]:
    """The category and strength of a hand that plays as the declared groups and nothing else (QQ-14)."""
    value = 10 * declared.high.value + declared.low.value
    qiu_qiu = value == _QIU_QIU and Category.QIU_QIU in rules.ranking
    category = Category.QIU_QIU if qiu_qiu else Category.PAIRS
    place = len(rules.ranking) - rules.ranking.index(category)
    return category, int(_compose(place, value, _tie_break(rules.tie_break)[index]))
