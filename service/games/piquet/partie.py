"""A partie of six deals: totals, winner, settlement and stake (PQ-30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.games.piquet.deal import Result
from service.games.piquet.rules import DEALS, Parameters, Role

RUBICON = 100


@dataclass(frozen=True, slots=True)
class Partie:
    """The state after some deals; players are 0 and 1, in the order of the request.

    ``winner``, ``settlement`` and ``payouts`` are None until six deals are finished; the first two
    also on a tie, and where the ruleset or the request has none.
    """

    totals: tuple[int, int]
    complete: bool
    winner: int | None
    settlement: int | None
    payouts: tuple[int, int] | None


def roles(deal: int, first_dealer: int) -> dict[Role, int]:
    """Who is elder and who younger: the dealer is younger, and the deal alternates. ``deal`` from 0."""
    dealer = (first_dealer + deal) % 2
    return {Role.ELDER: 1 - dealer, Role.YOUNGER: dealer}


def settle(results: Sequence[Result], first_dealer: int, parameters: Parameters, stake: int | None) -> Partie:
    """Adds up the deals."""
    totals = [0, 0]
    for deal, result in enumerate(results):
        for role, player in roles(deal, first_dealer).items():
            totals[player] += result.score.totals[role]
    both = (totals[0], totals[1])
    complete = len(results) == DEALS and all(result.finished for result in results)
    tied = both[0] == both[1]
    winner = None if not complete or tied else both.index(max(both))
    settlement = None if winner is None or not parameters.rubicon else rubicon(max(both), min(both))
    payouts = None
    if complete and stake is not None:
        won = (stake, stake) if winner is None else (0, 2 * stake)
        payouts = (won[1], won[0]) if winner == 0 else won
    return Partie(both, complete, winner, settlement, payouts)


def rubicon(winner: int, loser: int) -> int:
    """The winner's score: the difference and a hundred, or the sum when the loser has fewer than 100."""
    return RUBICON + (winner - loser if loser >= RUBICON else winner + loser)
