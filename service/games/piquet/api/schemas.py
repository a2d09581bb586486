"""The bodies of Piquet's operations, as they are read, written and documented."""

from __future__ import annotations

from typing import Any

from service.core.cards import COUNT, NOTATION, SUIT_SIZE, Rank, Suit
from service.core.pots import MAX_CHIPS
from service.core.rulesets import Catalogue
from service.games.piquet.rules import (
    DEALS,
    HAND_SIZE,
    TALON_SIZE,
    TRICKS,
    Parameters,
    Role,
    Scored,
    YoungersAnswer,
)
from service.web.catalogue import RulesetBase
from service.web.fields import (
    Boolean,
    Each,
    Explanation,
    Identifier,
    Keyed,
    Many,
    Number,
    One,
    Text,
    Whole,
    Word,
)
from service.web.pieces import Groups, Pieces
from service.web.rulesets import ParametersField, RulesetField, RulesetRef
from service.web.schema import Answer, Request

MOST_EXCHANGES = 4_096
DEFAULT_EXCHANGES = 10
MOST_STAKE = MAX_CHIPS // 2
"""Two stakes are one payout."""


def hand(**options: Any) -> Pieces:
    """Twelve different cards in any spelling."""
    return Pieces(NOTATION, HAND_SIZE, HAND_SIZE, **options)


HAND = hand(required=True)
"""A hand that comes from elsewhere than a body."""


def groups() -> Groups:
    """Declared groups; whether they are combinations is for a check to say."""
    return Groups(Pieces(NOTATION, 0, HAND_SIZE), 0, HAND_SIZE)


class DeclaredRequest(Request):
    """What a player declares: a member that is missing is all he holds, an empty one nothing (PQ-15)."""

    carte_blanche = Boolean()
    point = Pieces(NOTATION, 0, HAND_SIZE)
    sequences = groups()
    sets = groups()


class DeclaredByRole(Request):
    """What each of two players declares."""

    elder = One(DeclaredRequest())
    younger = One(DeclaredRequest())


class DealRequest(Request):
    """A deal as it was written down."""

    hands = Keyed(hand(), required=True)
    talon = Pieces(NOTATION, TALON_SIZE, TALON_SIZE)
    # How many may be discarded is the exchange's law, and a fault against it an illegal play.
    discards = Keyed(Pieces(NOTATION, 0, COUNT))
    declared = Keyed(One(DeclaredRequest(), nullable=True))
    plays = Pieces(NOTATION, 0, 2 * TRICKS)


class PointAnswer(Answer):
    """A point."""

    suit = Word(Suit)
    cards = Pieces(NOTATION, 1, SUIT_SIZE)
    count = Whole(1, SUIT_SIZE)
    value = Whole(7, 75)
    points = Whole(1, SUIT_SIZE)


class SequenceAnswer(Answer):
    """A sequence; ``top`` is its highest card's rank."""

    name = Text()
    suit = Word(Suit)
    cards = Pieces(NOTATION, 3, SUIT_SIZE)
    length = Whole(3, SUIT_SIZE)
    top = Word(Rank)
    points = Whole(3)


class SetAnswer(Answer):
    """A trio or quatorze."""

    name = Text()
    rank = Word(Rank)
    cards = Pieces(NOTATION, 3, 4)
    size = Whole(3, 4)
    points = Whole(3, 14)


class DeclarationsAnswer(Answer):
    """All that a hand holds, each list best first."""

    carte_blanche = Boolean()
    point = One(PointAnswer())
    sequences = Many(SequenceAnswer())
    sets = Many(SetAnswer())
    unopposed = Whole()


class EvaluateAnswer(DeclarationsAnswer):
    """What a hand is worth where nothing is held against it."""

    ruleset = One(RulesetRef())
    hand = hand()
    explanation = Explanation()

    class Meta:
        fields = (
            "ruleset",
            "hand",
            "carte_blanche",
            "point",
            "sequences",
            "sets",
            "unopposed",
            "explanation",
        )


class ExpectedAnswer(Answer):
    """Mean unopposed points over every draw."""

    point = Number(0)
    sequence = Number(0)
    set = Number(0)
    total = Number(0)


class ExchangeAnswer(Answer):
    """A discard and what can be expected of the draw."""

    discard = Pieces(NOTATION)
    draw = Whole(0, TALON_SIZE - 1)
    expected = One(ExpectedAnswer())


class ArrangeAnswer(Answer):
    """The best exchanges."""

    ruleset = One(RulesetRef())
    sorted = hand()
    declarations = One(DeclarationsAnswer())
    considered = Whole(1)
    exchanges = Many(ExchangeAnswer())
    by_size = Many(ExchangeAnswer())


