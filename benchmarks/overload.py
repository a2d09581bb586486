"""What a process does with five times the requests that it can answer: ``make bench ARGS=overload``.

`hey` (of Debian) asks from the second core, at its own rate whatever the answers; the service has the first.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from benchmarks.http import evaluations, served

TIMES = 5
SECONDS = 60
CLIENTS = 900


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: when it came, of the seconds measured, how long it took, and its status."""

    at: float
    seconds: float
    status: int


def ask(port: int, seconds: float, clients: int, rate: float = 0) -> list[Answer]:
    """What so many clients get, which ask ``rate`` times a second in all, or as fast as they are answered."""
    body = evaluations()[0].partition(b"\r\n\r\n")[2].decode()
    command = [hey(), "-z", f"{seconds}s", "-c", str(clients), "-m", "POST", "-T", "application/json"]
    command += ["-d", body, "-o", "csv", "-t", "10", "-cpus", "1"]
    if rate:
        command += ["-q", str(rate / clients)]
    command += [f"http://127.0.0.1:{port}/v1/qiuqiu/evaluate"]
    written = subprocess.run(["taskset", "-c", "1", *command], check=True, capture_output=True, text=True)
    rows = csv.DictReader(io.StringIO(written.stdout))
    return [
        Answer(float(row["offset"]), float(row["response-time"]), int(row["status-code"])) for row in rows
    ]


def hey() -> str:
    """The load generator; it must be there."""
    found = shutil.which("hey")
    if found is None:
        sys.exit("This needs hey: apt install hey")
    return found


def memory(master: int) -> float:
    """MB of the service's processes, what they share counted once."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    total = 0
    for process in [str(master), *children]:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1_000


def watch(master: int, seen: list[float], seconds: float) -> None:
    """Notes the memory every half second."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seen.append(memory(master))
        time.sleep(0.5)


def percentile(figures: list[float], share: float) -> float:
    """The figure that such a share of all do not exceed."""
    return sorted(figures)[min(len(figures) - 1, int(share * len(figures)))]


def rate(answers: list[Answer], seconds: float) -> float:
    """Requests answered 200 in a second."""
    return sum(answer.status == 200 for answer in answers) / seconds


def run() -> None:
    """Measures capacity, overloads for a minute, and measures again at once."""
    if (os.cpu_count() or 1) < 2:
        sys.exit("This needs two cores: one for the service, one for its clients.")
    os.sched_setaffinity(0, {0})
    with served("service.wsgi:app") as service:
        ask(service.port, 3, 16)
        capacity = statistics.median(rate(ask(service.port, 5, 16), 5) for _ in range(3))
        seen: list[float] = [memory(service.pid)]
        watcher = Thread(target=watch, args=(service.pid, seen, SECONDS))
        watcher.start()
        answers = ask(service.port, SECONDS, CLIENTS, TIMES * capacity)
        watcher.join()
        after = [rate(ask(service.port, 1, 16), 1) for _ in range(5)]
    statuses = Counter(answer.status for answer in answers)
    accepted = [answer.seconds for answer in answers if answer.status == 200]
    shed = [answer.seconds for answer in answers if answer.status == 503]
    print(f"\nOne process for {SECONDS} s at {TIMES} times its capacity, {capacity:.0f} evaluations/s")
    print(f"  asked for {TIMES * capacity:.0f}/s; answered {len(answers) / SECONDS:.0f}/s: {dict(statuses)}")
    for name, figures in (("accepted", accepted), ("shed", shed)):
        if figures:
            p50, p99, worst = percentile(figures, 0.5), percentile(figures, 0.99), max(figures)
            print(f"  {name}: p50 {p50 * 1e3:.0f} ms, p99 {p99 * 1e3:.0f} ms, worst {worst * 1e3:.0f} ms")
    print(f"  answered 200: {rate(answers, SECONDS):.0f}/s, × {rate(answers, SECONDS) / capacity:.2f}")
    print(f"  memory: {seen[0]:.0f} MB before, {max(seen):.0f} MB at most")
    print("  in the seconds after: " + ", ".join(f"× {found / capacity:.2f}" for found in after))
