"""The games: every folder in here is one, and there is no list to edit."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType


def names() -> list[str]:
    """The names of the games, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def api(name: str) -> ModuleType:
    """A game's ``api`` package, whose ``game(options)`` gives what it brings to the service."""
    return import_module(f"{__name__}.{name}.api")
