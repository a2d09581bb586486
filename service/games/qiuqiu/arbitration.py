"""The verdict on a disputed deal: its replay, its showdown, and the claim held against what is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from service.core.parameters import DealStep
from service.core.pots import Rake
from service.games.qiuqiu.betting import Act, Limit, Replay, replay
from service.games.qiuqiu.evaluation import Evaluation
from service.games.qiuqiu.rules import HAND_SIZE, Parameters
from service.games.qiuqiu.showdown import Seat, Showdown, must_show, settle


class Verdict(StrEnum):
    """What becomes of a claim."""

    UPHELD = "upheld"
    OVERTURNED = "overturned"
    UNFINISHED = "unfinished"
    ILLEGAL = "illegal"
    NO_CLAIM = "no_claim"


@dataclass(frozen=True, slots=True)
class Record:
    """The betting of a deal as it was written down; players by seat, clockwise."""

    dealer: int
    ante: int
    limits: tuple[Limit, ...]
    stacks: tuple[int, ...]
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A player who was claimed to get other than he is due, returned and won together."""

    player: int
    claimed: int
    due: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judged record; ``showdown`` is None and there are no differences unless the deal has ended."""

    verdict: Verdict
    replay: Replay
    showdown: Showdown | None
    differences: tuple[Difference, ...]


def play(parameters: Parameters, record: Record) -> Replay:
    """The betting of the record under a ruleset's deal."""
    return replay(
        parameters.deal,
        parameters.first_to_act,
        record.dealer,
        record.ante,
        record.limits,
        record.stacks,
        record.acts,
    )


def possible_sizes(deal: Sequence[DealStep], replayed: Replay, seat: int) -> set[int]:
    """How many tiles a recorded hand of that seat can have (QQ-40).

    Four, which a record may always show, or as many as its owner had at a betting round: when he
    folded, or when the deal stopped. After an illegal action nobody knows who would have folded.
    """
    at_rounds = {
        tiles for tiles, step in zip(accumulate(step.tiles for step in deal), deal, strict=True) if step.bet
    }
    possible = {*at_rounds, HAND_SIZE}
    stop, dealt = replayed.stop, replayed.dealt[seat]
    if stop is not None and stop.illegal:
        return possible
    if stop is None or replayed.folded[seat]:
        return {dealt, HAND_SIZE}
    return {tiles for tiles in possible if tiles >= dealt}


def hands_needed(replayed: Replay) -> set[int]:
    """The seats whose hands a deal that has ended cannot be judged without (POT-4, POT-7)."""
    if replayed.stop is not None:
        return set()
    return must_show(replayed.contributed, [not folded for folded in replayed.folded])


def judge(
    parameters: Parameters,
    record: Record,
    ids: Sequence[str],
    shown: Sequence[Evaluation | None],
    rake: Rake | None,
    claim: Mapping[int, int] | None,
) -> Judgement:
    """Replays and settles the deal, and holds it against the claim.

    ``shown`` has a hand for each seat of `hands_needed`; ``claim`` is what each seat is said to get.
    """
    replayed = play(parameters, record)
    if replayed.stop is not None:
        verdict = Verdict.ILLEGAL if replayed.stop.illegal else Verdict.UNFINISHED
        return Judgement(verdict, replayed, None, ())
    seats = [
        Seat(name, put_in, folded, hand)
        for name, put_in, folded, hand in zip(ids, replayed.contributed, replayed.folded, shown, strict=True)
    ]
    showdown = settle(parameters, seats, record.dealer, rake)
    if claim is None:
        return Judgement(Verdict.NO_CLAIM, replayed, showdown, ())
    due = [back + won for back, won in zip(showdown.returned, showdown.won, strict=True)]
    differences = tuple(
        Difference(seat, claim.get(seat, 0), chips)
        for seat, chips in enumerate(due)
        if claim.get(seat, 0) != chips
    )
    verdict = Verdict.OVERTURNED if differences else Verdict.UPHELD
    return Judgement(verdict, replayed, showdown, differences)
