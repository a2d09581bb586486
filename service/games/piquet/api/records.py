"""Documents, once read, become the records that the game judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.games.piquet.deal import Record
from service.games.piquet.declarations import Declared
from service.games.piquet.partie import roles
from service.games.piquet.rules import Role


def declared_of(said: Mapping[str, Any] | None) -> Declared:
    """What a player declares; None is all he holds."""
    if said is None:
        return Declared()
    return Declared(said["carte_blanche"], said["point"], _groups(said["sequences"]), _groups(said["sets"]))


def _groups(groups: list[tuple[int, ...]] | None) -> tuple[tuple[int, ...], ...] | None:
    return None if groups is None else tuple(groups)


def ids_of(players: Sequence[str], first_dealer: int, deal: int) -> dict[Role, str]:
    """The ids of elder and younger in a deal, counted from 0."""
    return {role: players[player] for role, player in roles(deal, first_dealer).items()}


def record_of(deal: Mapping[str, Any], ids: Mapping[Role, str]) -> Record:
    """A deal of a showdown; ``ids`` says who is elder and who younger."""
    discards, declared = deal["discards"], deal["declared"] or {}
    return Record(
        {role: deal["hands"][name] for role, name in ids.items()},
        deal["talon"],
        None if discards is None else {role: discards[name] for role, name in ids.items()},
        {role: declared_of(declared.get(name)) for role, name in ids.items()},
        deal["plays"],
    )
