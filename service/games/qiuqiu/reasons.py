"""Why a hand is worth what it is and why a pot goes where it goes, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from service.core.pots import BASIS_POINTS, Rake, halves
from service.core.tiles import IS_DOUBLE, NAMES, PIPS, mask
from service.core.verdict import Phrase, Reason, because
from service.games.qiuqiu.arrangement import Group
from service.games.qiuqiu.evaluation import Evaluation
from service.games.qiuqiu.plays import Plays
from service.games.qiuqiu.ranking import INDEX, best_tile, is_straight, parts_of
from service.games.qiuqiu.rules import (
    Category,
    Comparison,
    DecidedBy,
    HandRules,
    Method,
    Parameters,
    TieBreak,
)
from service.games.qiuqiu.showdown import Decision, Half, SettledPot, Showdown

Contenders = Mapping[int, tuple[str, Evaluation]]
"""Those who can win, by their index in a decision: id and hand."""


def title(evaluation: Evaluation) -> Phrase:
    """What players call the hand."""
    if evaluation.category is Category.PAIRS and evaluation.arrangement is not None:
        arrangement = evaluation.arrangement
        return Phrase("title_pairs", {"high": arrangement.high.value, "low": arrangement.low.value})
    return Phrase(f"title_{evaluation.category}")


def category_title(category: Category) -> Phrase:
    """What players call the category."""
    return Phrase("category_pairs" if category is Category.PAIRS else f"title_{category}")


def explain_hand(rules: HandRules, evaluation: Evaluation) -> list[Reason]:
    """Why the hand is worth what it is."""
    return list(_hand_reasons(rules, evaluation))


def _hand_reasons(rules: HandRules, evaluation: Evaluation) -> Iterator[Reason]:
    arrangement = evaluation.arrangement
    if arrangement is None:
        limit = {Category.BIG: rules.big_min, Category.SMALL: rules.small_max}.get(evaluation.category)
        by_double = evaluation.category is Category.STRAIGHT and parts_of(evaluation.strength).double
        message = f"hand_{evaluation.category}" + ("_double" if by_double else "")
        double = _deciding_tile(TieBreak.HIGHEST_DOUBLE, evaluation)
        yield because("QQ-21", message, pips=evaluation.pips, limit=limit, double=double)
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
        message = "group_value" if len(group.tiles) == 2 else "lone_value"
        yield because(rule, message, tiles=_names(group.tiles), total=total, value=group.value)


def _names(tiles: Iterable[int]) -> str:
    return " + ".join(NAMES[tile] for tile in tiles)


def explain_recommendation(plays: Plays) -> Reason:
    """Which way of playing the hand wins most."""
    sampled = "_sampled" if plays.method is Method.SAMPLED else ""
    if plays.recommended is None:
        return because("QQ-14", "play_undeclared" + sampled, title=title(plays.undeclared.evaluation))
    best = plays.arrangements[plays.recommended].evaluation.arrangement
    assert best is not None
    groups = {"high": _names(best.high.tiles), "low": _names(best.low.tiles)}
    return because("QQ-14", "play_declared" + sampled, **groups)


def explain_comparison(
    parameters: Parameters, ids: Sequence[str], hands: Sequence[Evaluation], decision: Decision
) -> list[Reason]:
    """Which hands were declared, and why the winners win."""
    contenders = dict(enumerate(zip(ids, hands, strict=True)))
    return [*_declared_reasons(contenders), *_decision_reasons(parameters, contenders, decision)]


def _declared_reasons(contenders: Contenders) -> Iterator[Reason]:
    for name, hand in contenders.values():
        if hand.best is not None:
            facts = {"id": name, "title": title(hand), "best": title(hand.best)}
            yield because("QQ-14", "player_declared_less", **facts)
        elif hand.declared:
            yield because("QQ-14", "player_declared", id=name, title=title(hand))


def _decision_reasons(parameters: Parameters, contenders: Contenders, decision: Decision) -> Iterator[Reason]:
    if decision.split is not None:
        yield because("QQ-31", "decided_split")
        yield from _half_reasons(parameters, contenders, "high", decision.split.high)
        yield from _half_reasons(parameters, contenders, "low", decision.split.low)
        return
    if parameters.comparison is Comparison.SPLIT:
        yield because("QQ-31", "not_split")
    if decision.decided_by is DecidedBy.TIE:
        yield because("QQ-23", "decided_tie", ids=_ids(contenders, decision.winners))
        return
    (winner,) = decision.winners
    following = max((key for key in contenders if key != winner), key=lambda key: contenders[key][1].strength)
    yield _parted(parameters.hand_rules, decision.decided_by, contenders[winner], contenders[following])


def _ids(contenders: Contenders, keys: Iterable[int]) -> tuple[str, ...]:
    return tuple(contenders[key][0] for key in keys)


def _half_reasons(parameters: Parameters, contenders: Contenders, part: str, half: Half) -> Iterator[Reason]:
    holders = [
        key
        for key, (_, hand) in contenders.items()
        if hand.arrangement is not None and getattr(hand.arrangement, part).value == half.value
    ]
    yield because("QQ-31", f"half_{part}", value=half.value, ids=_ids(contenders, holders))
    winners = _ids(contenders, half.winners)
    if len(holders) > len(winners):
        tile = _deciding_tile(parameters.tie_break, contenders[half.winners[0]][1])
        yield because("QQ-22", f"half_{parameters.tie_break}", ids=winners, tile=tile)
    if len(winners) > 1:
        yield because("QQ-23", "half_shared", ids=winners)


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
            return because("QQ-21", f"decided_{decided_by}", **who, mine=values[0], theirs=values[1])
        case DecidedBy.PIPS:
            message = "decided_fewer_pips" if mine.category is Category.SMALL else "decided_pips"
            return because("QQ-21", message, **who, mine=mine.pips, theirs=theirs.pips)
        case _:
            inside = parts_of(mine.strength).inside != parts_of(theirs.strength).inside
            tie_break = TieBreak(decided_by)
            tiles = {"mine": _deciding_tile(tie_break, mine), "theirs": _deciding_tile(tie_break, theirs)}
            return because("QQ-21" if inside else "QQ-22", f"decided_{decided_by}", **who, **tiles)


def _deciding_tile(rule: TieBreak, hand: Evaluation) -> str | Phrase:
    """The highest double or the best tile, whichever the rule looks at."""
    tile = best_tile(hand.hand)
    return NAMES[tile] if rule is TieBreak.HIGHEST_TILE or IS_DOUBLE[tile] else Phrase("no_double")


def explain_showdown(parameters: Parameters, showdown: Showdown) -> list[Reason]:
    """Where every chip goes and why: what is returned, then each pot."""
    return list(_showdown_reasons(parameters, showdown))


def _showdown_reasons(parameters: Parameters, showdown: Showdown) -> Iterator[Reason]:
    seats = showdown.seats
    for seat, chips in zip(seats, showdown.returned, strict=True):
        if chips:
            yield because("POT-2", "returned", id=seat.id, amount=chips)
    in_pots = {player for settled in showdown.pots for player in settled.pot.eligible}
    for player, seat in enumerate(seats):
        if showdown.pots and not seat.folded and not seat.contributed and player not in in_pots:
            yield because("POT-3", "in_no_pot", id=seat.id)
    shown = {
        player: (seat.id, seat.shown)
        for player, seat in enumerate(seats)
        if seat.shown is not None and showdown.place[player] is not None
    }
    yield from _declared_reasons(shown)
    for number, settled in enumerate(showdown.pots, start=1):
        yield from _pot_reasons(parameters, showdown, shown, number, settled)


def _pot_reasons(
    parameters: Parameters, showdown: Showdown, shown: Contenders, number: int, settled: SettledPot
) -> Iterator[Reason]:
    pot, decision = settled.pot, settled.decision
    names = tuple(showdown.seats[player].id for player in pot.eligible)
    if pot.contested:
        yield because("POT-3", "pot_contested", number=number, amount=pot.amount, ids=names)
    else:
        yield because("POT-4", "pot_uncontested", number=number, amount=pot.amount, ids=names)
    yield from _rake_reasons(showdown.terms, number, settled)
    if decision is not None:
        contenders = {player: shown[player] for player in pot.eligible}
        yield from _decision_reasons(parameters, contenders, decision)
    if decision is not None and decision.split is not None:
        high, low = halves(pot.amount - settled.rake)
        if high != low:
            yield because("POT-5", "halves_odd", high=high, low=low)
    for award in settled.awards:
        facts = {"id": showdown.seats[award.player].id, "amount": award.amount, "number": number}
        yield because(_award_rule(settled), f"award_{award.part}", **facts)
        if award.odd_chips:
            yield because("POT-5", "odd_chip", id=facts["id"])


def _rake_reasons(terms: Rake | None, number: int, settled: SettledPot) -> Iterator[Reason]:
    if terms is None or not terms.basis_points:
        return
    if terms.no_contest_no_rake and not settled.pot.contested:
        yield because("POT-6", "not_raked", number=number)
    elif settled.rake < settled.pot.amount * terms.basis_points // BASIS_POINTS:
        yield because(
            "POT-6", "raked_to_cap" if settled.rake else "cap_reached", number=number, amount=settled.rake
        )
    else:
        yield because("POT-6", "raked", number=number, amount=settled.rake)


def _award_rule(settled: SettledPot) -> str:
    """The rule that gives a winner his part of the pot."""
    if settled.decision is None:
        return "POT-4"
    if settled.decision.split is not None:
        return "QQ-31"
    return "QQ-23" if settled.decision.decided_by is DecidedBy.TIE else "QQ-30"
