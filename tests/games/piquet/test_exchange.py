"""Exact expectations, held against brute force over every draw, as equal fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.games.piquet.exchange import Exchange, exchanges
from service.games.piquet.rules import Role
from tests.games.piquet import oracle_exchange
from tests.games.piquet.bridge import ask, decks, hand_of, inline, parameters, params, texts
from tests.games.piquet.oracle import NAMED, Params


def exact(exchange: Exchange) -> list[Fraction]:
    return [Fraction(count, comb(20, exchange.drawn)) for count in exchange.counts]


@settings(max_examples=25)
@given(params, decks, st.data())
def test_pq10_to_pq13_expected_points_over_every_draw(
    of: Params, deck: list[str], data: st.DataObject
) -> None:
    found = exchanges(hand_of(deck[:12]), Role.ELDER, 8, parameters(of))
    assert len(found) == 1_585
    for exchange in data.draw(st.lists(st.sampled_from(found), min_size=1, max_size=3)):
        if exchange.drawn <= 3:
            expected = oracle_exchange.expected(deck[:12], texts(exchange.discard), of)
            assert exact(exchange) == list(expected[:3])


@pytest.mark.parametrize("secondary", [True, False])
def test_expected_points_of_five_cards_over_15504_draws(secondary: bool) -> None:
    of = Params(long_sequence_bonus=10, secondary_combinations=secondary)
    dealt = ["8c", "As", "Ad", "Qd", "9h", "8h", "Qs", "Ah", "Kd", "9d", "Jc", "7d"]
    best = exchanges(hand_of(dealt), Role.ELDER, 8, parameters(of))[0]
    assert best.drawn == 5
    assert exact(best) == list(oracle_exchange.expected(dealt, texts(best.discard), of)[:3])


@settings(max_examples=5)
@given(decks)
def test_exchanges_of_younger_in_the_contracts_order(deck: list[str]) -> None:
    of = NAMED["simple"]
    body = {"ruleset": inline(of), "role": "younger", "hand": deck[:12], "talon": 3, "limit": 4_096}
    answer = ask("arrange", body)[1]
    ranked = oracle_exchange.exchanges(deck[:12], range(3), of)
    ours = [entry for entry in answer["exchanges"] if entry["draw"] < 3]
    assert [tuple(entry["discard"]) for entry in ours] == [one.discard for one in ranked]
    assert [entry["expected"]["total"] for entry in ours] == [float(one.expected.total) for one in ranked]
    assert [entry["draw"] for entry in answer["by_size"]] == [0, 1, 2, 3]
    best = {entry["draw"]: entry for entry in reversed(answer["exchanges"])}
    assert answer["by_size"] == [best[draw] for draw in range(4)]


@pytest.mark.parametrize(
    ("role", "talon", "ruleset", "considered"),
    [
        ("elder", None, "simple", 1_585),
        ("younger", None, "simple", 299),
        ("younger", 7, "simple", 3_302),
        ("younger", 7, "classic", 3_301),
        ("younger", 3, {"extends": "simple", "younger_min_exchange": 3}, 220),
    ],
)
def test_pq2_how_many_exchanges_are_legal(
    role: str, talon: int | None, ruleset: object, considered: int
) -> None:
    hand = ["8c", "As", "Ad", "Qd", "9h", "8h", "Qs", "Ah", "Kd", "9d", "Jc", "7d"]
    answer = ask("arrange", {"ruleset": ruleset, "role": role, "hand": hand, "talon": talon})[1]
    assert answer["considered"] == considered
    assert len(answer["exchanges"]) == 10
