"""Faults that no single field can see: a card in two places, a stranger, an illegal exchange or play.

Every check gets the document as far as it could be read: a member that is absent was faulty, and a
card that could not be read is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from service.core.cards import NOTATION, mask
from service.core.deal import duplicates
from service.core.errors import Code, Fault, Path, pointer
from service.games.piquet.api.records import declared_of, ids_of, readable_record
from service.games.piquet.deal import judge
from service.games.piquet.declarations import declaration_faults
from service.games.piquet.rules import DEALS, HAND_SIZE, TALON_SIZE, Role

YOUNGER_TALON = (3, 7)

Document = Mapping[str, Any]
Illegal = Callable[[Document, int, Sequence[str]], Iterable[Fault]]


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
    yield from _duplicates([((role,), hands[role]) for role in Role])
    declared = document.get("declared") or {}
    for role, hand in hands.items():
        if hand is None or not _whole(hand) or len(set(hand)) < HAND_SIZE:
            continue
        held = mask(hand)
        for fault in declaration_faults(held, held, declared_of(declared.get(role))):
            yield fault.under("declared", role)


def check_showdown(document: Document) -> Iterable[Fault]:
    """Players, and each deal between them, which must be within the rules."""
    return _partie_faults(document, _illegal)


def check_arbitrate(document: Document) -> Iterable[Fault]:
    """Players, what each deal is made of, and who is claimed to get what; the rules are the verdict's."""
    yield from _partie_faults(document, lambda document, index, players: ())
    players, claim = document.get("players") or [], document.get("claim") or {}
    if len(players) != 2 or None in players:
        return
    named: list[tuple[Path, str]] = [(("claim", "winner"), claim["winner"])] if claim.get("winner") else []
    for index, scores in enumerate(claim.get("scores") or ()):
        if isinstance(scores, dict):
            named += [(("claim", "scores", index, name), name) for name in scores]
    for member in ("totals", "payouts"):
        named += [(("claim", member, name), name) for name in claim.get(member) or ()]
    for path, name in named:
        if name not in players:
            yield Fault(Code.UNKNOWN_ID, "not_a_player", path, {"id": name})
    deals, scores = document.get("deals") or (), claim.get("scores") or ()
    # That there are no deals, or more of either than a partie has, is a fault of that list and no other.
    if 1 <= len(deals) < len(scores) <= DEALS:
        facts = {"deals": len(deals), "found": len(scores)}
        yield Fault(Code.WRONG_COUNT, "scores_count", ("claim", "scores"), facts)


def _partie_faults(document: Document, illegal: Illegal) -> Iterator[Fault]:
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
        at: Path = ("deals", index)
        yield from _members(at, deal, players)
        twice = _placed(at, deal, players)
        yield from twice
        hands = deal.get("hands") or {}
        if dealer in players and not twice and all(_whole(hands.get(player)) for player in players):
            yield from illegal(document, index, players)


def _members(at: Path, deal: Document, players: Sequence[str]) -> Iterator[Fault]:
    for name in ("hands", "discards", "declared"):
        named = deal.get(name)
        if named is None:
            continue
        for stranger in (key for key in named if key not in players):
            yield Fault(Code.UNKNOWN_ID, "not_a_player", (*at, name, stranger), {"id": stranger})
        if name != "declared":
            for missing in (player for player in players if named.get(player) is None):
                yield Fault(Code.REQUIRED, "required", (*at, name, missing))
    if deal.get("discards") is not None and "talon" in deal and deal["talon"] is None:
        yield Fault(Code.REQUIRED, "needs_talon", (*at, "talon"))


def _placed(at: Path, deal: Document, players: Sequence[str]) -> list[Fault]:
    """Cards that lie in two places, or stand twice in one list of discards; strangers hold none."""
    hands, discards = deal.get("hands") or {}, deal.get("discards") or {}
    dealt = [((*at, "hands", name), hand) for name, hand in hands.items() if name in players]
    faults = _duplicates([*dealt, ((*at, "talon"), deal.get("talon"))])
    for name, cards in discards.items():
        faults += _duplicates([((*at, "discards", name), cards)]) if name in players else []
    return faults


def _illegal(document: Document, index: int, players: Sequence[str]) -> Iterator[Fault]:
    """What breaks the rules of a deal whose hands are whole, as far as its other members can be read."""
    ids = ids_of(players, players.index(document["first_dealer"]), index)
    deal, ruleset = document["deals"][index], document.get("ruleset")
    for fault in judge(readable_record(deal, ids), ruleset and ruleset.parameters):
        path: Path = tuple(ids[step] if isinstance(step, Role) else step for step in fault.path)
        yield Fault(fault.code, fault.message, ("deals", index, *path), fault.facts)


def _whole(hand: Sequence[int | None] | None) -> bool:
    return hand is not None and len(hand) == HAND_SIZE and None not in hand


def _duplicates(places: Iterable[tuple[Path, Sequence[int | None] | None]]) -> list[Fault]:
    cards = [
        ((*path, index), card)
        for path, found in places
        for index, card in enumerate(found or ())
        if card is not None
    ]
    return duplicates(cards, NOTATION)
