"""Where a request ends (RFC 9112, 6.3), told from the bytes so far; what it says is the parser's to judge."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

HEAD_MOST: Final = 64 * 1024
"""Bytes of a request line and its headers; a browser's are a few thousand."""

CHUNK_LINE_MOST: Final = 256
"""Bytes of the line before a chunk."""

CHUNKS_MOST: Final = 16_384
"""Chunks of a body: each costs as much as many bytes, and a large body in chunks of 4 KiB has 2,000."""

_LENGTH: Final = re.compile(rb"\r\ncontent-length[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE)
_CODING: Final = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_CONTINUE: Final = re.compile(rb"\r\nexpect[ \t]*:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)


class State(Enum):
    """How far a request has come."""

    PARTIAL = auto()
    """More must come."""
    WHOLE = auto()
    """All of it is here."""
    BEYOND = auto()
    """It is larger than is taken, or makes no sense: what is here is enough to refuse it."""


class Frame:
    """The end of one request in a growing buffer.

    ``body_most`` is the bytes of a body that are waited for. ``head`` and ``end`` are offsets: of the first
    byte after the headers, once they are here, and of the first after the request, once WHOLE or BEYOND.
    """

    __slots__ = (
        "_body_most",
        "_chunk",
        "_chunks",
        "_content",
        "_searched",
        "chunked",
        "continued",
        "end",
        "head",
    )

    def __init__(self, body_most: int) -> None:
        self._body_most = body_most
        self._searched = 0
        self.chunked = False
        self._chunk = 0
        self._chunks = 0
        self._content = 0
        self.head = 0
        self.end = 0
        self.continued = False
        """Whether the client waits to be told that it may send the body."""

    def look(self, buffer: bytearray) -> State:
        """The state, now that the buffer has grown."""
        if not self.head:
            found = buffer.find(b"\r\n\r\n", self._searched)
            if found < 0:
                # The end may have come in part.
                self._searched = max(0, len(buffer) - 3)
                return self._beyond(buffer) if len(buffer) > HEAD_MOST else State.PARTIAL
            self.head = found + 4
            if found > HEAD_MOST:
                return self._beyond(buffer)
            state = self._measure(buffer)
            if state is not None:
                return state
        if self.chunked:
            return self._unchunk(buffer)
        return State.WHOLE if len(buffer) >= self.end else State.PARTIAL

    def _measure(self, buffer: bytearray) -> State | None:
        """What the headers alone decide."""
        head = bytes(buffer[: self.head])
        self.end = self.head
        if _CODING.search(head):
            self.chunked = True
            self._chunk = self.head
        else:
            lengths = _LENGTH.findall(head)
            if not lengths:
                return State.WHOLE
            if len(lengths) > 1 or not re.fullmatch(rb"[0-9]{1,18}[ \t]*", lengths[0]):
                return self._beyond(buffer)
            length = int(lengths[0])
            if length > self._body_most:
                return self._beyond(buffer)
            self.end += length
        self.continued = _CONTINUE.search(head) is not None
        return None

    def _unchunk(self, buffer: bytearray) -> State:
        """Walks over the chunks that are here (RFC 9112, 7.1)."""
        while True:
            line = buffer.find(b"\r\n", self._chunk)
            if line < 0:
                far = len(buffer) - self._chunk > CHUNK_LINE_MOST
                return self._beyond(buffer) if far else State.PARTIAL
            size = bytes(buffer[self._chunk : line]).partition(b";")[0].strip()
            if not re.fullmatch(rb"[0-9a-fA-F]{1,15}", size):
                return self._beyond(buffer)
            if int(size, 16) == 0:
                # Trailers, if there are any, end with an empty line.
                found = buffer.find(b"\r\n\r\n", line)
                if found < 0:
                    return self._beyond(buffer) if len(buffer) - line > HEAD_MOST else State.PARTIAL
                self.end = found + 4
                return State.WHOLE
            start, length = line + 2, int(size, 16)
            after = start + length + 2
            if self._content + length > self._body_most:
                # Whoever reads the body stops at its limit: one byte more lets it say so.
                enough = len(buffer) > start + self._body_most - self._content
                return self._beyond(buffer) if enough else State.PARTIAL
            if self._chunks == CHUNKS_MOST:
                return self._beyond(buffer)
            if after > len(buffer):
                return State.PARTIAL
            self._chunk = after
            self._chunks += 1
            self._content += length

    def _beyond(self, buffer: bytearray) -> State:
        self.end = len(buffer)
        return State.BEYOND
