"""What the rulebook shows of a ruleset of QiuQiu: its parameters in words, and its categories with examples.

The examples come from the rank table of the ruleset itself, so that an operator's own has them too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import numpy as np

from service.core.parameters import DealStep
from service.core.rulebook import Chapter, Entry, Example
from service.core.tiles import NAMES, descending
from service.core.verdict import Phrase, Sentence, counted
from service.games.qiuqiu.evaluation import evaluate
from service.games.qiuqiu.ranking import HANDS, HandTable, Int, hand_table
from service.games.qiuqiu.reasons import category_title, explain_hand, title
from service.games.qiuqiu.rules import Category, HandRules, Parameters

SENTENCES: Mapping[str, Sentence] = {
    "game_qiuqiu": "QiuQiu",
    "game_qiuqiu_about": "Indonesian domino poker: four tiles make two pairs, and nine is best.",
    # The parameters in words
    "says_ranking": "From the highest to the lowest: {categories}.",
    "says_big_min": counted("limit", "A hand of {limit} [pip|pips] or more is High."),
    "says_small_max": counted("limit", "A hand of {limit} [pip|pips] or fewer is Low."),
    "says_not_ranked": "Decides nothing here: {category} is not ranked.",
    "says_straight_order_pips": "Of two straights the one with more pips is higher.",
    "says_straight_order_double_then_pips": (
        "Of two straights the one with the higher double is higher, then the one with more pips."
    ),
    "says_hui_true": "In a pair 2-1 and 4-2 count 3 or 6, as their holder chooses.",
    "says_hui_false": "Every tile counts its pips.",
    "says_three_doubles_true": "Three doubles may be put together and count 9.",
    "says_three_doubles_false": "A hand is always split into two pairs.",
    "says_tie_break_none": "Otherwise equal hands tie.",
    "says_tie_break_highest_double": "Of otherwise equal hands the one with the highest double wins.",
    "says_tie_break_highest_tile": "Of otherwise equal hands the one with the best tile wins.",
    "says_comparison_high_first": "The highest hand takes the whole pot.",
    "says_comparison_split": (
        "Where no hand is above pairs or has a pair worth 9, the best high pair and the best low pair "
        "take half of the pot each."
    ),
    "says_deal": "The tiles are dealt in steps: {steps}.",
    "deal_step_bet": "{tiles} with betting after",
    "deal_step": "{tiles} without",
    "says_first_to_act_dealer": "The dealer acts first.",
    "says_first_to_act_after_dealer": "The first player after the dealer acts first.",
    # The categories
    "chapter_categories": "Categories",
    "chapter_categories_about": (
        "A hand is in the highest category that it fits. Counted are all hands of four tiles: {hands}."
    ),
    "column_category": "Category",
    "column_needs": "What it takes",
    "column_hands": "Hands",
    "column_share": "Share",
    "needs_six_gods": "All four tiles have 6 pips.",
    "needs_four_doubles": "All four tiles are doubles.",
    "needs_big": counted("limit", "{limit} [pip|pips] or more."),
    "needs_small": counted("limit", "{limit} [pip|pips] or fewer."),
    "needs_qiu_qiu": "Both groups are worth 9.",
    "needs_straight": "The pips of the tiles are four numbers in a row.",
    "needs_pairs": "Any hand: it counts by its high group, then by its low one.",
    # What the options bring
    "chapter_options": "Options",
    "chapter_options_about": "What this ruleset allows beyond two pairs at their pips.",
    "column_option": "Option",
    "column_does": "What it allows",
    "column_improves": "Hands it improves",
    "option_hui": "Hui",
    "option_three_doubles": "Three doubles",
    "example_gains": "{title} instead of {less}, rank {rank} of {ranks}",
    # The examples
    "example_best": "Best: {title}, rank {rank} of {ranks}",
    "example_worst": "Worst: {title}, rank {rank} of {ranks}",
    "example_equal": "All are equal: {title}, rank {rank} of {ranks}",
}
"""The page's texts in English, by message id."""

_WITHOUT: Mapping[str, Callable[[HandRules], HandRules]] = {
    "hui": lambda rules: dataclasses.replace(rules, hui=False),
    "three_doubles": lambda rules: dataclasses.replace(rules, three_doubles=False),
}
"""The options that make hands better than their plain pairs (QQ-11, QQ-12), and the rules without each."""


