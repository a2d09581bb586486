"""How a request becomes an answer."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.app import compose
from service.settings import Settings
from service.web.endpoint import Game, GameOptions, Operation
from service.web.fields import Text
from service.web.schema import Answer
from tests.web import fake
from tests.web.fake import BODY, CATALOGUE, HAND

NAMED = "/v1/fake/rulesets/plain"
DIGEST = CATALOGUE.named["plain"].digest


def test_a_post_is_read_and_answered(client: FlaskClient) -> None:
    answer = fake.post(client, {**BODY, "hand": ["6:6", "2-6", "5-2", "3-3"]})
    assert answer.status_code == 200
    assert answer.content_type == "application/json"
    assert answer.get_json() == {
        "ruleset": {"name": "plain", "digest": DIGEST},
        "hand": HAND,
        "groups": None,
        "title": "Fake indeed",
        "explanation": [{"code": "FK-1", "text": "6-6 comes first"}],
    }


@pytest.mark.parametrize("root", [[], None, 5, "x", True])
def test_a_root_that_is_no_object(client: FlaskClient, root: object) -> None:
    assert fake.faults(fake.post(client, root)) == [("", "invalid_type")]


def test_a_check_adds_to_the_faults_of_fields(client: FlaskClient) -> None:
    body = {"ruleset": 5, "hand": ["6-6", "6-6", "x", "3-3"]}
    assert fake.faults(fake.post(client, body)) == [
        ("/ruleset", "invalid_type"),
        ("/hand/1", "duplicate_tile"),
        ("/hand/2", "invalid_tile"),
    ]


def test_faults_that_a_view_finds_are_told_alike(client: FlaskClient) -> None:
    body = {**BODY, "rake": {"cap": 1}, "players": [{"id": "a", "chips": 1}]}
    answer = fake.post(client, body, "/v1/fake/fail")
    assert fake.faults(answer) == [("/hand", "unknown_id"), ("/players/0/id", "unknown_id")]


def test_a_get_can_be_kept(client: FlaskClient) -> None:
    answer = client.get(NAMED)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert answer.headers["Vary"] == "Accept-Language"
    tag = answer.headers["ETag"]
    assert not tag.startswith("W/")
    again = client.get(NAMED, headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.data) == (304, b"")
    for header in ("ETag", "Cache-Control", "Vary", "X-Request-ID"):
        assert header in again.headers
    assert client.get(NAMED, headers={"If-None-Match": "*"}).status_code == 304
    assert client.get(NAMED, headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_get_by_digest_never_changes(client: FlaskClient) -> None:
    answer = client.get(f"/v1/fake/rulesets/{DIGEST}")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["ETag"] == client.get(NAMED).headers["ETag"]


def test_a_redirect_can_be_kept_and_has_no_tag(client: FlaskClient) -> None:
    answer = client.get("/v1/fake/rulesets/old")
    assert (answer.status_code, answer.headers["Location"]) == (308, "plain")
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert "ETag" not in answer.headers


def test_a_head_has_the_headers_of_the_get(client: FlaskClient) -> None:
    answer, got = client.head(NAMED), client.get(NAMED)
    assert answer.data == b""
    for header in ("ETag", "Content-Length", "Content-Type", "Cache-Control"):
        assert answer.headers[header] == got.headers[header]


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        (None, "application/json"),
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/csv", "text/csv"),
        ("text/*", "text/csv"),
        ("application/json;q=0.1, text/csv;q=0.2", "text/csv"),
        ("text/csv;q=0.1, application/*", "application/json"),
        ("text/html, */*;q=0.1", "application/json"),
        ("application/json; charset=utf-8", "application/json"),
        ("text/csv;header=present, application/json;q=0.5;version=1", "text/csv"),
    ],
)
def test_the_type_is_what_the_client_likes_best(
    client: FlaskClient, accept: str | None, content_type: str
) -> None:
    headers = {} if accept is None else {"Accept": accept}
    answer = client.get(NAMED + "/table", headers=headers)
    assert answer.content_type == content_type
    assert answer.headers["Vary"] == "Accept, Accept-Language"


@pytest.mark.parametrize("accept", ["image/png", "application/json;q=0", "text/csv;q=0, text/html"])
def test_a_client_that_likes_nothing_there_is(client: FlaskClient, accept: str) -> None:
    for answer in (client.get(NAMED, headers={"Accept": accept}), fake.post(client, BODY, Accept=accept)):
        assert (answer.status_code, answer.get_json()["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_another_method_is_refused(client: FlaskClient, method: str) -> None:
    answer = client.open("/v1/fake/echo", method=method)
    assert (answer.status_code, answer.get_json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "POST"


@pytest.mark.parametrize("path", ["/nothing", "//v1/fake/echo", "/v1/fake/echo/", "/v1/fake//echo", "/%00"])
def test_another_path_is_refused(client: FlaskClient, path: str) -> None:
    for method in ("GET", "POST"):
        answer = client.open(path, method=method)
        assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found")


class Nothing(Answer):
    """An answer."""

    text = Text()


def test_a_view_without_schema_must_answer_itself() -> None:
    operation = Operation(method="GET", path="/x", name="x", summary="X", view=dict)
    client = compose(Settings(), [Game("x", "X", (operation,), {})]).test_client()
    assert client.get("/x").status_code == 500


def test_options_have_the_defaults_of_the_settings() -> None:
    options, settings = GameOptions(), Settings()
    assert (options.batch_hands, options.inline_rulesets) == (
        settings.max_batch_hands,
        settings.inline_rulesets,
    )
