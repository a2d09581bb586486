"""The README keeps its word: its calls give its answers, and its tables are those of the code."""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import requests

from service.core.rulesets import load
from service.games.qiuqiu.rules import Parameters
from service.games.qiuqiu.sentences import RULES
from tests.games.piquet.bridge import catalogue as piquet_catalogue
from tests.games.qiuqiu.bridge import RULESETS, catalogue

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PIQUET = piquet_catalogue()
CALLS = re.findall(r"```console\n\$ (curl .*?)\n(\{.*?\n\})\n```", README, re.DOTALL)


def test_every_call_is_shown_with_its_answer() -> None:
    assert len(CALLS) == README.count("$ curl") == 8


@pytest.mark.parametrize(("command", "answer"), CALLS)
def test_a_call_gives_the_answer_beside_it(live: str, command: str, answer: str) -> None:
    words = iter(shlex.split(command.replace("\\\n", " ")))
    headers, address, body = {}, "", ""
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = next(words)
        elif word.startswith("http"):
            address = word.replace("http://127.0.0.1:8000", live)
    got = requests.post(address, data=body, headers=headers, timeout=10)
    assert got.json() == json.loads(answer)


def test_the_table_of_rulesets_names_them_all() -> None:
    qiuqiu, _, piquet = README.partition("## Rulesets")[2].partition("| parameter |")
    for table, named in ((qiuqiu, catalogue().named), (piquet.partition("Piquet:")[2], PIQUET.named)):
        assert set(re.findall(r"^\| `([a-z-]+)` \|", table.partition("**A")[0], re.MULTILINE)) == set(named)


def test_the_table_of_parameters_names_them_all() -> None:
    table = README.partition("| parameter |")[2].partition("Piquet:")[0]
    assert re.findall(r"^\| `([a-z_]+)` \|", table, re.MULTILINE) == [
        field.name for field in dataclasses.fields(Parameters)
    ]


def test_the_ruleset_file_it_shows_is_one(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    (tmp_path / "house.toml").write_text(shown, encoding="utf-8")
    house = load(Parameters, RULES, RULESETS, tmp_path).named["house"]
    assert house.title == tomllib.loads(shown)["title"]


def test_every_target_of_make_has_its_line() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    table = README.partition("| `make` | does |")[2].partition("\n\n")[0]
    told = [name for row in table.splitlines() for name in re.findall(r"`([a-z-]+)`", row.split(" | ")[0])]
    assert sorted(["help", *told]) == sorted(targets)


def test_what_the_code_is_in_is_there() -> None:
    table = README.partition("| in | is |")[2].partition("\n\n")[0]
    named = [re.findall(r"`([^`]+)`", row.split(" | ")[0]) for row in table.splitlines()[2:]]
    assert named
    for first, *others in named:
        folder = Path(first).parent
        for path in (Path(first), *(folder / other for other in others)):
            assert (ROOT / path).exists(), path
