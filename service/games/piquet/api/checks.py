"""Faults that no single field can see: a card in two places, a stranger, an illegal exchange or play.

Every check gets the document as far as it could be read: a member that is absent was faulty, and a
card that could not be read is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from service.core.cards import NOTATION, mask
from service.core.deal import duplicates
from service.core.errors import Code, Fault, Path, pointer
from service.games.piquet.api.records import declared_of, ids_of, record_of
from service.games.piquet.deal import judge
from service.games.piquet.declarations import declaration_faults
from service.games.piquet.rules import HAND_SIZE, TALON_SIZE, Role

YOUNGER_TALON = (3, 7)

Document = Mapping[str, Any]


def check_evaluate(document: Document) -> Iterable[Fault]:
    """One hand."""
    return _duplicates([(("hand",), document.get("hand"))])


def check_arrange(document: Document) -> Iterable[Fault]:
    """A hand and the talon that it can draw from (PQ-2)."""
    yield from _duplicates([(("hand",), document.get("hand"))])
    role, talon = document.get("role"), document.get("talon")
    if talon is None or role is None:
        return
    minimum, maximum = YOUNGER_TALON
    if role is Role.ELDER and talon != TALON_SIZE:
        yield Fault(Code.OUT_OF_RANGE, "talon_of_elder", ("talon",), {"talon": TALON_SIZE})
    if role is Role.YOUNGER and not minimum <= talon <= maximum:
        facts = {"minimum": minimum, "maximum": maximum}
        yield Fault(Code.OUT_OF_RANGE, "talon_of_younger", ("talon",), facts)


def check_compare(document: Document) -> Iterable[Fault]:
    """Two hands and what is declared of them."""
    hands = {role: document.get(role) for role in Role}
    twice = _duplicates([((role,), hands[role]) for role in Role])
    yield from twice
    declared = document.get("declared") or {}
    for role, hand in hands.items():
        said = declared.get(role)
        if twice or not _whole(hand) or not _readable(said):
            continue
        held = mask(hand or ())
        for fault in declaration_faults(held, held, declared_of(said)):
            yield fault.under("declared", role)


def check_showdown(document: Document) -> Iterable[Fault]:
    """Players, and each deal between them."""
    players = document.get("players") or []
    readable = len(players) == 2 and None not in players
    if readable and players[0] == players[1]:
        facts = {"id": players[0], "place": pointer(("players", 0))}
        yield Fault(Code.DUPLICATE_ID, "player_twice", ("players", 1), facts)
    dealer = document.get("first_dealer")
    if readable and dealer is not None and dealer not in players:
        yield Fault(Code.UNKNOWN_ID, "not_a_player", ("first_dealer",), {"id": dealer})
    if not readable or len(set(players)) < 2:
        return
    for index, deal in enumerate(document.get("deals") or ()):
        found = list(_membership(deal, players))
        if not found and dealer in players and _complete(deal, players):
            found = list(_illegal(document, index, players))
        for fault in found:
            yield fault.under("deals", index)


def _membership(deal: Document, players: Sequence[str]) -> Iterator[Fault]:
    for name in ("hands", "discards", "declared"):
        named = deal.get(name)
        if named is None:
            continue
        for stranger in (key for key in named if key not in players):
            yield Fault(Code.UNKNOWN_ID, "not_a_player", (name, stranger), {"id": stranger})
        if name != "declared":
            for missing in (player for player in players if named.get(player) is None):
                yield Fault(Code.REQUIRED, "required", (name, missing))
    if deal.get("discards") is not None and "talon" in deal and deal["talon"] is None:
        yield Fault(Code.REQUIRED, "needs_talon", ("talon",))
    hands = deal.get("hands") or {}
    yield from _duplicates(
        [*((("hands", player), hand) for player, hand in hands.items()), (("talon",), deal.get("talon"))]
    )
    for player, cards in (deal.get("discards") or {}).items():
        yield from _duplicates([(("discards", player), cards)])


def _illegal(document: Document, index: int, players: Sequence[str]) -> Iterator[Fault]:
    ruleset = document.get("ruleset")
    if ruleset is None:
        return
    ids = ids_of(players, players.index(document["first_dealer"]), index)
    for fault in judge(record_of(document["deals"][index], ids), ruleset.parameters):
        path: Path = tuple(ids[step] if isinstance(step, Role) else step for step in fault.path)
        yield Fault(fault.code, fault.message, path, fault.facts)


def _complete(deal: Document, players: Sequence[str]) -> bool:
    """Whether every member of the deal could be read."""
    members = {"hands", "talon", "discards", "declared", "plays"}
    if not members <= deal.keys() or not all(_whole(deal["hands"].get(player)) for player in players):
        return False
    cards = [deal["talon"], deal["plays"], *(deal["discards"] or {}).values()]
    talon_size = TALON_SIZE if deal["talon"] is None else len(deal["talon"])
    said = (deal["declared"] or {}).values()
    return talon_size == TALON_SIZE and all(map(_read, cards)) and all(map(_readable, said))


def _whole(hand: Sequence[int | None] | None) -> bool:
    return hand is not None and len(hand) == HAND_SIZE and _read(hand)


def _read(cards: Sequence[int | None] | None) -> bool:
    return cards is None or None not in cards


def _readable(said: Document | None) -> bool:
    """Whether a declaration could be read: each class is there, with all its cards."""
    if said is None:
        return True
    if not {"carte_blanche", "point", "sequences", "sets"} <= said.keys():
        return False
    groups = [said["point"], *(said["sequences"] or ()), *(said["sets"] or ())]
    return all(map(_read, groups))


def _duplicates(places: Iterable[tuple[Path, Sequence[int | None] | None]]) -> list[Fault]:
    cards = [
        ((*path, index), card)
        for path, found in places
        for index, card in enumerate(found or ())
        if card is not None
    ]
    return duplicates(cards, NOTATION)
