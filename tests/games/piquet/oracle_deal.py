"""A slow, plain reading of the Piquet rules, to hold the service against: exchange, play and partie.

The hands and their declarations are read in `oracle`; this shares no code with the service either. Cards that
are unknown, too many or in two hands are no matter of the rules and are not judged here.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tests.games.piquet import oracle
from tests.games.piquet.oracle import Card, Json, Log, Params, Player, height, in_order

Fault = tuple[str, str]  # (JSON Pointer, code)


class IllegalError(ValueError):
    """The faults of a request that the rules of the game forbid."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(str(faults))
        self.faults = list(faults)


class Seats(NamedTuple):
    """PQ-1: the dealer is younger."""

    elder: Player
    younger: Player

    def other(self, player: Player) -> Player:
        """The opponent."""
        return self.younger if player == self.elder else self.elder


def exchange(deal: Json, seats: Seats) -> dict[Player, list[Card]]:
    """PQ-2: elder discards and draws from the top, then younger draws the next. Without discards: none."""
    discards = deal.get("discards") or {who: [] for who in seats}
    talon, after = list(deal.get("talon") or []), {}
    for who in seats:
        drawn, talon = talon[: len(discards[who])], talon[len(discards[who]) :]
        after[who] = in_order([*(card for card in deal["hands"][who] if card not in discards[who]), *drawn])
    return after


def legal_cards(left: Collection[Card], led: Card | None) -> list[Card]:
    """PQ-23: follow suit if able; whoever leads, or cannot follow, plays what he likes."""
    following = [card for card in left if led is not None and card[1] == led[1]]
    return in_order(following or left)


class Trick(NamedTuple):
    """PQ-23: a trick; nobody has answered the lead yet where `winner` is None."""

    leader: Player
    winner: Player | None


def play(
    hands: Mapping[Player, list[Card]], plays: Sequence[Card], seats: Seats
) -> tuple[list[Trick], list[Fault]]:
    """PQ-23: the tricks up to the first fault. A card played before is a duplicate, else it must be legal."""
    left = {who: list(hands[who]) for who in seats}
    tricks: list[Trick] = []
    leader, led = seats.elder, None
    for i, card in enumerate(plays):
        turn = leader if led is None else seats.other(leader)
        if card in plays[:i]:
            return tricks, [(f"/plays/{i}", "duplicate_card")]
        if card not in legal_cards(left[turn], led):
            return tricks, [(f"/plays/{i}", "illegal_play")]
        left[turn].remove(card)
        if led is None:
            led = card
            tricks.append(Trick(leader, None))
        else:
            beaten = card[1] == led[1] and height(card[0]) > height(led[0])
            winner = turn if beaten else leader
            tricks[-1] = Trick(leader, winner)
            leader, led = winner, None
    return tricks, []


def log_play(log: Log, tricks: Sequence[Trick]) -> dict[Player, int]:
    """PQ-20, PQ-23, PQ-24: lead, trick, last trick; cards or capot after the twelfth. How many each won."""
    won = dict.fromkeys(log.totals, 0)
    for number, (leader, winner) in enumerate(tricks, 1):
        log.score(leader, "lead", 1, number)
        if winner is not None:
            won[winner] += 1
            if winner != leader:
                log.score(winner, "trick", 1, number)
            if number == 12:
                log.score(winner, "last_trick", 1, number)
    for who, count in won.items():
        if sum(won.values()) == 12 and count > 6:
            log.note(who, *(("capot", 40) if count == 12 else ("cards", 10)), None)
    return won


