"""The specification as a document: every operation, and the schemas that it reads and writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema

from service.openapi import components, examples
from service.web import problems, tokens
from service.web.endpoint import JSON, Game, Operation
from service.web.observe import HEADER
from service.web.ops import YAML
from service.web.problems import STATUS
from service.web.schema import Answer, Refer, summary

DESCRIPTION = """\
Ranks, arranges, compares and pays out hands of QiuQiu and Piquet, under named rulesets or one that a
request writes out. Every operation is a pure function of its request.

JSON is read strictly: unknown fields, repeated keys, fractions and numbers beyond 2^53−1 are errors, and
every fault of a request is told at once, ten thousand at most. A list more than twice as long as allowed is
one fault. An optional member may be null, which is as if it were missing.
"""


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
    components.add(app, spec, refer)
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
        name, schemas = _prefix(home) + name, self.converter.spec.components.schemas
        if schemas.setdefault(name, described) != described:
            raise ValueError(f"two schemas are named {name}")
        return {"$ref": f"#/components/schemas/{name}"}


def _describe(converter: Any, field: Any, ret: dict[str, Any]) -> dict[str, Any]:
    """What a field says of itself."""
    del ret
    described: dict[str, Any] = field.property(_Referrer(converter, isinstance(field.parent, Answer)))
    return described


def _operation(app: Flask, game: Game, operation: Operation, refer: Refer) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [game.name],
        "parameters": [*_path_parameters(operation), *_flags(operation), *components.PARAMETERS],
        # With a token or without one: which of them it is, is the operator's choice.
        "security": [{}, {"token": []}] if tokens.guards(operation.path) else [],
    }
    if operation.request is not None:
        case = examples.cases()[operation.example]
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
    headers = components.headers(HEADER, *spoken, *kept)
    if operation.method == "GET" and not operation.cache:
        headers |= components.NO_STORE
    content = {media: _content(operation, media, refer) for media in operation.media}
    description, shown = "The answer", examples.answer(app, operation)
    if shown is not None:
        content[JSON]["examples"] = {"case": {"value": shown}}
    elif operation.method == "GET":
        # Too long to be shown, no JSON, or different in each deployment: where to see it.
        # No externalValue: generators that read the document from a file look for it beside the file.
        description = f"The answer, as at {operation.example or operation.path}"
    yield "200", {"description": description, "headers": headers, "content": content}
    if operation.cache:
        yield "304", {"description": "Not modified", "headers": components.headers(HEADER, *kept)}
    if operation.redirects:
        moved = components.headers(HEADER, "Location", "Cache-Control", *varied)
        yield "308", {"description": "Permanent redirect to the canonical address", "headers": moved}
    codes = ["not_acceptable", *operation.problems, *problems.OF_THE_SERVER]
    if tokens.guards(operation.path):
        codes.append("unauthorized")
    if operation.request is not None:
        codes += ["malformed_json", "too_large", "unsupported_media_type", "invalid"]
    for status in {STATUS[code] for code in codes}:
        same = [code for code in codes if STATUS[code] == status]
        reference = {"$ref": f"#/components/responses/{same[0]}"}
        yield str(status), reference if len(same) == 1 else components.problem_response(same, refer)


def _content(operation: Operation, media: str, refer: Refer) -> dict[str, Any]:
    if media == JSON and operation.response is not None:
        return {"schema": refer(operation.response)}
    if media == YAML:
        return {}  # no JSON, so generated clients hand it out as it came
    if media == JSON:
        return {"schema": {"type": "object", "additionalProperties": True}}
    is_text = media.startswith("text/") or media.endswith("+xml")
    return {"schema": {"type": "string"} if is_text else {"type": "string", "format": "binary"}}
