"""Arrangements: how a hand splits into two groups and what each is worth (QQ-10 to QQ-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from service.core.errors import Code, Fault, InvalidError
from service.core.tiles import IS_DOUBLE, NAMES, PIPS, SORT_KEY, SPELLINGS, descending

HUI_TILES = (SPELLINGS["2-1"], SPELLINGS["4-2"])
HUI_VALUES = (3, 6)
THREE_DOUBLES_VALUE = 9

Hand = tuple[int, ...]
"""Four different tiles."""

Grouping = tuple[tuple[int, ...], tuple[int, ...]]
"""The tiles of two groups; in a three–one split the three doubles come first."""


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles in descending order and what they are worth, 0–9.

    ``counts`` are the hui tiles that count other than their pips, each with what it counts.
    """

    tiles: tuple[int, ...]
    value: int
    counts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Two groups, the one worth more first; of equal ones the canonical order of QQ-13."""

    high: Group
    low: Group

    @property
    def changes(self) -> int:
        """How many tiles count other than their pips."""
        return len(self.high.counts) + len(self.low.counts)

    @property
    def preference(self) -> tuple[int, int, bool, list[tuple[int, int]], int]:
        """The greater, the more it is preferred: value first, then QQ-13, then QQ-11's fewest changes."""
        two_two = len(self.high.tiles) == len(self.low.tiles)
        return self.high.value, self.low.value, two_two, _sort_keys(self.high.tiles), -self.changes


def _sort_keys(tiles: Sequence[int]) -> list[tuple[int, int]]:
    return [SORT_KEY[tile] for tile in tiles]


def groupings(hand: Hand, three_doubles: bool) -> Iterator[Grouping]:
    """The three ways to pair, then the three–one splits where the ruleset has them (QQ-12)."""
    first, *others = hand
    for partner in others:
        yield (first, partner), tuple(tile for tile in others if tile != partner)
    if three_doubles:
        for lone in hand:
            three = tuple(tile for tile in hand if tile != lone)
            if all(IS_DOUBLE[tile] for tile in three):
                yield three, (lone,)


def readings(tiles: tuple[int, ...], hui: bool) -> list[Group]:
    """Every way to count a group, one for each choice of each hui tile (QQ-10 to QQ-12)."""
    tiles = descending(tiles)
    if len(tiles) == 3:
        return [Group(tiles, THREE_DOUBLES_VALUE)]
    choices = [HUI_VALUES if hui and tile in HUI_TILES else (PIPS[tile],) for tile in tiles]
    return [
        Group(
            tiles,
            sum(counted) % 10,
            tuple((tile, count) for tile, count in zip(tiles, counted, strict=True) if count != PIPS[tile]),
        )
        for counted in product(*choices)
    ]


def _ordered(one: Group, other: Group) -> Arrangement:
    if one.value != other.value:
        high_first = one.value > other.value
    elif len(one.tiles) != len(other.tiles):
        high_first = len(one.tiles) > len(other.tiles)
    else:
        high_first = _sort_keys(one.tiles) > _sort_keys(other.tiles)
    return Arrangement(one, other) if high_first else Arrangement(other, one)


def arrangements(hand: Hand, hui: bool, three_doubles: bool) -> list[Arrangement]:
    """One for each grouping and pair of values it can have, the best first (QQ-13).

    Of readings of a grouping that are worth the same, the one that changes fewest tiles (QQ-11).
    """
    found: dict[tuple[Grouping, int, int], Arrangement] = {}
    for grouping in groupings(hand, three_doubles):
        for one, other in product(*(readings(group, hui) for group in grouping)):
            arrangement = _ordered(one, other)
            worth = (grouping, arrangement.high.value, arrangement.low.value)
            known = found.get(worth)
            if known is None or arrangement.changes < known.changes:
                found[worth] = arrangement
    return sorted(found.values(), key=lambda arrangement: arrangement.preference, reverse=True)


@lru_cache(maxsize=4096)
def best_arrangement(hand: Hand, hui: bool, three_doubles: bool) -> Arrangement:
    """The canonical one of the highest value (QQ-13)."""
    return arrangements(hand, hui, three_doubles)[0]


def declared_arrangement(
    hand: Hand, groups: Sequence[Sequence[int]], hui: bool, three_doubles: bool
) -> Arrangement:
    """The arrangement that a player states (QQ-14), its hui tiles counting what is best for it.

    Raises InvalidError with one fault, at the groups, where they make no arrangement of the hand.
    """
    problem = arrangement_fault(hand, groups, three_doubles)
    if problem:
        raise InvalidError([problem])
    one, other = (
        max(readings(tuple(group), hui), key=lambda reading: (reading.value, -len(reading.counts)))
        for group in groups
    )
    return _ordered(one, other)


def arrangement_fault(hand: Hand, groups: Sequence[Sequence[int]], three_doubles: bool) -> Fault | None:
    """What keeps the groups from being an arrangement of the hand, if anything does."""
    stated = [tile for group in groups for tile in group]
    strangers = [NAMES[tile] for tile in stated if tile not in hand]
    sizes = sorted(len(group) for group in groups)
    three = max(groups, key=len, default=())
    if strangers:
        return _invalid("arrangement_stranger", tiles=", ".join(strangers))
    if sorted(stated) != sorted(hand):
        return _invalid("arrangement_tiles")
    if sizes == [1, 3] and not three_doubles:
        return _invalid("arrangement_three_one")
    if sizes == [1, 3] and not all(IS_DOUBLE[tile] for tile in three):
        return _invalid("arrangement_not_doubles")
    if sizes not in ([2, 2], [1, 3]):
        return _invalid("arrangement_groups")
    return None


def _invalid(message: str, **facts: object) -> Fault:
    return Fault(Code.INVALID_ARRANGEMENT, message, facts=facts)
