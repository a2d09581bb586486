"""The conformance cases, and the runner that came with them."""

from __future__ import annotations

import json
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parent / "conformance"


def lines(name: str) -> list[str]:
    """The lines of a file that are neither empty nor a comment."""
    written = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line for line in written if line and not line.startswith("#")]


def cases() -> list[dict[str, Any]]:
    """Every case that applies."""
    excluded = set(lines("excluded.txt"))
    found = [
        case
        for name in lines("applies.txt")
        for case in json.loads((FOLDER / name).read_text(encoding="utf-8"))
    ]
    return [case for case in found if case["id"] not in excluded]


def runner() -> ModuleType:
    """The runner as a module; it is a program, and has no ending."""
    loader = SourceFileLoader("conformance_run", str(FOLDER / "run"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
