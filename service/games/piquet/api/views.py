"""The views of Piquet's operations: pick the ruleset, call the core, give its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.core.cards import mask
from service.core.rulesets import Ruleset
from service.games.piquet.api import answers
from service.games.piquet.api.checks import YOUNGER_TALON
from service.games.piquet.api.records import declared_of, ids_of, record_of
from service.games.piquet.combinations import holding
from service.games.piquet.deal import score
from service.games.piquet.declarations import claim, contest, declare
from service.games.piquet.exchange import exchanges
from service.games.piquet.partie import settle
from service.games.piquet.reasons import ROLES, explain_declarations
from service.games.piquet.rules import TALON_SIZE, Parameters, Role
from service.games.piquet.score import Score

Document = Mapping[str, Any]

DEFAULT_TALON = {Role.ELDER: TALON_SIZE, Role.YOUNGER: YOUNGER_TALON[0]}


def hand(ruleset: Ruleset[Parameters], cards: Sequence[int]) -> Document:
    """What a hand is worth."""
    return answers.evaluate_answer(ruleset, cards, holding(mask(cards), ruleset.parameters))


def evaluate(document: Document) -> Document:
    """What a hand is worth."""
    return hand(document["ruleset"], document["hand"])


def arrange(document: Document) -> Document:
    """The best exchanges."""
    ruleset, dealt, role = document["ruleset"], document["hand"], document["role"]
    talon = DEFAULT_TALON[role] if document["talon"] is None else document["talon"]
    found = exchanges(mask(dealt), role, talon, ruleset.parameters)
    held = holding(mask(dealt), ruleset.parameters)
    return answers.arrange_answer(ruleset, dealt, held, found, document["limit"])


def compare(document: Document) -> Document:
    """Two hands' declarations against each other."""
    ruleset, declared = document["ruleset"], document["declared"] or {}
    hands = {role: mask(document[role]) for role in Role}
    claims = {
        role: claim(held, held, declared_of(declared.get(role)), ruleset.parameters)
        for role, held in hands.items()
    }
    classes, log = contest(claims, ruleset.parameters), Score()
    declare(claims, classes, log)
    held = {role: holding(hand, ruleset.parameters) for role, hand in hands.items()}
    reasons = explain_declarations(claims, held, classes, ruleset.parameters, ROLES)
    return answers.compare_answer(ruleset, classes, log, reasons)


def showdown(document: Document) -> Document:
    """One to six deals."""
    ruleset, players = document["ruleset"], document["players"]
    first_dealer = players.index(document["first_dealer"])
    results = [
        score(record_of(deal, ids_of(players, first_dealer, index)), ruleset.parameters)
        for index, deal in enumerate(document["deals"])
    ]
    partie = settle(results, first_dealer, ruleset.parameters, document["stake"])
    return answers.showdown_answer(ruleset, players, first_dealer, results, partie)
