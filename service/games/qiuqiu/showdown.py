"""Who wins: places, the split comparison, and a showdown with its pots (QQ-30, QQ-31, POT-1 to POT-7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from service.core import pots
from service.core.pots import Award, Part, Pot, Rake
from service.games.qiuqiu.evaluation import Evaluation, parted_by
from service.games.qiuqiu.ranking import parts_of
from service.games.qiuqiu.rules import Category, Comparison, DecidedBy, Parameters

T = TypeVar("T", bound=Any)

KIU = 9


@dataclass(frozen=True, slots=True)
class Half:
    """The best high or low value of a split and the contenders who share it, indices ascending."""

    value: int
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """The two halves of QQ-31."""

    high: Half
    low: Half


@dataclass(frozen=True, slots=True)
class Decision:
    """Who wins of some contenders, by index ascending, and what parts them from the next."""

    winners: tuple[int, ...]
    decided_by: DecidedBy
    split: Split | None = None


def decide(parameters: Parameters, contenders: Sequence[Evaluation]) -> Decision:
    """The winners among two or more hands that can win the same pot."""
    if parameters.comparison is Comparison.SPLIT and _splits(contenders):
        return _decide_split(contenders)
    order = sorted(contenders, key=lambda contender: contender.strength, reverse=True)
    decided_by = parted_by(parameters.hand_rules, order[0], order[1])
    return Decision(_holders(contenders, lambda contender: contender.strength)[1], decided_by)


def _splits(contenders: Sequence[Evaluation]) -> bool:
    return all(contender.category is Category.PAIRS and _high(contender) != KIU for contender in contenders)


def _decide_split(contenders: Sequence[Evaluation]) -> Decision:
    high, low = _half(contenders, _high), _half(contenders, _low)
    winners = tuple(sorted({*high.winners, *low.winners}))
    return Decision(winners, DecidedBy.SPLIT, Split(high, low))


def _half(contenders: Sequence[Evaluation], value: Callable[[Evaluation], int]) -> Half:
    """Ties inside a half go by the tie-break, then share it."""
    best, winners = _holders(
        contenders, lambda contender: (value(contender), parts_of(contender.strength).tie_break)
    )
    return Half(best[0], winners)


def _holders(
    contenders: Sequence[Evaluation], measure: Callable[[Evaluation], T]
) -> tuple[T, tuple[int, ...]]:
    """The greatest measure and the indices of all who reach it."""
    measures = [measure(contender) for contender in contenders]
    best = max(measures)
    return best, tuple(index for index, reached in enumerate(measures) if reached == best)


def _high(contender: Evaluation) -> int:
    assert contender.arrangement is not None
    return contender.arrangement.high.value


def _low(contender: Evaluation) -> int:
    assert contender.arrangement is not None
    return contender.arrangement.low.value


def places(contenders: Sequence[Evaluation]) -> list[int]:
    """The place of each contender by QQ-30: equal hands share one, and the next is skipped (1, 1, 3)."""
    return [1 + sum(other.strength > contender.strength for other in contenders) for contender in contenders]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in clockwise seat order; ``shown`` may be None for who needs no hand (POT-7)."""

    id: str
    contributed: int
    folded: bool
    shown: Evaluation | None


@dataclass(frozen=True, slots=True)
class SettledPot:
    """A pot with its rake, its winners and what they get; ``decision`` is None without a contest.

    Players are indices of seats, in the decision too.
    """

    pot: Pot
    rake: int
    winners: tuple[int, ...]
    decision: Decision | None
    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class Showdown:
    """A settled showdown: total = Σ returned + Σ won + rake.

    ``returned``, ``won`` and ``place`` are by seat, ``place`` None for a hand not shown. ``terms`` are
    those of the rake.
    """

    seats: tuple[Seat, ...]
    total: int
    rake: int
    pots: tuple[SettledPot, ...]
    returned: tuple[int, ...]
    won: tuple[int, ...]
    place: tuple[int | None, ...]
    terms: Rake | None


def must_show(contributed: Sequence[int], live: Sequence[bool]) -> set[int]:
    """The seats that need a hand: whoever can win a contested pot (POT-4, POT-7)."""
    layers = pots.layers(contributed, live)
    return {seat for pot in layers.pots if pot.contested for seat in pot.eligible}


def settle(parameters: Parameters, seats: Sequence[Seat], dealer: int, rake: Rake | None) -> Showdown:
    """Pays every chip out. At least one seat is live, and whoever must show has a hand.

    ``dealer`` is the dealer's seat.
    """
    layers = pots.layers([seat.contributed for seat in seats], [not seat.folded for seat in seats])
    taken = pots.rakes(layers.pots, rake)
    settled = tuple(
        _settle_pot(parameters, seats, dealer, pot, chips)
        for pot, chips in zip(layers.pots, taken, strict=True)
    )
    won = [0] * len(seats)
    for award in (award for pot in settled for award in pot.awards):
        won[award.player] += award.amount
    contested = sorted({seat for pot in layers.pots if pot.contested for seat in pot.eligible})
    place: list[int | None] = [None] * len(seats)
    for seat, reached in zip(contested, places(_hands(seats, contested)), strict=True):
        place[seat] = reached
    total = sum(seat.contributed for seat in seats)
    return Showdown(tuple(seats), total, sum(taken), settled, layers.returned, tuple(won), tuple(place), rake)


def _settle_pot(
    parameters: Parameters, seats: Sequence[Seat], dealer: int, pot: Pot, rake: int
) -> SettledPot:
    amount = pot.amount - rake

    def award(part_amount: int, winners: tuple[int, ...], part: Part) -> list[Award]:
        return pots.share(part_amount, winners, part, dealer, len(seats))

    if not pot.contested:
        return SettledPot(pot, rake, pot.eligible, None, tuple(award(amount, pot.eligible, Part.WHOLE)))
    decision = _by_seat(decide(parameters, _hands(seats, pot.eligible)), pot.eligible)
    if decision.split is None:
        awards = award(amount, decision.winners, Part.WHOLE)
    else:
        high, low = pots.halves(amount)
        awards = award(high, decision.split.high.winners, Part.HIGH)
        awards += award(low, decision.split.low.winners, Part.LOW)
    return SettledPot(pot, rake, decision.winners, decision, tuple(awards))


def _hands(seats: Sequence[Seat], who: Sequence[int]) -> list[Evaluation]:
    return [shown for seat in who if (shown := seats[seat].shown) is not None]


def _by_seat(decision: Decision, eligible: Sequence[int]) -> Decision:
    """The same decision with seats for the indices of contenders."""

    def seats(indices: Sequence[int]) -> tuple[int, ...]:
        return tuple(eligible[index] for index in indices)

    split = decision.split and Split(
        Half(decision.split.high.value, seats(decision.split.high.winners)),
        Half(decision.split.low.value, seats(decision.split.low.winners)),
    )
    return Decision(seats(decision.winners), decision.decided_by, split)
