"""How pieces are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.core.errors import Code


@dataclass(frozen=True, slots=True)
class Notation:
    """The texts of a set of pieces, each a ``name``.

    ``spellings`` gives the piece of every accepted text, ``names`` the canonical text of each piece.
    ``invalid`` and ``message`` are the code and the sentence of the fault of any other text, ``duplicate``
    the code of a piece that lies in two places. ``pattern`` is the regular expression of the accepted texts.
    """

    name: str
    spellings: Mapping[str, int]
    names: Sequence[str]
    invalid: Code
    duplicate: Code
    message: str
    pattern: str
