"""Named, inline and operator's rulesets: what is read, and every way in which it is refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from service.core.errors import InvalidError, pointer
from service.core.rulesets import Catalogue, RulesetFileError, load
from service.games.qiuqiu.rules import Parameters
from service.games.qiuqiu.sentences import RULES
from tests.games.qiuqiu.bridge import RULESETS, catalogue, inline_changes


@given(inline_changes)
def test_the_digest_is_sha256_over_the_canonical_json_of_all_parameters(changes: dict[str, Any]) -> None:
    ruleset = catalogue().read({"extends": "online", **changes})
    canonical = json.dumps(asdict(ruleset.parameters), sort_keys=True, separators=(",", ":"))
    assert ruleset.digest == "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()
    assert ruleset.name is None


def test_equal_parameters_have_one_digest_and_only_named_rulesets_are_found_by_it() -> None:
    known = catalogue()
    wikipedia = known.named["wikipedia"]
    written_out = json.loads(json.dumps(asdict(wikipedia.parameters)))
    assert known.read(written_out).digest == wikipedia.digest
    assert known.read({"extends": "pagat", **written_out}).digest == wikipedia.digest
    assert known.find(wikipedia.digest) is wikipedia
    assert known.find(known.read({"extends": "pagat", "big_min": 37}).digest) is None


def test_null_is_as_if_missing() -> None:
    assert (
        catalogue().read({"extends": "online", "big_min": None}).digest == catalogue().named["online"].digest
    )


@pytest.mark.parametrize(
    ("raw", "faults"),
    [
        (7, {"": "invalid_type"}),
        ([], {"": "invalid_type"}),
        ("nope", {"": "unknown_ruleset"}),
        ("Pagat", {"": "unknown_ruleset"}),
        ({}, {"/extends": "required"}),
        ({**asdict(catalogue().named["pagat"].parameters), "hui": None}, {"/extends": "required"}),
        ({"extends": 1}, {"/extends": "invalid_type"}),
        ({"extends": "nope", "big_min": -1}, {"/extends": "unknown_ruleset", "/big_min": "out_of_range"}),
        ({"extends": "pagat", "big_min": 50}, {"/big_min": "out_of_range"}),
        ({"extends": "pagat", "small_max": 49}, {"/small_max": "out_of_range"}),
        ({"extends": "pagat", "big_min": 38.0}, {"/big_min": "invalid_type"}),
        ({"extends": "pagat", "big_min": True}, {"/big_min": "invalid_type"}),
        ({"extends": "pagat", "hui": 1}, {"/hui": "invalid_type"}),
        ({"extends": "pagat", "tie_break": "highest"}, {"/tie_break": "invalid_choice"}),
        ({"extends": "pagat", "comparison": []}, {"/comparison": "invalid_type"}),
        ({"extends": "pagat", "ranking": "pairs"}, {"/ranking": "invalid_type"}),
        ({"extends": "pagat", "ranking": []}, {"/ranking": "invalid_ruleset"}),
        ({"extends": "pagat", "ranking": ["pairs", "big"]}, {"/ranking": "invalid_ruleset"}),
        ({"extends": "pagat", "ranking": ["big", "big", "pairs"]}, {"/ranking": "invalid_ruleset"}),
        ({"extends": "pagat", "ranking": ["big", 3, "pairs"]}, {"/ranking/1": "invalid_type"}),
        ({"extends": "pagat", "ranking": ["bog", "pairs"]}, {"/ranking/0": "invalid_choice"}),
        ({"extends": "pagat", "ranking": ["big"] * 100_000}, {"/ranking": "invalid_ruleset"}),
        ({"extends": "pagat", "ranking": ["big", "pair"]}, {"/ranking/1": "invalid_choice"}),
        ({"extends": "pagat", "ranking": ["pairs"] * 3}, {"/ranking": "invalid_ruleset"}),
        ({"extends": "pagat", "deal": [{}] * 100_000}, {"/deal": "invalid_ruleset"}),
        ({"extends": "pagat", "deal": []}, {"/deal": "invalid_ruleset"}),
        ({"extends": "pagat", "deal": [{"tiles": 3, "bet": True}]}, {"/deal": "invalid_ruleset"}),
        (
            {"extends": "pagat", "deal": [{"tiles": 0, "bet": 1}, 4, {"tiles": 5, "bit": True}]},
            {
                "/deal/0/tiles": "out_of_range",
                "/deal/0/bet": "invalid_type",
                "/deal/1": "invalid_type",
                "/deal/2/tiles": "out_of_range",
                "/deal/2/bet": "required",
                "/deal/2/bit": "unknown_field",
            },
        ),
        ({"extends": "pagat", "big": 1, "title": "x"}, {"/big": "unknown_field", "/title": "unknown_field"}),
    ],
)
def test_every_fault_of_an_inline_ruleset_is_told(raw: object, faults: dict[str, str]) -> None:
    with pytest.raises(InvalidError) as raised:
        catalogue().read(raw)
    assert {pointer(fault.path): fault.code.value for fault in raised.value.faults} == faults
    assert len(raised.value.faults) == len(faults)


HOUSE = """\
title = "House"
extends = "pagat"
decisions = ["QQ-22"]

