"""A slow, plain replay of a disputed deal (QQ-40 to QQ-44), to hold the service against.

It shares no code with the service. A record is the JSON body of `POST /v1/qiuqiu/arbitrate`, its tiles in
canonical text. What the rules leave open is settled here so:

- `put_in` is the chips that this action added; `pot` is all chips in after it, antes and earlier rounds
  included.
- `to` of a call is what its player has in for the round after it; of an illegal action, what the record says.
- Rounds that are skipped are counted; an action after the end is in the last round that the deal came to.
- A round that has begun is played until each who can act has acted, even if only one of them is left.
- `min` and `max` of a legal bet or raise are values of `to`; where only all that is left will do, they are
  equal.
- After an illegal action nobody knows how far the players got, so no hand is too short or too long for that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from tests.games.qiuqiu import oracle, oracle_pots

Record = Mapping[str, Any]
MOST = 2**53 - 1
WORDS = ("check", "bet", "fold", "call", "raise")


class Step(TypedDict):
    """One step of the deal: so many tiles to each, then perhaps a betting round."""

    tiles: int
    bet: bool


class Rules(TypedDict):
    """What a ruleset says about a deal."""

    deal: list[Step]
    first_to_act: str
    hands: oracle.Params


class RecordError(ValueError):
    """A record that cannot be judged; `faults` are (pointer, code) as in the HTTP contract."""

    def __init__(self, faults: Iterable[tuple[str, str]]) -> None:
        self.faults = sorted(faults)
        super().__init__(str(self.faults))


def rules_of(ruleset: str | Mapping[str, Any]) -> Rules:
    """A named ruleset, or an inline one that extends it."""
    if not isinstance(ruleset, str):
        changes = dict(ruleset)
        base = rules_of(changes.pop("extends"))
        deal, first = changes.pop("deal", base["deal"]), changes.pop("first_to_act", base["first_to_act"])
        if "ranking" in changes:
            changes["ranking"] = tuple(changes["ranking"])
        return Rules(deal=deal, first_to_act=first, hands=replace(base["hands"], **changes))
    deals = {
        "pagat-one-bet": [Step(tiles=3, bet=True), Step(tiles=1, bet=False)],
        "pagat-three-bets": [Step(tiles=2, bet=True), Step(tiles=1, bet=True), Step(tiles=1, bet=True)],
    }
    return Rules(
        deal=deals.get(ruleset, [Step(tiles=3, bet=True), Step(tiles=1, bet=True)]),
        first_to_act="after_dealer" if ruleset == "online" else "dealer",
        hands=oracle.NAMED[ruleset],
    )


@dataclass
class Seat:
    """A player as the deal goes on."""

    id: str
    left: int
    put_in: int = 0
    this_round: int = 0
    folded: bool = False
    tiles: int = 0
    # The highest amount of the round when he last acted in it; None before he has.
    saw: int | None = None

    def pay(self, chips: int) -> None:
        self.left -= chips
        self.put_in += chips
        self.this_round += chips


class Deal:
    """A deal from the antes on; `turn` is who is to act, None once it is over."""

    def __init__(self, record: Record, rules: Rules) -> None:
        """QQ-40: every player antes, who has less all of it; then the first tiles are dealt."""
        self.seats = {player["id"]: Seat(player["id"], player["stack"]) for player in record["players"]}
        for seat in self.seats.values():
            seat.pay(min(record["ante"], seat.left))
        self.dealer: str = record["dealer"]
        self.limits: Sequence[Mapping[str, Any]] = record["limits"]
        self.after_dealer = rules["first_to_act"] == "after_dealer"
        self.steps = list(rules["deal"])
        self.round = 0
        self.last_full = 0
        self.turn: Seat | None = None
        self.deal_on()

    def live(self) -> list[Seat]:
        return [seat for seat in self.seats.values() if not seat.folded]

    def can_act(self) -> list[Seat]:
        """QQ-41: live, with chips left."""
        return [seat for seat in self.live() if seat.left]

    def clockwise_from(self, who: str) -> list[Seat]:
        seats = list(self.seats.values())
        start = list(self.seats).index(who)
        return [*seats[start:], *seats[:start]]

    def deal_on(self) -> None:
        """QQ-40: the next steps of the deal, up to a round that is played or to the end."""
        while self.turn is None and self.steps:
            step = self.steps.pop(0)
            for seat in self.live():
                seat.tiles += step["tiles"]
            if step["bet"]:
                self.round += 1
                self.last_full = 0
                for seat in self.seats.values():
                    seat.this_round, seat.saw = 0, None
                # QQ-41: a round with at most one player who can act is skipped.
                if len(self.can_act()) > 1:
                    self.turn = self.first()

    def first(self) -> Seat:
        """QQ-41: the dealer, or the one after him; if he cannot, the next clockwise who can."""
        order = self.clockwise_from(self.dealer)
        if self.after_dealer:
            order = [*order[1:], order[0]]
        return next(seat for seat in order if seat in self.can_act())

    def highest(self) -> int:
        return max(seat.this_round for seat in self.seats.values())

    def limit(self) -> tuple[int, int]:
        """QQ-43: the round's minimum and maximum; no maximum is more than anybody can have."""
        limit = self.limits[self.round - 1]
        most = limit.get("max")
        return limit["min"], MOST if most is None else most

    def reopened(self, seat: Seat) -> bool:
        """QQ-43: one who has acted faces more by a full bet or raise than when he acted."""
        full = max(self.last_full, self.limit()[0])
        return seat.saw is None or self.highest() - seat.saw >= full

    def legal(self) -> dict[str, tuple[int, int] | None]:
        """QQ-42, QQ-43: what the player to act may do; for a bet or raise, from what `to` up to what."""
        seat = self.turn
        if seat is None:
            return {}
        highest, (least, most), all_in = self.highest(), self.limit(), seat.this_round + seat.left
        if highest == 0:
            return {"check": None, "bet": amounts(least, most, all_in), "fold": None}
        if all_in <= highest or not self.reopened(seat):
            return {"fold": None, "call": None}
        least = max(self.last_full, least)
        return {"fold": None, "call": None, "raise": amounts(highest + least, highest + most, all_in)}

    def broken_rule(self, player: str, action: str, to: int | None) -> str | None:
        """The rule that an action breaks, the first of turn, word and amount; None if it is legal."""
        if self.turn is None:
            return "QQ-42"
        if player != self.turn.id:
            return "QQ-41"
        if action not in (("fold", "call", "raise") if self.highest() else ("check", "bet", "fold")):
            return "QQ-42"
        if action in ("bet", "raise"):
            span = self.legal().get(action)
            if span is None or to is None or not span[0] <= to <= span[1]:
                return "QQ-43"
        return None

    def act(self, action: str, to: int | None) -> None:
        """One legal action of the player to act, and what follows from it."""
        seat = self.turn
        assert seat is not None
        before = self.highest()
        if action == "fold":
            seat.folded = True
        elif action == "call":
            # QQ-42: a call for more than is left is an all-in call.
            seat.pay(min(before - seat.this_round, seat.left))
        elif action in ("bet", "raise"):
            assert to is not None
            # QQ-43: a short all-in is no full bet or raise.
            if to - before >= max(self.last_full, self.limit()[0]):
                self.last_full = to - before
            seat.pay(to - seat.this_round)
        seat.saw = self.highest()
        self.turn = self.next_after(seat)
        if len(self.live()) == 1:
            # QQ-42, QQ-44: nothing more is dealt.
            self.turn, self.steps = None, []
        self.deal_on()

    def next_after(self, seat: Seat) -> Seat | None:
        """QQ-42: the next who can act and has not acted, or has put in less than the highest."""
        for other in self.clockwise_from(seat.id)[1:]:
            if other in self.can_act() and (other.saw is None or other.this_round < self.highest()):
                return other
        return None


