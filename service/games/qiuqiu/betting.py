"""The betting of a disputed deal, replayed action by action (QQ-40 to QQ-44).

Players are known by their seat, clockwise; amounts called ``to`` are a player's total of a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from service.core.parameters import DealStep
from service.core.verdict import Reason, because
from service.games.qiuqiu.rules import FirstToAct


class Action(StrEnum):
    """What a player can do at his turn."""

    CHECK = "check"
    BET = "bet"
    CALL = "call"
    RAISE = "raise"
    FOLD = "fold"


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most that a bet or raise of a round adds; no most is None."""

    minimum: int
    maximum: int | None


@dataclass(frozen=True, slots=True)
class Act:
    """An action as it was written down; ``to`` stands with bet and raise."""

    player: int
    action: Action
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """An action that is legal, for bet and raise with the range of ``to``."""

    action: Action
    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An action replayed: ``put_in`` is what it added, ``pot`` all chips in after it.

    ``round`` counts from 1; ``to`` is None for check and fold.
    """

    step: int
    round: int
    player: int
    action: Action
    to: int | None
    put_in: int
    pot: int
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a replay stops before the deal has ended: who is to act, if anyone, and what he may do.

    ``reason`` is the rule that the action at ``step`` breaks, or that the record is not finished.
    """

    step: int
    illegal: bool
    reason: Reason
    to_act: int | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed deal, by seat: what each put in, who folded, and the tiles dealt to each.

    ``stop`` is None where the deal ran to its end.
    """

    timeline: tuple[Entry, ...]
    contributed: tuple[int, ...]
    folded: tuple[bool, ...]
    dealt: tuple[int, ...]
    stop: Stop | None


@dataclass(slots=True)
class _Table:
    """The state of the deal; ``faced`` is the highest amount when a player last acted in the round."""

    dealer: int
    first_to_act: FirstToAct
    left: list[int]
    contributed: list[int]
    folded: list[bool]
    dealt: list[int]
    timeline: list[Entry] = field(default_factory=list)
    round: int = 0
    limit: Limit = field(default_factory=lambda: Limit(1, None))
    totals: list[int] = field(default_factory=list)
    faced: dict[int, int] = field(default_factory=dict)
    highest: int = 0
    full: int = 0

    def live(self) -> list[int]:
        return [seat for seat, out in enumerate(self.folded) if not out]

    def can_act(self) -> list[int]:
        return [seat for seat in self.live() if self.left[seat]]

    def open_round(self, limit: Limit) -> None:
        self.round += 1
        self.limit = limit
        self.totals = [0] * len(self.left)
        self.faced = {}
        self.highest = self.full = 0

    def next(self, last: int | None) -> int | None:
        """Who is to act after ``last``, or first; None where the round has ended (QQ-41, QQ-42)."""
        waiting = {
            seat for seat in self.can_act() if seat not in self.faced or self.totals[seat] < self.highest
        }
        start = last + 1 if last is not None else self.dealer + (self.first_to_act is FirstToAct.AFTER_DEALER)
        seats = len(self.left)
        return next((seat % seats for seat in range(start, start + seats) if seat % seats in waiting), None)

    @property
    def least(self) -> int:
        """What a full bet or raise adds at least (QQ-43)."""
        return max(self.full, self.limit.minimum)

    def may_raise(self, seat: int) -> bool:
        """Whether what the player faces has grown by a full bet or raise since he acted (QQ-43)."""
        return seat not in self.faced or self.highest - self.faced[seat] >= self.least

    def options(self, seat: int) -> tuple[Option, ...]:
        """What the player may do (QQ-42, QQ-43)."""
        everything = self.totals[seat] + self.left[seat]
        most = (
            everything if self.limit.maximum is None else min(everything, self.highest + self.limit.maximum)
        )
        least = min(self.highest + self.least, most)
        if not self.highest:
            return Option(Action.CHECK), Option(Action.BET, least, most), Option(Action.FOLD)
        answers = (Option(Action.FOLD), Option(Action.CALL))
        if everything > self.highest and self.may_raise(seat):
            return (*answers, Option(Action.RAISE, least, most))
        return answers

    def problem(self, act: Act) -> Reason | None:
        """The rule that an action of the player whose turn it is breaks."""
        options = {option.action: option for option in self.options(act.player)}
        option = options.get(act.action)
        if option is None:
            if not self.highest:
                return because("QQ-42", "facing_nothing")
            if act.action is Action.RAISE:
                return because("QQ-43", "has_acted" if not self.may_raise(act.player) else "only_a_call_left")
            return because("QQ-42", "facing" if Action.RAISE in options else "facing_without_raise")
        if act.to is None or option.minimum is None or option.maximum is None:
            return None
        if act.to > self.totals[act.player] + self.left[act.player]:
            return because("QQ-43", "more_than_left", most=self.totals[act.player] + self.left[act.player])
        if not option.minimum <= act.to <= option.maximum:
            if option.minimum == option.maximum:
                return because("QQ-43", "not_the_amount", amount=option.minimum)
            return because("QQ-43", "outside_limits", minimum=option.minimum, maximum=option.maximum)
        return None

    def apply(self, step: int, act: Act) -> None:
        seat, put_in, to = act.player, 0, None
        if act.action is Action.FOLD:
            self.folded[seat] = True
        elif act.action is not Action.CHECK:
            to = self.highest if act.to is None else act.to
            put_in = min(to - self.totals[seat], self.left[seat])
            to = self.totals[seat] + put_in
            self._put(seat, put_in)
            self.totals[seat] = to
            added = to - self.highest
            if added > 0:
                # A short all-in is no full raise, and leaves what the next must add as it was.
                self.full = added if added >= self.least else self.full
                self.highest = to
        self.faced[seat] = self.highest
        pot = sum(self.contributed)
        self.timeline.append(Entry(step, self.round, seat, act.action, to, put_in, pot))

    def _put(self, seat: int, chips: int) -> None:
        self.left[seat] -= chips
        self.contributed[seat] += chips

    def ante(self, ante: int) -> None:
        """Everybody antes, and who has less antes all of it (QQ-40)."""
        for seat, stack in enumerate(self.left):
            self._put(seat, min(ante, stack))


def replay(
    deal: Sequence[DealStep],
    first_to_act: FirstToAct,
    dealer: int,
    ante: int,
    limits: Sequence[Limit],
    stacks: Sequence[int],
    acts: Sequence[Act],
) -> Replay:
    """Replays antes, deals and betting up to the end, the first illegal action, or the end of the record.

    ``limits`` has one entry for each step of the deal that is followed by a betting round.
    """
    seats = len(stacks)
    table = _Table(dealer, first_to_act, list(stacks), [0] * seats, [False] * seats, [0] * seats)
    table.ante(ante)
    stop = _play(table, deal, limits, acts)
    return Replay(
        tuple(table.timeline), tuple(table.contributed), tuple(table.folded), tuple(table.dealt), stop
    )


def _play(
    table: _Table, deal: Sequence[DealStep], limits: Sequence[Limit], acts: Sequence[Act]
) -> Stop | None:
    """Plays the deal, to its end or to where the record stops it."""
    rounds = iter(limits)
    done = 0
    for dealt in deal:
        if len(table.live()) == 1:
            break  # he takes the pot, and nobody is dealt any more (QQ-44)
        for seat in table.live():
            table.dealt[seat] += dealt.tiles
        if dealt.bet:
            table.open_round(next(rounds))
            stop, done = _bet(table, acts, done)
            if stop:
                return stop
    if done < len(acts):
        return _illegal(table, done, acts[done], because("QQ-42", "after_the_end"), None)
    return None


def _bet(table: _Table, acts: Sequence[Act], done: int) -> tuple[Stop | None, int]:
    """One betting round from action ``done`` on, and the action after it."""
    if len(table.can_act()) < 2:
        return None, done  # skipped (QQ-41)
    seat = table.next(None)
    while seat is not None and len(table.live()) > 1:
        if done == len(acts):
            return Stop(done, False, because("QQ-42", "unfinished"), seat, table.options(seat)), done
        act = acts[done]
        broken = because("QQ-41", "out_of_turn") if act.player != seat else table.problem(act)
        if broken:
            return _illegal(table, done, act, broken, seat), done
        table.apply(done, act)
        done += 1
        seat = table.next(act.player)
    return None, done


def _illegal(table: _Table, step: int, act: Act, reason: Reason, to_act: int | None) -> Stop:
    pot = sum(table.contributed)
    entry = Entry(step, table.round, act.player, act.action, act.to, 0, pot, legal=False)
    table.timeline.append(entry)
    options = () if to_act is None else table.options(to_act)
    return Stop(step, True, reason, to_act, options)
