"""Interleaved timing: every round measures each candidate once, so that noise hits all alike."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from time import perf_counter


def interleaved(
    candidates: Mapping[str, Callable[[], object]], rounds: int, repeat: int = 1
) -> dict[str, list[float]]:
    """Seconds for one call of each candidate, a figure for each round."""
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, call in candidates.items():
            start = perf_counter()
            for _ in range(repeat):
                call()
            seconds[name].append((perf_counter() - start) / repeat)
    return seconds


def report(
    title: str, seconds: Mapping[str, list[float]], base: str, unit: float = 1e6, name: str = "µs"
) -> None:
    """Prints the median of each candidate and the median ratio to ``base`` round by round."""
    print(f"\n{title}")
    for candidate, figures in seconds.items():
        ratio = statistics.median(mine / theirs for mine, theirs in zip(figures, seconds[base], strict=True))
        print(f"  {candidate:<44} {statistics.median(figures) * unit:10.1f} {name}   × {ratio:.2f}")
