"""Writes openapi.yaml from the operations and schemas that run: ``python -m service.openapi [--check]``.

Its examples are conformance cases, and their answers what this service gives to them. It needs the
development dependencies and a clone of the repository.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema

from service.app import SPECIFICATION, create_app
from service.web import problems, tokens
from service.web.catalogues import ENGLISH, languages
from service.web.endpoint import JSON, Game, Operation
from service.web.observe import HEADER
from service.web.ops import YAML
from service.web.problems import MEDIA, STATUS, ProblemError
from service.web.schema import Answer, Refer, summary

CASES = Path(__file__).parents[1] / "tests" / "conformance"

LONGEST_EXAMPLE = 8_000
"""Characters of an answer that is shown; a rank table is not."""

DESCRIPTION = """\
Ranks, arranges, compares and pays out hands of QiuQiu and Piquet, under named rulesets or one that a
request writes out. Every operation is a pure function of its request.

JSON is read strictly: unknown fields, repeated keys, fractions and numbers beyond 2^53−1 are errors, and
every fault of a request is told at once, ten thousand at most. A list more than twice as long as allowed is
one fault. An optional member may be null, which is as if it were missing.
"""

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

_PARAMETERS: dict[str, dict[str, Any]] = {
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

_NO_STORE = {"Cache-Control": {"$ref": "#/components/headers/No-Store"}}


def specification(app: Flask) -> dict[str, Any]:
    """The OpenAPI 3.1 document of an app."""
    found: dict[str, type[Schema]] = {}
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: _name(schema, found))
    spec = APISpec(
        title="Hand ranking",
        version=_version(app),
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": DESCRIPTION},
        # Nobody logs in.
        security=[],
        servers=[{"url": "/", "description": "The service that serves this document"}],
        tags=[{"name": game.name, "description": game.description} for game in _games(app)],
    )
    converter: Any = plugin.converter
    # A field says all of itself; what apispec would guess of it is not asked.
    converter.attribute_functions.clear()
    converter.add_attribute_function(_describe)
    refer = _Referrer(converter, answering=True)
    _components(app, spec, refer)
    for game in _games(app):
        for operation in game.operations:
            spec.path(
                operation.path,
                operations={operation.method.lower(): _operation(app, game, operation, refer)},
            )
    document = spec.to_dict()
    schemas = document["components"]["schemas"]
    for name, schema in found.items():
        schemas[name] = {"description": summary(schema), **schemas[name]}
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    return {"openapi": document.pop("openapi"), **document}


def _games(app: Flask) -> tuple[Game, ...]:
    games: tuple[Game, ...] = app.extensions["games"]
    return games


def _version(app: Flask) -> str:
    version: str = app.test_client().get("/version").get_json()["version"]
    return version


def _name(schema: Schema | type[Schema], found: dict[str, type[Schema]]) -> str:
    """The component of a schema: its class, which a game's name precedes."""
    kind = schema if isinstance(schema, type) else type(schema)
    name = _prefix(kind) + kind.__name__.removesuffix("Schema")
    if found.setdefault(name, kind) is not kind:
        raise ValueError(f"two schemas are named {name}")
    return name


def _prefix(home: object) -> str:
    """What precedes the names of a game's components."""
    game = re.match(r"service\.games\.(\w+)\.", str(getattr(home, "__module__", "")))
    return game[1].capitalize() if game else ""


@dataclass(frozen=True, slots=True)
class _Referrer:
    """Puts what is referred to among the components, once."""

    converter: Any
    answering: bool

    def __call__(self, schema: Schema) -> dict[str, Any]:
        reference: dict[str, Any] = self.converter.resolve_nested_schema(schema)
        return reference

    def named(self, name: str, home: object, described: dict[str, Any]) -> dict[str, Any]:
        name, components = _prefix(home) + name, self.converter.spec.components
        if components.schemas.setdefault(name, described) != described:
            raise ValueError(f"two schemas are named {name}")
        return {"$ref": f"#/components/schemas/{name}"}


