"""What the rulebook shows of Piquet: words for every parameter, and a hand for each combination."""

from __future__ import annotations

from itertools import product

import pytest

from service.core.cards import SPELLINGS, mask
from service.core.parameters import kinds_of
from service.games.piquet.combinations import Holding, holding
from service.games.piquet.rulebook import SENTENCES, chapters, words
from service.games.piquet.rules import HAND_SIZE, Parameters

EVERY = [
    Parameters(bonus, rubicon, fewest, both)
    for bonus, rubicon, fewest, both in product([0, 10], [False, True], [0, 1], [False, True])
]


def held(hand: tuple[str, ...]) -> Holding:
    return holding(mask(SPELLINGS[card] for card in hand), EVERY[0])


def test_every_value_of_every_parameter_has_words() -> None:
    said = set()
    for parameters in EVERY:
        told = words(parameters)
        assert list(told) == list(kinds_of(Parameters))
        for phrase in told.values():
            assert str(SENTENCES[phrase.message]).format_map(phrase.facts)
            said.add(phrase.message)
    assert said == {message for message in SENTENCES if message.startswith("says_")}


@pytest.mark.parametrize("parameters", EVERY[:1] + EVERY[-1:])
def test_each_example_holds_what_it_shows_and_else_only_a_point(parameters: Parameters) -> None:
    blank, point, *combined = chapters(parameters)[0].entries
    (example,) = blank.examples
    assert held(example.hand).carte_blanche
    assert not held(example.hand).sequences + held(example.hand).sets
    assert point.examples == ()
    names = []
    for entry in combined:
        (example,) = entry.examples
        assert len(set(example.hand)) == HAND_SIZE
        found = held(example.hand)
        assert not found.carte_blanche
        assert len(found.sequences) + len(found.sets) == 1
        shown = (found.sequences or found.sets)[0]
        assert entry.title.message.partition("_")[2] == shown.name
        names.append(shown.name)
    sequences = ["tierce", "quart", "quint", "sixième", "septième", "huitième"]
    assert names == [*sequences, "trio", "quatorze"]


def test_the_points_are_those_of_the_ruleset() -> None:
    points = {
        bonus: [entry.cells[1] for entry in chapters(Parameters(bonus, True, 1, True))[0].entries]
        for bonus in (0, 10)
    }
    assert [points[0][0], *points[0][2:]] == [10, 3, 4, 5, 6, 7, 8, 3, 14]
    assert [points[10][0], *points[10][2:]] == [10, 3, 4, 15, 16, 17, 18, 3, 14]
    assert [entry.cells[1] for entry in chapters(EVERY[0])[1].entries] == [60, 30, 1, 1, 1, 10, 40]
