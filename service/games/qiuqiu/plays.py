"""The ways to play a hand and what each can expect, against known hands and against random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from service.core.tiles import mask
from service.games.qiuqiu.arrangement import Hand, arrangements
from service.games.qiuqiu.deals import deal, hands_with
from service.games.qiuqiu.evaluation import Evaluation, evaluate
from service.games.qiuqiu.ranking import HandTable, Int
from service.games.qiuqiu.rules import Method, Parameters
from service.games.qiuqiu.shares import Measures, Tally, measures_of, measures_of_one, share_against, shares

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
    hands = opponents_of(hand, opponents, seed)
    measures = measures_of(parameters, table)
    others = [measures.at(theirs) for theirs in hands]
    method = Method.EXACT if opponents == 1 else Method.SAMPLED

    def expect(own: Evaluation) -> Expectation:
        return expected_share(parameters, own, others)

    return _plays(parameters, table, hand, expect, method, len(hands[0]))


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
    shares_won = [play.expectation.share for play in plays]
    best = Play(undeclared, expect(undeclared))
    highest = max(shares_won)
    recommended = None if best.expectation.share > highest else shares_won.index(highest)
    return Plays(best, tuple(plays), recommended, method, trials)


def _dominated(own: tuple[int, int], values: Iterable[tuple[int, int]]) -> bool:
    return any(other != own and other[0] >= own[0] and other[1] >= own[1] for other in values)


def opponents_of(hand: Hand, opponents: int, seed: int) -> list[Int]:
    """For each opponent the indices of the hands from the other 24 tiles, shape (deals,).

    Every deal against one opponent; against more, ``SAMPLES`` deals that the seed fixes.
    """
    if opponents == 1:
        return [hands_with(0, gone=mask(hand))]
    _, *others = deal(np.random.default_rng(seed), [hand, *[()] * opponents], (), SAMPLES)
    return others


def expected_share(parameters: Parameters, own: Evaluation, others: Sequence[Measures]) -> Expectation:
    """The mean share of ``own`` over deals of best-arranged opponents, the measures of each by deal."""
    tally = Tally.of([shares(measures_of_one(parameters, own), others)])
    return Expectation(float(tally.share), tally.standard_error if len(others) > 1 else 0.0)
