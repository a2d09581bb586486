"""What the rulebook shows of a ruleset of Piquet: its parameters in words, and what everything scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from service.core.cards import COUNT, NAMES, RANKS, SUIT_SIZE, cards_of, mask, rank_of
from service.core.rulebook import Chapter, Entry, Example
from service.core.verdict import Phrase, Sentence
from service.games.piquet.combinations import (
    CARTE_BLANCHE,
    SET_POINTS,
    SET_RANKS,
    SHORTEST_SEQUENCE,
    Run,
    Set,
    holding,
    is_carte_blanche,
    sequence_points,
    unopposed,
)
from service.games.piquet.deal import CAPOT, MOST_TRICKS
from service.games.piquet.partie import RUBICON
from service.games.piquet.reasons import called, explain_holding
from service.games.piquet.rules import HAND_SIZE, Parameters, Scored
from service.games.piquet.score import BONUS_FROM, BONUSES

SENTENCES: Mapping[str, Sentence] = {
    "game_piquet": "Piquet",
    "game_piquet_about": "Point, sequences and sets of twelve cards, exchanges, and the play for tricks.",
    # The parameters in words
    "says_no_bonus": "A sequence scores its number of cards.",
    "says_long_sequence_bonus": "A sequence of five cards or more scores {bonus} more.",
    "says_rubicon_true": (
        "The winner scores the difference and {rubicon}, or where the loser has under {rubicon} the sum "
        "of both scores and {rubicon}."
    ),
    "says_rubicon_false": "The higher total wins, and nothing else is settled.",
    "says_younger_may_stand": "Younger may exchange no card.",
    "says_younger_min_exchange": "The fewest cards that younger may exchange: {cards}.",
    "says_secondary_combinations_true": "Who wins a class scores all combinations of that class.",
    "says_secondary_combinations_false": "Who wins a class scores only the best combination of that class.",
    # What the declarations score
    "chapter_declarations": "Declarations",
    "chapter_declarations_about": (
        "In the order in which they count. In each example the other cards are low ones that add nothing "
        "but the point."
    ),
    "column_combination": "Combination",
    "column_holds": "What it takes",
    "column_points": "Points",
    "named_carte_blanche": "Carte blanche",
    "needs_carte_blanche": "No king, queen or knave is dealt.",
    "named_point": "Point",
    "needs_point": "The most cards of a suit, then the most they count.",
    "points_point": "one for each card",
    "needs_run": "Cards of a suit in a row: {length}.",
    "needs_set": "Cards of a rank from ten up: {size}.",
    "example_unopposed": "Scores if nothing is held against it: {points}",
    # What the rest of a deal scores
    "chapter_deal": "Bonuses and the play",
    "chapter_deal_about": "After the declarations, in the order in which it counts.",
    "column_score": "Score",
    "column_for": "What for",
    "named_repique": "Repique",
    "for_repique": "{points} by carte blanche and declarations before the other has scored.",
    "named_pique": "Pique",
    "for_pique": "{points} by declarations and play before the other has scored.",
    "named_lead": "Lead",
    "for_lead": "Each card led.",
    "named_trick": "Trick",
    "for_trick": "Each trick won that the other led.",
    "named_last_trick": "Last trick",
    "for_last_trick": "More for the last trick.",
    "named_cards": "Cards",
    "for_cards": "More than six tricks.",
    "named_capot": "Capot",
    "for_capot": "All twelve tricks, instead of the cards.",
}
"""The page's texts in English, by message id."""

_PLAYED = 1
"""A lead, a trick and the last trick score this each (PQ-23)."""

_FILL = tuple(RANKS.index(rank) for rank in "789TAJQK")
"""The ranks that fill a hand, those without a court card first."""

_KNAVE = NAMES.index("Jc")


