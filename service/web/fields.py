"""The fields of requests and answers. A value's type is checked exactly: true is no integer, nor is 1.0."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from marshmallow import Schema, ValidationError

from service.core.errors import Code, Fault
from service.web import language
from service.web.schema import MOST_FAULTS, Answer, Member, Refer, closed, declared, faults_of, invalid

LARGEST = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""

LONGEST_ID = 64


def _limit(name: str, value: object) -> dict[str, object]:
    return {} if value is None else {name: value}


class Whole(Member):
    """A whole number in a closed range."""

    def __init__(self, minimum: int = 0, maximum: int = LARGEST, **options: Any) -> None:
        super().__init__(**options)
        self.minimum = minimum
        self.maximum = maximum

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise invalid(Code.INVALID_TYPE, "not_integer")
        if not self.minimum <= value <= self.maximum:
            raise invalid(Code.OUT_OF_RANGE, "not_between", minimum=self.minimum, maximum=self.maximum)
        return value

    def describe(self, refer: Refer) -> dict[str, Any]:
        """An integer with its limits."""
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}


class Chips(Whole):
    """A number of chips."""

    def __init__(self, minimum: int = 0, **options: Any) -> None:
        super().__init__(minimum, LARGEST, **options)


class Number(Member):
    """A number of an answer, not rounded; no request has one."""

    def __init__(self, minimum: float | None = None, maximum: float | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.minimum = minimum
        self.maximum = maximum

    def describe(self, refer: Refer) -> dict[str, Any]:
        """A number with its limits."""
        return {"type": "number", **_limit("minimum", self.minimum), **_limit("maximum", self.maximum)}


class Boolean(Member):
    """True or false."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise invalid(Code.INVALID_TYPE, "not_boolean")
        return value

    def describe(self, refer: Refer) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


class Word(Member):
    """A word of a closed list; an enum is known to clients by its name."""

    def __init__(self, words: Iterable[str], **options: Any) -> None:
        super().__init__(**options)
        self.words = tuple(words)
        self.enum = words if isinstance(words, type) and issubclass(words, StrEnum) else None
        self._by_text = {str(word): word for word in self.words}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is not str:
            raise invalid(Code.INVALID_TYPE, "not_string")
        if value not in self._by_text:
            raise invalid(Code.INVALID_CHOICE, "not_one_of", choices=", ".join(self.words))
        return self._by_text[value]

    def describe(self, refer: Refer) -> dict[str, Any]:
        """A string of an enum."""
        return closed(self.enum, refer) if self.enum else {"type": "string", "enum": list(self._by_text)}


class Text(Member):
    """A string of ``minimum`` to ``maximum`` characters, which look like ``pattern`` in an answer."""

    def __init__(
        self, minimum: int = 0, maximum: int | None = None, pattern: str | None = None, **options: Any
    ) -> None:
        super().__init__(**options)
        self.minimum = minimum
        self.maximum = maximum
        self.pattern = pattern

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is not str:
            raise invalid(Code.INVALID_TYPE, "not_string")
        if len(value) < self.minimum or (self.maximum is not None and len(value) > self.maximum):
            facts = {"minimum": self.minimum, "maximum": self.maximum, "found": len(value)}
            raise invalid(Code.OUT_OF_RANGE, "text_length", **facts)
        return value

    def describe(self, refer: Refer) -> dict[str, Any]:
        """A string with its limits."""
        return {
            "type": "string",
            **_limit("minLength", self.minimum or None),
            **_limit("maxLength", self.maximum),
            **_limit("pattern", self.pattern),
        }


class Identifier(Text):
    """The id that a client gives a player or a hand."""

    def __init__(self, **options: Any) -> None:
        super().__init__(1, LONGEST_ID, **options)


class One(Member):
    """An object with a schema of its own."""

    def __init__(self, schema: Schema, **options: Any) -> None:
        super().__init__(**options)
        self.schema = schema

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.schema.load(value)

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.schema.dump(value)

    def child(self, step: str | int) -> tuple[int | None, Member | None]:
        """The members of the schema."""
        return declared(self.schema, step)

    def describe(self, refer: Refer) -> dict[str, Any]:
        """The schema, by reference."""
        return refer(self.schema)


