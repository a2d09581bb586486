"""Ten thousand connections at once."""

from __future__ import annotations

import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
import requests

from tests.conftest import start, wait_until_ready

MANY = 10_000
GET = b"GET /readyz HTTP/1.1\r\nHost: test\r\n\r\n"


@pytest.fixture
def files() -> Iterator[None]:
    """Leave to open that many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < MANY + 500:
        pytest.skip(f"this system lets a process open {hard} files (ulimit -Hn)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (MANY + 500, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def open_and_ask(port: int) -> socket.socket | None:
    """A connection that has asked and stays open; None where it was refused."""
    try:
        connection = socket.create_connection(("127.0.0.1", port), timeout=30)
        connection.sendall(GET)
    except OSError:
        return None
    return connection


def answered(connection: socket.socket | None) -> str:
    """What became of a connection."""
    try:
        return connection.recv(12).decode() if connection else "refused"
    except OSError:
        return "reset"


def workers(process: int) -> set[int]:
    """The two processes that serve, once both are there."""
    children = Path(f"/proc/{process}/task/{process}/children")
    end = time.monotonic() + 30
    while len(found := set(map(int, children.read_text().split()))) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    return found


def test_ten_thousand_connections_are_answered_or_closed_and_nothing_falls_over(
    tmp_path: Path, files: None
) -> None:
    log = tmp_path / "log"
    process, base = start(log)
    try:
        wait_until_ready(process, base, log)
        before = workers(process.pid)
        with ExitStack() as opened, ThreadPoolExecutor(16) as clients:
            port = int(base.rpartition(":")[2])
            connections = list(clients.map(open_and_ask, [port] * MANY))
            for connection in filter(None, connections):
                opened.enter_context(connection)
            assert requests.get(base + "/readyz", timeout=20).status_code == 200
            found = Counter(clients.map(answered, connections))
        assert found.keys() <= {"HTTP/1.1 200", "HTTP/1.1 503", "", "refused", "reset"}
        assert found["HTTP/1.1 200"] > MANY * 0.9
        assert workers(process.pid) == before
    finally:
        process.terminate()
        status = process.wait(40)
    assert status == 0
    assert "Traceback" not in log.read_text()
