"""What each operation answers: plain objects that the answer schemas dump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.core.cards import cards_of
from service.core.rulesets import Ruleset
from service.core.verdict import Reason
from service.games.piquet.api.records import ids_of
from service.games.piquet.combinations import Holding, unopposed
from service.games.piquet.deal import Result
from service.games.piquet.declarations import ClassResult
from service.games.piquet.exchange import Exchange
from service.games.piquet.partie import Partie
from service.games.piquet.reasons import (
    ROLES,
    explain_declarations,
    explain_events,
    explain_holding,
    explain_partie,
)
from service.games.piquet.rules import Class, Parameters, Role
from service.games.piquet.score import Event, Score


def evaluate_answer(ruleset: Ruleset[Parameters], hand: Sequence[int], held: Holding) -> dict[str, Any]:
    """The answer of evaluate."""
    return {
        "ruleset": ruleset,
        "hand": hand,
        **_declarations(held),
        "unopposed": unopposed(held, ruleset.parameters),
        "explanation": explain_holding(held, ruleset.parameters),
    }


def _declarations(held: Holding) -> dict[str, Any]:
    return {
        "carte_blanche": held.carte_blanche,
        "point": held.point,
        "sequences": held.sequences,
        "sets": held.sets,
    }


def arrange_answer(
    ruleset: Ruleset[Parameters], hand: Sequence[int], held: Holding, found: Sequence[Exchange], limit: int
) -> dict[str, Any]:
    """The answer of arrange; ``found`` has every exchange, best first."""
    best: dict[int, Exchange] = {}
    for exchange in found:
        best.setdefault(exchange.drawn, exchange)
    return {
        "ruleset": ruleset,
        "sorted": sorted(hand),
        "declarations": {**_declarations(held), "unopposed": unopposed(held, ruleset.parameters)},
        "considered": len(found),
        "exchanges": [_exchange(exchange) for exchange in found[:limit]],
        "by_size": [_exchange(best[size]) for size in sorted(best)],
    }


def _exchange(exchange: Exchange) -> dict[str, Any]:
    expected = {name: exchange.expected(name) for name in Class}
    return {
        "discard": exchange.discard,
        "draw": exchange.drawn,
        "expected": {**expected, "total": exchange.expected(*Class)},
    }


def compare_answer(
    ruleset: Ruleset[Parameters],
    classes: Mapping[Class, ClassResult],
    score: Score,
    reasons: Sequence[Reason],
) -> dict[str, Any]:
    """The answer of compare."""
    points = score.totals
    ahead = [role for role in Role if points[role] > points[role.other]]
    return {
        "ruleset": ruleset,
        "classes": {name: _class(result) for name, result in classes.items()},
        "events": [_event(event, dict(zip(Role, Role, strict=True))) for event in score.events],
        "points": points,
        "leader": ahead[0] if ahead else None,
        "explanation": [*reasons, *explain_events(score.events, ROLES)],
    }


def _class(result: ClassResult) -> dict[str, Any]:
    return {
        "elder": result.claims[Role.ELDER],
        "younger": result.claims[Role.YOUNGER],
        "answer": result.answer,
        "winner": result.winner,
        "points": result.points,
    }


def _event(event: Event, ids: Mapping[Role, str]) -> dict[str, Any]:
    told = {
        "player": ids[event.player],
        "reason": event.reason,
        "points": event.points,
        "total": event.total,
    }
    return told if event.trick is None else {**told, "trick": event.trick}


def showdown_answer(
    ruleset: Ruleset[Parameters],
    players: Sequence[str],
    first_dealer: int,
    results: Sequence[Result],
    partie: Partie,
) -> dict[str, Any]:
    """The answer of showdown."""
    return {
        "ruleset": ruleset,
        "deals": [
            _deal(result, ruleset.parameters, ids_of(players, first_dealer, index))
            for index, result in enumerate(results)
        ],
        "totals": dict(zip(players, partie.totals, strict=True)),
        "complete": partie.complete,
        "winner": None if partie.winner is None else players[partie.winner],
        "settlement": partie.settlement,
        "payouts": partie.payouts and dict(zip(players, partie.payouts, strict=True)),
        "explanation": explain_partie(partie, ruleset.parameters, players),
    }


def _deal(result: Result, parameters: Parameters, ids: Mapping[Role, str]) -> dict[str, Any]:
    def by_id(values: Mapping[Role, Any]) -> dict[str, Any]:
        return {name: values[role] for role, name in ids.items()}

    return {
        "dealer": ids[Role.YOUNGER],
        "played_hands": {name: list(cards_of(result.hands[role])) for role, name in ids.items()},
        "events": [_event(event, ids) for event in result.score.events],
        "scores": by_id(result.score.totals),
        "tricks": None if result.tricks is None else by_id(result.tricks),
        "finished": result.finished,
        "explanation": [
            *explain_declarations(result.claims, result.held, result.classes, parameters, ids),
            *explain_events(result.score.events, ids),
        ],
    }
