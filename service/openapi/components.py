"""What all operations of the specification share: headers, parameters, the token, and the problems."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from apispec import APISpec
from flask import Flask

from service.openapi.examples import cases, send
from service.web import problems
from service.web.endpoint import JSON
from service.web.locales import ENGLISH, languages
from service.web.observe import HEADER
from service.web.problems import MEDIA, STATUS, ProblemError
from service.web.schema import Refer

_CASE_OF = {
    "malformed_json": "err-dup-key",
    "not_found": "err-path",
    "unknown_ruleset": "err-ruleset-path",
    "method_not_allowed": "err-method",
    "unsupported_media_type": "err-media",
    "invalid": "err-several",
}

_HEADER_OF = {
    "unauthorized": "WWW-Authenticate",
    "method_not_allowed": "Allow",
    "unavailable": "Retry-After",
    "overloaded": "Retry-After",
}

_FACTS: dict[str, dict[str, object]] = {
    "not_acceptable": {"media": JSON},
    "too_large": {"limit": 8 * 2**20},
    "internal": {"request_id": "7f1c9a"},
}
"""Of the problems that no case shows."""

_TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "One of the operator's tokens. A service that has none asks for none.",
}

PARAMETERS: dict[str, dict[str, Any]] = {
    "lang": {
        "in": "query",
        "description": "The language of titles and texts, before Accept-Language.",
        "schema": {"type": "string", "examples": [ENGLISH, *languages()]},
    },
    HEADER: {
        "in": "header",
        "description": "The request's id, if 1–128 of A–Z a–z 0–9 . _ -; else it gets a new one.",
        "schema": {"type": "string"},
    },
}
"""Of every operation."""

_HEADERS: dict[str, dict[str, Any]] = {
    HEADER: {
        "description": "The id of the request: the caller's, or a new one.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"},
    },
    "Content-Language": {
        "description": "The language of titles and texts.",
        "required": True,
        "schema": {"type": "string"},
    },
    "ETag": {
        "description": "Changes with the answer.",
        "required": True,
        "schema": {"type": "string"},
    },
    "Cache-Control": {
        "description": "An hour by name; a year and immutable by digest.",
        "required": True,
        "schema": {"type": "string"},
    },
    "No-Store": {
        "description": "Nobody may keep the answer.",
        "required": True,
        "schema": {"type": "string", "const": "no-store"},
    },
    "Vary": {
        "description": "The request headers that choose between answers.",
        "required": True,
        "schema": {"type": "string"},
    },
    "Allow": {
        "description": "The methods that the address takes.",
        "required": True,
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "Seconds to wait before asking again.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    },
    "WWW-Authenticate": {
        "description": "Bearer, with the error invalid_token where the token that was sent is not valid.",
        "required": True,
        "schema": {"type": "string"},
    },
    "Location": {
        "description": "The canonical address.",
        "required": True,
        "schema": {"type": "string", "format": "uri-reference"},
    },
}

NO_STORE = {"Cache-Control": {"$ref": "#/components/headers/No-Store"}}
"""Of an answer that nobody may keep."""


def add(app: Flask, spec: APISpec, refer: Refer) -> None:
    """Adds them all to the specification of an app."""
    for name, header in _HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in PARAMETERS.items():
        spec.components.parameter(name, parameter["in"], {"name": name, **parameter})
    spec.components.security_scheme("token", _TOKEN)
    for code in STATUS:
        spec.components.example(
            code, {"summary": HTTPStatus(STATUS[code]).phrase, "value": _problem(app, code)}
        )
        spec.components.response(code, problem_response([code], refer))


def _problem(app: Flask, code: str) -> Any:
    """The worked example of a problem code."""
    if code not in _CASE_OF:
        with app.test_request_context():
            return problems.document(ProblemError(code, facts=_FACTS.get(code)))
    answer = send(app, cases()[_CASE_OF[code]])
    if answer["code"] != code:
        raise ValueError(f"the case {_CASE_OF[code]} gives {answer['code']}, not {code}")
    return answer


def problem_response(codes: list[str], refer: Refer) -> dict[str, Any]:
    """The answer with a problem document of one of these codes, which have one status."""
    more = [_HEADER_OF[code] for code in codes if code in _HEADER_OF]
    return {
        "description": " or ".join(str(problems.SENTENCES[f"problem_{code}"]) for code in codes),
        "headers": {**headers(HEADER, "Content-Language", *more), **NO_STORE},
        "content": {
            MEDIA: {
                "schema": refer(problems.DOCUMENT),
                "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in codes},
            }
        },
    }


def headers(*names: str) -> dict[str, dict[str, str]]:
    """The headers of an answer that have these names here."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
