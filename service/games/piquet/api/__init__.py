"""Piquet over HTTP: the only part of the game that sees the web."""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from service.core.rulebook import Rulebook
from service.core.rulesets import load
from service.core.verdict import Phrase
from service.games.piquet import rulebook
from service.games.piquet.api import pictures, views
from service.games.piquet.api.arbitrate import ArbitrateAnswer, arbitrate, arbitrate_request
from service.games.piquet.api.checks import (
    check_arbitrate,
    check_arrange,
    check_compare,
    check_evaluate,
    check_showdown,
)
from service.games.piquet.api.schemas import (
    HAND,
    ArrangeAnswer,
    CompareAnswer,
    EvaluateAnswer,
    RulesetAnswer,
    RulesetsAnswer,
    ShowdownAnswer,
    requests,
)
from service.games.piquet.picture import sprite
from service.games.piquet.rules import Parameters
from service.games.piquet.sentences import RULES, SENTENCES
from service.web.catalogue import (
    catalogue_sentences,
    hand_operation,
    rules_operation,
    ruleset_operations,
    told,
)
from service.web.endpoint import Game, GameOptions, Operation
from service.web.pictures import picture_operation, sprite_operation

DESCRIPTION = "Piquet: point, sequences and sets of twelve cards, exchanges, and the play for tricks."
ROOT = "/v1/piquet"
EXAMPLE = "As,Ks,Qs,Js,Ts,Ah,Kh,Ad,Kd,Ac,9c,8c"


def game(options: GameOptions) -> Game:
    """The game with the built-in and the operator's rulesets; raises RulesetFileError."""
    catalogue = load(Parameters, RULES, files("service.games.piquet") / "rulesets", options.rulesets)
    bodies = requests(catalogue)
    operations = (
        rules_operation("piquet", RULES),
        *ruleset_operations("piquet", catalogue, partial(told, "piquet"), RulesetAnswer(), RulesetsAnswer()),
        hand_operation("piquet", catalogue, HAND, sorted, views.hand, EvaluateAnswer(), EXAMPLE),
        picture_operation("piquet", catalogue, HAND, sorted, pictures.arranged, EXAMPLE),
        sprite_operation(
            "piquet", "cards", "Every card as a symbol of one SVG: cAs and so on, and cback", sprite
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/evaluate",
            name="piquet_evaluate",
            summary="What a hand is worth where nothing is held against it",
            view=views.evaluate,
            request=bodies["evaluate"],
            check=check_evaluate,
            response=EvaluateAnswer(),
            example="pq-eval-00",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/arrange",
            name="piquet_arrange",
            language=None,
            summary="The best exchanges, by exact expectation",
            view=views.arrange,
            request=bodies["arrange"],
            check=check_arrange,
            response=ArrangeAnswer(),
            example="pq-arrange-00",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/compare",
            name="piquet_compare",
            summary="Two hands' declarations against each other",
            view=views.compare,
            request=bodies["compare"],
            check=check_compare,
            response=CompareAnswer(),
            example="pq-compare-00",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/showdown",
            name="piquet_showdown",
            summary="One to six deals, scored card by card",
            view=views.showdown,
            request=bodies["showdown"],
            check=check_showdown,
            response=ShowdownAnswer(),
            example="pq-rule-sink-0",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/arbitrate",
            name="piquet_arbitrate",
            summary="The verdict on one to six disputed deals, replayed from their record",
            view=arbitrate,
            request=arbitrate_request(catalogue),
            check=check_arbitrate,
            response=ArbitrateAnswer(),
            example="pq-arbitrate-overturned",
        ),
    )
    book = Rulebook(
        Phrase("game_piquet"),
        Phrase("game_piquet_about"),
        tuple(RULES),
        catalogue,
        rulebook.words,
        lambda ruleset: rulebook.chapters(ruleset.parameters),
    )
    sentences = {**SENTENCES, **rulebook.SENTENCES, **catalogue_sentences("piquet", catalogue, RULES)}
    return Game("piquet", DESCRIPTION, operations, sentences, rulebook=book)