def _describe(converter: Any, field: Any, ret: dict[str, Any]) -> dict[str, Any]:
    """What a field says of itself."""
    del ret
    described: dict[str, Any] = field.property(_Referrer(converter, isinstance(field.parent, Answer)))
    return described


def _components(app: Flask, spec: APISpec, refer: Refer) -> None:
    for name, header in _HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in _PARAMETERS.items():
        spec.components.parameter(name, parameter["in"], {"name": name, **parameter})
    spec.components.security_scheme("token", _TOKEN)
    for code in STATUS:
        spec.components.example(
            code, {"summary": HTTPStatus(STATUS[code]).phrase, "value": _problem(app, code)}
        )
        spec.components.response(code, _problem_response([code], refer))


def _problem(app: Flask, code: str) -> Any:
    """The worked example of a problem code."""
    if code not in _CASE_OF:
        with app.test_request_context():
            return problems.document(ProblemError(code, facts=_FACTS.get(code)))
    answer = _send(app, _cases()[_CASE_OF[code]])
    if answer["code"] != code:
        raise ValueError(f"the case {_CASE_OF[code]} gives {answer['code']}, not {code}")
    return answer


def _problem_response(codes: list[str], refer: Refer) -> dict[str, Any]:
    more = [_HEADER_OF[code] for code in codes if code in _HEADER_OF]
    return {
        "description": " or ".join(str(problems.SENTENCES[f"problem_{code}"]) for code in codes),
        "headers": {**_refer("headers", HEADER, "Content-Language", *more), **_NO_STORE},
        "content": {
            MEDIA: {
                "schema": refer(problems.DOCUMENT),
                "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in codes},
            }
        },
    }


def _refer(kind: str, *names: str) -> dict[str, dict[str, str]]:
    return {name: {"$ref": f"#/components/{kind}/{name}"} for name in names}


def _operation(app: Flask, game: Game, operation: Operation, refer: Refer) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [game.name],
        "parameters": [*_path_parameters(operation), *_flags(operation), *_PARAMETERS],
        # With a token or without one: which of them it is, is the operator's choice.
        "security": [{}, {"token": []}] if tokens.guards(operation.path) else [],
    }
    if operation.request is not None:
        case = _cases()[operation.example]
        described["requestBody"] = {
            "required": True,
            "content": {
                JSON: {
                    "schema": refer(operation.request),
                    "examples": {"case": {"summary": case["why"], "value": case["body"]}},
                }
            },
        }
    described["responses"] = dict(sorted(_responses(app, operation, refer)))
    return described


def _path_parameters(operation: Operation) -> Iterator[dict[str, Any]]:
    pattern = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", operation.path.replace(".", r"\."))
    shown = re.fullmatch(pattern, operation.example)
    for name in re.findall(r"{(\w+)}", operation.path):
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "description": operation.parameters[name],
            "schema": {"type": "string", "minLength": 1},
            **({"example": shown[name]} if shown else {}),
        }


def _flags(operation: Operation) -> Iterator[dict[str, Any]]:
    for name, description in operation.flags.items():
        yield {"name": name, "in": "query", "description": description, "schema": {"type": "boolean"}}


