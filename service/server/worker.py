"""A gthread worker whose threads never wait for a client.

gunicorn's own gives a connection to a thread as soon as it has a first byte, and there the thread waits for
the rest of the request, for the client to take the answer, and for it to close: a few slow clients hold all
threads. Here the loop does all the waiting. It gathers each request whole, answers short ones itself and
gives the others to threads, sends what a client is slow to take of an answer, and keeps no more connections
and bytes than it may: the one that has waited longest goes first. What waits too long is answered 503, so
that a queue is never longer than its clients' patience.
"""

from __future__ import annotations

import errno
import selectors
import socket
import sys
import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, cast

from flask import Flask
from gunicorn import http
from gunicorn.http import Request
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.workers.gthread import TConn, ThreadWorker

from service.server.connection import Connection, Stage
from service.server.framing import State
from service.server.lanes import Lanes
from service.server.refusals import Refusals, lasts
from service.server.strict import check

LINGER: Final = 2.0
"""Seconds for which a stopping worker still takes a request on an open connection, and for which a client may
close first after its last answer: to close on it would reset what it has not read."""

PROBES: Final = (b"GET /livez", b"GET /readyz", b"HEAD /livez", b"HEAD /readyz")
"""What waits for no thread: a busy process is alive, and must not be replaced."""

GRACE: Final = 0.2
"""Seconds that a connection may wait before another may take its place: a client asks at once, or soon."""

ACCEPTED: Final = 64
"""Connections taken in a turn of the loop."""

TICK: Final = 0.1
"""Seconds between two looks at what is late."""

CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Limits:
    """What clients may take of one process."""

    request_seconds: float = 30
    """Within which a request must be here, and its answer taken."""
    queue_seconds: float = 0.5
    """For which a request may wait for a thread."""
    body_most: int = 8 * 2**20
    """Bytes of a body that are waited for."""
    held_most: int = 64 * 2**20
    """Bytes kept of requests, and of answers that were not taken, for all connections together."""


