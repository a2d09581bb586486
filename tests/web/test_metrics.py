"""The metrics: figures after known requests, labels that callers cannot multiply, and several processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
import requests
import yaml
from flask import Flask
from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.settings import Settings
from service.web import scrapes
from tests.conftest import ROOT, free_port, start, wait_until_ready
from tests.web import fake

SECONDS = "hand_ranking_request_duration_seconds"
SETTINGS = Settings(metrics_port=1, max_body_bytes=4096)
OBSERVABILITY = ROOT / "observability"
ALERTS = OBSERVABILITY.parent / "k8s" / "components" / "monitoring" / "prometheusrule.yaml"

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture(scope="module", autouse=True)
def alone() -> Iterator[None]:
    """One process, whatever the environment says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
        yield


def samples(text: str) -> Samples:
    """Every sample of an exposition."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def told(app: Flask) -> Samples:
    return samples(generate_latest(app.extensions["metrics"].registry).decode())


def value(found: Samples, name: str, **labels: str) -> float | None:
    return found.get((name, frozenset(labels.items())))


def counts(found: Samples) -> dict[tuple[str, str, str], float]:
    """How many requests there were, by route, method and status."""
    return {
        (labels["route"], labels["method"], labels["status"]): number
        for (name, pairs), number in found.items()
        if name == SECONDS + "_count" and (labels := dict(pairs))
    }


def test_requests_are_counted_by_route_method_and_status() -> None:
    app = create_app(SETTINGS)
    client = app.test_client()
    for path in (
        "/livez",
        "/livez",
        "/v1/qiuqiu/rulesets/pagat/hands/6-6,6-2,5-2,3-3",
        "/nothing",
        "/no/way",
    ):
        client.get(path)
    client.head("/livez")
    client.get("/v1/qiuqiu/evaluate")
    client.open("/livez", method="BREW")
    client.open("/livez", method="STEW")
    fake.post(client, "6" * 5000, "/v1/qiuqiu/evaluate")
    fake.post(client, {"ruleset": "pagat"}, "/v1/qiuqiu/evaluate")
    assert counts(told(app)) == {
        ("/livez", "GET", "200"): 2,
        ("/livez", "HEAD", "200"): 1,
        ("/v1/qiuqiu/rulesets/{name}/hands/{hand}", "GET", "200"): 1,
        ("unmatched", "GET", "404"): 2,
        ("unmatched", "GET", "405"): 1,
        ("unmatched", "other", "405"): 2,
        ("/v1/qiuqiu/evaluate", "POST", "413"): 1,
        ("/v1/qiuqiu/evaluate", "POST", "422"): 1,
    }


def test_a_failure_is_counted_under_its_route() -> None:
    app = fake.app(metrics_port=1)
    assert fake.post(app.test_client(), fake.BODY, "/v1/fake/fail").status_code == 500
    assert counts(told(app)) == {("/v1/fake/fail", "POST", "500"): 1}


def test_times_are_summed_and_put_into_buckets() -> None:
    app = create_app(SETTINGS)
    app.test_client().get("/livez")
    labels = {"route": "/livez", "method": "GET", "status": "200"}
    found = told(app)
    assert 0 < (value(found, SECONDS + "_sum", **labels) or 0) < 10
    assert value(found, SECONDS + "_bucket", le="+Inf", **labels) == 1


def test_batches_are_measured_in_hands() -> None:
    app = create_app(SETTINGS)
    client = app.test_client()
    path = "/v1/qiuqiu/evaluate/batch"
    for size in (3, 40):
        assert fake.post(client, {"ruleset": "pagat", "hands": [fake.HAND] * size}, path).status_code == 200
    assert fake.post(client, {"ruleset": "pagat", "hands": 5}, path).status_code == 422
    found = told(app)
    assert value(found, "hand_ranking_batch_hands_sum", route=path) == 43
    assert value(found, "hand_ranking_batch_hands_bucket", route=path, le="10.0") == 1
    assert value(found, "hand_ranking_batch_hands_count", route=path) == 2


def test_the_cache_of_inline_rulesets_is_told() -> None:
    app = create_app(SETTINGS)
    client = app.test_client()
    for big_min in ("pagat", 36, 37, 36, 36):
        ruleset = big_min if big_min == "pagat" else {"extends": "pagat", "big_min": big_min}
        body = {"ruleset": ruleset, "hand": fake.HAND}
        assert fake.post(client, body, "/v1/qiuqiu/evaluate").status_code == 200
    found = told(app)
    asked = [f"hand_ranking_ruleset_cache_{name}" for name in ("hits_total", "misses_total", "entries")]
    assert [value(found, name, game="qiuqiu") for name in asked] == [2, 2, 2]


def test_the_build_is_told() -> None:
    told_by_version = fake.app().test_client().get("/version").get_json()
    found = told(create_app(Settings(metrics_port=1, revision="abc")))
    labels = {"version": told_by_version["version"], "python": told_by_version["python"], "revision": "abc"}
    assert value(found, "hand_ranking_build_info", **labels) == 1


def test_no_metric_tells_a_hand() -> None:
    app = create_app(SETTINGS)
    client = app.test_client()
    client.get("/v1/qiuqiu/rulesets/pagat/hands/6-6,6-2,5-2,3-3?x=6-6,6-2")
    client.get("/v1/6-6,6-2,5-2,3-3")
    fake.post(client, {"ruleset": "6-6", "hand": fake.HAND}, "/v1/qiuqiu/evaluate")
    assert not re.search(rb"6-6|6-2|5-2|3-3", generate_latest(app.extensions["metrics"].registry))


def test_without_a_port_there_are_none() -> None:
    assert "metrics" not in fake.app().extensions


@pytest.fixture
def port() -> int:
    return free_port()


def shared(master: int) -> list[Path]:
    """The files in which the processes of a service keep their figures."""
    folders = {Path("/dev/shm"), Path(tempfile.gettempdir())}
    return [file for folder in folders for file in folder.glob(f"hand-ranking-{master}-*/*")]


@pytest.fixture
def served(tmp_path: Path, port: int) -> Iterator[tuple[str, Path, int]]:
    """A service of two workers with metrics and the request log, its log, and its process."""
    log = tmp_path / "log"
    process, base = start(log, METRICS_PORT=str(port), REQUEST_LOG="on")
    try:
        wait_until_ready(process, base, log)
        yield base, log, process.pid
    finally:
        process.terminate()
        process.wait(30)
    assert not shared(process.pid)
    assert "Traceback" not in log.read_text()


def scrape(port: int) -> Samples:
    for _ in range(5):
        try:
            answer = requests.get(f"http://127.0.0.1:{port}/metrics", timeout=10)
            break
        except requests.ConnectionError:  # the worker that took it was killed
            time.sleep(0.05)
    assert answer.headers["Content-Type"].startswith("text/plain")
    return samples(answer.text)


def test_two_workers_are_summed(served: tuple[str, Path, int], port: int) -> None:
    base, log, _ = served
    body = {"ruleset": {"extends": "pagat", "big_min": 35}, "hand": fake.HAND}
    for _ in range(40):
        # A new connection each time, so that both workers get some.
        assert requests.post(base + "/v1/qiuqiu/evaluate", json=body, timeout=10).ok
    found = [scrape(port) for _ in range(6)]
    assert {counts(each)["/v1/qiuqiu/evaluate", "POST", "200"] for each in found} == {40}
    for name, least in (("hits_total", 38), ("misses_total", 1), ("entries", 1)):
        number = value(found[0], f"hand_ranking_ruleset_cache_{name}", game="qiuqiu")
        assert number is not None
        assert least <= number <= least + 1
    assert [number for (name, _), number in found[0].items() if name.endswith("build_info")] == [1]
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert sum(line["route"] == "/v1/qiuqiu/evaluate" for line in lines) == 40


def connected(port: int, request: bytes) -> socket.socket:
    """A client that sends this and reads nothing."""
    client = socket.create_connection(("127.0.0.1", port), timeout=10)
    client.sendall(request)
    return client


@pytest.mark.parametrize("request_", [b"", b"GET /metrics HTTP/1.1\r\n", b"GET /metrics HTTP/1.1\r\n\r\n"])
def test_clients_that_do_not_read_hold_nothing_and_may_leave(
    served: tuple[str, Path, int], port: int, request_: bytes
) -> None:
    began = time.monotonic()
    clients = [connected(port, request_) for _ in range(150)]
    assert counts(scrape(port))
    assert time.monotonic() - began < 4
    threads = sum(len([*Path(f"/proc/{pid}/task").iterdir()]) for pid in answering(served[2]))
    assert threads < 2 * (scrapes.MOST + 20)
    for client in clients:
        # A reset, as of one that is killed.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
    assert counts(scrape(port))  # and the log has no traceback, says the fixture


def test_a_client_that_sends_nothing_is_let_go(served: tuple[str, Path, int], port: int) -> None:
    with connected(port, b"GET /metrics") as client:
        client.settimeout(scrapes.SECONDS + 10)
        assert client.recv(1) == b""


def test_the_port_of_the_metrics_tells_nothing_else(served: tuple[str, Path, int], port: int) -> None:
    address = f"http://127.0.0.1:{port}"
    told = requests.get(f"{address}/metrics?x=1", timeout=10)
    assert (told.status_code, told.headers["Content-Encoding"]) == (200, "gzip")
    head = requests.head(f"{address}/metrics", timeout=10)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Type"].startswith("text/plain")
    for path in ("/", "/metrics/", "/favicon.ico", "/livez", "/metricsx"):
        assert requests.get(address + path, timeout=10).status_code == 404, path
        assert requests.head(address + path, timeout=10).status_code == 404, path
    assert requests.post(f"{address}/metrics", timeout=10).status_code == 501


def answering(master: int) -> list[str]:
    """The processes of a service that answer."""
    return Path(f"/proc/{master}/task/{master}/children").read_text().split()


def test_whoever_asks_gets_figures_no_older_than_the_question() -> None:
    registry = CollectorRegistry()
    counter = Counter("asked", "Questions.", registry=registry)
    shown = scrapes.Shown(registry)
    for number in range(1, 4):
        counter.inc()
        text, media = shown("text/plain")
        assert f"asked_total {number}.0\n".encode() in text
        assert media.startswith("text/plain")


def test_those_who_ask_together_are_told_of_one_sum() -> None:
    begun, go_on = [], Event()

    class Slow(CollectorRegistry):
        def collect(self) -> Iterator[Metric]:
            begun.append(1)
            go_on.wait(10)
            return iter(())

    shown = scrapes.Shown(Slow())
    with ThreadPoolExecutor(20) as pool:
        first = pool.submit(shown, "")
        while not begun:
            time.sleep(0.01)
        others = [pool.submit(shown, "") for _ in range(19)]
        time.sleep(0.2)
        go_on.set()
        assert {each.result()[0] for each in (first, *others)} == {b""}
    assert len(begun) == 2


def test_what_a_worker_counted_outlives_it(served: tuple[str, Path, int], port: int) -> None:
    base, _, master = served
    path = "/v1/qiuqiu/evaluate"
    body = {"ruleset": {"extends": "pagat", "big_min": 35}, "hand": fake.HAND}
    for _ in range(9):
        assert requests.post(base + path, json=body, timeout=10).ok
    workers = {int(file.stem.rpartition("_")[2]) for file in shared(master)} - {master}
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    end = time.monotonic() + 30
    while value(found := scrape(port), "hand_ranking_ruleset_cache_entries", game="qiuqiu") != 0:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert counts(found)[path, "POST", "200"] == 9
    # What they counted is in one file for each kind: no worker that has ended leaves one.
    while {int(file.stem.rpartition("_")[2]) for file in shared(master)} & workers:
        assert time.monotonic() < end
        # Where somebody read just then, they wait for the next that ends.
        os.kill(int(answering(master)[0]), signal.SIGKILL)
        time.sleep(1)
    assert {file.name for file in shared(master)} >= {"counter_0.db", "histogram_0.db"}
    assert requests.get(base + "/metrics", timeout=10).status_code == 404


def counting(folder: Path, code: str) -> str:
    """What a process that counts in the folder says."""
    head = "import os, sys\nfrom service.app import create_app\nfrom service.settings import Settings\n"
    head += "app = create_app(Settings(metrics_port=1)); metrics = app.extensions['metrics']\n"
    head += "from prometheus_client import generate_latest\n"
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    command = [sys.executable, "-c", head + code]
    run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_ten_that_have_ended_leave_two_files_and_all_their_counts(tmp_path: Path) -> None:
    code = """
