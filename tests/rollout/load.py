"""A steady load of questions whose answers are known, by wrk."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

from tests.cases import cases, runner

# With the delay of load.lua some 500 requests a second: what one instance answers with ease while the other
# is away. The test is of rollouts, not of overload.
CONNECTIONS = 16
JSON = {"Content-Type": "application/json"}

# Short ones, and some that are long enough to be under way when the instance is told to stop.
PATHS = {
    "/v1/qiuqiu/evaluate": 80,
    "/v1/qiuqiu/compare": 40,
    "/v1/qiuqiu/showdown": 40,
    "/v1/qiuqiu/arbitrate": 20,
    "/v1/qiuqiu/odds": 4,
    "/v1/piquet/showdown": 8,
    "/v1/piquet/arrange": 1,
}


class RolloutError(Exception):
    """What was demanded and is not so."""


@dataclass(slots=True)
class Load:
    """A load under way; ``result`` is there once it has ended."""

    process: subprocess.Popen[str]
    output: str = ""

    def running(self) -> bool:
        """Whether it goes on."""
        return self.process.poll() is None

    @property
    def result(self) -> dict[str, int]:
        """The counts that load.lua prints at the end; latencies in microseconds."""
        told = [line for line in self.output.splitlines() if line.startswith("RESULT ")]
        if len(told) != 1:
            raise RolloutError(f"wrk ended without a result:\n{self.output}")
        found: dict[str, int] = json.loads(told[0].removeprefix("RESULT "))
        return found

    @property
    def failed(self) -> int:
        """Requests without the one right answer."""
        return sum(self.result[kind] for kind in ("wrong", "connect", "read", "write", "timeout"))


def questions(base: str, file: Path) -> int:
    """Writes the questions for load.lua, each with its answer, and tells how many they are.

    The conformance cases, by their own runner, judge what the service at ``base`` answers; from then on it is
    the one answer, byte for byte, whichever instance gives it. Raises RolloutError where a case fails.
    """
    differs = runner().differs
    lines = []
    for path, wanted in PATHS.items():
        fit = [case for case in cases() if _simple(case, path)][:wanted]
        if not fit:
            raise RolloutError(f"no case asks {path}")
        for case in fit:
            body = json.dumps(case["body"])
            got = requests.post(base + path, data=body, headers=JSON, timeout=30)
            if got.status_code != 200 or (wrong := differs(case["expect"].get("body", {}), got.json())):
                raise RolloutError(f"{case['id']}: {got.status_code}, {wrong}")
            lines.append(f"{path}\t{body}\t{got.text}")
    # A line is one question, of three parts.
    assert all(line.count("\t") == 2 and "\n" not in line for line in lines)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


def _simple(case: dict[str, Any], path: str) -> bool:
    """Whether a case is a POST of JSON to ``path``, answered 200."""
    wanted = (case["method"], case["path"], case["expect"]["status"])
    return wanted == ("POST", path, 200) and "body" in case and not case.get("headers")


@contextmanager
def load(base: str, file: Path, seconds: int = 240) -> Iterator[Load]:
    """Asks the questions of ``file`` at ``base`` until the block ends, or for ``seconds`` at most."""
    wrk = shutil.which("wrk")
    if wrk is None:
        raise RolloutError("this needs wrk: apt-get install wrk")
    script = Path(__file__).with_name("load.lua")
    options = ["--threads", "2", "--connections", str(CONNECTIONS), "--duration", f"{seconds}s"]
    command = [wrk, *options, "--timeout", "20s", "--script", str(script), base, "--", str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    under_way = Load(process)
    try:
        yield under_way
        # wrk then tells what it has counted.
        process.send_signal(signal.SIGINT)
        under_way.output = process.communicate(timeout=30)[0]
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
