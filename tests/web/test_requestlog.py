"""The request log: its members, and that nothing of what a caller wrote freely is in it."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from service.web import observe
from service.web.requestlog import RequestLog
from tests.web import fake

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@pytest.fixture
def lines() -> list[bytes]:
    return []


@pytest.fixture
def app(lines: list[bytes]) -> Flask:
    made = fake.app(max_body_bytes=1024)
    observe.watch(made, [RequestLog(lines.append)])
    return made


def read(lines: list[bytes]) -> list[dict[str, Any]]:
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    return [json.loads(line) for line in lines]


def test_a_request_is_one_line(app: Flask, lines: list[bytes]) -> None:
    sent = {"X-Request-ID": "abc", "traceparent": TRACE}
    assert fake.post(app.test_client(), fake.BODY, "/v1/fake/echo?lang=en", **sent).status_code == 200
    (line,) = read(lines)
    assert datetime.fromisoformat(line.pop("time")).utcoffset() == timedelta()
    assert 0 < line.pop("duration_ms") < 10_000
    assert line == {
        "request_id": "abc",
        "method": "POST",
        "route": "/v1/fake/echo",
        "status": 200,
        "traceparent": TRACE,
    }


def test_the_id_is_that_of_the_answer(app: Flask, lines: list[bytes]) -> None:
    told = app.test_client().get("/livez").headers["X-Request-ID"]
    assert read(lines)[0]["request_id"] == told


def test_what_cannot_be_answered_is_told_too(app: Flask, lines: list[bytes]) -> None:
    client = app.test_client()
    assert client.get("/v1/nothing/6-6").status_code == 404
    assert client.open("/livez", method="BREW").status_code == 405
    assert fake.post(client, "6" * 2000).status_code == 413
    assert fake.post(client, {}).status_code == 422
    assert fake.post(client, fake.BODY, "/v1/fake/fail").status_code == 500
    assert [(line["method"], line["route"], line["status"]) for line in read(lines)] == [
        ("GET", "unmatched", 404),
        ("other", "unmatched", 405),
        ("POST", "/v1/fake/echo", 413),
        ("POST", "/v1/fake/echo", 422),
        ("POST", "/v1/fake/fail", 500),
    ]


def test_no_line_has_a_path_a_query_or_a_body(app: Flask, lines: list[bytes]) -> None:
    client = app.test_client()
    client.get("/v1/fake/rulesets/6-6,6-2,5-2,3-3?hand=6-6,6-2,5-2,3-3", headers={"X-Request-ID": "6-6,6-2"})
    client.get("/v1/6-6,6-2,5-2,3-3", headers={"traceparent": "6-6", "User-Agent": "6-6"})
    fake.post(client, fake.BODY)
    fake.post(client, {"hand": ["6-6", "6-6"]})
    assert len(lines) == 4
    assert not re.search(rb"6-6|6-2|5-2|3-3", b"".join(lines))
    assert read(lines)[0]["route"] == "/v1/fake/rulesets/{name}"


def test_a_reader_that_has_gone_fails_no_answer() -> None:
    def write(_: bytes) -> None:
        raise BrokenPipeError

    app = fake.app()
    observe.watch(app, [RequestLog(write)])
    assert app.test_client().get("/livez").status_code == 200


def test_the_setting_turns_it_on(capfd: pytest.CaptureFixture[str]) -> None:
    fake.app(request_log=True).test_client().get("/livez")
    assert json.loads(capfd.readouterr().out)["route"] == "/livez"
    fake.app().test_client().get("/livez")
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("sent", "seen"),
    [
        (TRACE, TRACE),
        (TRACE[:-2] + "00", TRACE[:-2] + "00"),
        ("cc" + TRACE[2:], "cc" + TRACE[2:]),
        ("cc" + TRACE[2:] + "-what-the-future-will-be-like", "cc" + TRACE[2:]),
        ("cc" + TRACE[2:] + "-", "cc" + TRACE[2:]),
        ("cc" + TRACE[2:] + ".x", None),
        (TRACE + "-x", None),
        (TRACE + "-", None),
        (TRACE + "\n", None),
        (TRACE + "," + TRACE, None),
        ("ff" + TRACE[2:], None),
        ("0" + TRACE, None),
        (TRACE.upper(), None),
        (TRACE[:-1], None),
        (TRACE[:-2] + "0g", None),
        ("00-" + "0" * 32 + TRACE[35:], None),
        (TRACE[:36] + "0" * 16 + "-01", None),
        (TRACE.replace("-", "_"), None),
        ("", None),
        ("٠٠" + TRACE[2:], None),
    ],
)
def test_a_traceparent_is_w3cs_or_none(sent: str, seen: str | None) -> None:
    assert observe.trace_of({"HTTP_TRACEPARENT": sent}) == seen


def test_without_a_traceparent_there_is_none() -> None:
    assert observe.trace_of({}) is None
