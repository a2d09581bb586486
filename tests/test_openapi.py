"""One truth: the specification is what the schemas say, and what the service does."""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from service.app import SPECIFICATION as SERVED
from service.app import create_app
from service.core.errors import Code
from service.core.tiles import SPELLINGS
from service.openapi.__main__ import render
from service.openapi.document import specification
from service.web import assets, browsers, pages
from service.web.endpoint import JSON
from service.web.problems import STATUS
from service.web.schema import Request
from tests.cases import cases
from tests.conftest import ROOT

APP: Flask = create_app()
SPECIFICATION: dict[str, Any] = specification(APP)
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, methods in SPECIFICATION["paths"].items()
    for method, operation in methods.items()
}


def resolve(node: Any) -> Any:
    """What a reference in the specification refers to."""
    while isinstance(node, dict) and "$ref" in node:
        target: Any = SPECIFICATION
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        node = target
    return node


def violations(instance: object, schema: dict[str, Any]) -> list[str]:
    """How a value breaks a schema of the specification."""
    whole = {**schema, "components": SPECIFICATION["components"]}
    return [
        f"{error.json_path}: {error.message}" for error in Draft202012Validator(whole).iter_errors(instance)
    ]


def objects(node: Any) -> Iterator[dict[str, Any]]:
    """Every object in a document."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from objects(inner)


def test_it_is_valid() -> None:
    OpenAPIV31SpecValidator(SPECIFICATION).validate()


def test_the_committed_document_is_fresh() -> None:
    committed = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    assert committed == render(SPECIFICATION), "run `make openapi`"
    assert SERVED.resolve() == ROOT / "openapi.yaml"


def test_it_is_the_same_every_time() -> None:
    again = render(specification(create_app()))
    assert again == render(SPECIFICATION)


@pytest.mark.parametrize(("change", "status"), [("", 0), ("# more\n", 1)])
def test_check_tells_a_change(tmp_path: Path, change: str, status: int) -> None:
    copy = tmp_path / "openapi.yaml"
    copy.write_text((ROOT / "openapi.yaml").read_text(encoding="utf-8") + change, encoding="utf-8")
    code = (
        "import pathlib, sys; from service.openapi import __main__ as openapi;"
        f"openapi.SPECIFICATION = pathlib.Path({str(copy)!r}); sys.argv = ['openapi', '--check'];"
        "sys.exit(openapi.main())"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == status


def test_every_route_is_in_it_but_those_for_pages_and_the_other_way_round() -> None:
    routes = {
        f"{method} {rule.rule}".replace("<", "{").replace(">", "}")
        for rule in APP.url_map.iter_rules()
        if not rule.endpoint.startswith((assets.ENDPOINT, pages.FORWARDED))
        for method in (rule.methods or set()) - {"HEAD"}
    }
    assert routes == set(OPERATIONS)


def test_every_operation_has_a_name_that_a_generated_function_can_have() -> None:
    ids = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(ids) == len(set(ids))
    for name in ids:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", name), name
        assert not keyword.iskeyword(name)


def test_a_closed_set_has_one_name() -> None:
    sets = [tuple(node["enum"]) for node in objects(SPECIFICATION) if len(node.get("enum", ())) > 1]
    # What two games mean by the same words is theirs to change apart.
    twice = {words for words in sets if sets.count(words) > 1}
    assert twice == {("upheld", "overturned", "unfinished", "illegal", "no_claim")}


def test_pieces_are_a_closed_set_in_answers_and_any_spelling_in_requests() -> None:
    schemas = SPECIFICATION["components"]["schemas"]
    assert len(schemas["Tile"]["enum"]) == 28
    assert len(schemas["Card"]["enum"]) == 32
    for name, schema in schemas.items():
        references = {node["$ref"].rsplit("/", 1)[1] for node in objects(schema) if "$ref" in node}
        if name.endswith(("Request", "Hand", "ByRole")):
            assert not references & {"Tile", "Card"}, name
        else:
            assert not any("0-6" in str(node.get("pattern")) for node in objects(schema)), name


def test_every_operation_is_described() -> None:
    for name, operation in OPERATIONS.items():
        assert operation["summary"], name
        assert {"200", "406", "500"} <= operation["responses"].keys(), name
        for status, response in operation["responses"].items():
            assert "X-Request-ID" in resolve(response)["headers"], (name, status)
            if int(status) >= 400:
                assert list(resolve(response)["content"]) == ["application/problem+json"]


def test_what_a_token_may_guard_says_so_and_nothing_else_does() -> None:
    (scheme,) = SPECIFICATION["components"]["securitySchemes"].items()
    assert (scheme[0], scheme[1]["type"], scheme[1]["scheme"]) == ("token", "http", "bearer")
    for name, operation in OPERATIONS.items():
        guarded = " /v1/" in name
        assert operation["security"] == ([{}, {"token": []}] if guarded else []), name
        assert ("401" in operation["responses"]) == guarded, name
        if guarded:
            assert "WWW-Authenticate" in resolve(operation["responses"]["401"])["headers"]


def test_requests_are_closed() -> None:
    for name, schema in SPECIFICATION["components"]["schemas"].items():
        if name.endswith("Request"):
            assert schema["additionalProperties"] is False, name
    for game in APP.extensions["games"]:
        for operation in game.operations:
            assert operation.request is None or isinstance(operation.request, Request)


def test_every_component_says_what_it_is() -> None:
    for name, schema in SPECIFICATION["components"]["schemas"].items():
        assert schema.get("description") or "oneOf" in schema or name.endswith("Parameters"), name


def test_the_pattern_of_tiles_is_that_of_the_reader() -> None:
    (pattern,) = {node["pattern"] for node in objects(SPECIFICATION) if "0-6" in str(node.get("pattern"))}
    written = [chr(code) for code in range(0x1F02F, 0x1F0A0)]
    written += [f"{high}{mark}{low}" for high in range(8) for low in range(8) for mark in "-:_"]
    written += ["", "66", "6-6 ", "6-6\n6", "٦-٦", "６-６"]
    assert {text for text in written if re.search(pattern, text)} == set(SPELLINGS)


def test_every_problem_has_a_worked_example() -> None:
    examples = SPECIFICATION["components"]["examples"]
    assert list(examples) == list(STATUS)
    for code, example in examples.items():
        document = example["value"]
        assert (document["code"], document["status"]) == (code, STATUS[code])
        assert document["type"] == f"/openapi.yaml#/components/responses/{code}"
        assert resolve({"$ref": f"#/components/responses/{code}"})["description"] == document["title"]
        assert violations(document, SPECIFICATION["components"]["schemas"]["ProblemAnswer"]) == []


def test_every_example_is_valid() -> None:
    count = 0
    for name, operation in OPERATIONS.items():
        bodies = [operation.get("requestBody", {}), *map(resolve, operation["responses"].values())]
        for content in (content for body in bodies for content in body.get("content", {}).values()):
            for example in map(resolve, content.get("examples", {}).values()):
                if "value" in example:
                    assert violations(example["value"], content["schema"]) == [], name
                    count += 1
    assert count > 30


def test_every_operation_has_an_example_shown_or_where_to_see_it() -> None:
    client = APP.test_client()
    for name, operation in OPERATIONS.items():
        answered = operation["responses"]["200"]
        _, _, address = answered["description"].partition(", as at ")
        for media, content in answered["content"].items():
            if media != "application/json" or "examples" not in content:
                answer = client.get(address, headers={"Accept": media})
                assert (answer.status_code, answer.mimetype) == (200, media), name
        for parameter in map(resolve, operation["parameters"]):
            assert parameter["in"] != "path" or parameter["example"], name


def test_every_case_agrees_with_it() -> None:
    client = APP.test_client()
    for case in cases():
        operation = OPERATIONS.get(f"{case['method']} {case['path']}")
        if operation is None or "raw" in case:
            continue
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        answer = client.open(
            case["path"], method=case["method"], json=case["body"], headers=case.get("headers")
        )
        response = resolve(operation["responses"][str(answer.status_code)])
        told = response["content"][answer.content_type]["schema"]
        assert violations(answer.get_json(), told) == [], case["id"]
        if answer.status_code == 200:
            assert violations(case["body"], schema) == [], case["id"]


def asked_of(name: str, operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Requests that show the answers of an operation: each status that one can bring about."""
    method, path = name.split()
    if method == "POST":
        for case in cases():
            if (case["method"], case["path"]) == (method, path) and "body" in case:
                yield {"json": case["body"]}
        yield from (
            {"data": data, "content_type": media} for data in ("{", "{}") for media in ("text/x", JSON)
        )
    else:
        shown = path
        for parameter in map(resolve, operation["parameters"]):
            shown = shown.replace(f"{{{parameter['name']}}}", parameter.get("example", ""))
        start, _, last = shown.rpartition("/")
        moved = f"{start}/{','.join(reversed(last.split(',')))}"
        for address in (shown, moved, path, f"{start}/6-6" if "," in last else shown):
            yield {"path": address}
            yield {"path": address, "headers": {"If-None-Match": "*"}}
    yield {"path": path, "headers": {"Accept": "image/png"}}


