"""The kinds of value that a ruleset's parameter can have, and how each is read.

A game's parameters are one frozen dataclass whose fields are made by `parameter`. The same kinds read
inline objects and files, and describe themselves to the specification.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Protocol, TypeVar

from service.core.errors import Code, Fault, InvalidError, Path

T = TypeVar("T")

MOST_STRANGERS = 10_001
"""Unknown members that are told of one object: more than any answer has room for."""


class Kind(Protocol):
    """Reads a raw JSON or TOML value, or raises InvalidError with paths that start at the value."""

    def read(self, raw: object) -> Any: ...


class Collector:
    """Gathers faults while a document is read, so that every one of them is told at once."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def add(self, code: Code, message: str, path: Path = (), **facts: object) -> None:
        self.faults.append(Fault(code, message, path, facts))

    def attempt(self, read: Callable[[Any], T], raw: object, *at: str | int) -> T | None:
        """What ``read`` makes of the value, or None with its faults noted under ``at``."""
        try:
            return read(raw)
        except InvalidError as error:
            self.faults.extend(fault.under(*at) for fault in error.faults)
            return None

    def settle(self) -> None:
        """Raises InvalidError when anything was gathered."""
        if self.faults:
            raise InvalidError(self.faults)


def wrong_type(expected: str) -> InvalidError:
    """A value that is not ``expected``: integer, string, boolean, list or object."""
    return InvalidError([Fault(Code.INVALID_TYPE, "not_" + expected)])


def _count_entries(raw: object, most: int) -> Collector:
    """Notes a list with too many entries; one with far too many is refused before any is read."""
    if not isinstance(raw, list | tuple):
        raise wrong_type("list")
    found = Collector()
    if len(raw) > most:
        found.add(Code.INVALID_RULESET, "too_many_entries", most=most)
    if len(raw) > 2 * most:
        found.settle()  # a million entries must not keep a process busy
    return found


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number in a closed range. Booleans and fractions, ``1.0`` among them, are none."""

    minimum: int
    maximum: int

    def read(self, raw: object) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise wrong_type("integer")
        if not self.minimum <= raw <= self.maximum:
            facts = {"minimum": self.minimum, "maximum": self.maximum}
            raise InvalidError([Fault(Code.OUT_OF_RANGE, "not_between", facts=facts)])
        return raw


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, raw: object) -> bool:
        if not isinstance(raw, bool):
            raise wrong_type("boolean")
        return raw


@dataclass(frozen=True, slots=True)
class Choice:
    """A word of a closed list."""

    words: type[StrEnum]

    def read(self, raw: object) -> StrEnum:
        if not isinstance(raw, str):
            raise wrong_type("string")
        if raw not in list(self.words):
            facts = {"choices": ", ".join(self.words)}
            raise InvalidError([Fault(Code.INVALID_CHOICE, "not_one_of", facts=facts)])
        return self.words(raw)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Different words of a closed list, from highest to lowest; ``last`` always closes it."""

    words: type[StrEnum]
    last: StrEnum

    def read(self, raw: Any) -> tuple[StrEnum, ...]:
        found, entries = _count_entries(raw, len(self.words)), Collector()
        choice = Choice(self.words)
        words = [entries.attempt(choice.read, word, index) for index, word in enumerate(raw)]
        known = [word for word in words if word is not None]
        for word in dict.fromkeys(word for word in known if known.count(word) > 1):
            found.add(Code.INVALID_RULESET, "ranked_twice", word=word)
        if not words or words[-1] not in (self.last, None):
            found.add(Code.INVALID_RULESET, "ranking_unclosed", last=self.last)
        found.faults += entries.faults
        found.settle()
        return tuple(known)


@dataclass(frozen=True, slots=True)
class DealStep:
    """``tiles`` dealt to each player, then a betting round where ``bet``."""

    tiles: int
    bet: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a deal, whose pieces add up to ``total``."""

    total: int

    def read(self, raw: Any) -> tuple[DealStep, ...]:
        found = _count_entries(raw, self.total)
        steps = [found.attempt(self._step, step, index) for index, step in enumerate(raw)]
        found.settle()
        known = tuple(step for step in steps if step is not None)
        if sum(step.tiles for step in known) != self.total:
            raise InvalidError([Fault(Code.INVALID_RULESET, "deal_total", facts={"total": self.total})])
        return known

    def _step(self, raw: object) -> DealStep:
        kinds: dict[str, Kind] = {"tiles": Integer(1, self.total), "bet": Flag()}
        found = Collector()
        values = read_members(raw, kinds, found, required=True)
        found.settle()
        return DealStep(**values)


def read_members(
    raw: object, kinds: Mapping[str, Kind], found: Collector, *, required: bool
) -> dict[str, Any]:
    """The members of an object by their kinds, in the order of ``kinds``; null is as if missing.

    Faults go to ``found``; a member that is missing, unless ``required``, or faulty is left out.
    """
    if not isinstance(raw, dict):
        found.faults.extend(wrong_type("object").faults)
        return {}
    values = {}
    for name, kind in kinds.items():
        member = raw.get(name)
        if member is not None:
            value = found.attempt(kind.read, member, name)
            if value is not None:
                values[name] = value
        elif required:
            found.add(Code.REQUIRED, "required", (name,))
    strangers = (name for name in raw if name not in kinds)
    for name in islice(strangers, MOST_STRANGERS):
        found.add(Code.UNKNOWN_FIELD, "unknown_field", (name,))
    return values


def parameter(kind: Kind) -> Any:
    """A field of a parameters dataclass that is read as ``kind``."""
    return dataclasses.field(metadata={"kind": kind})


def kinds_of(parameters: type) -> dict[str, Kind]:
    """The kind of each parameter, in the order of the dataclass."""
    return {field.name: field.metadata["kind"] for field in dataclasses.fields(parameters)}
