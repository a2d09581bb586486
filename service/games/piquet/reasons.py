"""Why a hand, a class or a deal scores what it does, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from service.core.verdict import Phrase, Reason, because
from service.games.piquet.combinations import (
    CARTE_BLANCHE,
    Combination,
    Holding,
    Point,
    Run,
)
from service.games.piquet.declarations import ClassResult
from service.games.piquet.rules import Class, Parameters, Role, Scored
from service.games.piquet.score import BONUS_FROM, BONUSES, Event

RULES = {Class.POINT: "PQ-10", Class.SEQUENCE: "PQ-11", Class.SET: "PQ-12"}
DECLARED = (Scored.CARTE_BLANCHE, Scored.POINT, Scored.SEQUENCE, Scored.SET)
"""What counts for a repique."""

Names = Mapping[Role, object]
"""What each player is called: an id, or a phrase."""

ROLES: Names = {role: Phrase(f"role_{role}") for role in Role}


def name_of(combination: Combination) -> Phrase:
    """What players call a combination."""
    if isinstance(combination, Point):
        facts = {"count": combination.count, "value": combination.value}
        return Phrase("claim_point", {**facts, "suit": Phrase(f"suit_{combination.suit}")})
    if isinstance(combination, Run):
        suit, top = Phrase(f"suit_{combination.suit}"), Phrase(f"rank_{combination.top}")
        return Phrase("claim_sequence", {"name": combination.name, "top": top, "suit": suit})
    return Phrase("claim_set", {"name": combination.name, "rank": Phrase(f"ranks_{combination.rank}")})


def explain_holding(held: Holding, parameters: Parameters) -> list[Reason]:
    """What a hand scores where nothing is held against it."""
    return list(_holding_reasons(held, parameters))


def _holding_reasons(held: Holding, parameters: Parameters) -> Iterator[Reason]:
    if held.carte_blanche:
        yield because("PQ-3", "holds_carte_blanche", points=CARTE_BLANCHE)
    classes: Sequence[tuple[Class, Sequence[Combination]]] = (
        (Class.POINT, [held.point] if held.point else []),
        (Class.SEQUENCE, held.sequences),
        (Class.SET, held.sets),
    )
    for name, combinations in classes:
        for combination in combinations:
            yield because(RULES[name], "holds", claim=name_of(combination), points=combination.points)
        if len(combinations) > 1 and not parameters.secondary_combinations:
            yield because("PQ-13", "best_only", claim=name_of(combinations[0]))


def explain_classes(results: Mapping[Class, ClassResult], names: Names) -> list[Reason]:
    """Why each class is good, not good or equal."""
    return [reason for name, result in results.items() for reason in _class_reasons(name, result, names)]


def _class_reasons(name: Class, result: ClassResult, names: Names) -> Iterator[Reason]:
    elder, younger = result.claims[Role.ELDER], result.claims[Role.YOUNGER]
    facts: dict[str, object] = {"elder": names[Role.ELDER], "younger": names[Role.YOUNGER]}
    facts |= {"points": result.points, "class": Phrase(f"class_{name}")}
    if elder is not None:
        facts["mine"] = name_of(elder)
    if younger is not None:
        facts["theirs"] = name_of(younger)
    if result.answer is not None:
        alone = younger is None
        yield because(RULES[name], f"answer_{result.answer}{'_alone' if alone else ''}", **facts)
    elif younger is not None:
        yield because(RULES[name], "no_claim", **facts)


def explain_bonus(events: Sequence[Event], names: Names) -> list[Reason]:
    """Why there is a repique or a pique, or why thirty by declarations bring none."""
    reasons = []
    for event in events:
        if event.reason in BONUSES:
            rule = "PQ-21" if event.reason is Scored.REPIQUE else "PQ-22"
            facts = {"player": names[event.player], "other": names[event.player.other]}
            reasons.append(because(rule, f"has_{event.reason}", **facts, points=event.points))
    return reasons or list(_barred(events, names))


def _barred(events: Sequence[Event], names: Names) -> Iterator[Reason]:
    declared = [event for event in events if event.trick is None and event.reason in DECLARED]
    for role in Role:
        points = sum(event.points for event in declared if event.player is role)
        if points >= BONUS_FROM:
            first = next(event for event in declared if event.player is role.other)
            facts = {"player": names[role], "other": names[role.other], "points": points}
            yield because("PQ-21", "repique_barred", **facts, reason=Phrase(f"scored_{first.reason}"))
