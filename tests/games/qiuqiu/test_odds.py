"""Expected shares: every deal against one opponent, sampled against more."""

from __future__ import annotations

from fractions import Fraction

import pytest

from service.games.qiuqiu.arrangement import arrangements
from service.games.qiuqiu.evaluation import evaluate
from service.games.qiuqiu.odds import expected_share, opponents_of, share_against
from service.games.qiuqiu.ranking import HANDS
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
    others = opponents_of(tiles(hand), 1, seed=0)
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
    ours = expected_share(parameters, hand_table, own, others)
    assert ours.share == pytest.approx(float(total / 10_626), abs=1e-12)
    assert ours.standard_error == 0


@pytest.mark.parametrize("opponents", [2, 3, 5])
@pytest.mark.parametrize("comparison", ["high_first", "split"])
def test_sampled_deals_share_the_pot_as_a_showdown_would(opponents: int, comparison: str) -> None:
    parameters = inline({"comparison": comparison, "tie_break": "highest_double"})
    hand = tiles(("2-2", "3-0", "6-6", "6-5"))
    own = evaluate(table(parameters.hand_rules), hand, arrangements(hand, False, False)[-1])
    others = opponents_of(hand, opponents, seed=7)[:300]
    shares = [
        share_against(parameters, own, [evaluated(parameters, (texts(HANDS[index]), None)) for index in deal])
        for deal in others.tolist()
    ]
    ours = expected_share(parameters, table(parameters.hand_rules), own, others)
    assert ours.share == pytest.approx(float(sum(shares, Fraction(0)) / len(shares)), abs=1e-12)


def test_sampled_hands_are_of_one_deal_and_reproducible() -> None:
    hand = tiles(("2-2", "3-0", "6-6", "6-5"))
    deals = opponents_of(hand, 5, seed=3)
    assert (deals == opponents_of(hand, 5, seed=3)).all()
    assert (deals != opponents_of(hand, 5, seed=4)).any()
    for deal in deals[:200].tolist():
        dealt = [tile for index in deal for tile in HANDS[index].tolist()]
        assert len({*dealt, *hand}) == 24