def _responses(app: Flask, operation: Operation, refer: Refer) -> Iterator[tuple[str, Any]]:
    varied = ("Vary",) if operation.vary else ()
    kept = ("ETag", "Cache-Control", *varied) if operation.cache else ()
    spoken = ("Content-Language",) if operation.language else ()
    headers = _refer("headers", HEADER, *spoken, *kept)
    if operation.method == "GET" and not operation.cache:
        headers |= _NO_STORE
    content = {media: _content(operation, media, refer) for media in operation.media}
    description, shown = "The answer", _answer(app, operation)
    if shown is not None:
        content[JSON]["examples"] = {"case": {"value": shown}}
    elif operation.method == "GET":
        # Too long to be shown, no JSON, or different in each deployment: where to see it.
        # No externalValue: generators that read the document from a file look for it beside the file.
        description = f"The answer, as at {operation.example or operation.path}"
    yield "200", {"description": description, "headers": headers, "content": content}
    if operation.cache:
        yield "304", {"description": "Not modified", "headers": _refer("headers", HEADER, *kept)}
    if operation.redirects:
        moved = _refer("headers", HEADER, "Location", "Cache-Control", *varied)
        yield "308", {"description": "Permanent redirect to the canonical address", "headers": moved}
    codes = ["not_acceptable", *operation.problems, *problems.OF_THE_SERVER]
    if tokens.guards(operation.path):
        codes.append("unauthorized")
    if operation.request is not None:
        codes += ["malformed_json", "too_large", "unsupported_media_type", "invalid"]
    for status in {STATUS[code] for code in codes}:
        same = [code for code in codes if STATUS[code] == status]
        reference = {"$ref": f"#/components/responses/{same[0]}"}
        yield str(status), reference if len(same) == 1 else _problem_response(same, refer)


def _content(operation: Operation, media: str, refer: Refer) -> dict[str, Any]:
    if media == JSON and operation.response is not None:
        return {"schema": refer(operation.response)}
    if media == YAML:
        return {}  # no JSON, so generated clients hand it out as it came
    if media == JSON:
        return {"schema": {"type": "object", "additionalProperties": True}}
    is_text = media.startswith("text/") or media.endswith("+xml")
    return {"schema": {"type": "string"} if is_text else {"type": "string", "format": "binary"}}


def _answer(app: Flask, operation: Operation) -> Any:
    """What the operation answers to its example, where that is short JSON."""
    if not operation.example or operation.response is None:
        return None
    case = _cases()[operation.example] if operation.request else {"method": "GET", "path": operation.example}
    answer = _send(app, case)
    return answer if len(json.dumps(answer)) <= LONGEST_EXAMPLE else None


@cache
def _cases() -> dict[str, dict[str, Any]]:
    files = sorted(CASES.glob("*.json"))
    return {case["id"]: case for file in files for case in json.loads(file.read_text(encoding="utf-8"))}


def _send(app: Flask, case: dict[str, Any]) -> Any:
    raw = (
        case["raw"].encode()
        if "raw" in case
        else json.dumps(case["body"]).encode()
        if "body" in case
        else b""
    )
    headers = {"Content-Type": JSON, **case.get("headers", {})}
    return app.test_client().open(case["path"], method=case["method"], data=raw, headers=headers).get_json()


class _Dumper(yaml.SafeDumper):
    """Writes for a reader: lists under their key, those of a few words in one line, and never an alias."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_sequence(
        self, tag: str, sequence: Any, flow_style: bool | None = None
    ) -> yaml.SequenceNode:
        short = all(not isinstance(entry, dict | list) for entry in sequence) and len(str(sequence)) < 80
        return super().represent_sequence(tag, sequence, flow_style=short)

    def represent_str(self, data: str) -> yaml.ScalarNode:
        style = "|" if "\n" in data else None
        return self.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(str, _Dumper.represent_str)


def render(document: dict[str, Any]) -> str:
    """The document as YAML, the same for the same document."""
    head = "# Written by `make openapi` from the schemas that run. Do not edit.\n"
    return head + yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


def main() -> int:
    """Writes the document, or with --check says whether it is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 where it would change"
    )
    arguments = parser.parse_args()
    written = render(specification(create_app()))
    if not arguments.check:
        SPECIFICATION.write_text(written, encoding="utf-8")
        print(f"{len(written.splitlines())} lines in {SPECIFICATION.name}")
        return 0
    if SPECIFICATION.is_file() and SPECIFICATION.read_text(encoding="utf-8") == written:
        return 0
    print("openapi.yaml is not what the schemas say: run `make openapi`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
