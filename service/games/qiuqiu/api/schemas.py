"""The bodies of QiuQiu's operations, as they are read, written and documented."""

from __future__ import annotations

from typing import Any

from service.core.errors import Code
from service.core.pots import BASIS_POINTS, Part
from service.core.rulesets import Catalogue
from service.core.tiles import NOTATION as TILES
from service.games.qiuqiu.batch import read_hands
from service.games.qiuqiu.rules import HAND_SIZE, Category, DecidedBy, Method, Parameters
from service.web.catalogue import RulesetBase
from service.web.fields import (
    Boolean,
    Chips,
    Column,
    Each,
    Explanation,
    Identifier,
    Keyed,
    Many,
    Number,
    One,
    Title,
    Whole,
    Word,
)
from service.web.pieces import Groups, Piece, Pieces
from service.web.rulesets import ParametersField, RulesetField, RulesetRef
from service.web.schema import Answer, Request, invalid

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
        sizes = [len(group) for group in value if type(group) is list] if type(value) is list else []
        if len(sizes) > MOST_GROUPS or sum(sizes) > MOST_GROUPS:
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

    basis_points = Whole(0, BASIS_POINTS, required=True)
    cap = Chips()
    no_contest_no_rake = Boolean(load_default=False)


class PlayerRequest(Request):
    """A player of a showdown."""

    id = Identifier(required=True)
    contributed = Chips(required=True)
    hand = hand()
    arrangement = ArrangementField()
    folded = Boolean(load_default=False)


class GroupAnswer(Answer):
    """Tiles that count together."""

    tiles = Pieces(TILES, 1, 3)
    value = Whole(**GROUP_VALUE)
    counts = Keyed(Whole(3, 6), sparse=True)


class GroupField(One):
    """A group; ``counts`` stands only where a hui tile counts other than its pips."""

    def __init__(self) -> None:
        super().__init__(GroupAnswer())

    def _serialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        names = TILES.names
        told = {"tiles": [names[tile] for tile in value.tiles], "value": value.value}
        if value.counts:
            told["counts"] = {names[tile]: counted for tile, counted in value.counts}
        return told


class ArrangementAnswer(Answer):
    """Two groups, the one worth more first."""

    high = GroupField()
    low = GroupField()


class BriefAnswer(Answer):
    """What a hand counts as."""

    category = Word(Category)
    title = Title()
    arrangement = One(ArrangementAnswer(), nullable=True)
    rank = Whole(1)


class EvaluationAnswer(BriefAnswer):
    """Everything about one hand but why."""

    hand = hand()
    pips = Whole(0, 48)
    ranks = Whole(1)
    beats = Number(0, 1)
    ties = Number(0, 1)
    declared = Boolean()
    best = One(BriefAnswer(), nullable=True)

    class Meta:
        fields = (
            "hand",
            "pips",
            "category",
            "title",
            "arrangement",
            "rank",
            "ranks",
            "beats",
            "ties",
            "declared",
            "best",
        )


class EvaluateAnswer(EvaluationAnswer):
    """What a hand is worth under a ruleset."""

    ruleset = One(RulesetRef())
    explanation = Explanation()

    class Meta:
        fields = (
            "ruleset",
            "hand",
            "pips",
            "category",
            "title",
            "arrangement",
            "rank",
            "ranks",
            "beats",
            "ties",
            "declared",
            "best",
            "explanation",
        )


class BatchAnswer(Answer):
    """Columns, one entry for each hand in order."""

    ruleset = One(RulesetRef())
    count = Whole(1)
    rank = Column(Whole(1))
    category = Column(Word(Category))
    high = Column(Whole(nullable=True, **GROUP_VALUE))
    low = Column(Whole(nullable=True, **GROUP_VALUE))


class PlayedAnswer(ArrangementAnswer):
    """One arrangement of the hand and what it can win."""

    category = Word(Category)
    rank = Whole(1)
    dominated = Boolean()
    share = Number(0, 1, sparse=True)
    expected_share = Number(0, 1, sparse=True)
    standard_error = Number(0, sparse=True)

    class Meta:
        fields = ("high", "low", "category", "rank", "dominated", "share", "expected_share", "standard_error")


class BestAnswer(EvaluationAnswer):
    """The undeclared hand and what it can win."""

    share = Number(0, 1, sparse=True)
    expected_share = Number(0, 1, sparse=True)
    standard_error = Number(0, sparse=True)

    class Meta:
        fields = (
            "hand",
            "pips",
            "category",
            "title",
            "arrangement",
            "rank",
            "ranks",
            "beats",
            "ties",
            "declared",
            "best",
            "share",
            "expected_share",
            "standard_error",
        )


