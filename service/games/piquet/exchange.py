"""The best exchange, exactly: expected points of every legal discard, counted and not sampled.

By linearity each class is a counting problem of its own, and so is each suit or rank in it. All counts are
integers over C(20, k), the number of ways to draw k of the unseen cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import combinations
from math import comb, lcm

from service.core.cards import COUNT, SUIT_SIZE, SUITS, cards_of, mask, suits_of
from service.games.piquet.combinations import SET_POINTS, SET_RANKS, run_lengths, sequence_points
from service.games.piquet.deal import discard_limits
from service.games.piquet.rules import TALON_SIZE, UNSEEN, Class, Parameters, Role

ALL_CARDS = (1 << COUNT) - 1
ONE_OF_EACH_SUIT = sum(1 << SUIT_SIZE * suit for suit in range(len(SUITS)))
COMMON = lcm(*(comb(UNSEEN, drawn) for drawn in range(TALON_SIZE + 1)))
"""What every count can be brought over, so that exchanges of different sizes compare as integers."""

SET_PLACES = tuple(SUIT_SIZE - 1 - rank for rank in SET_RANKS)
"""Where the ranks that make sets lie in the byte of a suit."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A suit or rank and what it can become: (points, cards drawn into it, ways to draw them).

    It is compared by identity, since thousands of look-ups go by it. ``points`` are the different ones
    above none.
    """

    outcomes: tuple[tuple[int, int, int], ...]
    points: frozenset[int]

    @classmethod
    def of(cls, outcomes: Iterable[tuple[int, int, int]]) -> Part:
        """The part with these outcomes."""
        listed = tuple(outcomes)
        return cls(listed, frozenset(points for points, _, _ in listed if points))


Polynomial = list[int]
"""Ways to draw, by the number of cards drawn."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A discard, sorted, and its expected points by class, as counts over C(20, number of cards)."""

    discard: tuple[int, ...]
    counts: tuple[int, int, int]

    @property
    def drawn(self) -> int:
        """How many cards are drawn for it."""
        return len(self.discard)

    def expected(self, *classes: Class) -> float:
        """The nearest double to the exact expectation of these classes together."""
        by_class = dict(zip(Class, self.counts, strict=True))
        return sum(by_class[name] for name in classes) / comb(UNSEEN, self.drawn)

    @property
    def preference(self) -> tuple[int, int, tuple[int, ...]]:
        """The less, the more it is preferred: the exact total, then fewer cards, then the discard."""
        total = sum(self.counts) * (COMMON // comb(UNSEEN, self.drawn))
        return -total, self.drawn, self.discard


def exchanges(hand: int, role: Role, talon: int, parameters: Parameters) -> list[Exchange]:
    """Every legal discard, best first. ``talon`` is how many cards lie there when the player exchanges."""
    fewest, most = discard_limits(role, TALON_SIZE - talon, parameters)
    cards = tuple(cards_of(hand))
    prospects = _Prospects(hand, parameters)
    found = [
        Exchange(discard, prospects.counts(hand & ~mask(discard), drawn))
        for drawn in range(fewest, most + 1)
        for discard in combinations(cards, drawn)
    ]
    return sorted(found, key=lambda exchange: exchange.preference)


class _Prospects:
    """What kept cards of one hand can become; each suit and rank is counted once."""

    def __init__(self, hand: int, parameters: Parameters) -> None:
        self._parameters = parameters
        self._unseen = suits_of(ALL_CARDS & ~hand)
        self._unseen_of_rank = _by_rank(ALL_CARDS & ~hand)
        self._point = lru_cache(maxsize=None)(self._count_point)
        self._run = lru_cache(maxsize=None)(self._count_run)
        self._sets = lru_cache(maxsize=None)(self._count_sets)
        self._runs_of = lru_cache(maxsize=None)(self._run_outcomes)

    def counts(self, kept: int, drawn: int) -> tuple[int, int, int]:
        """Point, sequences and sets, each summed over all draws."""
        suits = suits_of(kept)
        held = tuple([suit.bit_count() for suit in suits])
        if self._parameters.secondary_combinations:
            runs = sum([self._run(suit, byte, drawn) for suit, byte in enumerate(suits)])
        else:
            runs = highest([self._runs_of(suit, byte) for suit, byte in enumerate(suits)], drawn)
        return self._point(held, drawn), runs, self._sets(_by_rank(kept), drawn)

    def _count_point(self, held: tuple[int, ...], drawn: int) -> int:
        unseen = [byte.bit_count() for byte in self._unseen]
        return highest([_suit(had, new) for had, new in zip(held, unseen, strict=True)], drawn)

    def _count_run(self, suit: int, byte: int, drawn: int) -> int:
        return total(self._runs_of(suit, byte), self._unseen[suit].bit_count(), drawn)

    def _run_outcomes(self, suit: int, byte: int) -> Part:
        """Over the subsets of the suit's unseen cards."""
        points = run_points(self._parameters)
        ways: Counter[tuple[int, int]] = Counter()
        unseen = subset = self._unseen[suit]
        while True:
            ways[points[byte | subset], subset.bit_count()] += 1
            if not subset:
                return Part.of((*outcome, count) for outcome, count in ways.items())
            subset = subset - 1 & unseen

    def _count_sets(self, held: tuple[int, ...], drawn: int) -> int:
        parts = [_set(had, unseen) for had, unseen in zip(held, self._unseen_of_rank, strict=True)]
        if self._parameters.secondary_combinations:
            pairs = zip(parts, self._unseen_of_rank, strict=True)
            return sum(total(part, unseen, drawn) for part, unseen in pairs)
        return highest([*parts, _rest(UNSEEN - sum(self._unseen_of_rank))], drawn)


def _by_rank(hand: int) -> tuple[int, ...]:
    return tuple([(hand >> place & ONE_OF_EACH_SUIT).bit_count() for place in SET_PLACES])


@cache
def _suit(had: int, unseen: int) -> Part:
    """A suit of so many kept and unseen cards, for the point."""
    return Part.of((had + new, new, comb(unseen, new)) for new in range(unseen + 1))


@cache
def _set(had: int, unseen: int) -> Part:
    """A rank of so many kept and unseen cards, for the set."""
    return Part.of((SET_POINTS.get(had + new, 0), new, comb(unseen, new)) for new in range(unseen + 1))


@cache
def _rest(unseen: int) -> Part:
    """Unseen cards that make nothing."""
    return Part.of((0, new, comb(unseen, new)) for new in range(min(unseen, TALON_SIZE) + 1))


@lru_cache(maxsize=64)
def run_points(parameters: Parameters) -> list[int]:
    """What the sequences of one suit score, by its byte: all of them, or the best (PQ-13)."""
    points = []
    for byte in range(1 << SUIT_SIZE):
        runs = [sequence_points(length, parameters) for _, length in run_lengths(byte)]
        points.append(sum(runs) if parameters.secondary_combinations else max(runs, default=0))
    return points


def total(part: Part, unseen: int, drawn: int) -> int:
    """The points of one suit or rank summed over all draws; ``unseen`` of the unseen cards are in it."""
    elsewhere = UNSEEN - unseen
    return sum(
        points * ways * comb(elsewhere, drawn - new)
        for points, new, ways in part.outcomes
        if points and new <= drawn
    )


def highest(parts: Sequence[Part], drawn: int) -> int:
    """The points of the best of several suits or ranks summed over all draws.

    E[max] = Σ P(max ≥ m), and P(max < m) is a coefficient of a product of one short polynomial for each
    part. The parts are even in number and hold all unseen cards between them.
    """
    everything = comb(UNSEEN, drawn)
    summed = last = 0
    for points in sorted({points for part in parts for points in part.points}):
        summed += (points - last) * (everything - _ways_below(points, parts, drawn))
        last = points
    return summed


def _ways_below(points: int, parts: Sequence[Part], drawn: int) -> int:
    *others, last = (
        _pair_below(points, one, other) for one, other in zip(parts[::2], parts[1::2], strict=True)
    )
    product = reduce(_times, others)
    return sum([product[power] * last[drawn - power] for power in range(drawn + 1)])


@lru_cache(maxsize=8192)
def _pair_below(points: int, one: Part, other: Part) -> Polynomial:
    return _times(_below(points, one), _below(points, other))


def _below(points: int, part: Part) -> Polynomial:
    ways = [0] * (TALON_SIZE + 1)
    for reached, new, count in part.outcomes:
        if reached < points:
            ways[new] += count
    return ways


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    """The product, as far as anybody can draw."""
    result = [0] * (TALON_SIZE + 1)
    for power, coefficient in enumerate(one):
        if coefficient:
            for more in range(len(result) - power):
                result[power + more] += coefficient * other[more]
    return result
