"""What the worker answers where no request reaches the app: the same problem documents, in English."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from flask import Flask

from service.web import problems
from service.web.observe import HEADER, METHODS, OTHER_METHOD, UNMATCHED, Watcher
from service.web.problems import STATUS, ProblemError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_UNKNOWN: Final = b"(request id)"
"""Stands in a body for the id of the request."""

_ID: Final = re.compile(rb"\r\nx-request-id[ \t]*:[ \t]*([A-Za-z0-9._-]{1,128})[ \t]*\r\n", re.IGNORECASE)


class Refusals:
    """The answers, made once; whoever watches the app is told of each."""

    def __init__(self, app: Flask) -> None:
        self._watchers: Iterable[Watcher] = app.extensions["watchers"]
        self._answers = {code: _answer(app, code) for code in problems.OF_THE_SERVER}

    def answer(self, code: str, head: bytes, *, close: bool) -> bytes:
        """The whole answer to the request with that head, as far as it is known."""
        found = _ID.search(head)
        request_id = found[1].decode() if found else secrets.token_hex(16)
        environ: WSGIEnvironment = {"HTTP_X_REQUEST_ID": request_id}
        method = head.partition(b" ")[0].decode("latin-1")
        for watcher in self._watchers:
            known = method if method in METHODS else OTHER_METHOD
            watcher(environ, UNMATCHED, known, str(STATUS[code]), 0.0)
        headers, body = self._answers[code]
        body = body.replace(_UNKNOWN, request_id.encode())
        ending = f"{HEADER}: {request_id}\r\nContent-Length: {len(body)}\r\n"
        ending += f"Connection: {'close' if close else 'keep-alive'}\r\n\r\n"
        return headers + ending.encode() + body


def _answer(app: Flask, code: str) -> tuple[bytes, bytes]:
    """The headers that are the same for every request, and the body."""
    with app.test_request_context():
        app.preprocess_request()
        facts = {"request_id": _UNKNOWN.decode()}
        response = app.process_response(problems.respond(ProblemError(code, facts=facts)))
    del response.headers[HEADER]
    del response.headers["Content-Length"]
    status = HTTPStatus(response.status_code)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{n}: {v}" for n, v in response.headers)]
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1"), response.get_data()