BROWSERS = {name for name, _ in (*browsers.COMMON, *browsers.PAGE)}


def test_the_headers_that_an_answer_has_are_those_described() -> None:
    client = APP.test_client()
    seen = set()
    for name, operation in OPERATIONS.items():
        method, path = name.split()
        for asked in asked_of(name, operation):
            answer = client.open(**{"path": path, "method": method, **asked})
            described = resolve(operation["responses"][str(answer.status_code)])["headers"]
            # Every answer has the headers of browsers; the specification need not say so every time.
            sent = set(answer.headers.keys()) - {"Content-Type", "Content-Length"} - BROWSERS
            assert sent == set(described), (name, asked, answer.status_code)
            for header in sent:
                schema = resolve(described[header])["schema"]
                assert violations(answer.headers[header], schema) == [], (name, header)
            seen.add(answer.status_code)
    assert seen == {200, 304, 308, 400, 404, 406, 415, 422}


def test_every_code_is_raised_by_a_case_or_a_test() -> None:
    raised = {error["code"] for case in cases() for error in objects(case["expect"]) if "pointer" in error}
    used = {
        Code[name]
        for file in (ROOT / "service").rglob("*.py")
        for name in re.findall(r"\bCode\.([A-Z_]+)", file.read_text(encoding="utf-8"))
    }
    # Cards come with their game; the core's enum has all codes from the start.
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    untold = {code for code in used - raised if f'"{code}"' not in tests and f"Code.{code.name}" not in tests}
    assert untold == set()
