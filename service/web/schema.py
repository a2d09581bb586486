"""How a document is read and written: marshmallow schemas whose errors are the core's faults.

A schema is built once, when the app starts. It reads its members in the order in which it declares them, so
its faults come in the order of the contract; nothing of a request is dropped, coerced or guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, Protocol

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, missing

from service.core.errors import Code, Fault, Path

MOST_FAULTS: Final = 10_000
"""Faults that an answer tells at most; reading a list stops soon after."""


class Refer(Protocol):
    """Makes the JSON Schemas that refer to others; what is named once is one type of a generated client.

    ``answering`` tells that what is described stands in an answer, where all that is written is canonical.
    """

    @property
    def answering(self) -> bool: ...

    def __call__(self, schema: Schema) -> dict[str, Any]:
        """Refers to a schema."""
        ...

    def named(self, name: str, home: object, described: dict[str, Any]) -> dict[str, Any]:
        """Refers to what is described, which gets this name, after that of the game that defines ``home``."""
        ...


_NO_OBJECT = Fault(Code.INVALID_TYPE, "not_object")


def invalid(code: Code, message: str, **facts: object) -> ValidationError:
    """The error of a field with one fault."""
    return ValidationError([Fault(code, message, (), facts)])


class Member(fields.Field[Any]):
    """Base of the fields: their errors are lists of faults whose paths start at the field.

    In a request an optional member may be null, which is as if missing, and loads as ``load_default``, None
    unless given. In an answer ``nullable`` says that the member may be null, ``sparse`` that it is left out
    where there is nothing to tell. ``about`` is a sentence for the specification.
    """

    def __init__(
        self, *, nullable: bool = False, sparse: bool = False, about: str = "", **options: Any
    ) -> None:
        if not options.get("required"):
            options.setdefault("load_default", None)
        super().__init__(**options)
        self.nullable = nullable
        self.sparse = sparse
        self.about = about

    def deserialize(
        self, value: Any, attr: str | None = None, data: Mapping[str, Any] | None = None, **options: Any
    ) -> Any:
        """As marshmallow's, without its processors and validators: a field checks for itself."""
        if value is None or value is missing:
            if self.required:
                raise invalid(Code.REQUIRED, "required")
            return self.load_default
        return self._deserialize(value, attr, data, **options)

    def child(self, step: str | int) -> tuple[int | None, Member | None]:
        """Where a step from this value stands in the contract's order, and the field that reads it there.

        A list goes by index. None is for an object whose member names are the client's: it goes by the order
        in which the client wrote them.
        """
        return (step, None) if isinstance(step, int) else (None, None)

    def describe(self, refer: Refer) -> dict[str, Any]:
        """The JSON Schema of the values, null apart; ``refer`` makes a reference to another schema's."""
        raise NotImplementedError(f"{type(self).__name__} tells the specification nothing")

    def property(self, refer: Refer) -> dict[str, Any]:
        """The JSON Schema of the member."""
        described: dict[str, Any] = {"description": self.about} if self.about else {}
        described |= self.describe(refer)
        if self.load_default is not None and self.load_default is not missing:
            described["default"] = self.load_default
        return nullable(described) if self.nullable else described


