"""Odds of two, three or four tiles: held against a count of every deal by the oracle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.app import create_app
from service.core.tiles import NAMES, SORT_KEY
from service.games.qiuqiu.deals import deal
from service.games.qiuqiu.odds import SAMPLES, Odds, odds
from service.games.qiuqiu.ranking import HANDS
from service.games.qiuqiu.rules import Method, Parameters
from tests.games.qiuqiu import oracle
from tests.games.qiuqiu.bridge import (
    catalogue,
    evaluated,
    inline,
    inline_changes,
    oracle_params,
    table,
    tiles,
)

ALL = oracle.tiles()
PAGAT = inline({})


def found(
    parameters: Parameters, hand: Sequence[str], opponents: int = 1, dead: Sequence[str] = (), **more: Any
) -> Odds:
    return odds(parameters, table(parameters.hand_rules), tiles(hand), opponents, tiles(dead), **more)


def deals(held: Sequence[oracle.Hand], left: Sequence[str]) -> Iterator[list[oracle.Hand]]:
    """Every way to fill the hands from the tiles left, each as likely."""
    if not held:
        yield []
        return
    first, *others = held
    for drawn in combinations(left, 4 - len(first)):
        for rest in deals(others, [tile for tile in left if tile not in drawn]):
            yield [(*first, *drawn), *rest]


def every_share(parameters: Parameters, held: Sequence[oracle.Hand], left: Sequence[str]) -> list[Fraction]:
    params = oracle_params(parameters)
    return [
        oracle.winners({str(seat): (hand, None) for seat, hand in enumerate(hands)}, params).shares["0"]
        for hands in deals(held, left)
    ]


def outcome(shares: Sequence[Fraction]) -> list[Fraction | int]:
    win, lose = shares.count(Fraction(1)), shares.count(Fraction(0))
    return [len(shares), win, len(shares) - win - lose, lose, sum(shares, Fraction(0)) / len(shares)]


def tallied(ours: Odds) -> list[Fraction | int]:
    tally = ours.tally
    return [tally.trials, tally.win, tally.tie, tally.lose, tally.share]


def seen(order: Sequence[str], own: int, known: int, spare: int) -> tuple[list[oracle.Hand], list[str]]:
    """Tiles of one's own and of an opponent, and the tiles left, ``spare`` more than they miss."""
    held = [tuple(order[:own]), tuple(order[own : own + known])]
    return held, list(order[own + known : 8 + spare])


@settings(max_examples=60)
@given(inline_changes, st.permutations(ALL), st.integers(2, 4), st.integers(0, 4), st.integers(0, 2))
@example({"hui": True}, ["4-2", "2-1", "5-3", "5-0", *ALL[-6:]], 2, 0, 2)
@example({"comparison": "split"}, ALL, 2, 0, 2)
@example({"comparison": "split", "tie_break": "highest_double"}, ALL[::-1], 3, 1, 2)
@example({"tie_break": "highest_tile", "three_doubles": True}, ["6-6", "5-5", "4-4", *ALL[:20]], 3, 0, 2)
def test_every_deal_against_one_is_counted(
    changes: dict[str, object], order: list[str], own: int, known: int, spare: int
) -> None:
    parameters = inline(changes)
    held, left = seen(order, own, known, spare)
    dead = [tile for tile in ALL if tile not in {*held[0], *held[1], *left}]
    ours = found(parameters, held[0], dead=dead, known=[tiles(held[1])])
    assert tallied(ours) == outcome(every_share(parameters, held, left))
    assert (ours.method, ours.standard_error) == (Method.EXACT, 0)


def test_one_deal_that_is_known_is_a_showdown() -> None:
    ours = found(PAGAT, ("2-0", "4-1", "4-4", "6-5"), known=[tiles(("1-1", "3-2", "4-2", "6-3"))])
    assert tallied(ours) == outcome(
        every_share(PAGAT, [("2-0", "4-1", "4-4", "6-5"), ("1-1", "3-2", "4-2", "6-3")], [])
    )
    assert ours.tally.trials == 1


