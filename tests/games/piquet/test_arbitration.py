"""Disputed deals over the API, held against the showdown and the oracle."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases
from tests.games.piquet import oracle, oracle_deal
from tests.games.piquet.bridge import PLAYERS, ask, parties
from tests.games.piquet.oracle import Params
from tests.games.piquet.test_deals import ELDER, TALON, YOUNGER, partie

Case = tuple[Params, dict[str, Any]]

RULE_OF = {"discards": "PQ-2", "declared": "PQ-15", "plays": "PQ-23"}


@settings(max_examples=50)
@given(parties())
def test_a_legal_record_is_scored_as_its_showdown(case: Case) -> None:
    body = case[1]
    status, answer = ask("arbitrate", body)
    assert status == 200, answer
    assert answer["showdown"] == ask("showdown", body)[1]
    finished = all(deal["finished"] for deal in answer["showdown"]["deals"])
    assert answer["verdict"] == ("no_claim" if finished else "unfinished")
    assert all(step["legal"] for step in answer["timeline"])
    for index, deal in enumerate(answer["showdown"]["deals"]):
        steps = [step for step in answer["timeline"] if step["deal"] == index]
        assert steps[-1]["totals"] == deal["scores"]
        assert sum(step["points"] for step in steps) == sum(deal["scores"].values())


@settings(max_examples=50)
@given(parties(), st.data())
def test_a_claim_is_held_against_what_is_due(case: Case, data: st.DataObject) -> None:
    body = case[1]
    due = ask("showdown", body)[1]
    claim = {"scores": [deal["scores"] for deal in due["deals"]], "totals": due["totals"]}
    finished = all(deal["finished"] for deal in due["deals"])
    right = ask("arbitrate", {**body, "claim": claim})[1]
    assert (right["verdict"], right["differences"]) == ("upheld" if finished else "unfinished", [])
    player = data.draw(st.sampled_from(PLAYERS))
    claim["totals"] = {**due["totals"], player: due["totals"][player] + 1}
    wrong = ask("arbitrate", {**body, "claim": claim})[1]
    told = {"path": f"/totals/{player}", "claimed": due["totals"][player] + 1, "due": due["totals"][player]}
    assert wrong["differences"] == ([told] if finished else [])


@settings(max_examples=80)
@given(parties(most=2), st.data())
def test_a_corrupted_record_stops_where_the_oracle_finds_its_first_fault(
    case: Case, data: st.DataObject
) -> None:
    of, body = case
    deal = data.draw(st.sampled_from(body["deals"]))
    lists = [cards for cards in (deal.get("plays"), *(deal.get("discards") or {}).values()) if cards]
    if not lists:
        return
    cards = data.draw(st.sampled_from(lists))
    at = data.draw(st.integers(0, len(cards) - 1))
    cards[at] = data.draw(st.sampled_from([card for card in oracle.deck() if card not in cards]))
    first = first_fault(of, body)
    answer = ask("arbitrate", body)[1]
    if first is None:
        assert answer["verdict"] != "illegal"
        return
    deal_index, member = first
    assert (answer["verdict"], answer["showdown"], answer["differences"]) == ("illegal", None, [])
    last = answer["timeline"][-1]
    assert (last["legal"], last["points"], last["deal"]) == (False, 0, deal_index)
    broken = [finding for finding in answer["findings"] if finding["step"] == last["step"]]
    assert {finding["code"] for finding in broken} == {RULE_OF[member]}
    assert all(step["legal"] for step in answer["timeline"][:-1])


def first_fault(of: Params, body: dict[str, Any]) -> tuple[int, str] | None:
    """The deal and the member of the first fault that the oracle finds, in the order of the play."""
    try:
        oracle_deal.showdown(body, of)
    except oracle_deal.IllegalError as error:
        places = [place.split("/") for place, _ in error.faults]
        order = list(RULE_OF)
        _, _, deal, member, *_ = min(places, key=lambda place: (int(place[2]), order.index(place[3])))
        return int(deal), member
    return None


@pytest.mark.parametrize(
    ("deal", "code", "step", "legal"),
    [
        ({"declared": {"ani": {"carte_blanche": True}}}, "PQ-3", 0, None),
        ({"talon": TALON, "discards": {"ani": [], "budi": ["7d"]}}, "PQ-2", 0, None),
        ({"talon": TALON, "discards": {"ani": ["8s"], "budi": ["8s"]}}, "PQ-2", 1, None),
        ({"declared": {"budi": {"sets": [["Js", "Jh", "Jd"]]}}}, "PQ-15", 1, None),
        ({"plays": ["Ts"]}, "PQ-23", 2, sorted(ELDER)),
        ({"plays": ["Ah", "7d"]}, "PQ-23", 3, ["Th"]),
        ({"plays": ["Ah", "Th", "Ah"]}, "PQ-23", 4, sorted(set(ELDER) - {"Ah"})),
    ],
)
def test_an_illegal_step_ends_the_replay(
    deal: dict[str, Any], code: str, step: int, legal: list[str] | None
) -> None:
    answer = ask("arbitrate", partie(**deal))[1]
    assert (answer["verdict"], answer["showdown"]) == ("illegal", None)
    assert {(finding["code"], finding["step"]) for finding in answer["findings"]} == {(code, step)}
    assert answer["timeline"][-1]["step"] == step
    if legal is not None:
        assert sorted(answer["findings"][0]["legal"]) == legal


def test_pq14_a_false_answer_is_found_and_changes_nothing() -> None:
    body = partie()
    body["deals"][0]["answers"] = {"point": "good", "sequence": "equal", "set": "not_good"}
    answer = ask("arbitrate", body)[1]
    right = {
        name: one["answer"]
        for name, one in ask("compare", {"ruleset": "classic", "elder": ELDER, "younger": YOUNGER})[1][
            "classes"
        ].items()
    }
    said = body["deals"][0]["answers"]
    false = [name for name in said if said[name] != right[name]]
    assert [finding["code"] for finding in answer["findings"] if finding["step"] is not None] == [
        "PQ-14"
    ] * len(false)
    assert answer["showdown"] == ask("showdown", partie())[1]


def test_the_record_recomputes_its_digest_and_judges_itself_again() -> None:
    answer = ask("arbitrate", partie(plays=["ah", "10♥"], talon=TALON))[1]
    record = answer["record"]
    assert record["deals"][0]["plays"] == ["Ah", "Th"]
    assert answer["record_digest"] == "sha256:" + hashlib.sha256(rfc8785.dumps(record)).hexdigest()
    again = ask("arbitrate", record)[1]
    assert again["record_digest"] == answer["record_digest"]
    assert again["timeline"] == answer["timeline"]


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"claim": {"scores": [{}, {}]}}, ["/claim/scores wrong_count"]),
        ({"claim": {"scores": [None]}}, ["/claim/scores/0 invalid_type"]),
        # What follows from a fault is none of its own.
        ({"claim": {"scores": [{}] * 7}}, ["/claim/scores wrong_count"]),
        ({"deals": [], "claim": {"scores": [{}]}}, ["/deals wrong_count"]),
        ({"deals": [], "claim": {"scores": [{}] * 7}}, ["/deals wrong_count", "/claim/scores wrong_count"]),
        (
            {"claim": {"totals": {"eko": 1}, "winner": "eko"}},
            ["/claim/totals/eko unknown_id", "/claim/winner unknown_id"],
        ),
        (
            {"claim": {"settlement": -1, "payout": {}}},
            ["/claim/settlement out_of_range", "/claim/payout unknown_field"],
        ),
        (
            {"deals": [{"hands": {"ani": ELDER, "budi": ELDER}}]},
            [f"/deals/0/hands/budi/{i} duplicate_card" for i in range(12)],
        ),
        (
            {
                "deals": [
                    {
                        "hands": {"ani": ELDER, "budi": YOUNGER},
                        "answers": {"point": "maybe", "tierce": "good"},
                    }
                ]
            },
            ["/deals/0/answers/point invalid_choice", "/deals/0/answers/tierce unknown_field"],
        ),
    ],
)
def test_a_record_that_cannot_be_read(changes: dict[str, Any], faults: list[str]) -> None:
    status, answer = ask("arbitrate", {**partie(), **changes})
    assert status == 422, answer
    assert [f"{entry['pointer']} {entry['code']}" for entry in answer["errors"]] == faults


DUE = {"ani": 28, "budi": 23}


@pytest.mark.parametrize(
    ("claim", "verdict", "paths"),
    [
        ({}, "no_claim", []),
        ({"totals": {}, "scores": [{}], "winner": None}, "no_claim", []),
        ({"totals": {"ani": None}, "scores": [{"budi": None}]}, "no_claim", []),
        ({"totals": {**DUE, "ani": None}}, "upheld", []),
        ({"totals": DUE, "winner": "ani"}, "unfinished", []),
        ({"totals": DUE, "payouts": {"ani": 5}}, "unfinished", []),
        ({"totals": {"ani": 29}, "winner": "ani"}, "overturned", ["/totals/ani"]),
    ],
)
def test_a_claim_is_upheld_only_where_all_of_it_was_judged(
    claim: dict[str, Any], verdict: str, paths: list[str]
) -> None:
    (case,) = (case for case in cases() if case["id"] == "pq-arbitrate-upheld")
    answer = ask("arbitrate", {**case["body"], "claim": claim})[1]
    assert (answer["verdict"], [entry["path"] for entry in answer["differences"]]) == (verdict, paths)
    assert None not in (answer["record"]["claim"]["totals"] or {}).values()
    assert ask("arbitrate", answer["record"])[1]["record_digest"] == answer["record_digest"]


@pytest.mark.parametrize("declared", [{"ani": None}, {"ani": None, "budi": None}, {"budi": {}}])
def test_pq15_null_declares_all_that_is_held(declared: dict[str, Any]) -> None:
    answer = ask("arbitrate", partie(declared=declared))[1]
    assert answer["showdown"] == ask("showdown", partie())[1]


@pytest.mark.parametrize(
    ("deal", "finding"),
    [
        ({}, {"text": "The play of deal 1 is not recorded."}),
        (
            {"plays": ["Ah"]},
            {"text": "Deal 1 stops before its end; budi is to play.", "to_act": "budi", "legal": ["Th"]},
        ),
    ],
)
def test_an_unfinished_record_says_where_it_stops(deal: dict[str, Any], finding: dict[str, Any]) -> None:
    answer = ask("arbitrate", partie(**deal))[1]
    assert answer["verdict"] == "unfinished"
    assert answer["findings"] == [{"code": "PQ-30", "step": None, **finding}]