for number in range(10):
    pid = os.fork()
    if not pid:
        for _ in range(number + 1):
            app.test_client().get('/livez')
        app.test_client().get(f'/none/{number}')
        os._exit(0)
    os.waitpid(pid, 0)
    metrics.forget(pid)
print(generate_latest(metrics.registry).decode())
"""
    found = samples(counting(tmp_path, code))
    labels = {"route": "/livez", "method": "GET", "status": "200"}
    assert counts(found) == {("/livez", "GET", "200"): 55, ("unmatched", "GET", "404"): 10}
    assert value(found, SECONDS + "_bucket", le="+Inf", **labels) == 55
    assert 0 < (value(found, SECONDS + "_sum", **labels) or 0) < 55
    left = {file.name for file in tmp_path.iterdir()}
    ended = {"counter_0.db", "histogram_0.db"}
    first = {re.sub(r"\d+", "N", name) for name in left - ended}
    assert first == {"counter_N.db", "gauge_livemax_N.db", "gauge_livesum_N.db"}
    assert len(left) == len(ended) + len(first)


def test_counts_are_not_moved_while_somebody_reads_them(tmp_path: Path) -> None:
    code = """
import fcntl
folder = os.environ['PROMETHEUS_MULTIPROC_DIR']
def ended():
    pid = os.fork()
    if not pid:
        app.test_client().get('/livez')
        os._exit(0)
    os.waitpid(pid, 0)
    return pid
