"""Requests per second of evaluate beside a bare Flask view, both under the same gunicorn settings."""

from __future__ import annotations

import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from service.core.tiles import NAMES
from service.games.qiuqiu.ranking import HANDS

CONNECTIONS = 8
SECONDS = 2.0
ROUNDS = 5
HEADERS = "Host: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: */*\r\n"


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@dataclass(frozen=True, slots=True)
class Served:
    """A gunicorn that runs: its port, and its first process."""

    port: int
    pid: int


@contextmanager
def served(app: str, worker: str = "") -> Iterator[Served]:
    """A gunicorn with one worker, the service's own or of that class, under the service's configuration."""
    port = free_port()
    environ = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1"}
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "-c",
        "service/gunicorn_conf.py",
        "--log-level",
        "error",
        *(("--worker-class", worker) if worker else ()),
        app,
    ]
    with subprocess.Popen(command, env=environ) as process:
        try:
            for _ in range(100):
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield Served(port, process.pid)
        finally:
            process.terminate()


def posted(path: str, body: bytes) -> bytes:
    """The bytes of a request."""
    return f"POST {path} HTTP/1.1\r\n{HEADERS}Content-Length: {len(body)}\r\n\r\n".encode() + body


def evaluations() -> list[bytes]:
    """Requests for a thousand different hands."""
    hands = random.Random(1).sample(HANDS.tolist(), 1_000)
    return [
        posted(
            "/v1/qiuqiu/evaluate",
            json.dumps({"ruleset": "pagat", "hand": [NAMES[tile] for tile in hand]}).encode(),
        )
        for hand in hands
    ]


def rate(port: int, requests: list[bytes], seconds: float) -> float:
    """Answers per second over a few connections that are kept alive; every answer must be 200."""
    connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(CONNECTIONS)]
    readers = [connection.makefile("rb") for connection in connections]
    answered = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for offset, connection in enumerate(connections):
            connection.sendall(requests[(answered + offset) % len(requests)])
        for reader in readers:
            status = reader.readline()
            if b" 200 " not in status:
                raise RuntimeError(f"answered {status!r}")
            length = 0
            while (line := reader.readline()) != b"\r\n":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            reader.read(length)
        answered += CONNECTIONS
    elapsed = time.perf_counter() - start
    for reader, connection in zip(readers, connections, strict=True):
        reader.close()
        connection.close()
    return answered / elapsed


def run() -> None:
    """Measures all, interleaved."""
    with (
        served("benchmarks.bare:app", "gthread") as bare,
        served("service.wsgi:app", "gthread") as stock,
        served("service.wsgi:app") as own,
    ):
        asked = {
            "bare Flask view, gunicorn's worker": (bare.port, evaluations()),
            "evaluate, gunicorn's worker": (stock.port, evaluations()),
            "evaluate": (own.port, evaluations()),
        }
        rates: dict[str, list[float]] = {name: [] for name in asked}
        for at, requests in asked.values():
            rate(at, requests, 0.5)  # warms up
        for _ in range(ROUNDS):
            for name, (at, requests) in asked.items():
                rates[name].append(rate(at, requests, SECONDS))
    print("\nOver HTTP, one worker, kept-alive connections, a thousand different hands")
    for name, figures in rates.items():
        pairs = zip(figures, next(iter(rates.values())), strict=True)
        ratio = statistics.median(mine / bare for mine, bare in pairs)
        print(f"  {name:<44} {statistics.median(figures):10.0f} /s   × {ratio:.2f}")
