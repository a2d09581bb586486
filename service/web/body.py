"""The strict JSON reader: what RFC 8259 leaves to the reader's taste is refused here, and so is the absurd.

It reads what JSON has: a fraction arrives as a float, so that a field can refuse it, and an integer of any
size that Python reads as an int.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_options_header
from werkzeug.wsgi import get_content_length, get_input_stream

from service.core.verdict import Phrase, Sentence
from service.web.language import shorten
from service.web.problems import ProblemError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

DEEPEST: Final = 32
"""Objects and lists in one another at most."""

SENTENCES: Final[Mapping[str, Sentence]] = {
    "json_empty": "The body is empty.",
    "json_mark": "The body starts with a byte order mark.",
    "json_utf8": "The body is not UTF-8 at line {line}, column {column}.",
    "json_syntax": "The body is not valid JSON at line {line}, column {column}: {error}.",
    "json_value": "a value is expected",
    "json_member": "a member’s name in double quotes is expected",
    "json_colon": "a colon is expected",
    "json_comma": "a comma, or the end of the list or object, is expected",
    "json_trailing": "a comma stands before the end of a list or object",
    "json_extra": "there is more after the end",
    "json_open": "a text that starts there does not end",
    "json_control": "a text has a control character, which must be escaped",
    "json_escape": "a text has an escape that JSON does not know",
    "json_repeated": "An object has the member “{name}” twice.",
    "json_constant": "{text} is not a JSON number.",
    "json_digits": "A number has too many digits.",
    "json_deep": "Objects and lists lie in one another deeper than {limit}.",
    "json_surrogate": "A text has half of a surrogate pair, which no text can hold.",
}

_SYNTAX: Final[Mapping[str, str]] = {
    "Expecting value": "json_value",
    "Expecting property name": "json_member",
    "Expecting ':'": "json_colon",
    "Expecting ','": "json_comma",
    "Illegal trailing comma": "json_trailing",
    "Extra data": "json_extra",
    "Unterminated string": "json_open",
    "Invalid control character": "json_control",
    "Invalid \\": "json_escape",
}
"""What Python's reader says, by how that starts; it says it in English only."""

_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")


def read(request: Request) -> Any:
    """The document in a request's body; raises ProblemError."""
    check_media(request)
    return parse(receive(request.environ, request.max_content_length or 0))


def receive(environ: WSGIEnvironment, limit: int) -> bytes:
    """The bytes of a body; raises ProblemError where they are more than ``limit`` or do not come."""
    length = get_content_length(environ)
    if length is not None and length > limit:
        raise ProblemError("too_large", facts={"limit": limit})
    try:
        # One byte more, since Werkzeug cuts a body of unstated length at the limit without a word.
        raw = get_input_stream(environ, max_content_length=limit + 1).read()
    except RequestEntityTooLarge:
        raw = None
    except Exception:  # noqa: BLE001
        # A malformed chunk or a client that has gone; each server has exceptions of its own for that.
        raise ProblemError("bad_request") from None
    if raw is None or len(raw) > limit:
        raise ProblemError("too_large", facts={"limit": limit})
    # gunicorn hands over what came before the client stopped, as if it were all.
    if length is not None and len(raw) < length:
        raise ProblemError("bad_request")
    return raw


def check_media(request: Request) -> None:
    """Raises ProblemError unless the body is said to be plain JSON in UTF-8."""
    environ = request.environ
    declared = environ.get("CONTENT_TYPE", "")
    if declared != "application/json":
        media, options = parse_options_header(declared)
        charset = options.get("charset", "utf-8").lower()
        if media.lower() != "application/json" or charset not in ("utf-8", "utf8"):
            raise ProblemError("unsupported_media_type")
    if environ.get("HTTP_CONTENT_ENCODING"):
        raise ProblemError("unsupported_media_type")


def parse(raw: bytes) -> Any:
    """The document that the bytes write; raises ProblemError with what is wrong and where."""
    if not raw:
        raise _malformed("json_empty")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise _malformed("json_mark")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise _malformed("json_utf8", line=line, column=column) from None
    try:
        document = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        said = (Phrase(name) for start, name in _SYNTAX.items() if error.msg.startswith(start))
        facts = {"line": error.lineno, "column": error.colno, "error": next(said, error.msg)}
        raise _malformed("json_syntax", **facts) from None
    except RecursionError:
        raise _malformed("json_deep", limit=DEEPEST) from None
    except ValueError:
        # The interpreter's limit on the digits of an integer, which keeps reading them linear.
        raise _malformed("json_digits") from None
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(document):
        raise _malformed("json_deep", limit=DEEPEST)
    if _HALF_PAIR.search(text):
        _refuse_half_pairs(document)
    return document


def _malformed(message: str, **facts: object) -> ProblemError:
    return ProblemError("malformed_json", message, facts)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _malformed("json_repeated", name=shorten(name))
            seen.add(name)
    return members


def _constant(text: str) -> NoReturn:
    raise _malformed("json_constant", text=text)


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_constant)


def _is_deep(document: Any) -> bool:
    level = _wholes([document])
    for _ in range(DEEPEST):
        level = _wholes(
            entry for whole in level for entry in (whole.values() if type(whole) is dict else whole)
        )
    return bool(level)


def _wholes(entries: Iterable[Any]) -> list[Any]:
    return [entry for entry in entries if type(entry) is dict or type(entry) is list]


def _refuse_half_pairs(document: Any) -> None:
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _malformed("json_surrogate") from None
