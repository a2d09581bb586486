"""What part of a pot a hand wins: against known hands, and in many deals at once (QQ-23, QQ-30, QQ-31)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from service.games.qiuqiu.evaluation import Evaluation
from service.games.qiuqiu.ranking import TIE_BITS, Bool, HandTable, Int, parts_of, tie_breaks
from service.games.qiuqiu.rules import Category, Comparison, Parameters
from service.games.qiuqiu.showdown import KIU, decide

PARTS = 120
"""Parts of a pot: whole numbers for every share of the pot, or of half of it, among up to six players."""

_MOST_PLAYERS = 6


def share_against(parameters: Parameters, own: Evaluation, others: Sequence[Evaluation]) -> Fraction:
    """The part of the pot that ``own`` wins against these hands."""
    decision = decide(parameters, [own, *others])
    if decision.split is None:
        return Fraction(int(0 in decision.winners), len(decision.winners))
    halves = (decision.split.high.winners, decision.split.low.winners)
    return sum((Fraction(int(0 in winners), 2 * len(winners)) for winners in halves), Fraction())


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """What is compared for the halves of a pot: values with their tie-breaks, more is better.

    ``allowed``: whether the hand lets the pot be halved, being pairs without a 9 (QQ-31).
    """

    high: Int
    low: Int
    allowed: Bool


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What is compared of some hands, arrays of one shape; ``halves`` is None where pots are never halved."""

    strength: Int
    halves: Halves | None

    def at(self, hands: Int | int) -> Measures:
        """Those of the hands at these places, in the shape of ``hands``."""
        halves = self.halves
        chosen = halves and Halves(halves.high[hands], halves.low[hands], halves.allowed[hands])
        return Measures(self.strength[hands], chosen)


def measures_of(parameters: Parameters, table: HandTable) -> Measures:
    """The measures of all hands, undeclared, by index."""
    strength = table.strengths
    if parameters.comparison is not Comparison.SPLIT:
        return Measures(strength, None)
    tie = tie_breaks(strength)
    high, low = (value.astype(np.int32) << TIE_BITS | tie for value in (table.high, table.low))
    pairs = table.category == table.rules.ranking.index(Category.PAIRS)
    return Measures(strength, Halves(high, low, pairs & (table.high != KIU)))


def measures_of_one(parameters: Parameters, own: Evaluation) -> Measures:
    """The measures of one hand as it is played, arrays without a dimension."""
    strength = np.array(own.strength, dtype=np.int32)
    if parameters.comparison is not Comparison.SPLIT:
        return Measures(strength, None)
    if own.arrangement is None:
        values, allowed = (0, 0), False
    else:
        values = (own.arrangement.high.value, own.arrangement.low.value)
        allowed = own.category is Category.PAIRS and values[0] != KIU
    tie = parts_of(own.strength).tie_break
    high, low = (np.array(value << TIE_BITS | tie, dtype=np.int32) for value in values)
    return Measures(strength, Halves(high, low, np.array(allowed)))


def shares(own: Measures, others: Sequence[Measures]) -> Int:
    """The parts of the pot, of ``PARTS``, that ``own`` wins in each deal.

    ``others`` are the measures of each opponent, one to five; all arrays broadcast to the shape of the deals.
    """
    whole = _won(own.strength, [other.strength for other in others], PARTS)
    if own.halves is None:
        return whole
    rivals = [other.halves for other in others if other.halves is not None]
    high = _won(own.halves.high, [rival.high for rival in rivals], PARTS // 2)
    low = _won(own.halves.low, [rival.low for rival in rivals], PARTS // 2)
    halved = own.halves.allowed
    for rival in rivals:
        halved = halved & rival.allowed
    return np.where(halved, high + low, whole)


def _won(own: Int, others: Sequence[Int], amount: int) -> Int:
    """What ``own`` wins of an amount by one measure; those who are equal share it (QQ-23)."""
    equal = np.zeros(np.broadcast_shapes(own.shape, others[0].shape), dtype=np.int8)
    beaten = np.zeros(equal.shape, dtype=np.bool_)
    for other in others:
        equal += other == own
        beaten |= other > own
    equal_share = np.array([amount // players for players in range(1, _MOST_PLAYERS + 1)], dtype=np.int32)
    return np.where(beaten, np.int32(0), equal_share[equal])


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """How many deals gave each share: ``counts[n]`` of them n parts of ``PARTS``, shape (PARTS + 1,)."""

    counts: NDArray[np.int64]

    @classmethod
    def of(cls, batches: Iterable[Int]) -> Tally:
        """Of batches of shares in parts, each of any shape."""
        counts = np.zeros(PARTS + 1, dtype=np.int64)
        for batch in batches:
            counts += np.bincount(batch.ravel(), minlength=PARTS + 1)
        return cls(counts)

    @property
    def trials(self) -> int:
        """The number of deals."""
        return int(self.counts.sum())

    @property
    def win(self) -> int:
        """The deals that give the whole pot."""
        return int(self.counts[PARTS])

    @property
    def lose(self) -> int:
        """The deals that give nothing."""
        return int(self.counts[0])

    @property
    def tie(self) -> int:
        """The deals that give anything between."""
        return self.trials - self.win - self.lose

    @property
    def share(self) -> Fraction:
        """The mean share of the pot."""
        return Fraction(self._power_sum(1), self.trials * PARTS)

    @property
    def standard_error(self) -> float:
        """Of the mean share, for two or more deals that were sampled."""
        trials = self.trials
        spread = trials * self._power_sum(2) - self._power_sum(1) ** 2
        return sqrt(spread / (trials - 1)) / (trials * PARTS)

    def _power_sum(self, power: int) -> int:
        return sum(count * parts**power for parts, count in enumerate(self.counts.tolist()))
