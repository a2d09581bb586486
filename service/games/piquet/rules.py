"""The closed vocabularies of Piquet and the parameters of its rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.core.parameters import Flag, Integer, parameter

HAND_SIZE = 12
TALON_SIZE = 8
UNSEEN = 20
DEALS = 6
TRICKS = 12
ELDER_DISCARDS = (1, 5)


class Role(StrEnum):
    """The two players of a deal: the dealer is younger."""

    ELDER = "elder"
    YOUNGER = "younger"

    @property
    def other(self) -> Role:
        """The one he plays against."""
        return Role.YOUNGER if self is Role.ELDER else Role.ELDER


class Class(StrEnum):
    """The classes of combinations, in the order in which they are declared."""

    POINT = "point"
    SEQUENCE = "sequence"
    SET = "set"


class YoungersAnswer(StrEnum):
    """What younger says to elder's claim (PQ-14)."""

    GOOD = "good"
    NOT_GOOD = "not_good"
    EQUAL = "equal"


class Scored(StrEnum):
    """What points of a deal are for (PQ-20)."""

    CARTE_BLANCHE = "carte_blanche"
    POINT = "point"
    SEQUENCE = "sequence"
    SET = "set"
    REPIQUE = "repique"
    PIQUE = "pique"
    LEAD = "lead"
    TRICK = "trick"
    LAST_TRICK = "last_trick"
    CARDS = "cards"
    CAPOT = "capot"


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters of a ruleset, in the rulebook's order and ranges."""

    long_sequence_bonus: int = parameter(Integer(0, 100))
    rubicon: bool = parameter(Flag())
    younger_min_exchange: int = parameter(Integer(0, 3))
    secondary_combinations: bool = parameter(Flag())
