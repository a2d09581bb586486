"""No client, however slow, many or hostile, keeps another from being served: over real connections."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import BinaryIO

import pytest
import requests

from tests.conftest import start, wait_until_ready

THREADS = 2
CONNECTIONS = 60
SECONDS = 3
MOST = 2**20

BODY = json.dumps({"ruleset": "pagat", "hand": ["6-6", "6-2", "5-2", "3-3"]}).encode()
POST = b"POST /v1/qiuqiu/evaluate HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
GET = b"GET /readyz HTTP/1.1\r\nHost: test\r\n"
WHOLE = POST + b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
JSON = {"Content-Type": "application/json"}
TABLE = b"GET /v1/qiuqiu/rulesets/pagat/ranks HTTP/1.1\r\nHost: test\r\n\r\n"


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service of one process with few threads, few connections and little patience."""
    log = tmp_path_factory.mktemp("narrow") / "log"
    process, base = start(
        log,
        WORKERS="1",
        THREADS=str(THREADS),
        CONNECTIONS=str(CONNECTIONS),
        REQUEST_TIMEOUT=str(SECONDS),
        MAX_BODY_BYTES=str(MOST),
    )
    try:
        wait_until_ready(process, base, log)
        yield base
    finally:
        process.terminate()
        assert process.wait(30) == 0
        assert "Traceback" not in log.read_text()


def connect(base: str, *, window: int = 0) -> socket.socket:
    """A connection, which takes about ``window`` bytes before somebody reads them."""
    host, _, port = base.removeprefix("http://").partition(":")
    connection = socket.socket()
    if window:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    connection.settimeout(30)
    connection.connect((host, int(port)))
    return connection


Answer = tuple[int, http.client.HTTPMessage, dict[str, object]]


def read(stream: BinaryIO) -> Answer:
    """Status, headers and document of the next answer of several on a connection."""
    status = int(stream.readline().split()[1])
    headers = http.client.parse_headers(stream)
    return status, headers, json.loads(stream.read(int(headers["Content-Length"])))


def receive(connection: socket.socket) -> Answer:
    """Status, headers and document of the one answer that is awaited."""
    with connection.makefile("rb") as stream:
        return read(stream)


def served(base: str) -> None:
    """Somebody else is served, on a new connection, before any slow client is late."""
    began = time.monotonic()
    with connect(base) as connection:
        connection.sendall(WHOLE)
        assert receive(connection)[0] == 200
    assert time.monotonic() - began < SECONDS


def half_head(base: str) -> socket.socket:
    connection = connect(base)
    connection.sendall(POST)
    return connection


def half_body(base: str) -> socket.socket:
    connection = connect(base)
    connection.sendall(POST + b"Content-Length: %d\r\n\r\n{" % len(BODY))
    return connection


