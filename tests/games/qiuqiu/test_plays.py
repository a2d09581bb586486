"""What the ways to play a hand can expect: every deal against one opponent, sampled against more."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from service.games.qiuqiu.arrangement import arrangements
from service.games.qiuqiu.evaluation import evaluate
from service.games.qiuqiu.plays import expected_share, opponents_of
from service.games.qiuqiu.ranking import HANDS
from service.games.qiuqiu.shares import PARTS, measures_of, measures_of_one, share_against, shares
from tests.games.qiuqiu import oracle
from tests.games.qiuqiu.bridge import declaration, evaluated, inline, oracle_params, table, texts, tiles


@pytest.mark.parametrize(
    ("changes", "hand"),
    [
        ({"comparison": "split"}, ("2-2", "3-0", "6-6", "6-5")),
        ({"comparison": "split", "tie_break": "highest_double"}, ("5-2", "5-1", "2-1", "1-1")),
        ({"ranking": ["straight", "pairs"], "hui": True}, ("4-2", "3-0", "6-2", "5-4")),
    ],
)
def test_expected_share_against_one_counts_every_deal(changes: dict[str, object], hand: oracle.Hand) -> None:
    parameters = inline(changes)
    params, hand_table = oracle_params(parameters), table(parameters.hand_rules)
    (others,) = opponents_of(tiles(hand), 1, seed=0)
    assert len(others) == 10_626
    worst = arrangements(tiles(hand), parameters.hui, parameters.three_doubles)[-1]
    stated = [texts(group.tiles) for group in (worst.high, worst.low)]
    own = evaluate(hand_table, tiles(hand), declaration(parameters, tiles(hand), stated))
    total = sum(
        (
            oracle.winners({"own": (hand, stated), "other": (other, None)}, params).shares["own"]
            for other in oracle.all_hands()
            if not set(other) & set(hand)
        ),
        Fraction(0),
    )
    ours = expected_share(parameters, own, [measures_of(parameters, hand_table).at(others)])
    assert ours.share == float(total / 10_626)
    assert ours.standard_error == 0


@pytest.mark.parametrize("opponents", [2, 3, 5])
@pytest.mark.parametrize("comparison", ["high_first", "split"])
@pytest.mark.parametrize("tie_break", ["none", "highest_double"])
def test_sampled_deals_share_the_pot_as_a_showdown_would(
    opponents: int, comparison: str, tie_break: str
) -> None:
    parameters = inline({"comparison": comparison, "tie_break": tie_break})
    hand = tiles(("2-2", "3-0", "6-6", "6-5"))
    hand_table = table(parameters.hand_rules)
    own = evaluate(hand_table, hand, arrangements(hand, False, False)[-1])
    others = [hands[:300] for hands in opponents_of(hand, opponents, seed=7)]
    deals = np.transpose(others).tolist()
    expected = [
        share_against(parameters, own, [evaluated(parameters, (texts(HANDS[index]), None)) for index in deal])
        for deal in deals
    ]
    rivals = [measures_of(parameters, hand_table).at(hands) for hands in others]
    parts = shares(measures_of_one(parameters, own), rivals)
    assert [Fraction(part, PARTS) for part in parts.tolist()] == expected
    ours = expected_share(parameters, own, rivals)
    assert ours.share == float(sum(expected, Fraction(0)) / 300)
    assert ours.standard_error == pytest.approx(np.std(parts / PARTS, ddof=1) / 300**0.5, rel=1e-12)


def test_sampled_hands_are_of_one_deal_and_reproducible() -> None:
    hand = tiles(("2-2", "3-0", "6-6", "6-5"))
    deals = np.transpose(opponents_of(hand, 5, seed=3))
    assert (deals == np.transpose(opponents_of(hand, 5, seed=3))).all()
    assert (deals != np.transpose(opponents_of(hand, 5, seed=4))).any()
    for deal in deals[:200].tolist():
        dealt = [tile for index in deal for tile in HANDS[index].tolist()]
        assert len({*dealt, *hand}) == 24
