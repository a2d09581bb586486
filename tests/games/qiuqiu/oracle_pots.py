"""A slow, plain reading of the rules of the pots (POT-1 to POT-7), to hold the service against.

The usual way is to peel off layers. Here each chip is asked who may win it: the chips a player puts in are
numbered from 1, and chip number n, whoever put it in, can be won by the live players who put in n or more.
Chips that the same players can win are one pot. Numbers that all the same players reach are counted at once,
so that large amounts are no slower than small ones.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tests.games.qiuqiu import oracle

Chips = dict[str, int]
# Who wins a pot among these players: the answer of oracle.winners.
Judge = Callable[[Sequence[str]], oracle.Result]


class PotError(ValueError):
    """POT-7: a fault of the request; `code` is the word of the HTTP contract."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def uncalled(contributed: Chips, live: Sequence[str]) -> Chips:
    """POT-2: the chips of a live player that have a number nobody else reaches, folded or not."""
    back: Chips = {}
    for who in live:
        others = [amount for other, amount in contributed.items() if other != who]
        if contributed[who] > max(others, default=0):
            back[who] = contributed[who] - max(others, default=0)
    return back


def who_can_win(number: int, stakes: Chips, live: Sequence[str]) -> tuple[str, ...]:
    """POT-3: the live players who put in at least that many chips."""
    return tuple(who for who in live if stakes[who] >= number)


def pots(stakes: Chips, live: Sequence[str]) -> dict[tuple[str, ...], int]:
    """POT-3: eligible players -> chips, main pot first. POT-2 has been done before."""
    found: dict[tuple[str, ...], int] = {}
    last = tuple(live)
    for below, number in pairwise([0, *sorted({amount for amount in stakes.values() if amount})]):
        chips = (number - below) * sum(amount >= number for amount in stakes.values())
        last = who_can_win(number, stakes, live) or last
        found[last] = found.get(last, 0) + chips
    return found


def clockwise(seats: Sequence[str], dealer: str) -> list[str]:
    """POT-5: the seats from the one after the dealer on, the dealer last."""
    start = seats.index(dealer) + 1
    return [*seats[start:], *seats[:start]]


def share_out(amount: int, among: Sequence[str], order: Sequence[str]) -> dict[str, tuple[int, int]]:
    """POT-5: player -> (chips, odd chips among them): equal parts, then the rest chip by chip."""
    odd = dict.fromkeys(among, 0)
    rest = amount % len(among)
    for who in order:
        if who in odd and rest:
            odd[who] += 1
            rest -= 1
    return {who: (amount // len(among) + odd[who], odd[who]) for who in among}


def rake_of(amount: int, contested: bool, taken: int, rake: Mapping[str, Any] | None) -> int:
    """POT-6: basis points of a pot, rounded down, with what is left of the cap."""
    if not rake or (rake.get("no_contest_no_rake") and not contested):
        return 0
    wanted: int = amount * rake["basis_points"] // 10_000
    cap = rake.get("cap")
    return wanted if cap is None else min(wanted, cap - taken)


def awards(
    amount: int, result: oracle.Result, seats: Sequence[str], order: Sequence[str]
) -> list[dict[str, Any]]:
    """POT-5, QQ-31: what each winner gets; of a split, the high part first and with the odd chip."""
    parts = [("whole", amount, result.winners)]
    if result.split is not None:
        high, low = result.split["high"], result.split["low"]
        parts = [("high", amount - amount // 2, high.winners), ("low", amount // 2, low.winners)]
    found: list[dict[str, Any]] = []
    for part, chips, among in parts:
        dealt = share_out(chips, among, order)
        for who in seats:
            if who in dealt:
                got, odd = dealt[who]
                found.append({"id": who, "amount": got, "part": part, "odd_chips": odd})
    return found


def settle(
    contributed: Chips, live: Sequence[str], dealer: str, judge: Judge, rake: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """POT-1 to POT-7 on amounts in seat order: the part of a showdown's answer that is about chips."""
    seats = list(contributed)
    if not live:
        raise PotError("no_live_player")
    if not any(contributed.values()):
        raise PotError("out_of_range")
    returned = uncalled(contributed, live)
    stakes = {who: contributed[who] - returned.get(who, 0) for who in seats}
    won, taken, answer = dict.fromkeys(seats, 0), 0, []
    for eligible, amount in pots(stakes, live).items():
        contested = len(eligible) > 1
        # POT-4: the only player of a pot wins it without showing.
        result = judge(eligible) if contested else None
        cut = rake_of(amount, contested, taken, rake)
        taken += cut
        pot: dict[str, Any] = {"amount": amount, "rake": cut, "eligible": list(eligible)}
        pot["contested"] = contested
        pot["winners"] = list(result.winners if result else eligible)
        pot["decided_by"] = result.decided_by if result else None
        if result and result.split:
            pot["split"] = {part: half._asdict() for part, half in result.split.items()}
        sole = oracle.Result(list(eligible), "", {})
        pot["awards"] = awards(amount - cut, result or sole, seats, clockwise(seats, dealer))
        for award in pot["awards"]:
            won[award["id"]] += award["amount"]
        answer.append(pot)
    players = []
    for who in seats:
        back = returned.get(who, 0)
        line = {"id": who, "contributed": contributed[who], "returned": back, "won": won[who]}
        players.append({**line, "net": back + won[who] - contributed[who]})
    total = sum(contributed.values())
    return {"total": total, "returned": returned, "rake": taken, "pots": answer, "players": players}


def showdown(request: Mapping[str, Any], params: oracle.Params) -> dict[str, Any]:
    """The chips of a showdown: `request` is its body, tiles in canonical text, `params` its ruleset."""
    seats = {player["id"]: player for player in request["players"]}

    def judge(eligible: Sequence[str]) -> oracle.Result:
        if any(seats[who].get("hand") is None for who in eligible):
            raise PotError("missing_hand")
        hands = {who: (tuple(seats[who]["hand"]), seats[who].get("arrangement")) for who in eligible}
        return oracle.winners(hands, params)

    contributed = {who: player["contributed"] for who, player in seats.items()}
    live = [who for who, player in seats.items() if not player.get("folded")]
    return settle(contributed, live, request["dealer"], judge, request.get("rake"))
