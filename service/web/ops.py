"""What an operator and a curious client ask the service about itself."""

from __future__ import annotations

import platform
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

import orjson
import yaml
from flask import Response

from service.web.endpoint import JSON, Operation
from service.web.fields import Text, Word
from service.web.locales import ENGLISH
from service.web.problems import ProblemError
from service.web.schema import Answer

# The loader in C, where the library has it, is ten times as fast and as safe.
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DISTRIBUTION: Final = "hand-ranking"
YAML: Final = "application/yaml"

DESCRIPTION: Final = "The service about itself."


class State(StrEnum):
    """What a process of the service is doing."""

    STARTING = "starting"
    READY = "ready"
    DRAINING = "draining"


class Readiness:
    """Whether this process wants new requests: once its tables are built, and until it is told to stop."""

    def __init__(self) -> None:
        self.state = State.STARTING

    def start(self) -> None:
        """All is built."""
        self.state = State.READY

    def drain(self) -> None:
        """What was accepted is still answered; nothing new should come."""
        self.state = State.DRAINING


@dataclass(frozen=True, slots=True)
class About:
    """What runs: ``revision`` is the operator's word for the build, empty where unknown."""

    name: str
    version: str
    python: str
    revision: str


def about(revision: str) -> About:
    """This service, by its installed distribution or, in a clone, by the project file beside it."""
    return About(DISTRIBUTION, _version(), platform.python_version(), revision)


def _version() -> str:
    project = Path(__file__).parents[2] / "pyproject.toml"
    if project.is_file():
        stated: str = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
        return stated
    return metadata.version(DISTRIBUTION)


class StatusAnswer(Answer):
    """What the process is doing."""

    status = Word(State)


class AboutAnswer(Answer):
    """What runs."""

    name = Text()
    version = Text()
    python = Text()
    revision = Text()


def operations(readiness: Readiness, what: About, document: Path) -> tuple[Operation, ...]:
    """The operations of the service itself; ``document`` is its specification."""

    def livez() -> Mapping[str, State]:
        return {"status": readiness.state}

    def readyz() -> Mapping[str, State]:
        if readiness.state is not State.READY:
            raise ProblemError("unavailable")
        return {"status": readiness.state}

    @cache
    def as_yaml() -> bytes:
        return document.read_bytes()

    @cache
    def as_json() -> bytes:
        return orjson.dumps(yaml.load(as_yaml(), Loader=_LOADER))  # noqa: S506

    return (
        Operation(
            method="GET",
            path="/livez",
            name="livez",
            language=None,
            summary="Whether the process answers",
            view=livez,
            response=StatusAnswer(),
            example="/livez",
        ),
        Operation(
            method="GET",
            path="/readyz",
            name="readyz",
            language=None,
            summary="Whether the process wants requests: its tables are built and it is not stopping",
            view=readyz,
            response=StatusAnswer(),
            problems=("unavailable",),
            example="/readyz",
        ),
        Operation(
            method="GET",
            path="/version",
            name="version",
            language=None,
            summary="What runs",
            view=lambda: what,
            response=AboutAnswer(),
        ),
        Operation(
            method="GET",
            path="/openapi.yaml",
            name="openapi_yaml",
            language=ENGLISH,
            summary="This specification",
            view=lambda: Response(as_yaml(), content_type=YAML),
            media=(YAML,),
            cache=True,
        ),
        Operation(
            method="GET",
            path="/openapi.json",
            name="openapi_json",
            language=ENGLISH,
            summary="This specification as JSON",
            view=lambda: Response(as_json(), content_type=JSON),
            cache=True,
        ),
    )
