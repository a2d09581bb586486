"""The oracles of hands and exchanges held against the rulebook, and a count of all hands."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TypeVar

import pytest

from tests.games.piquet import oracle, oracle_exchange
from tests.games.piquet.oracle import NAMED, Card, Json

SIMPLE, CLASSIC = NAMED["simple"], NAMED["classic"]
BEST_ONLY = replace(CLASSIC, secondary_combinations=False)
State = TypeVar("State")


def cards(text: str) -> list[Card]:
    return text.split()


def told(events: Iterable[Json]) -> str:
    """`e point 5, y trick 1@3`: who, why, how much, and the trick."""
    return ", ".join(
        f"{one['player']} {one['reason']} {one['points']}" + (f"@{one['trick']}" if "trick" in one else "")
        for one in events
    )


# ---- Checked values

MAXIMUM = "As Ks Qs Ah Kh Qh Ad Kd Qd Ac Kc Qc", "Js 8s 7s Jh 8h 7h Jd 8d 7d Jc 8c 7c"
MAJOR = "As Ks Qs Js Ts Ah Ad Ac 7h 8h 7d 8d", "9s 8s 7s Kh Qh Th Kd Jd 9d Jc 9c 7c"


def test_checked_point_quint_major_quatorze() -> None:
    both = dict(zip(("elder", "younger"), map(cards, MAJOR), strict=True))
    classic, simple = oracle.compare(both, CLASSIC), oracle.compare(both, SIMPLE)
    assert told(classic["events"]) == "elder point 5, elder sequence 15, elder set 14, elder repique 60"
    assert [event["total"] for event in classic["events"]] == [5, 20, 34, 94]
    assert classic["points"] == {"elder": 94, "younger": 0}
    assert told(simple["events"]) == "elder point 5, elder sequence 5, elder set 14"
    assert simple["points"] == {"elder": 24, "younger": 0}


# ---- All 225,792,840 hands, counted suit by suit or rank by rank


def count_hands(
    parts: Sequence[Sequence[Card]],
    measure: Callable[[Sequence[Card]], State],
    join: Callable[[State, State], State],
) -> Counter[State]:
    """How many 12-card hands measure how: the subsets of each part of the deck, joined part by part."""
    so_far = Counter({(0, measure([])): 1})
    for part in parts:
        subsets = [some for n in range(len(part) + 1) for some in combinations(part, n)]
        of_part = Counter((len(some), measure(some)) for some in subsets)
        joined: Counter[tuple[int, State]] = Counter()
        for (n, state), hands in so_far.items():
            for (more, other), ways in of_part.items():
                joined[n + more, join(state, other)] += hands * ways
        so_far = joined
    return Counter({state: hands for (n, state), hands in so_far.items() if n == 12})


LENGTHS = {0: 80_400_026, 3: 98_629_730, 4: 35_336_570, 5: 9_088_848, 6: 1_955_130, 7: 340_032, 8: 42_504}
WITH_A_SEQUENCE = 145_392_814
SETS = {"": 96_334_325, "trio": 114_024_240, "quatorze": 12_127_555, "quatorze trio": 3_306_720}
WITH_A_TRIO, WITH_A_QUATORZE = 117_330_960, 15_434_275
POINTS = {3: 9_834_496, 4: 124_522_720, 5: 74_962_944, 6: 15_070_048, 7: 1_360_128, 8: 42_504}
SUITS_OF_DECK = [[rank + suit for rank in oracle.RANKS] for suit in oracle.SUITS]
RANKS_OF_DECK = [[rank + suit for suit in oracle.SUITS] for rank in oracle.RANKS]


def longest(some: Sequence[Card]) -> int:
    """The length of the best sequence, 0 for none."""
    return max((run.length for run in oracle.sequences(some, SIMPLE)), default=0)


def set_names(some: Sequence[Card]) -> frozenset[str]:
    return frozenset(one.name for one in oracle.sets(some))


def by_length() -> Counter[int]:
    return count_hands(SUITS_OF_DECK, longest, max)


def by_sets() -> Counter[frozenset[str]]:
    return count_hands(RANKS_OF_DECK, set_names, frozenset.union)


def test_pq3_carte_blanche_125970_of_225792840() -> None:
    plain = [card for card in oracle.deck() if card[0] not in "KQJ"]
    assert comb(len(plain), 12) == 125_970
    assert sum(map(oracle.carte_blanche, combinations(plain, 12))) == 125_970
    counted = count_hands(RANKS_OF_DECK, oracle.carte_blanche, lambda one, other: one and other)
    assert counted == {True: 125_970, False: comb(32, 12) - 125_970}
    assert counted.total() == comb(32, 12) == 225_792_840


def test_pq3_both_players_cannot_have_one() -> None:
    assert len([card for card in oracle.deck() if card[0] not in "KQJ"]) < 24


def test_pq11_census_of_sequences() -> None:
    lengths = by_length()
    assert lengths == LENGTHS
    assert lengths.total() - lengths[0] == WITH_A_SEQUENCE
    assert lengths[8] == 4 * comb(24, 4)


def test_pq12_census_of_sets() -> None:
    names = by_sets()
    assert {" ".join(sorted(kind)): hands for kind, hands in names.items()} == SETS
    assert names.total() == comb(32, 12)
    with_one = {
        name: sum(hands for kind, hands in names.items() if name in kind) for name in ("trio", "quatorze")
    }
    assert with_one == {"trio": WITH_A_TRIO, "quatorze": WITH_A_QUATORZE}
    assert 5 * comb(28, 8) - 10 * comb(24, 4) + 10 * comb(20, 0) == WITH_A_QUATORZE


def test_pq10_census_of_points() -> None:
    assert count_hands(SUITS_OF_DECK, len, max) == POINTS


def test_the_count_is_that_of_one_hand_after_another() -> None:
    """On half of the deck every hand can be looked at; and a hand measures as its parts joined."""
    half = SUITS_OF_DECK[:2]
    every = list(combinations([card for suit in half for card in suit], 12))
    assert count_hands(half, longest, max) == Counter(map(longest, every))
    dice = random.Random(12)
    for _ in range(300):
        hand = dice.sample(oracle.deck(), 12)
        suits = [[card for card in hand if card[1] == suit] for suit in oracle.SUITS]
        assert longest(hand) == max(map(longest, suits))
        assert oracle.point(hand).count == max(map(len, suits))
        ranks = [[card for card in hand if card[0] == rank] for rank in oracle.RANKS]
        assert set_names(hand) == frozenset().union(*map(set_names, ranks))


# ---- One hand, and one against another


def test_pq10_to_pq12_a_hand_alone() -> None:
    hand = cards("8c As Ad Ks Qs Js Ts Kh Qh Jh Kd Kc")
    answer = oracle.evaluate(hand, CLASSIC)
    assert answer["point"] == asdict(oracle.Point("s", cards("As Ks Qs Js Ts"), 5, 51, 5))
    assert [(one["name"], one["cards"], one["top"], one["points"]) for one in answer["sequences"]] == [
        ("quint", cards("As Ks Qs Js Ts"), "A", 15),
        ("tierce", cards("Kh Qh Jh"), "K", 3),
    ]
    assert [(one["name"], one["cards"], one["rank"], one["points"]) for one in answer["sets"]] == [
        ("quatorze", cards("Ks Kh Kd Kc"), "K", 14)
    ]
    assert (answer["carte_blanche"], answer["unopposed"]) == (False, 5 + 18 + 14)
    assert oracle.evaluate(hand, SIMPLE)["unopposed"] == 5 + 8 + 14
    assert oracle.evaluate(hand, BEST_ONLY)["unopposed"] == 5 + 15 + 14


def test_pq3_a_hand_alone_counts_as_dealt() -> None:
    answer = oracle.evaluate(cards("As Ts 9s 8s 7s Ah Th 9h 8h 7h Ad 8c"), SIMPLE)
    assert (answer["carte_blanche"], answer["unopposed"]) == (True, 10 + 5 + 8 + 3)


def test_pq11_names_and_the_bonus_from_five_on() -> None:
    names = ["tierce", "quart", "quint", "sixième", "septième", "huitième"]
    for n, name in enumerate(names, 3):
        run = oracle.make_run([rank + "h" for rank in oracle.RANKS[:n]], CLASSIC)
        assert (run.name, run.points) == (name, n + 10 * (n >= 5))


def test_pq10_pq11_equal_suits_the_first_of_s_h_d_c() -> None:
    hand = cards("9c 8c 7c 9d 8d 7d 9h 8h 7h 9s 8s 7s")
    assert oracle.point(hand).suit == "s"
    assert [run.suit for run in oracle.sequences(hand, SIMPLE)] == ["s", "h", "d", "c"]


# elder, younger -> what is told of point, sequences and sets: answer, winner, points.
# fmt: off
DUELS: dict[str, tuple[str, str, dict[str, tuple[str | None, str | None, int]]]] = {
    "pq10_more_cards_before_value": (
        "9s 8s 7s Ts As Kh Jh Ad Qd Ac Jc 7c", "Ah Qh 8h 7h Kd Jd 9d 7d Kc Tc 8c Qs",
        {"point": ("good", "elder", 5), "sequence": ("good", "elder", 4), "set": ("good", "elder", 3)}),
    "pq10_value_then_nobody": (
        "Ks Qs Js Ts 9s Jh Jd Jc Td Tc 7d 7c", "Ah Kh Qh Th 8h Ad Kc 9c 8c 7s 8s 8d",
        {"point": ("equal", None, 0), "sequence": ("good", "elder", 15), "set": ("good", "elder", 17)}),
    "pq11_top_card_then_nobody_though_one_has_more": (
        "As Ks Qs 9h 8h 7h Jd Tc 8c Jh 8d 7d", "Ah Kh Qh Js Ts 8s 7s Ad Kc 9d 9c 7c",
        {"point": ("not_good", "younger", 4), "sequence": ("equal", None, 0), "set": (None, None, 0)}),
    "pq12_four_before_three_of_a_higher_rank": (
        "As Ah Ad Ks Kh Kd 9s 8h 7c 8c 9d 7s", "Ts Th Td Tc Qs Jh Qd Jc 9h 8s 8d 7h",
        {"point": ("good", "elder", 4), "sequence": (None, "younger", 3),
         "set": ("not_good", "younger", 14)}),
    "pq13_no_claim_needs_no_answer": (
        "As Ks Js 9s Ah Qh Th 7h Kd Jd 9d 7d", "Ts 8s 7s Kh Jh 9h Ad Qd Td Kc Jc 9c",
        {"point": ("good", "elder", 4), "sequence": (None, None, 0), "set": (None, None, 0)}),
}
# fmt: on


@pytest.mark.parametrize("duel", DUELS)
def test_classes(duel: str) -> None:
    elder, younger, expected = DUELS[duel]
    both = {"elder": cards(elder), "younger": cards(younger)}
    assert not set(both["elder"]) & set(both["younger"])
    found = oracle.compare(both, CLASSIC)["classes"]
    assert {name: (one["answer"], one["winner"], one["points"]) for name, one in found.items()} == expected


def test_pq13_the_best_only_where_the_rules_say_so() -> None:
    elder, younger = map(cards, MAXIMUM)
    answer = oracle.compare({"elder": elder, "younger": younger}, BEST_ONLY)
    assert told(answer["events"]) == "elder point 3, elder sequence 3, elder set 14"


# ---- Exchanges

HAND = cards("8c As Ad Qd 9h 8h Qs Ah Kd 9d Jc 7d")
YOUNGER = cards("8s 7c 8c 9d Jc Th Td 8h Ad Qh Qs Kd")


def test_pq2_considered() -> None:
    assert oracle_exchange.considered("elder", CLASSIC) == 1_585
    assert oracle_exchange.considered("elder", SIMPLE) == 1_585
    assert [oracle_exchange.considered("younger", SIMPLE, talon) for talon in (None, 3, 7)] == [
        299,
        299,
        3_302,
    ]
    assert oracle_exchange.considered("younger", CLASSIC) == 298
    assert oracle_exchange.considered("younger", replace(CLASSIC, younger_min_exchange=3), 3) == 220


def test_exchange_elder_five_cards_over_15504_draws() -> None:
    found = oracle_exchange.expected(HAND, cards("9h 8h 9d 7d 8c"), SIMPLE)
    wanted = 4.252128482972136, 4.9411764705882355, 8.813467492260061, 18.006772445820435
    assert tuple(map(float, found)) == wanted
    assert found.total == found.point + found.sequence + found.set


def test_exchange_younger_in_order() -> None:
    named = [tuple(cards(text)) for text in ("8s Jc 7c", "Jc 8c 7c", "8s 8c 7c")]
    found = [oracle_exchange.Exchange(one, oracle_exchange.expected(YOUNGER, one, SIMPLE)) for one in named]
    ranked = oracle_exchange.in_order(found)
    assert [one.discard for one in ranked] == named[::-1]
    totals = [9.780701754385966, 9.608771929824561, 9.547368421052632]
    assert [float(one.expected.total) for one in ranked] == pytest.approx(totals, rel=1e-15)


def test_exchange_by_size_and_of_equals_fewer_cards_then_sorted_order() -> None:
    ranked = oracle_exchange.exchanges(YOUNGER, range(3), SIMPLE)
    assert len(ranked) == 1 + 12 + 66
    assert [one.discard for one in oracle_exchange.by_size(ranked)] == [(), ("8s",), ("8s", "Jc")]
    same = oracle_exchange.Expected(*map(Fraction, (1, 1, 1, 3)))
    order = [tuple(cards(text)) for text in ("7c", "Qs Th", "Qs 7c", "8s 7c")]
    shuffled = [oracle_exchange.Exchange(one, same) for one in reversed(order)]
    assert [one.discard for one in oracle_exchange.in_order(shuffled)] == order


def test_exchange_sets_by_their_odds() -> None:
    """The mean of the sets once more, rank by rank, from how likely the missing cards are."""
    gone = cards("9h 8h 7d 8c")
    kept = Counter(card[0] for card in HAND if card not in gone)
    dealt = Counter(card[0] for card in HAND)
    mean = Fraction(0)
    for rank in "AKQJT":
        unseen = 4 - dealt[rank]
        for drawn in range(unseen + 1):
            chance = Fraction(comb(unseen, drawn) * comb(20 - unseen, 4 - drawn), comb(20, 4))
            mean += chance * {3: 3, 4: 14}.get(kept[rank] + drawn, 0)
    assert oracle_exchange.expected(HAND, gone, SIMPLE).set == mean


def test_pq13_an_exchange_counts_the_best_only_where_the_rules_say_so() -> None:
    hand = cards("As Ks Qs Ah Kh Qh Ad Kd Qd Ac Kc 7c")
    assert oracle_exchange.class_points(hand, CLASSIC) == (3, 9, 31)
    assert oracle_exchange.class_points(hand, BEST_ONLY) == (3, 3, 14)
