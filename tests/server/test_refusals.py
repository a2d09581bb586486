"""What the server answers itself is what the app would have answered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.app import create_app
from service.server.refusals import Refusals, lasts
from service.settings import Settings
from service.web import browsers

ORIGIN = "https://table.example"
APP = create_app(Settings(cors_origins=(ORIGIN,)))
REFUSALS = Refusals(APP)


def asked(*lines: str) -> tuple[dict[str, str], Any]:
    """Headers and document of the refusal of a request."""
    head = "\r\n".join([*lines, "", ""]).encode()
    sent = REFUSALS.answer("overloaded", head, close=False)
    told, body = sent.split(b"\r\n\r\n", 1)
    headers = dict(line.split(": ", 1) for line in told.decode().split("\r\n")[1:])
    return headers, json.loads(body) if body else None


@pytest.mark.parametrize(
    ("lines", "language"),
    [
        (("GET /livez HTTP/1.1",), "en"),
        (("GET /livez HTTP/1.1", "Accept-Language: fa"), "fa"),
        (("POST /x?a=b&lang=ru HTTP/1.1", "accept-language: fa"), "ru"),
        (("GET / HTTP/1.1", "Accept-Language: xx, uk;q=0.5"), "uk"),
    ],
)
def test_it_speaks_the_language_of_the_request(lines: tuple[str, ...], language: str) -> None:
    headers, document = asked(*lines)
    assert headers["Content-Language"] == language
    with APP.test_request_context(headers={"Accept-Language": language}):
        APP.preprocess_request()
        assert document["title"] == APP.extensions["texts"].text(language, "problem_overloaded", {})


def test_it_has_the_headers_that_every_answer_has() -> None:
    headers, document = asked("GET /v1/x HTTP/1.1", "X-Request-ID: mine")
    assert {name for name, _ in (*browsers.COMMON, *browsers.DATA)} <= headers.keys()
    assert (headers["X-Request-ID"], headers["Retry-After"]) == ("mine", "1")
    assert headers["Date"].endswith(" GMT")
    assert document["code"] == "overloaded"


@pytest.mark.parametrize(("origin", "told"), [(ORIGIN, ORIGIN), ("https://evil.example", None)])
def test_a_page_that_may_read_answers_may_read_why_it_gets_none(origin: str, told: str | None) -> None:
    headers, _ = asked("GET /v1/x HTTP/1.1", f"Origin: {origin}")
    assert headers.get("Access-Control-Allow-Origin") == told
    assert "Origin" in headers["Vary"]


def test_a_head_gets_no_body() -> None:
    headers, document = asked("HEAD /v1/x HTTP/1.1")
    assert document is None
    assert int(headers["Content-Length"]) > 100


@pytest.mark.parametrize("sent", ["a b", "x" * 129, "é"])
def test_a_request_id_of_another_form_is_replaced(sent: str) -> None:
    headers, _ = asked("GET /v1/x HTTP/1.1", f"X-Request-ID: {sent}")
    assert len(headers["X-Request-ID"]) == 32


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"GET / HTTP/1.1\r\nHost: h\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\nCONNECTION: keep-alive, Close\r\n\r\n", False),
        (b"GET / HTTP/1.1\r\nX-Connection: close\r\n\r\n", True),
        (b"GET / HTTP/1.0\r\n\r\n", False),
        (b"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", True),
        (b"nonsense\r\n\r\n", False),
    ],
)
def test_a_connection_lasts_as_its_client_says(head: bytes, expected: bool) -> None:
    assert lasts(head) is expected
