"""The threads, in two lanes: a short request must not wait behind long ones."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final

LONG: Final = 0.02
"""Seconds of processor time from which a request is long: a hundred times an evaluation."""

KNOWN: Final = 64
"""Addresses that are remembered at most; there are fewer that take long."""


class Lane:
    """Some threads, the requests that they have or will have, and for how long the next one would wait."""

    __slots__ = ("_length", "_pace", "_since", "threads")

    def __init__(self, threads: int) -> None:
        self.threads = ThreadPoolExecutor(threads)
        self._length = 0
        self._pace = 0.0
        self._since = 0.0

    @property
    def seconds(self) -> float:
        """How long a request would wait, at the pace of those that were answered last."""
        return self._length * self._pace

    def enter(self, now: float) -> None:
        """A request is whole."""
        if not self._length:
            self._since = now
        self._length += 1

    def leave(self, now: float) -> None:
        """A request is answered."""
        self._length -= 1
        self._pace += (now - self._since - self._pace) * 0.1
        self._since = now

    def stuck(self, now: float) -> float:
        """Seconds for which it has requests and has answered none."""
        return now - self._since if self._length else 0.0


class Lanes:
    """The lane of each request, by the processor time that requests of its address have taken before.

    Long ones get half as many threads: more of them at once are no faster, and take more memory.
    """

    def __init__(self, threads: int) -> None:
        self._short = Lane(threads)
        self._long = Lane(max(1, threads // 2))
        self._seconds: dict[bytes, float] = {}

    @property
    def both(self) -> tuple[Lane, Lane]:
        """The short one and the long one."""
        return self._short, self._long

    def of(self, head: bytes) -> Lane:
        """The lane of the request with that head."""
        return self._long if self._seconds.get(address(head), 0.0) > LONG else self._short

    def learn(self, head: bytes, seconds: float) -> None:
        """A request with that head has taken so much of the processor."""
        asked = address(head)
        known = self._seconds.get(asked)
        if known is not None:
            self._seconds[asked] = known + (seconds - known) * 0.1
        elif seconds > LONG and len(self._seconds) < KNOWN:
            self._seconds[asked] = seconds


def address(head: bytes) -> bytes:
    """What tells how long a request takes: a POST's path. A GET is short, and may have a hand in its path."""
    if not head.startswith(b"POST "):
        return b""
    return head[5:].partition(b" ")[0].partition(b"?")[0]
