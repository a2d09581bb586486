"""Explanations cite the rule that decides and say what is true."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app


@cache
def client() -> FlaskClient:
    return create_app().test_client()


def explanation(operation: str, body: dict[str, Any]) -> list[tuple[str, str]]:
    answer = client().post(f"/v1/qiuqiu/{operation}", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, answer.text
    return [(entry["code"], entry["text"]) for entry in answer.get_json()["explanation"]]


def compare(ruleset: object, a: str, b: str) -> list[tuple[str, str]]:
    hands = [{"id": name, "hand": hand.split()} for name, hand in (("a", a), ("b", b))]
    return explanation("compare", {"ruleset": ruleset, "hands": hands})


@pytest.mark.parametrize(
    ("ruleset", "a", "b", "reason"),
    [
        (
            "pagat",
            "6-6 5-5 5-4 6-5",
            "3-0 2-0 1-0 2-1",
            ("QQ-30", "a wins: High ranks above Low of b."),
        ),
        (
            "pagat",
            "2-0 4-1 4-4 6-5",
            "1-1 3-2 4-2 6-3",
            ("QQ-21", "a wins: the high pair is worth 9, against 8 of b."),
        ),
        (
            {"extends": "pagat", "small_max": 48, "ranking": ["small", "pairs"]},
            "2-0 4-1 4-4 6-5",
            "1-1 3-2 4-2 6-3",
            ("QQ-21", "b wins by fewer pips: 22, against 26 of a."),
        ),
        (
            {"extends": "pagat-straight", "tie_break": "highest_double"},
            "3-3 5-0 2-2 4-3",
            "4-1 4-2 6-1 3-1",
            ("QQ-22", "a wins by the highest double: 3-3, against no double of b."),
        ),
        (
            {"extends": "pagat-straight", "straight_order": "double_then_pips"},
            "3-3 5-0 2-2 4-3",
            "6-4 5-4 6-2 6-1",
            ("QQ-21", "a wins by the highest double: 3-3, against no double of b."),
        ),
        (
            "pagat",
            "2-0 4-1 4-4 6-5",
            "0-0 4-3 6-1 6-6",
            ("QQ-23", "a and b are equal and share the pot."),
        ),
    ],
)
def test_the_rule_that_decides(ruleset: object, a: str, b: str, reason: tuple[str, str]) -> None:
    assert compare(ruleset, a, b) == [reason]


def test_qq31_a_split_names_all_who_hold_a_value_and_what_parts_them() -> None:
    ruleset = {"extends": "pagat-split", "tie_break": "highest_double"}
    assert compare(ruleset, "4-2 6-1 4-1 1-0", "0-0 3-0 5-3 3-2") == [
        ("QQ-31", "No hand is above pairs or has a pair worth 9, so the pot is halved."),
        ("QQ-31", "The best high value is 8, of a and b."),
        ("QQ-22", "Of equal ones the highest double wins that half: 0-0 of b."),
        ("QQ-31", "The best low value is 8, of b."),
    ]


def test_qq31_says_why_a_pot_is_not_split() -> None:
    assert compare("pagat-split", "2-0 4-1 4-4 6-5", "1-1 3-2 4-2 6-3")[0] == (
        "QQ-31",
        "A hand is above pairs or has a pair worth 9, so the pot is not halved.",
    )


def showdown(ruleset: object, dealer: str, players: list[dict[str, Any]], rake: object = None) -> Any:
    return explanation("showdown", {"ruleset": ruleset, "dealer": dealer, "players": players, "rake": rake})


def seat(name: str, contributed: int, hand: str = "", **more: Any) -> dict[str, Any]:
    return {"id": name, "contributed": contributed, "hand": hand.split() or None, **more}


def test_qq14_a_showdown_says_what_a_declared_hand_could_have_been() -> None:
    told = showdown(
        "pagat",
        "b",
        [
            seat("a", 10, "6-0 5-1 4-2 3-3", arrangement=[["6-0", "5-1"], ["4-2", "3-3"]]),
            seat("b", 10, "6-6 2-1 5-5 1-0"),
        ],
    )
    assert ("QQ-14", "a plays as declared: 2-2; undeclared it would have been Six Gods.") in told


def test_pot5_is_cited_where_chips_do_not_divide_and_only_there() -> None:
    told = showdown(
        "pagat-split",
        "a",
        [
            seat("a", 7, "6-0 4-0 6-5 5-5"),
            seat("b", 5, "3-2 4-4 5-0 2-1"),
            seat("c", 9, "2-0 5-1 6-4 3-3"),
        ],
    )
    assert ("POT-5", "The pot does not halve evenly: 8 to the high half, 7 to the low.") in told
    assert [text for code, text in told if code == "POT-5"] == [
        "The pot does not halve evenly: 8 to the high half, 7 to the low."
    ]
    assert ("POT-2", "c gets back 2 chips that nobody matched.") in told


@pytest.mark.parametrize(
    ("rake", "reason"),
    [
        ({"basis_points": 1_000}, "The house takes 2 chips of pot 1."),
        (
            {"basis_points": 1_000, "cap": 1},
            "The house takes 1 chip of pot 1, all that is left under its cap.",
        ),
        (
            {"basis_points": 1_000, "no_contest_no_rake": True},
            "The house takes nothing of pot 1, which nobody contests.",
        ),
    ],
)
def test_pot6_says_what_the_house_takes_and_why(rake: dict[str, Any], reason: str) -> None:
    told = showdown("pagat", "a", [seat("a", 10), seat("b", 10, folded=True), seat("c", 0)], rake)
    assert ("POT-6", reason) in told
    assert ("POT-4", "a gets 18 chips of pot 1.") in told or reason != "The house takes 2 chips of pot 1."
    assert ("POT-3", "c put nothing in and can win no pot.") in told


def test_an_id_cannot_forge_a_sentence() -> None:
    hands = [
        {"id": "a\u202e\n", "hand": ["6-6", "5-5", "5-4", "6-5"]},
        {"id": "b", "hand": ["3-0", "2-0", "1-0", "2-1"]},
    ]
    told = explanation("compare", {"ruleset": "pagat", "hands": hands})
    assert told == [("QQ-30", "a\\u202e\\n wins: High ranks above Low of b.")]
