"""Disputed deals over the API, held against an independent replay."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

import pytest
import rfc8785
from flask.testing import FlaskClient
from hypothesis import given, settings

from service.app import create_app
from tests.games.qiuqiu import oracle_betting
from tests.games.qiuqiu.records import Corruption, Record, corruptions, legal_records


@cache
def client() -> FlaskClient:
    return create_app().test_client()


def arbitrate(record: Any) -> tuple[int, dict[str, Any]]:
    answer = client().post("/v1/qiuqiu/arbitrate", data=json.dumps(record), content_type="application/json")
    return answer.status_code, answer.get_json()


def judged(record: Record) -> tuple[dict[str, Any] | None, set[tuple[str, str]]]:
    """The oracle's answer, or the faults for which it refuses the record."""
    try:
        return oracle_betting.arbitrate(record), set()
    except oracle_betting.RecordError as error:
        return None, set(error.faults)


def agrees(record: Record) -> dict[str, Any] | None:
    """The answer, having been found equal to the oracle's; None where both refuse the record."""
    status, answer = arbitrate(record)
    expected, faults = judged(record)
    if expected is None:
        assert status == 422, faults
        assert {(fault["pointer"], fault["code"]) for fault in answer["errors"]} == faults
        return None
    assert status == 200, answer
    for name in ("verdict", "timeline", "to_act", "legal", "differences"):
        assert answer[name] == expected[name], name
    stops = [
        {name: finding[name] for name in ("code", "step", "legal")}
        for finding in answer["findings"]
        if answer["verdict"] == "illegal"
    ]
    assert stops == [
        {name: finding[name] for name in ("code", "step", "legal")} for finding in expected["findings"]
    ]
    _same_chips(answer["showdown"], expected["showdown"])
    return answer


def _same_chips(ours: dict[str, Any] | None, expected: dict[str, Any] | None) -> None:
    if ours is None or expected is None:
        assert ours is expected
        return
    for name in ("total", "returned", "rake"):
        assert ours[name] == expected[name]
    for player, wanted in zip(ours["players"], expected["players"], strict=True):
        assert {name: player[name] for name in wanted} == wanted
    won = sum(player["won"] for player in ours["players"])
    assert ours["total"] == sum(ours["returned"].values()) + won + ours["rake"]


@settings(max_examples=150)
@given(legal_records())
def test_qq40_to_qq44_a_legal_record_is_judged_as_the_oracle_judges_it(record: Record) -> None:
    answer = agrees(record)
    assert answer is None or answer["verdict"] != "illegal"


@settings(max_examples=200)
@given(corruptions())
def test_a_record_that_became_illegal_is_found_at_its_step(corruption: Corruption) -> None:
    answer = agrees(corruption.record)
    if answer is not None and answer["verdict"] == "illegal":
        assert answer["findings"][0]["step"] >= corruption.step


@settings(max_examples=30)
@given(legal_records())
def test_the_record_recomputes_its_digest_and_judges_itself_again(record: Record) -> None:
    status, answer = arbitrate(record)
    if status != 200:
        return
    digest = hashlib.sha256(rfc8785.dumps(answer["record"])).hexdigest()
    assert answer["record_digest"] == f"sha256:{digest}"
    again = arbitrate(answer["record"])[1]
    assert again["record_digest"] == answer["record_digest"]
    assert again["verdict"] == answer["verdict"]


ANI = ["2-0", "4-1", "4-4", "6-5"]
BUDI = ["1-1", "3-2", "4-2", "6-3"]
LIMITS = [{"min": 10, "max": 100}, {"min": 20, "max": 200}]
SHORT = [{"id": "ani", "stack": 100}, {"id": "budi", "stack": 20}]


CHECKED = ("ani check", "budi check", "ani check", "budi check")


def stack(name: str, chips: int, hand: list[str] | None = None, **more: Any) -> dict[str, Any]:
    return {"id": name, "stack": chips, "hand": hand, **more}


def scene(*actions: str, **changes: Any) -> dict[str, Any]:
    """A record of two players; an action is written "ani bet 10"."""
    lines = [(*action.split(), None)[:3] for action in actions]
    return {
        "ruleset": "pagat",
        "dealer": "ani",
        "ante": 10,
        "limits": LIMITS,
        "players": [{"id": "ani", "stack": 100, "hand": ANI}, {"id": "budi", "stack": 100, "hand": BUDI}],
        "actions": [
            {"player": who, "action": word, "to": None if to is None else int(to)} for who, word, to in lines
        ],
        **changes,
    }


