"""Every conformance case that applies, over HTTP, against the service as production starts it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cases import FOLDER, cases, lines, runner

RUN = runner()


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_case(live: str, case: dict[str, Any]) -> None:
    assert RUN.check(live, case, 30) is None


def test_every_case_file_applies() -> None:
    assert sorted(lines("applies.txt")) == sorted(path.name for path in FOLDER.glob("*.json"))


def test_what_is_excluded_is_a_case_that_would_fail(live: str) -> None:
    known = {case["id"]: case for path in FOLDER.glob("*.json") for case in json.loads(path.read_text())}
    for name in lines("excluded.txt"):
        assert RUN.check(live, known[name], 30) is not None, f"{name} passes: run it"


def test_ids_are_different() -> None:
    ids = [case["id"] for case in cases()]
    assert len(ids) == len(set(ids)) > 500
