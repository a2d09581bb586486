"""Whole deals and parties over the API, held against the oracle and against what must always be true."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.piquet import oracle, oracle_deal
from tests.games.piquet.bridge import PLAYERS, ask, parties
from tests.games.piquet.oracle import Params

Case = tuple[Params, dict[str, Any]]


@settings(max_examples=60)
@given(parties())
def test_pq20_to_pq30_a_partie_as_the_oracle_scores_it(case: Case) -> None:
    of, body = case
    status, answer = ask("showdown", body)
    assert status == 200, answer
    expected = oracle_deal.showdown(body, of)
    for deal, wanted in zip(answer["deals"], expected.pop("deals"), strict=True):
        assert {name: deal[name] for name in wanted} == wanted
    assert {name: answer[name] for name in expected} == expected


@settings(max_examples=30)
@given(parties())
def test_events_sum_to_scores_and_tricks_to_twelve(case: Case) -> None:
    for deal in ask("showdown", case[1])[1]["deals"]:
        for player in PLAYERS:
            mine = [event for event in deal["events"] if event["player"] == player]
            assert sum(event["points"] for event in mine) == deal["scores"][player]
        if deal["finished"]:
            assert sum(deal["tricks"].values()) == 12


@settings(max_examples=60)
@given(parties(most=2), st.data())
def test_a_corrupted_record_is_refused_where_the_oracle_says(case: Case, data: st.DataObject) -> None:
    of, body = case
    deal = data.draw(st.sampled_from(body["deals"]))
    lists = [cards for cards in (deal.get("plays"), *(deal.get("discards") or {}).values()) if cards]
    if not lists:
        return
    cards = data.draw(st.sampled_from(lists))
    at = data.draw(st.integers(0, len(cards) - 1))
    cards[at] = data.draw(st.sampled_from([card for card in oracle.deck() if card not in cards]))
    try:
        oracle_deal.showdown(body, of)
        expected = []
    except oracle_deal.IllegalError as error:
        expected = error.faults
    status, answer = ask("showdown", body)
    assert status == (422 if expected else 200)
    assert {(fault["pointer"], fault["code"]) for fault in answer.get("errors", ())} == set(expected)


ELDER = ["As", "Js", "9s", "8s", "Ah", "Kh", "Qh", "Jh", "8h", "Jc", "9c", "Kd"]
YOUNGER = ["Ts", "Qs", "Th", "Kc", "Qc", "Tc", "Ac", "Ad", "Qd", "Jd", "Td", "7d"]
TALON = ["Ks", "7s", "9h", "7h", "8c", "7c", "9d", "8d"]


STRANGER = ["hands/eko wrong_count", "hands/eko unknown_id"]


def partie(**deal: Any) -> dict[str, Any]:
    hands = {"ani": ELDER, "budi": YOUNGER}
    return {
        "ruleset": "classic",
        "players": PLAYERS,
        "first_dealer": "budi",
        "deals": [{"hands": hands, **deal}],
    }


def told(body: dict[str, Any]) -> list[str]:
    status, answer = ask("showdown", body)
    assert status == 422, answer
    assert all(entry["detail"] for entry in answer["errors"])
    return [f"{entry['pointer']} {entry['code']}" for entry in answer["errors"]]


@pytest.mark.parametrize(
    ("deal", "faults"),
    [
        ({"hands": {"ani": ELDER}}, ["hands/budi required"]),
        ({"hands": {"ani": ELDER, "budi": None}}, ["hands/budi required"]),
        ({"hands": {"ani": ELDER, "budi": "Ts"}}, ["hands/budi invalid_type"]),
        ({"hands": None}, ["hands required"]),
        (
            {"hands": {"ani": ELDER, "budi": YOUNGER, "eko": TALON}},
            ["hands/eko wrong_count", "hands/eko unknown_id"],
        ),
        # A stranger holds nothing: that his cards are another's too only follows from his being there.
        ({"hands": {"eko": ELDER, "ani": ELDER, "budi": YOUNGER}}, ["hands/eko unknown_id"]),
        ({"hands": {"eko": ELDER, "budi": YOUNGER}}, ["hands/eko unknown_id", "hands/ani required"]),
        (
            {"talon": TALON, "discards": {"ani": ["8s"], "budi": ["7d"], "eko": ["As", "As"]}},
            ["discards/eko unknown_id"],
        ),
        ({"hands": {"ani": ELDER, "budi": [*YOUNGER[:11], "As"]}}, ["hands/budi/11 duplicate_card"]),
        ({"hands": {"ani": ELDER, "budi": [*YOUNGER[:11], "1d"]}}, ["hands/budi/11 invalid_card"]),
        ({"talon": TALON[:7]}, ["talon wrong_count"]),
        ({"talon": [*TALON[:7], "As"]}, ["talon/7 duplicate_card"]),
        ({"discards": {"ani": ["8s"], "budi": ["7d"]}}, ["talon required"]),
        (
            {"talon": [None, *TALON[1:]], "discards": {"ani": ["8s"], "budi": ["7d"]}},
            ["talon/0 invalid_type"],
        ),
        ({"discards": {}}, ["talon required", "discards/ani required", "discards/budi required"]),
        (
            {"discards": {}, "plays": ["Ts"], "declared": {"ani": {"point": ["Ts"]}}},
            ["talon required", "discards/ani required", "discards/budi required"],
        ),
        ({"talon": TALON, "discards": {}}, ["discards/ani required", "discards/budi required"]),
        ({"talon": TALON, "discards": {"ani": ["8s"]}}, ["discards/budi required"]),
        (
            {"talon": TALON, "discards": {"ani": [], "budi": []}},
            ["discards/ani illegal_play", "discards/budi illegal_play"],
        ),
        ({"talon": TALON, "discards": {"ani": ["7d"], "budi": ["7d"]}}, ["discards/ani/0 illegal_play"]),
        (
            {"talon": TALON, "discards": {"ani": ["8s", "8s"], "budi": ["7d"]}},
            ["discards/ani/1 duplicate_card"],
        ),
        ({"declared": {"eko": None}}, ["declared/eko unknown_id"]),
        ({"declared": {"ani": {"tierce": []}}}, ["declared/ani/tierce unknown_field"]),
        ({"declared": {"ani": {"carte_blanche": True}}}, ["declared/ani/carte_blanche illegal_play"]),
        ({"declared": {"ani": {"point": ["As", "Ah"]}}}, ["declared/ani/point illegal_play"]),
        ({"declared": {"ani": {"point": ["Ts"]}}}, ["declared/ani/point/0 illegal_play"]),
        ({"declared": {"ani": {"sequences": [["Ah", "Kh"]]}}}, ["declared/ani/sequences/0 illegal_play"]),
        ({"declared": {"ani": {"sequences": [[]]}}}, ["declared/ani/sequences/0 illegal_play"]),
        (
            {"declared": {"ani": {"sequences": [["Ah", "Kh", "Qh"], ["Kh", "Qh", "Jh"]]}}},
            ["declared/ani/sequences/1 illegal_play"],
        ),
        (
            {"declared": {"ani": {"sets": [["Js", "Jh", "Jc"], ["Jc", "Js", "Jh"]]}}},
            ["declared/ani/sets/1 illegal_play"],
        ),
        (
            {
                "declared": {
                    "budi": {"sets": [["Ts", "Tc", "Td", "Th"]]},
                    "ani": {"sets": [["9s", "9c", "9s"]]},
                }
            },
            ["declared/ani/sets/0 illegal_play"],
        ),
        ({"plays": ["Ah", "7d"]}, ["plays/1 illegal_play"]),
        ({"plays": ["Ah", "Th", "Ah"]}, ["plays/2 illegal_play"]),
        ({"plays": ["Ts"]}, ["plays/0 illegal_play"]),
        ({"plays": ["Ah"] * 25}, ["plays wrong_count", "plays/1 illegal_play"]),
        ({"plays": ["Ah", "Th", "x"]}, ["plays/2 invalid_card"]),
    ],
)
def test_every_fault_of_a_deal(deal: dict[str, Any], faults: list[str]) -> None:
    assert told(partie(**deal)) == [f"/deals/0/{fault}" for fault in faults]


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"players": ["ani"]}, ["/players wrong_count"]),
        ({"players": ["ani", "ani"]}, ["/players/1 duplicate_id", "/first_dealer unknown_id"]),
        ({"players": ["ani", 5]}, ["/players/1 invalid_type"]),
        ({"first_dealer": "eko"}, ["/first_dealer unknown_id"]),
        ({"stake": -1}, ["/stake out_of_range"]),
        ({"stake": 2**52}, ["/stake out_of_range"]),
        ({"deals": []}, ["/deals wrong_count"]),
        ({"deals": [7]}, ["/deals/0 invalid_type"]),
        ({"ruleset": "classico", "deals": None}, ["/ruleset unknown_ruleset", "/deals required"]),
    ],
)
def test_every_fault_of_a_partie(changes: dict[str, Any], faults: list[str]) -> None:
    assert told({**partie(), **changes}) == faults


@pytest.mark.parametrize(
    ("fewest", "discards", "detail"),
    [
        (3, 2, "must be exactly 3 cards, has 2"),
        (1, 4, "must be from 1 up to 3 cards, has 4"),
    ],
)
def test_pq2_says_how_many_cards_younger_may_discard(fewest: int, discards: int, detail: str) -> None:
    exchange = {"talon": TALON, "discards": {"ani": ELDER[:5], "budi": YOUNGER[:discards]}}
    ruleset = {"extends": "classic", "younger_min_exchange": fewest}
    (fault,) = ask("showdown", {**partie(**exchange), "ruleset": ruleset})[1]["errors"]
    assert (fault["pointer"], fault["detail"]) == ("/deals/0/discards/budi", detail)


def test_a_fault_in_one_deal_does_not_hide_those_of_another() -> None:
    body = partie(plays=["Ts"])
    body["deals"] = [*body["deals"], {"hands": {"budi": ELDER, "ani": YOUNGER}, "plays": ["Ah", "7d"]}]
    assert told(body) == ["/deals/0/plays/0 illegal_play", "/deals/1/plays/1 illegal_play"]


@pytest.mark.parametrize(
    ("operation", "body", "faults"),
    [
        ("evaluate", {"hand": ELDER[:11]}, ["/hand wrong_count"]),
        ("evaluate", {"hand": [*ELDER[:11], "as"]}, ["/hand/11 duplicate_card"]),
        ("arrange", {"role": "elder", "hand": ELDER, "talon": 7}, ["/talon out_of_range"]),
        ("arrange", {"role": "younger", "hand": ELDER, "talon": 8}, ["/talon out_of_range"]),
        ("arrange", {"role": "younger", "hand": ELDER, "talon": 2}, ["/talon out_of_range"]),
        (
            "arrange",
            {"role": "dealer", "hand": ELDER, "limit": 0},
            ["/role invalid_choice", "/limit out_of_range"],
        ),
        ("arrange", {"role": "elder", "hand": ELDER, "limit": 4_097}, ["/limit out_of_range"]),
        ("compare", {"elder": ELDER, "younger": ELDER}, [f"/younger/{i} duplicate_card" for i in range(12)]),
        ("compare", {"elder": ELDER}, ["/younger required"]),
        (
            "compare",
            {
                "elder": ELDER,
                "younger": YOUNGER,
                "declared": {"elder": {"sets": [["7s", "7h", "7d"]]}, "ani": {}},
            },
            [*[f"/declared/elder/sets/0/{i} illegal_play" for i in range(3)], "/declared/ani unknown_field"],
        ),
    ],
)
def test_every_fault_of_hands(operation: str, body: dict[str, Any], faults: list[str]) -> None:
    status, answer = ask(operation, {"ruleset": "simple", **body})
    assert status == 422
    assert [f"{entry['pointer']} {entry['code']}" for entry in answer["errors"]] == faults