reader = os.open(folder, os.O_RDONLY)
fcntl.flock(reader, fcntl.LOCK_SH)
first = ended()
metrics.forget(first)
assert os.path.exists(f'{folder}/histogram_{first}.db')
os.close(reader)
metrics.forget(ended())
assert not os.path.exists(f'{folder}/histogram_{first}.db')
print(generate_latest(metrics.registry).decode())
"""
    assert counts(samples(counting(tmp_path, code))) == {("/livez", "GET", "200"): 2}


def test_a_taken_port_stops_the_start(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process, _ = start(log, METRICS_PORT=str(taken.getsockname()[1]))
        assert process.wait(60) not in (0, None)
    assert "METRICS_PORT: [Errno" in log.read_text()
    assert "Traceback" not in log.read_text()


@pytest.fixture(scope="module")
def exposed() -> tuple[set[str], set[str]]:
    """The names of all samples, and all routes."""
    app = create_app(SETTINGS)
    body = {"ruleset": {"extends": "pagat", "big_min": 34}, "hands": [fake.HAND]}
    fake.post(app.test_client(), body, "/v1/qiuqiu/evaluate/batch")
    names = {name for name, _ in told(app)}
    return names, {path for game in app.extensions["games"] for path in (o.path for o in game.operations)}


@pytest.mark.parametrize(
    "file", [ALERTS, OBSERVABILITY / "grafana-dashboard.json"], ids=lambda file: file.name
)
def test_what_operators_get_asks_for_metrics_that_there_are(
    exposed: tuple[set[str], set[str]], file: Path
) -> None:
    asked = set(re.findall(r"hand_ranking_\w+", file.read_text(encoding="utf-8")))
    assert len(asked) > 3
    assert asked <= exposed[0]


def test_alerts_ask_for_routes_that_there_are(exposed: tuple[set[str], set[str]]) -> None:
    document = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))
    rules = [rule for group in document["spec"]["groups"] for rule in group["rules"]]
    assert all(rule.keys() >= {"alert", "expr", "for", "labels", "annotations"} for rule in rules)
    for pattern in re.findall(r'route!?=~?"([^"]+)"', " ".join(rule["expr"] for rule in rules)):
        assert pattern == "unmatched" or any(re.fullmatch(pattern, route) for route in exposed[1]), pattern


def test_the_dashboard_is_one() -> None:
    dashboard = json.loads((OBSERVABILITY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 8
    assert all(panel["targets"] and panel["title"] and panel["datasource"] for panel in panels)
    assert {variable["name"] for variable in dashboard["templating"]["list"]} == {"datasource", "instance"}


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is of Debian's package prometheus")
def test_prometheus_understands_what_operators_get(tmp_path: Path) -> None:
    dashboard = json.loads((OBSERVABILITY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    # What Grafana fills in, filled in.
    filled = [expr.replace("$__rate_interval", "5m").replace("$instance", ".*") for expr in asked]
    rules = [{"record": f"dashboard:expression:{i}", "expr": expr} for i, expr in enumerate(filled)]
    written = tmp_path / "dashboard.yaml"
    written.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    alerts = tmp_path / "alerts.yaml"
    alerts.write_text(yaml.safe_dump(yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["spec"]))
    for file in (alerts, written):
        found = subprocess.run(
            ["promtool", "check", "rules", "--lint=none", file], capture_output=True, text=True, check=False
        )
        assert found.returncode == 0, found.stderr
    test = ["promtool", "test", "rules", shutil.copy(OBSERVABILITY / "alerts-test.yaml", tmp_path)]
    found = subprocess.run(test, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
