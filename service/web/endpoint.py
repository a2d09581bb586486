"""Operations: what a game or the service answers at an address, and how a request becomes that answer.

The same value registers the route, reads the request, writes the answer and makes the specification. A view
gets what was read and returns an object that the response schema writes; it sees no request.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
from flask import Flask, Request, Response
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import MIMEAccept

from service.core.errors import Fault, InvalidError
from service.core.ranks import Usage
from service.core.rulebook import Rulebook
from service.core.verdict import Sentence
from service.web import body, observe
from service.web.language import speaker
from service.web.observe import this_request
from service.web.problems import ProblemError, invalid
from service.web.schema import MOST_FAULTS, faults_of, in_order
from service.web.sealing import Keys, SealedAnswer

JSON = "application/json"

HOUR = "public, max-age=3600"
FOREVER = "public, max-age=31536000, immutable"

ASKED_FOR = "the language of the request"
"""The language of an answer that has texts in each."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What the composition root hands to a game.

    ``rulesets`` is the operator's folder of that game's ruleset files, ``batch_hands`` the hands that a batch
    may have, ``inline_rulesets`` how many inline rulesets' tables are kept.
    """

    rulesets: Path | None = None
    batch_hands: int = 100_000
    inline_rulesets: int = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one address.

    ``path`` is as OpenAPI writes it. With a ``request`` schema the view is called as ``view(document)``, else
    as ``view(**path_parameters)``, and with ``media=``, the type that the client prefers, where ``media``
    lists several. What a ``response`` that is a SealedAnswer writes of a document is sealed. ``check`` gets
    what could be read of the document, as `Request.load` leaves it in ``valid_data``, and yields the faults
    that no field can see. ``size`` counts the hands of a batch that was read. ``cache`` lets clients keep the
    answer of a GET: as long as a Response of the view's own says, else as `HOUR` and `FOREVER` do.
    ``language`` is that of the answer's texts, None where it has none, or `ASKED_FOR`.
    ``problems`` are the codes that the view raises, ``redirects`` tells that it may answer with 308.
    ``parameters`` describes what is in the path, ``flags`` what is true or false in the query; ``example`` is
    the id of a conformance case, or the path of a GET.
    """

    method: str
    path: str
    name: str
    summary: str
    view: Callable[..., object]
    response: Schema | None = None
    request: Schema | None = None
    check: Callable[[dict[str, Any]], Iterable[Fault]] | None = None
    size: Callable[[dict[str, Any]], int] | None = None
    cache: bool = False
    media: tuple[str, ...] = (JSON,)
    language: str | None = ASKED_FOR
    problems: tuple[str, ...] = ()
    redirects: bool = False
    parameters: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    example: str = ""

    @property
    def vary(self) -> str:
        """The request's headers that choose between the answers of a GET; empty for none."""
        chosen = (("Accept", len(self.media) > 1), ("Accept-Language", self.language == ASKED_FOR))
        return ", ".join(header for header, chooses in chosen if chooses)


@dataclass(frozen=True, slots=True)
class Game:
    """What a game brings to the service: its operations, and its sentences by message id.

    ``cache`` tells how its tables of inline rulesets are used, where it keeps such tables. ``rulebook`` is
    what its pages show of its rulesets; the service itself has none.
    """

    name: str
    description: str
    operations: tuple[Operation, ...]
    sentences: Mapping[str, Sentence]
    cache: Callable[[], Usage] | None = None
    rulebook: Rulebook[Any] | None = None


def register(app: Flask, operations: Iterable[Operation], keys: Keys) -> None:
    """Adds the routes of the operations to the app; ``keys`` seal their verdicts."""
    for operation in operations:
        schema = operation.request
        app.add_url_rule(
            re.sub(r"{(\w+)}", r"<\1>", operation.path),
            operation.name,
            _got(operation) if schema is None else _posted(operation, schema, keys),
            methods=[operation.method],
            provide_automatic_options=False,
        )


def _posted(operation: Operation, schema: Schema, keys: Keys) -> Callable[[], Response]:
    check, view, media, response = operation.check, operation.view, operation.media, operation.response
    size, tongue = operation.size, operation.language
    sealing = keys if isinstance(response, SealedAnswer) else None

    def answer() -> Response:
        asked = this_request()
        accepted(asked, media)
        document = body.read(asked)
        try:
            read = schema.load(document)
            faults: list[Fault] = []
        except ValidationError as error:
            read, faults = error.valid_data, faults_of(error)
        found = check(read) if check is not None and isinstance(document, dict) else ()
        more = [*islice(found, MOST_FAULTS + 1)]
        if more:
            faults = in_order([*faults, *more], schema, document)
        if faults:
            raise invalid(faults)
        if size is not None:
            observe.sized(asked, size(read))
        try:
            result = view(read)
        except InvalidError as error:
            raise invalid(in_order(error.faults, schema, document)) from error
        written = _written(response, result, sealing)
        _tell_language(written, tongue)
        return written

    return answer


def _tell_language(response: Response, tongue: str | None) -> None:
    if tongue is not None:
        response.headers["Content-Language"] = speaker().language if tongue == ASKED_FOR else tongue


def _got(operation: Operation) -> Callable[..., Response]:
    view, media, schema, tongue = operation.view, operation.media, operation.response, operation.language
    vary = operation.vary

    def answer(**path: str) -> Response:
        asked = this_request()
        chosen = accepted(asked, media)
        result = view(**path, media=chosen) if len(media) > 1 else view(**path)
        response = _written(schema, result)
        if response.status_code == 200:
            _tell_language(response, tongue)
        if not operation.cache:
            response.headers["Cache-Control"] = "no-store"
            return response
        by_digest = path.get("name", "").startswith("sha256:")
        response.headers.setdefault("Cache-Control", FOREVER if by_digest else HOUR)
        if vary:
            response.headers["Vary"] = vary
        if response.status_code == 200:
            tag = hashlib.sha256(response.get_data()).hexdigest()
            response.set_etag(tag)
            if asked.if_none_match.contains_weak(tag):
                response.status_code = 304
        return response

    return answer


def _written(schema: Schema | None, result: object, keys: Keys | None = None) -> Response:
    if isinstance(result, Response):
        return result
    if schema is None:
        raise TypeError("a view without a response schema must return a Response")
    document = schema.dump(result)
    if keys is not None:
        document = keys.seal(document)
    return Response(orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY), content_type=JSON)


def moved(address: str) -> Response:
    """A permanent redirect to that address, with the query of this request."""
    query = this_request().query_string.decode("ascii", "ignore")
    response = Response(status=308, headers={"Location": f"{address}?{query}" if query else address})
    del response.headers["Content-Type"]  # there is no body
    return response


def accepted(asked: Request, media: Sequence[str]) -> str:
    """The media type, of those there are, that the client likes best; raises ProblemError for none."""
    header = asked.environ.get("HTTP_ACCEPT", "*/*")
    if header in ("*/*", "", media[0]):
        return media[0]
    # A client may add parameters to what it accepts, such as charset, and get what it means.
    wanted = MIMEAccept([(kind.partition(";")[0].strip(), q) for kind, q in asked.accept_mimetypes])
    best = wanted.best_match(media)
    if best is None:
        raise ProblemError("not_acceptable", facts={"media": ", ".join(media)})
    return best
