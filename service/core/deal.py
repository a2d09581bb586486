"""Membership over the whole deal: a piece is in one place (QQ-3)."""

from __future__ import annotations

from collections.abc import Iterable

from service.core.errors import Fault, Path, pointer
from service.core.notation import Notation


def duplicates(places: Iterable[tuple[Path, int]], notation: Notation) -> list[Fault]:
    """A fault for each piece that lies in a second place, naming the first.

    ``places`` are (path, piece) in the order of the document.
    """
    first: dict[int, Path] = {}
    faults = []
    for path, piece in places:
        seen = first.setdefault(piece, path)
        if seen != path:
            facts = {"piece": notation.names[piece], "place": pointer(seen)}
            faults.append(Fault(notation.duplicate, "piece_twice", path, facts))
    return faults
