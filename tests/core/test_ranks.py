"""Dense ranks and the bounded store of tables."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from service.core.ranks import RankTable, Store


@given(st.lists(st.integers(0, 40), min_size=1, max_size=60), st.integers(-1, 41))
def test_ranks_are_dense_and_count_what_is_above(strengths: list[int], asked: int) -> None:
    table = RankTable.of(np.array(strengths, dtype=np.int32))
    levels = sorted(set(strengths), reverse=True)
    assert table.ranks.tolist() == [1 + levels.index(strength) for strength in strengths]
    assert len(table) == len(levels)
    assert table.rank_of(asked) == 1 + sum(level > asked for level in levels)
    assert table.beaten_and_tied(asked) == (
        sum(strength < asked for strength in strengths),
        strengths.count(asked),
    )


class Built:
    """A value that can be watched."""

    def __init__(self, key: int) -> None:
        self.key = key


def test_ten_thousand_different_keys_neither_grow_memory_nor_push_out_the_pinned() -> None:
    watched: weakref.WeakSet[Built] = weakref.WeakSet()

    def build(key: int) -> Built:
        built = Built(key)
        watched.add(built)
        return built

    store = Store(build, pinned=[-1, -2], size=64)
    first = store(-1)
    for key in range(10_000):
        assert store(key).key == key
    gc.collect()
    assert len(watched) == 64 + 2
    assert store(-1) is first


def test_a_slow_build_does_not_hold_up_another_key() -> None:
    started, release = threading.Event(), threading.Event()

    def build(key: str) -> str:
        if key == "slow":
            started.set()
            assert release.wait(10)
        return key

    store = Store(build, pinned=["named"], size=4)
    slow = threading.Thread(target=store, args=("slow",))
    slow.start()
    assert started.wait(10)
    assert (store("quick"), store("named")) == ("quick", "named")
    release.set()
    slow.join()
