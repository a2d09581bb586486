"""Players' ids come back as they were sent, and never make a text read otherwise than it was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.app import create_app
from tests.cases import cases


def ids_of(node: Any) -> Iterator[str]:
    """The players that a body names."""
    if isinstance(node, dict):
        named = [node.get("id"), *(node.get("players") or ())] if "players" in node else [node.get("id")]
        yield from (name for name in named if isinstance(name, str))
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from ids_of(inner)


def renamed(node: Any, names: dict[str, str]) -> Any:
    """A body in which the players are named otherwise, wherever they are named."""
    if isinstance(node, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in node.items()}
    if isinstance(node, list):
        return [renamed(inner, names) for inner in node]
    return names.get(node, node) if isinstance(node, str) else node


def texts_of(node: Any) -> Iterator[str]:
    """What of an answer is for people to read."""
    for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
        if key in ("text", "detail", "title") and isinstance(inner, str):
            yield inner
        elif isinstance(inner, dict | list):
            yield from texts_of(inner)


def lasting(node: Any, without: set[str]) -> Any:
    """A document without some members, wherever they are."""
    if isinstance(node, dict):
        return {key: lasting(inner, without) for key, inner in node.items() if key not in without}
    return [lasting(inner, without) for inner in node] if isinstance(node, list) else node


def test_no_id_makes_a_text_read_otherwise_and_all_come_back_as_sent() -> None:
    client = create_app().test_client()
    told = 0
    for case in cases():
        names = {name: f"{name}\u202e\a" for name in ids_of(case.get("body"))}
        if not names or case["expect"]["status"] != 200:
            continue
        body = renamed(case["body"], names)
        answer = client.post(case["path"], json=body).get_json()
        plain = client.post(case["path"], json=case["body"]).get_json()
        changing = {"text", "path", "record_digest", "signature"}
        assert lasting(answer, changing) == lasting(renamed(plain, names), changing), case["id"]
        for text in texts_of(answer):
            assert text.isprintable(), text
            told += "\\u202e\\x07" in text
    assert told > 100
