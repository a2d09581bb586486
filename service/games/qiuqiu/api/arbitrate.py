"""Disputes over HTTP: the record as it is read, checked, judged and answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from service.core.errors import Code, Fault, Path
from service.core.pots import BASIS_POINTS, MAX_CHIPS, Rake
from service.core.ranks import Store
from service.core.rulesets import Catalogue, Ruleset
from service.core.tiles import NOTATION
from service.core.verdict import Phrase
from service.games.qiuqiu.api.answers import showdown_answer
from service.games.qiuqiu.api.checks import (
    Document,
    arranged,
    hand_faults,
    id_faults,
    listed,
    stranger_faults,
)
from service.games.qiuqiu.api.requests import SEATS, ArrangementField, RakeRequest
from service.games.qiuqiu.api.schemas import ShowdownAnswer
from service.games.qiuqiu.arbitration import (
    Judgement,
    Record,
    Verdict,
    hands_needed,
    judge,
    play,
    possible_sizes,
)
from service.games.qiuqiu.arrangement import declared_arrangement
from service.games.qiuqiu.betting import Act, Action, Limit, Option
from service.games.qiuqiu.evaluation import Evaluation, evaluate
from service.games.qiuqiu.ranking import HandTable
from service.games.qiuqiu.rules import HAND_SIZE, HandRules, Parameters
from service.web.fields import Boolean, Chips, Identifier, Keyed, Many, One, Text, Title, Whole, Word
from service.web.pieces import Groups, Pieces
from service.web.rulesets import ParametersField, RulesetField, RulesetRef
from service.web.schema import Answer, Request
from service.web.sealing import SealedAnswer

MOST_ROUNDS = HAND_SIZE
MOST_ACTIONS = 2_000
WITH_AMOUNT = (Action.BET, Action.RAISE)


class LimitRequest(Request):
    """What a bet or raise of a round adds; no ``max`` is no limit."""

    min = Chips(1, required=True)
    max = Chips(1)


class StackRequest(Request):
    """A player of a disputed deal; ``stack`` is before the ante, ``hand`` in the order dealt."""

    id = Identifier(required=True)
    stack = Chips(1, required=True)
    hand = Pieces(NOTATION, 1, HAND_SIZE)
    arrangement = ArrangementField()


class ActionRequest(Request):
    """An action; ``to`` is the player's total for the round, with bet and raise only."""

    player = Identifier(required=True)
    action = Word(Action, required=True)
    to = Chips()


class ClaimRequest(Request):
    """What each player is said to get back in all; 0 where not named."""

    payouts = Keyed(Chips(nullable=True), required=True)


def arbitrate_request(catalogue: Catalogue[Parameters]) -> Request:
    """The schema of a record, which knows the game's rulesets."""

    class ArbitrateRequest(Request):
        """The record of a disputed deal; players in clockwise order."""

        ruleset = RulesetField(catalogue, required=True)
        dealer = Identifier(required=True)
        ante = Chips(required=True)
        limits = Many(LimitRequest(), 0, MOST_ROUNDS, required=True)
        rake = One(RakeRequest())
        players = Many(StackRequest(), *SEATS, required=True)
        actions = Many(ActionRequest(), 0, MOST_ACTIONS, required=True)
        claim = One(ClaimRequest())

    return ArbitrateRequest()


class OptionAnswer(Answer):
    """An action that is legal; bet and raise with the range of ``to``."""

    action = Word(Action)
    min = Chips(sparse=True)
    max = Chips(sparse=True)


class EntryAnswer(Answer):
    """An action replayed: what it put in, and all chips in after it."""

    step = Whole()
    round = Whole(0, MOST_ROUNDS)
    player = Identifier()
    action = Word(Action)
    to = Chips(nullable=True)
    put_in = Chips()
    pot = Chips()
    legal = Boolean()


class FindingAnswer(Answer):
    """What was found and by which rule; ``step`` is null where it is not about one action."""

    code = Text()
    step = Whole(nullable=True)
    text = Title()
    to_act = Identifier(sparse=True)
    legal = Many(OptionAnswer(), sparse=True)


class DifferenceAnswer(Answer):
    """A payout that was claimed to be other than it is."""

    id = Identifier()
    claimed = Chips()
    due = Chips()


class LimitRecord(Answer):
    """The limits of a round; ``max`` null is no limit."""

    min = Chips(1)
    max = Chips(1, nullable=True)


class RakeRecord(Answer):
    """What the house takes (POT-6)."""

    basis_points = Whole(0, BASIS_POINTS)
    cap = Chips(nullable=True)
    no_contest_no_rake = Boolean()


class PlayerRecord(Answer):
    """A player as recorded, tiles in canonical spelling."""

    id = Identifier()
    stack = Chips(1)
    hand = Pieces(NOTATION, 1, HAND_SIZE, nullable=True)
    arrangement = Groups(Pieces(NOTATION), 2, 2, nullable=True)


