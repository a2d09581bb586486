"""A slow, plain reading of the Piquet rules, to hold the service against: hands, and two of them compared.

It shares no code with the service. Cards are text such as "As" and "Td", a hand is any collection of them,
nothing is packed or precomputed. Answers have the shape of the HTTP contract, without `ruleset`, titles and
`explanation`. Each function tells the rule of the rulebook that it stands for; what the rulebook leaves open
is read as the function says.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

Card = str
Player = str
Json = dict[str, Any]

SUITS = "shdc"
RANKS = "AKQJT987"  # descending
SEQUENCE_NAMES = {3: "tierce", 4: "quart", 5: "quint", 6: "sixième", 7: "septième", 8: "huitième"}
SET_NAMES = {3: "trio", 4: "quatorze"}
SET_POINTS = {3: 3, 4: 14}
CLASSES = ("point", "sequence", "set")


@dataclass(frozen=True)
class Params:
    """The parameters of a ruleset; the defaults are those of `simple`."""

    long_sequence_bonus: int = 0
    rubicon: bool = False
    younger_min_exchange: int = 0
    secondary_combinations: bool = True


NAMED: dict[str, Params] = {
    "simple": Params(),
    "classic": Params(long_sequence_bonus=10, rubicon=True, younger_min_exchange=1),
}


def deck() -> list[Card]:
    """PQ-1: the 32 cards, by suit s h d c and with descending ranks."""
    return [rank + suit for suit in SUITS for rank in RANKS]


def in_order(cards: Iterable[Card]) -> list[Card]:
    """`sorted` of the contract: by suit s h d c, ranks descending."""
    return sorted(cards, key=deck_place)


@cache
def deck_place(card: Card) -> int:
    """Where a card stands in the deck."""
    return deck().index(card)


def height(rank: str) -> int:
    """PQ-1: 7 8 9 T J Q K A, the higher the more."""
    return -RANKS.index(rank)


def value_of(card: Card) -> int:
    """PQ-10: ace 11, king, queen, knave and ten 10, the others their number."""
    return {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}[card[0]]


def of_suit(hand: Collection[Card], suit: str) -> list[Card]:
    """The cards of a suit, descending."""
    return [rank + suit for rank in RANKS if rank + suit in hand]


@dataclass(frozen=True)
class Point:
    """PQ-10."""

    suit: str
    cards: list[Card]
    count: int
    value: int
    points: int


@dataclass(frozen=True)
class Run:
    """PQ-11: a sequence."""

    name: str
    suit: str
    cards: list[Card]
    length: int
    top: str
    points: int


@dataclass(frozen=True)
class Group:
    """PQ-12: a set."""

    name: str
    rank: str
    cards: list[Card]
    size: int
    points: int


Combination = Point | Run | Group


def strength(one: Combination) -> tuple[int, int]:
    """PQ-10: number of cards, then value. PQ-11: length, then top. PQ-12: four before three, then rank."""
    if isinstance(one, Point):
        return one.count, one.value
    if isinstance(one, Run):
        return one.length, height(one.top)
    return one.size, height(one.rank)


def carte_blanche(dealt: Collection[Card]) -> bool:
    """PQ-3: a dealt hand without king, queen or knave."""
    return not any(card[0] in "KQJ" for card in dealt)


def is_sequence(cards: Collection[Card]) -> bool:
    """PQ-11: three or more in a row in a suit, in whatever order they are named."""
    ranks = [card[0] for card in in_order(cards)]
    return len(cards) >= 3 and len({card[1] for card in cards}) == 1 and "".join(ranks) in RANKS


def is_set(cards: Collection[Card]) -> bool:
    """PQ-12: three or four of one rank, tens and above."""
    return len(cards) in SET_NAMES and len({card[0] for card in cards}) == 1 and min(cards)[0] in "AKQJT"


def is_point(cards: Collection[Card]) -> bool:
    """PQ-15: one or more cards of a suit can be declared as the point."""
    return len({card[1] for card in cards}) == 1


def make_point(cards: Collection[Card]) -> Point:
    """PQ-10: it scores its number of cards."""
    ordered = in_order(cards)
    return Point(ordered[0][1], ordered, len(ordered), sum(map(value_of, ordered)), len(ordered))


def make_run(cards: Collection[Card], params: Params) -> Run:
    """PQ-11: it scores its number of cards, and the bonus from five cards on."""
    ordered = in_order(cards)
    n = len(ordered)
    points = n + (params.long_sequence_bonus if n >= 5 else 0)
    return Run(SEQUENCE_NAMES[n], ordered[0][1], ordered, n, ordered[0][0], points)


def make_set(cards: Collection[Card]) -> Group:
    """PQ-12: quatorze 14, trio 3."""
    n = len(cards)
    return Group(SET_NAMES[n], min(cards)[0], in_order(cards), n, SET_POINTS[n])


def point(hand: Collection[Card]) -> Point:
    """PQ-10: most cards of one suit, then the higher sum, then the first of s h d c (max keeps the first)."""
    suits = [of_suit(hand, suit) for suit in SUITS]
    return max((make_point(cards) for cards in suits if cards), key=strength)


@cache
def whole_runs(ranks: str) -> list[str]:
    """PQ-11: of the ranks held in a suit, each run of three or more that no held card makes longer."""
    parts = [RANKS[i:j] for i, j in combinations(range(9), 2) if j - i >= 3]
    runs = [part for part in parts if set(part) <= set(ranks)]
    return [run for run in runs if not any(run != other and run in other for other in runs)]


def sequences(hand: Collection[Card], params: Params) -> list[Run]:
    """PQ-11: all sequences, best first; of equal ones the first of s h d c."""
    found: list[Run] = []
    for suit in SUITS:
        runs = whole_runs("".join(card[0] for card in of_suit(hand, suit)))
        found += [make_run([rank + suit for rank in ranks], params) for ranks in runs]
    return sorted(found, key=strength, reverse=True)


def sets(hand: Collection[Card]) -> list[Group]:
    """PQ-12: all sets, best first."""
    ranks = [[rank + suit for suit in SUITS if rank + suit in hand] for rank in "AKQJT"]
    return sorted((make_set(cards) for cards in ranks if is_set(cards)), key=strength, reverse=True)


@dataclass(frozen=True)
class Claims:
    """What a player declares; every class is a list, best first, the point of at most one."""

    carte_blanche: bool
    point: list[Point]
    sequence: list[Run]
    set: list[Group]

    def of(self, name: str) -> Sequence[Combination]:
        """The combinations of a class."""
        by_name: dict[str, Sequence[Combination]] = {
            "point": self.point,
            "sequence": self.sequence,
            "set": self.set,
        }
        return by_name[name]


def holdings(dealt: Collection[Card], hand: Collection[Card], params: Params) -> Claims:
    """All a player holds: carte blanche as dealt (PQ-3), the classes after the exchange."""
    return Claims(carte_blanche(dealt), [point(hand)], sequences(hand, params), sets(hand))


def worth(combinations_of_class: Sequence[Combination], params: Params) -> int:
    """PQ-13: what the winner of a class scores in it: all, or his best only."""
    counted = combinations_of_class if params.secondary_combinations else combinations_of_class[:1]
    return sum(one.points for one in counted)


def evaluate(hand: Collection[Card], params: Params) -> Json:
    """A hand alone: it counts as dealt, and nobody is against it (so PQ-13 bounds it, PQ-21 does not add)."""
    held = holdings(hand, hand, params)
    return {
        "carte_blanche": held.carte_blanche,
        "point": asdict(held.point[0]),
        "sequences": [asdict(one) for one in held.sequence],
        "sets": [asdict(one) for one in held.set],
        "unopposed": 10 * held.carte_blanche + sum(worth(held.of(name), params) for name in CLASSES),
    }


def claims(dealt: Collection[Card], hand: Collection[Card], declared: Json | None, params: Params) -> Claims:
    """PQ-15: missing or null is all he holds, [] (false) nothing, else exactly what is named."""
    held, said = holdings(dealt, hand, params), declared or {}
    blanche, cards, runs, groups = map(said.get, ("carte_blanche", "point", "sequences", "sets"))
    by_strength: Json = {"key": strength, "reverse": True}
    return Claims(
        held.carte_blanche if blanche is None else bool(blanche),
        held.point if cards is None else [make_point(cards)] if cards else [],
        held.sequence if runs is None else sorted((make_run(one, params) for one in runs), **by_strength),
        held.set if groups is None else sorted(map(make_set, groups), **by_strength),
    )


def answer(elder: Sequence[Combination], younger: Sequence[Combination]) -> str | None:
    """PQ-14: younger's true answer to elder's claim; none where elder claims nothing."""
    if not elder:
        return None
    if not younger or strength(elder[0]) > strength(younger[0]):
        return "good"
    return "equal" if strength(elder[0]) == strength(younger[0]) else "not_good"


def class_winner(elder: Sequence[Combination], younger: Sequence[Combination]) -> str | None:
    """PQ-10 to PQ-12: the better best combination; equal, or none at all: nobody."""
    if not younger:
        return "elder" if elder else None
    return {"good": "elder", "equal": None, "not_good": "younger", None: "younger"}[answer(elder, younger)]


def classes(elder: Claims, younger: Claims, params: Params) -> dict[str, Json]:
    """Each class of a comparison: best claims, answer, winner and all he scores in it (PQ-13)."""
    found: dict[str, Json] = {}
    for name in CLASSES:
        both = {"elder": elder.of(name), "younger": younger.of(name)}
        wins = class_winner(**both)
        found[name] = {side: asdict(one[0]) if one else None for side, one in both.items()}
        found[name]["answer"] = answer(**both)
        found[name]["winner"] = wins
        found[name]["points"] = worth(both[wins], params) if wins else 0
    return found


@dataclass
class Log:
    """PQ-20: events with running totals; PQ-21 and PQ-22 follow at once what reaches 30."""

    totals: dict[Player, int]
    events: list[Json] = field(default_factory=list)

    def note(self, player: Player, reason: str, points: int, trick: int | None) -> None:
        """One event."""
        self.totals[player] += points
        event = {"player": player, "reason": reason, "points": points, "total": self.totals[player]}
        self.events.append(event if trick is None else {**event, "trick": trick})

    def score(self, player: Player, reason: str, points: int, trick: int | None = None) -> None:
        """PQ-21 before the play, PQ-22 in it: 30 reached and the other has nothing; one of them, once.

        The total counts, carte blanche with it. A pique has the number of its trick.
        """
        self.note(player, reason, points, trick)
        others = sum(total for other, total in self.totals.items() if other != player)
        had = any(event["reason"] in ("repique", "pique") for event in self.events)
        if self.totals[player] >= 30 and others == 0 and not had:
            self.note(player, *(("repique", 60) if trick is None else ("pique", 30)), trick)


def log_declarations(
    log: Log, names: Mapping[str, Player], both: Mapping[str, Claims], params: Params
) -> None:
    """PQ-20: carte blanche, point, sequences, sets: one event for a class, none for nothing."""
    for side in ("elder", "younger"):
        if both[side].carte_blanche:
            log.score(names[side], "carte_blanche", 10)
    for name, one in classes(both["elder"], both["younger"], params).items():
        if one["winner"]:
            log.score(names[one["winner"]], name, one["points"])


def compare(request: Json, params: Params) -> Json:
    """Two hands, both as dealt: the classes, the events up to the play and the points."""
    both, log = {}, Log({"elder": 0, "younger": 0})
    for side in ("elder", "younger"):
        said = (request.get("declared") or {}).get(side)
        both[side] = claims(request[side], request[side], said, params)
    log_declarations(log, {"elder": "elder", "younger": "younger"}, both, params)
    ahead = [side for side, total in log.totals.items() if total == max(log.totals.values())]
    return {
        "classes": classes(both["elder"], both["younger"], params),
        "events": log.events,
        "points": log.totals,
        "leader": ahead[0] if len(ahead) == 1 else None,
    }
