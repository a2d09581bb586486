"""Disputes over HTTP: the record of some deals as it is read, judged and answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from service.core.cards import COUNT, NOTATION, cards_of
from service.core.errors import pointer
from service.core.rulesets import Catalogue
from service.core.verdict import Phrase
from service.games.piquet.api.answers import showdown_answer
from service.games.piquet.api.records import ids_of, record_of
from service.games.piquet.api.schemas import (
    MOST_STAKE,
    DealRequest,
    ShowdownAnswer,
    hand,
)
from service.games.piquet.arbitration import Difference, Replay, Step, StepAction, Verdict, judge, replay
from service.games.piquet.deal import upcoming
from service.games.piquet.partie import settle
from service.games.piquet.rules import DEALS, HAND_SIZE, TALON_SIZE, TRICKS, Class, Parameters, YoungersAnswer
from service.web.fields import Boolean, Chips, Each, Identifier, Keyed, Many, One, Text, Title, Whole, Word
from service.web.pieces import Groups, Pieces
from service.web.rulesets import ParametersField, RulesetField, RulesetRef
from service.web.schema import Answer, Member, Refer, Request
from service.web.sealing import SealedAnswer

Document = Mapping[str, Any]


class AnswersRequest(Request):
    """What younger said to elder's claims."""

    point = Word(YoungersAnswer)
    sequence = Word(YoungersAnswer)
    set = Word(YoungersAnswer)


class DisputedDealRequest(DealRequest):
    """A deal as it was written down, with younger's answers."""

    answers = One(AnswersRequest())


class ClaimRequest(Request):
    """What is said to have come out; what is missing is not claimed."""

    scores = Each(Keyed(Chips(nullable=True)), 0, DEALS)
    totals = Keyed(Chips(nullable=True))
    winner = Identifier()
    settlement = Chips()
    payouts = Keyed(Chips(nullable=True))


def arbitrate_request(catalogue: Catalogue[Parameters]) -> Request:
    """The schema of a record, which knows the game's rulesets."""

    class ArbitrateRequest(Request):
        """The record of one to six disputed deals; the deal alternates."""

        ruleset = RulesetField(catalogue, required=True)
        players = Each(Identifier(), 2, 2, required=True)
        first_dealer = Identifier(required=True)
        stake = Whole(0, MOST_STAKE)
        deals = Many(DisputedDealRequest(), 1, DEALS, required=True)
        claim = One(ClaimRequest())

    return ArbitrateRequest()


class StepAnswer(Answer):
    """One step of a deal: all points scored in it, and both totals of the deal after it."""

    step = Whole()
    deal = Whole(0, DEALS - 1)
    player = Identifier()
    action = Word(StepAction)
    cards = Pieces(NOTATION, 0, COUNT)
    points = Whole()
    totals = Keyed(Whole())
    legal = Boolean()


class FindingAnswer(Answer):
    """What was found and by which rule; ``step`` is null where it is not about one step."""

    code = Text()
    step = Whole(nullable=True)
    text = Title()
    to_act = Identifier(sparse=True)
    legal = Pieces(NOTATION, 0, COUNT, sparse=True)


class Value(Member):
    """A number, an id, or null where nothing is due."""

    def describe(self, refer: Refer) -> dict[str, Any]:
        """A scalar."""
        return {"type": ["integer", "string", "null"]}


class DifferenceAnswer(Answer):
    """A value that was claimed to be other than it is; ``path`` is its place in the claim."""

    path = Text()
    claimed = Value()
    due = Value()


class DeclaredRecord(Answer):
    """What a player declares; null is all he holds."""

    carte_blanche = Boolean(nullable=True)
    point = Pieces(NOTATION, 0, HAND_SIZE, nullable=True)
    sequences = Groups(Pieces(NOTATION), nullable=True)
    sets = Groups(Pieces(NOTATION), nullable=True)


class AnswersRecord(Answer):
    """What younger said; null is nothing."""

    point = Word(YoungersAnswer, nullable=True)
    sequence = Word(YoungersAnswer, nullable=True)
    set = Word(YoungersAnswer, nullable=True)


class DealRecord(Answer):
    """A deal as recorded, cards in canonical spelling."""

    hands = Keyed(hand())
    talon = Pieces(NOTATION, TALON_SIZE, TALON_SIZE, nullable=True)
    discards = Keyed(Pieces(NOTATION), nullable=True)
    declared = Keyed(One(DeclaredRecord(), nullable=True), nullable=True)
    plays = Pieces(NOTATION, 0, 2 * TRICKS, nullable=True)
    answers = One(AnswersRecord(), nullable=True)


class ClaimRecord(Answer):
    """What is said to have come out; null is not claimed."""

    scores = Each(Keyed(Chips()), nullable=True)
    totals = Keyed(Chips(), nullable=True)
    winner = Identifier(nullable=True)
    settlement = Chips(nullable=True)
    payouts = Keyed(Chips(), nullable=True)


class RecordAnswer(Answer):
    """The request with every default filled in and the ruleset as its parameters: what is digested."""

    ruleset = ParametersField(Parameters)
    players = Each(Identifier(), 2, 2)
    first_dealer = Identifier()
    stake = Whole(0, MOST_STAKE, nullable=True)
    deals = Many(DealRecord(), 1, DEALS)
    claim = One(ClaimRecord(), nullable=True)


