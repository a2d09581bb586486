"""The share of a pot that an arrangement can expect, against known hands and against random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.tiles import COUNT, mask
from service.games.qiuqiu.arrangement import Hand, arrangements
from service.games.qiuqiu.evaluation import Evaluation, evaluate
from service.games.qiuqiu.ranking import MASKS, TIE_BITS, HandTable, indices_of, parts_of, tie_breaks
from service.games.qiuqiu.rules import HAND_SIZE, Category, Comparison, Method, Parameters
from service.games.qiuqiu.showdown import KIU, decide

SAMPLES = 20_000
"""Deals sampled against two or more opponents: a standard error of at most 0.0036."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A mean share of the pot; ``standard_error`` is 0 where every deal was counted."""

    share: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class Play:
    """One way to play a hand and what it can expect; ``dominated`` where another has values at least
    as good and one of them better."""

    evaluation: Evaluation
    expectation: Expectation
    dominated: bool = False


@dataclass(frozen=True, slots=True)
class Plays:
    """The undeclared hand, its arrangements, best first, and the index of the one to declare.

    ``recommended`` is None where playing undeclared wins more. ``trials``: the deals counted or sampled,
    1 against known hands.
    """

    undeclared: Play
    arrangements: tuple[Play, ...]
    recommended: int | None
    method: Method
    trials: int


def play_against(parameters: Parameters, table: HandTable, hand: Hand, others: Sequence[Evaluation]) -> Plays:
    """Every way to play the hand against these hands."""

    def expect(own: Evaluation) -> Expectation:
        return Expectation(float(share_against(parameters, own, others)), 0.0)

    return _plays(parameters, table, hand, expect, Method.EXACT, 1)


def play_random(parameters: Parameters, table: HandTable, hand: Hand, opponents: int, seed: int) -> Plays:
    """Every way to play the hand against one to five random hands, all in the same deals."""
    others = opponents_of(hand, opponents, seed)
    method = Method.EXACT if opponents == 1 else Method.SAMPLED

    def expect(own: Evaluation) -> Expectation:
        return expected_share(parameters, table, own, others)

    return _plays(parameters, table, hand, expect, method, len(others))


def _plays(
    parameters: Parameters,
    table: HandTable,
    hand: Hand,
    expect: Callable[[Evaluation], Expectation],
    method: Method,
    trials: int,
) -> Plays:
    undeclared = evaluate(table, hand)
    ways = arrangements(hand, parameters.hui, parameters.three_doubles)
    values = {(way.high.value, way.low.value) for way in ways}
    plays = []
    for way in ways:
        own = evaluate(table, hand, way)
        plays.append(Play(own, expect(own), _dominated((way.high.value, way.low.value), values)))
    shares = [play.expectation.share for play in plays]
    best = Play(undeclared, expect(undeclared))
    recommended = None if best.expectation.share > max(shares) else shares.index(max(shares))
    return Plays(best, tuple(plays), recommended, method, trials)


def _dominated(own: tuple[int, int], values: Iterable[tuple[int, int]]) -> bool:
    return any(other != own and other[0] >= own[0] and other[1] >= own[1] for other in values)


def share_against(parameters: Parameters, own: Evaluation, others: Sequence[Evaluation]) -> Fraction:
    """The part of the pot that ``own`` wins against these hands (QQ-23, QQ-30, QQ-31)."""
    decision = decide(parameters, [own, *others])
    if decision.split is None:
        return Fraction(int(0 in decision.winners), len(decision.winners))
    halves = (decision.split.high.winners, decision.split.low.winners)
    return sum((Fraction(int(0 in winners), 2 * len(winners)) for winners in halves), Fraction())


def opponents_of(hand: Sequence[int], opponents: int, seed: int) -> NDArray[np.int32]:
    """Indices of opponents' hands from the other 24 tiles, shape (deals, opponents).

    Every deal against one opponent; against more, ``SAMPLES`` deals that the seed fixes.
    """
    if opponents == 1:
        return np.flatnonzero(MASKS & mask(hand) == 0).astype(np.int32)[:, None]
    rest = np.array([tile for tile in range(COUNT) if tile not in hand], dtype=np.int32)
    random = np.random.default_rng(seed)
    deals = random.permuted(np.broadcast_to(rest, (SAMPLES, len(rest))), axis=1)
    hands = deals[:, : opponents * HAND_SIZE].reshape(SAMPLES, opponents, HAND_SIZE)
    return indices_of((1 << hands).sum(axis=2))


def expected_share(
    parameters: Parameters, table: HandTable, own: Evaluation, others: NDArray[np.int32]
) -> Expectation:
    """The mean share of ``own`` over deals of best-arranged opponents, as `opponents_of` gives them."""
    shares = _shares(parameters, table, own, others)
    sampled = others.shape[1] > 1
    error = float(shares.std(ddof=1)) / len(shares) ** 0.5 if sampled else 0.0
    return Expectation(float(shares.mean()), error)


def _shares(
    parameters: Parameters, table: HandTable, own: Evaluation, others: NDArray[np.int32]
) -> NDArray[np.float64]:
    strengths = table.strengths[others]
    whole = _part(own.strength, strengths)
    if parameters.comparison is not Comparison.SPLIT or own.arrangement is None:
        return whole
    high, low = own.arrangement.high.value, own.arrangement.low.value
    if own.category is not Category.PAIRS or high == KIU:
        return whole
    pairs = table.rules.ranking.index(Category.PAIRS)
    splits = ((table.category[others] == pairs) & (table.high[others] != KIU)).all(axis=1)
    own_tie, ties = parts_of(own.strength).tie_break, tie_breaks(strengths)
    halves = (
        _part(_with_tie(high, own_tie), _with_tie(table.high[others], ties))
        + _part(_with_tie(low, own_tie), _with_tie(table.low[others], ties))
    ) / 2
    return np.where(splits, halves, whole)


def _part(own: int, others: NDArray[np.int32]) -> NDArray[np.float64]:
    """The part of one pot that ``own`` wins in each deal, by a measure of which more is better."""
    best = others.max(axis=1)
    sharers = 1 + (others == own).sum(axis=1)
    return np.where(own > best, 1.0, np.where(own == best, 1 / sharers, 0.0))


def _with_tie(value: Any, tie: Any) -> Any:
    return (value.astype(np.int32) if isinstance(value, np.ndarray) else value) << TIE_BITS | tie
