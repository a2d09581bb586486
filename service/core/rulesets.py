"""Rulesets: files and inline objects become frozen parameters with a digest.

A ruleset is a value: the same parameters always have the same digest, SHA-256 over their RFC 8785 form.
A named one is a TOML file whose stem is the name::

    title = "Pagat with straights"
    extends = "pagat"                 # left out only where every parameter is given
    sources = ["where the rules are told"]
    decisions = ["QQ-20"]

    [parameters]
    ranking = ["six_gods", "four_doubles", "big", "small", "qiu_qiu", "straight", "pairs"]
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import rfc8785

from service.core.errors import Code, Fault, InvalidError
from service.core.parameters import Collector, Kind, kinds_of, read_members, wrong_type

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

P = TypeVar("P", bound="DataclassInstance")

ENDING = ".toml"
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def digest(parameters: Any) -> str:
    """``sha256:`` and the hexadecimal SHA-256 over the RFC 8785 form of a parameters dataclass."""
    return "sha256:" + hashlib.sha256(rfc8785.dumps(dataclasses.asdict(parameters))).hexdigest()


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[P]):
    """Parameters with their digest; ``name`` and what else a file tells are empty for an inline one."""

    parameters: P
    digest: str
    name: str | None = None
    title: str | None = None
    sources: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileFault:
    """A fault of a ruleset file: the file's name, the line (from 1) and what is wrong there."""

    file: str
    line: int
    fault: Fault


