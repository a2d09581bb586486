"""``make capacity``: what one core answers over HTTP, and how many pods that makes.

It prints the part of docs/operations.md that holds the figures; with ``--write`` it puts it there.
"""

from __future__ import annotations

import http.client
import json
import math
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml

from benchmarks.http import free_port
from service.core.tiles import NAMES
from service.games.qiuqiu.ranking import HANDS
from tests.cases import cases

ROOT = Path(__file__).parents[1]
OPERATIONS = ROOT / "docs/operations.md"
BEGIN = "<!-- figures: make capacity ARGS=--write -->"
END = "<!-- end of the figures -->"
SECONDS = 8
WARM_SECONDS = 2
CONNECTIONS = 8
BATCH = 10_000
RATES = (1_000, 10_000, 1_000_000)
EVALUATE = "evaluate"

Request = tuple[str, str, str]
"""Method, path and body, empty where there is none."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was seen of one operation on one worker; ``each`` request has so many of the ``unit``."""

    name: str
    unit: str
    each: int
    per_core: float
    """Requests for each second of the worker's CPU time."""
    per_second: float
    """Requests for each second that passed, beside wrk on the same machine."""
    p99: float
    """Milliseconds."""

    def row(self) -> str:
        """Its line of the table."""
        core, second = _rounded(self.per_core * self.each), _rounded(self.per_second * self.each)
        return f"| {self.name} | {self.unit} | {core:,} | {second:,} | {self.p99:.1f} |"


@dataclass(frozen=True, slots=True)
class Pods:
    """What k8s says of a pod and of their number."""

    cores: float
    """What a pod requests."""
    target: float
    """The share of it that the autoscaler aims at."""
    fewest: int
    most: int

    @classmethod
    def read(cls) -> Pods:
        """From k8s/base and the production overlay."""
        deployment = _yaml("k8s/base/deployment.yaml")["spec"]["template"]["spec"]["containers"][0]
        scaler = _yaml("k8s/overlays/production/horizontalpodautoscaler.yaml")["spec"]
        cpu = re.fullmatch(r"(\d+)m", deployment["resources"]["requests"]["cpu"])
        assert cpu
        target = scaler["metrics"][0]["resource"]["target"]["averageUtilization"]
        return cls(int(cpu[1]) / 1_000, target / 100, scaler["minReplicas"], scaler["maxReplicas"])

    def needed(self, rate: float, per_core: float) -> int:
        """The pods that the autoscaler keeps at ``rate`` requests a second."""
        return max(self.fewest, math.ceil(rate / per_core / (self.cores * self.target)))