class ActionRecord(Answer):
    """An action as recorded."""

    player = Identifier()
    action = Word(Action)
    to = Chips(nullable=True)


class ClaimRecord(Answer):
    """What each player is said to get back, everybody named."""

    payouts = Keyed(Chips())


class RecordAnswer(Answer):
    """The request with every default filled in and the ruleset as its parameters: what is digested."""

    ruleset = ParametersField(Parameters)
    dealer = Identifier()
    ante = Chips()
    limits = Many(LimitRecord(), 0, MOST_ROUNDS)
    rake = One(RakeRecord(), nullable=True)
    players = Many(PlayerRecord(), *SEATS)
    actions = Many(ActionRecord())
    claim = One(ClaimRecord(), nullable=True)


class ArbitrateAnswer(SealedAnswer):
    """The verdict on a disputed deal."""

    ruleset = One(RulesetRef())
    verdict = Word(Verdict)
    timeline = Many(EntryAnswer())
    findings = Many(FindingAnswer())
    to_act = Identifier(nullable=True)
    legal = Many(OptionAnswer())
    showdown = One(ShowdownAnswer(), nullable=True)
    differences = Many(DifferenceAnswer())
    record = One(RecordAnswer())


def check_arbitrate(document: Document) -> Iterable[Fault]:
    """A record that can be judged: its people, its amounts, and the hands that its end needs (POT-7)."""
    holders = listed("players", document.get("players"))
    actions = listed("actions", document.get("actions"))
    payouts = (document.get("claim") or {}).get("payouts") or {}
    named: list[tuple[Path, str | None]] = [(("dealer",), document.get("dealer"))]
    named += [((*path, "player"), action.get("player")) for path, action in actions]
    of_the_play = [
        *_limit_faults(document),
        *stranger_faults(holders, named),
        *id_faults(holders),
        *_amount_faults(actions),
        *_stack_faults(holders),
    ]
    shown = [] if of_the_play or not _playable(document) else [*_shown_faults(document)]
    missing = {fault.path for fault in shown if fault.code is Code.MISSING_HAND}
    yield from of_the_play
    yield from stranger_faults(holders, [(("claim", "payouts", name), name) for name in payouts])
    yield from arranged(hand_faults(document, holders), missing)
    yield from shown


def _playable(document: Document) -> bool:
    """Whether all that the betting rests on could be read, whatever else is wrong."""

    def whole(name: str, *members: str, optional: str = "") -> bool:
        entries = document.get(name)
        return entries is not None and all(
            all(entry.get(member) is not None for member in members) and (not optional or optional in entry)
            for entry in entries
        )

    least, most = SEATS
    return (
        all(document.get(name) is not None for name in ("ruleset", "dealer", "ante"))
        and whole("limits", "min", optional="max")
        and whole("players", "id", "stack")
        and whole("actions", "player", "action", optional="to")
        and least <= len(document["players"]) <= most
    )


def _limit_faults(document: Document) -> Iterator[Fault]:
    limits, ruleset = document.get("limits"), document.get("ruleset")
    if limits is not None and ruleset is not None:
        rounds = sum(step.bet for step in ruleset.parameters.deal)
        # That there are more than any ruleset has is told by the field.
        if len(limits) != rounds and len(limits) <= MOST_ROUNDS:
            facts = {"rounds": rounds, "found": len(limits)}
            yield Fault(Code.WRONG_COUNT, "limits_count", ("limits",), facts)
    for index, limit in enumerate(limits or ()):
        least, most = limit.get("min"), limit.get("max")
        if least is not None and most is not None and most < least:
            yield Fault(Code.OUT_OF_RANGE, "limit_reversed", ("limits", index, "max"), {"minimum": least})


def _amount_faults(actions: Iterable[tuple[Path, Document]]) -> Iterator[Fault]:
    for path, action in actions:
        word = action.get("action")
        # A member that is absent here was sent, and could not be read.
        amount = action.get("to", "unreadable")
        if word in WITH_AMOUNT and amount is None:
            yield Fault(Code.REQUIRED, "amount_needed", (*path, "to"))
        if word is not None and word not in WITH_AMOUNT and amount is not None:
            yield Fault(Code.UNKNOWN_FIELD, "amount_unneeded", (*path, "to"))


def _stack_faults(holders: Sequence[tuple[Path, Document]]) -> Iterator[Fault]:
    if sum(player.get("stack") or 0 for _, player in holders) > MAX_CHIPS:
        yield Fault(Code.OUT_OF_RANGE, "too_many_stacked", ("players",), {"maximum": MAX_CHIPS})


