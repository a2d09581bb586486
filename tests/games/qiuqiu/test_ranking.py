"""Every hand under every ruleset, held against the oracle and the rulebook's counts."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings

from service.core.tiles import IS_DOUBLE
from service.games.qiuqiu.ranking import HANDS
from service.games.qiuqiu.rules import HandRules, Parameters
from tests.games.qiuqiu import oracle
from tests.games.qiuqiu.bridge import catalogue, inline, inline_changes, oracle_params, table, texts
from tests.games.qiuqiu.census import COMMITTED, census

NAMED = catalogue().named
DOUBLES = [tile for tile, double in enumerate(IS_DOUBLE) if double]
DISTINCT: dict[HandRules, str] = {
    ruleset.parameters.hand_rules: name for name, ruleset in reversed(NAMED.items())
}


def agree_on_every_hand(parameters: Parameters) -> None:
    expected = oracle.evaluate_all(oracle_params(parameters))
    ours = table(parameters.hand_rules)
    columns = zip(
        HANDS.tolist(),
        ours.category.tolist(),
        ours.high.tolist(),
        ours.low.tolist(),
        ours.order.ranks.tolist(),
        strict=True,
    )
    for hand, place, high, low, rank in columns:
        row = expected[texts(hand)]
        values = (row.high, row.low) if row.high is not None else (-1, -1)
        assert (parameters.ranking[place], high, low, rank) == (row.category, *values, row.rank), texts(hand)
    assert len(ours.order) == row.ranks


@pytest.mark.parametrize("name", sorted(DISTINCT.values()))
def test_every_hand_ranks_as_the_oracle_says(name: str) -> None:
    agree_on_every_hand(NAMED[name].parameters)


@settings(max_examples=8, deadline=None)  # each ranks 20,475 hands slowly
@given(inline_changes)
def test_every_hand_ranks_as_the_oracle_says_under_inline_rulesets(changes: dict[str, object]) -> None:
    agree_on_every_hand(inline(changes))


def test_the_oracle_knows_the_same_named_rulesets() -> None:
    assert {name: oracle_params(ruleset.parameters) for name, ruleset in NAMED.items()} == oracle.NAMED


def test_named_rulesets_never_change() -> None:
    assert {name: census(ruleset) for name, ruleset in NAMED.items()} == json.loads(COMMITTED.read_text())


@pytest.mark.parametrize(
    ("changes", "category", "hands"),
    [
        ({"ranking": ["six_gods", "pairs"]}, "six_gods", 1),
        ({"ranking": ["four_doubles", "pairs"]}, "four_doubles", 35),
        ({"ranking": ["big", "pairs"]}, "big", 70),
        ({"ranking": ["big", "pairs"], "big_min": 38}, "big", 134),
        ({"ranking": ["small", "pairs"]}, "small", 70),
        ({"ranking": ["straight", "pairs"]}, "straight", 464),
        ({"ranking": ["qiu_qiu", "straight", "pairs"]}, "straight", 464 - 84),
        ({"ranking": ["small", "straight", "pairs"]}, "straight", 464 - 4),
        ({"ranking": ["big", "straight", "pairs"]}, "straight", 464 - 4),
    ],
)
def test_facts_hands_in_a_category(changes: dict[str, object], category: str, hands: int) -> None:
    parameters = inline(changes)
    place = [name.value for name in parameters.ranking].index(category)
    assert (table(parameters.hand_rules).category == place).sum() == hands


def test_facts_hui_improves_2637_hands() -> None:
    plain, hui = (table(inline({"ranking": ["pairs"], "hui": hui}).hand_rules) for hui in (False, True))
    assert (10 * hui.high + hui.low > 10 * plain.high.astype(int) + plain.low).sum() == 2637


def test_qq12_three_doubles_improve_662_hands_70_of_them_to_9_9() -> None:
    plain, three = (
        table(inline({"ranking": ["pairs"], "three_doubles": on}).hand_rules) for on in (False, True)
    )
    before, after = (10 * t.high.astype(int) + t.low for t in (plain, three))
    exactly_three = np.isin(HANDS, DOUBLES).sum(axis=1) == 3
    assert exactly_three.sum() == 735
    assert (exactly_three & (after > before)).sum() == 662
    assert (exactly_three & (after == 99) & (before < 99)).sum() == 70


def test_facts_some_values_are_never_the_best() -> None:
    plain = table(inline({"ranking": ["pairs"]}).hand_rules)
    values = set(zip(plain.high.tolist(), plain.low.tolist(), strict=True))
    assert not values & {(4, 4), (3, 3), (1, 1), (0, 0)}


def test_mirror_maps_big_39_to_small_9() -> None:
    rules = inline({"ranking": ["big", "small", "pairs"]})
    ours = table(rules.hand_rules)
    columns = zip(HANDS.tolist(), ours.category.tolist(), ours.order.ranks.tolist(), strict=True)
    place_and_rank = {frozenset(texts(hand)): (place, rank) for hand, place, rank in columns}
    big = {hand: rank for hand, (place, rank) in place_and_rank.items() if place == 0}
    for hand, rank in big.items():
        mirrored = frozenset(f"{6 - int(tile[2])}-{6 - int(tile[0])}" for tile in hand)
        assert place_and_rank[mirrored] == (1, rank + max(big.values()))
