"""What clients send that no client should: each gets one answer, and nobody else notices."""

from __future__ import annotations

import http.client
import io
import json
import os
import re
import signal
import socket
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from tests.conftest import free_port, start, wait_until_ready
from tests.test_live import BODY, CHUNKED, END, HEAD, chunk, connect

GET = b"GET /livez HTTP/1.1\r\nHost: test\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CLOSE = b"Connection: close\r\n"
SECOND = b"GET /version HTTP/1.1\r\nHost: test\r\n\r\n"
NEXT = b"/v1/qiuqiu/rulesets/"

TOKEN, OTHER, WRONG = "t" * 32, "o" * 40, "w" * 32


def everything(connection: socket.socket) -> bytes:
    """All that comes until the connection is closed; a connection that stays open fails."""
    received = b""
    try:
        while part := connection.recv(65_536):
            received += part
    except ConnectionResetError:
        # Closed while some of what was sent had not been read.
        pass
    return received


def answers(base: str, sent: bytes, *, half_close: bool = False) -> list[tuple[int, dict[str, str], bytes]]:
    """Status, headers and body of every answer on a connection, which the service then closes."""
    with connect(base) as connection:
        connection.sendall(sent)
        if half_close:
            connection.shutdown(socket.SHUT_WR)
        received = everything(connection)
    found = []
    for one in re.split(rb"(?=HTTP/1\.[01] \d{3} )", received):
        if one:
            head, _, body = one.partition(b"\r\n\r\n")
            line, _, headers = head.partition(b"\r\n")
            parsed = http.client.parse_headers(io.BytesIO(headers + b"\r\n\r\n"))
            found.append((int(line.split()[1]), {k.lower(): v for k, v in parsed.items()}, body))
    return found


# ---------------------------------------------------------------- framing: where a request ends


@pytest.mark.parametrize(
    "framing",
    [
        LENGTH + b"Transfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\n" + LENGTH,
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding: gzip\r\n",
        b"Transfer-Encoding: identity\r\n",
        b"Transfer-Encoding: \x0bchunked\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Transfer-Encoding\r\n",
        b"Transfer-Encoding:\r\n chunked\r\n",
        LENGTH + LENGTH,
        LENGTH + b"Content-Length: 0\r\n",
        b"Content-Length: 0, 0\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: +0\r\n",
        b"Content-Length: 0x0\r\n",
        b"Content-Length: 0 0\r\n",
        b"Content-Length: \xb2\r\n",
        b"Content-Length: " + b"9" * 5_000 + b"\r\n",
    ],
)
def test_a_body_of_two_lengths_is_refused_and_nothing_behind_it_is_a_request(
    live: str, framing: bytes
) -> None:
    ((status, _, _),) = answers(live, HEAD + framing + b"\r\n" + END + SECOND)
    assert status == 400


def test_an_unknown_transfer_coding_is_refused(live: str) -> None:
    ((status, _, _),) = answers(live, HEAD + b"Transfer-Encoding: xchunked\r\n\r\n" + END + SECOND)
    assert status == 400