class RulesetFileError(Exception):
    """Ruleset files that make no rulesets, with every fault found in them."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{at.file}:{at.line}: {at.fault.message}" for at in self.faults))


@dataclass(frozen=True, slots=True)
class _File:
    origin: str
    text: str
    members: Mapping[str, Any]

    def fault(self, fault: Fault) -> FileFault:
        """The fault with the line of the key that its path names; tomllib keeps no positions."""
        keys = [step for step in fault.path if isinstance(step, str)]
        if fault.code is Code.REQUIRED:
            keys.pop()  # what is missing has no line; what should hold it may have
        lines = self.text.splitlines()
        found = 0
        for key in keys:
            found = _line_of(key, lines, found)
        return FileFault(self.origin, found + 1, fault)


def _line_of(key: str, lines: list[str], start: int) -> int:
    """The index of the line from ``start`` on that writes a key or its table, else ``start``."""
    written = re.escape(key)
    for pattern in (
        rf"\s*[\"']?{written}[\"']?\s*=",
        rf"\s*\[+\s*{written}\s*\]",
        rf"[^#]*\b{written}\b[\"']?\s*=",
    ):
        for index in range(start, len(lines)):
            if re.match(pattern, lines[index]):
                return index
    return start


class Catalogue(Generic[P]):
    """The named rulesets of a game, and the reader of inline ones."""

    def __init__(self, parameters: type[P], named: Mapping[str, Ruleset[P]]) -> None:
        self.parameters = parameters
        self._kinds = kinds_of(parameters)
        self.named = dict(named)
        # Of names that share parameters the first keeps the digest: an operator's file takes none over.
        self._by_digest = {ruleset.digest: ruleset for ruleset in reversed(self.named.values())}

    def find(self, reference: str) -> Ruleset[P] | None:
        """The named ruleset with this name or this digest."""
        return self.named.get(reference) or self._by_digest.get(reference)

    def read(self, raw: object) -> Ruleset[P]:
        """The ruleset that a request names or writes out; raises InvalidError with every fault."""
        if isinstance(raw, str):
            return self._named(raw)
        if not isinstance(raw, dict):
            raise InvalidError([Fault(Code.INVALID_TYPE, "not_ruleset")])
        found = Collector()
        base = None
        if raw.get("extends") is None:
            if any(raw.get(name) is None for name in self._kinds):
                found.add(Code.REQUIRED, "extends_or_all", ("extends",))
        elif not isinstance(raw["extends"], str):
            found.faults.extend(fault.under("extends") for fault in wrong_type("string").faults)
        else:
            base = found.attempt(self._named, raw["extends"], "extends")
        others = {name: value for name, value in raw.items() if name != "extends"}
        values = read_members(others, self._kinds, found, required=False)
        found.settle()
        parameters = dataclasses.replace(base.parameters, **values) if base else self.parameters(**values)
        return Ruleset(parameters, digest(parameters))

    def _named(self, name: str) -> Ruleset[P]:
        ruleset = self.named.get(name)
        if ruleset is None:
            facts = {"names": ", ".join(self.named)}
            raise InvalidError([Fault(Code.UNKNOWN_RULESET, "unknown_ruleset", facts=facts)])
        return ruleset


def load(
    parameters: type[P], rules: Collection[str], builtin: Traversable, operator: Traversable | None = None
) -> Catalogue[P]:
    """The catalogue of the files in ``builtin`` and ``operator``, which must not share a name.

    ``rules`` are the rulebook ids that ``decisions`` may name. Raises RulesetFileError.
    """
    faults: list[FileFault] = []
    files: dict[str, _File] = {}
    for folder in filter(None, (builtin, operator)):
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name.removesuffix(ENDING)):
            # A mounted ConfigMap has entries of its own that start with dots.
            if not entry.name.startswith("."):
                _open(f"{folder.name}/{entry.name}", entry, files, faults)
    named: dict[str, Ruleset[P]] = {}
    for name in _bases_first(files, faults):
        base = files[name].members.get("extends")
        if isinstance(base, str) and base in files and base not in named:
            continue  # told already, where the base is faulty
        ruleset = _build(name, files, parameters, rules, named, faults)
        if ruleset is not None:
            named[name] = ruleset
    if faults:
        raise RulesetFileError(sorted(faults, key=lambda at: (at.file, at.line)))
    return Catalogue(parameters, {name: named[name] for name in files})


def _open(origin: str, entry: Traversable, files: dict[str, _File], faults: list[FileFault]) -> None:
    name = entry.name.removesuffix(ENDING)
    if not entry.is_file():
        faults.append(FileFault(origin, 1, Fault(Code.INVALID_RULESET, "no_file")))
    elif name == entry.name or not NAME.fullmatch(name):
        faults.append(FileFault(origin, 1, Fault(Code.INVALID_RULESET, "file_name")))
    elif name in files:
        taken = Fault(Code.INVALID_RULESET, "name_taken", facts={"name": name})
        faults.append(FileFault(origin, 1, taken))
    else:
        raw = b""
        try:
            raw = entry.read_bytes()
            text = raw.decode()
            files[name] = _File(origin, text, tomllib.loads(text))
        except (OSError, ValueError, RecursionError) as error:
            fault = Fault(Code.INVALID_RULESET, "file_unreadable", facts={"error": str(error)})
            faults.append(FileFault(origin, _line_of_error(error, raw), fault))


def _line_of_error(error: Exception, raw: bytes) -> int:
    if isinstance(error, UnicodeDecodeError):
        return 1 + raw[: error.start].count(b"\n")
    told = re.search(r"at line (\d+)", str(error))
    if told:
        return int(told[1])
    # What tomllib places at no line, it found at the end, or it is a number of absurdly many digits.
    digits = re.search(rb"[0-9]{4000}", raw)
    return 1 + raw[: digits.start() if digits else len(raw.rstrip())].count(b"\n")


def _bases_first(files: Mapping[str, _File], faults: list[FileFault]) -> list[str]:
    graph: dict[str, list[str]] = {}
    for name, file in files.items():
        base = file.members.get("extends")
        graph[name] = [base] if isinstance(base, str) and base in files else []
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        cycle = error.args[1]
        fault = Fault(Code.INVALID_RULESET, "extends_itself", ("extends",), {"names": " → ".join(cycle)})
        faults.append(files[cycle[0]].fault(fault))
        return []


class _Text:
    def read(self, raw: object) -> str:
        if not isinstance(raw, str):
            raise wrong_type("string")
        return raw


class _Texts:
    """A list of strings, of a closed list where one is given."""

    def __init__(self, known: Collection[str] | None = None) -> None:
        self._known = known

    def read(self, raw: object) -> tuple[str, ...]:
        if not isinstance(raw, list):
            raise wrong_type("list")
        found = Collector()
        texts = [found.attempt(_Text().read, text, index) for index, text in enumerate(raw)]
        for index, text in enumerate(texts):
            if self._known is not None and text is not None and text not in self._known:
                found.add(Code.INVALID_CHOICE, "not_one_of", (index,), choices=", ".join(self._known))
        found.settle()
        return tuple(text for text in texts if text is not None)


class _Members:
    """The parameters of a file, all of them where nothing is extended."""

    def __init__(self, kinds: Mapping[str, Kind], required: bool) -> None:
        self._kinds, self._required = kinds, required

    def read(self, raw: object) -> Any:
        found = Collector()
        values = read_members(raw, self._kinds, found, required=self._required)
        found.settle()
        return values


def _build(
    name: str,
    files: Mapping[str, _File],
    parameters: type[P],
    rules: Collection[str],
    named: Mapping[str, Ruleset[P]],
    faults: list[FileFault],
) -> Ruleset[P] | None:
    file = files[name]
    found = Collector()
    extends = file.members.get("extends")
    kinds: dict[str, Kind] = {
        "title": _Text(),
        "extends": _Text(),
        "sources": _Texts(),
        "decisions": _Texts(rules),
        "parameters": _Members(kinds_of(parameters), required=extends is None),
    }
    defaults: dict[str, Any] = {"sources": [], "decisions": [], "parameters": {}}
    if extends is None and "parameters" not in file.members:
        found.add(Code.REQUIRED, "extends_or_all", ("extends",))
        defaults.pop("parameters")
    members = read_members({**defaults, **file.members}, kinds, found, required=False)
    if file.members.get("title") is None:
        found.add(Code.REQUIRED, "required", ("title",))
    if isinstance(extends, str) and extends not in files:
        found.add(Code.UNKNOWN_RULESET, "unknown_ruleset", ("extends",), names=", ".join(files))
    if found.faults:
        faults.extend(file.fault(fault) for fault in found.faults)
        return None
    given, base = members["parameters"], None if extends is None else named[extends]
    values = dataclasses.replace(base.parameters, **given) if base else parameters(**given)
    # What decides the base decides what is built on it.
    decisions = tuple(dict.fromkeys([*(base.decisions if base else ()), *members["decisions"]]))
    return Ruleset(values, digest(values), name, members["title"], members["sources"], decisions)
