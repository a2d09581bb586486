"""Records of disputed deals: legal ones, and ones with one thing corrupted.

A legal record is made by walking through what the oracle says is legal, so that no random action is thrown
away. Stacks and limits are small against each other: all-ins, side pots, short all-ins and rounds that open
again come often.
"""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tests.games.qiuqiu import oracle
from tests.games.qiuqiu.oracle_betting import WORDS, Deal, Rules, arbitrate, rules_of, stops

Record = dict[str, Any]
NAMES = ("ani", "budi", "citra", "dewi", "eko", "fitri")
# After so many actions nobody bets or raises any more, so that each walk ends soon.
LONG = 30
# How often each action is taken where it is legal.
WEIGHTS = {"check": 3, "bet": 4, "call": 5, "raise": 5, "fold": 1}

deals = st.sampled_from([[4], [3, 1], [2, 2], [1, 3], [2, 1, 1], [1, 1, 2], [1, 1, 1, 1]]).flatmap(
    lambda steps: st.tuples(
        *(st.fixed_dictionaries({"tiles": st.just(n), "bet": st.booleans()}) for n in steps)
    )
)

inline_rulesets = st.fixed_dictionaries(
    {"extends": st.sampled_from(sorted(oracle.NAMED))},
    optional={
        "deal": st.just([{"tiles": 4, "bet": True}]) | deals.map(list),
        "first_to_act": st.sampled_from(["dealer", "after_dealer"]),
        "comparison": st.sampled_from(["high_first", "split"]),
    },
)

rulesets: st.SearchStrategy[str | dict[str, Any]] = (
    st.sampled_from(["pagat", "pagat-one-bet", "pagat-three-bets", "online"])
    | st.sampled_from(sorted(oracle.NAMED))
    | inline_rulesets
)

rakes = st.none() | st.fixed_dictionaries(
    {"basis_points": st.sampled_from([0, 250, 500, 3_333, 10_000])},
    optional={"cap": st.none() | st.integers(0, 20), "no_contest_no_rake": st.booleans()},
)


@st.composite
def limits(draw: st.DrawFn) -> dict[str, Any]:
    least = draw(st.integers(1, 20))
    most = draw(st.none() | st.just(least) | st.integers(least, 5 * least))
    return {"min": least, "max": most}


@st.composite
def tables(draw: st.DrawFn) -> Record:
    """A record before its first action, nobody's hand in it yet."""
    ruleset = draw(rulesets)
    rounds = sum(step["bet"] for step in rules_of(ruleset)["deal"])
    ids = NAMES[: draw(st.integers(2, 6))]
    # From all-in by the ante to deep.
    stacks = st.integers(1, 12) | st.integers(5, 60) | st.integers(20, 200) | st.just(1_000)
    return {
        "ruleset": ruleset,
        "dealer": draw(st.sampled_from(ids)),
        "ante": draw(st.sampled_from([5, 10, 1, 0])),
        "limits": [draw(limits()) for _ in range(rounds)],
        "rake": draw(rakes),
        "players": [{"id": who, "stack": draw(stacks)} for who in ids],
        "actions": [],
    }


@st.composite
def lines(draw: st.DrawFn, deal: Deal, passive: bool) -> dict[str, Any]:
    """One legal action of the player to act."""
    assert deal.turn is not None
    legal = deal.legal()
    words = [word for word in WORDS if word in legal and not (passive and word in ("bet", "raise"))]
    word = draw(st.sampled_from([word for word in words for _ in range(WEIGHTS[word])]))
    line: dict[str, Any] = {"player": deal.turn.id, "action": word}
    span = legal[word]
    if span is not None:
        line["to"] = draw(st.sampled_from(span) | st.integers(*span))
    elif draw(st.integers(0, 9)) == 0:
        # An optional member may be null.
        line["to"] = None
    return line


@st.composite
def hands(draw: st.DrawFn, record: Record, deal: Deal, rules: Rules) -> None:
    """Gives each player the tiles that the record may show of him once the deal has got so far."""
    order = draw(st.permutations(oracle.tiles()))
    contest = len(deal.live()) > 1
    for i, player in enumerate(record["players"]):
        seat, four = deal.seats[player["id"]], list(order[4 * i : 4 * i + 4])
        shown: list[list[str] | None] = [four]
        if seat.folded or not contest:
            shown += [four[: seat.tiles], None]
        elif deal.turn is not None:
            shown += [four[:stop] for stop in stops(rules) if stop >= seat.tiles] + [None]
        hand = draw(st.sampled_from(shown))
        if hand is not None or draw(st.booleans()):
            player["hand"] = hand
        if hand == four:
            ways: list[Any] = [None, *([list(part) for part in way] for way in splits_of(four, rules))]
            arrangement = draw(st.sampled_from(ways))
            if arrangement is not None or draw(st.booleans()):
                player["arrangement"] = arrangement


