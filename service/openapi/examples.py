"""The examples of the specification: conformance cases, and what this service answers to them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask

from service.web.endpoint import JSON, Operation

CASES = Path(__file__).parents[2] / "tests" / "conformance"

LONGEST_EXAMPLE = 8_000
"""Characters of an answer that is shown; a rank table is not."""


def answer(app: Flask, operation: Operation) -> Any:
    """What the operation answers to its example, where that is short JSON."""
    if not operation.example or operation.response is None:
        return None
    case = cases()[operation.example] if operation.request else {"method": "GET", "path": operation.example}
    told = send(app, case)
    return told if len(json.dumps(told)) <= LONGEST_EXAMPLE else None


@cache
def cases() -> dict[str, dict[str, Any]]:
    """The conformance cases by id."""
    files = sorted(CASES.glob("*.json"))
    return {case["id"]: case for file in files for case in json.loads(file.read_text(encoding="utf-8"))}


def send(app: Flask, case: dict[str, Any]) -> Any:
    """The JSON that the app answers to a case."""
    raw = (
        case["raw"].encode()
        if "raw" in case
        else json.dumps(case["body"]).encode()
        if "body" in case
        else b""
    )
    headers = {"Content-Type": JSON, **case.get("headers", {})}
    return app.test_client().open(case["path"], method=case["method"], data=raw, headers=headers).get_json()