def amounts(least: int, most: int, all_in: int) -> tuple[int, int]:
    """QQ-43: one who has less than the minimum may put in all that is left; nobody more than he has."""
    return (all_in, all_in) if all_in < least else (least, min(most, all_in))


def told(legal: Mapping[str, tuple[int, int] | None]) -> list[dict[str, Any]]:
    """Legal actions as the answer has them."""
    found: list[dict[str, Any]] = []
    for word in WORDS:
        if word in legal:
            span = legal[word]
            found.append(
                {"action": word} if span is None else {"action": word, "min": span[0], "max": span[1]}
            )
    return found


def arbitrate(record: Record, rules: Rules | None = None) -> dict[str, Any]:
    """The verdict on a record, or RecordError. Beside the contract's members: `contributed`, `payouts`."""
    rules = rules_of(record["ruleset"]) if rules is None else rules
    check(faults_before(record, rules))
    deal, timeline, findings = Deal(record, rules), [], []
    for step, line in enumerate(record["actions"]):
        player, action, to = line["player"], line["action"], line.get("to")
        seat, here, before = deal.seats[player], deal.round, deal.seats[player].put_in
        rule, legal, turn = deal.broken_rule(player, action, to), told(deal.legal()), deal.turn
        if rule is None:
            if action == "call":
                to = min(deal.highest(), seat.this_round + seat.left)
            deal.act(action, to)
        entry = {"step": step, "round": here, "player": player, "action": action, "to": to}
        entry["put_in"] = seat.put_in - before
        entry["pot"] = sum(each.put_in for each in deal.seats.values())
        timeline.append({**entry, "legal": rule is None})
        if rule is not None:
            findings = [{"code": rule, "step": step, "to_act": turn and turn.id, "legal": legal}]
            break
    answer: dict[str, Any] = {"timeline": timeline, "findings": findings, "showdown": None, "differences": []}
    answer["contributed"] = {seat.id: seat.put_in for seat in deal.seats.values()}
    answer |= {"to_act": None, "legal": [], "payouts": {}}
    if findings:
        return {**answer, "verdict": "illegal"}
    check(faults_of_hands(record, rules, deal))
    if deal.turn is not None:
        answer |= {"to_act": deal.turn.id, "legal": told(deal.legal())}
        return {**answer, "verdict": "unfinished"}
    answer["showdown"] = showdown(record, rules, deal)
    due = {player["id"]: player["returned"] + player["won"] for player in answer["showdown"]["players"]}
    answer["payouts"] = due
    claim = record.get("claim")
    if claim is None:
        return {**answer, "verdict": "no_claim"}
    for who, chips in due.items():
        claimed = claim["payouts"].get(who, 0)
        if claimed != chips:
            answer["differences"].append({"id": who, "claimed": claimed, "due": chips})
    return {**answer, "verdict": "overturned" if answer["differences"] else "upheld"}