class ArrangeAnswer(Answer):
    """Every arrangement of a hand, best first."""

    ruleset = One(RulesetRef())
    best = One(BestAnswer())
    arrangements = Many(PlayedAnswer(), 3)
    recommended = Whole(nullable=True)
    opponents = Whole(*OPPONENTS, sparse=True)
    method = Word(Method, sparse=True)
    trials = Whole(1, sparse=True)
    seed = Whole(sparse=True)
    explanation = Explanation()


class PlaceAnswer(BriefAnswer):
    """A hand's place in a comparison."""

    place = Whole(1, SEATS[1])
    id = Identifier()
    declared = Boolean()
    best = One(BriefAnswer(), nullable=True)

    class Meta:
        fields = ("place", "id", "category", "title", "arrangement", "rank", "declared", "best")


class HalfAnswer(Answer):
    """A half of a split and who shares it."""

    value = Whole(**GROUP_VALUE)
    winners = Each(Identifier(), 1, SEATS[1])


class SplitAnswer(Answer):
    """The two halves of QQ-31."""

    high = One(HalfAnswer())
    low = One(HalfAnswer())


class CompareAnswer(Answer):
    """Who wins and what parts them from the next."""

    ruleset = One(RulesetRef())
    winners = Each(Identifier(), 1, SEATS[1])
    decided_by = Word(DecidedBy)
    split = One(SplitAnswer(), sparse=True)
    places = Many(PlaceAnswer(), *SEATS)
    explanation = Explanation()


class AwardAnswer(Answer):
    """Chips that a player gets of a pot."""

    id = Identifier()
    amount = Chips()
    part = Word(Part)
    odd_chips = Chips()


class PotAnswer(Answer):
    """A pot and where it goes."""

    amount = Chips()
    rake = Chips()
    eligible = Each(Identifier(), 1, SEATS[1])
    contested = Boolean()
    winners = Each(Identifier(), 1, SEATS[1])
    decided_by = Word(DecidedBy, nullable=True)
    split = One(SplitAnswer(), sparse=True)
    awards = Many(AwardAnswer(), 1)


class SettledPlayerAnswer(Answer):
    """What a player put in and got; the hand only where it had to be shown."""

    id = Identifier()
    contributed = Chips()
    returned = Chips()
    won = Chips()
    net = Whole(-(2**53 - 1))
    category = Word(Category, nullable=True)
    title = Title(nullable=True)
    arrangement = One(ArrangementAnswer(), nullable=True)
    rank = Whole(1, nullable=True)
    declared = Boolean(nullable=True)
    best = One(BriefAnswer(), nullable=True)
    place = Whole(1, SEATS[1], nullable=True)


class ShowdownAnswer(Answer):
    """A settled showdown."""

    ruleset = One(RulesetRef())
    total = Chips(1)
    returned = Keyed(Chips())
    rake = Chips()
    pots = Many(PotAnswer())
    players = Many(SettledPlayerAnswer(), *SEATS)
    explanation = Explanation()


class CategoryAnswer(Answer):
    """A category and how many of the 20,475 hands are in it."""

    id = Word(Category)
    title = Title()
    hands = Whole(0, 20_475)


class RulesetAnswer(RulesetBase):
    """A named ruleset with every parameter."""

    parameters = ParametersField(Parameters)
    categories = Many(CategoryAnswer(), 1)

    class Meta:
        fields = ("name", "title", "digest", "parameters", "categories", "sources", "decisions")


class RulesetsAnswer(Answer):
    """All named rulesets."""

    rulesets = Many(RulesetAnswer(), 1)


class RanksAnswer(Answer):
    """The whole rank table by hand index."""

    ruleset = One(RulesetRef())
    count = Whole(20_475, 20_475)
    ranks = Whole(1)
    tiles = Each(Piece(TILES))
    rank = Column(Whole(1))


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
        opponents = Whole(*OPPONENTS)
        seed = Whole()

    class CompareRequest(Request):
        """Hands to compare."""

        ruleset = RulesetField(catalogue, required=True)
        hands = Many(NamedHand(), *SEATS, required=True)

    class ShowdownRequest(Request):
        """A showdown to settle; players in clockwise order."""

        ruleset = RulesetField(catalogue, required=True)
        dealer = Identifier(required=True)
        rake = One(RakeRequest())
        players = Many(PlayerRequest(), *SEATS, required=True)

    return {
        "evaluate": EvaluateRequest(),
        "batch": BatchRequest(),
        "arrange": ArrangeRequest(),
        "compare": CompareRequest(),
        "showdown": ShowdownRequest(),
    }