class Each(Member):
    """A list of ``minimum`` to ``maximum`` entries, each read by ``item``; null is no entry.

    On a fault ``valid_data`` keeps the indices of the list: None, or what could be read, where an entry is
    faulty. Reading stops where there are more faults than an answer tells.
    """

    def __init__(self, item: Member, minimum: int = 0, maximum: int | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.item = item
        self.minimum = minimum
        self.maximum = maximum

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if type(value) is not list:
            raise invalid(Code.INVALID_TYPE, "not_list")
        faults = [] if self.holds(len(value)) else [self._wrong_count(len(value))]
        if faults and self.maximum is not None and len(value) > 2 * self.maximum:
            raise ValidationError(faults)  # not one for each entry of an absurd list
        entries = []
        for index, raw in enumerate(value):
            try:
                entries.append(self.item._deserialize(raw, None, None))
            except ValidationError as error:
                faults.extend([fault.under(index) for fault in faults_of(error)])
                entries.append(self.rest(error))
                if len(faults) > MOST_FAULTS:
                    break
        if faults:
            raise ValidationError(faults, valid_data=entries)
        return entries

    def rest(self, error: ValidationError) -> Any:
        """What ``valid_data`` holds in the place of a faulty entry."""
        return error.valid_data

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> list[Any]:
        write = self.item._serialize
        return [None if entry is None else write(entry, attr, obj) for entry in value]

    def holds(self, count: int) -> bool:
        """Whether a list of that many entries is right."""
        return count >= self.minimum and (self.maximum is None or count <= self.maximum)

    def _wrong_count(self, found: int) -> Fault:
        message = "wrong_count" if self.minimum == self.maximum else "wrong_count_between"
        facts = {"minimum": self.minimum, "maximum": self.maximum, "found": found}
        return Fault(Code.WRONG_COUNT, message, (), facts)

    def child(self, step: str | int) -> tuple[int | None, Member | None]:
        """The entries by index."""
        return (step, self.item) if isinstance(step, int) else (0, None)

    def describe(self, refer: Refer) -> dict[str, Any]:
        """An array with its limits."""
        return {
            "type": "array",
            "items": self.item.property(refer),
            **_limit("minItems", self.minimum or None),
            **_limit("maxItems", self.maximum),
        }


class Many(Each):
    """A list of objects that have a schema; on a fault each entry of ``valid_data`` is a dict."""

    def __init__(self, schema: Schema, minimum: int = 0, maximum: int | None = None, **options: Any) -> None:
        super().__init__(One(schema), minimum, maximum, **options)


class Keyed(Member):
    """An object whose member names are ids, each member read by ``item``; a null member loads as None.

    On a fault ``valid_data`` keeps the names: what could be read of a faulty member, or [None].
    """

    def __init__(self, item: Member, **options: Any) -> None:
        super().__init__(**options)
        self.item = item

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise invalid(Code.INVALID_TYPE, "not_object")
        entries = {}
        faults: list[Fault] = []
        for name, raw in value.items():
            try:
                entries[name] = None if raw is None else self.item._deserialize(raw, None, None)
            except ValidationError as error:
                faults.extend([fault.under(name) for fault in faults_of(error)])
                entries[name] = [None] if error.valid_data is None else error.valid_data
                if len(faults) > MOST_FAULTS:
                    break
        if faults:
            raise ValidationError(faults, valid_data=entries)
        return entries

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> dict[str, Any]:
        write = self.item._serialize
        return {
            str(name): None if entry is None else write(entry, attr, obj) for name, entry in value.items()
        }

    def child(self, step: str | int) -> tuple[int | None, Member | None]:
        """The client's names in the client's order."""
        return None, self.item

    def describe(self, refer: Refer) -> dict[str, Any]:
        """An object with members of any name."""
        return {"type": "object", "additionalProperties": self.item.property(refer)}


class Column(Member):
    """A column of an answer to a batch: a list or NumPy array that is written as it stands."""

    def __init__(self, item: Member, **options: Any) -> None:
        super().__init__(**options)
        self.item = item

    def describe(self, refer: Refer) -> dict[str, Any]:
        """An array without limits."""
        return {"type": "array", "items": self.item.property(refer)}


class Title(Member):
    """A phrase in the language of the request."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> str:
        return language.text(value.message, value.facts)

    def describe(self, refer: Refer) -> dict[str, Any]:
        """A string."""
        return {"type": "string"}


class ReasonText(Answer):
    """One step of an explanation."""

    code = Text()
    text = Text()


class Explanation(Member):
    """Reasons, put into the language of the request."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> list[dict[str, str]]:
        tell = language.speaker()
        return [
            {"code": reason.rule, "text": tell(reason.phrase.message, reason.phrase.facts)}
            for reason in value
        ]

    def describe(self, refer: Refer) -> dict[str, Any]:
        """An array of rule ids with texts."""
        return {"type": "array", "items": refer(_REASON)}


_REASON = ReasonText()
