"""Pots: contributions become returned chips, layers and awards (POT-1 to POT-6).

Players are known by their index in clockwise seat order; chips are whole numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

MAX_CHIPS = 2**53 - 1
"""The most chips, of one player and of all together (POT-1): what every JSON reader keeps exact."""

BASIS_POINTS = 10_000


@dataclass(frozen=True, slots=True)
class Pot:
    """``amount`` chips for one of the ``eligible`` players, indices ascending."""

    amount: int
    eligible: tuple[int, ...]

    @property
    def contested(self) -> bool:
        """Whether hands must be shown for it (POT-4)."""
        return len(self.eligible) > 1


@dataclass(frozen=True, slots=True)
class Layers:
    """Chips returned to each player and the pots, main pot first."""

    returned: tuple[int, ...]
    pots: tuple[Pot, ...]


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house takes of each pot (POT-6); ``cap`` None is no limit."""

    basis_points: int
    cap: int | None = None
    no_contest_no_rake: bool = False


class Part(StrEnum):
    """Which part of a pot an award comes from."""

    WHOLE = "whole"
    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Award:
    """``amount`` chips for a player, ``odd_chips`` of them because the part did not divide (POT-5)."""

    player: int
    amount: int
    part: Part
    odd_chips: int


def layers(contributed: Sequence[int], live: Sequence[bool]) -> Layers:
    """What goes back (POT-2) and the pots of the rest (POT-3). At least one player is live."""
    returned = [0] * len(contributed)
    # Where several put in the most, any of them will do: the excess is 0.
    largest = max(range(len(contributed)), key=contributed.__getitem__)
    if live[largest]:
        others = (chips for player, chips in enumerate(contributed) if player != largest)
        returned[largest] = contributed[largest] - max(others, default=0)
    remaining = [chips - back for chips, back in zip(contributed, returned, strict=True)]
    players = [player for player, is_live in enumerate(live) if is_live]
    levels = sorted({remaining[player] for player in players if remaining[player]}) or [0]
    pots = []
    floor = 0
    for level in levels:
        # Folded money above the highest live level belongs to the last pot.
        ceiling = level if level != levels[-1] else MAX_CHIPS
        amount = sum(min(chips, ceiling) - min(chips, floor) for chips in remaining)
        eligible = tuple(player for player in players if remaining[player] >= level)
        if amount:
            pots.append(Pot(amount, eligible))
        floor = level
    return Layers(tuple(returned), tuple(pots))


def rakes(pots: Sequence[Pot], rake: Rake | None) -> list[int]:
    """The chips taken from each pot (POT-6)."""
    if rake is None:
        return [0] * len(pots)
    left = MAX_CHIPS if rake.cap is None else rake.cap
    taken = []
    for pot in pots:
        free = rake.no_contest_no_rake and not pot.contested
        chips = 0 if free else min(left, pot.amount * rake.basis_points // BASIS_POINTS)
        left -= chips
        taken.append(chips)
    return taken


def share(amount: int, winners: Collection[int], part: Part, dealer: int, seats: int) -> list[Award]:
    """Equal parts of ``amount``, the rest one chip each clockwise from the seat after the dealer (POT-5).

    Awards are in the players' order.
    """
    each, odd = divmod(amount, len(winners))
    clockwise = sorted(winners, key=lambda player: (player - dealer - 1) % seats)
    lucky = set(clockwise[:odd])
    return [Award(player, each + (player in lucky), part, int(player in lucky)) for player in sorted(winners)]


def halves(amount: int) -> tuple[int, int]:
    """The high and the low half of a split pot; an odd chip goes with the high half (POT-5)."""
    return amount - amount // 2, amount // 2
