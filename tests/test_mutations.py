"""No 500 from any input: the bodies of the conformance cases, each with something in them replaced.

What is taken must be what the specification allows, so that a client that goes by it is not surprised.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from service.app import create_app
from service.core.tiles import NAMES
from service.openapi.document import specification
from tests.cases import cases

APP = create_app()
CLIENT = APP.test_client()
SPECIFICATION = specification(APP)
BODIES = [case for case in cases() if "body" in case and case["method"] == "POST"]

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 10)
    | st.sampled_from([2**53 - 1, 2**53, 10**30, 1.0, 1.5, "", "ani", "pagat", "big", "pairs"])
    | st.sampled_from(NAMES)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["extends", "ranking", "hand", "id", "deal", "hui", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


def places(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of everything in a document."""
    yield path
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, entry in inner:
        yield from places(entry, (*path, step))


def schema_of(path: str) -> Draft202012Validator:
    """What the specification says of the body of a POST."""
    body = SPECIFICATION["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    return Draft202012Validator({**body, "components": SPECIFICATION["components"]})


VALIDATORS = {path: schema_of(path) for path in {case["path"] for case in BODIES}}


def judged(path: str, body: object) -> list[dict[str, str]]:
    """The faults of a body, none where it is answered, once the answer is seen to be one that it may have."""
    raw = json.dumps(body)
    answer = CLIENT.post(path, data=raw, content_type="application/json")
    assert answer.status_code in (200, 422), (path, raw, answer.text)
    if answer.status_code == 200:
        assert VALIDATORS[path].is_valid(body), (path, raw)
        return []
    told: list[dict[str, str]] = answer.get_json()["errors"]
    assert told
    assert len({(error["pointer"], error["code"], error["detail"]) for error in told}) == len(told)
    return told


@settings(max_examples=400)
@given(st.data())
def test_a_changed_body_is_answered_or_refused(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(BODIES))
    body = {"": copy.deepcopy(case["body"])}
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = ("", *data.draw(st.sampled_from(list(places(body[""])))))
        node: Any = body
        for step in way:
            node = node[step]
        if isinstance(node, list) and data.draw(st.booleans()):
            node.insert(int(last), copy.deepcopy(node[int(last)]))
        else:
            node[last] = data.draw(VALUES)
    judged(case["path"], body[""])


EMPTY: list[list[Any]] = [[{}], [[]], [None]]


def names_of(path: str) -> set[str]:
    """Every member that an object of a body can have."""
    found: set[str] = set()
    left: list[Any] = [VALIDATORS[path].schema]
    while left:
        node = left.pop()
        if isinstance(node, list):
            left += node
        elif isinstance(node, dict):
            name = node.get("$ref", "").rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                left.append(SPECIFICATION["components"]["schemas"][name])
            left += [inner for key, inner in node.items() if key != "components"]
    schemas = [SPECIFICATION["components"]["schemas"][name] for name in found]
    return {member for schema in schemas for member in schema.get("properties", {})}


def changed(body: Any, place: tuple[str | int, ...], step: str | int, by: list[Any]) -> Any:
    """A copy of a body with a member or entry of the thing at ``place`` replaced; with none, it is gone."""
    made = copy.deepcopy(body)
    inner = made
    for part in place:
        inner = inner[part]
    if by:
        inner[step] = by[0]
    else:
        del inner[step]
    return made


def partly_made(path: str) -> Iterator[Any]:
    """Valid bodies in which one thing is gone, or something empty or null stands in any place.

    Places that differ by an index only are of one kind, of which one is changed.
    """
    names, done = sorted(names_of(path)), set()
    for case in BODIES:
        body = case["body"]
        if case["path"] != path or case["expect"]["status"] != 200:
            continue
        for place in places(body):
            node = body
            for part in place:
                node = node[part]
            steps = range(len(node))[:1] if isinstance(node, list) else ()
            for step in {**dict.fromkeys(node), **dict.fromkeys(names)} if isinstance(node, dict) else steps:
                there = isinstance(node, list) or step in node
                kind = (there, *("*" if isinstance(part, int) else part for part in (*place, step)))
                if kind not in done:
                    done.add(kind)
                    yield from (changed(body, place, step, by) for by in EMPTY)
                    if there:
                        yield changed(body, place, step, [])


@pytest.mark.parametrize("path", sorted(VALIDATORS))
def test_a_partly_made_body_is_answered_or_refused(path: str) -> None:
    found = [judged(path, body) for body in partly_made(path)]
    assert any(found)
    for told in found:
        assert len({(error["pointer"], error["code"]) for error in told}) == len(told), told
