"""A slow, plain reading of what an exchange can be expected to bring, to hold the service against.

Every draw from the 20 unseen cards is made and looked at; the averages are exact fractions. An elder who
exchanges five cards has 15,504 draws for each of 792 discards: rank them all only with time to spare.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

from tests.games.piquet import oracle
from tests.games.piquet.oracle import Card, Params

Discard = tuple[Card, ...]


class Expected(NamedTuple):
    """The mean points of the classes, and of them together."""

    point: Fraction
    sequence: Fraction
    set: Fraction
    total: Fraction


class Exchange(NamedTuple):
    """A discard and what it can be expected to bring; it draws as many cards as it has."""

    discard: Discard
    expected: Expected


def sizes(role: str, params: Params, talon: int | None = None) -> range:
    """PQ-2: elder 1 to 5 of 8; younger from his minimum to what elder left, 3 where nobody says."""
    if role == "elder":
        return range(1, 6)
    return range(params.younger_min_exchange, (3 if talon is None else talon) + 1)


def considered(role: str, params: Params, talon: int | None = None) -> int:
    """The number of legal discards."""
    return sum(comb(12, n) for n in sizes(role, params, talon))


def discards(hand: Iterable[Card], n: int) -> list[Discard]:
    """The discards of n cards, each and all of them in `sorted` order."""
    return list(combinations(oracle.in_order(hand), n))


def class_points(hand: Iterable[Card], params: Params) -> tuple[int, int, int]:
    """PQ-10 to PQ-13: what point, sequences and sets score with nothing against them."""
    cards = frozenset(hand)
    found = [oracle.point(cards)], oracle.sequences(cards, params), oracle.sets(cards)
    point, sequence, group = (oracle.worth(combinations_of_class, params) for combinations_of_class in found)
    return point, sequence, group


def expected(hand: Iterable[Card], discard: Iterable[Card], params: Params) -> Expected:
    """The mean over every draw from the unseen cards: those that the player was not dealt."""
    dealt, gone = frozenset(hand), frozenset(discard)
    unseen = [card for card in oracle.deck() if card not in dealt]
    draws = [class_points([*dealt - gone, *drawn], params) for drawn in combinations(unseen, len(gone))]
    assert len(draws) == comb(20, len(gone))
    point, sequence, group = (Fraction(sum(points), len(draws)) for points in zip(*draws, strict=True))
    return Expected(point, sequence, group, point + sequence + group)


def in_order(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """By exact total descending, then fewer cards, then the discard in `sorted` order."""

    def key(one: Exchange) -> tuple[Fraction, int, list[int]]:
        return -one.expected.total, len(one.discard), [oracle.deck_place(card) for card in one.discard]

    return sorted(exchanges, key=key)


def exchanges(hand: Iterable[Card], counts: Iterable[int], params: Params) -> list[Exchange]:
    """All discards of so many cards, best first; with the counts of `sizes` all that are legal."""
    dealt = oracle.in_order(hand)
    found = [discard for n in counts for discard in discards(dealt, n)]
    return in_order(Exchange(discard, expected(dealt, discard, params)) for discard in found)


def by_size(ranked: Iterable[Exchange]) -> list[Exchange]:
    """The best of each number of cards, fewest first, of exchanges that are in order."""
    best: dict[int, Exchange] = {}
    for one in ranked:
        best.setdefault(len(one.discard), one)
    return [best[n] for n in sorted(best)]
