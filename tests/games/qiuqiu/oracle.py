"""A slow, plain reading of the QiuQiu rules, to hold the service against.

It shares no code with the service. Tiles are text such as "6-5", hands are tuples of four tiles, nothing is
packed or precomputed. Each function tells the rule of the rulebook that it stands for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Tile = str
Hand = tuple[Tile, ...]
Split = tuple[Hand, Hand]
Declaration = Sequence[Sequence[Tile]]
Entry = tuple[Hand, Declaration | None]
# (place of the category, inside order, tie-break): greater is better, equal is a tie.
Strength = tuple[int, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Params:
    """The parameters that decide what a hand is worth; the defaults are those of `pagat`."""

    ranking: tuple[str, ...] = ("six_gods", "four_doubles", "big", "small", "pairs")
    big_min: int = 39
    small_max: int = 9
    straight_order: str = "pips"
    hui: bool = False
    three_doubles: bool = False
    tie_break: str = "none"
    comparison: str = "high_first"


PAGAT = Params()
NAMED: dict[str, Params] = {
    "pagat": PAGAT,
    "wikipedia": Params(
        ranking=("big", "small", "four_doubles", "qiu_qiu", "straight", "pairs"),
        big_min=38,
        straight_order="double_then_pips",
        three_doubles=True,
        tie_break="highest_double",
    ),
    "pagat-straight": replace(
        PAGAT, ranking=("six_gods", "four_doubles", "big", "small", "qiu_qiu", "straight", "pairs")
    ),
    "pagat-no-six-gods": replace(PAGAT, ranking=("four_doubles", "big", "small", "pairs")),
    "pagat-plain": replace(PAGAT, ranking=("pairs",)),
    "pagat-hui": replace(PAGAT, hui=True),
    "pagat-three-doubles": replace(PAGAT, three_doubles=True),
    "pagat-highest-double": replace(PAGAT, tie_break="highest_double"),
    "pagat-split": replace(PAGAT, comparison="split"),
    "pagat-one-bet": PAGAT,
    "pagat-three-bets": PAGAT,
    "online": Params(
        ranking=("six_gods", "four_doubles", "small", "big", "qiu_qiu", "pairs"), tie_break="highest_tile"
    ),
}


def tiles() -> list[Tile]:
    """QQ-1: the 28 tiles of double-six in the order 0-0, 1-0, 1-1, 2-0, ... 6-6."""
    return [f"{high}-{low}" for high in range(7) for low in range(high + 1)]


def all_hands() -> list[Hand]:
    """QQ-2: the 20,475 hands, in the lexicographic order of the tiles' order."""
    return list(combinations(tiles(), 4))


@cache
def halves(tile: Tile) -> tuple[int, int]:
    """QQ-1: the higher half and the lower half."""
    high, low = tile.split("-")
    return int(high), int(low)


def pips(group: Iterable[Tile]) -> int:
    """QQ-2: the pips of some tiles, all their halves added."""
    return sum(sum(halves(tile)) for tile in group)


def is_double(tile: Tile) -> bool:
    """A double has the same number on both halves."""
    return halves(tile)[0] == halves(tile)[1]


@cache
def size_of(tile: Tile) -> tuple[int, int]:
    """QQ-13: tiles are sorted by pips, then by the higher half."""
    return sum(halves(tile)), halves(tile)[0]


def sort_tiles(group: Iterable[Tile]) -> Hand:
    """QQ-13: the greatest tile first."""
    return tuple(sorted(group, key=size_of, reverse=True))


