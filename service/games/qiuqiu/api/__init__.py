"""QiuQiu over HTTP: the only part of the game that sees the web."""

from __future__ import annotations

from importlib.resources import files

from service.core.ranks import Store
from service.core.rulebook import Rulebook
from service.core.rulesets import load
from service.core.tiles import descending
from service.core.verdict import Phrase
from service.games.qiuqiu import rulebook
from service.games.qiuqiu.api import pictures
from service.games.qiuqiu.api.arbitrate import Arbiter, ArbitrateAnswer, arbitrate_request, check_arbitrate
from service.games.qiuqiu.api.checks import (
    check_arrange,
    check_batch,
    check_compare,
    check_evaluate,
    check_showdown,
)
from service.games.qiuqiu.api.odds import OddsAnswer, check_odds, odds_request
from service.games.qiuqiu.api.requests import HAND, requests
from service.games.qiuqiu.api.schemas import (
    ArrangeAnswer,
    BatchAnswer,
    CompareAnswer,
    EvaluateAnswer,
    RanksAnswer,
    RulesetAnswer,
    RulesetsAnswer,
    ShowdownAnswer,
)
from service.games.qiuqiu.api.views import Views
from service.games.qiuqiu.picture import sprite
from service.games.qiuqiu.ranking import hand_table
from service.games.qiuqiu.rules import Parameters
from service.games.qiuqiu.sentences import RULES, SENTENCES
from service.web.catalogue import (
    NAME,
    catalogue_sentences,
    hand_operation,
    rules_operation,
    ruleset_operations,
)
from service.web.endpoint import JSON, Game, GameOptions, Operation
from service.web.pictures import picture_operation, sprite_operation

DESCRIPTION = "QiuQiu, Indonesian domino poker: four tiles make two pairs, and nine is best."
ROOT = "/v1/qiuqiu"
CSV = "text/csv"
BINARY = "application/octet-stream"
EXAMPLE = "6-6,6-2,5-2,3-3"


def game(options: GameOptions) -> Game:
    """The game with the built-in and the operator's rulesets; raises RulesetFileError."""
    catalogue = load(Parameters, RULES, files("service.games.qiuqiu") / "rulesets", options.rulesets)
    pinned = [ruleset.parameters.hand_rules for ruleset in catalogue.named.values()]
    tables = Store(hand_table, pinned, options.inline_rulesets)
    views = Views(catalogue, tables)
    bodies = requests(catalogue, options.batch_hands)
    operations = (
        rules_operation("qiuqiu", RULES),
        *ruleset_operations("qiuqiu", catalogue, views.ruleset, RulesetAnswer(), RulesetsAnswer()),
        Operation(
            method="GET",
            path=f"{ROOT}/rulesets/{{name}}/ranks",
            name="qiuqiu_ranks",
            language=None,
            summary="The rank of every hand: JSON, CSV, or raw little-endian uint16",
            view=views.ranks,
            response=RanksAnswer(),
            parameters=NAME,
            problems=("unknown_ruleset",),
            cache=True,
            media=(JSON, CSV, BINARY),
            example=f"{ROOT}/rulesets/pagat/ranks",
        ),
        hand_operation("qiuqiu", catalogue, HAND, descending, views.hand, EvaluateAnswer(), EXAMPLE),
        picture_operation(
            "qiuqiu", catalogue, HAND, descending, views.picture, EXAMPLE, as_given=pictures.as_given
        ),
        sprite_operation(
            "qiuqiu", "tiles", "Every tile as a symbol of one SVG: t6-2 and so on, and tback", sprite
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/evaluate",
            name="qiuqiu_evaluate",
            summary="What a hand is worth",
            view=views.evaluate,
            request=bodies["evaluate"],
            check=check_evaluate,
            response=EvaluateAnswer(),
            example="qq-eval-source-00",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/evaluate/batch",
            name="qiuqiu_evaluate_batch",
            language=None,
            summary="The ranks of many hands, as columns",
            view=views.batch,
            request=bodies["batch"],
            check=check_batch,
            size=lambda document: len(document["hands"]),
            response=BatchAnswer(),
            example="qq-eval-batch",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/arrange",
            name="qiuqiu_arrange",
            summary="Every arrangement of a hand and what it can win",
            view=views.arrange,
            request=bodies["arrange"],
            check=check_arrange,
            response=ArrangeAnswer(),
            example="qq-arrange-source-000",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/compare",
            name="qiuqiu_compare",
            summary="Which of two to six hands wins, and why",
            view=views.compare,
            request=bodies["compare"],
            check=check_compare,
            response=CompareAnswer(),
            example="qq-compare-pagat-split-06",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/showdown",
            name="qiuqiu_showdown",
            summary="Who gets which chips",
            view=views.showdown,
            request=bodies["showdown"],
            check=check_showdown,
            response=ShowdownAnswer(),
            example="qq-pot-split-halves",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/arbitrate",
            name="qiuqiu_arbitrate",
            summary="The verdict on a disputed deal, replayed from its record",
            view=Arbiter(tables).arbitrate,
            request=arbitrate_request(catalogue),
            check=check_arbitrate,
            response=ArbitrateAnswer(),
            example="qq-arbitrate-02",
        ),
        Operation(
            method="POST",
            path=f"{ROOT}/odds",
            name="qiuqiu_odds",
            summary="What two to four tiles can expect against one to five opponents",
            view=views.odds,
            request=odds_request(catalogue),
            check=check_odds,
            response=OddsAnswer(),
            example="qq-odds-00",
        ),
    )
    book = Rulebook(
        Phrase("game_qiuqiu"),
        Phrase("game_qiuqiu_about"),
        tuple(RULES),
        catalogue,
        rulebook.words,
        lambda ruleset: rulebook.chapters(tables(ruleset.parameters.hand_rules)),
    )
    sentences = {**SENTENCES, **rulebook.SENTENCES, **catalogue_sentences("qiuqiu", catalogue, RULES)}
    return Game("qiuqiu", DESCRIPTION, operations, sentences, tables.usage, book)
