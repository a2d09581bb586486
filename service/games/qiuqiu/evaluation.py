"""One hand under one ruleset, and what parts two of them (QQ-14, QQ-21, QQ-22)."""

from __future__ import annotations

from dataclasses import dataclass

from service.core.tiles import PIPS, mask
from service.games.qiuqiu.arrangement import Arrangement, Hand, best_arrangement
from service.games.qiuqiu.ranking import INDEX, HandTable, declared_strength, needs_groups, parts_of
from service.games.qiuqiu.rules import Category, DecidedBy, HandRules


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a hand is worth.

    ``hand``: the tiles as sent. ``rank``: 1 the best of ``ranks``. ``beaten`` and ``tied``: how many
    of the 20,475 undeclared hands it beats and equals. ``best``: of a declared hand that could have
    ranked higher, the evaluation without the declaration.
    """

    hand: Hand
    category: Category
    arrangement: Arrangement | None
    strength: int
    rank: int
    ranks: int
    beaten: int
    tied: int
    declared: bool = False
    best: Evaluation | None = None

    @property
    def pips(self) -> int:
        """The pips of the whole hand (QQ-2)."""
        return sum(PIPS[tile] for tile in self.hand)


def evaluate(table: HandTable, hand: Hand, declared: Arrangement | None = None) -> Evaluation:
    """The hand as declared, or without a declaration as the best it can be (QQ-14)."""
    rules = table.rules
    if declared is not None:
        return _evaluate_declared(table, hand, declared)
    index = INDEX[mask(hand)]
    category = rules.ranking[table.category[index]]
    arrangement = best_arrangement(hand, rules.hui, rules.three_doubles) if needs_groups(category) else None
    strength = int(table.strengths[index])
    beaten, tied = table.order.beaten_and_tied(strength)
    return Evaluation(
        hand, category, arrangement, strength, int(table.order.ranks[index]), len(table.order), beaten, tied
    )


def _evaluate_declared(table: HandTable, hand: Hand, declared: Arrangement) -> Evaluation:
    index = INDEX[mask(hand)]
    category, strength = declared_strength(table.rules, index, declared)
    rank = table.order.rank_of(strength)
    beaten, tied = table.order.beaten_and_tied(strength)
    best = evaluate(table, hand) if table.strengths[index] > strength else None
    return Evaluation(
        hand, category, declared, strength, rank, len(table.order), beaten, tied, declared=True, best=best
    )


def parted_by(rules: HandRules, one: Evaluation, other: Evaluation) -> DecidedBy:
    """What decides between two evaluations, the first rule in which they differ."""
    if one.category != other.category:
        return DecidedBy.CATEGORY
    mine, theirs = parts_of(one.strength), parts_of(other.strength)
    if mine.inside != theirs.inside:
        if one.arrangement is not None and other.arrangement is not None:
            same_high = one.arrangement.high.value == other.arrangement.high.value
            return DecidedBy.LOW if same_high else DecidedBy.HIGH
        return DecidedBy.HIGHEST_DOUBLE if mine.double != theirs.double else DecidedBy.PIPS
    if mine.tie_break != theirs.tie_break:
        return DecidedBy(rules.tie_break)
    return DecidedBy.TIE
