"""What is told of every request: its id, by which an operator follows it.

What an operator sees of a request is its route's template, never its path, query or body: a hand is a secret
until it is shown.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from flask import Flask, Request, Response, request
from werkzeug.local import LocalProxy
from werkzeug.routing import Rule

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADER = "X-Request-ID"

UNMATCHED: Final = "unmatched"
"""The route of every request that has none: whoever guesses addresses makes no new ones."""

METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
OTHER_METHOD: Final = "other"

_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{1,128}")
_KEY = "service.request_id"
_ENDPOINT = "service.endpoint"
_SIZE = "service.batch_size"
# https://www.w3.org/TR/trace-context: ff is no version, and only a version after 00 may have more behind it.
_TRACE = re.compile(
    r"((?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2})(?:(?<!^00.{53})-.*)?"
)


class Watcher(Protocol):
    """Who is told of every answered request: its route's template, method, status and seconds."""

    def __call__(
        self, environ: WSGIEnvironment, route: str, method: str, status: str, seconds: float, /
    ) -> None:
        """One request."""


def this_request() -> Request:
    """The request itself: each look through Flask's proxy costs as much as reading a small body."""
    return cast("LocalProxy[Request]", request)._get_current_object()


def request_id() -> str:
    """The id of this request: the caller's where it is of the accepted form, else a new one."""
    return id_of(request.environ)


def id_of(environ: WSGIEnvironment) -> str:
    """The id of a request."""
    known: str | None = environ.get(_KEY)
    if known is None:
        sent = environ.get("HTTP_X_REQUEST_ID", "")
        known = environ[_KEY] = sent if _ACCEPTED.fullmatch(sent) else secrets.token_hex(16)
    return known


def trace_of(environ: WSGIEnvironment) -> str | None:
    """The four members of a request's W3C ``traceparent``; None where there is none that is well formed."""
    sent: str | None = environ.get("HTTP_TRACEPARENT")
    found = _TRACE.fullmatch(sent) if sent else None
    return found[1] if found else None


def sized(asked: Request, hands: int) -> None:
    """Notes how many hands a batch has."""
    asked.environ[_SIZE] = hands


def size_of(environ: WSGIEnvironment) -> int | None:
    """The hands of a batch that was read; None for any other request."""
    size: int | None = environ.get(_SIZE)
    return size


def install(app: Flask) -> None:
    """Labels every answer with the request's id."""

    @app.after_request
    def label(response: Response) -> Response:
        asked = this_request()
        # For whoever watches from outside of Flask.
        asked.environ[_ENDPOINT] = asked.endpoint
        response.headers[HEADER] = id_of(asked.environ)
        return response


def watch(app: Flask, watchers: Iterable[Watcher]) -> None:
    """Tells the watchers of every request; the app has all its routes. Without watchers it costs nothing.

    The server tells them of those that it answers itself.
    """
    told = app.extensions["watchers"] = tuple(watchers)
    if told:
        routes: dict[str | None, str] = {rule.endpoint: template(rule) for rule in app.url_map.iter_rules()}
        app.wsgi_app = _watched(app.wsgi_app, routes, told)  # type: ignore[method-assign, assignment]


def template(rule: Rule) -> str:
    """A route as OpenAPI writes it."""
    return re.sub(r"<(\w+)>", r"{\1}", rule.rule)


def _watched(
    inner: WSGIApplication, routes: dict[str | None, str], watchers: tuple[Watcher, ...]
) -> WSGIApplication:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # A failure before the answer has started is a 500 of the server's own.
        status = "500"

        def start(line: str, *rest: Any) -> Any:
            nonlocal status
            status = line[:3]
            return start_response(line, *rest)

        began = perf_counter()
        try:
            return inner(environ, start)
        finally:
            # Until the answer is made: how fast the client reads it tells nothing about the service.
            seconds = perf_counter() - began
            route = routes.get(environ.get(_ENDPOINT), UNMATCHED)
            method = environ["REQUEST_METHOD"]
            if method not in METHODS:
                method = OTHER_METHOD
            for watcher in watchers:
                watcher(environ, route, method, status, seconds)

    return answer
