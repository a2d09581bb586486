"""Every answer that is not what was asked for is a problem document."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NoReturn

import pytest
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException, ImATeapot, default_exceptions
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from service.core.errors import Code, Fault
from service.server.refusals import Refusals
from service.web import problems
from service.web.problems import MEDIA, STATUS, ProblemError
from service.web.schema import MOST_FAULTS
from tests.web import fake
from tests.web.fake import BODY

JSON = "application/json"


def unready(_: FlaskClient) -> TestResponse:
    app = fake.app()
    app.extensions["readiness"].drain()
    return app.test_client().get("/readyz")


def too_large(_: FlaskClient) -> TestResponse:
    return (
        fake.app(max_body_bytes=1_024)
        .test_client()
        .post("/v1/fake/echo", data=b" " * 2_000, content_type=JSON)
    )


def refused(code: str) -> Callable[[FlaskClient], Response]:
    """What the server answers itself, over its own bytes; tests/server makes it answer so."""

    def answer(_: FlaskClient) -> Response:
        sent = Refusals(fake.app()).answer(code, b"", close=True)
        head, body = sent.split(b"\r\n\r\n", 1)
        status, *lines = head.decode().split("\r\n")
        headers = [(name, value) for name, _, value in (line.partition(": ") for line in lines)]
        assert dict(headers)["Content-Length"] == str(len(body))
        return Response(body, int(status.split()[1]), headers)

    return answer


def stranger(_: FlaskClient) -> TestResponse:
    with NamedTemporaryFile() as file:
        file.write(b"t" * 32)
        file.flush()
        return fake.app(tokens_file=Path(file.name)).test_client().get("/v1/nothing")


RAISED: dict[str, Callable[[FlaskClient], Response]] = {
    "malformed_json": lambda client: client.post("/v1/fake/echo", data=b"{", content_type=JSON),
    "bad_request": lambda client: client.post(
        "/v1/fake/echo", data=b"{}", content_type=JSON, environ_overrides={"CONTENT_LENGTH": "9"}
    ),
    "unauthorized": stranger,
    "not_found": lambda client: client.get("/nothing"),
    "unknown_ruleset": lambda client: client.get("/v1/fake/rulesets/nope"),
    "method_not_allowed": lambda client: client.get("/v1/fake/echo"),
    "not_acceptable": lambda client: client.get("/livez", headers={"Accept": "image/png"}),
    "too_large": too_large,
    "unsupported_media_type": lambda client: client.post(
        "/v1/fake/echo", data=b"{}", content_type="text/plain"
    ),
    "invalid": lambda client: fake.post(client, {}),
    "internal": lambda client: fake.post(client, BODY, "/v1/fake/fail"),
    "unavailable": unready,
    "request_timeout": refused("request_timeout"),
    "uri_too_long": refused("uri_too_long"),
    "headers_too_large": refused("headers_too_large"),
    "overloaded": refused("overloaded"),
}


@pytest.mark.parametrize("code", STATUS)
def test_every_problem_has_the_one_shape(client: FlaskClient, code: str) -> None:
    answer = RAISED[code](client)
    document = answer.get_json()
    assert answer.status_code == document["status"] == STATUS[code]
    assert answer.content_type == MEDIA
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Language"] == "en"
    assert answer.headers["X-Request-ID"]
    assert document["type"] == f"/openapi.yaml#/components/responses/{code}"
    assert document["code"] == code
    assert document["title"] == problems.SENTENCES[f"problem_{code}"]
    assert document["detail"]
    assert "{" not in document["detail"]
    assert set(document) - {"errors"} == {"type", "title", "status", "detail", "code"}
    assert ("Retry-After" in answer.headers) == (answer.status_code == 503)
    assert ("errors" in document) == (code == "invalid")


def test_a_fault_is_told_with_pointer_code_and_detail(client: FlaskClient) -> None:
    answer = fake.post(client, {"hand": BODY["hand"], "a/~b": 1})
    assert answer.get_json()["errors"] == [
        {"pointer": "/ruleset", "code": "required", "detail": "is required"},
        {"pointer": "/a~1~0b", "code": "unknown_field", "detail": "is not a known member of this object"},
    ]


def test_an_unknown_ruleset_lists_the_names(client: FlaskClient) -> None:
    detail = client.get("/v1/fake/rulesets/" + "x" * 500).get_json()["detail"]
    assert "plain" in detail
    assert len(detail) < 150


def test_a_failure_is_logged_and_not_told(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = fake.post(client, BODY, "/v1/fake/fail", **{"X-Request-ID": "find-me"})
    assert "secret" not in answer.text
    assert "find-me" in answer.get_json()["detail"]
    (record,) = caplog.records
    assert "find-me" in record.getMessage()
    assert record.exc_info is not None
    assert "secret of the house" in str(record.exc_info[1])


def test_more_faults_than_an_answer_tells() -> None:
    found = [Fault(Code.REQUIRED, "required", ("a", place)) for place in range(MOST_FAULTS + 7)]
    with fake.app().test_request_context():
        document = problems.document(problems.invalid(found))
        assert "omitted" not in problems.document(problems.invalid(found[:MOST_FAULTS]))
    assert len(document["errors"]) == MOST_FAULTS
    assert document["omitted"] == 7


def test_a_hostile_body_makes_no_huge_answer() -> None:
    body = {**BODY, "hand": ["6-6"] * 4, "claims": {str(name): "x" for name in range(200_000)}}
    answer = fake.post(fake.app().test_client(), body)
    document = answer.get_json()
    assert len(document["errors"]) == MOST_FAULTS
    assert document["omitted"] > 0
    assert len(answer.data) < 2_000_000


@pytest.mark.parametrize("error", [*default_exceptions.values(), ImATeapot])
def test_every_exception_of_werkzeug_becomes_a_problem(error: type[HTTPException]) -> None:
    app = fake.app()

    def break_() -> NoReturn:
        raise error

    app.add_url_rule("/break", view_func=break_)
    answer = app.test_client().get("/break")
    assert answer.content_type == MEDIA
    assert answer.get_json()["code"] in STATUS
    assert answer.status_code < 500 or (error.code or 0) >= 500


def test_a_redirect_of_werkzeug_is_no_problem() -> None:
    app = fake.app()

    def move() -> NoReturn:
        raise RequestRedirect("/livez")

    app.add_url_rule("/move", view_func=move)
    assert app.test_client().get("/move").status_code == 308


def test_an_error_is_named_by_its_code() -> None:
    assert str(ProblemError("invalid")) == "invalid"
    assert str(problems.unknown_ruleset("x", [])) == "unknown_ruleset"
