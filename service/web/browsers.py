"""What browsers are told: which other sites' pages may read an answer, and what an answer may do in one.

It wraps the whole app, so that every answer has it, and looks through no proxy of Flask's. Not Flask-CORS:
where a request has no Origin, or one origin alone is allowed, it leaves Vary out (its pull request 293), so
that a cache would give the answer to a page that cannot read it; and its preflights need a route for OPTIONS.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from flask import Flask

from service.web import observe

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Headers = tuple[tuple[str, str], ...]

COMMON: Final[Headers] = (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"))
"""What every answer has."""

_CSP: Final = "Content-Security-Policy"
_CORP: Final = "Cross-Origin-Resource-Policy"
_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
_PAGE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

DATA: Final[Headers] = ((_CSP, _NOTHING), (_CORP, "same-origin"))
"""JSON and the rest. CORS, not this policy, says which pages may read it."""

EMPTY: Final[Headers] = ((_CSP, _NOTHING), (_CORP, "cross-origin"))
"""What has nothing to show, redirects above all: another site's page follows one to a picture."""

PICTURE: Final[Headers] = EMPTY
"""Other sites may show it, those too that isolate themselves (COEP)."""

SVG: Final[Headers] = (
    (_CSP, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    (_CORP, "cross-origin"),
)
"""A picture that could hold a script, where it is opened by itself."""

PAGE: Final[Headers] = (
    (_CSP, _PAGE),
    (_CORP, "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    (
        "Permissions-Policy",
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
)
"""HTML: what it needs comes from this service, and nothing in it is inline but pictures."""

_BY_MEDIA: Final = {"image/svg+xml": SVG, "text/html": PAGE, "application/xhtml+xml": PAGE}
_OURS: Final = frozenset(name.lower() for name, _ in (*COMMON, *PAGE))

EXPOSED: Final = ("X-Request-ID", "ETag", "Content-Language", "Retry-After", "WWW-Authenticate", "Allow")
"""Headers of an answer that a page may read beyond those it always may."""

PREFLIGHT: Final[Headers] = (
    ("Access-Control-Allow-Methods", "GET, HEAD, POST"),
    (
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Accept-Language, X-Request-ID, traceparent, If-None-Match",
    ),
    # Two hours: no browser of Chromium's keeps it for longer.
    ("Access-Control-Max-Age", "7200"),
)
"""What a page may send: the same for every address, so that it tells nobody which there are."""


def install(app: Flask, origins: Collection[str]) -> None:
    """Gives every answer the headers; pages of ``origins`` may read all of them, none where it is empty."""
    app.extensions["origins"] = frozenset(origins)
    app.wsgi_app = _told(app.wsgi_app, frozenset(origins))  # type: ignore[method-assign, assignment]


def _told(inner: WSGIApplication, origins: frozenset[str]) -> WSGIApplication:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        origin = environ.get("HTTP_ORIGIN") if origins else None
        if origin not in origins:
            origin = None

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            told = secured(status, headers)
            return start_response(status, shared(told, origin) if origins else told, *rest)

        if (
            origin is not None
            and environ["REQUEST_METHOD"] == "OPTIONS"
            and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
        ):
            start("204 No Content", [*PREFLIGHT, (observe.HEADER, observe.id_of(environ))])
            return ()
        return inner(environ, start)

    return answer


def secured(status: str, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The headers of an answer with those that keep it in bounds. What its view has set stays."""
    known = {name.lower(): value for name, value in headers}
    media = known.get("content-type", "").partition(";")[0]
    if status.startswith("304"):
        # What it has replaces what the client keeps with the answer itself, which stays as it was.
        more: Headers = ()
    elif not media or status.startswith("3"):
        more = EMPTY
    else:
        more = _BY_MEDIA.get(media) or (PICTURE if media.startswith("image/") else DATA)
    if _OURS.isdisjoint(known):
        return [*headers, *COMMON, *more]
    return [*headers, *(header for header in (*COMMON, *more) if header[0].lower() not in known)]


def shared(headers: list[tuple[str, str]], origin: str | None) -> list[tuple[str, str]]:
    """The headers of an answer with those for a page of ``origin``, None for one that may not read it."""
    # Also where no page asked: else a cache would give that answer to one that may, without the rest.
    vary = ", ".join([*(value for name, value in headers if name.lower() == "vary"), "Origin"])
    told = [header for header in headers if header[0].lower() != "vary"]
    told.append(("Vary", vary))
    if origin is not None:
        told.append(("Access-Control-Allow-Origin", origin))
        told.append(("Access-Control-Expose-Headers", ", ".join(EXPOSED)))
    return told
