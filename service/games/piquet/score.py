"""The log of a deal: every event with its points and the player's running total (PQ-20 to PQ-22)."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.games.piquet.rules import Role, Scored

BONUS_FROM = 30
BONUSES = {Scored.REPIQUE: 60, Scored.PIQUE: 30}


@dataclass(frozen=True, slots=True)
class Event:
    """Points that a player scores; ``total`` is his in this deal, ``trick`` 1–12 in the play."""

    player: Role
    reason: Scored
    points: int
    total: int
    trick: int | None = None


@dataclass(slots=True)
class Score:
    """The events of a deal so far. ``bonus`` is what reaching 30 first brings at this stage, if anything."""

    events: list[Event] = field(default_factory=list)
    totals: dict[Role, int] = field(default_factory=lambda: dict.fromkeys(Role, 0))
    bonus: Scored | None = Scored.REPIQUE

    def add(self, player: Role, reason: Scored, points: int, trick: int | None = None) -> None:
        """One event, followed at once by the bonus that it brings; nothing for no points."""
        if not points:
            return
        self._log(player, reason, points, trick)
        if self.bonus and self.totals[player] >= BONUS_FROM and not self.totals[player.other]:
            bonus, self.bonus = self.bonus, None  # not both (PQ-22)
            self._log(player, bonus, BONUSES[bonus], trick)

    def play_begins(self) -> None:
        """From here 30 bring a pique, unless they have brought a repique already."""
        if self.bonus:
            self.bonus = Scored.PIQUE

    def play_ends(self) -> None:
        """Cards and capot bring no bonus."""
        self.bonus = None

    def _log(self, player: Role, reason: Scored, points: int, trick: int | None) -> None:
        self.totals[player] += points
        self.events.append(Event(player, reason, points, self.totals[player], trick))