RESULT = ("elder", "younger", "answer", "winner", "points")


class ResultAnswer(Answer):
    """Who wins a class; ``points`` are all that the winner scores in it."""

    answer = Word(YoungersAnswer, nullable=True)
    winner = Word(Role, nullable=True)
    points = Whole()


class PointResult(ResultAnswer):
    """The point between two hands."""

    elder = One(PointAnswer(), nullable=True)
    younger = One(PointAnswer(), nullable=True)

    class Meta:
        fields = RESULT


class SequenceResult(ResultAnswer):
    """The sequences between two hands."""

    elder = One(SequenceAnswer(), nullable=True)
    younger = One(SequenceAnswer(), nullable=True)

    class Meta:
        fields = RESULT


class SetResult(ResultAnswer):
    """The sets between two hands."""

    elder = One(SetAnswer(), nullable=True)
    younger = One(SetAnswer(), nullable=True)

    class Meta:
        fields = RESULT


class ClassesAnswer(Answer):
    """The three classes."""

    point = One(PointResult())
    sequence = One(SequenceResult())
    set = One(SetResult())


EVENT = ("player", "reason", "points", "total", "trick")


class ScoredAnswer(Answer):
    """Points; ``total`` is the player's in the deal so far, ``trick`` stands on events of the play."""

    reason = Word(Scored)
    points = Whole(1)
    total = Whole(1)
    trick = Whole(1, TRICKS, sparse=True)


class EventAnswer(ScoredAnswer):
    """Points of a player of a deal."""

    player = Identifier()

    class Meta:
        fields = EVENT


class RoleEventAnswer(ScoredAnswer):
    """Points of elder or younger."""

    player = Word(Role)

    class Meta:
        fields = EVENT


class PointsAnswer(Answer):
    """What both have."""

    elder = Whole()
    younger = Whole()


class CompareAnswer(Answer):
    """Two hands' declarations against each other."""

    ruleset = One(RulesetRef())
    classes = One(ClassesAnswer())
    events = Many(RoleEventAnswer())
    points = One(PointsAnswer())
    leader = Word(Role, nullable=True)
    explanation = Explanation()


class DealAnswer(Answer):
    """A deal scored as far as it goes."""

    dealer = Identifier()
    played_hands = Keyed(hand())
    events = Many(EventAnswer())
    scores = Keyed(Whole())
    tricks = Keyed(Whole(0, TRICKS), nullable=True)
    finished = Boolean()
    explanation = Explanation()


class ShowdownAnswer(Answer):
    """A partie as far as it goes."""

    ruleset = One(RulesetRef())
    deals = Many(DealAnswer(), 1, DEALS)
    totals = Keyed(Whole())
    complete = Boolean()
    winner = Identifier(nullable=True)
    settlement = Whole(nullable=True)
    payouts = Keyed(Whole(), nullable=True)
    explanation = Explanation()


class RulesetAnswer(RulesetBase):
    """A named ruleset with every parameter."""

    parameters = ParametersField(Parameters)

    class Meta:
        fields = ("name", "title", "digest", "parameters", "sources", "decisions")


class RulesetsAnswer(Answer):
    """All named rulesets."""

    rulesets = Many(RulesetAnswer(), 1)


def requests(catalogue: Catalogue[Parameters]) -> dict[str, Request]:
    """The request schemas, which know the game's rulesets, by operation."""

    class EvaluateRequest(Request):
        """A hand to evaluate."""

        ruleset = RulesetField(catalogue, required=True)
        hand = hand(required=True)

    class ArrangeRequest(Request):
        """A hand to exchange cards of."""

        ruleset = RulesetField(catalogue, required=True)
        role = Word(Role, required=True)
        hand = hand(required=True)
        talon = Whole(0, TALON_SIZE)
        limit = Whole(1, MOST_EXCHANGES, load_default=DEFAULT_EXCHANGES)

    class CompareRequest(Request):
        """Two hands to declare against each other."""

        ruleset = RulesetField(catalogue, required=True)
        elder = hand(required=True)
        younger = hand(required=True)
        declared = One(DeclaredByRole())

    class ShowdownRequest(Request):
        """One to six deals; the deal alternates."""

        ruleset = RulesetField(catalogue, required=True)
        players = Each(Identifier(), 2, 2, required=True)
        first_dealer = Identifier(required=True)
        stake = Whole(0, MOST_STAKE)
        deals = Many(DealRequest(), 1, DEALS, required=True)

    return {
        "evaluate": EvaluateRequest(),
        "arrange": ArrangeRequest(),
        "compare": CompareRequest(),
        "showdown": ShowdownRequest(),
    }