def splits_of(hand: list[str], rules: Rules) -> list[oracle.Split]:
    return oracle.splits(tuple(hand), rules["hands"])


@st.composite
def claims(draw: st.DrawFn, payouts: dict[str, int]) -> dict[str, Any]:
    """What somebody says he should get: all right, the zeros left out, or wrong somewhere."""
    claimed = dict(payouts)
    if draw(st.booleans()):
        claimed = {who: chips for who, chips in claimed.items() if chips}
    for who in draw(st.lists(st.sampled_from(sorted(payouts)), unique=True, max_size=2)):
        claimed[who] = draw(st.integers(0, payouts[who] + 3))
    return {"payouts": claimed}


@st.composite
def legal_records(draw: st.DrawFn, cut: bool | None = None) -> Record:
    """A record without an illegal action. `cut`: whether its tail is missing; None: sometimes."""
    record = draw(tables())
    rules = rules_of(record["ruleset"])
    deal = Deal(record, rules)
    while deal.turn is not None:
        line = draw(lines(deal, len(record["actions"]) >= LONG))
        record["actions"].append(line)
        deal.act(line["action"], line.get("to"))
    # POT-7: no contribution at all is an error.
    assume(any(seat.put_in for seat in deal.seats.values()))
    # Hands and claim are those of the whole deal, so that a cut record looks like one torn off.
    draw(hands(record, deal, rules))
    assume(record["actions"] or not cut)
    tail = 0
    if record["actions"] and (cut or (cut is None and draw(st.integers(0, 3)) == 0)):
        tail = draw(st.integers(1, len(record["actions"])))
    if draw(st.integers(0, 3)):
        record["claim"] = draw(claims(arbitrate(record, rules)["payouts"]))
    record["actions"] = record["actions"][: len(record["actions"]) - tail]
    return record


@dataclass(frozen=True)
class Corruption:
    """A record with one thing changed; `step` is the first line that is not what it was, None for a tile."""

    kind: str
    step: int | None
    record: Record


KINDS = ("action", "amount", "player", "tile", "dropped", "doubled")


@st.composite
def corruptions(draw: st.DrawFn) -> Corruption:
    """A legal record, perhaps an unfinished one, with one thing corrupted. It may still be legal."""
    record = deepcopy(draw(legal_records()))
    actions = record["actions"]
    amounts = [i for i, line in enumerate(actions) if line.get("to") is not None]
    held = [player for player in record["players"] if player.get("hand")]
    can = {"amount": bool(amounts), "tile": bool(held)}
    kinds = [kind for kind in KINDS if can.get(kind, bool(actions))]
    assume(kinds)
    kind = draw(st.sampled_from(kinds))
    if kind == "tile":
        corrupt_tile(draw, record, draw(st.sampled_from(held)))
        return Corruption(kind, None, record)
    step = draw(st.sampled_from(amounts) if kind == "amount" else st.integers(0, len(actions) - 1))
    line = actions[step]
    if kind == "action":
        line["action"] = draw(st.sampled_from([word for word in WORDS if word != line["action"]]))
        if line["action"] not in ("bet", "raise"):
            line.pop("to", None)
        elif line.get("to") is None:
            line["to"] = draw(st.integers(1, 100))
    elif kind == "amount":
        to = line["to"]
        others = st.sampled_from([to - 1, to + 1, 2 * to, 10 * to]) | st.integers(1, 2 * to)
        line["to"] = draw(others.filter(lambda chips: chips > 0 and chips != to))
    elif kind == "player":
        ids = [player["id"] for player in record["players"] if player["id"] != line["player"]]
        line["player"] = draw(st.sampled_from(ids))
    elif kind == "dropped":
        del actions[step]
    else:
        step += 1
        actions.insert(step, dict(line))
    return Corruption(kind, step, record)


def corrupt_tile(draw: st.DrawFn, record: Record, player: dict[str, Any]) -> None:
    """One tile is another, a free one or one that lies somewhere; or there is one too few or too many.

    A declared arrangement follows where it can and goes where it cannot: only one thing is wrong.
    """
    hand = player["hand"]
    i = draw(st.integers(0, len(hand) - 1))
    way = draw(st.sampled_from(["other", "missing", "more"]))
    if way == "missing":
        del hand[i]
        player.pop("arrangement", None)
        return
    new = draw(st.sampled_from([tile for tile in oracle.tiles() if tile != hand[i]]))
    if way == "more":
        hand.append(new)
        player.pop("arrangement", None)
        return
    old, hand[i] = hand[i], new
    arrangement = player.get("arrangement")
    if arrangement is not None:
        groups = [[new if tile == old else tile for tile in group] for group in arrangement]
        if any(len(group) == 3 for group in groups) or len(set(hand)) < len(hand):
            player.pop("arrangement")
        else:
            player["arrangement"] = groups
