"""No 500 from any input: the bodies of the conformance cases, each with something in them replaced."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.app import create_app
from service.core.tiles import NAMES
from tests.cases import cases

CLIENT = create_app().test_client()
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
    raw = json.dumps(body[""])
    answer = CLIENT.post(case["path"], data=raw, content_type="application/json")
    assert answer.status_code in (200, 422), (case["path"], raw, answer.text)
    if answer.status_code == 422:
        told = answer.get_json()["errors"]
        assert told
        assert len({(error["pointer"], error["code"], error["detail"]) for error in told}) == len(told)
