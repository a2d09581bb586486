"""The settings of the service: read from the environment once, checked before anything is built."""

from __future__ import annotations

import os
import re
import resource
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class SettingsError(Exception):
    """Settings under which the service must not start; ``faults`` tells every one, a line each."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("\n".join(faults))


FILES = 64
"""Files that a process opens beside its connections."""

_CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator can set; the environment variables are the names in capitals."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = _CORES
    """Processes."""
    threads: int = 4
    """Threads of each process for what its loop does not answer; half as many more for what takes long."""
    max_body_bytes: int = 8 * 2**20
    max_batch_hands: int = 100_000
    inline_rulesets: int = 64
    """Inline rulesets whose tables are kept, of those used last."""
    rulesets_dir: Path | None = None
    """A folder with a folder of ruleset files for each game: qiuqiu/house.toml."""
    revision: str = ""
    """The operator's word for what is deployed, told by /version."""
    timeout: int = 60
    """Seconds after which a process that does not react is replaced."""
    graceful_timeout: int = 30
    """Seconds to answer what was accepted, once told to stop."""
    keepalive: int = 75
    """Seconds for which an idle connection stays open: longer than the proxy in front keeps it."""
    request_timeout: int = 30
    """Seconds within which a request must have come whole, and its answer be taken."""
    queue_ms: int = 500
    """Milliseconds that a request may wait for a thread; one that has waited longer is answered 503."""
    connections: int = 1_000
    """Connections of each process; for one more the idlest is closed."""
    signing_key: Path | None = None
    """A PEM file with the Ed25519 private key that signs verdicts."""
    verifying_keys: Path | None = None
    """A folder of PEM files with the public keys of earlier and coming signing keys."""
    request_log: bool = False
    """Whether standard output gets a line of JSON for each request."""
    metrics_port: int = 0
    """The port on which Prometheus finds the metrics; 0 keeps none."""
    metrics_host: str = ""
    """The address of that port, where it is another than ``host``."""
    tokens_file: Path | None = None
    """A file with the bearer tokens that open /v1, one a line; without it /v1 is open to all."""
    cors_origins: tuple[str, ...] = ()
    """The origins of the pages that may read answers in a browser."""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> Settings:
        """The settings; an empty variable is as if unset. Raises SettingsError with every bad one."""
        reader = _Reader(environ)
        unset = cls()
        settings = cls(
            host=reader.text("HOST", unset.host),
            port=reader.integer("PORT", unset.port, 1, 65_535),
            workers=reader.integer("WORKERS", unset.workers, 1, 256),
            threads=reader.integer("THREADS", unset.threads, 1, 256),
            max_body_bytes=reader.integer("MAX_BODY_BYTES", unset.max_body_bytes, 1_024, 2**30),
            max_batch_hands=reader.integer("MAX_BATCH_HANDS", unset.max_batch_hands, 1, 10_000_000),
            inline_rulesets=reader.integer("INLINE_RULESETS", unset.inline_rulesets, 1, 10_000),
            rulesets_dir=reader.folder("RULESETS_DIR"),
            revision=reader.text("REVISION", unset.revision),
            timeout=reader.integer("TIMEOUT", unset.timeout, 1, 3_600),
            graceful_timeout=reader.integer("GRACEFUL_TIMEOUT", unset.graceful_timeout, 1, 3_600),
            keepalive=reader.integer("KEEPALIVE", unset.keepalive, 1, 3_600),
            request_timeout=reader.integer("REQUEST_TIMEOUT", unset.request_timeout, 1, 3_600),
            queue_ms=reader.integer("QUEUE_MS", unset.queue_ms, 1, 3_600_000),
            connections=reader.integer("CONNECTIONS", unset.connections, 1, 100_000),
            signing_key=reader.file("SIGNING_KEY"),
            verifying_keys=reader.folder("VERIFYING_KEYS"),
            request_log=reader.switch("REQUEST_LOG", unset.request_log),
            metrics_port=reader.integer("METRICS_PORT", unset.metrics_port, 0, 65_535),
            metrics_host=reader.text("METRICS_HOST", unset.metrics_host),
            tokens_file=reader.file("TOKENS_FILE"),
            cors_origins=reader.origins("CORS_ORIGINS"),
        )
        if settings.metrics_port == settings.port:
            reader.faults.append(f"METRICS_PORT: must be another port than PORT, {settings.port}")
        if settings.connections + FILES > _most_files():
            reader.faults.append(
                f"CONNECTIONS: this system lets a process open {_most_files()} files (ulimit -n); "
                f"{settings.connections} connections need {settings.connections + FILES}"
            )
        if reader.faults:
            raise SettingsError(reader.faults)
        return settings


def _most_files() -> int:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return sys.maxsize if most == resource.RLIM_INFINITY else most


# As a browser writes it, since it is compared by character. A scheme of its own is that of a packed app:
# capacitor://localhost.
_ORIGIN = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://"
    r"(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f]*:[0-9a-f:]*(?:\.[0-9]+)*\])"
    r"(?::(?P<port>[1-9][0-9]{0,4}))?"
)
_DEFAULT_PORTS = (("http", "80"), ("https", "443"))


def _wrong_origin(origin: str) -> str:
    """Why no browser sends this origin, as the end of a sentence that it begins; empty where one does."""
    if origin in ("*", "null"):
        # Every page there is could ask a service in a private network, through whoever reads the page there.
        return "names no page's origin; each must be named"
    found = _ORIGIN.fullmatch(origin)
    if found is None or int(found["port"] or 1) > 65_535:
        return "is not as a browser writes an origin: scheme://host[:port] in small letters, without a path"
    if (found["scheme"], found["port"]) in _DEFAULT_PORTS:
        return "must be without its port, as a browser writes it where the port is the scheme's own"
    return ""


class _Reader:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.faults: list[str] = []

    def text(self, name: str, default: str) -> str:
        return self._environ.get(name) or default

    def integer(self, name: str, default: int, minimum: int, maximum: int) -> int:
        written = self._environ.get(name)
        if not written:
            return default
        # Digits alone: int() would also take signs, spaces, underscores and the digits of other scripts.
        if re.fullmatch("[0-9]{1,18}", written) and minimum <= int(written) <= maximum:
            return int(written)
        self.faults.append(f"{name}: must be a whole number from {minimum} to {maximum}, is {written[:40]!r}")
        return default

    def switch(self, name: str, default: bool) -> bool:
        written = self._environ.get(name)
        if not written:
            return default
        if written not in ("on", "off"):
            self.faults.append(f"{name}: must be on or off, is {written[:40]!r}")
        return written == "on"

    def origins(self, name: str) -> tuple[str, ...]:
        written = re.split(r"[\s,]+", self._environ.get(name, ""))
        for origin in filter(None, written):
            wrong = _wrong_origin(origin)
            if wrong:
                self.faults.append(f"{name}: {origin[:80]!r} {wrong}")
        return tuple(dict.fromkeys(filter(None, written)))

    def file(self, name: str) -> Path | None:
        written = self._environ.get(name)
        if not written:
            return None
        path = Path(written)
        if not path.is_file():
            self.faults.append(f"{name}: there is no file {written!r}")
        return path

    def folder(self, name: str) -> Path | None:
        written = self._environ.get(name)
        if not written:
            return None
        path = Path(written)
        if not path.is_dir():
            self.faults.append(f"{name}: there is no folder {written!r}")
        return path
