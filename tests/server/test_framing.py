"""Where a request ends: however its bytes come, and as gunicorn's own parser finds."""

from __future__ import annotations

import pytest
from gunicorn.config import Config
from gunicorn.http.parser import RequestParser
from hypothesis import given
from hypothesis import strategies as st

from service.server.framing import CHUNK_LINE_MOST, CHUNKS_MOST, HEAD_MOST, Frame, State

MOST = 1_000
HEAD = b"POST /p HTTP/1.1\r\nHost: h\r\n"

BODIES = st.binary(max_size=60)
CHUNKS = st.lists(st.binary(min_size=1, max_size=20), max_size=4)
EXTENSIONS = st.sampled_from([b"", b";a", b' ; a="b"'])
TRAILERS = st.sampled_from([b"", b"X-Sum: 1\r\n", b"X-Sum: 1\r\nX-Other: 2\r\n"])


@st.composite
def requests(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A request, and its body."""
    if draw(st.booleans()):
        body = draw(BODIES)
        name = draw(st.sampled_from([b"Content-Length", b"content-length", b"CONTENT-LENGTH"]))
        return HEAD + b"%s: %d\r\n\r\n%s" % (name, len(body), body), body
    chunks = draw(CHUNKS)
    sent = b"".join(b"%x%s\r\n%s\r\n" % (len(chunk), draw(EXTENSIONS), chunk) for chunk in chunks)
    end = b"0\r\n" + draw(TRAILERS) + b"\r\n"
    return HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + sent + end, b"".join(chunks)


def come(sent: bytes, cuts: list[int], most: int = MOST) -> tuple[State, Frame]:
    """The frame of a request whose bytes come in those pieces."""
    frame, buffer, state = Frame(most), bytearray(), State.PARTIAL
    for start, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
        buffer += sent[start:end]
        state = frame.look(buffer)
        if state is not State.PARTIAL:
            break
    return state, frame


@given(requests(), st.binary(max_size=20), st.data())
def test_a_request_ends_where_it_ends_however_it_comes(
    request: tuple[bytes, bytes], behind: bytes, data: st.DataObject
) -> None:
    sent, _ = request
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=8)))
    state, frame = come(sent + behind, cuts)
    assert (state, frame.end) == (State.WHOLE, len(sent))
    assert sent[: frame.head].endswith(b"\r\n\r\n")
    assert sent.find(b"\r\n\r\n") + 4 == frame.head


@given(requests(), st.integers(0, 200))
def test_a_part_of_a_request_is_partial(request: tuple[bytes, bytes], length: int) -> None:
    sent, _ = request
    part = sent[: min(length, len(sent) - 1)]
    assert come(part, [])[0] is State.PARTIAL


@given(requests())
def test_gunicorn_finds_the_same_end(request: tuple[bytes, bytes]) -> None:
    sent, body = request
    _, frame = come(sent + b"NEXT", [])
    parser = RequestParser(Config(), [sent[: frame.head], sent[frame.head : frame.end]], ("h", 1))
    message = next(parser)
    assert message.body is not None
    assert message.body.read() == body
    assert parser.unreader.read() == b""


@pytest.mark.parametrize(
    "sent",
    [
        b"G" * (HEAD_MOST + 1),
        HEAD + b"X: " + b"x" * HEAD_MOST + b"\r\n\r\n",
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"Content-Length: 1, 1\r\n\r\n",
        HEAD + b"Content-Length: \xd9\xa1\r\n\r\n",
        HEAD + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\n",
        HEAD + b"Content-Length: 1001\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1" * (CHUNK_LINE_MOST + 1),
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + b"x" * 1_001,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n1f4\r\n" + b"x" * 500 + b"\r\n1f5\r\n" + b"x" * 501,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: " + b"x" * HEAD_MOST,
    ],
)
def test_what_cannot_become_a_request_is_not_waited_for(sent: bytes) -> None:
    state, frame = come(sent, [])
    assert (state, frame.end) == (State.BEYOND, len(sent))


def test_chunks_of_one_byte_are_not_counted_as_the_body() -> None:
    sent = HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * MOST + b"0\r\n\r\n"
    assert come(sent, [])[0] is State.WHOLE


def test_a_body_has_no_more_chunks_than_it_may() -> None:
    sent = HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * (CHUNKS_MOST + 1)
    assert come(sent, [], 2**20)[0] is State.BEYOND


@pytest.mark.parametrize("value", [b"100-continue", b"100-Continue "])
def test_a_client_that_waits_to_be_told_is_seen(value: bytes) -> None:
    _, frame = come(HEAD + b"Expect: " + value + b"\r\nContent-Length: 1\r\n\r\n", [])
    assert frame.continued