def showdown(record: Record, rules: Rules, deal: Deal) -> dict[str, Any]:
    """QQ-44 and the pots: who gets what, once the deal is over."""
    players = {player["id"]: player for player in record["players"]}
    contributed = {seat.id: seat.put_in for seat in deal.seats.values()}
    unseen: set[str] = set()

    def judge(eligible: Sequence[str]) -> oracle.Result:
        lacking = [who for who in eligible if players[who].get("hand") is None]
        unseen.update(lacking)
        if lacking:
            return oracle.Result(list(eligible), "", {})
        hands = {who: (tuple(players[who]["hand"]), players[who].get("arrangement")) for who in eligible}
        return oracle.winners(hands, rules["hands"])

    if not any(contributed.values()):
        raise RecordError([("/players", "out_of_range")])
    live = [seat.id for seat in deal.live()]
    settled = oracle_pots.settle(contributed, live, deal.dealer, judge, record.get("rake"))
    check([(f"/players/{i}/hand", "missing_hand") for i, who in enumerate(players) if who in unseen])
    return settled


def check(faults: Sequence[tuple[str, str]]) -> None:
    if faults:
        raise RecordError(faults)


def faults_before(record: Record, rules: Rules) -> list[tuple[str, str]]:
    """What is wrong with a record of the right shape whatever the actions do."""
    found: list[tuple[str, str]] = []
    ids = [player["id"] for player in record["players"]]
    if record["dealer"] not in ids:
        found.append(("/dealer", "unknown_id"))
    if len(record["limits"]) != sum(step["bet"] for step in rules["deal"]):
        found.append(("/limits", "wrong_count"))
    if sum(player["stack"] for player in record["players"]) > MOST:
        found.append(("/players", "out_of_range"))
    seen: set[str] = set()
    for i, player in enumerate(record["players"]):
        if player["id"] in ids[:i]:
            found.append((f"/players/{i}/id", "duplicate_id"))
        hand = player.get("hand")
        if hand is None:
            continue
        if len(hand) not in stops(rules):
            found.append((f"/players/{i}/hand", "wrong_count"))
        for j, tile in enumerate(hand):
            if tile in seen:
                found.append((f"/players/{i}/hand/{j}", "duplicate_tile"))
            seen.add(tile)
    for i, line in enumerate(record["actions"]):
        if line["player"] not in ids:
            found.append((f"/actions/{i}/player", "unknown_id"))
    claim = record.get("claim") or {"payouts": {}}
    found += [(f"/claim/payouts/{who}", "unknown_id") for who in claim["payouts"] if who not in ids]
    return found


def stops(rules: Rules) -> list[int]:
    """How many tiles one can have been left with: as many as were dealt before a round, or four."""
    dealt, found = 0, [4]
    for step in rules["deal"]:
        dealt += step["tiles"]
        if step["bet"]:
            found.append(dealt)
    return found


def faults_of_hands(record: Record, rules: Rules, deal: Deal) -> list[tuple[str, str]]:
    """The hands that are too short or too long for how far their owners got.

    Four tiles are right for everybody. Who folded may have those he had been dealt by then; in a deal that is
    over, so may who stayed. In an unfinished one those who are still in got at least as far as the record.
    """
    found = []
    for i, player in enumerate(record["players"]):
        seat, hand = deal.seats[player["id"]], player.get("hand")
        if hand is None:
            continue
        right = [seat.tiles, 4]
        if deal.turn is not None and not seat.folded:
            right = [stop for stop in stops(rules) if stop >= seat.tiles]
        if len(hand) not in right:
            found.append((f"/players/{i}/hand", "wrong_count"))
    return found