def words(parameters: Parameters) -> dict[str, Phrase]:
    """Each parameter in words."""
    ranked, names = parameters.ranking, tuple(category_title(category) for category in parameters.ranking)
    told = {
        "ranking": Phrase("says_ranking", {"categories": names}),
        "big_min": Phrase("says_big_min", {"limit": parameters.big_min}),
        "small_max": Phrase("says_small_max", {"limit": parameters.small_max}),
        "straight_order": Phrase(f"says_straight_order_{parameters.straight_order}"),
        "hui": Phrase(f"says_hui_{str(parameters.hui).lower()}"),
        "three_doubles": Phrase(f"says_three_doubles_{str(parameters.three_doubles).lower()}"),
        "tie_break": Phrase(f"says_tie_break_{parameters.tie_break}"),
        "comparison": Phrase(f"says_comparison_{parameters.comparison}"),
        "deal": Phrase("says_deal", {"steps": tuple(map(_step, parameters.deal))}),
        "first_to_act": Phrase(f"says_first_to_act_{parameters.first_to_act}"),
    }
    needed = {
        "big_min": Category.BIG,
        "small_max": Category.SMALL,
        "straight_order": Category.STRAIGHT,
    }
    for name, category in needed.items():
        if category not in ranked:
            told[name] = Phrase("says_not_ranked", {"category": category_title(category)})
    return told


def _step(step: DealStep) -> Phrase:
    return Phrase("deal_step_bet" if step.bet else "deal_step", {"tiles": step.tiles})


def chapters(table: HandTable) -> tuple[Chapter, ...]:
    """The categories, highest first, each with its highest hand and its lowest; then the options in use."""
    columns = ("column_category", "column_needs", "column_hands", "column_share")
    categories = Chapter(
        Phrase("chapter_categories"),
        Phrase("chapter_categories_about", {"hands": len(HANDS)}),
        tuple(map(Phrase, columns)),
        tuple(_category(table, place) for place in range(len(table.rules.ranking))),
    )
    options = tuple(_option(table, option) for option in _WITHOUT if getattr(table.rules, option))
    if not options:
        return (categories,)
    columns = ("column_option", "column_does", "column_improves", "column_share")
    titled = Phrase("chapter_options"), Phrase("chapter_options_about")
    return categories, Chapter(*titled, tuple(map(Phrase, columns)), options)


def _category(table: HandTable, place: int) -> Entry:
    category = table.rules.ranking[place]
    limit = {Category.BIG: table.rules.big_min, Category.SMALL: table.rules.small_max}.get(category)
    needs = Phrase(f"needs_{category}", {} if limit is None else {"limit": limit})
    count = int((table.category == place).sum())
    cells = (needs, count, Fraction(count, len(HANDS)))
    return Entry(category_title(category), cells, tuple(_examples(table, place)))


def _examples(table: HandTable, place: int) -> Iterator[Example]:
    """The best and the worst hand of a category; of equal ones the first by index. None where it is empty."""
    (members,) = np.nonzero(table.category == place)
    if not len(members):
        return
    ranks = table.order.ranks[members]
    best, worst = members[ranks.argmin()], members[ranks.argmax()]
    if table.order.ranks[best] == table.order.ranks[worst]:
        yield _example(table, int(best), "example_equal")
        return
    yield _example(table, int(best), "example_best")
    yield _example(table, int(worst), "example_worst")


def _example(table: HandTable, index: int, message: str, plain: HandTable | None = None) -> Example:
    """A hand by its index; ``plain`` ranks it without the option that it shows."""
    hand = descending(HANDS[index].tolist())
    found = evaluate(table, hand)
    facts = {"title": title(found), "rank": found.rank, "ranks": found.ranks}
    caption = Phrase(message, {**facts, "less": title(evaluate(plain, hand))} if plain else facts)
    return Example(tuple(NAMES[tile] for tile in hand), caption, tuple(explain_hand(table.rules, found)))


def _option(table: HandTable, option: str) -> Entry:
    """How many hands an option lifts, with the one that gains most by it; of equal ones the first."""
    plain = hand_table(_WITHOUT[option](table.rules))
    gain = _standing(table) - _standing(plain)
    improved, most = int((gain > 0).sum()), int(gain.argmax())
    cells = (Phrase(f"says_{option}_true"), improved, Fraction(improved, len(HANDS)))
    examples = (_example(table, most, "example_gains", plain),) if improved else ()
    return Entry(Phrase(f"option_{option}"), cells, examples)


def _standing(table: HandTable) -> Int:
    """What the category and the arrangement of each hand are worth, more is better; shape (20475,)."""
    return 100 * (len(table.rules.ranking) - table.category.astype(np.int32)) + 10 * table.high + table.low