def words(parameters: Parameters) -> dict[str, Phrase]:
    """Each parameter in words."""
    bonus, fewest = parameters.long_sequence_bonus, parameters.younger_min_exchange
    rubicon = Phrase("says_rubicon_true", {"rubicon": RUBICON})
    both = str(parameters.secondary_combinations).lower()
    return {
        "long_sequence_bonus": (
            Phrase("says_long_sequence_bonus", {"bonus": bonus}) if bonus else Phrase("says_no_bonus")
        ),
        "rubicon": rubicon if parameters.rubicon else Phrase("says_rubicon_false"),
        "younger_min_exchange": (
            Phrase("says_younger_min_exchange", {"cards": fewest})
            if fewest
            else Phrase("says_younger_may_stand")
        ),
        "secondary_combinations": Phrase(f"says_secondary_combinations_{both}"),
    }


def chapters(parameters: Parameters) -> tuple[Chapter, ...]:
    """What is declared, each with a hand that holds it, and what else a deal scores."""
    declared = ("column_combination", "column_holds", "column_points")
    played = ("column_score", "column_for", "column_points")
    return (
        Chapter(
            Phrase("chapter_declarations"),
            Phrase("chapter_declarations_about"),
            tuple(map(Phrase, declared)),
            tuple(_declarations(parameters)),
        ),
        Chapter(
            Phrase("chapter_deal"),
            Phrase("chapter_deal_about"),
            tuple(map(Phrase, played)),
            tuple(_scores()),
        ),
    )


def _declarations(parameters: Parameters) -> Iterator[Entry]:
    cells = (Phrase("needs_carte_blanche"), CARTE_BLANCHE)
    yield Entry(Phrase("named_carte_blanche"), cells, (_example((), parameters),))
    yield Entry(Phrase("named_point"), (Phrase("needs_point"), Phrase("points_point")))
    for length in range(SHORTEST_SEQUENCE, SUIT_SIZE + 1):
        run = Run(tuple(range(length)), sequence_points(length, parameters))
        cells = (Phrase("needs_run", {"length": length}), run.points)
        yield Entry(called(run), cells, (_example(run.cards, parameters),))
    for size in sorted(SET_POINTS):
        best = [card for card in range(COUNT) if rank_of(card) == max(SET_RANKS)]
        found = Set(tuple(best[:size]))
        cells = (Phrase("needs_set", {"size": size}), found.points)
        yield Entry(called(found), cells, (_example(found.cards, parameters),))


def _scores() -> Iterator[Entry]:
    told = {
        Scored.REPIQUE: BONUSES[Scored.REPIQUE],
        Scored.PIQUE: BONUSES[Scored.PIQUE],
        Scored.LEAD: _PLAYED,
        Scored.TRICK: _PLAYED,
        Scored.LAST_TRICK: _PLAYED,
        Scored.CARDS: MOST_TRICKS,
        Scored.CAPOT: CAPOT,
    }
    for scored, points in told.items():
        reached = {"points": BONUS_FROM} if scored in BONUSES else {}
        yield Entry(Phrase(f"named_{scored}"), (Phrase(f"for_{scored}", reached), points))


def _example(shown: Iterable[int], parameters: Parameters) -> Example:
    """A hand that holds these cards, none of them for carte blanche, and otherwise nothing but a point."""
    hand = _filled(mask(shown))
    held = holding(hand, parameters)
    caption = Phrase("example_unopposed", {"points": unopposed(held, parameters)})
    names = tuple(NAMES[card] for card in cards_of(hand))
    return Example(names, caption, tuple(explain_holding(held, parameters)))


def _filled(shown: int) -> int:
    """A hand of twelve, filled up with the lowest cards that neither lengthen nor add a combination."""
    plain = Parameters(0, False, 0, True)
    wanted = holding(shown, plain) if shown else None
    kept = (wanted.sequences, wanted.sets) if wanted else ((), ())
    order = [card for rank in _FILL for card in range(COUNT) if rank_of(card) == rank]
    if shown and is_carte_blanche(shown):
        order.insert(0, _KNAVE)  # keeps it from being carte blanche as well
    hand = shown
    for card in order:
        if hand.bit_count() == HAND_SIZE:
            break
        more = hand | 1 << card
        found = holding(more, plain)
        if (found.sequences, found.sets) == kept:
            hand = more
    return hand
