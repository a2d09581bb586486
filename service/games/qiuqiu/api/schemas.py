"""The answers of QiuQiu's operations, as they are written and documented."""

from __future__ import annotations

from typing import Any

from service.core.pots import MAX_CHIPS, Part
from service.core.tiles import NOTATION as TILES
from service.games.qiuqiu.api.requests import GROUP_VALUE, OPPONENTS, SEATS, hand
from service.games.qiuqiu.ranking import HANDS
from service.games.qiuqiu.rules import Category, DecidedBy, Method, Parameters
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
from service.web.pieces import Piece, Pieces
from service.web.rulesets import ParametersField, RulesetRef
from service.web.schema import Answer

RANK = "1 is the best; a declared hand can be weaker than all, and then has ranks + 1."
BEST = "What a declared hand would have been undeclared, where that ranks higher."


class GroupAnswer(Answer):
    """Tiles that count together."""

    tiles = Pieces(TILES, 1, 3)
    value = Whole(**GROUP_VALUE)
    counts = Keyed(Whole(3, 6), sparse=True, about="Hui tiles that count other than their pips.")


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
    rank = Whole(1, about=RANK)


class EvaluationAnswer(BriefAnswer):
    """Everything about one hand but why."""

    hand = hand()
    pips = Whole(0, 48)
    ranks = Whole(1, about="How many different strengths the undeclared hands have.")
    beats = Number(0, 1, about="The share of the 20,475 undeclared hands that it beats.")
    ties = Number(0, 1, about="The share of them that it equals, itself among them.")
    declared = Boolean()
    best = One(BriefAnswer(), nullable=True, about=BEST)

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
        fields = ("ruleset", *EvaluationAnswer.Meta.fields, "explanation")


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
    dominated = Boolean(about="Another has both values at least as good and one of them better.")
    share = Number(0, 1, sparse=True, about="The part of the pot that it wins against the known hands.")
    expected_share = Number(0, 1, sparse=True, about="The mean part against random opponents.")
    standard_error = Number(0, sparse=True, about="Of expected_share; 0 where every deal was counted.")

    class Meta:
        fields = ("high", "low", "category", "rank", "dominated", "share", "expected_share", "standard_error")


class BestAnswer(EvaluationAnswer):
    """The undeclared hand and what it can win."""

    share = Number(0, 1, sparse=True, about="The part of the pot that it wins against the known hands.")
    expected_share = Number(0, 1, sparse=True, about="The mean part against random opponents.")
    standard_error = Number(0, sparse=True, about="Of expected_share; 0 where every deal was counted.")

    class Meta:
        fields = (*EvaluationAnswer.Meta.fields, "share", "expected_share", "standard_error")


class ArrangeAnswer(Answer):
    """Every arrangement of a hand, best first."""

    ruleset = One(RulesetRef())
    best = One(BestAnswer())
    arrangements = Many(PlayedAnswer(), 3)
    recommended = Whole(
        nullable=True, about="Index of the first that wins most; null where playing undeclared wins more."
    )
    opponents = Whole(*OPPONENTS, sparse=True)
    method = Word(Method, sparse=True)
    trials = Whole(1, sparse=True)
    seed = Whole(sparse=True)
    explanation = Explanation()


class PlaceAnswer(BriefAnswer):
    """A hand's place in a comparison."""

    place = Whole(1, SEATS[1], about="By QQ-30; equal hands share one, and the next is skipped.")
    id = Identifier()
    declared = Boolean()
    best = One(BriefAnswer(), nullable=True, about=BEST)

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
    odd_chips = Chips(about="How many of them because the part did not divide; a half's are not counted.")


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
    net = Whole(-MAX_CHIPS, about="returned + won − contributed")
    category = Word(Category, nullable=True)
    title = Title(nullable=True)
    arrangement = One(ArrangementAnswer(), nullable=True)
    rank = Whole(1, nullable=True)
    declared = Boolean(nullable=True)
    best = One(BriefAnswer(), nullable=True, about=BEST)
    place = Whole(1, SEATS[1], nullable=True)


class ShowdownAnswer(Answer):
    """A settled showdown."""

    ruleset = One(RulesetRef())
    total = Chips(1)
    returned = Keyed(Chips(), about="Who gets chips back that nobody matched, and how many.")
    rake = Chips()
    pots = Many(PotAnswer())
    players = Many(SettledPlayerAnswer(), *SEATS)
    explanation = Explanation()


class CategoryAnswer(Answer):
    """A category and how many of the 20,475 hands are in it."""

    id = Word(Category)
    title = Title()
    hands = Whole(0, len(HANDS))


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
    count = Whole(len(HANDS), len(HANDS))
    ranks = Whole(1)
    tiles = Each(Piece(TILES), about="The order of tiles that numbers the hands.")
    rank = Column(
        Whole(1),
        about="By hand: the 4-subsets of tiles in lexicographic order, so 0-0 1-0 1-1 2-0 is the first.",
    )
