"""What browsers are told: the headers of every answer, and whose pages may read it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from service.web import browsers, observe
from service.web.requestlog import RequestLog
from tests.web import fake

TABLE, CLUB, STRANGER = "https://table.example", "http://club.example:8080", "https://table.example.evil"

NOTHING = "default-src 'none'; frame-ancestors 'none'"
PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def showing(media: str, **headers: str) -> FlaskClient:
    """A client of a service with a view of that media type at /shown."""
    app = fake.app()
    app.add_url_rule("/shown", view_func=lambda: Response("x", content_type=media, headers=headers))
    return app.test_client()


# ---------------------------------------------------------------- every answer


@pytest.mark.parametrize(
    ("media", "policy", "embedding"),
    [
        ("application/json", NOTHING, "same-origin"),
        ("application/problem+json", NOTHING, "same-origin"),
        ("application/yaml", NOTHING, "same-origin"),
        ("text/csv; charset=utf-8", NOTHING, "same-origin"),
        ("application/octet-stream", NOTHING, "same-origin"),
        ("text/css; charset=utf-8", NOTHING, "same-origin"),
        ("image/png", NOTHING, "cross-origin"),
        ("image/svg+xml", PICTURE, "cross-origin"),
        ("image/svg+xml; charset=utf-8", PICTURE, "cross-origin"),
        ("text/html; charset=utf-8", PAGE, "same-origin"),
    ],
)
def test_an_answer_has_the_policy_of_its_media_type(media: str, policy: str, embedding: str) -> None:
    answer = showing(media).get("/shown")
    assert answer.status_code == 200
    assert answer.headers.getlist("Content-Security-Policy") == [policy]
    assert answer.headers.getlist("Cross-Origin-Resource-Policy") == [embedding]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert ("Permissions-Policy" in answer.headers) == (policy == PAGE)
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("name", ["Content-Security-Policy", "content-security-policy"])
def test_a_policy_that_a_view_sets_stays(name: str) -> None:
    answer = showing("text/html", **{name: "default-src 'self'"}).get("/shown")
    assert answer.headers.getlist("Content-Security-Policy") == ["default-src 'self'"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Permissions-Policy"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/livez", 200),
        ("HEAD", "/livez", 200),
        ("GET", "/nothing", 404),
        ("OPTIONS", "/livez", 405),
        ("POST", "/v1/fake/echo", 415),
        ("GET", "/v1/fake/rulesets/old", 308),
    ],
)
def test_every_answer_is_labelled(client: FlaskClient, method: str, path: str, status: int) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Content-Security-Policy"] == NOTHING
    assert answer.headers["Cross-Origin-Resource-Policy"]


def test_an_embedded_picture_may_be_redirected() -> None:
    app = fake.app()
    app.add_url_rule("/moved", view_func=lambda: bare(308, Location="/shown"))
    answer = app.test_client().get("/moved")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def bare(status: int, **headers: str) -> Response:
    """An answer that says nothing of a media type."""
    response = Response(status=status, headers=headers)
    del response.headers["Content-Type"]
    return response


def test_not_modified_changes_no_policy_of_what_is_kept(client: FlaskClient) -> None:
    tag = client.get("/openapi.yaml").headers["ETag"]
    answer = client.get("/openapi.yaml", headers={"If-None-Match": tag})
    assert answer.status_code == 304
    assert "Content-Security-Policy" not in answer.headers
    assert "Cross-Origin-Resource-Policy" not in answer.headers
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_failure_outside_of_every_handler_is_labelled_too() -> None:
    app = Flask("broken")
    app.add_url_rule("/", view_func=lambda: str(1 // 0))
    browsers.install(app, ())
    answer = app.test_client().get("/")
    assert answer.status_code == 500
    assert answer.headers["Content-Security-Policy"] == PAGE


# ---------------------------------------------------------------- other origins


@pytest.fixture
def sharing(tmp_path: Path) -> FlaskClient:
    """A service that two origins may read, with a token."""
    file = tmp_path / "tokens"
    file.write_text("t" * 32)
    return fake.app(cors_origins=(TABLE, CLUB), tokens_file=file, max_body_bytes=1_024).test_client()


def from_(origin: str, **more: str) -> dict[str, str]:
    return {"Origin": origin, "Authorization": "Bearer " + "t" * 32, **more}


@pytest.mark.parametrize("origin", [TABLE, CLUB])
def test_a_page_of_a_named_origin_reads_the_answer(sharing: FlaskClient, origin: str) -> None:
    answer = sharing.get("/v1/fake/rulesets/plain", headers=from_(origin))
    assert answer.status_code == 200
    assert answer.headers.getlist("Access-Control-Allow-Origin") == [origin]
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert exposed == [
        "X-Request-ID",
        "ETag",
        "Content-Language",
        "Retry-After",
        "WWW-Authenticate",
        "Allow",
    ]
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize(
    "origin",
    [
        STRANGER,
        "null",
        "*",
        "",
        TABLE.upper(),
        TABLE + "/",
        TABLE + ":443",
        "http://table.example",
        "https://table",
    ],
)
def test_a_page_of_another_origin_does_not(sharing: FlaskClient, origin: str) -> None:
    answer = sharing.get("/v1/fake/rulesets/plain", headers=from_(origin))
    assert answer.status_code == 200
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def test_a_cache_keeps_the_answers_to_different_origins_apart(sharing: FlaskClient) -> None:
    for headers in (from_(TABLE), from_(STRANGER), {"Authorization": "Bearer " + "t" * 32}):
        answer = sharing.get("/v1/fake/rulesets/plain", headers=headers)
        assert answer.headers.getlist("Vary") == ["Accept-Language, Origin"]
        tag = answer.headers["ETag"]
        again = sharing.get("/v1/fake/rulesets/plain", headers={**headers, "If-None-Match": tag})
        assert (again.status_code, again.headers.getlist("Vary")) == (304, ["Accept-Language, Origin"])
        assert sharing.get("/livez", headers=headers).headers.getlist("Vary") == ["Origin"]
    assert "Vary" not in fake.app().test_client().get("/openapi.yaml").headers


def test_a_page_reads_errors_too(sharing: FlaskClient) -> None:
    statuses = set()
    for body, headers in (
        (fake.BODY, {"Authorization": ""}),
        ("6" * 2_000, {}),
        ({}, {}),
        (fake.BODY, {"Content-Type": "text/plain"}),
    ):
        answer = fake.post(sharing, body, **{**from_(TABLE), **headers})
        statuses.add(answer.status_code)
        assert answer.headers["Access-Control-Allow-Origin"] == TABLE
        assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]
    sharing.application.extensions["readiness"].drain()
    answer = sharing.get("/readyz", headers=from_(TABLE))
    assert answer.headers["Access-Control-Allow-Origin"] == TABLE
    assert statuses | {answer.status_code} == {401, 413, 415, 422, 503}


@pytest.mark.parametrize("path", ["/v1/fake/echo", "/v1/nothing", "/livez"])
def test_a_preflight_needs_no_token_and_tells_the_same_everywhere(sharing: FlaskClient, path: str) -> None:
    answer = sharing.options(
        path,
        headers={
            "Origin": TABLE,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type",
        },
    )
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == TABLE
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST"
    assert set(answer.headers["Access-Control-Allow-Headers"].split(", ")) == {
        "Authorization",
        "Content-Type",
        "Accept-Language",
        "X-Request-ID",
        "traceparent",
        "If-None-Match",
    }
    assert answer.headers["Access-Control-Max-Age"] == "7200"
    assert answer.headers["Vary"] == "Origin"
    assert answer.headers["X-Request-ID"]
    assert "Content-Type" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": STRANGER, "Access-Control-Request-Method": "POST"},
        {"Origin": TABLE},
        {"Access-Control-Request-Method": "POST"},
    ],
)
def test_what_is_no_preflight_of_a_named_origin_is_a_request_like_another(
    sharing: FlaskClient, headers: dict[str, str]
) -> None:
    assert sharing.options("/v1/fake/echo", headers=headers).status_code == 401
    answer = sharing.options("/livez", headers=headers)
    assert (answer.status_code, answer.headers["Vary"]) == (405, "Origin")
    assert "Access-Control-Allow-Methods" not in answer.headers


def test_without_the_setting_no_origin_is_named(client: FlaskClient) -> None:
    preflight = {"Origin": TABLE, "Access-Control-Request-Method": "GET"}
    assert client.options("/livez", headers=preflight).status_code == 405
    answer = client.get("/livez", headers={"Origin": TABLE})
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Vary" not in answer.headers


def test_a_preflight_is_seen_by_the_operator() -> None:
    lines: list[bytes] = []
    app = fake.app(cors_origins=(TABLE,))
    observe.watch(app, [RequestLog(lines.append)])
    app.test_client().options("/livez", headers={"Origin": TABLE, "Access-Control-Request-Method": "GET"})
    (line,) = lines
    assert b'"method":"OPTIONS","route":"unmatched","status":204' in line
