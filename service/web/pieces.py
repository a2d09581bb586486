"""The fields of tiles and cards: any spelling comes in as an integer and goes out as canonical text."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError

from service.core.errors import Code
from service.core.notation import Notation
from service.web.fields import Each
from service.web.language import shorten
from service.web.schema import Member, Refer, invalid


class Piece(Member):
    """One piece."""

    def __init__(self, notation: Notation, **options: Any) -> None:
        super().__init__(**options)
        self.notation = notation

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not str:
            raise invalid(Code.INVALID_TYPE, "not_string")
        piece = self.notation.spellings.get(value)
        if piece is None:
            raise invalid(self.notation.invalid, self.notation.message, text=shorten(value))
        return piece

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.notation.names[value]

    def describe(self, refer: Refer) -> dict[str, Any]:
        """A string of the notation in a request, one of the canonical texts in an answer."""
        if not refer.answering:
            return {"type": "string", "pattern": self.notation.pattern}
        name = self.notation.name
        told = f"The canonical text of a {name.lower()}."
        return refer.named(
            name, self.notation, {"type": "string", "description": told, "enum": [*self.notation.names]}
        )


class Pieces(Each):
    """A list of ``minimum`` to ``maximum`` pieces, in the order sent; loads as a tuple of integers."""

    def __init__(
        self, notation: Notation, minimum: int = 0, maximum: int | None = None, **options: Any
    ) -> None:
        super().__init__(Piece(notation), minimum, maximum, **options)
        self.notation = notation

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        spellings = self.notation.spellings
        if type(value) is list and self.holds(len(value)):
            try:
                return tuple([spellings[text] for text in value])
            except (KeyError, TypeError):
                pass  # told entry by entry
        return tuple(super()._deserialize(value))

    def _serialize(self, value: Any, *_: Any, **__: Any) -> list[Any]:
        names = self.notation.names
        return [names[piece] for piece in value]


class Groups(Each):
    """A list of ``minimum`` to ``maximum`` lists of pieces: an arrangement, or the hands of a batch.

    Loads as a list of tuples. On a fault each entry of ``valid_data`` is a list, with None for what could not
    be read.
    """

    def __init__(self, each: Pieces, minimum: int = 0, maximum: int | None = None, **options: Any) -> None:
        super().__init__(each, minimum, maximum, **options)
        self.each = each

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        # A hundred thousand hands may come at once, so this loop is bare; a string is no list of pieces.
        if type(value) is list and self.holds(len(value)) and {*map(type, value)} <= {list}:
            spellings = self.each.notation.spellings
            if all(map(self.each.holds, {*map(len, value)})):
                try:
                    return [tuple([spellings[text] for text in group]) for group in value]
                except (KeyError, TypeError):
                    pass  # told entry by entry
        return super()._deserialize(value)

    def rest(self, error: ValidationError) -> Any:
        """A list in any case."""
        return error.valid_data or [None]
