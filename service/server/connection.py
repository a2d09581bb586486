"""A client's connection: what has come of its next request, and what it has not yet taken of an answer."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from gunicorn.workers.gthread import TConn

from service.server.framing import HEAD_MOST, Frame
from service.server.lanes import Lane

if TYPE_CHECKING:
    from gunicorn.config import Config

READ: Final = 256 * 1024
"""Bytes taken from a connection at a time: a large body must not keep the loop from the other connections."""


PIECE: Final = 8 * 1024
"""Bytes of a chunked body that gunicorn gets at a time."""


class Outlet:
    """What a thread writes its answer to. It never waits: what the client does not take is kept."""

    __slots__ = ("_sock", "answered", "head", "unsent")

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self.unsent = b""
        self.head = b""
        """The head of the request that is answered."""
        self.answered = False
        """Whether anything was said to it."""

    def sendall(self, answer: bytes) -> None:
        """Sends what was kept and this, as far as the client takes it; raises OSError where it has gone."""
        self.answered = True
        answer = self.unsent + answer
        self.unsent = b""
        try:
            sent = self._sock.send(answer)
        except BlockingIOError:
            sent = 0
        self.unsent = answer[sent:]

    def send(self, line: bytes) -> int:
        """Takes gunicorn's ``100 Continue``, and drops it: the body is here before the request is read."""
        return len(line)

    def setblocking(self, flag: bool) -> None:
        """Nothing: the loop waits for the client, a thread never does."""

    def gettimeout(self) -> float:
        """As of a socket that does not block."""
        return 0.0

    def shutdown(self, how: int) -> None:
        """Nothing: gunicorn would wait here, in a thread, for the client to read and to close."""

    def settimeout(self, seconds: float) -> None:
        """Nothing, as setblocking."""

    def recv(self, most: int) -> bytes:
        """What gunicorn reads while it waits for the client to close: nothing."""
        del most
        return b""

    def close(self) -> None:
        """Closes the socket."""
        self._sock.close()


class Connection(TConn):
    """A connection, from the loop to a thread and back; only one of them has it at a time.

    ``body_most`` is the bytes of a body that are waited for.
    """

    def __init__(self, cfg: Config, sock: socket.socket, client: Any, server: Any, body_most: int) -> None:
        super().__init__(cfg, sock, client, server)
        # What gunicorn would do in a thread, the loop has done once a request is here.
        self.initialized = self.data_ready = True
        self.plain = sock
        """The socket itself."""
        self.outlet = Outlet(sock)
        self.sock = self.outlet  # type: ignore[assignment]
        self._body_most = body_most
        self.frame = Frame(body_most)
        self.received = bytearray()
        self.size = 0
        """Bytes of the request that a thread has or will have."""
        self.stage: Stage | None = None
        self.deadline = 0.0
        """When it stops waiting at its stage, by the monotonic clock, as all times here."""
        self.queued = 0.0
        """Since when it waits for a thread."""
        self.lane: Lane
        """The threads that it waits for."""
        self.seconds = 0.0
        """Processor time that its last request took."""
        self.reusable = True
        """Whether it can take another request: where this one ends is known."""

    def happened(self, _: object) -> None:
        """What it waited for has happened."""
        # An earlier event of the same turn may have taken it from its stage.
        if self.stage is not None:
            self.stage.ready(self)

    @property
    def head(self) -> bytes:
        """The head of the request that is coming, as far as it is here."""
        return bytes(self.received[: self.frame.head or HEAD_MOST])

    @property
    def held(self) -> int:
        """Bytes that are kept for it."""
        return len(self.received) + self.size + len(self.outlet.unsent)

    def receive(self) -> int:
        """Reads what has come, and gives its length: 0 where the client has gone, -1 where nothing came."""
        try:
            more = self.plain.recv(READ)
        except BlockingIOError:
            return -1
        except OSError:
            return 0
        self.received += more
        return len(more)

    def take(self) -> list[bytes]:
        """The request that has come, as its head and its body; what the client has sent beyond it stays.

        A chunked body is in pieces: gunicorn copies all that it was given at each chunk.
        """
        end = self.frame.end
        head = min(self.frame.head or end, end)
        step = PIECE if self.frame.chunked else max(1, end - head)
        body = (bytes(self.received[start : min(start + step, end)]) for start in range(head, end, step))
        request = [bytes(self.received[:head]), *body]
        del self.received[:end]
        self.frame = Frame(self._body_most)
        self.size = end
        self.outlet.head = request[0]
        self.outlet.answered = False
        return request


@dataclass(slots=True, eq=False)
class Stage:
    """Connections that wait for the same thing, for as long, in the order in which they began."""

    seconds: float
    event: int
    """Of selectors."""
    ready: Callable[[Connection], object]
    """What to do when that has happened."""
    late: Callable[[Connection], object]
    """What to do when it has not in time."""
    waiting: dict[Connection, None] = field(default_factory=dict)

    def first(self) -> Connection | None:
        """The one that has waited longest."""
        return next(iter(self.waiting), None)
