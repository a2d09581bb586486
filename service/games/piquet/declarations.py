"""What players declare, and who wins each class (PQ-3, PQ-10 to PQ-15, PQ-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from service.core.cards import NAMES, SUIT_SIZE, rank_of, suit_of
from service.core.errors import Code, Fault, Path
from service.games.piquet.combinations import (
    CARTE_BLANCHE,
    SET_POINTS,
    SET_RANKS,
    SHORTEST_SEQUENCE,
    Combination,
    Holding,
    Point,
    Run,
    Set,
    best_first,
    holding,
    is_carte_blanche,
    scored,
    sequence_points,
)
from service.games.piquet.rules import Class, Parameters, Role, Scored, YoungersAnswer
from service.games.piquet.score import Score

Cards = tuple[int, ...]

UNREADABLE: Cards = (-1,)
"""Stands for a group that could not be read, so that the others keep their places."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a player says of each class: None is all he holds, empty is nothing (PQ-15)."""

    carte_blanche: bool | None = None
    point: Cards | None = None
    sequences: tuple[Cards, ...] | None = None
    sets: tuple[Cards, ...] | None = None


@dataclass(frozen=True, slots=True)
class ClassResult:
    """A class: each player's best combination, younger's answer, who wins it and all that he scores."""

    claims: Mapping[Role, Combination | None]
    answer: YoungersAnswer | None
    winner: Role | None
    points: int


def declaration_faults(hand: int, dealt: int, declared: Declared) -> list[Fault]:
    """Everything that the hand cannot declare: at a card that is not held, or at the group (PQ-15).

    ``hand`` is the one after the exchange, ``dealt`` the one before, which carte blanche is about (PQ-3).
    """
    faults = []
    if declared.carte_blanche and not is_carte_blanche(dealt):
        faults.append(_illegal("no_carte_blanche", ("carte_blanche",)))
    if declared.point:
        faults += _group_faults(hand, ("point",), declared.point, _is_point(declared.point))
    runs: set[int] = set()
    for index, cards in enumerate(declared.sequences or ()):
        if cards is UNREADABLE:
            continue
        # Two sequences out of one run would score it twice.
        right = _is_sequence(cards) and _run_start(hand, cards[0]) not in runs
        runs |= {_run_start(hand, cards[0])} if cards else set()
        faults += _group_faults(hand, ("sequences", index), cards, right)
    ranks: set[int] = set()
    for index, cards in enumerate(declared.sets or ()):
        if cards is UNREADABLE:
            continue
        right = _is_set(cards) and rank_of(cards[0]) not in ranks
        ranks |= {rank_of(card) for card in cards}
        faults += _group_faults(hand, ("sets", index), cards, right)
    return faults


def _illegal(message: str, path: Path, **facts: object) -> Fault:
    return Fault(Code.ILLEGAL_PLAY, message, path, facts)


def _group_faults(hand: int, path: Path, cards: Cards, right: bool) -> list[Fault]:
    strangers = [
        _illegal("not_held", (*path, index), card=NAMES[card])
        for index, card in enumerate(cards)
        if not hand >> card & 1
    ]
    return strangers or ([] if right else [_illegal(f"no_{path[0]}", path)])


def _is_point(cards: Cards) -> bool:
    return len(set(cards)) == len(cards) and len({suit_of(card) for card in cards}) == 1


def _is_sequence(cards: Cards) -> bool:
    top = min(cards, default=0)
    consecutive = sorted(cards) == list(range(top, top + len(cards)))
    return len(cards) >= SHORTEST_SEQUENCE and consecutive and _is_point(cards)


def _is_set(cards: Cards) -> bool:
    ranks = {rank_of(card) for card in cards}
    different = len(set(cards)) == len(cards)
    return len(cards) in SET_POINTS and different and len(ranks) == 1 and ranks <= set(SET_RANKS)


def _run_start(hand: int, card: int) -> int:
    """The top card of the run of the hand in which the card lies."""
    while card % SUIT_SIZE and hand >> (card - 1) & 1:
        card -= 1
    return card


def claim(hand: int, dealt: int, declared: Declared, parameters: Parameters) -> Holding:
    """What a player puts up in each class, the best first; the declaration has no faults."""
    held = holding(hand, parameters, dealt)
    blanche, point, runs, ranks = declared.carte_blanche, declared.point, declared.sequences, declared.sets
    return Holding(
        held.carte_blanche if blanche is None else blanche,
        held.point if point is None else (Point(tuple(sorted(point))) if point else None),
        held.sequences
        if runs is None
        else best_first(Run(run, sequence_points(len(run), parameters)) for run in _in_order(runs)),
        held.sets if ranks is None else best_first(Set(cards) for cards in _in_order(ranks)),
    )


def _in_order(groups: Iterable[Cards]) -> list[Cards]:
    """Groups as the hand would list them, whatever order they were declared in."""
    return sorted(tuple(sorted(cards)) for cards in groups)


def contest(claims: Mapping[Role, Holding], parameters: Parameters) -> dict[Class, ClassResult]:
    """Who wins each class (PQ-10 to PQ-14)."""
    by_class: dict[Class, dict[Role, Sequence[Combination]]] = {
        Class.POINT: {role: [held.point] if held.point else [] for role, held in claims.items()},
        Class.SEQUENCE: {role: held.sequences for role, held in claims.items()},
        Class.SET: {role: held.sets for role, held in claims.items()},
    }
    return {name: _judge(found, parameters) for name, found in by_class.items()}


def _judge(found: Mapping[Role, Sequence[Combination]], parameters: Parameters) -> ClassResult:
    best = {role: combinations[0] if combinations else None for role, combinations in found.items()}
    elder, younger = best[Role.ELDER], best[Role.YOUNGER]
    answer = None
    if elder is None:
        winner = None if younger is None else Role.YOUNGER
    elif younger is None or elder.strength > younger.strength:
        winner, answer = Role.ELDER, YoungersAnswer.GOOD
    elif elder.strength < younger.strength:
        winner, answer = Role.YOUNGER, YoungersAnswer.NOT_GOOD
    else:
        winner, answer = None, YoungersAnswer.EQUAL
    points = scored(found[winner], parameters) if winner else 0
    return ClassResult(best, answer, winner, points)


def declare(claims: Mapping[Role, Holding], results: Mapping[Class, ClassResult], score: Score) -> None:
    """Scores carte blanche and the classes, in the order that counts for a repique (PQ-20, PQ-21)."""
    for role in Role:
        score.add(role, Scored.CARTE_BLANCHE, CARTE_BLANCHE if claims[role].carte_blanche else 0)
    for name, result in results.items():
        if result.winner:
            score.add(result.winner, Scored(name), result.points)