def half_chunk(base: str) -> socket.socket:
    connection = connect(base)
    connection.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n40\r\n{")
    return connection


def too_large_and_never_sent(base: str) -> socket.socket:
    connection = connect(base)
    connection.sendall(POST + b"Content-Length: %d\r\n\r\n" % (MOST + 1))
    return connection


def never_read(base: str) -> socket.socket:
    # Answers of one connection go one after the other: these are more than the buffers of both ends hold.
    connection = connect(base, window=4_096)
    connection.sendall(TABLE * 200)
    return connection


def never_closed(base: str) -> socket.socket:
    connection = connect(base)
    connection.sendall(GET + b"Connection: close\r\n\r\n")
    return connection


SLOW = [half_head, half_body, half_chunk, too_large_and_never_sent, never_read, never_closed]


@pytest.mark.parametrize("slow", SLOW)
def test_slow_clients_hold_no_thread(narrow: str, slow: Callable[[str], socket.socket]) -> None:
    with ExitStack() as opened:
        for _ in range(5 * THREADS):
            opened.enter_context(closing(slow(narrow)))
        # The buffers between server and client must fill before the server waits for one that does not read.
        time.sleep(1)
        for _ in range(3):
            served(narrow)


def test_a_client_that_dribbles_is_told_that_it_is_late(narrow: str) -> None:
    with connect(narrow) as connection:
        began = time.monotonic()
        for byte in POST[:60]:
            connection.sendall(bytes([byte]))
            time.sleep(0.03)
        status, headers, document = receive(connection)
        # Each byte counts for nothing: the request as a whole is late.
        assert SECONDS * 0.8 < time.monotonic() - began < SECONDS * 3
        assert (status, document["code"], headers["Connection"]) == (408, "request_timeout", "close")
        assert headers["Content-Type"] == "application/problem+json"
        assert connection.recv(1) == b""


def test_who_does_not_read_is_let_go(narrow: str) -> None:
    with never_read(narrow) as connection:
        time.sleep(SECONDS + 2)
        got = 0
        while more := connection.recv(2**16):
            got += len(more)
    asked = requests.get(narrow + "/v1/qiuqiu/rulesets/pagat/ranks", timeout=5)
    assert 0 < got < 200 * len(asked.content)


def test_more_connections_than_there_may_be_keep_nobody_out(narrow: str) -> None:
    with ExitStack() as opened:
        for number in range(5 * CONNECTIONS):
            connection = opened.enter_context(connect(narrow))
            if number % 3 == 1:
                connection.sendall(POST)
            if number % 3 == 2:
                connection.sendall(GET + b"\r\n")
        for _ in range(3):
            served(narrow)


def test_bodies_that_wait_for_their_end_take_no_more_memory_than_they_may(narrow: str) -> None:
    with ExitStack() as opened:
        refused = 0
        waiting = []
        for _ in range(12):
            connection = opened.enter_context(connect(narrow))
            connection.sendall(POST + b"Content-Length: %d\r\n\r\n" % MOST + b" " * (MOST - 1))
            waiting.append(connection)
            served(narrow)
        for connection in waiting:
            connection.settimeout(0.2)
            try:
                status, headers, document = receive(connection)
            except TimeoutError:
                continue
            assert (status, document["code"], headers["Retry-After"]) == (503, "overloaded", "1")
            refused += 1
        assert refused >= 4


def test_requests_that_come_together_are_answered_in_their_order(narrow: str) -> None:
    # Enough to be known as short, and more than could be answered one within the other.
    ids = [f"r{number}" for number in range(2_000)]
    with connect(narrow) as connection:
        sent = [GET + f"X-Request-ID: {request_id}\r\n\r\n".encode() for request_id in ids]
        connection.sendall(b"".join(sent))
        got = b""
        while got.count(b"HTTP/1.1 200") < len(ids) or not got.endswith(b"}"):
            got += connection.recv(2**16)
    seen = [line[14:] for line in got.decode().splitlines() if line.startswith("X-Request-ID: ")]
    assert seen == ids


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "bad_request"),
        (b"GET\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/9.9\r\n\r\n", 400, "bad_request"),
        (b"GET /readyz HTTP/1.1\r\nHost : test\r\n\r\n", 400, "bad_request"),
        (b"GET /readyz HTTP/1.1\r\nHost: test\r\nX: a\x00b\r\n\r\n", 400, "bad_request"),
        (b"GET /readyz HTTP/1.1\r\n\r\n", 400, "bad_request"),
        (b"GET /readyz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "bad_request"),
        (POST + b"Content-Length: x\r\n\r\n{}", 400, "bad_request"),
        (POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400, "bad_request"),
        (POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "bad_request"),
        (POST + b"Transfer-Encoding: gzip\r\n\r\nzz\r\n", 400, "bad_request"),
        (b"GET /" + b"x" * 5_000 + b" HTTP/1.1\r\nHost: test\r\n\r\n", 414, "uri_too_long"),
        (GET + b"X: " + b"x" * 9_000 + b"\r\n\r\n", 431, "headers_too_large"),
        (GET + b"X: 1\r\n" * 99 + b"\r\n", 431, "headers_too_large"),
        (GET + b"X: " + b"x" * 140_000 + b"\r\n\r\n", 431, "headers_too_large"),
        (b"GET /" + b"x" * 140_000, 414, "uri_too_long"),
        (b"GET /readyz HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "bad_request"),
        (POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400, "bad_request"),
    ],
)
def test_what_is_no_request_gets_a_problem_and_is_the_last(
    narrow: str, sent: bytes, status: int, code: str
) -> None:
    with connect(narrow) as connection, connection.makefile("rb") as answers:
        connection.sendall(GET + b"\r\n" + sent + GET + b"\r\n")
        assert read(answers)[0] == 200
        got, headers, document = read(answers)
        assert (got, document["code"], headers["Connection"]) == (status, code, "close")
        assert document["title"]
        assert headers["X-Request-ID"]
        assert answers.read(1) == b""
    served(narrow)


def test_a_sender_whose_place_is_needed_is_told(narrow: str) -> None:
    with ExitStack() as opened:
        senders = [opened.enter_context(closing(half_body(narrow))) for _ in range(3)]
        time.sleep(0.5)
        for _ in range(3 * CONNECTIONS):
            opened.enter_context(closing(half_head(narrow)))
        for sender in senders:
            status, headers, document = receive(sender)
            assert (status, document["code"], headers["Connection"]) == (503, "overloaded", "close")