@pytest.mark.parametrize(
    ("record", "faults"),
    [
        ({}, [f"/{name} required" for name in ("ruleset", "dealer", "ante", "limits", "players", "actions")]),
        (scene(limits=LIMITS[:1]), ["/limits wrong_count"]),
        (scene(limits=LIMITS[:1] * 3), ["/limits wrong_count"]),
        # More than any ruleset has rounds: one fault, not one more of the same for this ruleset.
        (scene(limits=LIMITS[:1] * 5), ["/limits wrong_count"]),
        (
            scene(limits=[{"min": 0, "max": None}, {"min": 10, "max": 9}]),
            ["/limits/0/min out_of_range", "/limits/1/max out_of_range"],
        ),
        (scene(dealer="eko", ante=-1), ["/dealer unknown_id", "/ante out_of_range"]),
        (scene("eko check"), ["/actions/0/player unknown_id"]),
        (scene("ani bet"), ["/actions/0/to required"]),
        (scene("ani check 10"), ["/actions/0/to unknown_field"]),
        (scene("ani shove"), ["/actions/0/action invalid_choice"]),
        (scene("ani bet -1"), ["/actions/0/to out_of_range"]),
        (scene(claim={}), ["/claim/payouts required"]),
        (
            scene(claim={"payouts": {"eko": 1, "ani": 1.5}}),
            ["/claim/payouts/eko unknown_id", "/claim/payouts/ani invalid_type"],
        ),
        (
            scene(
                players=[
                    {"id": "ani", "stack": 0, "hand": ANI[:2]},
                    {"id": "ani", "stack": 2**53 - 1, "hand": ANI[1:]},
                ]
            ),
            [
                "/players/0/stack out_of_range",
                "/players/1/id duplicate_id",
                "/players/1/hand/0 duplicate_tile",
            ],
        ),
        (
            scene(players=[{"id": "ani", "stack": 2**53 - 1}, {"id": "budi", "stack": 1}]),
            ["/players out_of_range"],
        ),
        (
            scene(
                "ani check",
                "budi check",
                "ani check",
                "budi check",
                players=[{"id": "ani", "stack": 20, "hand": ANI[:3]}, {"id": "budi", "stack": 20}],
            ),
            ["/players/0/hand wrong_count", "/players/1/hand missing_hand"],
        ),
        (scene(*CHECKED, ante=0), ["/players out_of_range"]),
        (
            scene(
                players=[
                    {"id": "ani", "stack": 20, "hand": ANI[:3], "arrangement": [ANI[:2], ANI[2:]]},
                    {"id": "budi", "stack": 20},
                ]
            ),
            ["/players/0/arrangement invalid_arrangement"],
        ),
        (
            scene(
                *CHECKED,
                players=[{"id": "ani", "stack": 20, "hand": ANI[:3]}, {"id": "budi", "stack": 20}],
                claim={"payouts": {"eko": 1}},
                memo="",
            ),
            [
                "/players/0/hand wrong_count",
                "/players/1/hand missing_hand",
                "/claim/payouts/eko unknown_id",
                "/memo unknown_field",
            ],
        ),
        (
            scene(
                *CHECKED,
                players=[
                    {"id": "ani", "stack": 20, "hand": [], "arrangement": [ANI[:2], ANI[2:]]},
                    {"id": "budi", "stack": 20, "arrangement": [BUDI[:2], BUDI[2:]]},
                ],
            ),
            ["/players/0/hand wrong_count", "/players/1/hand missing_hand"],
        ),
    ],
)
def test_a_record_that_cannot_be_read(record: dict[str, Any], faults: list[str]) -> None:
    status, answer = arbitrate(record)
    assert status == 422, answer
    assert [f"{entry['pointer']} {entry['code']}" for entry in answer["errors"]] == faults


@pytest.mark.parametrize(
    ("record", "code", "text"),
    [
        (scene("budi check"), "QQ-41", "Action 0 is out of turn: ani is to act."),
        (
            scene("ani bet 10", "budi check"),
            "QQ-42",
            "Action 1 is not open to budi, who faces a bet: fold, call or raise.",
        ),
        (
            scene("ani call"),
            "QQ-42",
            "Action 0 is not open to ani, since nothing is bet: check, bet or fold.",
        ),
        (scene("ani fold", "budi check"), "QQ-42", "Action 1 comes after the deal has ended."),
        (scene("ani bet 91"), "QQ-43", "Action 0 is for more than ani has: at most 90 chips."),
        (scene("ani bet 9"), "QQ-43", "Action 0 of ani must be to an amount between 10 and 90."),
        (
            scene("ani bet 90", "budi raise 95", players=[SHORT[0], {"id": "budi", "stack": 110}]),
            "QQ-43",
            "Action 1 of budi must be to 100, the only amount open.",
        ),
        (
            scene("ani bet 50", limits=[{"min": 40, "max": 40}] * 2),
            "QQ-43",
            "Action 0 of ani must be to 40, the only amount open.",
        ),
        (scene("ani check"), "QQ-42", "The record stops before action 1; budi is to act."),
        (
            scene("ani bet 10", "budi check", players=SHORT),
            "QQ-42",
            "Action 1 is not open to budi, who faces a bet and may not raise: fold or call.",
        ),
        (
            scene("ani bet 10", "budi raise 20", players=SHORT),
            "QQ-43",
            "Action 1: budi may not raise, having no more than the call.",
        ),
        (
            scene("ani bet 6", "budi raise 10", "ani raise 90", players=SHORT, limits=[{"min": 6}] * 2),
            "QQ-43",
            "Action 2: ani may not raise, having acted since the last full bet or raise.",
        ),
    ],
)
def test_a_finding_cites_its_rule_and_says_what_is_true(record: dict[str, Any], code: str, text: str) -> None:
    (finding,) = arbitrate(record)[1]["findings"]
    assert (finding["code"], finding["text"]) == (code, text)


def test_a_claim_that_is_wrong_is_told_player_by_player() -> None:
    answer = arbitrate(scene("ani fold", claim={"payouts": {"ani": 5, "budi": 20}}))[1]
    assert (answer["verdict"], answer["showdown"]["pots"][0]["contested"]) == ("overturned", False)
    assert [finding["text"] for finding in answer["findings"]] == [
        "ani was claimed to get 5 and is due 0 chips."
    ]
