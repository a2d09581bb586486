"""The committed census of all 225,792,840 hands and the digest of each named ruleset.

A changed ruling is a new ruleset, never an edit, so an entry of census.json is written once.
``python -m tests.games.piquet.census`` prints the whole.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from service.core.cards import RANKS
from service.games.piquet.combinations import SET_POINTS, is_carte_blanche, run_lengths
from service.games.piquet.rules import HAND_SIZE
from tests.games.piquet.bridge import catalogue

COMMITTED = Path(__file__).with_name("census.json")

Fold = Callable[[Any, Any], Any]


def count_hands(suits: Iterable[Iterable[tuple[int, Any]]], fold: Fold) -> dict[Any, int]:
    """How many hands of twelve have which property.

    ``suits`` gives for each suit (or rank) its possible (number of cards, property); ``fold`` joins the
    properties of two.
    """
    found: Counter[tuple[int, Any]] = Counter({(0, None): 1})
    for suit in suits:
        joined: Counter[tuple[int, Any]] = Counter()
        for (cards, known), hands in found.items():
            for more, new in suit:
                if cards + more <= HAND_SIZE:
                    joined[cards + more, new if known is None else fold(known, new)] += hands
        found = joined
    return {known: hands for (cards, known), hands in sorted(found.items()) if cards == HAND_SIZE}


def census() -> dict[str, Any]:
    """Every count by the service's own functions."""
    longest = [
        (byte.bit_count(), max((length for _, length in run_lengths(byte)), default=0)) for byte in range(256)
    ]
    blanche = [(byte.bit_count(), is_carte_blanche(byte)) for byte in range(256)]
    sizes = [(byte.bit_count(), byte.bit_count()) for byte in range(256)]
    ranks = [[(held.bit_count(), _set_of(rank, held.bit_count())) for held in range(16)] for rank in RANKS]
    sets = count_hands(ranks, lambda known, new: (max(known[0], new[0]), known[1] + new[1]))
    return {
        "hands": sum(count_hands([sizes] * 4, max).values()),
        "carte_blanche": count_hands([blanche] * 4, lambda known, new: known and new)[True],
        "point": {str(size): hands for size, hands in count_hands([sizes] * 4, max).items()},
        "longest_sequence": {str(size): hands for size, hands in count_hands([longest] * 4, max).items()},
        "best_set": _by(sets, lambda kind: {0: "none", 3: "trio", 4: "quatorze"}[kind[0]]),
        "sets": _by(sets, lambda kind: str(kind[1])),
        "digests": {name: ruleset.digest for name, ruleset in catalogue().named.items()},
    }


def _set_of(rank: str, size: int) -> tuple[int, int]:
    """The size of the set that so many of a rank make, 0 for none, and how many sets that is."""
    made = size in SET_POINTS and rank in "TJQKA"
    return (size, 1) if made else (0, 0)


def _by(counts: dict[Any, int], name: Callable[[Any], str]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for kind, hands in counts.items():
        found[name(kind)] += hands
    return dict(sorted(found.items()))


if __name__ == "__main__":
    json.dump(census(), sys.stdout, indent=2)
    print()
