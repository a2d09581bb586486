"""What the worker answers where no request reaches the app, as the app would have answered it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from flask import Flask
from gunicorn.util import http_date
from werkzeug.exceptions import HTTPException

from service.web import browsers, language, problems
from service.web.language import Texts
from service.web.observe import HEADER, METHODS, OTHER_METHOD, UNMATCHED, Watcher, id_of, template
from service.web.problems import STATUS, ProblemError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_UNKNOWN: Final = b"(request id)"
"""Stands in a body for the id of the request."""

_LINE: Final = re.compile(rb"([A-Z]+) ([^ \r\n?]*)(?:\?([^ \r\n]*))? HTTP/1\.([01])\r\n")
_CLOSE: Final = re.compile(rb"\r\nconnection[ \t]*:[^\r\n]*\bclose\b", re.IGNORECASE)
_KEEP: Final = re.compile(rb"\r\nconnection[ \t]*:[^\r\n]*\bkeep-alive\b", re.IGNORECASE)


def _field(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"\r\n%b[ \t]*:[ \t]*([^\r\n]*?)[ \t]*\r\n" % name.encode(), re.IGNORECASE)


_ID, _ORIGIN, _LANGUAGE = _field("x-request-id"), _field("origin"), _field("accept-language")


def lasts(head: bytes) -> bool:
    """Whether the client keeps its connection for another request (RFC 9112, 9.3)."""
    line = _LINE.match(head)
    if line is None or _CLOSE.search(head):
        return False
    return line[4] == b"1" or _KEEP.search(head) is not None


class Refusals:
    """The answers, each made once by the app; whoever watches the app is told of each that is sent."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._watchers: Iterable[Watcher] = app.extensions["watchers"]
        self._origins: frozenset[str] = app.extensions["origins"]
        self._addresses = app.url_map.bind("")
        self._texts: Texts = app.extensions["texts"]
        self._made = lru_cache(maxsize=1_024)(self._make)

    def answer(self, code: str, head: bytes, *, close: bool) -> bytes:
        """The whole answer to the request with that head, as far as it is known."""
        environ: WSGIEnvironment = {"HTTP_X_REQUEST_ID": _read(_ID, head).decode("latin-1")}
        request_id = id_of(environ)
        line = _LINE.match(head)
        origin = _read(_ORIGIN, head).decode("latin-1")
        query = line[3] if line and line[3] else b""
        asked = language.wanted(
            query.decode("latin-1"), _read(_LANGUAGE, head).decode("latin-1"), self._texts.languages
        )
        headers, body = self._made(code, asked, origin if origin in self._origins else "")
        body = body.replace(_UNKNOWN, request_id.encode())
        if self._watchers:
            self._tell(code, line, environ)
        ending = (
            f"Date: {http_date()}\r\n{HEADER}: {request_id}\r\nContent-Length: {len(body)}\r\n"
            f"Connection: {'close' if close else 'keep-alive'}\r\n\r\n"
        )
        return headers + ending.encode() + (b"" if head.startswith(b"HEAD ") else body)

    def _tell(self, code: str, line: re.Match[bytes] | None, environ: WSGIEnvironment) -> None:
        method, route = OTHER_METHOD, UNMATCHED
        if line is not None:
            method = line[1].decode()
            with suppress(HTTPException):
                found, _ = self._addresses.match(line[2].decode("latin-1"), method, return_rule=True)
                route = template(found)
            if method not in METHODS:
                method = OTHER_METHOD
        for watcher in self._watchers:
            watcher(environ, route, method, str(STATUS[code]), 0.0)

    def _make(self, code: str, spoken: str, origin: str) -> tuple[bytes, bytes]:
        """The headers that are the same for all such requests, and the body."""
        with self._app.test_request_context(headers={"Accept-Language": spoken}):
            self._app.preprocess_request()
            facts = {"request_id": _UNKNOWN.decode()}
            response = self._app.process_response(problems.respond(ProblemError(code, facts=facts)))
        del response.headers[HEADER]
        del response.headers["Content-Length"]
        status = HTTPStatus(response.status_code)
        headers = browsers.secured(str(status.value), list(response.headers))
        if self._origins:
            headers = browsers.shared(headers, origin or None)
        lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{n}: {v}" for n, v in headers)]
        return "".join(f"{line}\r\n" for line in lines).encode("latin-1"), response.get_data()


def _read(field: re.Pattern[bytes], head: bytes) -> bytes:
    found = field.search(head)
    return found[1] if found else b""
