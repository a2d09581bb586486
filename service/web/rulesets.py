"""The fields of rulesets: how a request names or writes one out, and how an answer tells which it was."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, singledispatch
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from service.core.errors import InvalidError
from service.core.parameters import Choice, DealStep, Flag, Integer, Kind, Ranking, Steps, kinds_of
from service.core.rulesets import NAME, Catalogue, Ruleset
from service.web.fields import Text
from service.web.schema import MOST_FAULTS, Answer, Member, Refer, closed, nullable, summary

DIGEST: Final = "^sha256:[0-9a-f]{64}$"

KNOWN: Final = 256
"""Inline rulesets that are kept as read, of those used last; only sound ones, which are small."""


class RulesetField(Member):
    """A ruleset that a request names or writes out, read by a game's catalogue."""

    def __init__(self, catalogue: Catalogue[Any], **options: Any) -> None:
        super().__init__(**options)
        self.catalogue = catalogue
        self._kinds = kinds_of(catalogue.parameters)
        # A table that plays by a ruleset of its own sends it with every request.
        self._known = lru_cache(maxsize=KNOWN)(lambda written: catalogue.read(orjson.loads(written)))

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Ruleset[Any]:
        try:
            if type(value) is not dict:
                return self.catalogue.read(value)
            try:
                written = orjson.dumps(value)
            except TypeError:  # a number beyond 64 bits, which the reader refuses with its place
                return self.catalogue.read(value)
            return self._known(written)
        except InvalidError as error:
            raise ValidationError([*error.faults[: MOST_FAULTS + 1]]) from None

    def child(self, step: str | int) -> tuple[int | None, Member | None]:
        """``extends``, then the parameters in their order."""
        members = ("extends", *self._kinds)
        return (members.index(str(step)) if step in members else len(members)), None

    def describe(self, refer: Refer) -> dict[str, Any]:
        """A name, an object that extends one, or an object with every parameter."""
        # An operator may add names, so they are examples and not an enum.
        home = self.catalogue.parameters
        name = {
            "type": "string",
            "description": "The name of a ruleset; an operator may add to these.",
            "pattern": f"^{NAME.pattern}$",
            "examples": list(self.catalogue.named),
        }
        named = refer.named("RulesetName", home, name)
        members = {name: nullable(kind_schema(kind, refer)) for name, kind in self._kinds.items()}
        extension = {
            "type": "object",
            "description": "A named ruleset, other in the parameters that are given.",
            "properties": {"extends": named, **members},
            "required": ["extends"],
            "additionalProperties": False,
        }
        ways = [named, refer.named("RulesetExtension", home, extension), _whole(home, self._kinds, refer)]
        about = "A ruleset, named or written out."
        return refer.named("Ruleset", home, {"description": about, "oneOf": ways})


class ParametersField(Member):
    """Every parameter of a ruleset of a game, which is the class ``parameters``."""

    def __init__(self, parameters: type, **options: Any) -> None:
        super().__init__(**options)
        self.parameters = parameters
        self._kinds = kinds_of(parameters)

    def describe(self, refer: Refer) -> dict[str, Any]:
        """An object with all of them."""
        return _whole(self.parameters, self._kinds, refer)


class RulesetRef(Answer):
    """The ruleset that an answer was made under; one that the request wrote out has no name."""

    name = Text(nullable=True)
    digest = Text(pattern=DIGEST)


@singledispatch
def kind_schema(kind: Kind, _: Refer) -> dict[str, Any]:
    """The JSON Schema of a parameter's values."""
    raise NotImplementedError(f"{type(kind).__name__} tells the specification nothing")


@kind_schema.register
def _integer(kind: Integer, _: Refer) -> dict[str, Any]:
    return {"type": "integer", "minimum": kind.minimum, "maximum": kind.maximum}


@kind_schema.register
def _flag(_: Flag, __: Refer) -> dict[str, Any]:
    return {"type": "boolean"}


@kind_schema.register
def _choice(kind: Choice, refer: Refer) -> dict[str, Any]:
    return closed(kind.words, refer)


@kind_schema.register
def _ranking(kind: Ranking, refer: Refer) -> dict[str, Any]:
    return {
        "type": "array",
        "description": f"From highest to lowest; {kind.last} is always last.",
        "items": closed(kind.words, refer),
        "minItems": 1,
        "maxItems": len(kind.words),
        "uniqueItems": True,
    }


@kind_schema.register
def _steps(kind: Steps, refer: Refer) -> dict[str, Any]:
    step = {
        "type": "object",
        "description": summary(DealStep),
        "properties": {
            "tiles": {"type": "integer", "minimum": 1, "maximum": kind.total},
            "bet": {"type": "boolean"},
        },
        "required": ["tiles", "bet"],
        "additionalProperties": False,
    }
    return {
        "type": "array",
        "description": f"Steps of a deal of {kind.total} tiles in all; betting follows where bet is true.",
        "items": refer.named(DealStep.__name__, DealStep, step),
        "minItems": 1,
        "maxItems": kind.total,
    }


def _whole(home: type, kinds: Mapping[str, Kind], refer: Refer) -> dict[str, Any]:
    members = {name: kind_schema(kind, refer) for name, kind in kinds.items()}
    whole = {
        "type": "object",
        "description": summary(home),
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }
    return refer.named("Parameters", home, whole)
