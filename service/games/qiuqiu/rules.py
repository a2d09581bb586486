"""The closed vocabularies of QiuQiu and the parameters of its rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.core.parameters import Choice, DealStep, Flag, Integer, Ranking, Steps, parameter

HAND_SIZE = 4


class Category(StrEnum):
    """What a hand can be; ``pairs`` is what every hand is at least."""

    SIX_GODS = "six_gods"
    FOUR_DOUBLES = "four_doubles"
    BIG = "big"
    SMALL = "small"
    QIU_QIU = "qiu_qiu"
    STRAIGHT = "straight"
    PAIRS = "pairs"


class StraightOrder(StrEnum):
    """What parts two straights (QQ-21)."""

    PIPS = "pips"
    DOUBLE_THEN_PIPS = "double_then_pips"


class TieBreak(StrEnum):
    """What parts hands that are otherwise equal (QQ-22)."""

    NONE = "none"
    HIGHEST_DOUBLE = "highest_double"
    HIGHEST_TILE = "highest_tile"


class Comparison(StrEnum):
    """Whether one hand takes the pot (QQ-30) or its halves may be parted (QQ-31)."""

    HIGH_FIRST = "high_first"
    SPLIT = "split"


class FirstToAct(StrEnum):
    """Who opens the betting (QQ-41)."""

    DEALER = "dealer"
    AFTER_DEALER = "after_dealer"


class DecidedBy(StrEnum):
    """What parts the winner from the next."""

    CATEGORY = "category"
    HIGH = "high"
    LOW = "low"
    PIPS = "pips"
    HIGHEST_DOUBLE = "highest_double"
    HIGHEST_TILE = "highest_tile"
    TIE = "tie"
    SPLIT = "split"


class Method(StrEnum):
    """Whether every deal was counted, or some were sampled."""

    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class HandRules:
    """The parameters that decide what a hand is worth; equal ones share a rank table."""

    ranking: tuple[Category, ...]
    big_min: int
    small_max: int
    straight_order: StraightOrder
    hui: bool
    three_doubles: bool
    tie_break: TieBreak


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters of a ruleset, in the rulebook's order and ranges."""

    ranking: tuple[Category, ...] = parameter(Ranking(Category, last=Category.PAIRS))
    big_min: int = parameter(Integer(0, 49))
    small_max: int = parameter(Integer(0, 48))
    straight_order: StraightOrder = parameter(Choice(StraightOrder))
    hui: bool = parameter(Flag())
    three_doubles: bool = parameter(Flag())
    tie_break: TieBreak = parameter(Choice(TieBreak))
    comparison: Comparison = parameter(Choice(Comparison))
    deal: tuple[DealStep, ...] = parameter(Steps(HAND_SIZE))
    first_to_act: FirstToAct = parameter(Choice(FirstToAct))

    @property
    def hand_rules(self) -> HandRules:
        """The part of the parameters that decides what a hand is worth."""
        return HandRules(
            self.ranking,
            self.big_min,
            self.small_max,
            self.straight_order,
            self.hui,
            self.three_doubles,
            self.tie_break,
        )