[parameters]
# big_min = 40 was tried
big_min = 38
tie_break = "highest_tile"
"""

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    folder = tmp_path / "qiuqiu"
    folder.mkdir()

    def write(name: str, text: str) -> Path:
        (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        return folder

    return write


def loaded(folder: Path) -> Catalogue[Parameters]:
    return load(Parameters, RULES, RULESETS, folder)


def test_an_operators_file_is_a_named_ruleset(write: Write) -> None:
    write("house.toml", HOUSE)
    folder = write("annex.toml", 'title = "Annex"\nextends = "house"\n[parameters]\nhui = true\n')
    (folder / "..data").mkdir()
    known = loaded(folder)
    assert known.named["annex"].parameters.tie_break == "highest_tile"
    assert known.read({"extends": "annex"}).parameters.hui
    assert known.named["house"].decisions == (*known.named["pagat"].decisions, "QQ-22")


def test_an_operators_copy_does_not_take_over_a_digest(write: Write) -> None:
    known = loaded(write("copy.toml", 'title = "Copy"\nextends = "online"\n'))
    assert known.find(known.named["copy"].digest) is known.named["online"]


@pytest.mark.parametrize(
    ("name", "text", "faults"),
    [
        ("house.toml", HOUSE.replace("= 38", "= 500"), [(7, "/parameters/big_min", "out_of_range")]),
        ("house.toml", HOUSE.replace('"highest_tile"', "[]"), [(8, "/parameters/tie_break", "invalid_type")]),
        ("house.toml", HOUSE.replace("= 38", "= 38 38"), [(7, "", "invalid_ruleset")]),
        ("house.toml", HOUSE.replace('"pagat"', '"pogat"'), [(2, "/extends", "unknown_ruleset")]),
        ("house.toml", HOUSE.replace('"pagat"', '"house"'), [(2, "/extends", "invalid_ruleset")]),
        ("house.toml", HOUSE.replace('["QQ-22"]', '["QQ-99"]'), [(3, "/decisions/0", "invalid_choice")]),
        (
            "house.toml",
            HOUSE.replace("title", "titel"),
            [(1, "/titel", "unknown_field"), (1, "/title", "required")],
        ),
        ("house.toml", HOUSE.replace("big_min = 38", "big = 38"), [(7, "/parameters/big", "unknown_field")]),
        ("house.toml", HOUSE.replace("[parameters]", "[parameter]"), [(5, "/parameter", "unknown_field")]),
        (
            "house.toml",
            HOUSE.replace("House", "big_min = 3").replace("= 38", "= 380"),
            [(7, "/parameters/big_min", "out_of_range")],
        ),
        ("house.toml", HOUSE.replace('"House"', "3"), [(1, "/title", "invalid_type")]),
        ("house.toml", HOUSE.replace("= 38", "= \udcff"), [(7, "", "invalid_ruleset")]),
        ("house.toml", HOUSE + 'hui = "', [(9, "", "invalid_ruleset")]),
        ("house.toml", HOUSE.replace("= 38", "= " + "3" * 5_000), [(7, "", "invalid_ruleset")]),
        ("house.toml", HOUSE.replace("= 38", "= " + "[" * 5_000), [(8, "", "invalid_ruleset")]),
        ("house.toml", "", [(1, "/title", "required"), (1, "/extends", "required")]),
        ("pagat.toml", HOUSE, [(1, "", "invalid_ruleset")]),
        ("House.toml", HOUSE, [(1, "", "invalid_ruleset")]),
        ("house.yaml", HOUSE, [(1, "", "invalid_ruleset")]),
        (
            "house.toml",
            'parameters = {big_min = 38}\ntitle = "x"\nextends = "pagat"\nsources = [1]\n',
            [(4, "/sources/0", "invalid_type")],
        ),
    ],
)
def test_a_faulty_file_tells_its_line(
    write: Write, name: str, text: str, faults: list[tuple[int, str, str]]
) -> None:
    with pytest.raises(RulesetFileError) as raised:
        loaded(write(name, text))
    told = [(at.file, at.line, pointer(at.fault.path), at.fault.code.value) for at in raised.value.faults]
    assert sorted(told) == sorted((f"qiuqiu/{name}", *fault) for fault in faults)


def test_a_file_that_extends_nothing_gives_every_parameter(write: Write) -> None:
    with pytest.raises(RulesetFileError) as raised:
        loaded(write("bare.toml", 'title = "Bare"\n[parameters]\nhui = true\n'))
    assert {pointer(at.fault.path) for at in raised.value.faults} == {
        f"/parameters/{name}" for name in Parameters.__dataclass_fields__ if name != "hui"
    }
    assert {at.line for at in raised.value.faults} == {2}


def test_every_faulty_file_is_told_at_once_and_no_consequence(write: Write) -> None:
    write("one.toml", HOUSE.replace("= 38", "= 500"))
    write("two.toml", 'title = "Two"\nextends = "one"\n')
    with pytest.raises(RulesetFileError) as raised:
        loaded(write("three.toml", "title ="))
    assert [(at.file, at.line) for at in raised.value.faults] == [
        ("qiuqiu/one.toml", 7),
        ("qiuqiu/three.toml", 1),
    ]
