"""The composition root: what it finds, and what it refuses to start with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from service import games
from service.app import boot, create_app
from service.settings import Settings, SettingsError

ROOT = Path(__file__).parents[1]
HOUSE = 'title = "House"\nextends = "pagat"\n\n[parameters]\nbig_min = 40\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "qiuqiu").mkdir()
    return tmp_path


def test_every_folder_of_games_is_a_game() -> None:
    folders = sorted(path.parent.name for path in (ROOT / "service" / "games").glob("*/__init__.py"))
    assert games.names() == folders
    told = [game.name for game in create_app().extensions["games"]]
    assert told == [*folders, "service"]


def test_the_app_is_ready_once_it_is_made() -> None:
    assert create_app().test_client().get("/readyz").status_code == 200


def test_an_operators_ruleset_is_served(folder: Path) -> None:
    (folder / "qiuqiu" / "house.toml").write_text(HOUSE)
    (folder / "..data").mkdir()
    (folder / ".hidden").write_text("")
    client = create_app(Settings(rulesets_dir=folder)).test_client()
    ruleset = client.get("/v1/qiuqiu/rulesets/house").get_json()
    assert (ruleset["title"], ruleset["parameters"]["big_min"]) == ("House", 40)


def test_what_is_no_game_is_refused(folder: Path) -> None:
    (folder / "whist").mkdir()
    (folder / "house.toml").write_text(HOUSE)
    with pytest.raises(SettingsError) as raised:
        create_app(Settings(rulesets_dir=folder))
    assert [fault.split(" is ")[0] for fault in raised.value.faults] == [
        f"RULESETS_DIR: {folder / 'house.toml'}",
        f"RULESETS_DIR: {folder / 'whist'}",
    ]


def test_a_faulty_file_is_told_by_line(folder: Path) -> None:
    (folder / "qiuqiu" / "house.toml").write_text(HOUSE.replace("40", "500") + "foo = 1\n")
    (folder / "qiuqiu" / "Bad Name.toml").write_text("")
    with pytest.raises(SystemExit) as raised:
        boot({"RULESETS_DIR": str(folder)})
    head, *lines = str(raised.value.code).splitlines()
    assert head == "The service does not start:"
    assert lines[0].startswith("qiuqiu/Bad Name.toml:1: a ruleset file is named NAME.toml")
    assert lines[1:] == [
        "qiuqiu/house.toml:5: /parameters/big_min: must be between 0 and 49 (out_of_range)",
        "qiuqiu/house.toml:6: /parameters/foo: is not a known member of this object (unknown_field)",
    ]


def test_bad_settings_are_told() -> None:
    with pytest.raises(SystemExit, match="PORT"):
        boot({"PORT": "x"})


def test_a_games_core_loads_no_web() -> None:
    for name in games.names():
        code = (
            f"import importlib, pkgutil, sys, service.games.{name} as game\n"
            "for module in pkgutil.iter_modules(game.__path__):\n"
            f"    if module.name != 'api': importlib.import_module(f'service.games.{name}.{{module.name}}')\n"
            "print(sorted({'flask', 'marshmallow', 'werkzeug', 'gunicorn'} & set(sys.modules)))"
        )
        result = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert result.stdout.strip() == "[]"