class ArbitrateAnswer(SealedAnswer):
    """The verdict on disputed deals."""

    ruleset = One(RulesetRef())
    verdict = Word(Verdict)
    timeline = Many(StepAnswer())
    findings = Many(FindingAnswer())
    showdown = One(ShowdownAnswer(), nullable=True)
    differences = Many(DifferenceAnswer())
    record = One(RecordAnswer())


def arbitrate(document: Document) -> Document:
    """The verdict on disputed deals."""
    ruleset, players = document["ruleset"], document["players"]
    first_dealer = players.index(document["first_dealer"])
    ids = [ids_of(players, first_dealer, index) for index in range(len(document["deals"]))]
    replayed = replay(
        [
            (record_of(deal, seats), _answers(deal))
            for deal, seats in zip(document["deals"], ids, strict=True)
        ],
        ruleset.parameters,
    )
    results, partie, showdown = replayed.results, None, None
    if results is not None:
        partie = settle(results, first_dealer, ruleset.parameters, document["stake"])
        showdown = showdown_answer(ruleset, players, first_dealer, results, partie)
    verdict, differences = judge(results, partie, document["claim"] or {}, _due(showdown))
    return {
        "ruleset": ruleset,
        "verdict": verdict,
        "timeline": [_step(index, step, ids[step.deal]) for index, step in enumerate(replayed.steps)],
        "findings": [
            *_step_findings(replayed, ids),
            *(_unfinished(document, replayed, ids) if verdict is Verdict.UNFINISHED else ()),
            *map(_difference, differences),
        ],
        "showdown": showdown,
        "differences": [
            {"path": pointer(found.path), "claimed": found.claimed, "due": found.due} for found in differences
        ],
        "record": {**document, "ruleset": asdict(ruleset.parameters), "claim": _claimed(document["claim"])},
    }


def _answers(deal: Document) -> dict[Class, YoungersAnswer]:
    said = deal["answers"] or {}
    return {Class(name): answer for name, answer in said.items() if answer is not None}


def _due(showdown: Document | None) -> dict[str, Any]:
    if showdown is None:
        return {}
    names = ("totals", "winner", "settlement", "payouts")
    return {
        "scores": [deal["scores"] for deal in showdown["deals"]],
        **{name: showdown[name] for name in names},
    }


def _step(index: int, step: Step, ids: Mapping[Any, str]) -> dict[str, Any]:
    return {
        "step": index,
        "deal": step.deal,
        "player": ids[step.player],
        "action": step.action,
        "cards": step.cards,
        "points": step.points,
        "totals": {ids[role]: points for role, points in step.totals},
        "legal": step.legal,
    }


def _step_findings(replayed: Replay, ids: Sequence[Mapping[Any, str]]) -> Iterator[dict[str, Any]]:
    for index, step in enumerate(replayed.steps):
        for reason in step.remarks:
            yield {"code": reason.rule, "step": index, "text": reason.phrase}
        for reason in step.breaks:
            text = Phrase("breaks", {"player": ids[step.deal][step.player], "fault": reason.phrase})
            yield {"code": reason.rule, "step": index, "text": text, "legal": step.open}


def _unfinished(
    document: Document, replayed: Replay, ids: Sequence[Mapping[Any, str]]
) -> Iterator[dict[str, Any]]:
    """Where the record stops, and who is to play; or that all deals sent are finished, but are too few."""
    open_deals = [number for number, result in enumerate(replayed.results or ()) if not result.finished]
    for number in open_deals:
        plays, seats = document["deals"][number]["plays"], ids[number]
        if plays is None:
            yield {"code": "PQ-30", "step": None, "text": Phrase("deal_unplayed", {"deal": number + 1})}
            continue
        assert replayed.results is not None
        turn = upcoming(replayed.results[number].hands, plays)
        text = Phrase("deal_stops", {"deal": number + 1, "player": seats[turn.player]})
        legal = tuple(cards_of(turn.legal))
        yield {"code": "PQ-30", "step": None, "text": text, "to_act": seats[turn.player], "legal": legal}
    if not open_deals:
        yield {"code": "PQ-30", "step": None, "text": Phrase("too_few_deals", {"deals": DEALS})}


def _difference(found: Difference) -> dict[str, Any]:
    due = Phrase("nothing_due") if found.due is None else found.due
    facts = {"place": pointer(found.path), "claimed": found.claimed, "due": due}
    rule = "PQ-20" if found.path[0] == "scores" else "PQ-30"
    return {"code": rule, "step": None, "text": Phrase("claimed_points", facts)}


def _claimed(claim: Document | None) -> Document | None:
    """A claim as it is recorded: who is named with null is not named."""
    if claim is None:
        return None
    named = {
        name: {player: chips for player, chips in said.items() if chips is not None}
        for name, said in claim.items()
        if isinstance(said, dict)
    }
    scores = claim["scores"] and [
        {player: points for player, points in deal.items() if points is not None} for deal in claim["scores"]
    ]
    return {**claim, **named, "scores": scores}
