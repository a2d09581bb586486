"""Documents, once read, become the records that the game judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from service.games.piquet.deal import Record
from service.games.piquet.declarations import UNREADABLE, Declared
from service.games.piquet.partie import roles
from service.games.piquet.rules import Role


def declared_of(said: Mapping[str, Any] | None) -> Declared:
    """What a player declares; None is all he holds, and so is a member that could not be read."""
    said = said or {}
    point = said.get("point")
    return Declared(
        said.get("carte_blanche"),
        None if point is None or None in point else tuple(point),
        _groups(said.get("sequences")),
        _groups(said.get("sets")),
    )


def _groups(groups: Sequence[Sequence[int | None]] | None) -> tuple[tuple[int, ...], ...] | None:
    """Groups with their places kept; one that could not be read is UNREADABLE."""
    if groups is None:
        return None
    return tuple(
        UNREADABLE if None in group else tuple(card for card in group if card is not None) for group in groups
    )


def ids_of(players: Sequence[str], first_dealer: int, deal: int) -> dict[Role, str]:
    """The ids of elder and younger in a deal, counted from 0."""
    return {role: players[player] for role, player in roles(deal, first_dealer).items()}


def readable_record(deal: Mapping[str, Any], ids: Mapping[Role, str]) -> Record:
    """A deal as far as it could be read, its hands whole: what is judged besides what was unreadable.

    Without all discards there was no exchange to judge, nor what came after it.
    """
    discards, talon = deal.get("discards"), deal.get("talon")
    plays = list(takewhile(lambda card: card is not None, deal.get("plays") or ()))
    known = {**deal, "talon": talon, "plays": plays, "declared": deal.get("declared"), "discards": discards}
    if "discards" not in deal or not (discards is None or _all_read(discards, ids)):
        known |= {"discards": None, "declared": None, "plays": None}
    elif discards is not None and not _read(talon):
        known |= {"talon": None, "declared": None, "plays": None}
    return record_of(known, ids)


def _all_read(discards: Mapping[str, Sequence[int | None] | None], ids: Mapping[Role, str]) -> bool:
    return all(_read(discards.get(name)) for name in ids.values())


def _read(cards: Sequence[int | None] | None) -> bool:
    return cards is not None and None not in cards


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
