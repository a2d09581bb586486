"""Faults that no single field can see: a tile in two places, a stranger, a pot without its hand.

Every check gets the document as far as it could be read: a member that is absent was faulty,
and a tile that could not be read is None.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from service.core.deal import duplicates
from service.core.errors import Code, Fault, Path, pointer
from service.core.pots import MAX_CHIPS
from service.core.tiles import NOTATION
from service.games.qiuqiu.arrangement import arrangement_fault
from service.games.qiuqiu.rules import HAND_SIZE
from service.games.qiuqiu.showdown import must_show

Document = Mapping[str, Any]
Holder = tuple[Path, Document]
"""An object with a hand and perhaps an arrangement, and where it stands."""


def check_evaluate(document: Document) -> Iterable[Fault]:
    """One hand, perhaps declared."""
    return hand_faults(document, [((), document)])


def check_batch(document: Document) -> Iterable[Fault]:
    """Hands that are each judged alone; an array has been found right already."""
    hands = document.get("hands")
    for index, hand in enumerate(hands if isinstance(hands, list) else ()):
        places = [(("hands", index, place), tile) for place, tile in enumerate(hand) if tile is not None]
        yield from duplicates(places, NOTATION)


def check_arrange(document: Document) -> Iterable[Fault]:
    """A hand and those it plays against."""
    against = document.get("against")
    for name in ("opponents", "seed"):
        # A member that is absent here was sent, and could not be read.
        if against is not None and document.get(name, "unreadable") is not None:
            yield Fault(Code.UNKNOWN_FIELD, "against_or_random", (name,))
    yield from hand_faults(document, [((), document), *listed("against", against)])


def check_compare(document: Document) -> Iterable[Fault]:
    """Two to six hands with different ids."""
    holders = listed("hands", document.get("hands"))
    yield from id_faults(holders)
    yield from hand_faults(document, holders)


def check_showdown(document: Document) -> Iterable[Fault]:
    """Two to six players, their chips and the hands they must show (POT-1, POT-7)."""
    holders = listed("players", document.get("players"))
    yield from stranger_faults(holders, [(("dealer",), document.get("dealer"))])
    yield from id_faults(holders)
    chip_faults = list(_chip_faults([player for _, player in holders]))
    missing = {fault.path for fault in chip_faults if fault.code is Code.MISSING_HAND}
    yield from arranged(hand_faults(document, holders), missing)
    yield from chip_faults


def listed(name: str, members: Sequence[Document] | None) -> list[Holder]:
    """The objects of a list, each with its place."""
    return [((name, index), member) for index, member in enumerate(members or ())]


def stranger_faults(holders: Sequence[Holder], named: Iterable[tuple[Path, str | None]]) -> Iterator[Fault]:
    """A fault for each id named elsewhere that is none of the holders'; none while an id cannot be read."""
    ids = [holder.get("id") for _, holder in holders]
    if not ids or None in ids:
        return
    for path, name in named:
        if name is not None and name not in ids:
            yield Fault(Code.UNKNOWN_ID, "not_at_table", path, {"id": name})


def id_faults(holders: Sequence[Holder]) -> Iterator[Fault]:
    """A fault for each id that stands a second time."""
    first: dict[str, Path] = {}
    for path, holder in holders:
        name = holder.get("id")
        if name is None:
            continue
        place = (*path, "id")
        seen = first.setdefault(name, place)
        if seen != place:
            yield Fault(Code.DUPLICATE_ID, "id_twice", place, {"id": name, "place": pointer(seen)})


def hand_faults(document: Document, holders: Sequence[Holder]) -> Iterator[Fault]:
    """Tiles in two places, and groups that are no arrangement of their hand."""
    places = [
        ((*path, "hand", index), tile)
        for path, holder in holders
        for index, tile in enumerate(holder.get("hand") or ())
        if tile is not None
    ]
    yield from duplicates(places, NOTATION)
    ruleset = document.get("ruleset")
    # Without a ruleset nobody knows whether a three–one split is allowed.
    three_doubles = ruleset is None or ruleset.parameters.three_doubles
    for path, holder in holders:
        fault = _arrangement_fault(holder, three_doubles)
        if fault:
            yield fault.under(*path, "arrangement")


def arranged(faults: Iterable[Fault], missing: Collection[Path]) -> Iterator[Fault]:
    """The faults but for those of arrangements whose hands are ``missing``, which are none of their own."""
    return (fault for fault in faults if (*fault.path[:-1], "hand") not in missing)


def _arrangement_fault(holder: Document, three_doubles: bool) -> Fault | None:
    hand, groups = holder.get("hand"), holder.get("arrangement")
    if groups is None:
        return None
    if hand is None:
        missing = "hand" in holder
        return Fault(Code.INVALID_ARRANGEMENT, "arrangement_alone") if missing else None
    readable = hand and None not in hand and all(None not in group for group in groups)
    if not readable or len(set(hand)) != len(hand) or len(hand) > HAND_SIZE:
        return None
    return arrangement_fault(hand, groups, three_doubles)


def _chip_faults(players: Sequence[Document]) -> Iterator[Fault]:
    contributed = [player.get("contributed") for player in players]
    known = [chips for chips in contributed if chips is not None]
    if sum(known) > MAX_CHIPS:
        yield Fault(Code.OUT_OF_RANGE, "too_many_chips", ("players",), {"maximum": MAX_CHIPS})
    folded = [player.get("folded") for player in players]
    if players and all(folded):
        yield Fault(Code.NO_LIVE_PLAYER, "no_live_player", ("players",))
    if not players or len(known) < len(players):
        return
    if not any(known):
        yield Fault(Code.OUT_OF_RANGE, "nothing_in", ("players",))
    if None in folded or all(folded):
        return
    for seat in sorted(must_show(known, [not out for out in folded])):
        if "hand" in players[seat] and players[seat]["hand"] is None:
            yield Fault(Code.MISSING_HAND, "missing_hand", ("players", seat, "hand"))
