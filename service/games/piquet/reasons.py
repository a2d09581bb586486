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
    Set,
)
from service.games.piquet.declarations import ClassResult
from service.games.piquet.partie import RUBICON, Partie
from service.games.piquet.rules import Class, Parameters, Role, Scored
from service.games.piquet.score import BONUS_FROM, BONUSES, Event

RULES = {Class.POINT: "PQ-10", Class.SEQUENCE: "PQ-11", Class.SET: "PQ-12"}
DECLARED = (Scored.CARTE_BLANCHE, Scored.POINT, Scored.SEQUENCE, Scored.SET)
"""What counts for a repique."""

Names = Mapping[Role, object]
"""What each player is called: an id, or a phrase."""

ROLES: Names = {role: Phrase(f"role_{role}") for role in Role}


def called(combination: Run | Set) -> Phrase:
    """What a sequence or a set of that many cards is called."""
    if isinstance(combination, Run):
        return Phrase(f"run_{combination.name}")
    return Phrase(f"set_{combination.name}")


def name_of(combination: Combination) -> Phrase:
    """What players call a combination."""
    if isinstance(combination, Point):
        counts = {"count": combination.count, "value": combination.value}
        return Phrase("claim_point", {**counts, "suit": Phrase(f"suit_{combination.suit}")})
    if isinstance(combination, Run):
        suit, top = Phrase(f"suit_{combination.suit}"), Phrase(f"rank_{combination.top}")
        facts = {"name": called(combination), "top": top, "suit": suit}
        return Phrase("claim_sequence", facts)
    return Phrase("claim_set", {"name": called(combination), "rank": Phrase(f"ranks_{combination.rank}")})


def explain_holding(held: Holding, parameters: Parameters) -> list[Reason]:
    """What a hand scores where nothing is held against it."""
    return list(_holding_reasons(held, parameters))


def _holding_reasons(held: Holding, parameters: Parameters) -> Iterator[Reason]:
    if held.carte_blanche:
        yield because("PQ-3", "holds_carte_blanche", points=CARTE_BLANCHE)
    for name, combinations in by_class(held).items():
        for place, combination in enumerate(combinations):
            if place and not parameters.secondary_combinations:
                yield because("PQ-13", "holds_unscored", claim=name_of(combination))
            else:
                yield because(RULES[name], "holds", claim=name_of(combination), points=combination.points)


def explain_declarations(
    claims: Mapping[Role, Holding],
    held: Mapping[Role, Holding],
    results: Mapping[Class, ClassResult],
    parameters: Parameters,
    names: Names,
) -> list[Reason]:
    """What was sunk, and why each class is good, not good or equal.

    ``claims`` are what the players put up, ``held`` what they could have.
    """
    reasons = []
    for role in Role:
        if claims[role].carte_blanche:
            reasons.append(because("PQ-3", "scores_carte_blanche", player=names[role], points=CARTE_BLANCHE))
        sunk = tuple(
            Phrase(f"class_{name}")
            for name in Class
            if set(by_class(claims[role])[name]) != set(by_class(held[role])[name])
        )
        if sunk:
            reasons.append(because("PQ-15", "sinks", player=names[role], classes=sunk))
    for name, result in results.items():
        reasons += _class_reasons(name, result, names)
        reasons += _all_or_best(name, result, claims, parameters, names)
    return reasons


def _class_reasons(name: Class, result: ClassResult, names: Names) -> Iterator[Reason]:
    elder, younger = result.claims[Role.ELDER], result.claims[Role.YOUNGER]
    facts: dict[str, object] = {"elder": names[Role.ELDER], "younger": names[Role.YOUNGER]}
    facts |= {"points": result.points, "class": Phrase(f"class_{name}")}
    if elder is not None:
        facts["mine"] = name_of(elder)
    if younger is not None:
        facts["theirs"] = name_of(younger)
    if result.answer is not None:
        alone = "_alone" if younger is None else ""
        yield because(RULES[name], f"answer_{result.answer}{alone}", **facts)
    elif younger is not None:
        yield because(RULES[name], "no_claim", **facts)


def _all_or_best(
    name: Class, result: ClassResult, claims: Mapping[Role, Holding], parameters: Parameters, names: Names
) -> Iterator[Reason]:
    """Why the winner of a class scores more than his best combination in it, or no more (PQ-13)."""
    if result.winner is None:
        return
    won = by_class(claims[result.winner])[name]
    if len(won) > 1:
        message = "scores_all" if parameters.secondary_combinations else "scores_best"
        others = tuple(name_of(combination) for combination in won[1:])
        yield because("PQ-13", message, player=names[result.winner], others=others)


def by_class(held: Holding) -> dict[Class, Sequence[Combination]]:
    """The combinations of each class, the best first."""
    point = (held.point,) if held.point else ()
    return {Class.POINT: point, Class.SEQUENCE: held.sequences, Class.SET: held.sets}


def explain_events(events: Sequence[Event], names: Names) -> list[Reason]:
    """Why there is a repique or a pique, or why thirty by declarations bring none; and the cards."""
    reasons = []
    for event in events:
        facts = {"player": names[event.player], "other": names[event.player.other], "points": event.points}
        if event.reason in BONUSES:
            rule = "PQ-21" if event.reason is Scored.REPIQUE else "PQ-22"
            reasons.append(because(rule, f"has_{event.reason}", **facts))
        elif event.reason in (Scored.CARDS, Scored.CAPOT):
            reasons.append(because("PQ-24", f"has_{event.reason}", **facts))
    bonus = any(event.reason in BONUSES for event in events)
    return [*([] if bonus else _barred(events, names)), *reasons]


def _barred(events: Sequence[Event], names: Names) -> Iterator[Reason]:
    declared = [event for event in events if event.trick is None and event.reason in DECLARED]
    for role in Role:
        points = sum(event.points for event in declared if event.player is role)
        if points >= BONUS_FROM:
            first = next(event for event in declared if event.player is role.other)
            facts = {"player": names[role], "other": names[role.other], "points": points}
            yield because("PQ-21", "repique_barred", **facts, reason=Phrase(f"scored_{first.reason}"))


def explain_partie(partie: Partie, parameters: Parameters, names: Sequence[str]) -> list[Reason]:
    """How the partie ends, once six deals are finished (PQ-30)."""
    if not partie.complete:
        return []
    totals = {"one": names[0], "ones": partie.totals[0], "other": names[1], "others": partie.totals[1]}
    if partie.winner is None:
        return [because("PQ-30", "partie_tied", **totals)]
    reasons = [because("PQ-30", "partie_won", **totals, winner=names[partie.winner])]
    if partie.settlement is not None:
        under = min(partie.totals) < RUBICON
        message = "settled_under" if under else "settled"
        reasons.append(because("PQ-30", message, settlement=partie.settlement, rubicon=RUBICON))
    return reasons
