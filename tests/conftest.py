"""What the tests share: how hypothesis runs, and a service that listens as in production."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]

# A proxy has no business between a test and the service beside it.
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"

# A shared machine is slow at times; in CI the same examples come every time.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def free_port() -> int:
    """A port of the loopback interface that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def start(log: Path, **environ: str) -> tuple[subprocess.Popen[bytes], str]:
    """gunicorn as production starts it, and its address; it may not be ready yet."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn_conf.py", "service.wsgi:app"]
    settings = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "2", **environ}
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=output, stderr=output)
    return process, f"http://127.0.0.1:{port}"


def wait_until_ready(process: subprocess.Popen[bytes], base: str, log: Path) -> None:
    """Returns once /readyz says so; fails with the log where that takes too long."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            if requests.get(base + "/readyz", timeout=5).ok:
                return
        except requests.ConnectionError:
            time.sleep(0.05)
    pytest.fail(f"the service did not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a running service with two workers."""
    log = tmp_path_factory.mktemp("live") / "log"
    process, base = start(log)
    try:
        wait_until_ready(process, base, log)
        yield base
    finally:
        process.terminate()
        process.wait(30)
