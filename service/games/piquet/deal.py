"""A deal: the exchange, the declarations and the play card by card (PQ-2, PQ-20 to PQ-24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.core.cards import NAMES, SUIT_SIZE, mask, suit_of
from service.core.errors import Code, Fault
from service.games.piquet.combinations import Holding
from service.games.piquet.declarations import (
    ClassResult,
    Declared,
    claim,
    contest,
    declaration_faults,
    declare,
)
from service.games.piquet.rules import (
    ELDER_DISCARDS,
    TALON_SIZE,
    TRICKS,
    Class,
    Parameters,
    Role,
    Scored,
)
from service.games.piquet.score import Score

MOST_TRICKS = 10
CAPOT = 40

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as it was written down; cards as they were dealt, discarded and played.

    ``talon`` has its top card first; ``discards`` None is no exchange, ``plays`` None no play.
    """

    hands: Mapping[Role, Cards]
    talon: Cards | None
    discards: Mapping[Role, Cards] | None
    declared: Mapping[Role, Declared]
    plays: Cards | None


@dataclass(frozen=True, slots=True)
class Result:
    """A deal scored as far as it goes; ``tricks`` is None without play."""

    hands: Mapping[Role, int]
    claims: Mapping[Role, Holding]
    classes: Mapping[Class, ClassResult]
    score: Score
    tricks: Mapping[Role, int] | None
    finished: bool


def judge(record: Record, parameters: Parameters) -> list[Fault]:
    """Every fault of the exchange; without one, those of the declarations and the first of the play.

    Paths start at the deal, with roles where the document has the players' ids.
    """
    return _exchange_faults(record, parameters) or [
        *_declaration_faults(record),
        *_play_faults(exchanged(record), record.plays or ()),
    ]


def score(record: Record, parameters: Parameters) -> Result:
    """Scores a deal in which `judge` finds no fault."""
    hands = exchanged(record)
    claims = {
        role: claim(hands[role], mask(record.hands[role]), record.declared[role], parameters) for role in Role
    }
    classes = contest(claims, parameters)
    log = Score()
    declare(claims, classes, log)
    tricks = None if record.plays is None else _score_play(record.plays, log)
    finished = record.plays is not None and len(record.plays) == 2 * TRICKS
    if tricks is not None and finished:
        _score_tricks(tricks, log)
    return Result(hands, claims, classes, log, tricks, finished)


def exchanged(record: Record) -> dict[Role, int]:
    """The hands after the exchange: elder draws from the top of the talon, younger the next (PQ-2)."""
    hands = {role: mask(record.hands[role]) for role in Role}
    if record.discards is None or record.talon is None:
        return hands
    drawn = 0
    for role in Role:
        discards = record.discards[role]
        hands[role] &= ~mask(discards)
        hands[role] |= mask(record.talon[drawn : drawn + len(discards)])
        drawn += len(discards)
    return hands


def discard_limits(role: Role, elder_discards: int, parameters: Parameters) -> tuple[int, int]:
    """The fewest and the most cards that a player may discard (PQ-2)."""
    if role is Role.ELDER:
        return ELDER_DISCARDS
    return parameters.younger_min_exchange, TALON_SIZE - elder_discards


def _exchange_faults(record: Record, parameters: Parameters) -> list[Fault]:
    if record.discards is None:
        return []
    faults = []
    for role in Role:
        discards = record.discards[role]
        fewest, most = discard_limits(role, len(record.discards[Role.ELDER]), parameters)
        if not fewest <= len(discards) <= most:
            facts = {"minimum": fewest, "maximum": most, "found": len(discards)}
            faults.append(Fault(Code.ILLEGAL_PLAY, "discard_count", ("discards", role), facts))
        faults += [
            Fault(Code.ILLEGAL_PLAY, "not_held", ("discards", role, index), {"card": NAMES[card]})
            for index, card in enumerate(discards)
            if card not in record.hands[role]
        ]
    return faults


def _declaration_faults(record: Record) -> list[Fault]:
    hands = exchanged(record)
    return [
        fault.under("declared", role)
        for role in Role
        for fault in declaration_faults(hands[role], mask(record.hands[role]), record.declared[role])
    ]


def legal_cards(hand: int, led: int | None) -> int:
    """The cards of a hand that may be played to a lead, as a mask (PQ-23)."""
    following = 0 if led is None else hand & 0xFF << SUIT_SIZE * suit_of(led)
    return following or hand


def _play_faults(hands: Mapping[Role, int], plays: Sequence[int]) -> list[Fault]:
    left = dict(hands)
    leader, led = Role.ELDER, None
    for index, card in enumerate(plays):
        player = leader if led is None else leader.other
        if not legal_cards(left[player], led) >> card & 1:
            message = "revoke" if left[player] >> card & 1 else "not_held"
            return [Fault(Code.ILLEGAL_PLAY, message, ("plays", index), {"card": NAMES[card]})]
        left[player] &= ~(1 << card)
        if led is None:
            led = card
        else:
            leader, led = (leader.other if takes(card, led) else leader), None
    return []


def takes(card: int, led: int) -> bool:
    """Whether a card wins the trick to which another was led: the higher of its suit (PQ-23)."""
    return suit_of(card) == suit_of(led) and card < led


def _score_play(plays: Sequence[int], log: Score) -> dict[Role, int]:
    log.play_begins()
    tricks = dict.fromkeys(Role, 0)
    leader = Role.ELDER
    for index in range(0, len(plays), 2):
        number = index // 2 + 1
        log.add(leader, Scored.LEAD, 1, number)
        if index + 1 == len(plays):
            break
        winner = leader.other if takes(plays[index + 1], plays[index]) else leader
        if winner is not leader:
            log.add(winner, Scored.TRICK, 1, number)
        if number == TRICKS:
            log.add(winner, Scored.LAST_TRICK, 1, number)
        tricks[winner] += 1
        leader = winner
    return tricks


def _score_tricks(tricks: Mapping[Role, int], log: Score) -> None:
    log.play_ends()
    for role in Role:
        if tricks[role] == TRICKS:
            log.add(role, Scored.CAPOT, CAPOT)
        elif tricks[role] > TRICKS // 2:
            log.add(role, Scored.CARDS, MOST_TRICKS)
