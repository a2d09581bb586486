"""What the service tells about itself."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest
import yaml
from flask.testing import FlaskClient

from service.app import create_app
from service.web import ops
from tests.web import fake

ROOT = Path(__file__).parents[2]


def test_a_process_is_ready_until_it_drains() -> None:
    app = fake.app()
    client = app.test_client()
    assert (client.get("/livez").get_json(), client.get("/readyz").get_json()) == ({"status": "ready"},) * 2
    app.extensions["readiness"].drain()
    assert client.get("/livez").get_json() == {"status": "draining"}
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "unavailable")


def test_a_process_is_not_ready_before_it_is_built() -> None:
    assert ops.Readiness().state is ops.State.STARTING


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/version"])
def test_a_state_is_not_kept(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-store"


def test_the_version_is_that_of_the_project() -> None:
    told = fake.app(revision="abc123").test_client().get("/version").get_json()
    assert told == {
        "name": "hand-ranking",
        "version": "0.1.0",
        "python": platform.python_version(),
        "revision": "abc123",
    }
    assert 'name = "hand-ranking"\nversion = "0.1.0"' in (ROOT / "pyproject.toml").read_text()


def test_the_version_of_an_installed_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ops, "__file__", str(tmp_path / "a" / "b" / "c" / "ops.py"))
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"{name} 9")
    assert ops.about("").version == "hand-ranking 9"


def test_the_specification_is_the_committed_one(client: FlaskClient) -> None:
    answer = client.get("/openapi.yaml")
    assert answer.content_type == "application/yaml"
    assert answer.data == (ROOT / "openapi.yaml").read_bytes()
    as_json = client.get("/openapi.json")
    assert as_json.content_type == "application/json"
    assert json.loads(as_json.data) == yaml.safe_load(answer.data)
    for kept in (answer, as_json):
        assert kept.headers["ETag"]
        assert kept.headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.parametrize(
    ("path", "language", "vary"),
    [
        ("/openapi.yaml", "en", None),
        ("/openapi.json", "en", None),
        ("/livez", None, None),
        ("/version", None, None),
        ("/.well-known/jwks.json", None, None),
        ("/", "en", None),
        ("/desk/main.js", None, None),
        ("/desk/piquet/cards.svg", None, None),
        ("/v1/qiuqiu/rulesets/pagat/ranks", None, "Accept"),
        ("/v1/qiuqiu/rulesets/pagat", "fa", "Accept-Language"),
        ("/v1/qiuqiu/rulesets/pagat/hands/6-6,6-2,5-2,3-3.svg", "fa", "Accept-Language"),
        ("/rulebook", "fa", "Accept-Language"),
        ("/desk/messages.json", "fa", "Accept-Language"),
        ("/nothing", "fa", None),
    ],
)
def test_an_answer_names_the_language_that_it_is_in_and_no_other(
    path: str, language: str | None, vary: str | None
) -> None:
    client = create_app().test_client()
    answer = client.get(path, headers={"Accept-Language": "fa"})
    assert answer.headers.get("Content-Language") == language
    assert answer.headers.get("Vary") == vary
    english = client.get(path)
    # It stands on what the language changes, and on nothing else.
    assert (english.data != answer.data) == (language == "fa")