def test_a_body_of_very_many_chunks_is_refused_and_holds_no_thread(narrow: str) -> None:
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    with ExitStack() as opened:
        many = [opened.enter_context(connect(narrow)) for _ in range(2 * THREADS)]
        for connection in many:
            connection.sendall(chunked + b"1\r\n \r\n" * 100_000 + b"0\r\n\r\n")
        began = time.monotonic()
        assert {receive(connection)[0] for connection in many} <= {400, 503}
        assert time.monotonic() - began < SECONDS
    served(narrow)
    with connect(narrow) as connection:
        # As many as there may be are read, each of them once.
        connection.sendall(chunked + b"1\r\n \r\n" * 16_000 + b"0\r\n\r\n")
        status, _, document = receive(connection)
        assert (status, document["code"]) == (400, "malformed_json")


def test_an_upgrade_that_is_not_spoken_is_ignored(narrow: str) -> None:
    with connect(narrow) as connection:
        connection.sendall(GET + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
        assert receive(connection)[0] == 200


def test_a_refusal_has_the_request_id_of_its_request(narrow: str) -> None:
    with connect(narrow) as connection:
        connection.sendall(b"GET / HTTP/9.9\r\nX-Request-ID: mine\r\n\r\n")
        assert receive(connection)[1]["X-Request-ID"] == "mine"


def test_a_client_that_waits_to_be_told_to_send_its_body_is_told_once(narrow: str) -> None:
    with connect(narrow) as connection:
        connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(BODY))
        told = b""
        while not told.endswith(b"\r\n\r\n"):
            told += connection.recv(1)
        assert told == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BODY)
        assert connection.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 200"


def test_a_client_that_closes_its_side_too_early_is_told(narrow: str) -> None:
    with connect(narrow) as connection:
        connection.sendall(WHOLE[:-1])
        connection.shutdown(socket.SHUT_WR)
        status, _, document = receive(connection)
        assert (status, document["code"]) == (400, "bad_request")


def test_a_client_that_closes_its_side_still_gets_its_answer(narrow: str) -> None:
    with connect(narrow) as connection:
        connection.sendall(WHOLE)
        connection.shutdown(socket.SHUT_WR)
        assert receive(connection)[0] == 200


def test_short_requests_and_probes_are_answered_beside_more_long_ones_than_there_may_be(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    process, base = start(log, WORKERS="1", THREADS="2", QUEUE_MS="1000")
    odds = {"ruleset": "pagat", "hand": ["6-6", "6-2"], "opponents": 5}
    try:
        wait_until_ready(process, base, log)
        url = base + "/v1/qiuqiu/odds"
        assert requests.post(url, json=odds, timeout=60).ok
        with ThreadPoolExecutor(20) as clients:
            long = [clients.submit(requests.post, url, json=odds, timeout=60) for _ in range(60)]
            short = set()
            while not all(asked.done() for asked in long):
                short.add(requests.post(base + "/v1/qiuqiu/evaluate", BODY, headers=JSON, timeout=60))
                short.add(requests.head(base + "/livez", timeout=60))
        assert {answer.status_code for answer in short} == {200}
        assert {asked.result().status_code for asked in long} == {200, 503}
    finally:
        process.terminate()
        status = process.wait(30)
    assert status == 0


def test_what_waits_too_long_for_a_thread_is_refused_and_the_probes_are_not(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process, base = start(log, WORKERS="1", THREADS="1", QUEUE_MS="100", METRICS_PORT="0", REQUEST_LOG="on")
    batch = {"ruleset": "pagat", "hands": [["6-6", "6-2", "5-2", "3-3"]] * 60_000}
    body = json.dumps(batch).encode()
    headers = {"Content-Type": "application/json"}
    try:
        wait_until_ready(process, base, log)
        with ThreadPoolExecutor(24) as clients:
            batches = [
                clients.submit(
                    requests.post, base + "/v1/qiuqiu/evaluate/batch", body, headers=headers, timeout=60
                )
                for _ in range(16)
            ]
            probes = [clients.submit(requests.get, base + "/livez", timeout=60) for _ in range(4)]
            assert {probe.result().status_code for probe in probes} == {200}
            answers = [sent.result() for sent in batches]
        shed = [answer for answer in answers if answer.status_code == 503]
        assert {answer.status_code for answer in answers} == {200, 503}
        assert {answer.json()["code"] for answer in shed} == {"overloaded"}
        assert {answer.headers["Retry-After"] for answer in shed} == {"1"}
        # It keeps its connection: to open another would cost both sides more.
        assert {answer.headers["Connection"] for answer in shed} == {"keep-alive"}
        assert requests.post(base + "/v1/qiuqiu/evaluate", BODY, headers=headers, timeout=5).ok
        lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
        assert sum(line["status"] == 503 for line in lines) == len(shed)
    finally:
        process.terminate()
    assert process.wait(30) == 0
