"""The views of QiuQiu's operations: pick the ruleset, call the core, give its answer."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from flask import Response

from service.core.pots import Rake
from service.core.ranks import Store
from service.core.rulesets import Catalogue, Ruleset
from service.core.tiles import NAMES
from service.games.qiuqiu.api import answers, pictures
from service.games.qiuqiu.api.odds import odds_answer
from service.games.qiuqiu.arrangement import Hand, declared_arrangement
from service.games.qiuqiu.batch import columns
from service.games.qiuqiu.evaluation import Evaluation, evaluate
from service.games.qiuqiu.odds import odds
from service.games.qiuqiu.plays import play_against, play_random
from service.games.qiuqiu.ranking import HANDS, HandTable
from service.games.qiuqiu.rules import HandRules, Parameters
from service.games.qiuqiu.showdown import Seat, decide, settle
from service.web.catalogue import find

Document = Mapping[str, Any]


class Views:
    """The views over one catalogue of rulesets and one store of their tables."""

    def __init__(self, catalogue: Catalogue[Parameters], tables: Store[HandRules, HandTable]) -> None:
        self._catalogue = catalogue
        self._tables = tables

    def ruleset(self, ruleset: Ruleset[Parameters]) -> Document:
        """A named ruleset."""
        return answers.ruleset_answer(ruleset, self._table(ruleset))

    def hand(self, ruleset: Ruleset[Parameters], tiles: Hand) -> Document:
        """What an undeclared hand is worth."""
        return answers.evaluate_answer(ruleset, evaluate(self._table(ruleset), tiles))

    def picture(self, ruleset: Ruleset[Parameters], tiles: Hand) -> str:
        """An undeclared hand as a picture."""
        table = self._table(ruleset)
        return pictures.arranged(table.rules, evaluate(table, tiles))

    def ranks(self, name: str, media: str) -> Document | Response:
        """The rank table in the type that the client prefers."""
        ruleset = find(self._catalogue, name)
        table = self._table(ruleset)
        if media == "text/csv":
            return Response(_csv(table), content_type="text/csv; charset=utf-8; header=present")
        if media == "application/octet-stream":
            return Response(table.order.ranks.astype("<u2").tobytes(), content_type=media)
        return {
            "ruleset": ruleset,
            "count": len(HANDS),
            "ranks": len(table.order),
            "tiles": range(len(NAMES)),
            "rank": table.order.ranks,
        }

    def evaluate(self, document: Document) -> Document:
        """What a hand is worth."""
        ruleset = document["ruleset"]
        return answers.evaluate_answer(ruleset, self._evaluate(ruleset, document))

    def batch(self, document: Document) -> Document:
        """The ranks of many hands."""
        ruleset, hands = document["ruleset"], document["hands"]
        return {"ruleset": ruleset, "count": len(hands), **columns(self._table(ruleset), hands)}

    def arrange(self, document: Document) -> Document:
        """Every arrangement and what it can win."""
        ruleset, hand = document["ruleset"], document["hand"]
        table, against = self._table(ruleset), document["against"]
        if against is not None:
            others = [self._evaluate(ruleset, other) for other in against]
            plays = play_against(ruleset.parameters, table, hand, others)
            return answers.arrange_answer(ruleset, plays, answers.SHARE)
        opponents, seed = document["opponents"] or 1, document["seed"] or 0
        plays = play_random(ruleset.parameters, table, hand, opponents, seed)
        answer = answers.arrange_answer(ruleset, plays, answers.EXPECTED_SHARE)
        told = {"opponents": opponents, "method": plays.method, "trials": plays.trials}
        return {**answer, **told, "seed": seed}

    def compare(self, document: Document) -> Document:
        """Which hand wins."""
        ruleset = document["ruleset"]
        ids = [entry["id"] for entry in document["hands"]]
        hands = [self._evaluate(ruleset, entry) for entry in document["hands"]]
        return answers.compare_answer(ruleset, ids, hands, decide(ruleset.parameters, hands))

    def showdown(self, document: Document) -> Document:
        """Who gets which chips."""
        ruleset, rake = document["ruleset"], document["rake"]
        seats = [self._seat(ruleset, player) for player in document["players"]]
        dealer = [seat.id for seat in seats].index(document["dealer"])
        settled = settle(ruleset.parameters, seats, dealer, Rake(**rake) if rake else None)
        return answers.showdown_answer(ruleset, settled)

    def odds(self, document: Document) -> Document:
        """What a hand can expect."""
        ruleset, opponents, seed = document["ruleset"], document["opponents"], document["seed"] or 0
        dead, known = document["dead"] or (), document["known"] or ()
        found = odds(ruleset.parameters, self._table(ruleset), document["hand"], opponents, dead, known, seed)
        return {**odds_answer(ruleset, found), "opponents": opponents, "seed": seed}

    def _seat(self, ruleset: Ruleset[Parameters], player: Document) -> Seat:
        shown = None if player["hand"] is None else self._evaluate(ruleset, player)
        return Seat(player["id"], player["contributed"], player["folded"], shown)

    def _table(self, ruleset: Ruleset[Parameters]) -> HandTable:
        return self._tables(ruleset.parameters.hand_rules)

    def _evaluate(self, ruleset: Ruleset[Parameters], holder: Document) -> Evaluation:
        rules, hand, groups = ruleset.parameters, holder["hand"], holder["arrangement"]
        if groups is None:
            return evaluate(self._table(ruleset), hand)
        declared = declared_arrangement(hand, groups, rules.hui, rules.three_doubles)
        return evaluate(self._table(ruleset), hand, declared)


def _csv(table: HandTable) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("index", "hand", "category", "rank"))
    categories = [table.rules.ranking[place] for place in table.category.tolist()]
    rows = zip(HANDS.tolist(), categories, table.order.ranks.tolist(), strict=True)
    for index, (hand, category, rank) in enumerate(rows):
        writer.writerow((index, " ".join(NAMES[tile] for tile in hand), category, rank))
    return text.getvalue()