def _shown_faults(document: Document) -> Iterator[Fault]:
    deal = document["ruleset"].parameters.deal
    replayed = play(document["ruleset"].parameters, record_of(document))
    needed = hands_needed(replayed)
    if replayed.stop is None and not any(replayed.contributed):
        yield Fault(Code.OUT_OF_RANGE, "nothing_in", ("players",))
    for seat, player in enumerate(document["players"]):
        if "hand" not in player:
            continue  # it was sent, and could not be read
        hand, sizes = player["hand"], possible_sizes(deal, replayed, seat)
        if hand is None and seat in needed:
            yield Fault(Code.MISSING_HAND, "missing_hand", ("players", seat, "hand"))
        # That a hand is empty, or larger than any, is told by its field.
        if hand is not None and len(hand) not in sizes and 0 < len(hand) <= HAND_SIZE:
            facts = {"sizes": ", ".join(map(str, sorted(sizes))), "found": len(hand)}
            yield Fault(Code.WRONG_COUNT, "not_as_dealt", ("players", seat, "hand"), facts)


def record_of(document: Document) -> Record:
    """The betting that a document records."""
    ids = [player["id"] for player in document["players"]]
    return Record(
        ids.index(document["dealer"]),
        document["ante"],
        tuple(Limit(limit["min"], limit["max"]) for limit in document["limits"]),
        tuple(player["stack"] for player in document["players"]),
        tuple(Act(ids.index(act["player"]), act["action"], act["to"]) for act in document["actions"]),
    )


class Arbiter:
    """The view over one store of rank tables."""

    def __init__(self, tables: Store[HandRules, HandTable]) -> None:
        self._tables = tables

    def arbitrate(self, document: Document) -> Document:
        """The verdict on a disputed deal."""
        ruleset, claim = document["ruleset"], document["claim"]
        ids = [player["id"] for player in document["players"]]
        shown = [self._shown(ruleset.parameters, player) for player in document["players"]]
        rake = Rake(**document["rake"]) if document["rake"] else None
        payouts = claim and {ids.index(name): chips or 0 for name, chips in claim["payouts"].items()}
        judgement = judge(ruleset.parameters, record_of(document), ids, shown, rake, payouts)
        return {**_answer(ruleset, ids, judgement), "record": _record(document)}

    def _shown(self, rules: Parameters, player: Document) -> Evaluation | None:
        hand, groups = player["hand"], player["arrangement"]
        if hand is None or len(hand) < HAND_SIZE:
            return None
        declared = groups and declared_arrangement(hand, groups, rules.hui, rules.three_doubles)
        return evaluate(self._tables(rules.hand_rules), hand, declared)


def _answer(ruleset: Ruleset[Parameters], ids: Sequence[str], judgement: Judgement) -> dict[str, Any]:
    showdown, stop = judgement.showdown, judgement.replay.stop
    open_to = stop if judgement.verdict is Verdict.UNFINISHED else None
    return {
        "ruleset": ruleset,
        "verdict": judgement.verdict,
        "timeline": [
            {
                "step": entry.step,
                "round": entry.round,
                "player": ids[entry.player],
                "action": entry.action,
                "to": entry.to,
                "put_in": entry.put_in,
                "pot": entry.pot,
                "legal": entry.legal,
            }
            for entry in judgement.replay.timeline
        ],
        "findings": list(_findings(ids, judgement)),
        "to_act": None if open_to is None or open_to.to_act is None else ids[open_to.to_act],
        "legal": [] if open_to is None else _options(open_to.options),
        "showdown": showdown and showdown_answer(ruleset, showdown),
        "differences": [
            {"id": ids[found.player], "claimed": found.claimed, "due": found.due}
            for found in judgement.differences
        ],
    }


def _findings(ids: Sequence[str], judgement: Judgement) -> Iterator[dict[str, Any]]:
    stop = judgement.replay.stop
    if stop is not None:
        facts = {**stop.reason.phrase.facts, "step": stop.step}
        if stop.to_act is not None:
            facts["player"] = ids[stop.to_act]
        text = Phrase(stop.reason.phrase.message, facts)
        yield {
            "code": stop.reason.rule,
            "step": stop.step,
            "text": text,
            "to_act": facts.get("player"),
            "legal": _options(stop.options),
        }
    for found in judgement.differences:
        facts = {"id": ids[found.player], "claimed": found.claimed, "due": found.due}
        yield {"code": "POT-1", "step": None, "text": Phrase("claimed_other", facts)}


def _options(options: Sequence[Option]) -> list[dict[str, Any]]:
    return [
        {"action": option.action}
        if option.minimum is None
        else {"action": option.action, "min": option.minimum, "max": option.maximum}
        for option in options
    ]


def _record(document: Document) -> dict[str, Any]:
    """What the record's schema writes: the document, its ruleset's parameters, and a claim for everybody."""
    claim = document["claim"]
    payouts = claim and {
        player["id"]: claim["payouts"].get(player["id"]) or 0 for player in document["players"]
    }
    return {
        **document,
        "ruleset": asdict(document["ruleset"].parameters),
        "claim": claim and {"payouts": payouts},
    }
