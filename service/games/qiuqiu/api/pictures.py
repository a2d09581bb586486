"""The picture of a hand: its groups as arranged, with what they are worth, in the language of the request."""

from __future__ import annotations

from service.core.tiles import NAMES
from service.games.qiuqiu.arrangement import Group, Hand
from service.games.qiuqiu.evaluation import Evaluation
from service.games.qiuqiu.picture import Laid, draw
from service.games.qiuqiu.reasons import explain_hand, title
from service.games.qiuqiu.rules import HandRules
from service.web.language import phrase, text, words


def arranged(rules: HandRules, evaluation: Evaluation) -> str:
    """An undeclared hand as it is best arranged; one that needs no groups with what it is called."""
    arrangement, called = evaluation.arrangement, phrase(title(evaluation))
    if arrangement is None:
        groups = [Laid(evaluation.hand, called)]
    else:
        groups = [_laid(arrangement.high), _laid(arrangement.low)]
    reasons = [phrase(reason.phrase) for reason in explain_hand(rules, evaluation)]
    description = " ".join([_tiles(evaluation.hand), *reasons])
    return draw(groups, words(text("picture_hand", {"title": called}), description))


def as_given(hand: Hand) -> str:
    """The tiles in the order given, and no judgement."""
    return draw([Laid(hand)], words(text("picture_tiles", {}), _tiles(hand)))


def _laid(group: Group) -> Laid:
    counts = tuple((tile, _number(count)) for tile, count in group.counts)
    return Laid(group.tiles, _number(group.value), counts)


def _number(value: int) -> str:
    return text("picture_number", {"number": value})


def _tiles(hand: Hand) -> str:
    return text("picture_tiles_are", {"tiles": tuple(NAMES[tile] for tile in hand)})
