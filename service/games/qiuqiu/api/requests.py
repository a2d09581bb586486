"""The bodies of requests for QiuQiu, as they are read and documented."""

from __future__ import annotations

from typing import Any

from service.core.errors import Code
from service.core.pots import BASIS_POINTS
from service.core.rulesets import Catalogue
from service.core.tiles import NOTATION as TILES
from service.games.qiuqiu.batch import read_hands
from service.games.qiuqiu.rules import HAND_SIZE, Parameters
from service.web.fields import (
    Boolean,
    Chips,
    Identifier,
    Many,
    One,
    Whole,
)
from service.web.pieces import Groups, Pieces
from service.web.rulesets import RulesetField
from service.web.schema import Request, invalid

MOST_GROUPS = 64
"""Groups, and tiles in them, that are read of what calls itself an arrangement."""

SEATS = (2, 6)
OPPONENTS = (1, 5)
GROUP_VALUE = {"minimum": 0, "maximum": 9}


def hand(**options: Any) -> Pieces:
    """Four different tiles in any spelling."""
    return Pieces(TILES, HAND_SIZE, HAND_SIZE, **options)


HAND = hand(required=True)
"""A hand that comes from elsewhere than a body."""


class ArrangementField(Groups):
    """Two groups of the hand's tiles, in any order; whether they are an arrangement, a check says."""

    def __init__(self) -> None:
        super().__init__(Pieces(TILES), 2, 2)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        groups = value if type(value) is list else []
        tiles = sum(len(group) for group in groups if type(group) is list)
        if len(groups) > MOST_GROUPS or tiles > MOST_GROUPS:
            raise invalid(Code.INVALID_ARRANGEMENT, "arrangement_groups")
        return super()._deserialize(value)

    def holds(self, count: int) -> bool:
        """Any number: a wrong one is one of the ways in which groups make no arrangement."""
        return True


class HandsField(Groups):
    """The hands of a batch; loads as an array of their indices where none is faulty."""

    def __init__(self, maximum: int) -> None:
        super().__init__(hand(), 1, maximum, required=True)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if type(value) is list and self.holds(len(value)):
            found = read_hands(value)
            if found is not None:
                return found
        return super()._deserialize(value)


class DeclaredHand(Request):
    """A hand, perhaps with a declared arrangement."""

    hand = hand(required=True)
    arrangement = ArrangementField()


class NamedHand(DeclaredHand):
    """A hand of a comparison."""

    id = Identifier(required=True)

    class Meta(Request.Meta):
        fields = ("id", "hand", "arrangement")


class RakeRequest(Request):
    """What the house takes (POT-6)."""

    basis_points = Whole(0, BASIS_POINTS, required=True, about="Hundredths of a per cent of each pot.")
    cap = Chips(about="The most that is taken of all pots together; null is no limit.")
    no_contest_no_rake = Boolean(load_default=False)


class PlayerRequest(Request):
    """A player of a showdown."""

    id = Identifier(required=True)
    contributed = Chips(required=True, about="All that the player put in, antes and every round.")
    hand = hand()
    arrangement = ArrangementField()
    folded = Boolean(load_default=False)


def requests(catalogue: Catalogue[Parameters], batch_hands: int) -> dict[str, Request]:
    """The request schemas, which know the game's rulesets and the service's limits, by operation."""

    class EvaluateRequest(Request):
        """A hand to evaluate."""

        ruleset = RulesetField(catalogue, required=True)
        hand = hand(required=True)
        arrangement = ArrangementField()

    class BatchRequest(Request):
        """Hands to rank."""

        ruleset = RulesetField(catalogue, required=True)
        hands = HandsField(batch_hands)

    class ArrangeRequest(Request):
        """A hand to arrange, against known hands or random ones."""

        ruleset = RulesetField(catalogue, required=True)
        hand = hand(required=True)
        against = Many(DeclaredHand(), *OPPONENTS)
        opponents = Whole(*OPPONENTS, about="Random ones, without against; 1 unless given.")
        seed = Whole(about="Fixes the sampled deals of two or more opponents; 0 unless given.")

    class CompareRequest(Request):
        """Hands to compare."""

        ruleset = RulesetField(catalogue, required=True)
        hands = Many(NamedHand(), *SEATS, required=True)

    class ShowdownRequest(Request):
        """A showdown to settle; players in clockwise order."""

        ruleset = RulesetField(catalogue, required=True)
        dealer = Identifier(required=True, about="Odd chips go clockwise from the seat after his.")
        rake = One(RakeRequest())
        players = Many(PlayerRequest(), *SEATS, required=True, about="In clockwise seat order.")

    return {
        "evaluate": EvaluateRequest(),
        "batch": BatchRequest(),
        "arrange": ArrangeRequest(),
        "compare": CompareRequest(),
        "showdown": ShowdownRequest(),
    }
