"""What is told of every request: its id, by which an operator follows it, and the answer's language."""

from __future__ import annotations

import re
import secrets

from flask import Flask, Response, request

from service.web import language

HEADER = "X-Request-ID"

_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{1,128}")
_KEY = "service.request_id"


def request_id() -> str:
    """The id of this request: the caller's where it is of the accepted form, else a new one."""
    environ = request.environ
    known: str | None = environ.get(_KEY)
    if known is None:
        sent = environ.get("HTTP_X_REQUEST_ID", "")
        known = environ[_KEY] = sent if _ACCEPTED.fullmatch(sent) else secrets.token_hex(16)
    return known


def install(app: Flask) -> None:
    """Labels every answer with the request's id and the language of its texts."""

    @app.after_request
    def label(response: Response) -> Response:
        response.headers.extend(((HEADER, request_id()), ("Content-Language", language.speaker().language)))
        return response
