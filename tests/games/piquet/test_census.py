"""What the rulebook and the oracle count, counted by the service's own functions."""

from __future__ import annotations

import json

from tests.games.piquet import test_oracle as oracle_facts
from tests.games.piquet.census import COMMITTED, census


def test_named_rulesets_and_the_census_never_change() -> None:
    assert census() == json.loads(COMMITTED.read_text(encoding="utf-8"))


def test_pq3_to_pq12_the_census_is_that_of_the_oracle() -> None:
    committed = json.loads(COMMITTED.read_text(encoding="utf-8"))
    assert committed["hands"] == 225_792_840
    assert committed["carte_blanche"] == 125_970
    assert committed["point"] == {str(size): hands for size, hands in oracle_facts.POINTS.items()}
    assert committed["longest_sequence"] == {str(n): hands for n, hands in oracle_facts.LENGTHS.items()}
    quatorze = oracle_facts.SETS["quatorze"] + oracle_facts.SETS["quatorze trio"]
    assert committed["best_set"] == {
        "none": oracle_facts.SETS[""],
        "trio": oracle_facts.SETS["trio"],
        "quatorze": quatorze,
    }
