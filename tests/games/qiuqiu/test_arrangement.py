"""Arrangements, best and declared, held against the oracle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import InvalidError
from service.core.tiles import NAMES
from service.games.qiuqiu.arrangement import (
    Arrangement,
    Group,
    arrangements,
    best_arrangement,
    declared_arrangement,
)
from service.games.qiuqiu.ranking import HANDS
from tests.games.qiuqiu import oracle
from tests.games.qiuqiu.bridge import texts, tiles

OPTIONS = [(hui, three) for hui in (False, True) for three in (False, True)]


def plain(group: Group | oracle.Group) -> tuple[object, ...]:
    if isinstance(group, oracle.Group):
        return group.tiles, group.value, group.counts
    return texts(group.tiles), group.value, {NAMES[tile]: counted for tile, counted in group.counts}


def both(arrangement: Arrangement | oracle.Arrangement) -> tuple[object, ...]:
    return plain(arrangement.high), plain(arrangement.low)


@pytest.mark.parametrize(("hui", "three_doubles"), OPTIONS)
def test_qq13_canonical_best_arrangement_of_every_hand(hui: bool, three_doubles: bool) -> None:
    params = oracle.Params(hui=hui, three_doubles=three_doubles)
    for row in HANDS.tolist():
        hand = tuple(row)
        ours = best_arrangement(hand, hui, three_doubles)
        assert both(ours) == both(oracle.best(texts(hand), params)), texts(hand)


def test_qq13_4634_hands_have_several_arrangements_of_the_best_value() -> None:
    several = 0
    for row in HANDS.tolist():
        first, second, _ = arrangements(tuple(row), False, False)
        several += (first.high.value, first.low.value) == (second.high.value, second.low.value)
    assert several == 4634


@given(st.permutations(oracle.tiles()), st.sampled_from(OPTIONS), st.data())
def test_qq14_declared_arrangement(order: list[str], options: tuple[bool, bool], data: st.DataObject) -> None:
    hand, params = tuple(order[:4]), oracle.Params(hui=options[0], three_doubles=options[1])
    stated = data.draw(st.sampled_from(oracle.splits(hand, params)))
    groups = data.draw(st.permutations([data.draw(st.permutations(group)) for group in stated]))
    ours = declared_arrangement(tiles(hand), [tiles(group) for group in groups], *options)
    assert both(ours) == both(oracle.declared(hand, stated, params))


@given(st.permutations(oracle.tiles()), st.sampled_from(OPTIONS))
def test_qq11_one_for_each_grouping_and_pair_of_values_best_first(
    order: list[str], options: tuple[bool, bool]
) -> None:
    hand, params = tuple(order[:4]), oracle.Params(hui=options[0], three_doubles=options[1])
    ours = [both(found) for found in arrangements(tiles(hand), *options)]
    assert ours == [both(found) for found in oracle.arrangements(hand, params)]


def test_qq11_of_readings_worth_the_same_the_one_that_changes_fewest_tiles() -> None:
    """4-2 and 2-1 make 9 as 6 + 3 and as 3 + 6; only the first is listed."""
    found = arrangements(tiles(["5-3", "2-1", "4-2", "5-0"]), True, False)
    nines = [arrangement for arrangement in found if arrangement.high.value == 9]
    assert [arrangement.changes for arrangement in nines] == [0]
    assert len(found) == 11


@pytest.mark.parametrize(
    ("groups", "three_doubles", "message"),
    [
        ([["3-3", "2-2"], ["0-0", "6-5"]], False, "arrangement_stranger"),
        ([["3-3", "2-2"], ["0-0", "0-0"]], False, "arrangement_tiles"),
        ([["3-3", "2-2"], ["0-0"]], False, "arrangement_tiles"),
        ([["3-3", "2-2", "0-0"], ["6-3"]], False, "arrangement_three_one"),
        ([["3-3", "2-2", "6-3"], ["0-0"]], True, "arrangement_not_doubles"),
        ([["3-3", "2-2", "6-3", "0-0"], []], True, "arrangement_groups"),
        ([["3-3", "2-2"], ["6-3"], ["0-0"]], True, "arrangement_groups"),
        ([["3-3", "2-2", "6-3", "0-0"]], True, "arrangement_groups"),
        ([], True, "arrangement_tiles"),
    ],
)
def test_qq14_groups_that_are_no_arrangement(
    groups: list[list[str]], three_doubles: bool, message: str
) -> None:
    hand = tiles(["0-0", "2-2", "3-3", "6-3"])
    with pytest.raises(InvalidError) as raised:
        declared_arrangement(hand, [tiles(group) for group in groups], False, three_doubles)
    assert [fault.message for fault in raised.value.faults] == [message]