@settings(max_examples=30)
@given(inline_changes, st.permutations(ALL), st.integers(2, 5), st.integers(0, 23), st.booleans())
@example({"comparison": "split"}, ["2-2", "3-0", "6-6", "6-5", "3-3", "3-1", "2-0", "6-4", *ALL], 2, 0, True)
def test_where_one_deal_only_is_possible_it_is_counted_against_any_number(
    changes: dict[str, object], order: list[str], opponents: int, open_place: int, whole: bool
) -> None:
    parameters = inline(changes)
    order = [*dict.fromkeys(order)]
    players = opponents + 1
    held = [tuple(order[4 * seat : 4 * seat + 4]) for seat in range(players)]
    dead, left = [], []
    if not whole:
        # One tile is still to come, and one is left for it.
        seat = open_place % players
        left, dead = [*held[seat][3:]], order[4 * players :]
        held[seat] = held[seat][:3]
    ours = found(parameters, held[0], opponents, dead, known=[tiles(hand) for hand in held[1:]])
    assert tallied(ours) == outcome(every_share(parameters, held, left))
    assert (ours.method, ours.standard_error, ours.tally.trials) == (Method.EXACT, 0, 1)
    assert (ours.draws is None) == (len(held[0]) == 4)


RULESETS = {
    name: catalogue().named[name].parameters for name in ("pagat", "wikipedia", "pagat-split", "online")
}


@pytest.mark.parametrize("parameters", RULESETS.values(), ids=RULESETS)
@pytest.mark.parametrize("known", [(), ("6-5", "2-0")])
def test_fewer_tiles_are_the_mean_of_more(parameters: Parameters, known: tuple[str, ...]) -> None:
    hand, dead = ("5-3", "4-0"), ("5-4", "3-0")
    left = [tile for tile in ALL if tile not in {*hand, *dead, *known}]
    two, *threes = (
        found(parameters, tried, dead=dead, known=[tiles(known)])
        for tried in (hand, *((*hand, tile) for tile in left))
    )
    rest = len(left)
    assert two.tally.trials == comb(rest, 2) * comb(rest - 2, 4 - len(known))
    assert two.tally.share == sum(three.tally.share for three in threes) / rest
    fours = [
        found(parameters, (*hand, "1-1", tile), dead=dead, known=[tiles(known)])
        for tile in left
        if tile != "1-1"
    ]
    three = threes[left.index("1-1")]
    assert three.tally.trials == (rest - 1) * comb(rest - 2, 4 - len(known))
    assert three.tally.share == sum(four.tally.share for four in fours) / (rest - 1)
    assert three.tally.counts.tolist() == np.sum([four.tally.counts for four in fours], axis=0).tolist()


@pytest.mark.parametrize("parameters", RULESETS.values(), ids=RULESETS)
def test_what_one_wins_the_other_loses(parameters: Parameters) -> None:
    one, other, dead = ("6-4", "1-1"), ("5-2", "3-3", "4-0"), ("0-0", "6-6")
    mine = found(parameters, one, dead=dead, known=[tiles(other)]).tally
    theirs = found(parameters, other, dead=dead, known=[tiles(one)]).tally
    assert mine.counts.tolist() == theirs.counts[::-1].tolist()
    assert mine.share + theirs.share == 1


@pytest.mark.parametrize(
    ("changes", "held", "left"),
    [
        ({}, [("6-4", "5-3", "2-0"), ("6-3", "4-1", "5-0"), ("5-5", "3-1")], "6-6 2-2 4-0 5-4 1-0 6-1"),
        (
            {"comparison": "split"},
            [("4-4", "5-5", "6-4", "6-3"), ("2-0",), ()],
            "0-0 1-0 2-1 3-0 4-0 5-0 6-0 1-1",
        ),
        (
            {"comparison": "split", "tie_break": "highest_double"},
            [("4-1", "3-0"), ("5-2", "2-2", "1-1"), ("6-0", "6-1", "0-0")],
            "6-4 4-2 5-3 1-0 3-1 2-1",
        ),
        (
            {"ranking": ["qiu_qiu", "straight", "pairs"], "hui": True},
            [("4-2", "6-3"), ("2-1", "6-2", "5-4"), ("6-6", "4-0", "3-3"), ("5-1", "1-1", "0-0")],
            "6-5 4-1 3-0 2-0 5-5",
        ),
    ],
)
def test_sampled_odds_are_within_four_standard_errors(
    changes: dict[str, object], held: list[oracle.Hand], left: str
) -> None:
    parameters = inline(changes)
    free = left.split()
    dead = [tile for tile in ALL if tile not in {*free, *(tile for hand in held for tile in hand)}]
    known = [tiles(hand) for hand in held[1:]]
    trials, win, tie, lose, equity = outcome(every_share(parameters, held, free))
    ours = found(parameters, held[0], len(known), dead, known=known, seed=11)
    tally = ours.tally
    assert (ours.method, tally.trials) == (Method.SAMPLED, SAMPLES)
    assert 0 < ours.standard_error < 0.0012
    assert abs(tally.share - equity) < 4 * ours.standard_error
    for sampled, exact in ((tally.win, win), (tally.tie, tie), (tally.lose, lose)):
        probability = exact / trials
        assert abs(sampled / SAMPLES - probability) <= 4 * sqrt(probability * (1 - probability) / SAMPLES)


