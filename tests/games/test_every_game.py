"""What every game must have, found by being there: a game without vectors or a census fails here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import games
from service.app import create_app
from service.web.endpoint import Game
from tests.cases import FOLDER, lines
from tests.drawn import alternative, read

HERE = Path(__file__).parent
SERVICE = Path(games.__file__).parent
NAMES = games.names()


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def game(name: str) -> Game:
    found: tuple[Game, ...] = create_app().extensions["games"]
    return next(game for game in found if game.name == name)


def test_there_are_games() -> None:
    assert NAMES == ["piquet", "qiuqiu"]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_an_oracle_a_census_and_vectors(name: str) -> None:
    assert (HERE / name / "oracle.py").is_file()
    assert json.loads((HERE / name / "census.json").read_text(encoding="utf-8"))
    vectors = [file for file in lines("applies.txt") if file.startswith(f"{name}-")]
    paths = {
        case["path"]
        for file in vectors
        for case in json.loads((FOLDER / file).read_text(encoding="utf-8"))
        if case["expect"]["status"] == 200
    }
    posted = {operation.path for operation in game(name).operations if operation.method == "POST"}
    assert posted <= paths, "every operation that is posted to has a vector"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_pure_but_for_its_api(name: str) -> None:
    modules = [file.stem for file in (SERVICE / name).glob("*.py") if file.stem != "__init__"]
    imports = "".join(f"import service.games.{name}.{module}\n" for module in modules)
    check = "import sys; assert not {'flask', 'marshmallow', 'werkzeug'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", imports + check], check=True, cwd=HERE.parents[1])


@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_file_is_served_by_name_and_by_digest(client: FlaskClient, name: str) -> None:
    files = sorted(file.stem for file in (SERVICE / name / "rulesets").glob("*.toml"))
    listed: list[dict[str, Any]] = client.get(f"/v1/{name}/rulesets").get_json()["rulesets"]
    assert [ruleset["name"] for ruleset in listed] == files
    assert len({ruleset["digest"] for ruleset in listed}) == len(files)
    for ruleset in listed:
        for reference, cached in ((ruleset["name"], 3_600), (ruleset["digest"], 31_536_000)):
            answer = client.get(f"/v1/{name}/rulesets/{reference}")
            assert answer.get_json() == ruleset
            assert answer.cache_control.max_age == cached
            again = client.get(answer.request.path, headers={"If-None-Match": answer.headers["ETag"]})
            assert (again.status_code, again.data) == (304, b"")
        assert all(decision["text"] != f"rule_{decision['id']}" for decision in ruleset["decisions"])


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_has_a_cacheable_twin_in_canonical_order(client: FlaskClient, name: str) -> None:
    twin = next(operation for operation in game(name).operations if operation.name == f"{name}_hand")
    root, _, canonical = twin.example.rpartition("/")
    answer = client.get(twin.example)
    mixed = ",".join(reversed(canonical.split(",")))
    moved = client.get(f"{root}/{mixed}?lang=en")
    assert (moved.status_code, moved.headers["Location"]) == (308, f"{twin.example}?lang=en")
    hand = canonical.split(",")
    ruleset = root.split("/")[-2]
    body = {"ruleset": ruleset, "hand": hand}
    assert answer.get_json() == client.post(f"/v1/{name}/evaluate", json=body).get_json()
    assert client.get(f"{root}/{hand[0]}").status_code == 422
    assert client.get(twin.example.replace(ruleset, "nope")).status_code == 404


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_has_a_picture_that_is_found_and_kept_as_its_twin(client: FlaskClient, name: str) -> None:
    twin = next(operation for operation in game(name).operations if operation.name == f"{name}_hand")
    root, _, canonical = twin.example.rpartition("/")
    ruleset = root.split("/")[-2]
    hand = canonical.split(",")
    moved = client.get(f"{root}/{','.join(reversed(hand))}.svg?lang=en")
    assert (moved.status_code, moved.headers["Location"]) == (308, f"{twin.example}.svg?lang=en")
    digest = client.get(f"/v1/{name}/rulesets/{ruleset}").get_json()["digest"]
    for address in (twin.example, twin.example.replace(ruleset, digest)):
        told, drawn = client.get(address), client.get(f"{address}.svg")
        assert (drawn.status_code, drawn.content_type) == (200, "image/svg+xml")
        for header in ("Cache-Control", "Vary", "Content-Language"):
            assert drawn.headers[header] == told.headers[header]
        again = client.get(f"{address}.svg", headers={"If-None-Match": drawn.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    for address, status in ((f"{root}/{hand[0]}", 422), (twin.example.replace(ruleset, "nope"), 404)):
        told, drawn = client.get(address), client.get(f"{address}.svg")
        assert drawn.status_code == status
        assert drawn.get_json() == told.get_json()
    refused = client.get(f"{twin.example}.svg", headers={"Accept": "application/json"})
    assert refused.status_code == 406


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_read_aloud_in_its_language_and_shows_nothing_but_shapes(
    client: FlaskClient, name: str
) -> None:
    twin = next(operation for operation in game(name).operations if operation.name == f"{name}_hand")
    answer = client.get(f"{twin.example}.svg")
    drawn = read(answer.text)
    assert drawn.get("lang") == answer.headers["Content-Language"]
    title, description = alternative(drawn)
    assert title
    assert all(entry["text"] in description for entry in client.get(twin.example).get_json()["explanation"])
    assert drawn.get("viewBox") == f"0 0 {drawn.get('width')} {drawn.get('height')}"
    assert "prefers-color-scheme:dark" in answer.text


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_runs_as_its_language_does(name: str) -> None:
    app = create_app()
    app.extensions["texts"].languages = ("en", "fa")
    twin = next(operation for operation in game(name).operations if operation.name == f"{name}_hand")
    for language, direction in (("en", "ltr"), ("fa", "rtl")):
        drawn = read(app.test_client().get(f"{twin.example}.svg?lang={language}").text)
        assert (drawn.get("lang"), drawn.get("direction")) == (language, direction)
