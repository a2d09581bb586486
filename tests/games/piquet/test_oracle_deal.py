"""The oracle of deals and parties held against the rulebook: its checked values and its prose."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.piquet import oracle, oracle_deal
from tests.games.piquet.oracle import Json, Params
from tests.games.piquet.oracle_deal import Seats
from tests.games.piquet.test_oracle import CLASSIC, DUELS, MAXIMUM, SIMPLE, cards, told

SEATS = Seats("e", "y")
ALL_TRICKS = [card for pair in zip(cards(MAXIMUM[0]), cards(MAXIMUM[1]), strict=True) for card in pair]
LEADS = ", ".join(f"e lead 1@{n}" for n in range(1, 13))
CAVENDISH = "As Js 9s 8s Ah Kh Qh Jh 8h Jc 9c Kd", "Ts Qs Th Kc Qc Tc Ac Ad Qd Jd Td 7d"
CAVENDISH_PLAYS = cards("Ah Th Kh 7d Qh Td Jh Jd 8h Qd Kd Ad Ac 9c Kc Jc Qc 8s Tc 9s Qs As Js Ts")


def deal(elder: str, younger: str, **more: Any) -> Json:
    """A deal of e, elder, and y, younger."""
    known = [*cards(elder), *cards(younger), *more.get("talon", [])]
    assert len(known) == len(set(known)) in (24, 32)
    return {"hands": {"e": cards(elder), "y": cards(younger)}, **more}


def judged(one: Json, params: Params = CLASSIC) -> Json:
    faults = oracle_deal.deal_faults(one, SEATS, params)
    assert not faults
    return oracle_deal.judge_deal(one, SEATS, ["e", "y"], params)


@pytest.mark.parametrize("params", [SIMPLE, CLASSIC])
def test_checked_ace_king_queen_of_all_suits_170(params: Params) -> None:
    answer = judged(deal(*MAXIMUM, plays=ALL_TRICKS), params)
    declared = "e point 3, e sequence 12, e set 42, e repique 60"
    assert told(answer["events"]) == f"{declared}, {LEADS}, e last_trick 1@12, e capot 40"
    assert answer["scores"] == {"e": 57 + 60 + 13 + 40, "y": 0} == {"e": 170, "y": 0}
    assert answer["tricks"] == {"e": 12, "y": 0}


def test_checked_settlements() -> None:
    known = {(131, 113): 118, (125, 81): 306, (92, 91): 283, (106, 92): 298, (150, 100): 150}
    for (more, fewer), expected in known.items():
        assert oracle_deal.settlement({"e": more, "y": fewer}, CLASSIC) == expected
        assert oracle_deal.settlement({"e": fewer, "y": more}, CLASSIC) == expected
        assert oracle_deal.settlement({"e": more, "y": fewer}, SIMPLE) is None
    assert oracle_deal.settlement({"e": 117, "y": 117}, CLASSIC) is None
    assert oracle_deal.settlement({"e": 100, "y": 99}, CLASSIC) == 299


def test_checked_cavendish_deal() -> None:
    answer = judged(deal(*CAVENDISH, plays=CAVENDISH_PLAYS))
    assert told(answer["events"]) == (
        "e point 5, e sequence 4, y set 17, "
        "e lead 1@1, e lead 1@2, e lead 1@3, e lead 1@4, e lead 1@5, e lead 1@6, y trick 1@6, y lead 1@7, "
        "y lead 1@8, y lead 1@9, y lead 1@10, y lead 1@11, e trick 1@11, e lead 1@12, e last_trick 1@12, "
        "e cards 10"
    )
    assert (answer["scores"], answer["tricks"]) == ({"e": 28, "y": 23}, {"e": 7, "y": 5})


SINKER = "As Ks Qs Js Ts 9s Ah Kh Qh Ad Kd 7c", "8s 7s Jh Th 9h 8h 7h Jd Td 9d Jc Tc"
# What elder says -> what is scored (classic).
SUNK: dict[str, tuple[Json, str]] = {
    "all": ({}, "e point 6, e sequence 19, e set 6, e repique 60"),
    "null_is_all": ({"point": None, "sets": None}, "e point 6, e sequence 19, e set 6, e repique 60"),
    "nothing": ({"point": [], "sequences": [], "sets": []}, "y point 5, y sequence 18, y set 6"),
    "another_suit": ({"point": cards("Ah Kh Qh")}, "y point 5, e sequence 19, e set 6"),
    "fewer_cards": ({"point": cards("Js 9s Ts As Ks")}, "e point 5, e sequence 19, e set 6, e repique 60"),
    "part_of_a_run": ({"sequences": [cards("Qs Ts Js")]}, "e point 6, y sequence 18, e set 6"),
    "only_the_best_run": ({"sequences": [cards("As Ks Qs Js Ts 9s")]}, "e point 6, e sequence 16, e set 6"),
    "in_any_order": (
        {"sequences": [cards("Ah Kh Qh"), cards("As Ks Qs Js Ts 9s")], "sets": [cards("Kd Ks Kh")]},
        "e point 6, e sequence 19, e set 3",
    ),
    "one_of_two": ({"sets": [cards("Ad As Ah")]}, "e point 6, e sequence 19, e set 3"),
}


@pytest.mark.parametrize("example", SUNK)
def test_pq15_sinking(example: str) -> None:
    said, expected = SUNK[example]
    assert told(judged(deal(*SINKER, declared={"e": said}))["events"]) == expected


def test_pq15_three_of_four_and_carte_blanche() -> None:
    elder, younger = "As Ts 9s 8s 7s Ah Th 9h 8h 7h Ad Ac", "Ks Qs Js Kh Qh Jh Kd Qd 9d Jc 9c 7c"
    said = {"carte_blanche": False, "sets": [cards("As Ah Ad")], "point": [], "sequences": []}
    answer = judged(deal(elder, younger, declared={"e": said, "y": {"point": cards("9d")}}))
    assert told(answer["events"]) == "y point 1, y sequence 6, e set 3"
    said = {"carte_blanche": True}
    assert told(judged(deal(elder, younger, declared={"e": said}))["events"]).startswith("e carte_blanche 10")


# ---- The log of a deal

BLANCHE = "As Ts 9s 8s 7s Ah Th 9h 8h 7h Ad 8c", "Ks Qs Js Kh Qh Jh Kd Qd 9d Jc 9c 7c"
BLANCHE_TOLD = "e carte_blanche 10, e point 5, e sequence 8, e set 3"
BARRED = "Js Qs Ac Jc Ks Jh Ah Kc Qc Jd Ad As", "8h 9c 8c 9s 9h Td 9d 8s Tc 7c Ts 7d"
# fmt: off
LOGS: dict[str, tuple[Json, str]] = {
    "pq20_nothing_for_nothing": (deal(*SINKER, declared={"e": {"point": [], "sequences": [], "sets": []},
        "y": {"point": [], "sequences": [], "sets": []}}), ""),
    "pq21_younger_has_carte_blanche": (
        deal(*BARRED), "y carte_blanche 10, e point 4, e sequence 8, e set 28"),
    "pq21_a_class_nobody_wins_bars_nothing": (
        deal(*DUELS["pq10_value_then_nobody"][:2]), "e sequence 15, e set 17, e repique 60"),
    "pq21_the_others_point_bars": (
        deal(*MAXIMUM, declared={"e": {"point": []}}), "y point 3, e sequence 12, e set 42"),
    "pq21_what_the_other_scores_later_does_not": (
        deal("As Ks Qs Js Ts 9s 8s 7s Ah Kh Qh Jh", "Th 9h 8h 7h Td Tc Jd Qd Kd Jc Qc Kc",
             declared={"y": {"sets": [cards("Td Th Tc")]}}),
        "e point 8, e sequence 22, e repique 60, y set 3"),
    "pq21_younger_has_it_in_spite_of_the_lead": (
        deal(MAXIMUM[1], MAXIMUM[0], plays=cards("Js As")),
        "y point 3, y sequence 12, y set 42, y repique 60, e lead 1@1, y trick 1@1"),
    "pq22_carte_blanche_counts_and_it_follows_at_once": (
        deal(*BLANCHE, plays=cards("As Js Ah Jh Ad 9d Ts")),
        f"{BLANCHE_TOLD}, e lead 1@1, e lead 1@2, e lead 1@3, e lead 1@4, e pique 30@4"),
    "pq22_younger_scored_his_point_before": (
        deal("9s Ts 7s Kc Jh Kd Qh 8d Jc 8s Js Jd", "Ah 9c 9h Qc 8h Ac Ks Td 7h Qs Th As",
             plays=cards("Jd Td")),
        "y point 5, e sequence 15, e set 14, e lead 1@1"),
    "pq22_younger_scored_a_trick_before": (
        deal(*BLANCHE, plays=cards("As Js Ah Jh Ts Qs Kh Th Qh 9h")),
        f"{BLANCHE_TOLD}, e lead 1@1, e lead 1@2, e lead 1@3, y trick 1@3, y lead 1@4, y lead 1@5"),
    "pq22_at_the_last_trick_before_the_capot": (
        deal(*MAXIMUM, plays=ALL_TRICKS, declared={"e": {"sequences": [], "sets": [cards("As Ah Ad Ac")]},
             "y": {"sequences": []}}),
        f"e point 3, e set 14, {LEADS}, e last_trick 1@12, e pique 30@12, e capot 40"),
    "pq22_cards_and_capot_do_not_count": (
        deal(*MAXIMUM, plays=ALL_TRICKS, declared={"e": {"sequences": [], "sets": [cards("As Ah Ad")]},
             "y": {"sequences": [], "sets": []}}),
        f"e point 3, e set 3, {LEADS}, e last_trick 1@12, e capot 40"),
    "pq23_a_lead_scores_before_its_answer": (deal(*CAVENDISH, plays=["Ah"]),
        "e point 5, e sequence 4, y set 17, e lead 1@1"),
}
# fmt: on


@pytest.mark.parametrize("example", LOGS)
def test_log(example: str) -> None:
    one, expected = LOGS[example]
    assert told(judged(one)["events"]) == expected


def test_pq23_pq24_the_last_trick_won_from_the_leader_and_six_tricks_each() -> None:
    plays = [*CAVENDISH_PLAYS[:20], *cards("Qs Js Ts As")]
    answer = judged(deal(*CAVENDISH, plays=plays))
    assert told(answer["events"]).endswith("y lead 1@11, y lead 1@12, e trick 1@12, e last_trick 1@12")
    assert (answer["tricks"], answer["finished"]) == ({"e": 6, "y": 6}, True)


def test_pq24_cards_only_after_the_twelfth_trick() -> None:
    for n in range(25):
        answer = judged(deal(*CAVENDISH, plays=CAVENDISH_PLAYS[:n]))
        assert answer["finished"] == (answer["events"][-1]["reason"] == "cards") == (n == 24)
        assert sum(answer["tricks"].values()) == n // 2
    answer = judged(deal(*CAVENDISH))
    assert (answer["tricks"], answer["finished"]) == (None, False)


def test_pq2_pq3_exchange_from_the_top_and_carte_blanche_as_dealt() -> None:
    talon = cards("Kc Qc Jc Tc Ac Qs Ks 8d")
    elder, younger = "As Ts 9s 8s 7s Ah Th 9h 8h 7h Ad 8c", "Js Kh Qh Jh Kd Qd Jd Td 9d 7d 9c 7c"
    one = deal(elder, younger, talon=talon, discards={"e": cards("8c 7s"), "y": cards("7c 9c 7d")})
    answer = judged(one)
    assert answer["played_hands"]["e"] == cards("As Ts 9s 8s Ah Th 9h 8h 7h Ad Kc Qc")
    assert answer["played_hands"]["y"] == cards("Js Kh Qh Jh Kd Qd Jd Td 9d Ac Jc Tc")
    assert told(answer["events"]).startswith("e carte_blanche 10, y point 5")
    assert judged(deal(elder, younger, talon=talon))["played_hands"]["e"] == cards(elder)


def test_pq23_legal_cards() -> None:
    left = cards("As Ks 7h")
    assert oracle_deal.legal_cards(left, None) == left
    assert oracle_deal.legal_cards(left, "7s") == cards("As Ks")
    assert oracle_deal.legal_cards(left, "Ad") == left


TALON = cards("Ks 7s Th 9h 7h Kh Td 8d")
DEALT = "As Qs Js Ts 9s 8s Ah Qh Jh 8h 9d 7c", "Ad Kd Qd Jd Ac Kc Qc Jc Tc 9c 8c 7d"
# fmt: off
FAULTS: dict[str, tuple[Json, list[str]]] = {
    "pq2_elder_one_to_five": ({"discards": {"e": [], "y": ["7d"]}}, ["/discards/e illegal_play"]),
    "pq2_elder_six": (
        {"discards": {"e": cards("As Qs Js Ts 9s 8s"), "y": ["7d"]}}, ["/discards/e illegal_play"]),
    "pq2_younger_at_least_one": ({"discards": {"e": ["7c"], "y": []}}, ["/discards/y illegal_play"]),
    "pq2_younger_what_is_left": (
        {"discards": {"e": cards("7c 9d 8h 8s 9s"), "y": cards("7d 8c 9c Tc")}},
        ["/discards/y illegal_play"]),
    "pq2_not_held": ({"discards": {"e": cards("7c 7d"), "y": ["7d"]}}, ["/discards/e/1 illegal_play"]),
    "pq2_twice": ({"discards": {"e": cards("7c 7c"), "y": ["7d"]}}, ["/discards/e/1 duplicate_card"]),
    "pq2_both_at_once_and_nothing_after": (
        {"discards": {"e": [], "y": ["As"]}, "plays": ["Ad"]},
        ["/discards/e illegal_play", "/discards/y/0 illegal_play"]),
    "pq15_cards_before_groups": (
        {"declared": {"e": {"point": cards("As Ks"), "sequences": [cards("Qs Js"), cards("Qs Js Ts Qs")]}}},
        ["/declared/e/point/1 illegal_play", "/declared/e/sequences/0 illegal_play",
         "/declared/e/sequences/1/3 duplicate_card"]),
    "pq15_two_suits": ({"declared": {"y": {"point": cards("Ad Ac")}}}, ["/declared/y/point illegal_play"]),
    "pq15_a_gap": (
        {"declared": {"y": {"sequences": [cards("Ad Kd Jd")]}}}, ["/declared/y/sequences/0 illegal_play"]),
    "pq15_two_parts_of_a_run": (
        {"declared": {"y": {"sequences": [cards("Ac Kc Qc"), cards("Jd Qd Kd"), cards("Tc 9c 8c")]}}},
        ["/declared/y/sequences/2 illegal_play"]),
    "pq15_no_set": (
        {"declared": {"e": {"sets": [cards("9s 9d")]}, "y": {"sets": [cards("Kd Kc")]}}},
        ["/declared/e/sets/0 illegal_play", "/declared/y/sets/0 illegal_play"]),
    "pq15_no_carte_blanche": (
        {"declared": {"e": {"carte_blanche": True}}}, ["/declared/e/carte_blanche illegal_play"]),
    "pq15_pq23_the_play_is_judged_all_the_same": (
        {"declared": {"e": {"point": ["Ac"]}}, "plays": cards("As 7d 8s Ks Kc")},
        ["/declared/e/point/0 illegal_play", "/plays/3 illegal_play"]),
    "pq23_revoke": ({"plays": cards("9d Ac")}, ["/plays/1 illegal_play"]),
    "pq23_out_of_turn": ({"plays": ["Ad"]}, ["/plays/0 illegal_play"]),
    "pq23_twice": ({"plays": cards("9d Ad Ac 7c Ad")}, ["/plays/4 duplicate_card"]),
    "pq23_the_winner_leads": ({"plays": cards("9d Ad As")}, ["/plays/2 illegal_play"]),
}
# fmt: on


@pytest.mark.parametrize("example", FAULTS)
def test_faults(example: str) -> None:
    more, expected = FAULTS[example]
    found = oracle_deal.deal_faults(deal(*DEALT, talon=TALON, **more), SEATS, CLASSIC)
    assert [f"{at} {code}" for at, code in found] == expected


# ---- The partie


def partie(deals: Sequence[Json], **more: Any) -> Json:
    return {"players": ["e", "y"], "first_dealer": "y", "deals": deals, **more}


def swapped(one: Json) -> Json:
    """The same with the players changed, for a deal where e is the dealer."""
    return {
        key: {"e": value.get("y"), "y": value.get("e")} if isinstance(value, dict) else value
        for key, value in one.items()
    }


def test_pq30_six_deals_the_deal_alternating() -> None:
    whole = deal(*MAXIMUM, plays=ALL_TRICKS)
    sunk = {**whole, "declared": {"e": {"sets": []}}}
    six = [whole, swapped(whole)] * 2 + [whole, swapped(sunk)]
    answer = oracle_deal.showdown(partie(six, stake=25), CLASSIC)
    assert [one["dealer"] for one in answer["deals"]] == ["y", "e"] * 3
    assert answer["totals"] == {"e": 510 + 14, "y": 340 + 3 + 12 + 13 + 40}
    assert (answer["complete"], answer["winner"], answer["settlement"]) == (True, "e", 100 + 524 - 408)
    assert answer["payouts"] == {"e": 50, "y": 0}
    tied = oracle_deal.showdown(partie([whole, swapped(whole)] * 3, stake=25), CLASSIC)
    assert (tied["complete"], tied["winner"], tied["settlement"]) == (True, None, None)
    assert tied["payouts"] == {"e": 25, "y": 25}
    early = {**swapped(whole), "plays": ALL_TRICKS[:23]}
    for deals in (six[:5], [*six[:5], early], [early | swapped(early), *six[1:]]):
        answer = oracle_deal.showdown(partie(deals, stake=25), CLASSIC)
        assert (answer["complete"], answer["winner"]) == (False, None)
        assert (answer["settlement"], answer["payouts"]) == (None, None)


def test_pq23_each_deal_is_judged_to_its_first_fault() -> None:
    bad = deal(*DEALT, plays=cards("9d Ac Ac"))
    with pytest.raises(oracle_deal.IllegalError) as caught:
        oracle_deal.showdown(partie([bad, swapped(deal(*CAVENDISH)), bad]), CLASSIC)
    assert caught.value.faults == [(f"/deals/{i}/plays/1", "illegal_play") for i in (0, 2)]


# ---- Properties, over deals played at random


def random_deal(dice: random.Random) -> Json:
    deck = dice.sample(oracle.deck(), 32)
    first = dice.randint(1, 5)
    one = deal(" ".join(deck[:12]), " ".join(deck[12:24]), talon=deck[24:])
    if dice.random() < 0.8:
        one["discards"] = {"e": deck[:first], "y": deck[12 : 12 + dice.randint(1, 8 - first)]}
    one["plays"] = []
    left, leader = oracle_deal.exchange(one, SEATS), "e"
    for _ in range(12):
        led = dice.choice(oracle_deal.legal_cards(left[leader], None))
        reply = dice.choice(oracle_deal.legal_cards(left[SEATS.other(leader)], led))
        one["plays"] += [led, reply]
        left[leader].remove(led)
        left[SEATS.other(leader)].remove(reply)
        if reply[1] == led[1] and oracle.height(reply[0]) > oracle.height(led[0]):
            leader = SEATS.other(leader)
    return one


def renamed(value: Any, suits: dict[str, str]) -> Any:
    """The same with other suits; keys stay."""
    if isinstance(value, dict):
        return {key: renamed(part, suits) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, suits) for part in value]
    return value[0] + suits[value[1]]


def declared_points(answer: Json) -> dict[str, int]:
    """What each scores before the play."""
    early = [
        one for one in answer["events"] if "trick" not in one and one["reason"] not in ("cards", "capot")
    ]
    return {who: sum(one["points"] for one in early if one["player"] == who) for who in ("e", "y")}


def less(dice: random.Random, held: oracle.Claims) -> Json:
    """Some lawful declaration of less."""
    point = held.point[0].cards
    runs = [run.cards[: dice.randint(3, run.length)] for run in held.sequence if dice.random() < 0.7]
    groups = [
        group.cards[:3] if dice.random() < 0.5 else group.cards for group in held.set if dice.random() < 0.7
    ]
    said = {"point": dice.sample(point, dice.randint(0, len(point))), "sequences": runs, "sets": groups}
    return {name: value for name, value in said.items() if dice.random() < 0.7}


def test_properties_of_random_deals() -> None:
    dice = random.Random(7)
    for _ in range(300):
        one = random_deal(dice)
        answer = judged(one)
        assert answer["finished"]
        assert sum(answer["tricks"].values()) == 12
        for who, score in answer["scores"].items():
            assert score == sum(event["points"] for event in answer["events"] if event["player"] == who)
        suits = dict(zip("shdc", dice.sample("shdc", 4), strict=True))
        assert judged(renamed(one, suits))["scores"] == answer["scores"]
        who, other = dice.sample(["e", "y"], 2)
        held = oracle.holdings(one["hands"][who], answer["played_hands"][who], CLASSIC)
        sunk = judged({**one, "declared": {who: less(dice, held)}})
        before, after = declared_points(answer), declared_points(sunk)
        assert after[who] <= before[who]
        assert after[other] >= before[other]
