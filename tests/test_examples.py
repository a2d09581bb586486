"""The examples do what they say, against a running service and against one that fails."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import jwt
import pytest
import requests
from joserfc.jwk import OKPKey

from examples import settle_table, verify_verdict
from tests.conftest import ROOT, start, wait_until_ready

TABLE: dict[str, Any] = json.loads((ROOT / "examples/table.json").read_text(encoding="utf-8"))

RECORD = {
    "ruleset": "pagat-one-bet",
    "dealer": "ani",
    "ante": 10,
    "limits": [{"min": 10, "max": 100}],
    "players": [
        {"id": "ani", "stack": 200, "hand": ["6-6", "6-2", "5-2", "3-3"]},
        {"id": "budi", "stack": 200, "hand": ["5-5", "6-4", "4-4", "6-5"]},
    ],
    "actions": [{"player": "ani", "action": "bet", "to": 50}, {"player": "budi", "action": "call"}],
    "claim": {"payouts": {"ani": 120}},
}


def run(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """An example, as its reader runs it."""
    command = [sys.executable, str(ROOT / "examples" / program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@contextmanager
def failing(live: str, *failures: tuple[int, dict[str, str]] | None) -> Iterator[tuple[str, list[str]]]:
    """A proxy before the service that fails first: with a status and headers, or None, without a word.

    Yields its address and the paths that it was asked for.
    """
    left, asked = list(failures), []

    class Proxy(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if not left:
                answer = requests.post(live + self.path, data=body, headers=dict(self.headers), timeout=30)
                self._answer(
                    answer.status_code, {"Content-Type": answer.headers["Content-Type"]}, answer.content
                )
            elif (failure := left.pop(0)) is not None:
                self._answer(*failure, b"")
            self.close_connection = True

        def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


def test_a_table_is_settled_and_no_chip_is_lost(live: str) -> None:
    ran = run("settle_table.py", live, ROOT / "examples/table.json")
    assert (ran.returncode, ran.stderr) == (0, "")
    ledger = json.loads(ran.stdout)["ledger"]
    # 200 against 120: 80 come back; of 285 in the pot the house takes 14, budi's big hand the rest.
    assert ledger == {"ani": 460, "budi": 271, "citra": 455, "pot": 0, "house": 14}
    assert sum(ledger.values()) == sum(TABLE["ledger"].values())


def test_a_faulty_table_is_refused_with_every_fault(live: str, tmp_path: Path) -> None:
    first, *others = TABLE["seats"]
    faulty = {**TABLE, "dealer": "dewi", "seats": [{**first, "hand": ["6-6"]}, *others]}
    (tmp_path / "table.json").write_text(json.dumps(faulty))
    ran = run("settle_table.py", live, tmp_path / "table.json")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "/dealer: " in ran.stderr
    assert "(unknown_id)" in ran.stderr
    assert "/players/0/hand: " in ran.stderr


def test_a_settlement_is_asked_for_again(live: str) -> None:
    with failing(live, (503, {"Retry-After": "1"}), None) as (base, asked):
        settled = settle_table.showdown(settle_table.session(), base, TABLE)
    assert settled["total"] == 365
    assert len(asked) == 3


def test_a_settlement_is_given_up(live: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle_table, "AGAIN", settle_table.AGAIN.new(total=1, backoff_factor=0))
    with (
        failing(live, (503, {}), (503, {})) as (base, asked),
        pytest.raises(settle_table.SettlementError, match="503 from a proxy"),
    ):
        settle_table.showdown(settle_table.session(), base, TABLE)
    assert len(asked) == 2
    with failing(live, None, None) as (base, _), pytest.raises(settle_table.SettlementError, match="reached"):
        settle_table.showdown(settle_table.session(), base, TABLE)


def test_a_settlement_is_not_waited_for_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle_table, "TIMEOUT", (3, 0.2))
    monkeypatch.setattr(settle_table, "AGAIN", settle_table.AGAIN.new(total=1))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        base = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(settle_table.SettlementError, match="Read timed out"):
            settle_table.showdown(settle_table.session(), base, TABLE)


@pytest.mark.parametrize(("member", "value"), [("total", 364), ("rake", 15)])
def test_a_settlement_that_makes_or_loses_chips_moves_none(live: str, member: str, value: int) -> None:
    settled = settle_table.showdown(settle_table.session(), live, TABLE)
    with pytest.raises(settle_table.SettlementError):
        settle_table.settle(TABLE["ledger"], {**settled, member: value})


@pytest.fixture(scope="module")
def signing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a running service that signs."""
    folder = tmp_path_factory.mktemp("signing")
    (folder / "key.pem").write_bytes(OKPKey.generate_key().as_pem(private=True))
    process, base = start(folder / "log", WORKERS="1", SIGNING_KEY=str(folder / "key.pem"))
    try:
        wait_until_ready(process, base, folder / "log")
        yield base
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture
def saved(signing: str, tmp_path: Path) -> tuple[Path, Path]:
    """A verdict and the public keys, as an arbiter saves them."""
    verdict, keys = tmp_path / "verdict.json", tmp_path / "jwks.json"
    verdict.write_bytes(requests.post(signing + "/v1/qiuqiu/arbitrate", json=RECORD, timeout=30).content)
    keys.write_bytes(requests.get(signing + "/.well-known/jwks.json", timeout=30).content)
    return verdict, keys


