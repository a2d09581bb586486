"""What Prometheus sees of the service, summed over its processes, on a port of its own.

Where PROMETHEUS_MULTIPROC_DIR is set before this is imported, each process keeps its figures in files there
and whoever is asked adds them up. No label has a value that a caller can make up.
"""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from service.core.ranks import Usage
from service.web.observe import size_of
from service.web.scrapes import Server

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# A warm evaluate takes a tenth of a millisecond, sampled odds a tenth of a second.
SECONDS: Final = (
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
)  # fmt: skip
HANDS: Final = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)


class Metrics:
    """The figures of one process; ``caches`` are those of inline rulesets by game."""

    def __init__(self, build: Mapping[str, str], caches: Mapping[str, Callable[[], Usage]]) -> None:
        own = CollectorRegistry()
        self._duration = Histogram(
            "hand_ranking_request_duration_seconds",
            "Time to answer a request.",
            ("route", "method", "status"),
            buckets=SECONDS,
            registry=own,
        )
        self._batch = Histogram(
            "hand_ranking_batch_hands", "Hands of a batch.", ("route",), buckets=HANDS, registry=own
        )
        hits = Counter(
            "hand_ranking_ruleset_cache_hits",
            "Inline rulesets whose tables were kept.",
            ("game",),
            registry=own,
        )
        misses = Counter(
            "hand_ranking_ruleset_cache_misses",
            "Inline rulesets whose tables were built.",
            ("game",),
            registry=own,
        )
        entries = Gauge(
            "hand_ranking_ruleset_cache_entries",
            "Inline rulesets whose tables are kept, by all processes together.",
            ("game",),
            registry=own,
            multiprocess_mode="livesum",
        )
        info = Gauge(
            "hand_ranking_build_info",
            "What runs.",
            tuple(build),
            registry=own,
            multiprocess_mode="livemax",
        )
        info.labels(*build.values()).set(1)
        self._caches = [
            _Cache(usage, hits.labels(game), misses.labels(game), entries.labels(game))
            for game, usage in caches.items()
        ]
        # Looking up a child of a metric costs as much as counting with it.
        self._children: dict[tuple[str, str, str], Histogram] = {}
        self._listener: socket.socket | None = None
        self.registry = own
        """What is shown."""
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            self.registry = CollectorRegistry()
            _Collector(self.registry)  # type: ignore[no-untyped-call]
        self._dead: set[int] = set()

    def __call__(
        self, environ: WSGIEnvironment, route: str, method: str, status: str, seconds: float, /
    ) -> None:
        """Counts one request."""
        key = (route, method, status)
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = self._duration.labels(*key)
        child.observe(seconds)
        size = size_of(environ)
        if size is not None:
            self._batch.labels(route).observe(size)
        for cache in self._caches:
            cache.look()

    def listen(self, host: str, port: int) -> None:
        """Takes the port, in the first process, so that one that is taken stops the start."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.create_server((host, port), family=family)
        # Every worker wakes for a connection, and one gets it: the others must not wait for the next.
        self._listener.setblocking(False)

    def serve(self) -> None:
        """Answers on the port that was taken, in a thread of this process.

        Each worker does: gunicorn replaces one that dies, and nothing else has to be watched. A thread in
        the first process would be forked with whatever locks it holds.
        """
        if self._listener is not None:
            server = Server(self._listener, self.registry)
            Thread(target=server.serve_forever, name="metrics", daemon=True).start()

    def forget(self, pid: int) -> None:
        """A process has ended: what it counted stays, what it kept does not.

        Its counts go into a file for all that have ended, or each would leave files until the service stops.
        While somebody reads, they wait for the next that ends: the first process must not.
        """
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
        self._dead.add(pid)
        folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
        try:
            with _lock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
                for ended in sorted(self._dead):
                    for kind in ("counter", "histogram"):
                        _fold(folder / f"{kind}_{ended}.db", folder / f"{kind}_0.db")
                    self._dead.remove(ended)
        except BlockingIOError:
            return


@contextmanager
def _lock(folder: Path, how: int) -> Iterator[None]:
    """Holds a lock on the processes' files: shared to read them all, exclusive to move what is in them."""
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, how)
        yield
    finally:
        os.close(held)


def _fold(own: Path, ended: Path) -> None:
    """Adds what a process that has ended counted to the file of all such, and removes its own."""
    if not own.exists():
        return
    if not ended.exists():
        own.rename(ended)
        return
    # Read to its end first: from a file that is spoilt nothing is taken.
    counted = [*MmapedDict.read_all_values_from_file(own)]  # type: ignore[no-untyped-call]
    total = MmapedDict(ended)  # type: ignore[no-untyped-call]
    for key, number, *_ in counted:
        before, at = total.read_value(key)  # type: ignore[no-untyped-call]
        total.write_value(key, before + number, at)  # type: ignore[no-untyped-call]
    total.close()  # type: ignore[no-untyped-call]
    own.unlink()


class _Collector(MultiProcessCollector):
    """Reads the files of all processes, and never one of them twice while it is moved."""

    def collect(self) -> Iterable[Metric]:
        """The metrics, summed."""
        with _lock(self._path, fcntl.LOCK_SH):
            found: Iterable[Metric] = super().collect()  # type: ignore[no-untyped-call]
            return found


class _Cache:
    """Carries a cache's own counts over; they come from all threads of the process."""

    def __init__(self, usage: Callable[[], Usage], hits: Counter, misses: Counter, entries: Gauge) -> None:
        self._usage, self._hits, self._misses, self._entries = usage, hits, misses, entries
        self._seen = Usage(0, 0, 0)
        self._lock = Lock()

    def look(self) -> None:
        """Counts what has happened since the last look."""
        if self._usage() == self._seen:
            return
        with self._lock:
            now = self._usage()
            self._hits.inc(now.hits - self._seen.hits)
            self._misses.inc(now.misses - self._seen.misses)
            self._entries.set(now.kept)
            self._seen = now
