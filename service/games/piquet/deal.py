"""A deal: the exchange, the declarations and the play card by card (PQ-2, PQ-20 to PQ-24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.core.cards import NAMES, SUIT_SIZE, mask, suit_of
from service.core.errors import Code, Fault
from service.games.piquet.combinations import Holding, holding
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
    """A deal scored as far as it goes.

    ``held`` is what the players could have declared, ``claims`` what they did; ``tricks`` is None
    without play.
    """

    hands: Mapping[Role, int]
    held: Mapping[Role, Holding]
    claims: Mapping[Role, Holding]
    classes: Mapping[Class, ClassResult]
    score: Score
    tricks: Mapping[Role, int] | None
    finished: bool


def judge(record: Record, parameters: Parameters | None) -> list[Fault]:
    """Every fault of the exchange; without one, those of the declarations and the first of the play.

    Paths start at the deal, with roles where the document has the players' ids. Without parameters, what
    no ruleset allows.
    """
    return exchange_faults(record, parameters) or [
        *said_faults(record),
        *play_faults(exchanged(record), record.plays or ()),
    ]


def score(record: Record, parameters: Parameters) -> Result:
    """Scores a deal in which `judge` finds no fault."""
    hands = exchanged(record)
    claims = declared_claims(record, hands, parameters)
    classes = contest(claims, parameters)
    log = Score()
    declare(claims, classes, log)
    tricks = None if record.plays is None else _score_play(record.plays, log)
    finished = record.plays is not None and len(record.plays) == 2 * TRICKS
    if tricks is not None and finished:
        _score_tricks(tricks, log)
    dealt = {role: mask(record.hands[role]) for role in Role}
    held = {role: holding(hands[role], parameters, dealt[role]) for role in Role}
    return Result(hands, held, claims, classes, log, tricks, finished)


def declared_claims(record: Record, hands: Mapping[Role, int], parameters: Parameters) -> dict[Role, Holding]:
    """What each player puts up; ``hands`` are those after the exchange."""
    return {
        role: claim(hands[role], mask(record.hands[role]), record.declared[role], parameters) for role in Role
    }


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


def discard_limits(role: Role, elder_discards: int, parameters: Parameters | None) -> tuple[int, int]:
    """The fewest and the most cards that a player may discard (PQ-2).

    Where elder discarded a wrong number, younger could have drawn what the fewest leaves.
    """
    fewest, most = ELDER_DISCARDS
    if role is Role.ELDER:
        return fewest, most
    gone = elder_discards if fewest <= elder_discards <= most else fewest
    return parameters.younger_min_exchange if parameters else 0, TALON_SIZE - gone


def exchange_faults(record: Record, parameters: Parameters | None) -> list[Fault]:
    """Wrong numbers of discards and cards that are not held (PQ-2), at ``("discards", role, …)``."""
    if record.discards is None:
        return []
    faults = []
    for role in Role:
        discards = record.discards[role]
        fewest, most = discard_limits(role, len(record.discards[Role.ELDER]), parameters)
        if not fewest <= len(discards) <= most:
            facts = {"minimum": fewest, "maximum": most, "found": len(discards)}
            message = "discard_count" if fewest < most else "discard_count_exactly"
            faults.append(Fault(Code.ILLEGAL_PLAY, message, ("discards", role), facts))
        faults += [
            Fault(Code.ILLEGAL_PLAY, "not_held", ("discards", role, index), {"card": NAMES[card]})
            for index, card in enumerate(discards)
            if card not in record.hands[role]
        ]
    return faults


def said_faults(record: Record) -> list[Fault]:
    """What cannot be declared (PQ-3, PQ-15), at ``("declared", role, …)``."""
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


def play_faults(hands: Mapping[Role, int], plays: Sequence[int]) -> list[Fault]:
    """The first card that is not held or does not follow suit (PQ-23), at ``("plays", index)``."""
    for turn in turns(hands, plays):
        fault = illegal_play(turn)
        if fault is not None:
            return [fault]  # what follows rests on it
    return []


def illegal_play(turn: Turn) -> Fault | None:
    """What is wrong with a card played, if anything: it is not held, or does not follow suit (PQ-23)."""
    if turn.legal >> turn.card & 1:
        return None
    message = "revoke" if turn.held >> turn.card & 1 else "not_held"
    return Fault(Code.ILLEGAL_PLAY, message, ("plays", turn.index), {"card": NAMES[turn.card]})


@dataclass(frozen=True, slots=True)
class Turn:
    """A card played, and by whom; ``held`` and ``legal`` are the cards he had and those he could play."""

    index: int
    player: Role
    card: int
    held: int
    legal: int


def turns(hands: Mapping[Role, int], plays: Sequence[int]) -> Iterator[Turn]:
    """Who plays which card, as long as the plays are legal (PQ-23)."""
    left = dict(hands)
    leader, led = Role.ELDER, None
    for index, card in enumerate(plays):
        player = leader if led is None else leader.other
        yield Turn(index, player, card, left[player], legal_cards(left[player], led))
        left[player] &= ~(1 << card)
        if led is None:
            led = card
        else:
            leader, led = (leader.other if takes(card, led) else leader), None


def upcoming(hands: Mapping[Role, int], plays: Sequence[int]) -> Turn:
    """The turn after legal ``plays`` that do not end the deal (PQ-23); its card means nothing."""
    *_, turn = turns(hands, [*plays, 0])
    return turn


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