def test_a_genuine_verdict_tells_who_is_due_what(saved: tuple[Path, Path]) -> None:
    ran = run("verify_verdict.py", *saved)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0] == "genuine"
    assert lines[1].startswith("overturned, by hand-ranking ")
    assert lines[-2:] == ["ani is due 0", "budi is due 120"]


def test_a_piquet_verdict_tells_the_points(signing: str, tmp_path: Path, saved: tuple[Path, Path]) -> None:
    cases = json.loads((ROOT / "tests/conformance/piquet-arbitrate.json").read_text(encoding="utf-8"))
    (case,) = (case for case in cases if case["id"] == "pq-arbitrate-overturned")
    answer = requests.post(signing + case["path"], json=case["body"], timeout=30)
    (tmp_path / "piquet.json").write_bytes(answer.content)
    ran = run("verify_verdict.py", tmp_path / "piquet.json", saved[1])
    assert ran.returncode == 0
    for name, points in answer.json()["showdown"]["totals"].items():
        assert f"{name} has {points} points" in ran.stdout


def test_no_byte_of_a_verdict_can_be_changed(saved: tuple[Path, Path]) -> None:
    verdict, keys = saved
    written, trusted = verdict.read_bytes(), jwt.PyJWKSet.from_json(keys.read_text(encoding="utf-8"))
    verify_verdict.open_verdict(json.loads(written), trusted)
    passed = []
    for place in range(len(written)):
        changed = bytearray(written)
        changed[place] ^= 1
        try:
            verify_verdict.open_verdict(json.loads(bytes(changed)), trusted)
        except (verify_verdict.ForgedError, ValueError):
            continue
        passed.append((place, bytes(changed[place - 20 : place + 20])))
    assert passed == []


def test_a_changed_verdict_is_told_by_the_exit_status(saved: tuple[Path, Path]) -> None:
    verdict, keys = saved
    verdict.write_bytes(verdict.read_bytes().replace(b'"due":120', b'"due":121'))
    ran = run("verify_verdict.py", verdict, keys)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "NOT GENUINE: the file says other than what was signed\n"


def test_a_verdict_of_another_key_or_of_none_is_not_genuine(
    live: str, saved: tuple[Path, Path], tmp_path: Path
) -> None:
    verdict, _ = saved
    other = OKPKey.generate_key()
    (tmp_path / "other.json").write_text(
        json.dumps({"keys": [other.as_dict(private=False, kid="x", alg="EdDSA")]})
    )
    assert run("verify_verdict.py", verdict, tmp_path / "other.json").returncode == 1
    unsigned = requests.post(live + "/v1/qiuqiu/arbitrate", json=RECORD, timeout=30)
    verdict.write_bytes(unsigned.content)
    assert run("verify_verdict.py", *saved).returncode == 1