def test_the_seed_fixes_what_is_sampled() -> None:
    first, again, other = (
        found(PAGAT, ("6-6", "6-2"), 5, known=[tiles(("1-1",))], seed=seed) for seed in (1, 1, 2)
    )
    assert tallied(first) == tallied(again)
    assert tallied(first) != tallied(other)
    assert abs(first.tally.share - other.tally.share) < 6 * first.standard_error


def test_known_tiles_stay_and_dead_ones_are_not_dealt() -> None:
    held = [
        tiles(hand)
        for hand in (("6-6", "6-2"), ("1-1",), (), ("5-5", "4-4", "3-3", "2-2"), ("2-1", "2-0", "1-0"))
    ]
    dead = tiles(("0-0", "6-5"))
    dealt = deal(np.random.default_rng(5), held, dead, 500)
    tiles_dealt = np.concatenate([HANDS[hands] for hands in dealt], axis=1)
    for row in tiles_dealt.tolist():
        assert len({*row, *dead}) == 22
    for own, hands in zip(held, dealt, strict=True):
        assert all({*own} <= {*hand} for hand in HANDS[hands].tolist())


@pytest.mark.parametrize("opponents", [1, 3])
@pytest.mark.parametrize("parameters", RULESETS.values(), ids=RULESETS)
def test_draws_are_every_tile_not_seen(parameters: Parameters, opponents: int) -> None:
    hand, dead, known = ("4-2", "3-3", "5-1"), ("6-6", "0-0"), ("6-5",)
    ours = found(parameters, hand, opponents, dead, known=[tiles(known)])
    assert ours.draws is not None
    assert {NAMES[draw.tile] for draw in ours.draws} == {*ALL} - {*hand, *dead, *known}
    assert sum(draw.probability for draw in ours.draws) == pytest.approx(1, abs=1e-12)
    assert {draw.probability for draw in ours.draws} == {1 / 22}
    for draw in ours.draws:
        assert draw.evaluation == evaluated(parameters, ((*hand, NAMES[draw.tile]), None))
    order = [(-draw.evaluation.rank, SORT_KEY[draw.tile]) for draw in ours.draws]
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("hand", [("4-2", "3-3"), ("4-2", "3-3", "5-1", "6-0")])
def test_draws_are_of_three_tiles_only(hand: oracle.Hand) -> None:
    assert found(PAGAT, hand).draws is None


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def ask(client: FlaskClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/v1/qiuqiu/odds", json={"ruleset": "pagat", **body})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.get_json()
    assert told["win"] + told["tie"] + told["lose"] == pytest.approx(1, abs=1e-12)
    assert told["win"] <= told["equity"] <= told["win"] + told["tie"]
    return told


def test_the_answer_of_three_tiles(client: FlaskClient) -> None:
    told = ask(client, hand=["4-2", "3-3", "1-5"], opponents=1)
    assert (told["method"], told["trials"], told["standard_error"]) == ("exact", 265_650, 0)
    best = {"tile": "6-0", "probability": 0.04, "category": "six_gods", "title": "Six Gods", "rank": 1}
    assert told["draws"][0] == best
    assert len(told["draws"]) == 25


def test_the_answer_against_five(client: FlaskClient) -> None:
    told = ask(client, hand=["4-2", "3-3"], opponents=5, dead=["6-6"], known=[["0:0"], []], seed=3)
    assert (told["method"], told["trials"], told["opponents"], told["seed"]) == ("sampled", 200_000, 5, 3)
    assert 0 < told["standard_error"] < 0.0012
    assert told["draws"] is None


def test_what_is_left_out_or_null_is_the_default(client: FlaskClient) -> None:
    body: dict[str, Any] = {"hand": ["4-2", "3-3", "5-1"], "opponents": 2}
    told = ask(client, **body)
    assert told == ask(client, **body, dead=None, known=None, seed=None)
    assert told == ask(client, **body, dead=[], known=[[], []], seed=0)


def test_four_dead_tiles_leave_just_enough_for_five(client: FlaskClient) -> None:
    dead = ["0-0", "1-0", "1-1", "2-0"]
    assert ask(client, hand=["4-2", "3-3"], opponents=5, dead=dead, known=[["6-6", "6-5", "6-4", "6-3"]])
    twenty = ALL[:12] + ALL[-8:]
    assert ask(client, hand=["4-3", "4-4"], opponents=1, dead=twenty)["trials"] == 15