def nullable(described: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of the values that are described, and of null."""
    if "type" in described and "enum" not in described:
        return {**described, "type": [described["type"], "null"]}
    told: dict[str, Any] = {key: described[key] for key in ("description", "default") if key in described}
    rest = {key: value for key, value in described.items() if key not in told}
    return {**told, "anyOf": [rest, {"type": "null"}]}


def closed(words: type[StrEnum], refer: Refer) -> dict[str, Any]:
    """The JSON Schema of the words of an enum, which its class names."""
    described = {"type": "string", "description": summary(words), "enum": [str(word) for word in words]}
    return refer.named(words.__name__, words, described)


def summary(home: type) -> str:
    """What a class says of itself, as one line of Markdown."""
    return " ".join((home.__doc__ or "").replace("``", "`").split())


class Partial(dict[str, Any]):
    """What could be read of an object with faults, its own or those of what is in it."""


class Request(Schema):
    """Base of request bodies and of the objects in them. Members that it does not declare are faults."""

    class Meta:
        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Makes the optional members nullable."""
        if isinstance(field_obj, Member):
            field_obj.nullable = not field_obj.required

    def load(self, data: Any, **options: Any) -> dict[str, Any]:
        """The members by name, defaults filled in.

        Raises ValidationError: ``messages`` is the list of faults in the contract's order, ``valid_data`` a
        Partial with the members that could be read. Marshmallow's hooks and validators do not run.
        """
        if type(data) is not dict:
            raise ValidationError([_NO_OBJECT], valid_data=Partial())
        values: dict[str, Any] = {}
        faults: list[Fault] = []
        for name, member in self.load_fields.items():
            try:
                values[name] = member.deserialize(data.get(name), name, data)
            except ValidationError as error:
                faults.extend([fault.under(name) for fault in faults_of(error)])
                if error.valid_data is not None:
                    values[name] = error.valid_data
        if not data.keys() <= self.load_fields.keys():
            unknown = [name for name in data if name not in self.load_fields]
            told = unknown[: MOST_FAULTS + 1]
            faults.extend([Fault(Code.UNKNOWN_FIELD, "unknown_field", (name,)) for name in told])
        if faults:
            raise ValidationError(faults, valid_data=Partial(values))
        return values


class Answer(Schema):
    """Base of answers and of the objects in them. A client must bear members that it does not know."""

    def __init__(self) -> None:
        super().__init__(unknown=EXCLUDE)
        self._members = [
            (name, member.sparse, None if _written_as_is(member) else member._serialize)
            for name, member in self.dump_fields.items()
            if isinstance(member, Member)
        ]

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Tells the specification which members are always there."""
        if isinstance(field_obj, Member):
            field_obj.required = not field_obj.sparse

    def dump(self, obj: Any, *, many: bool | None = None) -> dict[str, Any]:
        """The members of an object or mapping; a missing one raises rather than vanishes.

        Marshmallow's hooks do not run.
        """
        told = {}
        mapping = isinstance(obj, dict)
        for name, sparse, write in self._members:
            if not mapping:
                value = getattr(obj, name)
            elif sparse:
                value = obj.get(name)
            else:
                value = obj[name]
            if value is not None:
                told[name] = value if write is None else write(value, name, obj)
            elif not sparse:
                told[name] = None
        return told


def _written_as_is(member: Member) -> bool:
    return type(member)._serialize is fields.Field._serialize


def faults_of(error: ValidationError) -> list[Fault]:
    """The faults that a field or schema of this module raised."""
    return [*error.messages]


def attempt(member: Member, raw: object) -> tuple[Any, list[Fault]]:
    """What could be read of a value that comes from elsewhere than a body, and its faults."""
    try:
        return member.deserialize(raw), []
    except ValidationError as error:
        return error.valid_data, faults_of(error)


def in_order(faults: Iterable[Fault], schema: Schema, document: object) -> list[Fault]:
    """Faults in the order in which the contract lists members, lists by index, a whole before its parts.

    Members that the schema does not declare come after those it does. Stable.
    """

    written: dict[int, dict[Any, int]] = {}

    def place(fault: Fault) -> list[int]:
        return _place(fault.path, schema, document, written)

    return sorted(faults, key=place)


def declared(schema: Schema, step: str | int) -> tuple[int, Member | None]:
    """The place and the field of a member of a schema; one that it does not declare comes last."""
    for place, (name, member) in enumerate(schema.load_fields.items()):
        if name == step and isinstance(member, Member):
            return place, member
    return len(schema.load_fields), None


def _place(path: Path, schema: Schema, raw: Any, written: dict[int, dict[Any, int]]) -> list[int]:
    places = []
    member: Member | None = None
    for depth, step in enumerate(path):
        place: int | None = step if isinstance(step, int) else 0
        if depth == 0:
            place, member = declared(schema, step)
        elif member is not None:
            place, member = member.child(step)
        if place is None:
            # Kept by identity, since a hostile object has as many faults as members.
            names = written.setdefault(id(raw), {})
            if not names and isinstance(raw, dict):
                names.update((name, index) for index, name in enumerate(raw))
            place = names.get(step, len(names))
        places.append(place)
        try:
            raw = raw[step]
        except (LookupError, TypeError):
            raw = None
    return places