class Worker(ThreadWorker):
    """The worker; gunicorn's ``worker_connections`` are those it keeps."""

    limits = Limits()

    # ---------------------------------------------------------------- the loop

    def run(self) -> None:
        """Serves until told to stop, then answers what has begun to come, within ``graceful_timeout``."""
        read, write, patience = selectors.EVENT_READ, selectors.EVENT_WRITE, self.limits.request_seconds
        self._idle = Stage(self.cfg.keepalive, read, self._receive, self._close)
        self._gathering = Stage(patience, read, self._receive, self._too_slow)
        self._sending = Stage(patience, write, self._flush, self._close)
        self._lingering = Stage(LINGER, read, self._drain, self._close)
        self._held = 0
        self._tick = 0.0
        self._woke = 0.0
        app = cast("Flask", self.wsgi)
        self._refusals = Refusals(app)
        self._lanes = Lanes(self.tpool, self.cfg.threads, (rule.rule for rule in app.url_map.iter_rules()))
        self.poller.register(cast("int", self.method_queue.fileno()), read, self.method_queue.run_callbacks)
        while self.alive and self.is_parent_alive():
            room = self.nr_conns < self.worker_connections or self._idlest() is not None
            self.set_accept_enabled(room)
            self._turn(1 if room else TICK)
        self._accept_all()
        self.set_accept_enabled(False)
        self._hasten()
        ends = time.monotonic() + self.cfg.graceful_timeout
        while self.nr_conns > 0 and time.monotonic() < ends:
            self._turn(TICK)
        for lane in self._lanes.both:
            lane.threads.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()
        for listener in self.sockets:
            listener.close()

    def _turn(self, seconds: float) -> None:
        self.wait_for_and_dispatch_events(seconds)
        now = time.monotonic()
        if now < self._tick:
            return
        # Ten times a second is often enough to be punctual, and costs nothing beside thousands of requests.
        self._tick = now + TICK
        self.notify()
        for stage in (self._idle, self._gathering, self._sending, self._lingering):
            while (first := stage.first()) is not None and first.deadline <= now:
                stage.late(first)

    def wait_for_and_dispatch_events(self, timeout: float | None) -> None:
        """Does what has become possible, after as many seconds at most."""
        events = self.poller.select(timeout)
        self._woke = time.monotonic()
        for key, _ in events:
            key.data(key.fileobj)

    def _hasten(self) -> None:
        """From now on an idle connection stays open only for a request that is on its way already."""
        self._idle.seconds = min(self._idle.seconds, LINGER)
        ends = time.monotonic() + self._idle.seconds
        for connection in self._idle.waiting:
            connection.deadline = min(connection.deadline, ends)

    def accept(self, listener: socket.socket) -> None:
        """Takes new connections, and with each what it has already sent."""
        # Not all at once: another process may have less to do.
        for _ in range(ACCEPTED):
            idlest = self._idlest() if self.nr_conns >= self.worker_connections else None
            if self.nr_conns >= self.worker_connections and idlest is None:
                return
            try:
                sock, client = listener.accept()
            except OSError as error:
                if error.errno in (errno.EMFILE, errno.ENFILE) and (idlest := self._idlest()) is not None:
                    self._give_up(idlest)
                elif error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EMFILE, errno.ENFILE):
                    raise
                return
            self.nr_conns += 1
            if idlest is not None:
                self._give_up(idlest)
            self._receive(Connection(self.cfg, sock, client, listener.getsockname(), self.limits.body_most))

    def _accept_all(self) -> None:
        """Whoever has connected before the end is answered, beyond the connections that there may be."""
        self.worker_connections = sys.maxsize
        for listener in self.sockets:
            before = -1
            while before != self.nr_conns:
                before = self.nr_conns
                self.accept(listener)

    def _idlest(self) -> Connection | None:
        """The connection that is missed least; None where each is being served, or is too young to tell."""
        for stage in (self._lingering, self._idle, self._gathering):
            first = stage.first()
            if first is not None and first.deadline - stage.seconds + GRACE < time.monotonic():
                return first
        return None

    def _give_up(self, connection: Connection) -> None:
        """Closes a connection for the sake of another; who was sending a request is told."""
        if connection.stage is not self._gathering or self._say(
            connection, self._refusals.answer("overloaded", connection.head, close=True)
        ):
            self._close(connection)

    # ---------------------------------------------------------------- stages

    def _enter(self, stage: Stage, connection: Connection) -> None:
        before, connection.stage = connection.stage, stage
        if before is None:
            self.poller.register(connection.plain, stage.event, connection.happened)
        else:
            del before.waiting[connection]
            if before.event != stage.event:
                self.poller.modify(connection.plain, stage.event, connection.happened)
        stage.waiting[connection] = None
        connection.deadline = time.monotonic() + stage.seconds

    def _leave(self, connection: Connection) -> None:
        if connection.stage is not None:
            self.poller.unregister(connection.plain)
            del connection.stage.waiting[connection]
            connection.stage = None

    def _close(self, connection: Connection) -> None:
        self._leave(connection)
        self._held -= connection.held
        self.nr_conns -= 1
        connection.close()

    # ---------------------------------------------------------------- a request comes

    def _receive(self, connection: Connection) -> None:
        length = connection.receive()
        if length > 0:
            self._held += length
            self._gather(connection)
        elif length == 0 and connection.received:
            # It may have closed its own side only.
            self._refuse(connection, "bad_request")
        elif length == 0:
            self._close(connection)
        elif connection.stage is None:
            self._enter(self._idle, connection)

    def _gather(self, connection: Connection) -> None:
        """Takes the request, once all of it is here."""
        state = connection.frame.look(connection.received)
        if state is State.PARTIAL:
            if connection.stage is not self._gathering:
                self._enter(self._gathering, connection)
            if connection.frame.continued:
                connection.frame.continued = False
                self._say(connection, CONTINUE)
            self._relieve()
            return
        if not connection.frame.head:
            # More than HEAD_MOST, and no end of the headers.
            line = connection.received.find(b"\r\n", 0, self.cfg.limit_request_line + 2)
            self._refuse(connection, "headers_too_large" if line >= 0 else "uri_too_long")
            return
        request = connection.take()
        connection.reusable = state is State.WHOLE and lasts(request[0])
        if self._held > self.limits.held_most:
            self._leave(connection)
            self._relieve()
        if self._held > self.limits.held_most:
            self._refuse(connection, "overloaded")
        else:
            self._hand_over(connection, request)

    def _hand_over(self, connection: Connection, request: list[bytes]) -> None:
        """Answers the request, or gives it to a thread, unless it would wait or has waited for too long."""
        now = connection.queued = time.monotonic()
        head = request[0]
        lane = self._lanes.of(head, connection.size)
        probes = head.startswith(PROBES) and not self._stuck(now)
        if connection.received and (lane is None or probes):
            # More requests behind this one, which would be answered one within the other.
            lane, probes = self._lanes.both[0], False
        # What was ready when the loop woke has waited since then; what was not yet may wait as long again.
        waits = 2 * (now - self._woke) if lane is None else lane.wait(now)
        if self.alive and waits > self.limits.queue_seconds and not probes:
            # What the client has sent behind it would be refused as well, one after the other.
            last = not connection.reusable or bool(connection.received)
            self._refuse(connection, "overloaded", last=last)
            return
        connection.parser = http.get_parser(self.cfg, request, connection.client)
        if lane is None or probes:
            self._answer(connection)
        else:
            self._leave(connection)
            lane.enter(now)
            connection.lane = lane
            self.enqueue_req(connection)

    def _answer(self, connection: Connection) -> None:
        """Answers in the loop what takes no longer than to hand it to a thread."""
        head = connection.outlet.head
        try:
            reusable = self.handle(connection)
        except OSError:
            self._close(connection)
        else:
            self._lanes.learn(head, connection.seconds)
            self._end(connection, reusable=reusable)

    def _stuck(self, now: float) -> bool:
        """Whether no thread has ended anything for as long as a process may take to react."""
        return any(lane.stuck(now) > self.cfg.timeout for lane in self._lanes.both)

    def enqueue_req(self, conn: TConn) -> None:
        """Gives the connection to a thread of its lane."""
        assert isinstance(conn, Connection)
        ended = conn.lane.threads.submit(self.handle, conn)
        ended.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    def _relieve(self) -> None:
        """Lets go of the slowest clients, as long as more is kept for all than may be."""
        while self._held > self.limits.held_most:
            if (first := self._gathering.first()) is not None:
                self._refuse(first, "overloaded")
            elif (first := self._sending.first()) is not None:
                self._close(first)
            else:
                return

    def _too_slow(self, connection: Connection) -> None:
        self._refuse(connection, "request_timeout")

    def _refuse(self, connection: Connection, code: str, *, last: bool = True) -> None:
        """Answers a request that no thread will see; ``last`` of its connection unless it came whole."""
        head = connection.outlet.head or connection.head
        self._release(connection)
        if self._say(connection, self._refusals.answer(code, head, close=last)):
            self._answered(connection, reusable=not last)

    def _release(self, connection: Connection) -> None:
        """Lets go of the request, which is answered."""
        self._held -= connection.size
        connection.size = 0
        connection.outlet.head = b""

    def _say(self, connection: Connection, line: bytes) -> bool:
        """Sends what the loop has to say; False where the client has gone."""
        self._held -= len(connection.outlet.unsent)
        try:
            connection.outlet.sendall(line)
        except OSError:
            self._close(connection)
            return False
        self._held += len(connection.outlet.unsent)
        return True

    # ---------------------------------------------------------------- in a thread

    def handle(self, conn: TConn) -> bool:
        """Answers a request; True where the connection can take another."""
        assert isinstance(conn, Connection)
        if self.alive and time.monotonic() - conn.queued > self.limits.queue_seconds:
            close = not conn.reusable
            conn.outlet.sendall(self._refusals.answer("overloaded", conn.outlet.head, close=close))
            return not close
        began = time.thread_time()
        reusable = super().handle(conn)
        conn.seconds = time.thread_time() - began
        if not conn.outlet.answered:
            # gunicorn takes what it cannot read to its end for a client that has gone.
            conn.outlet.sendall(self._refusals.answer("bad_request", conn.outlet.head, close=True))
        return reusable

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Answers a request that could be parsed; raises what handle_error answers with 400."""
        assert isinstance(conn, Connection)
        check(req)
        if not conn.reusable:
            req.force_close()
        return super().handle_request(req, conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answers a request that could not be parsed, or a failure of the server's own."""
        if isinstance(exc, LimitRequestLine):
            code = "uri_too_long"
        elif isinstance(exc, LimitRequestHeaders):
            code = "headers_too_large"
        elif isinstance(exc, ParseException):
            code = "bad_request"
        else:
            code = "internal"
            self.log.error("a request failed in the server", exc_info=exc)
        client.sendall(self._refusals.answer(code, client.head, close=True))

    # ---------------------------------------------------------------- an answer goes

    def finish_request(self, conn: TConn, fs: Future[bool]) -> None:
        """Takes the connection back from its thread."""
        assert isinstance(conn, Connection)
        conn.lane.leave(time.monotonic())
        self._lanes.learn(conn.outlet.head, conn.seconds)
        failure = fs.exception()
        if failure is None:
            self._end(conn, reusable=fs.result())
            return
        if not isinstance(failure, OSError):
            self.log.error("a request failed in the server", exc_info=failure)
        self._held += len(conn.outlet.unsent)
        self._close(conn)

    def _end(self, connection: Connection, *, reusable: bool) -> None:
        """What a thread has said is sent, as far as the client has not taken it."""
        self._release(connection)
        self._held += len(connection.outlet.unsent)
        self._answered(connection, reusable=reusable)
        self._relieve()

    def _answered(self, connection: Connection, *, reusable: bool) -> None:
        connection.reusable = reusable
        if connection.outlet.unsent:
            self._enter(self._sending, connection)
        else:
            self._sent(connection)

    def _flush(self, connection: Connection) -> None:
        if self._say(connection, b"") and not connection.outlet.unsent:
            self._sent(connection)

    def _sent(self, connection: Connection) -> None:
        """The answer has gone: on to the next request, or to the end."""
        if connection.reusable and connection.received:
            self._gather(connection)
        elif connection.reusable:
            self._enter(self._idle, connection)
        else:
            self._held -= len(connection.received)
            connection.received.clear()
            try:
                connection.plain.shutdown(socket.SHUT_WR)
            except OSError:
                self._close(connection)
            else:
                self._enter(self._lingering, connection)

    def _drain(self, connection: Connection) -> None:
        """Throws away what comes after the last answer, until the client closes."""
        if connection.receive() == 0:
            self._close(connection)
        else:
            connection.received.clear()