@dataclass(frozen=True)
class Group:
    """Some tiles of a hand that count together; `counts` names the tiles that do not count their pips."""

    tiles: Hand
    value: int
    counts: dict[Tile, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Arrangement:
    """A hand in two groups, the one worth more as `high`."""

    high: Group
    low: Group


def values_of_tile(tile: Tile, params: Params) -> list[int]:
    """QQ-11: what a tile may count in a pair or alone: 2-1 and 4-2 are 3 or 6 with hui."""
    return [3, 6] if params.hui and tile in ("2-1", "4-2") else [pips([tile])]


def splits(hand: Hand, params: Params) -> list[Split]:
    """QQ-10: three ways to make two pairs. QQ-12: three doubles and a lone tile, where the option is on."""
    first, *rest = hand
    found: list[Split] = [((first, mate), tuple(tile for tile in rest if tile != mate)) for mate in rest]
    if params.three_doubles:
        for lone in hand:
            three = tuple(tile for tile in hand if tile != lone)
            if all(is_double(tile) for tile in three):
                found.append((three, (lone,)))
    return found


def readings_of_group(group: Hand, params: Params) -> list[Group]:
    """QQ-10: pips modulo 10. QQ-11: with each hui choice. QQ-12: three doubles count 9."""
    ordered = sort_tiles(group)
    if len(group) == 3:
        return [Group(ordered, 9)]
    found = []
    for counted in product(*(values_of_tile(tile, params) for tile in ordered)):
        changed = {tile: n for tile, n in zip(ordered, counted, strict=True) if n != pips([tile])}
        found.append(Group(ordered, sum(counted) % 10, changed))
    return found


def tile_sizes(group: Group) -> list[tuple[int, int]]:
    """QQ-13: what is compared of two groups of the same value, tile by tile."""
    return [size_of(tile) for tile in group.tiles]


def in_order(one: Group, other: Group) -> Arrangement:
    """QQ-10: the group worth more is high. QQ-13: of two at 9-9 the three doubles, else the greater tiles."""

    def key(group: Group) -> tuple[int, bool, list[tuple[int, int]]]:
        return group.value, len(group.tiles) == 3, tile_sizes(group)

    return Arrangement(one, other) if key(one) > key(other) else Arrangement(other, one)


def readings_of_split(split: Split, params: Params) -> list[Arrangement]:
    """QQ-11: every reading of one way to split, each hui tile on its own."""
    one, other = split
    pairs = product(readings_of_group(one, params), readings_of_group(other, params))
    return [in_order(a, b) for a, b in pairs]


def readings(hand: Hand, params: Params) -> list[Arrangement]:
    """QQ-10, QQ-11, QQ-12: every arrangement of a hand, with every hui reading of it."""
    return [found for split in splits(hand, params) for found in readings_of_split(split, params)]


def value_of(arrangement: Arrangement) -> tuple[int, int]:
    """QQ-13: high value first, then low value."""
    return arrangement.high.value, arrangement.low.value


def preference(arrangement: Arrangement) -> tuple[tuple[int, int], bool, list[tuple[int, int]], int]:
    """QQ-13: value, two-two before three-one, the greater high group. QQ-11: then the fewest changes."""
    two_two = len(arrangement.high.tiles) == len(arrangement.low.tiles)
    return value_of(arrangement), two_two, tile_sizes(arrangement.high), -changes(arrangement)


def best(hand: Hand, params: Params) -> Arrangement:
    """QQ-13: the canonical best arrangement."""
    return max(readings(hand, params), key=preference)


def declared(hand: Hand, arrangement: Declaration, params: Params) -> Arrangement:
    """QQ-14: the arrangement a player states, its hui tiles read in the best way for it."""
    stated = sorted(tuple(sorted(group)) for group in arrangement)
    for split in splits(hand, params):
        if sorted(tuple(sorted(group)) for group in split) == stated:
            return max(readings_of_split(split, params), key=preference)
    raise ValueError(f"{arrangement} is no arrangement of {hand}")


def arrangements(hand: Hand, params: Params) -> list[Arrangement]:
    """One for each split and pair of values it can have (QQ-11: fewest changes), best first (QQ-13)."""
    found: list[Arrangement] = []
    for split in splits(hand, params):
        by_value: dict[tuple[int, int], Arrangement] = {}
        for reading in sorted(readings_of_split(split, params), key=changes, reverse=True):
            by_value[value_of(reading)] = reading
        found += by_value.values()
    return sorted(found, key=preference, reverse=True)


def changes(arrangement: Arrangement) -> int:
    """QQ-11: how many tiles do not count their pips."""
    return len(arrangement.high.counts) + len(arrangement.low.counts)


def is_straight(hand: Hand) -> bool:
    """The pips of the four tiles are four consecutive numbers (QQ-11: never with hui)."""
    totals = sorted(pips([tile]) for tile in hand)
    return totals == list(range(totals[0], totals[0] + 4))


def qualifies(name: str, hand: Hand, arrangement: Arrangement, params: Params) -> bool:
    """The table of categories, one line each."""
    tests: dict[str, bool] = {
        "six_gods": all(pips([tile]) == 6 for tile in hand),
        "four_doubles": all(is_double(tile) for tile in hand),
        "big": pips(hand) >= params.big_min,
        "small": pips(hand) <= params.small_max,
        "qiu_qiu": value_of(arrangement) == (9, 9),
        "straight": is_straight(hand),
        "pairs": True,
    }
    return tests[name]


def played(hand: Hand, params: Params, arrangement: Declaration | None = None) -> Arrangement:
    """QQ-14: the declared arrangement, or without one the best."""
    return best(hand, params) if arrangement is None else declared(hand, arrangement, params)


def category_of(hand: Hand, arrangement: Arrangement, stated: bool, params: Params) -> str:
    """The highest category the hand qualifies for. QQ-14: a declared hand plays as its pairs only."""
    ranking = [name for name in params.ranking if name in ("qiu_qiu", "pairs") or not stated]
    return next(name for name in ranking if qualifies(name, hand, arrangement, params))


def category(hand: Hand, params: Params, arrangement: Declaration | None = None) -> str:
    """The category a hand plays in (QQ-14, QQ-20)."""
    return standing(hand, params, arrangement).category


def highest_double(hand: Hand) -> tuple[int, ...]:
    """QQ-22: the highest double; less than any where there is none."""
    return (max((halves(tile)[0] for tile in hand if is_double(tile)), default=-1),)


def highest_tile(hand: Hand) -> tuple[int, ...]:
    """QQ-22: the best tile: a double before any other, then more pips, then the higher half."""
    return max((int(is_double(tile)), *size_of(tile)) for tile in hand)


def tie_break(hand: Hand, params: Params) -> tuple[int, ...]:
    """QQ-22: what parts hands that are still equal."""
    breaks = {"none": (), "highest_double": highest_double(hand), "highest_tile": highest_tile(hand)}
    return breaks[params.tie_break]


def inside_order(name: str, hand: Hand, arrangement: Arrangement, params: Params) -> tuple[int, ...]:
    """QQ-21: the order inside a category; six gods and four doubles have none."""
    straight = (pips(hand),) if params.straight_order == "pips" else (*highest_double(hand), pips(hand))
    orders: dict[str, tuple[int, ...]] = {
        "big": (pips(hand),),
        "small": (-pips(hand),),
        "straight": straight,
        "qiu_qiu": value_of(arrangement),
        "pairs": value_of(arrangement),
    }
    return orders.get(name, ())


@dataclass(frozen=True)
class Standing:
    """What a hand counts as; `arrangement` is None where its category needs none."""

    hand: Hand
    category: str
    arrangement: Arrangement | None
    strength: Strength


def standing(hand: Hand, params: Params, arrangement: Declaration | None = None) -> Standing:
    """The category of a hand, how it is arranged, and its strength (QQ-20, QQ-21, QQ-22)."""
    as_played = played(hand, params, arrangement)
    name = category_of(hand, as_played, arrangement is not None, params)
    place = len(params.ranking) - params.ranking.index(name)
    strong = (place, inside_order(name, hand, as_played, params), tie_break(hand, params))
    return Standing(hand, name, as_played if name in ("qiu_qiu", "pairs") else None, strong)


def strength(hand: Hand, params: Params, arrangement: Declaration | None = None) -> Strength:
    """QQ-30: (category, inside order, tie-break), greater is better, equal is a tie."""
    return standing(hand, params, arrangement).strength


def decided_by(first: Standing, following: Standing, params: Params) -> str:
    """The word for what parts the first hand from the next one (compare in the HTTP contract)."""
    if first.category != following.category:
        return "category"
    words = ["pips"]
    if first.category in ("pairs", "qiu_qiu"):
        words = ["high", "low"]
    elif first.category == "straight" and params.straight_order == "double_then_pips":
        words = ["highest_double", "pips"]
    for word, here, there in zip(words, first.strength[1], following.strength[1], strict=False):
        if here != there:
            return word
    return "tie" if first.strength[2] == following.strength[2] else params.tie_break


class Half(NamedTuple):
    """QQ-31: one half of a split pot."""

    value: int
    winners: list[str]


@dataclass(frozen=True)
class Result:
    """Who wins a pot and what part of it."""

    winners: list[str]
    decided_by: str
    shares: dict[str, Fraction]
    split: dict[str, Half] | None = None


def standings(hands: Mapping[str, Entry], params: Params) -> dict[str, Standing]:
    """The standing of each hand of a comparison."""
    return {who: standing(hand, params, stated) for who, (hand, stated) in hands.items()}


def places(hands: Mapping[str, Entry], params: Params) -> dict[str, int]:
    """QQ-30: 1 and how many hands are better, so that equal hands share a place (1, 1, 3)."""
    known = {who: one.strength for who, one in standings(hands, params).items()}
    return {who: 1 + sum(other > mine for other in known.values()) for who, mine in known.items()}


def best_half(part: str, hands: dict[str, Standing], params: Params) -> Half:
    """QQ-31: the best value of one half, then the tie-break; whoever is still equal shares it."""
    scores: dict[str, tuple[int, tuple[int, ...]]] = {}
    for who, one in hands.items():
        assert one.arrangement is not None
        value = one.arrangement.high.value if part == "high" else one.arrangement.low.value
        scores[who] = value, tie_break(one.hand, params)
    top = max(scores.values())
    return Half(top[0], [who for who, score in scores.items() if score == top])


def splits_the_pot(hands: dict[str, Standing], params: Params) -> bool:
    """QQ-31: the pot is halved where no hand is above pairs and none has a pair worth 9."""
    return params.comparison == "split" and all(
        one.category == "pairs" and one.arrangement is not None and one.arrangement.high.value != 9
        for one in hands.values()
    )


def winners(hands: Mapping[str, Entry], params: Params) -> Result:
    """QQ-30, QQ-31, QQ-23: who wins among these hands (two or more), with the share of the pot of each."""
    known = standings(hands, params)
    shares = dict.fromkeys(known, Fraction(0))
    if splits_the_pot(known, params):
        both = {part: best_half(part, known, params) for part in ("high", "low")}
        for half in both.values():
            for who in half.winners:
                shares[who] += Fraction(1, 2 * len(half.winners))
        return Result([who for who in known if shares[who]], "split", shares, both)
    first, following, *_ = sorted(known.values(), key=lambda one: one.strength, reverse=True)
    top = [who for who in known if known[who].strength == first.strength]
    for who in top:
        shares[who] = Fraction(1, len(top))
    return Result(top, decided_by(first, following, params), shares)


class Row(NamedTuple):
    """One hand of the whole table; high and low are None where the category needs no arrangement."""

    category: str
    high: int | None
    low: int | None
    rank: int
    ranks: int


def evaluate_all(params: Params) -> dict[Hand, Row]:
    """Every hand with its category, values and rank: 1 is the best of `ranks` different strengths."""
    known = {hand: standing(hand, params) for hand in all_hands()}
    order = sorted({one.strength for one in known.values()}, reverse=True)
    rank = {strong: i for i, strong in enumerate(order, 1)}
    rows: dict[Hand, Row] = {}
    for hand, one in known.items():
        high, low = (None, None) if one.arrangement is None else value_of(one.arrangement)
        rows[hand] = Row(one.category, high, low, rank[one.strength], len(order))
    return rows
