"""Where a request is answered: a short one in the loop, others by threads, in two lanes.

To hand a request to a thread and back takes longer than most answers; and a short request must not wait
behind long ones. How long a request takes is learned from those of its address before.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

SHORT: Final = 0.002
"""Seconds of processor time up to which a request is answered in the loop: several evaluations."""

LONG: Final = 0.02
"""Seconds of processor time from which a request is long."""

KNOWN: Final = 10
"""Requests of an address after which it is known how long they take."""

SMALL: Final = 16 * 1024
"""Bytes up to which a request may be answered in the loop: a batch may be larger than those before it."""


class Lane:
    """Some threads, the requests that they have or will have, and for how long the next one would wait."""

    __slots__ = ("_count", "_length", "_pace", "_since", "threads")

    def __init__(self, threads: ThreadPoolExecutor, count: int) -> None:
        self.threads = threads
        self._count = count
        self._length = 0
        self._pace = 0.0
        self._since = 0.0

    def wait(self, now: float) -> float:
        """How long a request would wait: at the pace of those answered last, or as long as none has been."""
        return max(self._length * self._pace, self.stuck(now)) if self._length >= self._count else 0.0

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


@dataclass(slots=True)
class _Cost:
    """What the requests of an address take: the mean, with more weight on the last."""

    seconds: float = 0.0
    count: int = 0


class Lanes:
    """The lane of each request; ``routes`` are the templates of the addresses that there are.

    Long ones get half as many threads: more of them at once are no faster, and take more memory.
    """

    def __init__(self, threads: ThreadPoolExecutor, count: int, routes: Iterable[str]) -> None:
        few = max(1, count // 2)
        self.both = Lane(threads, count), Lane(ThreadPoolExecutor(few), few)
        """For what is not long, and for what is."""
        # What is asked for elsewhere is not found: whoever makes up addresses fills no memory.
        self._costs = {
            key: _Cost() for route in routes for key in (_post(route.encode()), _get(route.encode()))
        }

    def of(self, head: bytes, size: int) -> Lane | None:
        """The lane of the request with that head, of so many bytes in all; None where the loop answers it."""
        cost = self._costs.get(_address(head))
        short, long = self.both
        if cost is None:
            return short
        if cost.seconds > LONG:
            return long
        return None if cost.seconds < SHORT and cost.count >= KNOWN and size <= SMALL else short

    def learn(self, head: bytes, seconds: float) -> None:
        """A request with that head has taken so much of the processor."""
        cost = self._costs.get(_address(head))
        if cost is not None:
            cost.count += 1
            # The first one is all that is known; a long one counts at once.
            cost.seconds += (seconds - cost.seconds) * (1 if cost.count == 1 else 0.1)


def _address(head: bytes) -> bytes:
    """What tells how long a request takes: a POST's path, and of a GET's the part that has no hand in it."""
    method, _, rest = head.partition(b" ")
    path = rest.partition(b" ")[0].partition(b"?")[0]
    return _post(path) if method == b"POST" else _get(path)


def _post(path: bytes) -> bytes:
    return b"POST " + path


def _get(path: bytes) -> bytes:
    """The first two steps of the path, and whether it ends with a picture."""
    steps = path.split(b"/", 3)
    return b"/".join(steps[:3]) + (b".svg" if path.endswith(b".svg") else b"")
