"""The golden records: disputes whose verdicts never change (tests/golden/README.md)."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from flask.testing import FlaskClient

from service.app import create_app

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))
NUMBERS = {
    "QQ": [10, 11, 12, 13, 14, 20, 21, 22, 23, 30, 31, 40, 41, 42, 43, 44],
    "POT": [1, 2, 3, 4, 5, 6],
    "PQ": [2, 3, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 30],
}
# What depends on a language, on the release or on a key, and not on the rules.
CHANGING = {"text", "title", "engine", "signature"}


@cache
def client() -> FlaskClient:
    return create_app().test_client()


def golden(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def lasting(value: Any) -> Any:
    """What of an answer lasts."""
    if isinstance(value, dict):
        return {name: lasting(member) for name, member in value.items() if name not in CHANGING}
    return [lasting(item) for item in value] if isinstance(value, list) else value


def as_told(told: Any, answer: Any) -> Any:
    """What an answer says now of what was told then; members that answers have gained since stay out."""
    if isinstance(told, dict) and isinstance(answer, dict):
        return {name: as_told(told[name], member) for name, member in answer.items() if name in told}
    if isinstance(told, list) and isinstance(answer, list) and len(told) == len(answer):
        return [as_told(*pair) for pair in zip(told, answer, strict=True)]
    return answer


def judged(path: str, record: dict[str, Any]) -> dict[str, Any]:
    answer = client().post(path, data=json.dumps(record), content_type="application/json")
    assert answer.status_code == 200, answer.get_json()
    verdict: dict[str, Any] = lasting(answer.get_json())
    return verdict


def nameless(verdict: dict[str, Any]) -> dict[str, Any]:
    """A verdict as it is where the ruleset came with its parameters: all but the name."""
    ruleset = {**verdict["ruleset"], "name": None}
    showdown = verdict["showdown"] and {**verdict["showdown"], "ruleset": ruleset}
    return {**verdict, "ruleset": ruleset, "showdown": showdown}


def test_every_rule_has_its_record() -> None:
    rules = {f"{book}-{number}" for book, numbers in NUMBERS.items() for number in numbers}
    assert {golden(name)["rule"] for name in FILES} == rules
    assert rules <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_its_verdict_is_what_it_was(name: str) -> None:
    case = golden(name)
    verdict = case["verdict"]
    assert as_told(verdict, judged(case["path"], case["record"])) == verdict


@pytest.mark.parametrize("name", FILES)
def test_its_record_is_the_one_that_was_digested(name: str) -> None:
    verdict = golden(name)["verdict"]
    digest = hashlib.sha256(rfc8785.dumps(verdict["record"])).hexdigest()
    assert verdict["record_digest"] == f"sha256:{digest}"
    digest = hashlib.sha256(rfc8785.dumps(verdict["record"]["ruleset"])).hexdigest()
    assert verdict["ruleset"]["digest"] == f"sha256:{digest}"


@pytest.mark.parametrize("name", FILES)
def test_the_record_as_it_came_back_has_the_same_verdict(name: str) -> None:
    case = golden(name)
    verdict = nameless(case["verdict"])
    assert as_told(verdict, judged(case["path"], verdict["record"])) == verdict


@pytest.mark.parametrize("name", FILES)
def test_it_is_named_after_its_rule_and_holds_what_lasts(name: str) -> None:
    case = golden(name)
    assert list(case) == ["rule", "why", "path", "record", "verdict"]
    assert name == case["rule"] or name.startswith(case["rule"] + "-")
    assert lasting(case["verdict"]) == case["verdict"]
