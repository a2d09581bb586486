"""Many hands at once: texts in, indices into the rank table out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.core.tiles import BITS
from service.games.qiuqiu.ranking import INDEX, HandTable

_VALUES = (*range(10), None)
"""A group's value as JSON has it, by the value in the table: the last, -1, is none."""


def read_hands(raw: list[Any]) -> NDArray[np.int32] | None:
    """The index of every hand, shape (hands,), or None where any of them is faulty."""
    if set(map(type, raw)) - {list}:
        return None
    bits, index = BITS, INDEX
    try:
        found = [index[bits[a] | bits[b] | bits[c] | bits[d]] for a, b, c, d in raw]
    except (KeyError, TypeError, ValueError):  # no tile or twice the same, no text, not four
        return None
    return np.array(found, dtype=np.int32)


def columns(table: HandTable, hands: NDArray[np.int32]) -> dict[str, list[Any]]:
    """Rank, category and the values of the best arrangement, one entry for each hand, in order."""
    ranking = table.rules.ranking
    return {
        "rank": table.order.ranks[hands].tolist(),
        "category": [ranking[place] for place in table.category[hands].tolist()],
        "high": [_VALUES[value] for value in table.high[hands].tolist()],
        "low": [_VALUES[value] for value in table.low[hands].tolist()],
    }
