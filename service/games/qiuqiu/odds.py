"""What a hand, or part of one, can expect of a pot: every deal against one opponent, sampled against more.

Where the tiles known leave one deal only, that deal is the answer, against any number.

All play their best arrangement, undeclared (QQ-14). Shares are counted in whole parts of a pot, so that what
is exact is exact to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from service.core.tiles import COUNT, SORT_KEY, mask
from service.games.qiuqiu.deals import deal, hands_apart, hands_with
from service.games.qiuqiu.evaluation import Evaluation, evaluate
from service.games.qiuqiu.ranking import HandTable, Int
from service.games.qiuqiu.rules import HAND_SIZE, Method, Parameters
from service.games.qiuqiu.shares import Measures, Tally, measures_of, shares

SAMPLES = 200_000
"""Deals sampled against two or more opponents: a standard error of at most 0.0012, in less than a second."""

_BATCH = 20_000  # deals at once: the arrays of five opponents stay below 10 MB

Tiles = tuple[int, ...]
"""Different tiles, any number."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile that may complete three others, and what the hand is then."""

    tile: int
    probability: float
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class Odds:
    """What came of the deals; ``standard_error`` of the mean share, 0 where every deal was counted.

    ``draws``, best first, are of a hand of three tiles, None of any other.
    """

    tally: Tally
    method: Method
    standard_error: float
    draws: tuple[Draw, ...] | None


def odds(
    parameters: Parameters,
    table: HandTable,
    hand: Tiles,
    opponents: int,
    dead: Tiles = (),
    known: Sequence[Tiles] = (),
    seed: int = 0,
) -> Odds:
    """What two to four tiles can expect against one to five opponents.

    ``dead`` tiles are in no hand, ``known`` are tiles of the first opponents, none to four of each. No tile
    is in two places, and enough are left to fill every hand. The seed fixes what is sampled.
    """
    theirs = [*known, *[()] * (opponents - len(known))]
    seen = {*hand, *dead, *(tile for tiles in known for tile in tiles)}
    draws = _draws(table, hand, seen) if len(hand) == HAND_SIZE - 1 else None
    measures = measures_of(parameters, table)
    if opponents == 1:
        tally = Tally.of(_all_deals(measures, mask(hand), mask(theirs[0]), mask(dead)))
        return Odds(tally, Method.EXACT, 0.0, draws)
    possible = [hands_with(mask(tiles), gone=mask(seen) & ~mask(tiles)) for tiles in (hand, *theirs)]
    if all(len(hands) == 1 for hands in possible):
        own, *others = map(measures.at, possible)
        return Odds(Tally.of([shares(own, others)]), Method.EXACT, 0.0, draws)
    tally = Tally.of(_sampled_deals(measures, [hand, *theirs], dead, seed))
    return Odds(tally, Method.SAMPLED, tally.standard_error, draws)


def _draws(table: HandTable, hand: Tiles, seen: set[int]) -> tuple[Draw, ...]:
    """Every tile not seen is as likely; of equal hands the one with the greater tile first."""
    unseen = [tile for tile in range(COUNT) if tile not in seen]
    draws = [Draw(tile, 1 / len(unseen), evaluate(table, (*hand, tile))) for tile in unseen]
    return tuple(sorted(draws, key=lambda draw: (draw.evaluation.rank, *_descending(draw.tile))))


def _descending(tile: int) -> tuple[int, int]:
    pips, high = SORT_KEY[tile]
    return -pips, -high


def _all_deals(measures: Measures, own: int, theirs: int, dead: int) -> Iterator[Int]:
    """The shares of every deal, a batch for each hand that one's own tiles can become; arguments are masks.

    All deals are equally likely: any hand of one's own leaves as many to the opponent.
    """
    others = hands_with(theirs, gone=own | dead)
    for index in hands_with(own, gone=theirs | dead).tolist():
        yield shares(measures.at(index), [measures.at(hands_apart(others, index))])


def _sampled_deals(measures: Measures, held: Sequence[Tiles], dead: Tiles, seed: int) -> Iterator[Int]:
    random = np.random.default_rng(seed)
    for _ in range(SAMPLES // _BATCH):
        own, *others = (measures.at(hands) for hands in deal(random, held, dead, _BATCH))
        yield shares(own, others)
