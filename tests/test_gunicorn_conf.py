"""gunicorn runs the service as believed: its configuration, how it starts, and how it stops."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests
from gunicorn.config import Config

from tests.conftest import ROOT, start, wait_until_ready
from tests.web import fake

CONFIG = ROOT / "service" / "gunicorn_conf.py"


def configured(monkeypatch: pytest.MonkeyPatch, **environ: str) -> dict[str, Any]:
    """The names that the configuration sets."""
    for name in ("HOST", "PORT", "WORKERS", "THREADS", "TIMEOUT", "GRACEFUL_TIMEOUT", "KEEPALIVE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    names: dict[str, Any] = {}
    exec(compile(CONFIG.read_text(), str(CONFIG), "exec"), names)  # noqa: S102
    return names


def test_gunicorn_knows_every_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    names = configured(monkeypatch, WORKERS="3")
    config = Config()
    for name, value in names.items():
        if name in config.settings:
            config.set(name, value)
    assert config.address == [("127.0.0.1", 8000)]
    assert (config.workers, config.threads, config.worker_class_str) == (3, 4, "service.server.worker.Worker")
    assert (config.preload_app, config.control_socket_disable, config.accesslog) == (True, True, None)
    assert (config.graceful_timeout, config.keepalive) == (30, 75)
    known = {
        "bind",
        "workers",
        "threads",
        "worker_class",
        "preload_app",
        "control_socket_disable",
        "accesslog",
    }
    assert known <= names.keys() & config.settings.keys()


def test_the_environment_sets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    names = configured(monkeypatch, HOST="127.0.0.2", PORT="81", THREADS="1", GRACEFUL_TIMEOUT="5")
    assert (names["bind"], names["threads"], names["graceful_timeout"]) == ("127.0.0.2:81", 1, 5)


def test_a_bad_environment_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="PORT: must be"):
        configured(monkeypatch, PORT="x")


def test_a_worker_that_is_told_to_stop_drains(monkeypatch: pytest.MonkeyPatch) -> None:
    app = fake.app()
    stopped: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    try:
        configured(monkeypatch)["post_worker_init"](SimpleNamespace(wsgi=app))
        assert app.test_client().get("/readyz").status_code == 200
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert stopped == [signal.SIGTERM]
    assert app.test_client().get("/readyz").status_code == 503


def test_it_starts_answers_and_stops(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process, base = start(log)
    try:
        wait_until_ready(process, base, log)
        assert requests.get(base + "/version", timeout=5).ok
    finally:
        process.terminate()
    assert process.wait(30) == 0
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({"MAX_BATCH_HANDS": "none"}, "MAX_BATCH_HANDS: must be"),
        ({"RULESETS_DIR": "tests"}, "is no folder of a game"),
    ],
)
def test_it_does_not_start_again_and_again(tmp_path: Path, environ: dict[str, str], told: str) -> None:
    log = tmp_path / "log"
    process, _ = start(log, **environ)
    try:
        assert process.wait(30) not in (0, None)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert told in log.read_text()
    assert "Traceback" not in log.read_text()
