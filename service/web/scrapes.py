"""The port on which Prometheus reads the metrics: it answers nothing else, and nobody can hold it.

The client library's own server has neither a time limit nor a limit of threads, and adds the figures up once
more for each that asks. Here a new client is always heard: where there are too many, the oldest is let go.
"""

from __future__ import annotations

import gzip
import logging
import socket
import sys
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any, Final

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder, gzip_accepted

PATH: Final = "/metrics"
SECONDS: Final = 5
"""How long a client may take for each piece of its request, and for the answer."""
MOST: Final = 32
"""Clients at once, each with a thread."""


class Shown:
    """The figures as text. Whoever asks while they are added up shares the next sum."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        self._lock = Lock()
        self._begun: dict[str, float] = {}
        self._texts: dict[str, bytes] = {}

    def __call__(self, accept: str) -> tuple[bytes, str]:
        """The text and its media type, of the figures no earlier than this call."""
        asked = monotonic()
        encoder, media = choose_encoder(accept)
        with self._lock:
            if self._begun.get(media, 0.0) <= asked:
                begun = monotonic()
                self._texts[media] = encoder(self._registry)
                self._begun[media] = begun
            return self._texts[media], media


class Handler(BaseHTTPRequestHandler):
    """One request."""

    timeout = SECONDS
    server: Server

    def do_GET(self) -> None:
        """The figures, at their address."""
        self._answer()

    def do_HEAD(self) -> None:
        """The headers of the figures."""
        self._answer()

    def _answer(self) -> None:
        if self.path.partition("?")[0] != PATH:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        text, media = self.server.shown(self.headers.get("Accept", ""))
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", media)
        if gzip_accepted(self.headers.get("Accept-Encoding", "")):
            text = gzip.compress(text, 1)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Logs nothing: who reads the metrics is of no interest."""


class Server(ThreadingHTTPServer):
    """Answers on a socket that listens already."""

    def __init__(self, listener: socket.socket, registry: CollectorRegistry) -> None:
        super().__init__(listener.getsockname()[:2], Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self.shown = Shown(registry)
        self._slots = BoundedSemaphore(MOST)
        self._clients: dict[Any, None] = {}
        self._lock = Lock()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Gives the client a thread; where there are enough, first lets the oldest go."""
        if not self._slots.acquire(blocking=False):
            with self._lock:
                oldest = next(iter(self._clients), None)
                if oldest is not None:
                    del self._clients[oldest]
                    # Its thread wakes from whatever it waits for, and ends.
                    with suppress(OSError):
                        oldest.shutdown(socket.SHUT_RDWR)
            self._slots.acquire()
        with self._lock:
            self._clients[request] = None
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._slots.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """One client, in its own thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._slots.release()

    def shutdown_request(self, request: Any) -> None:
        """The client is done with."""
        with self._lock:
            self._clients.pop(request, None)
            super().shutdown_request(request)

    def handle_error(self, *_: object) -> None:
        """A client that left or was too slow is no failure; whatever else there is, is."""
        error = sys.exception()
        if not isinstance(error, OSError):
            logging.getLogger("service").error("the metrics could not be told", exc_info=error)
