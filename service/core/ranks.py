"""Dense ranks: the strengths of a whole hand space become ranks from 1, the best."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True, slots=True, eq=False)
class RankTable:
    """The ordering of a hand space of n hands, each known by its index.

    ``ranks``: uint16 of shape (n,), 1 the best. ``levels``: the distinct strengths, ascending.
    ``weaker``: for each level the number of hands below it, and n after the last.
    """

    ranks: NDArray[np.uint16]
    levels: list[int]
    weaker: list[int]

    @classmethod
    def of(cls, strengths: NDArray[np.int32]) -> RankTable:
        """The table of integer strengths, shape (n,), where more is better."""
        levels, inverse, counts = np.unique(strengths, return_inverse=True, return_counts=True)
        ranks = (len(levels) - inverse).astype(np.uint16)
        ranks.setflags(write=False)
        return cls(ranks, levels.tolist(), [0, *np.cumsum(counts).tolist()])

    def __len__(self) -> int:
        """The number of distinguishable strengths."""
        return len(self.levels)

    def rank_of(self, strength: int) -> int:
        """1 + the number of levels above, so len + 1 for what is weaker than every hand."""
        at = bisect_left(self.levels, strength)
        same = at < len(self.levels) and self.levels[at] == strength
        return len(self.levels) - at + (0 if same else 1)

    def beaten_and_tied(self, strength: int) -> tuple[int, int]:
        """How many hands of the space are weaker, and how many equal."""
        at = bisect_left(self.levels, strength)
        same = at < len(self.levels) and self.levels[at] == strength
        return self.weaker[at], self.weaker[at + 1] - self.weaker[at] if same else 0


class Usage(NamedTuple):
    """What a Store's values that are not pinned were asked for: how often one was there, how often it was
    built, and how many are kept."""

    hits: int
    misses: int
    kept: int


class Store(Generic[K, V]):
    """Built values by key: the pinned ones stay, of the others the last ``size`` used.

    Nothing is locked while a value is built, so that a caller who keeps sending new keys
    costs the others no more than their share of the processor.
    """

    def __init__(self, build: Callable[[K], V], pinned: Iterable[K], size: int) -> None:
        self._pinned = {key: build(key) for key in pinned}
        self._recent = lru_cache(maxsize=size)(build)

    def __call__(self, key: K) -> V:
        value = self._pinned.get(key)
        return self._recent(key) if value is None else value

    def usage(self) -> Usage:
        """What has happened so far."""
        hits, misses, _, kept = self._recent.cache_info()
        return Usage(hits, misses, kept)
