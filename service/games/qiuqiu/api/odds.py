"""Odds over HTTP: the bodies, the faults that no single field can see, and the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from service.core.deal import duplicates
from service.core.errors import Code, Fault, Path
from service.core.rulesets import Catalogue, Ruleset
from service.core.tiles import COUNT
from service.core.tiles import NOTATION as TILES
from service.games.qiuqiu.api.requests import OPPONENTS
from service.games.qiuqiu.odds import Draw, Odds
from service.games.qiuqiu.reasons import title
from service.games.qiuqiu.rules import HAND_SIZE, Category, Method, Parameters
from service.web.fields import Many, Number, One, Title, Whole, Word
from service.web.pieces import Groups, Piece, Pieces
from service.web.rulesets import RulesetField, RulesetRef
from service.web.schema import Answer, Request

FEWEST_TILES = 2
"""Of the hand whose odds are asked."""


class DrawAnswer(Answer):
    """A tile that may complete three others, and what the hand is then."""

    tile = Piece(TILES)
    probability = Number(0, 1)
    category = Word(Category)
    title = Title()
    rank = Whole(1)


class OddsAnswer(Answer):
    """How likely a hand takes all of the pot, a part of it or nothing, and its mean share, the equity."""

    ruleset = One(RulesetRef())
    opponents = Whole(*OPPONENTS)
    win = Number(0, 1)
    tie = Number(0, 1)
    lose = Number(0, 1)
    equity = Number(0, 1)
    method = Word(Method)
    trials = Whole(1)
    standard_error = Number(0)
    seed = Whole()
    draws = Many(DrawAnswer(), 1, nullable=True)


def odds_request(catalogue: Catalogue[Parameters]) -> Request:
    """The request schema, which knows the game's rulesets."""

    class OddsRequest(Request):
        """A hand, or part of one, and opponents of whom some tiles may be known."""

        ruleset = RulesetField(catalogue, required=True)
        hand = Pieces(TILES, FEWEST_TILES, HAND_SIZE, required=True)
        opponents = Whole(*OPPONENTS, required=True)
        dead = Pieces(TILES, 0, COUNT)
        known = Groups(Pieces(TILES, 0, HAND_SIZE), 0, OPPONENTS[1])
        seed = Whole()

    return OddsRequest()


def check_odds(document: Mapping[str, Any]) -> Iterable[Fault]:
    """Tiles in two places (QQ-3), more known hands than opponents, too few tiles for them all.

    Gets the document as far as it could be read, as the checks of the other operations do.
    """
    opponents = document.get("opponents")
    hand, dead, known = (document.get(name) or () for name in ("hand", "dead", "known"))
    # More than can sit at a table have been found already.
    if opponents is not None and opponents < len(known) <= OPPONENTS[1]:
        facts = {"found": len(known), "opponents": opponents}
        yield Fault(Code.WRONG_COUNT, "known_hands", ("known",), facts)
    groups: list[tuple[Path, Iterable[int | None]]] = [(("hand",), hand), (("dead",), dead)]
    groups += [(("known", index), tiles) for index, tiles in enumerate(known)]
    places = [((*path, index), tile) for path, tiles in groups for index, tile in enumerate(tiles)]
    yield from duplicates([(path, tile) for path, tile in places if tile is not None], TILES)
    if opponents is not None:
        # A tile of a hand, known or not, takes one of its four places, so only dead ones make tiles scarce.
        left = COUNT - len({*dead} - {None, *hand, *(tile for tiles in known for tile in tiles)})
        needed = HAND_SIZE * (1 + opponents)
        if left < needed:
            yield Fault(Code.OUT_OF_RANGE, "too_few_tiles", ("opponents",), {"needed": needed, "left": left})


def odds_answer(ruleset: Ruleset[Parameters], odds: Odds) -> dict[str, Any]:
    """The answer of odds, without the opponents and the seed that were asked for."""
    tally = odds.tally
    return {
        "ruleset": ruleset,
        "win": tally.win / tally.trials,
        "tie": tally.tie / tally.trials,
        "lose": tally.lose / tally.trials,
        "equity": float(tally.share),
        "method": odds.method,
        "trials": tally.trials,
        "standard_error": odds.standard_error,
        "draws": None if odds.draws is None else [_draw(draw) for draw in odds.draws],
    }


def _draw(draw: Draw) -> dict[str, Any]:
    return {
        "tile": draw.tile,
        "probability": draw.probability,
        "category": draw.evaluation.category,
        "title": title(draw.evaluation),
        "rank": draw.evaluation.rank,
    }