def test_chunks_do_not_belong_to_http_1_0(live: str) -> None:
    ((status, _, _),) = answers(live, CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0") + END + SECOND)
    assert status == 400


@pytest.mark.parametrize(
    "chunks",
    [
        b"-1\r\n" + END,
        b"+5\r\nabcde\r\n" + END,
        b"0x5\r\nabcde\r\n" + END,
        b"5_0\r\n" + END,
        b"5\nabcde\n0\n\n",
        chunk(BODY) + b"0\r\nContent-Length: 5\r\n\r\n",
    ],
    ids=["minus", "plus", "prefix", "underscore", "line-feeds", "trailer"],
)
def test_a_bad_chunk_is_a_bad_request_and_the_last_of_its_connection(live: str, chunks: bytes) -> None:
    ((status, _, body),) = answers(live, CHUNKED + chunks + SECOND)
    assert (status, json.loads(body)["code"]) == (400, "bad_request")


def test_a_body_longer_than_it_says_is_cut_there_and_the_rest_is_no_part_of_it(live: str) -> None:
    short = HEAD + b"Content-Length: %d\r\n\r\n" % (len(BODY) - 5) + BODY
    (first, second) = answers(live, short + b"\r\n\r\n")
    assert (first[0], json.loads(first[2])["code"]) == (400, "malformed_json")
    assert second[0] == 400


def test_a_body_shorter_than_it_says_is_a_bad_request_though_it_reads_well(live: str) -> None:
    sent = HEAD + CLOSE + b"Content-Length: %d\r\n\r\n" % (len(BODY) + 5) + BODY
    ((status, _, body),) = answers(live, sent, half_close=True)
    assert (status, json.loads(body)["code"]) == (400, "bad_request")


# ---------------------------------------------------------------- bodies: how long, and packed how


@pytest.mark.parametrize("declared", [2**23 + 1, 2**31, 2**63, 10**30], ids=["byte", "2^31", "2^63", "10^30"])
def test_a_body_that_is_said_to_be_too_large_is_refused_before_it_comes(live: str, declared: int) -> None:
    with connect(live) as connection:
        connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % declared)
        with http.client.HTTPResponse(connection) as answer:
            answer.begin()
            assert answer.status == 413
            assert json.loads(answer.read())["code"] == "too_large"


def test_chunks_are_counted_as_they_come(live: str) -> None:
    mebibyte = chunk(b" " * 2**20)
    with connect(live) as connection:
        connection.sendall(CHUNKED + mebibyte * 9)
        # No last chunk: the service has seen enough.
        with http.client.HTTPResponse(connection) as answer:
            answer.begin()
            assert answer.status == 413


def test_a_body_of_just_the_allowed_length_is_read(live: str) -> None:
    padded = BODY + b" " * (2**23 - len(BODY))
    sent = HEAD + CLOSE + b"Content-Length: %d\r\n\r\n" % len(padded) + padded
    assert [status for status, _, _ in answers(live, sent)] == [200]


@pytest.mark.parametrize("coding", ["gzip", "GZIP", "br", "deflate", "zstd", "gzip, gzip", "identity", "x"])
def test_a_packed_body_is_refused(live: str, coding: str) -> None:
    with connect(live) as connection:
        head = HEAD + f"Content-Encoding: {coding}\r\nContent-Length: 1000\r\n\r\n".encode()
        connection.sendall(head + b" " * 1_000)
        with http.client.HTTPResponse(connection) as answer:
            answer.begin()
            assert answer.status == 415
            assert json.loads(answer.read())["code"] == "unsupported_media_type"


@contextmanager
def serving(folder: Path, **environ: str) -> Iterator[tuple[int, str, Path]]:
    """A service of its own: the process, its address and its log."""
    log = folder / "log"
    process, base = start(log, **environ)
    try:
        wait_until_ready(process, base, log)
        yield process.pid, base, log
    finally:
        process.terminate()
        process.wait(40)


