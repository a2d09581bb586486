"""What only a real server shows: bodies in chunks, connections that stay open, draining."""

from __future__ import annotations

import http.client
import json
import socket
from pathlib import Path

import pytest

from tests.conftest import start, wait_until_ready

BODY = json.dumps({"ruleset": "pagat", "hand": ["6-6", "6-2", "5-2", "3-3"]}).encode()
HEAD = b"POST /v1/qiuqiu/evaluate HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"


def chunk(part: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(part), part)


def connect(base: str) -> socket.socket:
    host, _, port = base.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=30)


def receive(connection: socket.socket) -> tuple[int, dict[str, object]]:
    """Status and document of the next answer on a connection."""
    with http.client.HTTPResponse(connection) as answer:
        answer.begin()
        return answer.status, json.loads(answer.read())


def ask(connection: socket.socket, path: bytes) -> tuple[int, dict[str, object]]:
    """The answer to a GET on an open connection."""
    connection.sendall(b"GET %s HTTP/1.1\r\nHost: test\r\n\r\n" % path)
    return receive(connection)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (CHUNKED + chunk(BODY[:9]) + chunk(BODY[9:]) + END, 200, None),
        (CHUNKED + b"zz\r\nabc\r\n" + END, 400, "bad_request"),
        (CHUNKED + b"5\r\nabcdefgh\r\n" + END, 400, "bad_request"),
        (CHUNKED + END, 400, "malformed_json"),
        (CHUNKED + chunk(b" " * 2**20) * 9 + END, 413, "too_large"),
        (HEAD + b"Content-Length: 9000000\r\n\r\n" + b" " * 100, 413, "too_large"),
        (HEAD + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}", 415, "unsupported_media_type"),
        (HEAD + b"\r\n", 400, "malformed_json"),
    ],
    ids=["chunks", "size", "terminator", "nothing", "too-many", "declared", "encoded", "no-length"],
)
def test_a_body_comes_or_is_refused(live: str, sent: bytes, status: int, code: str | None) -> None:
    with connect(live) as connection:
        connection.sendall(sent)
        got, document = receive(connection)
        assert (got, document.get("code")) == (status, code)


@pytest.mark.parametrize(
    "refused",
    [
        HEAD.replace(b"application/json", b"text/plain")
        + b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY),
        CHUNKED.replace(b"application/json", b"text/plain") + chunk(BODY) + END,
        HEAD.replace(b"POST", b"GET") + b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY),
        HEAD.replace(b"/evaluate", b"/nothing") + b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY),
    ],
    ids=["type", "chunks", "method", "path"],
)
def test_an_unread_body_is_not_the_next_request(live: str, refused: bytes) -> None:
    with connect(live) as connection:
        connection.sendall(refused)
        assert receive(connection)[0] in (404, 405, 415)
        assert ask(connection, b"/livez") == (200, {"status": "ready"})


def test_what_was_accepted_is_answered_while_it_drains(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process, base = start(log, WORKERS="1")
    try:
        wait_until_ready(process, base, log)
        with connect(base) as idle, connect(base) as busy:
            assert ask(idle, b"/readyz")[0] == 200
            busy.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY))
            busy.sendall(BODY[:5])
            # The idle connection goes through the same worker, so what came before has been accepted.
            assert ask(idle, b"/readyz")[0] == 200
            process.terminate()
            while (answer := ask(idle, b"/readyz"))[0] == 200:
                pass
            assert (answer[0], answer[1]["code"]) == (503, "unavailable")
            busy.sendall(BODY[5:])
            assert receive(busy)[0] == 200
    finally:
        process.terminate()
    assert process.wait(40) == 0
