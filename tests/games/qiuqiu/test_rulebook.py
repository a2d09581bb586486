"""What the rulebook shows of QiuQiu: words for every parameter, and hands that the rank table chose."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from service.core.parameters import Choice, DealStep, Flag, kinds_of
from service.core.rulebook import Entry
from service.core.tiles import SPELLINGS, mask
from service.core.verdict import Phrase, Plural
from service.games.qiuqiu.ranking import INDEX, hand_table
from service.games.qiuqiu.rulebook import SENTENCES, chapters, words
from service.games.qiuqiu.rules import Category, Parameters
from service.games.qiuqiu.sentences import SENTENCES as GAME
from tests.games.qiuqiu.bridge import catalogue

NAMED = catalogue().named
TABLES = {name: hand_table(ruleset.parameters.hand_rules) for name, ruleset in NAMED.items()}


def index_of(hand: tuple[str, ...]) -> int:
    return INDEX[mask(SPELLINGS[tile] for tile in hand)]


def every_parameters() -> Iterator[Parameters]:
    """Each value of each choice and flag, and each category ranked and not."""
    pagat = NAMED["pagat"].parameters
    kinds = kinds_of(Parameters)
    for name, kind in kinds.items():
        words_of = list(kind.words) if isinstance(kind, Choice) else []
        for value in [False, True] if isinstance(kind, Flag) else words_of:
            changed: dict[str, Any] = {"ranking": tuple(Category), name: value}
            yield dataclasses.replace(pagat, **changed)
    yield dataclasses.replace(pagat, ranking=(Category.PAIRS,), deal=(DealStep(4, False),))


def phrases(phrase: Phrase) -> Iterator[Phrase]:
    """A phrase and those that it names."""
    yield phrase
    for fact in phrase.facts.values():
        for inner in fact if isinstance(fact, tuple) else (fact,):
            if isinstance(inner, Phrase):
                yield from phrases(inner)


def test_every_value_of_every_parameter_has_words() -> None:
    said: set[str] = set()
    for parameters in [*every_parameters(), *(ruleset.parameters for ruleset in NAMED.values())]:
        told = words(parameters)
        assert list(told) == list(kinds_of(Parameters))
        for phrase in [inner for whole in told.values() for inner in phrases(whole)]:
            said_of = {**GAME, **SENTENCES}[phrase.message]
            sentence = said_of.other if isinstance(said_of, Plural) else said_of
            assert {field for _, field, _, _ in Formatter().parse(sentence) if field} == set(phrase.facts)
            said.add(phrase.message)
    assert {message for message in SENTENCES if message.startswith(("says_", "deal_step"))} <= said


def test_a_parameter_that_decides_nothing_says_so() -> None:
    told = words(NAMED["pagat-plain"].parameters)
    assert [name for name, phrase in told.items() if phrase.message == "says_not_ranked"] == [
        "big_min",
        "small_max",
        "straight_order",
    ]


@pytest.mark.parametrize("name", NAMED)
def test_the_categories_are_counted_highest_first_and_hold_all_hands(name: str) -> None:
    chapter, table = chapters(TABLES[name])[0], TABLES[name]
    counts = [entry.cells[1] for entry in chapter.entries]
    assert counts == [int((table.category == place).sum()) for place in range(len(table.rules.ranking))]
    assert sum(entry.cells[2] for entry in chapter.entries) == 1  # type: ignore[misc]


@pytest.mark.parametrize("name", NAMED)
def test_the_examples_of_a_category_are_its_highest_and_lowest_hand(name: str) -> None:
    table = TABLES[name]
    for place, entry in enumerate(chapters(table)[0].entries):
        ranks = table.order.ranks[table.category == place]
        shown = [int(table.order.ranks[index_of(example.hand)]) for example in entry.examples]
        assert shown == sorted({int(ranks.min()), int(ranks.max())})
        for example, rank in zip(entry.examples, shown, strict=True):
            assert int(table.category[index_of(example.hand)]) == place
            assert example.caption.facts["rank"] == rank
            assert example.reasons


def test_a_category_without_hands_has_no_example() -> None:
    rules = dataclasses.replace(NAMED["pagat"].parameters.hand_rules, big_min=49)
    big = chapters(hand_table(rules))[0].entries[rules.ranking.index(Category.BIG)]
    assert (big.cells[1], big.examples) == (0, ())


@pytest.mark.parametrize("hui", [False, True])
@pytest.mark.parametrize("three_doubles", [False, True])
def test_each_option_in_use_is_shown_by_the_hand_that_gains_most(hui: bool, three_doubles: bool) -> None:
    rules = dataclasses.replace(
        NAMED["pagat-plain"].parameters.hand_rules, hui=hui, three_doubles=three_doubles
    )
    found: list[Entry] = [entry for chapter in chapters(hand_table(rules))[1:] for entry in chapter.entries]
    assert [entry.title.message for entry in found] == [
        f"option_{name}" for name, used in (("hui", hui), ("three_doubles", three_doubles)) if used
    ]
    for entry in found:
        (example,) = entry.examples
        cited = {reason.rule for reason in example.reasons}
        assert {"option_hui": "QQ-11", "option_three_doubles": "QQ-12"}[entry.title.message] in cited


def test_the_hands_that_an_option_improves_are_as_the_rulebook_counts_them() -> None:
    plain = NAMED["pagat-plain"].parameters.hand_rules
    hui = chapters(hand_table(dataclasses.replace(plain, hui=True)))[1]
    assert hui.entries[0].cells[1] == 2637
    # The rulebook counts three doubles without the hands that have four.
    ranking = (Category.FOUR_DOUBLES, Category.PAIRS)
    three = chapters(hand_table(dataclasses.replace(plain, ranking=ranking, three_doubles=True)))[1]
    assert three.entries[0].cells[1] == 662
