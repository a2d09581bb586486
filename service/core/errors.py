"""Faults: what is wrong with an input and where. They are collected, never first-one-wins.

A fault carries a code, a place and the facts of the case; its text is made at the edge, by language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

Path = tuple[str | int, ...]


class Code(StrEnum):
    """The closed set of codes that an entry of a problem's ``errors`` can have."""

    REQUIRED = "required"
    UNKNOWN_FIELD = "unknown_field"
    INVALID_TYPE = "invalid_type"
    OUT_OF_RANGE = "out_of_range"
    INVALID_TILE = "invalid_tile"
    INVALID_CARD = "invalid_card"
    WRONG_COUNT = "wrong_count"
    DUPLICATE_TILE = "duplicate_tile"
    DUPLICATE_CARD = "duplicate_card"
    DUPLICATE_ID = "duplicate_id"
    UNKNOWN_ID = "unknown_id"
    UNKNOWN_RULESET = "unknown_ruleset"
    INVALID_RULESET = "invalid_ruleset"
    INVALID_ARRANGEMENT = "invalid_arrangement"
    INVALID_CHOICE = "invalid_choice"
    MISSING_HAND = "missing_hand"
    NO_LIVE_PLAYER = "no_live_player"
    ILLEGAL_PLAY = "illegal_play"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of an input.

    ``message`` is the id of the sentence that tells it, ``facts`` what that sentence names, and
    ``path`` the place: member names and list indices from the root of the document.
    """

    code: Code
    message: str
    path: Path = ()
    facts: Mapping[str, object] = field(default_factory=dict)

    def under(self, *parents: str | int) -> Fault:
        """The same fault, seen from further up the document."""
        return replace(self, path=parents + self.path)


class InvalidError(Exception):
    """An input that cannot be judged, with every fault found in it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.code} at {pointer(fault.path)!r}" for fault in self.faults))


def pointer(path: Path) -> str:
    """The JSON Pointer (RFC 6901) of a path; the whole document is the empty string."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