def _yaml(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    return found


def _rounded(figure: float) -> int:
    """To two digits: more would say what the next run denies."""
    digits = max(0, math.floor(math.log10(figure)) - 1)
    return int(round(figure, -digits))


def plan(per_core: int, pods: Pods) -> str:
    """The table of pods for evaluate, of which a core answers ``per_core`` a second."""
    answered = per_core * pods.cores * pods.target
    lines = [
        f"A pod requests {pods.cores:g} cores and the autoscaler aims at {pods.target:.0%} of that. So it is",
        f"to answer {per_core:,} × {pods.cores:g} × {pods.target:g} = {answered:,.0f} evaluations a second.",
        "",
        "| evaluations a second | cores at work | pods | pods, were a zone of three to fail |",
        "|--:|--:|--:|--:|",
    ]
    for rate in RATES:
        cores = rate / per_core
        spare = pods.needed(rate * 3 / 2, per_core)
        lines.append(f"| {rate:,} | {cores:,.1f} | {pods.needed(rate, per_core):,} | {spare:,} |")
    return "\n".join(lines)


def section(rows: str, machine: str, per_core: int) -> str:
    """All that stands between BEGIN and END."""
    return f"""{BEGIN}
{machine}

| operation | counted | in a second of CPU | in a second, seen | p99, ms |
|---|---|--:|--:|--:|
{rows}

{plan(per_core, Pods.read())}
{END}"""


def asked() -> Iterator[tuple[str, str, int, list[Request]]]:
    """Each operation: its name, what is counted, how many of that a request has, and requests for it."""
    hands = [[NAMES[tile] for tile in hand] for hand in random.Random(1).sample(HANDS.tolist(), 1_000)]
    bodies = [json.dumps({"ruleset": "pagat", "hand": hand}) for hand in hands]
    yield EVALUATE, "requests", 1, [("POST", "/v1/qiuqiu/evaluate", body) for body in bodies]
    paths = ["/v1/qiuqiu/rulesets/pagat/hands/" + ",".join(hand) for hand in hands]
    yield "evaluate by GET", "requests", 1, [("GET", path, "") for path in paths]
    many = [[NAMES[tile] for tile in hand] for hand in random.Random(2).choices(HANDS.tolist(), k=BATCH)]
    batch = json.dumps({"ruleset": "pagat", "hands": many}, separators=(",", ":"))
    yield f"batch of {BATCH:,} hands", "hands", BATCH, [("POST", "/v1/qiuqiu/evaluate/batch", batch)]
    for game, name in (
        ("qiuqiu", "compare"),
        ("qiuqiu", "showdown"),
        ("qiuqiu", "arbitrate"),
        ("qiuqiu", "odds"),
        ("piquet", "showdown"),
        ("piquet", "arbitrate"),
        ("piquet", "arrange"),
    ):
        path = f"/v1/{game}/{name}"
        fit = [
            case
            for case in cases()
            if (case["method"], case["path"], case["expect"]["status"]) == ("POST", path, 200)
            and "body" in case
            and not case.get("headers")
        ]
        yield f"{name}, {game}", "requests", 1, [("POST", path, json.dumps(case["body"])) for case in fit]


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """Port and process of the one worker of a service, started as production starts it."""
    port = free_port()
    environ = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1"}
    command = [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn_conf.py", "--log-level", "error"]
    with subprocess.Popen([*command, "service.wsgi:app"], env=environ, cwd=ROOT) as process:
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            while not (workers := children.read_text().split()):
                time.sleep(0.1)
            yield port, int(workers[0])
        finally:
            process.terminate()


def cpu_seconds(pid: int) -> float:
    """What a process has used of its cores so far."""
    # The name stands in parentheses and may hold anything, spaces among it.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def checked(port: int, requests: list[Request]) -> list[Request]:
    """The requests, each for the address it is redirected to; raises RuntimeError unless that answers 200."""
    found = []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    waiting = requests[::-1]
    while waiting:
        method, path, body = waiting.pop()
        connection.request(method, path, body or None, {"Content-Type": "application/json"})
        with connection.getresponse() as answer:
            told = answer.read()
            if answer.status == 308:
                # wrk would take the redirect for an answer.
                waiting.append((method, answer.headers["Location"], body))
            elif answer.status == 200:
                found.append((method, path, body))
            else:
                raise RuntimeError(f"{method} {path}: {answer.status}, {told[:500]!r}")
    connection.close()
    return found


def wrk(port: int, file: Path, seconds: int) -> Mapping[str, float]:
    """What ask.lua counted; raises RuntimeError where a request failed."""
    script = str(Path(__file__).with_name("ask.lua"))
    options = [f"--connections={CONNECTIONS}", "--threads=1", f"--duration={seconds}s", "--timeout=60s"]
    command = ["wrk", *options, "--script", script, f"http://127.0.0.1:{port}", "--", str(file)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, float] = json.loads(told.partition("RESULT ")[2].splitlines()[0])
    if found["failed"] or not found["answered"]:
        raise RuntimeError(told)
    return found


def measured() -> list[Figure]:
    """Every operation, one after the other."""
    figures = []
    with tempfile.TemporaryDirectory() as folder, served() as (port, worker):
        for name, unit, each, requests in asked():
            file = Path(folder, "requests")
            lines = ["\t".join(request) + "\n" for request in checked(port, requests)]
            file.write_text("".join(lines), encoding="utf-8")
            wrk(port, file, WARM_SECONDS)
            before = cpu_seconds(worker)
            found = wrk(port, file, SECONDS)
            used = cpu_seconds(worker) - before
            per_second = found["answered"] / found["seconds"]
            figures.append(Figure(name, unit, each, found["answered"] / used, per_second, found["p99_ms"]))
            print(figures[-1].row(), file=sys.stderr)
    return figures


def machine() -> str:
    """What it is measured on and with, in a sentence."""
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*: (.*)$", info, re.MULTILINE)
    return (
        f"Measured on {time.strftime('%Y-%m-%d')}: {os.cpu_count()} cores, {model[1] if model else '?'}; "
        f"load before {os.getloadavg()[0]:.1f}; Python {platform.python_version()},\n"
        f"gunicorn {version('gunicorn')}; {CONNECTIONS} connections, {SECONDS} s for each line."
    )


def run() -> None:
    """Measures, and prints or writes the section."""
    on = machine()
    figures = measured()
    (evaluate,) = (figure for figure in figures if figure.name == EVALUATE)
    made = section("\n".join(figure.row() for figure in figures), on, _rounded(evaluate.per_core))
    print(made)
    if "--write" in sys.argv[1:]:
        text = OPERATIONS.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        OPERATIONS.write_text(head + made + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    run()
