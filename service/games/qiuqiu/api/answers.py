"""What each operation answers: plain objects that the answer schemas dump."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from service.core.rulesets import Ruleset
from service.games.qiuqiu.evaluation import Evaluation
from service.games.qiuqiu.plays import Play, Plays
from service.games.qiuqiu.ranking import HANDS, HandTable
from service.games.qiuqiu.reasons import (
    category_title,
    explain_comparison,
    explain_hand,
    explain_recommendation,
    explain_showdown,
    title,
)
from service.games.qiuqiu.rules import Parameters
from service.games.qiuqiu.showdown import Decision, SettledPot, Showdown, Split, places
from service.web.catalogue import told

HAND_COUNT = len(HANDS)
SHARE = "share"
EXPECTED_SHARE = "expected_share"


def brief(evaluation: Evaluation | None) -> dict[str, Any]:
    """What is told of every hand that is shown; all null for one that is not."""
    if evaluation is None:
        return dict.fromkeys(("category", "title", "arrangement", "rank", "declared", "best"))
    return {
        "category": evaluation.category,
        "title": title(evaluation),
        "arrangement": evaluation.arrangement,
        "rank": evaluation.rank,
        "declared": evaluation.declared,
        "best": evaluation.best and brief(evaluation.best),
    }


def evaluation_answer(evaluation: Evaluation) -> dict[str, Any]:
    """Everything about one hand but its explanation."""
    return {
        "hand": evaluation.hand,
        "pips": evaluation.pips,
        **brief(evaluation),
        "ranks": evaluation.ranks,
        "beats": evaluation.beaten / HAND_COUNT,
        "ties": evaluation.tied / HAND_COUNT,
    }


def evaluate_answer(ruleset: Ruleset[Parameters], evaluation: Evaluation) -> dict[str, Any]:
    """The answer of evaluate."""
    reasons = explain_hand(ruleset.parameters.hand_rules, evaluation)
    return {"ruleset": ruleset, **evaluation_answer(evaluation), "explanation": reasons}


def arrange_answer(ruleset: Ruleset[Parameters], plays: Plays, share: str) -> dict[str, Any]:
    """The answer of arrange; ``share`` names the member that tells what an arrangement wins."""
    best = plays.undeclared
    return {
        "ruleset": ruleset,
        "best": {**evaluation_answer(best.evaluation), **_expectation(best, share)},
        "arrangements": [_play(play, share) for play in plays.arrangements],
        "recommended": plays.recommended,
        "explanation": [
            *explain_hand(ruleset.parameters.hand_rules, best.evaluation),
            explain_recommendation(plays),
        ],
    }


def _play(play: Play, share: str) -> dict[str, Any]:
    evaluation = play.evaluation
    assert evaluation.arrangement is not None
    return {
        "high": evaluation.arrangement.high,
        "low": evaluation.arrangement.low,
        "category": evaluation.category,
        "rank": evaluation.rank,
        "dominated": play.dominated,
        **_expectation(play, share),
    }


def _expectation(play: Play, share: str) -> dict[str, Any]:
    expectation = play.expectation
    known = {share: expectation.share}
    return known if share == SHARE else {**known, "standard_error": expectation.standard_error}


def compare_answer(
    ruleset: Ruleset[Parameters], ids: Sequence[str], hands: Sequence[Evaluation], decision: Decision
) -> dict[str, Any]:
    """The answer of compare."""
    placed = [
        {"place": place, "id": name, **brief(hand)}
        for place, name, hand in zip(places(hands), ids, hands, strict=True)
    ]
    return {
        "ruleset": ruleset,
        "winners": [ids[index] for index in decision.winners],
        "decided_by": decision.decided_by,
        **_split(ids, decision.split),
        "places": sorted(placed, key=lambda entry: entry["place"]),
        "explanation": explain_comparison(ruleset.parameters, ids, hands, decision),
    }


def _split(ids: Sequence[str], split: Split | None) -> dict[str, Any]:
    if split is None:
        return {}
    halves = {"high": split.high, "low": split.low}
    return {
        "split": {
            name: {"value": half.value, "winners": [ids[index] for index in half.winners]}
            for name, half in halves.items()
        }
    }


def showdown_answer(ruleset: Ruleset[Parameters], showdown: Showdown) -> dict[str, Any]:
    """The answer of showdown."""
    ids = [seat.id for seat in showdown.seats]
    players = [
        {
            "id": seat.id,
            "contributed": seat.contributed,
            "returned": returned,
            "won": won,
            "net": returned + won - seat.contributed,
            **brief(seat.shown if place is not None else None),
            "place": place,
        }
        for seat, returned, won, place in zip(
            showdown.seats, showdown.returned, showdown.won, showdown.place, strict=True
        )
    ]
    return {
        "ruleset": ruleset,
        "total": showdown.total,
        "returned": {name: chips for name, chips in zip(ids, showdown.returned, strict=True) if chips},
        "rake": showdown.rake,
        "pots": [_pot(ids, settled) for settled in showdown.pots],
        "players": players,
        "explanation": explain_showdown(ruleset.parameters, showdown),
    }


def _pot(ids: Sequence[str], settled: SettledPot) -> dict[str, Any]:
    return {
        "amount": settled.pot.amount,
        "rake": settled.rake,
        "eligible": [ids[seat] for seat in settled.pot.eligible],
        "contested": settled.pot.contested,
        "winners": [ids[seat] for seat in settled.winners],
        "decided_by": settled.decision.decided_by if settled.decision else None,
        **_split(ids, settled.decision.split if settled.decision else None),
        "awards": [
            {
                "id": ids[award.player],
                "amount": award.amount,
                "part": award.part,
                "odd_chips": award.odd_chips,
            }
            for award in settled.awards
        ],
    }


def ruleset_answer(ruleset: Ruleset[Parameters], table: HandTable) -> dict[str, Any]:
    """One named ruleset, every parameter filled in."""
    hands = Counter(table.category.tolist())
    return {
        **told("qiuqiu", ruleset),
        "categories": [
            {"id": category, "title": category_title(category), "hands": hands[place]}
            for place, category in enumerate(ruleset.parameters.ranking)
        ],
    }
