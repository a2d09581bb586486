"""The double-six set and its spellings (QQ-1, QQ-2)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.core.tiles import COUNT, HALVES, NAMES, PIPS, SPELLINGS, descending


def test_qq1_the_set_has_28_tiles_in_the_documented_order() -> None:
    assert COUNT == 28
    assert NAMES[:5] == ("0-0", "1-0", "1-1", "2-0", "2-1")
    assert NAMES[-1] == "6-6"
    assert sum(PIPS) == 168


def test_qq1_every_spelling_and_no_other() -> None:
    expected = {
        f"{first}{mark}{second}": HALVES.index((max(first, second), min(first, second)))
        for first in range(7)
        for second in range(7)
        for mark in "-:"
    }
    for code in range(0x1F030, 0x1F094):
        # "DOMINO TILE HORIZONTAL-05-02"
        name = unicodedata.name(chr(code))
        if not name.endswith("BACK"):
            first, second = (int(half) for half in name.split("-")[1:])
            expected[chr(code)] = HALVES.index((max(first, second), min(first, second)))
    assert expected == SPELLINGS


@pytest.mark.parametrize(
    "text", ["65", "7-1", "6-", "-6", "6 - 5", "6-5 ", " 6-5", "🀰", "🁢", "6–5", "６-６", "۶-۶", "", "06-5"]
)
def test_qq1_what_is_no_tile(text: str) -> None:
    assert text not in SPELLINGS


@given(st.permutations(range(COUNT)))
def test_qq13_tiles_are_written_by_pips_then_by_higher_half(tiles: list[int]) -> None:
    written = [(PIPS[tile], HALVES[tile][0]) for tile in descending(tiles)]
    assert written == sorted(written, reverse=True)
