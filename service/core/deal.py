"""Membership over the whole deal: a piece is in one place (QQ-3)."""

from __future__ import annotations

from collections.abc import Iterable

from service.core.errors import Code, Fault, Path, pointer


def duplicates(places: Iterable[tuple[Path, int]], names: tuple[str, ...], code: Code) -> list[Fault]:
    """A fault for each piece that lies in a second place, naming the first.

    ``places`` are (path, piece) in the order of the document; ``names`` is the text of each piece.
    """
    first: dict[int, Path] = {}
    faults = []
    for path, piece in places:
        seen = first.setdefault(piece, path)
        if seen != path:
            facts = {"piece": names[piece], "place": pointer(seen)}
            faults.append(Fault(code, "piece_twice", path, facts))
    return faults
