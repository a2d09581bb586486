"""The chips that no random showdown is sure to meet (POT-3 to POT-6)."""

from __future__ import annotations

import pytest

from service.core.pots import MAX_CHIPS, Part, Pot, Rake, halves, layers, rakes, share

CONTESTED, ALONE = Pot(100, (0, 1)), Pot(50, (0,))


@pytest.mark.parametrize(
    ("rake", "taken"),
    [
        (None, [0, 0]),
        (Rake(1_000), [10, 5]),
        (Rake(1_000, cap=0), [0, 0]),
        (Rake(1_000, cap=12), [10, 2]),
        (Rake(1_000, no_contest_no_rake=True), [10, 0]),
        (Rake(10_000), [100, 50]),
        (Rake(99), [0, 0]),
    ],
)
def test_pot6_rake_is_rounded_down_and_its_cap_is_for_all_pots(rake: Rake | None, taken: list[int]) -> None:
    assert rakes([CONTESTED, ALONE], rake) == taken


@pytest.mark.parametrize(
    ("dealer", "lucky"), [(0, [1, 2]), (1, [2, 4]), (2, [1, 4]), (3, [1, 4]), (4, [1, 2]), (5, [1, 2])]
)
def test_pot5_odd_chips_go_clockwise_from_the_seat_after_the_dealer(dealer: int, lucky: list[int]) -> None:
    awards = share(11, [4, 1, 2], Part.WHOLE, dealer, 6)
    assert [award.player for award in awards] == [1, 2, 4]
    assert [award.player for award in awards if award.odd_chips] == lucky
    assert [award.amount for award in awards] == [3 + award.odd_chips for award in awards]


def test_pot5_the_high_half_takes_the_odd_chip_of_the_halving() -> None:
    assert (halves(7), halves(8), halves(0)) == ((4, 3), (4, 4), (0, 0))


def test_pot1_the_largest_sum_stays_exact() -> None:
    found = layers([MAX_CHIPS // 2, MAX_CHIPS // 2 + 1], [True, True])
    assert found.returned == (0, 1)
    assert [pot.amount for pot in found.pots] == [MAX_CHIPS - 1]