def pointer(*parts: object) -> str:
    """A JSON Pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def card_faults(cards: Sequence[Card], held: Collection[Card], at: str) -> list[Fault]:
    """A card named twice in one list, or not held, at the card."""
    found = []
    for i, card in enumerate(cards):
        if card in cards[:i]:
            found.append((f"{at}/{i}", "duplicate_card"))
        elif card not in held:
            found.append((f"{at}/{i}", "illegal_play"))
    return found


def lawful_counts(side: str, elders: int, params: Params) -> range:
    """PQ-2: elder 1 to 5; younger from his minimum to what is left (if elder's number is wrong, 7)."""
    if side == "elder":
        return range(1, 6)
    return range(params.younger_min_exchange, 1 + 8 - (elders if 1 <= elders <= 5 else 1))


def exchange_faults(deal: Json, seats: Seats, params: Params) -> list[Fault]:
    """PQ-2, in the order of the play: a wrong number, then cards that cannot be discarded."""
    found: list[Fault] = []
    discards = deal.get("discards") or {}
    for side, who in seats._asdict().items():
        if discards:
            at = pointer("discards", who)
            if len(discards[who]) not in lawful_counts(side, len(discards[seats.elder]), params):
                found.append((at, "illegal_play"))
            found += card_faults(discards[who], deal["hands"][who], at)
    return found


def declared_faults(dealt: Collection[Card], hand: Collection[Card], said: Json, at: str) -> list[Fault]:
    """PQ-15: what is named must be held: cards first, then whether the group is such a combination."""
    found: list[Fault] = []
    if said.get("carte_blanche") and not oracle.carte_blanche(dealt):
        found.append((f"{at}/carte_blanche", "illegal_play"))
    used: list[object] = []

    def judge(cards: Sequence[Card], where: str, fits: bool, part_of: object) -> None:
        wrong = card_faults(cards, hand, where)
        if not wrong and (not fits or part_of in used):
            wrong = [(where, "illegal_play")]
        if not wrong:
            used.append(part_of)
        found.extend(wrong)

    if said.get("point"):
        judge(said["point"], f"{at}/point", oracle.is_point(said["point"]), "the point")
    whole = [run.cards for run in oracle.sequences(hand, Params())]
    for i, cards in enumerate(said.get("sequences") or []):
        run = next((held for held in whole if set(cards) <= set(held)), None)
        judge(cards, f"{at}/sequences/{i}", oracle.is_sequence(cards), run)
    for i, cards in enumerate(said.get("sets") or []):
        judge(cards, f"{at}/sets/{i}", oracle.is_set(cards), {card[0] for card in cards})
    return found


def compare_faults(request: Json) -> list[Fault]:
    """PQ-15 of a comparison."""
    found: list[Fault] = []
    for side in ("elder", "younger"):
        said = (request.get("declared") or {}).get(side) or {}
        found += declared_faults(request[side], request[side], said, pointer("declared", side))
    return found


def deal_faults(deal: Json, seats: Seats, params: Params) -> list[Fault]:
    """All that is wrong with a deal of different cards; after a wrong exchange nothing more is judged."""
    found = exchange_faults(deal, seats, params)
    if found:
        return found
    after = exchange(deal, seats)
    for who in seats:
        said = (deal.get("declared") or {}).get(who) or {}
        found += declared_faults(deal["hands"][who], after[who], said, pointer("declared", who))
    return found + play(after, deal.get("plays") or [], seats)[1]


def judge_deal(deal: Json, seats: Seats, players: Sequence[Player], params: Params) -> Json:
    """PQ-20 to PQ-24: a lawful deal, as far as it goes."""
    after, log = exchange(deal, seats), Log(dict.fromkeys(players, 0))
    both = {}
    for side, who in seats._asdict().items():
        said = (deal.get("declared") or {}).get(who)
        both[side] = oracle.claims(deal["hands"][who], after[who], said, params)
    oracle.log_declarations(log, seats._asdict(), both, params)
    won = None
    if deal.get("plays") is not None:
        won = log_play(log, play(after, deal["plays"], seats)[0])
    return {
        "dealer": seats.younger,
        "played_hands": {who: after[who] for who in players},
        "events": log.events,
        "scores": log.totals,
        "tricks": won,
        "finished": won is not None and sum(won.values()) == 12,
    }


def winner_of(totals: Mapping[Player, int]) -> Player | None:
    """PQ-30: the higher total wins; equal totals tie."""
    one, other = totals
    if totals[one] == totals[other]:
        return None
    return one if totals[one] > totals[other] else other


def settlement(totals: Mapping[Player, int], params: Params) -> int | None:
    """PQ-30: the difference plus 100, or the sum plus 100 when the loser has fewer than 100."""
    more, fewer = max(totals.values()), min(totals.values())
    if not params.rubicon or more == fewer:
        return None
    return 100 + (more + fewer if fewer < 100 else more - fewer)


def payouts(totals: Mapping[Player, int], stake: int | None) -> dict[Player, int] | None:
    """PQ-30: the winner takes both stakes, a tie gives them back."""
    if stake is None:
        return None
    wins = winner_of(totals)
    return {who: stake if wins is None else 2 * stake if who == wins else 0 for who in totals}


def showdown(request: Json, params: Params) -> Json:
    """PQ-30: one to six deals, the deal alternating; the partie is decided by six finished ones."""
    players, deals, faults = request["players"], [], []
    totals = dict.fromkeys(players, 0)
    for i, deal in enumerate(request["deals"]):
        second = next(who for who in players if who != request["first_dealer"])
        dealers = request["first_dealer"], second
        seats = Seats(dealers[(i + 1) % 2], dealers[i % 2])
        wrong = deal_faults(deal, seats, params)
        faults += [(f"/deals/{i}{at}", code) for at, code in wrong]
        if not wrong:
            deals.append(judge_deal(deal, seats, players, params))
            for who in players:
                totals[who] += deals[-1]["scores"][who]
    if faults:
        raise IllegalError(faults)
    complete = len(deals) == 6 and all(deal["finished"] for deal in deals)
    return {
        "deals": deals,
        "totals": totals,
        "complete": complete,
        "winner": winner_of(totals) if complete else None,
        "settlement": settlement(totals, params) if complete else None,
        "payouts": payouts(totals, request.get("stake")) if complete else None,
    }
