"""The oracles held against the rulebook: its exhaustive facts, and the worked examples of the sources."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from tests.games.qiuqiu import oracle, oracle_pots
from tests.games.qiuqiu.oracle import NAMED, Hand, Params, is_double, is_straight, pips, value_of

PAGAT, WIKIPEDIA, ONLINE = NAMED["pagat"], NAMED["wikipedia"], NAMED["online"]
STRAIGHT, SPLIT, HUI = NAMED["pagat-straight"], NAMED["pagat-split"], NAMED["pagat-hui"]
THREE, DOUBLE = NAMED["pagat-three-doubles"], NAMED["pagat-highest-double"]
BIG_38, SMALL_10 = replace(PAGAT, big_min=38), replace(PAGAT, small_max=10)
SPLIT_DOUBLE = replace(SPLIT, tie_break="highest_double")
ALL = oracle.all_hands()
ANY = oracle.best(ALL[0], PAGAT)
table = cache(oracle.evaluate_all)


def hand(text: str) -> Hand:
    return tuple(text.split())


@cache
def value(one: Hand, params: Params = PAGAT) -> tuple[int, int]:
    return value_of(oracle.best(one, params))


def values(one: Hand, params: Params = PAGAT) -> list[tuple[int, int]]:
    return [value_of(arrangement) for arrangement in oracle.readings(one, params)]


def doubles(one: Hand) -> int:
    return sum(map(is_double, one))


def is_hui(one: Hand) -> bool:
    return "2-1" in one or "4-2" in one


def in_category(name: str, params: Params = PAGAT) -> Callable[[Hand], bool]:
    return lambda one: table(params)[one].category == name


def disjoint_pairs(hands: Iterable[Hand]) -> int:
    """How many pairs of hands share no tile, by inclusion and exclusion over the tiles of one of them."""
    parts = [part for one in hands for n in range(5) for part in combinations(one, n)]
    holding = Counter(parts)
    return sum((-1 if len(part) % 2 else 1) * holding[part] for part in parts) // 2


def tied_deals(params: Params) -> int:
    groups: defaultdict[int, list[Hand]] = defaultdict(list)
    for one, row in table(params).items():
        groups[row.rank].append(one)
    return sum(map(disjoint_pairs, groups.values()))


# How many of all the hands are so.
# fmt: off
FACTS: dict[str, tuple[int, Callable[[Hand], bool]]] = {
    "qq2_hands": (20_475, lambda one: len(set(one)) == 4),
    "qq10_three_ways_to_pair": (20_475, lambda one: len(values(one)) == 3),
    "qq10_sum_is_not_the_pips": (0, lambda one: any((sum(v) - pips(one)) % 10 for v in values(one))),
    "qq10_best_44_33_11_or_00": (0, lambda one: value(one) in {(4, 4), (3, 3), (1, 1), (0, 0)}),
    "qq11_hui_tile": (5_525, is_hui),
    "qq11_hui_improves": (2_637, lambda one: value(one, HUI) > value(one)),
    "qq11_hui_makes_worse": (0, lambda one: value(one, HUI) < value(one)),
    "qq11_hui_without_a_hui_tile": (0, lambda one: value(one, HUI) != value(one) and not is_hui(one)),
    "qq12_three_doubles": (735, lambda one: doubles(one) == 3),
    "qq12_three_doubles_improves": (662, lambda one: doubles(one) == 3 and value(one, THREE) > value(one)),
    "qq12_improves_to_99": (70, lambda one: doubles(one) == 3 and value(one, THREE) == (9, 9) != value(one)),
    "qq12_as_a_duty_worse": (73, lambda one: doubles(one) == 3 and values(one, THREE)[3] < value(one)),
    "qq12_other_hands_change": (0, lambda one: doubles(one) < 3 and value(one, THREE) != value(one)),
    "qq13_several_best_arrangements": (4_634, lambda one: values(one).count(value(one)) > 1),
    "six_gods": (1, in_category("six_gods")),
    "four_doubles": (35, in_category("four_doubles")),
    "big_39": (70, in_category("big")),
    "big_38": (134, lambda one: oracle.qualifies("big", one, ANY, BIG_38)),
    "small_9": (70, in_category("small")),
    "pairs": (20_299, in_category("pairs")),
    "straights": (464, is_straight),
    "straights_also_99": (84, lambda one: is_straight(one) and value(one) == (9, 9)),
    "straights_also_9_or_less": (4, lambda one: is_straight(one) and pips(one) <= 9),
    "straights_also_39_or_more": (4, lambda one: is_straight(one) and pips(one) >= 39),
    "qq20_99_as_a_straight": (0, lambda one: value(one) == (9, 9) and in_category("straight", STRAIGHT)(one)),
    "000_straights_above_7_to_10": (0, lambda one: in_category("straight", STRAIGHT)(one) and pips(one) > 34),
}
# fmt: on


@pytest.mark.parametrize("fact", FACTS)
def test_fact_over_all_hands(fact: str) -> None:
    count, holds = FACTS[fact]
    assert sum(map(holds, ALL)) == count


def test_qq1_qq2_documented_order_of_the_hands() -> None:
    assert [*oracle.tiles()[:5], oracle.tiles()[-1]] == ["0-0", "1-0", "1-1", "2-0", "2-1", "6-6"]
    place = {tile: i for i, tile in enumerate(oracle.tiles())}
    assert sorted(set(ALL), key=lambda one: [place[tile] for tile in one]) == ALL


def test_mirror_maps_pips_t_to_48_minus_t() -> None:
    mirror = {f"{a}-{b}": f"{6 - b}-{6 - a}" for a, b in map(oracle.halves, oracle.tiles())}
    images = [[mirror[tile] for tile in one] for one in ALL]
    assert {frozenset(one) for one in images} == {frozenset(one) for one in ALL}
    assert [pips(one) for one in images] == [48 - pips(one) for one in ALL]


def test_qq23_heads_up_ties_under_pagat_3963439_of_108783675_deals() -> None:
    assert disjoint_pairs(ALL) == 108_783_675
    assert tied_deals(PAGAT) == 3_963_439


def test_qq22_highest_tile_never_ties_two_hands_of_one_set() -> None:
    ordered = sorted(oracle.tiles(), key=lambda tile: oracle.highest_tile((tile,)), reverse=True)
    assert ordered[:11] == ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0", "6-5", "6-4", "6-3", "5-4"]
    assert tied_deals(ONLINE) == 0


def test_two_hands_of_38_at_once_105_pairs_66_of_them_tied_but_never_of_39_or_of_9() -> None:
    big = [one for one in ALL if pips(one) >= 38]
    together = [(a, b) for a, b in combinations(big, 2) if not set(a) & set(b)]
    assert len(together) == disjoint_pairs(big) == 105
    assert sum(pips(a) == pips(b) for a, b in together) == 66
    ordered = oracle.sort_tiles(oracle.tiles())
    assert (pips(ordered[:8]), pips(ordered[-8:])) == (77, 19), "source 000"
    assert [disjoint_pairs(filter(in_category(name), ALL)) for name in ("big", "small")] == [0, 0]


def test_evaluate_all_under_pagat_has_62_ranks() -> None:
    rows = table(PAGAT)
    assert {row.rank for row in rows.values()} == set(range(1, 63))
    assert rows[hand("3-3 4-2 5-1 6-0")] == ("six_gods", None, None, 1, 62)
    assert rows[hand("3-3 5-2 6-2 6-6")] == ("pairs", 9, 4, 18, 62)


def test_qq11_hui_never_for_a_special_hand_or_a_straight() -> None:
    with_hui = replace(STRAIGHT, hui=True)
    specials = ("six_gods", "four_doubles", "big", "small", "straight")
    for one in filter(is_hui, ALL):
        plain, found = table(STRAIGHT)[one].category, oracle.category(one, with_hui)
        assert found == plain or (found == "qiu_qiu" and plain in ("straight", "pairs"))
        assert plain in specials or found not in specials


def test_qq11_each_hui_tile_is_read_on_its_own() -> None:
    four = hand("2-1 4-2 6-5 0-0")
    assert len(oracle.readings(four, HUI)) == 3 * 4
    found = oracle.declared(four, [["2-1", "6-5"], ["4-2", "0-0"]], HUI)
    assert (value_of(found), found.high.counts, found.low.counts) == ((7, 6), {"2-1": 6}, {})
    example = oracle.best(hand("5-1 4-2 6-2 1-0"), HUI)
    assert {**example.high.counts, **example.low.counts} == {"4-2": 3}


def test_qq11_of_equal_readings_the_one_with_the_fewest_changes() -> None:
    four = hand("2-1 4-2 5-3 5-0")
    found = oracle.declared(four, [["2-1", "4-2"], ["5-3", "5-0"]], HUI)
    assert (value_of(found), found.high.counts) == ((9, 3), {})
    listed = [value_of(one) for one in oracle.arrangements(four, HUI)]
    assert listed.count((9, 3)) == 1, "2-1 as 6 with 4-2 as 3 is the same pairs with the same values"
    assert listed == sorted(listed, reverse=True)


def test_qq12_with_four_doubles_any_one_may_be_left_out() -> None:
    groups = [g.tiles for a in oracle.readings(hand("6-6 5-5 3-3 0-0"), THREE) for g in (a.high, a.low)]
    assert sorted(g for g in groups if len(g) == 1) == [("0-0",), ("3-3",), ("5-5",), ("6-6",)]


def test_qq13_canonical_is_the_greatest_high_group() -> None:
    found = oracle.best(hand("3-1 6-6 5-0 5-2"), PAGAT)
    assert (found.high.tiles, found.low.tiles) == (("6-6", "5-2"), ("5-0", "3-1"))
    for one in ALL[::5]:
        canonical = oracle.best(one, PAGAT)
        for other in oracle.readings(one, PAGAT):
            if value_of(other) == value_of(canonical):
                assert oracle.tile_sizes(other.high) <= oracle.tile_sizes(canonical.high)
            if other.high.value == other.low.value:
                assert oracle.tile_sizes(other.high) > oracle.tile_sizes(other.low)


def test_qq13_two_two_before_three_one_and_the_three_doubles_high_at_99() -> None:
    found = oracle.best(hand("0-0 2-2 3-3 6-3"), THREE)
    assert (found.high.tiles, found.low.tiles) == (("3-3", "2-2", "0-0"), ("6-3",))
    found = oracle.best(hand("1-1 2-1 2-2 3-3"), replace(THREE, hui=True))
    assert (found.high.tiles, found.low.tiles) == (("3-3", "2-1"), ("2-2", "1-1")), "3-3 2-2 1-1 is as good"


def test_qq14_a_declared_hand_plays_as_its_pairs_and_as_nothing_else() -> None:
    big, straight = hand("6-5 5-4 5-5 6-3"), hand("6-5 6-4 5-4 4-4")
    assert oracle.category(big, PAGAT) == "big"
    assert oracle.category(big, PAGAT, [["6-3", "6-5"], ["5-5", "5-4"]]) == "pairs"
    assert oracle.category(straight, STRAIGHT, [["6-5", "4-4"], ["6-4", "5-4"]]) == "qiu_qiu"
    assert oracle.category(straight, STRAIGHT, [["6-5", "6-4"], ["5-4", "4-4"]]) == "pairs"


def test_qq14_a_declared_hand_never_beats_the_cards_that_speak() -> None:
    for params, one in product((PAGAT, WIKIPEDIA, HUI, ONLINE), ALL[::41]):
        for split in oracle.splits(one, params):
            assert oracle.strength(one, params, split) <= oracle.strength(one, params)


def test_qq12_qq14_what_is_no_arrangement_is_refused() -> None:
    wrong = ["6-6 5-2|6-2 1-0", "6-6 5-2|6-2", "6-6 5-2 6-2 3-3", "6-6 5-2|6-6 5-2", "6-6 5-2 6-2|3-3"]
    for text in (*wrong, "6-6 5-2|6-2 3-3|"):
        with pytest.raises(ValueError, match="no arrangement"):
            oracle.declared(hand("6-6 6-2 5-2 3-3"), [hand(group) for group in text.split("|")], THREE)
    four, stated = hand("0-0 2-2 3-3 6-3"), [["6-3"], ["2-2", "0-0", "3-3"]]
    assert value_of(oracle.declared(four, stated, THREE)) == (9, 9)
    with pytest.raises(ValueError, match="no arrangement"):
        oracle.declared(four, stated, PAGAT)


# Comparison: hands (a / in a declared one), ruleset, what decides, shares in percent.
# fmt: off
COMPARISONS: dict[str, tuple[str, Params, str, Sequence[int]]] = {
    "000_six_gods_before_doubles": ("6-0 5-1 4-2 3-3|6-6 4-4 1-1 0-0", PAGAT, "category", (100, 0)),
    "000_doubles_before_big": ("4-4 3-3 1-1 0-0|6-5 5-4 5-5 6-3", PAGAT, "category", (100, 0)),
    "000_big_before_small": ("6-5 5-4 5-5 6-3|0-0 2-0 2-1 2-2", PAGAT, "category", (100, 0)),
    "000_small_before_99": ("0-0 2-0 2-1 2-2|3-1 6-6 5-0 5-2", PAGAT, "category", (100, 0)),
    "000_82_before_77": ("6-6 6-4 3-3 2-0|5-4 4-4 5-0 1-1", PAGAT, "high", (100, 0)),
    "000_95_before_94": ("5-4 4-3 3-3 1-1|4-1 3-1 2-2 0-0", PAGAT, "low", (100, 0)),
    "000_97_and_97_share": ("6-5 4-4 3-3 1-0|6-6 5-5 6-1 4-3", PAGAT, "tie", (50, 50)),
    "000_97_higher_double": ("6-6 5-5 6-1 4-3|6-5 4-4 3-3 1-0", DOUBLE, "highest_double", (100, 0)),
    "000_99_before_a_straight": ("6-3 5-0 3-1 0-0|6-4 5-4 6-2 4-3", STRAIGHT, "category", (100, 0)),
    "000_a_straight_before_98": ("6-4 5-4 6-2 4-3|5-1 4-0 2-2 3-0", STRAIGHT, "category", (100, 0)),
    "000_split_84_and_77": ("5-5 5-3 6-1 4-3|6-4 5-2 2-2 3-0", SPLIT, "split", (50, 50)),
    "000_split_94_before_88": ("4-1 3-1 2-2 0-0|6-3 5-4 5-1 1-1", SPLIT, "high", (100, 0)),
    "000_split_94_before_93": ("4-1 3-1 2-2 0-0|6-6 6-5 4-2 2-1", SPLIT, "low", (100, 0)),
    "000_split_twice": ("5-5 5-3 6-1 4-3|6-4 5-2 2-2 3-0|5-4 4-4 5-0 1-1", SPLIT, "split", (50, 25, 25)),
    "qq31_tie_break": ("5-5 5-3 6-1 4-3|6-4 5-2 2-2 3-0|5-4 4-4 5-0 1-1", SPLIT_DOUBLE, "split", (50, 0, 50)),
    "000_qq31_73_loses_to_84": ("3-3 3-1 2-0 6-4|2-2 3-0 6-6 6-5", SPLIT, "split", (100, 0)),
    "000_qq14_declared_55_has_a_half": ("3-3 3-1 2-0 6-4|2-2 6-5/3-0 6-6", SPLIT, "split", (50, 50)),
    "001_92_before_declared_75": ("3-3 2-1 4-4 2-2|3-2 1-1/4-3 5-3", PAGAT, "high", (100, 0)),
    "qq31_only_where_the_ruleset_says": ("5-5 5-3 6-1 4-3|6-4 5-2 2-2 3-0", PAGAT, "high", (100, 0)),
    "002_kiu_3_example_is_a_big": ("6-6 6-5 6-4 5-4|6-3 5-0 3-1 0-0", WIKIPEDIA, "category", (100, 0)),
    "qq21_big_more_pips": ("6-6 6-4 6-3 6-2|6-5 5-5 5-4 5-3", BIG_38, "pips", (100, 0)),
    "qq21_small_fewer_pips": ("0-0 1-1 2-1 2-2|1-0 2-0 3-0 3-1", SMALL_10, "pips", (100, 0)),
    "qq21_straight_pips": ("6-1 5-3 5-4 6-4|4-0 4-1 3-3 5-2", STRAIGHT, "pips", (100, 0)),
    "qq21_double_then_pips": ("4-0 4-1 3-3 5-2|6-1 5-3 5-4 6-4", WIKIPEDIA, "highest_double", (100, 0)),
    "qq21_straight_without_doubles": ("6-1 5-3 5-4 6-4|5-1 4-3 6-2 6-3", WIKIPEDIA, "pips", (100, 0)),
    "qq22_any_double_beats_none": ("6-0 5-1 3-1 0-0|5-4 5-2 5-0 4-1", DOUBLE, "highest_double", (100, 0)),
    "qq22_highest_tile": ("6-6 5-5 6-1 4-3|6-5 4-4 3-3 1-0", ONLINE, "highest_tile", (100, 0)),
}
# fmt: on


@pytest.mark.parametrize("example", COMPARISONS)
def test_comparison(example: str) -> None:
    texts, params, word, percent = COMPARISONS[example]
    entries: dict[str, oracle.Entry] = {}
    for text in texts.split("|"):
        stated = [hand(group) for group in text.split("/")] if "/" in text else None
        entries[text] = (hand(text.replace("/", " ")), stated)
    assert len({tile for four, _ in entries.values() for tile in four}) == 4 * len(entries), "QQ-3"
    result = oracle.winners(entries, params)
    assert result.decided_by == word
    assert [100 * share for share in result.shares.values()] == list(percent)


def test_qq30_places_are_shared_and_then_left_out() -> None:
    texts = {"a": "5-2 5-0 3-2 3-0", "b": "6-5 4-4 3-3 1-0", "c": "6-6 5-5 6-1 4-3"}
    entries: dict[str, oracle.Entry] = {who: (hand(text), None) for who, text in texts.items()}
    assert oracle.places(entries, PAGAT) == {"a": 3, "b": 1, "c": 1}
    assert oracle.winners(entries, PAGAT).winners == ["b", "c"]


# fmt: off
BEST: list[tuple[str, Params, tuple[int, int]]] = [
    ("3-1 6-6 5-0 5-2", PAGAT, (9, 9)), ("6-6 6-2 5-2 3-3", PAGAT, (9, 4)), ("5-1 4-2 6-2 1-0", HUI, (9, 9)),
    ("0-0 2-2 3-3 6-3", THREE, (9, 9)), ("0-0 2-2 3-3 6-3", PAGAT, (9, 0)),  # 000 says 9-5
    ("3-3 2-1 4-4 1-1", PAGAT, (9, 0)), ("3-2 1-1 4-3 5-3", PAGAT, (9, 3)),  # 001 says 7-5
    ("2-2 3-0 6-6 6-5", SPLIT, (7, 3)), ("6-6 6-5 6-4 5-4", PAGAT, (9, 3)),
]
# fmt: on


def test_sources_value_of_a_pair_and_of_a_hand() -> None:
    pairs = {"6-1 5-2": 4, "3-2 4-0": 9, "3-3 4-0": 0, "5-5 6-4": 0, "2-2 3-2": 9, "6-6 6-5": 3}
    assert {pair: oracle.readings_of_group(hand(pair), PAGAT)[0].value for pair in pairs} == pairs
    for text, params, best in BEST:
        assert value(hand(text), params) == best


def test_sources_002_004_a_straight_may_be_declared_as_kiu_5_which_is_lower() -> None:
    straight, stated = hand("6-1 5-3 5-4 6-4"), [["6-4", "5-4"], ["6-1", "5-3"]]
    assert value_of(oracle.declared(straight, stated, WIKIPEDIA)) == (9, 5)
    assert oracle.strength(straight, WIKIPEDIA, stated) < oracle.strength(straight, WIKIPEDIA)


def test_sources_002_004_what_a_fourth_tile_can_make() -> None:
    three = ("5-4", "3-2", "4-1")
    worth = {tile: value((*three, tile), WIKIPEDIA) for tile in oracle.tiles() if tile not in three}
    assert {t: v for t, v in worth.items() if v >= (9, 4)} == dict.fromkeys(("2-2", "3-1", "4-0"), (9, 4))
    assert all(value(one, WIKIPEDIA)[0] == 9 for one in ALL if doubles(one) >= 3)


def seats(text: str) -> tuple[oracle_pots.Chips, list[str]]:
    """`a10 b20f`: what each put in, f for folded."""
    contributed = {word[0]: int(word[1:].rstrip("f")) for word in text.split()}
    return contributed, [word[0] for word in text.split() if not word.endswith("f")]


def judge(eligible: Sequence[str]) -> oracle.Result:
    """All tie, but where e is among them it is a split: e has the high half, all share the low one."""
    halves = {"high": oracle.Half(8, ["e"]), "low": oracle.Half(7, list(eligible))}
    return oracle.Result(list(eligible), "?", {}, halves if "e" in eligible else None)


def told(answer: dict[str, Any]) -> str:
    """`a back 5, 40-2 ab: a20+1 b18`: returned, then each pot less its rake, eligible, awards + odd chips."""
    parts = [f"{who} back {chips}" for who, chips in answer["returned"].items()]
    for pot in answer["pots"]:
        rake = f"-{pot['rake']}" if pot["rake"] else ""
        awards = " ".join(f"{one['id']}{one['amount']}{'+1' * one['odd_chips']}" for one in pot["awards"])
        parts.append(f"{pot['amount']}{rake} {''.join(pot['eligible'])}: {awards}")
    return ", ".join(parts)


RAKE = {"basis_points": 5000}
# fmt: off
POTS: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "pot2_uncalled": ("a80 b30f c30f", "a", {}, "a back 50, 90 a: a90"),
    "pot2_beyond_a_folded_one": ("a100 b50 c70f", "a", {}, "a back 30, 150 ab: a75 b75, 40 a: a40"),
    "pot2_nothing_left": ("a100 b0", "a", {}, "a back 100"),
    "pot3_folded_above_the_highest": ("a50 b50 c120f d120f", "a", {}, "340 ab: a170 b170"),
    "pot3_dead_money": ("a10 b10 c10 d1f f2f", "d", {}, "33 abc: a11 b11 c11"),
    "pot3_all_in": ("a100 b150 c150", "a", {}, "300 abc: a100 b100 c100, 100 bc: b50 c50"),
    "pot3_nothing_in": ("a0 b20 c20", "a", {}, "40 bc: b20 c20"),
    "pot3_only_folded_paid": ("a0 b0 c30f d10f", "a", {}, "40 ab: a20 b20"),
    "pot3_large": (f"a{2**52} b{2**52 - 1}", "a", {}, f"a back 1, {2**53 - 2} ab: a{2**52 - 1} b{2**52 - 1}"),
    "pot5_dealer_a": ("a2 b2 c2 d1f", "a", {}, "7 abc: a2 b3+1 c2"),
    "pot5_dealer_b": ("a2 b2 c2 d1f", "b", {}, "7 abc: a2 b2 c3+1"),
    "pot5_dealer_c": ("a2 b2 c2 d2f", "c", {}, "8 abc: a3+1 b3+1 c2"),
    "pot5_qq31_high_half_has_the_odd_chip": ("a13 b13 e13 d2f", "b", {}, "41 abe: e21 a7+1 b6 e7+1"),
    "pot6_rounded_down": ("a33 b33 c33", "c", {"basis_points": 500}, "99-4 abc: a32+1 b32+1 c31"),
    "pot6_each_pot": ("a10 b15 c15", "a", {"basis_points": 1000}, "30-3 abc: a9 b9 c9, 10-1 bc: b5+1 c4"),
    "pot6_cap": ("a10 b15 c15", "a", {**RAKE, "cap": 18}, "30-15 abc: a5 b5 c5, 10-3 bc: b4+1 c3"),
    "pot6_never_from_returned": ("a80 b30f", "a", {"basis_points": 500}, "a back 50, 60-3 a: a57"),
    "pot6_no_contest": ("a8 b3f", "a", {**RAKE, "no_contest_no_rake": True}, "a back 5, 6 a: a6"),
}
# fmt: on


@pytest.mark.parametrize("example", POTS)
def test_pots(example: str) -> None:
    text, dealer, rake, expected = POTS[example]
    assert told(oracle_pots.settle(*seats(text), dealer, judge, rake)) == expected


def chip_by_chip(contributed: oracle_pots.Chips, live: list[str]) -> tuple[Counter[str], Counter[str]]:
    """POT-2 and POT-3 with each chip in the hand: what goes back, and who can win how much."""
    back, pots, owners = Counter[str](), Counter[str](), "".join(live)
    for number in range(1, max(contributed.values()) + 1):
        payers = [who for who in contributed if contributed[who] >= number]
        if len(payers) == 1 and payers[0] in live:
            back[payers[0]] += 1
        else:
            owners = "".join(who for who in payers if who in live) or owners
            pots[owners] += len(payers)
    return back, pots


def test_pot1_pot2_pot3_as_chip_by_chip_and_nothing_is_lost() -> None:
    dice = random.Random(3)
    for _ in range(400):
        others = [f"{who}{dice.randint(0, 9)}{dice.choice(['', 'f'])}" for who in "bcdef"]
        contributed, live = seats(" ".join([f"a{dice.randint(1, 9)}", *others[: dice.randint(1, 5)]]))
        rake = {"basis_points": dice.randint(0, 3000), "cap": dice.choice([None, 1, 3])}
        answer = oracle_pots.settle(contributed, live, "b", judge, rake)
        back, pots = chip_by_chip(contributed, live)
        assert answer["returned"] == back
        assert {"".join(pot["eligible"]): pot["amount"] for pot in answer["pots"]} == pots
        paid_out = sum(player["returned"] + player["won"] for player in answer["players"])
        assert answer["total"] == sum(contributed.values()) == paid_out + answer["rake"]


def test_pot7_an_error_and_not_a_guess() -> None:
    faults = {"a1f b1f": "no_live_player", "a0 b0": "out_of_range", "a1 b1": "missing_hand"}
    for text, code in faults.items():
        contributed, live = seats(text)
        players = [{"id": who, "contributed": n, "folded": who not in live} for who, n in contributed.items()]
        with pytest.raises(oracle_pots.PotError, match=code):
            oracle_pots.showdown({"dealer": "a", "players": players}, PAGAT)


def test_pot3_pot4_no_hand_is_needed_without_a_contest_or_a_stake() -> None:
    players = [{"id": "a", "contributed": 9}, {"id": "b", "contributed": 0}]
    players.append({"id": "c", "contributed": 5, "folded": True})
    answer = oracle_pots.showdown({"dealer": "a", "players": players}, PAGAT)
    assert told(answer) == "a back 4, 10 a: a10"
    assert (answer["pots"][0]["contested"], answer["pots"][0]["decided_by"]) == (False, None)
