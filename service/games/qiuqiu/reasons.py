"""Why a hand is worth what it is and why a pot goes where it goes, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from service.core.pots import Award
from service.core.tiles import IS_DOUBLE, NAMES, PIPS, descending, mask
from service.core.verdict import Phrase, Reason, because
from service.games.qiuqiu.arrangement import Group
from service.games.qiuqiu.evaluation import Evaluation
from service.games.qiuqiu.odds import Plays
from service.games.qiuqiu.ranking import INDEX, best_tile, is_straight
from service.games.qiuqiu.rules import Category, DecidedBy, HandRules
from service.games.qiuqiu.showdown import Decision, SettledPot, Showdown


def title(evaluation: Evaluation) -> Phrase:
    """What players call the hand."""
    if evaluation.category is Category.PAIRS and evaluation.arrangement is not None:
        arrangement = evaluation.arrangement
        return Phrase("title_pairs", {"high": arrangement.high.value, "low": arrangement.low.value})
    return Phrase(f"title_{evaluation.category}")


def explain_hand(rules: HandRules, evaluation: Evaluation) -> list[Reason]:
    """Why the hand is worth what it is."""
    return list(_hand_reasons(rules, evaluation))


def _hand_reasons(rules: HandRules, evaluation: Evaluation) -> Iterator[Reason]:
    arrangement = evaluation.arrangement
    if arrangement is None:
        limit = {Category.BIG: rules.big_min, Category.SMALL: rules.small_max}.get(evaluation.category)
        yield because("QQ-21", f"hand_{evaluation.category}", pips=evaluation.pips, limit=limit)
        return
    if evaluation.declared:
        yield because("QQ-14", "declared")
    for group in (arrangement.high, arrangement.low):
        yield from _group_reasons(group)
    straight = is_straight(INDEX[mask(evaluation.hand)]) and Category.STRAIGHT in rules.ranking
    if evaluation.category is Category.QIU_QIU and straight and not evaluation.declared:
        yield because("QQ-20", "straight_as_qiu_qiu")
    if evaluation.best is not None:
        yield because("QQ-14", "could_have_been", title=title(evaluation.best))
    elif not evaluation.declared:
        yield because("QQ-13", "best_arrangement")


def _group_reasons(group: Group) -> Iterator[Reason]:
    counts = dict(group.counts)
    for tile, counted in group.counts:
        yield because("QQ-11", "hui_counts", tile=NAMES[tile], count=counted)
    if len(group.tiles) == 3:
        yield because("QQ-12", "three_doubles", tiles=_names(group.tiles), value=group.value)
    else:
        total = sum(counts.get(tile, PIPS[tile]) for tile in group.tiles)
        rule = "QQ-10" if len(group.tiles) == 2 else "QQ-12"
        yield because(rule, "group_value", tiles=_names(group.tiles), total=total, value=group.value)


def _names(tiles: Iterable[int]) -> str:
    return " + ".join(NAMES[tile] for tile in tiles)


def explain_recommendation(plays: Plays) -> Reason:
    """Which way of playing the hand wins most."""
    if plays.recommended is None:
        return because("QQ-14", "play_undeclared", title=title(plays.undeclared.evaluation))
    best = plays.arrangements[plays.recommended].evaluation
    return because("QQ-14", "play_declared", title=title(best))


def explain_decision(
    rules: HandRules, ids: Sequence[str], hands: Sequence[Evaluation | None], decision: Decision
) -> Reason:
    """Why the decision's winners win; its indices are those of ``ids`` and ``hands``.

    Hands that are None, or that could not win, are left out by the caller's choice of ``hands``.
    """
    if decision.split is not None:
        halves = (decision.split.high, decision.split.low)
        high, low = (", ".join(ids[index] for index in half.winners) for half in halves)
        values = {"high": halves[0].value, "low": halves[1].value}
        return because("QQ-31", "decided_split", high_ids=high, low_ids=low, **values)
    if decision.decided_by is DecidedBy.TIE:
        return because("QQ-23", "decided_tie", ids=", ".join(ids[index] for index in decision.winners))
    (winner,) = decision.winners
    others = [index for index, hand in enumerate(hands) if hand is not None and index != winner]
    following = max(others, key=lambda index: _strength(hands[index]))
    first, second = hands[winner], hands[following]
    assert first is not None and second is not None
    return _parted(rules, decision.decided_by, (ids[winner], first), (ids[following], second))


def _strength(hand: Evaluation | None) -> int:
    return -1 if hand is None else hand.strength


def _parted(
    rules: HandRules, decided_by: DecidedBy, winner: tuple[str, Evaluation], other: tuple[str, Evaluation]
) -> Reason:
    who = {"id": winner[0], "other": other[0]}
    mine, theirs = winner[1], other[1]
    match decided_by:
        case DecidedBy.CATEGORY:
            return because("QQ-30", "decided_category", **who, mine=title(mine), theirs=title(theirs))
        case DecidedBy.HIGH | DecidedBy.LOW:
            values = [getattr(hand.arrangement, decided_by).value for hand in (mine, theirs)]
            return because("QQ-30", f"decided_{decided_by}", **who, mine=values[0], theirs=values[1])
        case DecidedBy.PIPS:
            return because("QQ-21", "decided_pips", **who, mine=mine.pips, theirs=theirs.pips)
        case DecidedBy.HIGHEST_DOUBLE:
            rule = "QQ-21" if mine.category is Category.STRAIGHT else "QQ-22"
            doubles = {"mine": _top_double(mine), "theirs": _top_double(theirs)}
            return because(rule, "decided_highest_double", **who, **doubles)
        case _:
            best = {"mine": NAMES[best_tile(mine.hand)], "theirs": NAMES[best_tile(theirs.hand)]}
            return because("QQ-22", "decided_highest_tile", **who, **best)


def _top_double(evaluation: Evaluation) -> str | Phrase:
    doubles = [tile for tile in descending(evaluation.hand) if IS_DOUBLE[tile]]
    return NAMES[doubles[0]] if doubles else Phrase("no_double")


def explain_showdown(rules: HandRules, showdown: Showdown) -> list[Reason]:
    """Where every chip goes and why: what is returned, then each pot."""
    return list(_showdown_reasons(rules, showdown))


def _showdown_reasons(rules: HandRules, showdown: Showdown) -> Iterator[Reason]:
    ids = [seat.id for seat in showdown.seats]
    for player, chips in zip(ids, showdown.returned, strict=True):
        if chips:
            yield because("POT-2", "returned", id=player, amount=chips)
    for number, settled in enumerate(showdown.pots, start=1):
        yield from _pot_reasons(rules, showdown, ids, number, settled)


def _pot_reasons(
    rules: HandRules, showdown: Showdown, ids: Sequence[str], number: int, settled: SettledPot
) -> Iterator[Reason]:
    eligible = settled.pot.eligible
    names = ", ".join(ids[seat] for seat in eligible)
    rule = "POT-3" if settled.pot.contested else "POT-4"
    message = "pot_contested" if settled.pot.contested else "pot_uncontested"
    yield because(rule, message, number=number, amount=settled.pot.amount, ids=names)
    if settled.rake:
        yield because("POT-6", "raked", number=number, amount=settled.rake)
    if settled.decision is not None:
        hands = [seat.shown if index in eligible else None for index, seat in enumerate(showdown.seats)]
        yield explain_decision(rules, ids, hands, settled.decision)
    for award in settled.awards:
        yield from _award_reasons(ids, number, award)


def _award_reasons(ids: Sequence[str], number: int, award: Award) -> Iterator[Reason]:
    yield because("POT-5", f"award_{award.part}", id=ids[award.player], amount=award.amount, number=number)
    if award.odd_chips:
        yield because("POT-5", "odd_chip", id=ids[award.player])