def children(pid: int) -> list[int]:
    """The workers of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def peak(pid: int) -> int:
    """The most memory that the worker of a process has ever held, in KiB."""
    (worker,) = children(pid)
    status = Path(f"/proc/{worker}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1])


CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children")


@pytest.mark.skipif(not CHILDREN.exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("header", [b"Content-Encoding: gzip\r\n", b""], ids=["said", "unsaid"])
def test_a_bomb_is_never_inflated(tmp_path: Path, header: bytes) -> None:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    mebibytes = 256
    bomb = b"".join(packer.compress(bytes(2**20)) for _ in range(mebibytes)) + packer.flush()
    assert len(bomb) < 2**21
    with serving(tmp_path, WORKERS="1") as (pid, base, _):
        requests.post(base + "/v1/qiuqiu/evaluate", data=BODY, timeout=10)
        before = peak(pid)
        length = b"Content-Length: %d\r\n\r\n" % len(bomb)
        ((status, _, body),) = answers(base, HEAD + CLOSE + header + length + bomb)
        assert (status, json.loads(body)["code"]) == (
            (415, "unsupported_media_type") if header else (400, "malformed_json")
        )
        assert peak(pid) - before < 32 * 1024


# ---------------------------------------------------------------- heads: how long, and of what bytes


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (GET + b"".join(b"X-%d: a\r\n" % number for number in range(64)) + b"\r\n", 431),
        (GET + b"X-A: " + b"a" * 8_200 + b"\r\n\r\n", 431),
        (GET.replace(b"/livez", b"/" + b"a" * 4_100) + b"\r\n", 414),
        (GET.replace(b"/livez", b"/livez?" + b"a" * 4_100) + b"\r\n", 414),
    ],
    ids=["many", "long", "path", "query"],
)
def test_a_head_beyond_the_limits_is_refused(live: str, sent: bytes, status: int) -> None:
    ((got, _, _),) = answers(live, sent + SECOND)
    assert got == status


def test_a_head_within_the_limits_is_read(live: str) -> None:
    many = GET + CLOSE + b"".join(b"X-%d: a\r\n" % number for number in range(62)) + b"\r\n"
    long = GET + CLOSE + b"X-A: " + b"a" * 8_100 + b"\r\n\r\n"
    query = GET.replace(b"/livez", b"/livez?" + b"a" * 4_000) + CLOSE + b"\r\n"
    for sent in (many, long, query):
        assert [status for status, _, _ in answers(live, sent)] == [200]


@pytest.mark.parametrize(
    "sent",
    [
        GET + b"X-A: a\0b\r\n\r\n",
        GET + b"X-A: a\rb\r\n\r\n",
        GET + b"X-A: a\nb: c\r\n\r\n",
        GET + b"X-A: b\r\n c\r\n\r\n",
        GET + b"X\0A: b\r\n\r\n",
        GET + b"X A: b\r\n\r\n",
        GET + b": b\r\n\r\n",
        GET + b"\xff: b\r\n\r\n",
        GET + b"Host: evil\r\n\r\n",
        GET.replace(b"/livez", b"/v1/\0") + b"\r\n",
        GET.replace(b"/livez", b"/v1/\xff") + b"\r\n",
        GET.replace(b"/livez", b"/v1/a b") + b"\r\n",
        GET.replace(b"/livez", b"/livez?a=\x01") + b"\r\n",
        GET.replace(b"GET", b"get") + b"\r\n",
        GET.replace(b"GET", b"G\0T") + b"\r\n",
        GET.replace(b"1.1", b"3.0") + b"\r\n",
        GET.replace(b"\r\n", b"\n") + b"\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
)
def test_bytes_that_belong_in_no_head_are_refused(live: str, sent: bytes) -> None:
    ((status, _, _),) = answers(live, sent + SECOND)
    assert status == 400


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (b"/%00", 404),
        (b"/v1/%00", 404),
        (NEXT + b"%00", 404),
        (NEXT + b"%ff%fe", 404),
        (NEXT + b"%ed%a0%80", 404),
        (NEXT + b"pagat%0d%0aX-Evil:%20a", 404),
        (NEXT + b"..%2f..%2f..%2fetc%2fpasswd", 404),
        (NEXT + b"pagat/hands/%0d%0aX-Evil:%20a", 422),
        (NEXT + b"pagat/hands/6-2,6-6,5-2,3-3?%0d%0aX-Evil:%20a", 308),
        (b"/livez?lang=%ff%00", 200),
        (b"/%", 404),
        (b"/livez%zz", 404),
        (b"//livez", 200),
        (b"http://evil.example/livez", 200),
    ],
)
def test_odd_bytes_of_a_path_that_are_written_out_are_answered_like_others(
    live: str, path: bytes, status: int
) -> None:
    ((got, headers, body),) = answers(live, GET.replace(b"/livez", path) + CLOSE + b"\r\n")
    assert got == status
    assert "x-evil" not in headers
    if status in (404, 422):
        assert headers["content-type"] == "application/problem+json"
        # Whatever it repeats can be shown anywhere.
        assert json.loads(body)["detail"].isprintable()


def test_no_answer_depends_on_the_host_that_is_asked(live: str) -> None:
    target = GET.replace(b"/livez", NEXT + b"pagat/hands/6-2,6-6,5-2,3-3") + CLOSE + b"\r\n"
    seen = []
    for host in (b"Host: test\r\n", b"Host: evil.example\r\n", b"Host:\r\n"):
        ((status, headers, body),) = answers(live, target.replace(b"Host: test\r\n", host))
        seen.append((status, headers["location"], body))
    assert seen == [(308, "/v1/qiuqiu/rulesets/pagat/hands/6-6,6-2,5-2,3-3", b"")] * 3


# ---------------------------------------------------------------- tokens and origins, for real


@pytest.mark.skipif(not CHILDREN.exists(), reason="needs Linux's /proc")
def test_tokens_rotate_in_every_worker_and_are_told_nowhere(tmp_path: Path) -> None:
    for name, token in (("..1", TOKEN), ("..2", OTHER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tokens").write_text(token + "\n")
    (tmp_path / "..data").symlink_to("..1")
    (tmp_path / "tokens").symlink_to("..data/tokens")
    metrics = free_port()
    environ = {"TOKENS_FILE": str(tmp_path / "tokens"), "REQUEST_LOG": "on", "METRICS_PORT": str(metrics)}
    with serving(tmp_path, **environ) as (pid, base, log):

        def statuses(token: str) -> set[int]:
            """What new connections get, of which either worker takes some."""
            url, sent = base + "/v1/qiuqiu/rules", {"Authorization": f"Bearer {token}"}
            return {requests.get(url, headers=sent, timeout=10).status_code for _ in range(20)}

        assert (statuses(TOKEN), statuses(OTHER), statuses(WRONG)) == ({200}, {401}, {401})
        (tmp_path / "..new").symlink_to("..2")
        (tmp_path / "..new").rename(tmp_path / "..data")
        time.sleep(1.1)
        assert (statuses(TOKEN), statuses(OTHER)) == ({401}, {200})
        (tmp_path / "..2" / "tokens").unlink()
        time.sleep(1.1)
        assert statuses(OTHER) == {200}
        # A worker that is replaced now cannot know which token was valid last.
        for worker in children(pid):
            os.kill(worker, signal.SIGKILL)
        end = time.monotonic() + 60
        while log.read_text().count("No token is valid in this process") < 2 and time.monotonic() < end:
            time.sleep(0.1)
        assert (statuses(OTHER), statuses(TOKEN)) == ({401}, {401})
        with connect(base) as connection:
            connection.sendall(HEAD + LENGTH + b"\r\n" + BODY)
            with http.client.HTTPResponse(connection) as answer:
                answer.begin()
                assert (answer.status, answer.headers["WWW-Authenticate"]) == (
                    401,
                    'Bearer realm="hand-ranking"',
                )
        counted = requests.get(f"http://127.0.0.1:{metrics}/metrics", timeout=10).text
    told = log.read_text()
    assert 1 <= told.count("The earlier tokens stay valid") <= 2
    assert told.count("No token is valid in this process") == 2
    assert 'route="/v1/qiuqiu/rules",status="401"' in counted
    assert not [token for token in (TOKEN, OTHER, WRONG) if token in told + counted]


def test_a_browser_asks_first_and_reads_what_comes(tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text(TOKEN)
    environ = {"CORS_ORIGINS": "https://table.example", "TOKENS_FILE": str(tmp_path / "tokens")}
    with serving(tmp_path, WORKERS="1", **environ) as (_, base, _):
        origin = b"Origin: https://table.example\r\n"
        preflight = b"OPTIONS /v1/qiuqiu/evaluate HTTP/1.1\r\nHost: test\r\n" + origin
        asked = HEAD + origin + b"Authorization: Bearer " + TOKEN.encode() + b"\r\n" + LENGTH + b"\r\n" + BODY
        stranger = HEAD + origin + CLOSE + LENGTH + b"\r\n" + BODY
        # One after the other on one connection: none takes a part of the next.
        found = answers(base, preflight + b"Access-Control-Request-Method: POST\r\n\r\n" + asked + stranger)
        assert [status for status, _, _ in found] == [204, 200, 401]
        assert {headers["access-control-allow-origin"] for _, headers, _ in found} == {
            "https://table.example"
        }
        assert "content-length" not in found[0][1]
        assert found[0][2] == b""
