"""Problem documents (RFC 9457): the one shape of every answer that is not what was asked for.

``type`` refers to the response of that code in the specification that the service serves.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import orjson
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.core.errors import Code, Fault, InvalidError, pointer
from service.core.verdict import Sentence, counted
from service.web import language
from service.web.fields import Many, Text, Whole, Word
from service.web.observe import request_id
from service.web.schema import MOST_FAULTS, Answer

MEDIA: Final = "application/problem+json"

STATUS: Final[Mapping[str, int]] = {
    "malformed_json": 400,
    "bad_request": 400,
    "unauthorized": 401,
    "not_found": 404,
    "unknown_ruleset": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "request_timeout": 408,
    "too_large": 413,
    "uri_too_long": 414,
    "unsupported_media_type": 415,
    "invalid": 422,
    "headers_too_large": 431,
    "internal": 500,
    "unavailable": 503,
    "overloaded": 503,
}
"""The HTTP status of each problem code: the closed set of them."""

OF_THE_SERVER: Final = (
    "bad_request",
    "request_timeout",
    "uri_too_long",
    "headers_too_large",
    "internal",
    "overloaded",
)
"""The codes of requests that the server answers before any operation has them, at every address."""

SENTENCES: Final[Mapping[str, Sentence]] = {
    "problem_malformed_json": "Malformed JSON",
    "problem_bad_request": "Bad request",
    "problem_unauthorized": "Unauthorized",
    "problem_not_found": "Not found",
    "problem_unknown_ruleset": "Unknown ruleset",
    "problem_method_not_allowed": "Method not allowed",
    "problem_not_acceptable": "Not acceptable",
    "problem_request_timeout": "Request timeout",
    "problem_too_large": "Request too large",
    "problem_uri_too_long": "Address too long",
    "problem_unsupported_media_type": "Unsupported media type",
    "problem_invalid": "Invalid request",
    "problem_headers_too_large": "Headers too large",
    "problem_internal": "Internal error",
    "problem_unavailable": "Unavailable",
    "problem_overloaded": "Overloaded",
    "bad_request": "The request cannot be read.",
    "not_found": "There is nothing at this address.",
    "unknown_ruleset_path": "There is no ruleset “{name}”; there are: {names}.",
    "method_not_allowed": "This address does not take that method; see the header Allow.",
    "not_acceptable": "This address can only give: {media}.",
    "request_timeout": "The request did not come whole in time.",
    "uri_too_long": "The request line is too long.",
    "headers_too_large": "The headers are too many or too long.",
    "too_large": counted("limit", "The body is larger than {limit} [byte|bytes]."),
    "unsupported_media_type": "The body must be application/json in UTF-8, without a content encoding.",
    "invalid": counted("count", "{count} [fault|faults] found in the request."),
    "invalid_more": counted(
        "count", "More than {count} [fault|faults] found in the request; the first of them are told."
    ),
    "internal": "The service failed; its log tells more under the request id {request_id}.",
    "unavailable": "The service is starting or stopping.",
    "overloaded": "The service has more to do than it can; ask again after the seconds of Retry-After.",
}
"""Titles, and details by message id."""

# Routing raises these; whatever else Werkzeug finds wrong with a request is a bad request.
_BY_STATUS = {404: "not_found", 405: "method_not_allowed"}


RETRY_AFTER: Final = "1"
"""Seconds: another process may take the request at once, and the longest queue is gone by then."""


class ProblemError(Exception):
    """An answer that is a problem document.

    ``code`` is one of STATUS; ``message``, the code unless given, and ``facts`` make the detail.
    """

    def __init__(
        self,
        code: str,
        message: str | None = None,
        facts: Mapping[str, object] | None = None,
        faults: Sequence[Fault] = (),
    ) -> None:
        self.code = code
        self.message = message or code
        self.facts = facts or {}
        self.faults = faults
        super().__init__(code)


def unknown_ruleset(name: str, names: Iterable[str]) -> ProblemError:
    """The problem of a path that names no ruleset; ``names`` are those there are."""
    facts = {"name": language.shorten(name), "names": ", ".join(names)}
    return ProblemError("unknown_ruleset", "unknown_ruleset_path", facts)


def invalid(faults: Sequence[Fault]) -> ProblemError:
    """The problem of a request that can be read and not be judged."""
    if len(faults) > MOST_FAULTS:
        return ProblemError("invalid", "invalid_more", {"count": MOST_FAULTS}, faults)
    return ProblemError("invalid", facts={"count": len(faults)}, faults=faults)


class FaultAnswer(Answer):
    """One fault of a request, at the JSON Pointer of its place in the body."""

    pointer = Text()
    code = Word(Code)
    detail = Text()


class ProblemAnswer(Answer):
    """A problem document. Programs go by `code`; `omitted` tells how many faults at least `errors` lacks."""

    type = Text()
    title = Text()
    status = Whole(400, 599)
    detail = Text()
    code = Word(STATUS)
    errors = Many(FaultAnswer(), maximum=MOST_FAULTS, sparse=True)
    omitted = Whole(1, sparse=True)


DOCUMENT: Final = ProblemAnswer()


def document(problem: ProblemError) -> Any:
    """The members of the problem document, in the language of the request."""
    return DOCUMENT.dump(
        {
            "type": f"/openapi.yaml#/components/responses/{problem.code}",
            "title": language.title(f"problem_{problem.code}"),
            "status": STATUS[problem.code],
            "detail": language.text(problem.message, problem.facts),
            "code": problem.code,
            "errors": [_entry(fault) for fault in problem.faults[:MOST_FAULTS]] or None,
            "omitted": max(0, len(problem.faults) - MOST_FAULTS) or None,
        }
    )


def _entry(fault: Fault) -> dict[str, str]:
    detail = language.text(fault.message, fault.facts)
    return {"pointer": pointer(fault.path), "code": fault.code, "detail": detail}


def respond(problem: ProblemError) -> Response:
    """The answer that a problem makes."""
    response = Response(orjson.dumps(document(problem)), STATUS[problem.code], content_type=MEDIA)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language.speaker().language
    if response.status_code == 503:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def install(app: Flask) -> None:
    """Turns every exception into a problem document, those of Werkzeug included."""
    app.register_error_handler(ProblemError, respond)
    app.register_error_handler(InvalidError, lambda error: respond(invalid(error.faults)))
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _uncaught)


def _http(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error
    code = _BY_STATUS.get(error.code, "bad_request" if error.code < 500 else "internal")
    response = respond(ProblemError(code, facts={"request_id": request_id()}))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _uncaught(error: Exception) -> Response:
    # The client gets no internals: the log has them, under the id that both know.
    logging.getLogger("service").error("request %s failed", request_id(), exc_info=error)
    return respond(ProblemError("internal", facts={"request_id": request_id()}))
