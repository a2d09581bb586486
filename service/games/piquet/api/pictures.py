"""The picture of a hand: its cards, sorted, and what they make, in the language of the request."""

from __future__ import annotations

from collections.abc import Sequence

from service.core.cards import NAMES, mask
from service.core.rulesets import Ruleset
from service.games.piquet.combinations import CARTE_BLANCHE, Combination, Point, holding, unopposed
from service.games.piquet.picture import Mark, draw
from service.games.piquet.reasons import called, explain_holding
from service.games.piquet.rules import Parameters
from service.web.language import phrase, text, words


def arranged(ruleset: Ruleset[Parameters], hand: Sequence[int]) -> str:
    """Sorted cards: the sets marked above them, under them the point, the sequences and carte blanche."""
    parameters = ruleset.parameters
    held = holding(mask(hand), parameters)
    every = parameters.secondary_combinations
    sets = [_mark(found, every or not place) for place, found in enumerate(held.sets)]
    sequences = [_mark(found, every or not place) for place, found in enumerate(held.sequences)]
    point = [_mark(held.point)] if held.point else []
    blanche = [Mark(tuple(hand), text("mark_carte_blanche", {"points": CARTE_BLANCHE}))]
    below = [row for row in (sequences, point, blanche if held.carte_blanche else []) if row]
    reasons = [phrase(reason.phrase) for reason in explain_holding(held, parameters)]
    cards = text("picture_cards_are", {"cards": tuple(NAMES[card] for card in hand)})
    title = text("picture_cards", {"points": unopposed(held, parameters)})
    # The best set is the outermost row, as the first one that a reader comes to.
    above = [[mark] for mark in reversed(sets)]
    return draw(hand, above, below, words(title, " ".join([cards, *reasons])))


def _mark(combination: Combination, counts: bool = True) -> Mark:
    if isinstance(combination, Point):
        return Mark(combination.cards, text("mark_point", {"points": combination.points}))
    facts = {"name": called(combination), "points": combination.points}
    return Mark(combination.cards, text("mark_combination" if counts else "mark_unscored", facts), counts)
