"""Bearer tokens: who is let in, how the file is read, and that no token is ever told."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import boot
from service.settings import SettingsError
from service.web import observe, tokens
from service.web.requestlog import RequestLog
from service.web.tokens import TokenFileError, Tokens
from tests.web import fake

ANI = "Ani0-._~+/" + "a" * 22 + "=="
BUDI = "b" * 32
WRONG = "w" * 32


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of two tokens."""
    path = tmp_path / "tokens"
    path.write_text(f"# ani\n{ANI}\n\n  # budi, söon gone\n\t{BUDI} \r\n")
    return path


@pytest.fixture
def client(file: Path) -> FlaskClient:
    return fake.app(tokens_file=file).test_client()


def ask(client: FlaskClient, sent: str | None, path: str = "/v1/fake/rulesets/plain") -> TestResponse:
    return client.get(path, headers={} if sent is None else {"Authorization": sent})


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def replace(file: Path, text: str) -> None:
    """As an editor or Kubernetes does it: at once, by another file."""
    new = file.with_name("new")
    new.write_text(text)
    new.replace(file)


# ---------------------------------------------------------------- who is let in


@pytest.mark.parametrize("token", [ANI, BUDI])
@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER  "])
def test_each_token_opens_v1(client: FlaskClient, scheme: str, token: str) -> None:
    assert ask(client, scheme + token).status_code == 200
    posted = fake.post(client, fake.BODY, Authorization=scheme + token)
    assert (posted.status_code, posted.get_json()["hand"]) == (200, fake.HAND)


@pytest.mark.parametrize("sent", [None, "", BUDI, "Basic " + BUDI, "Bearerx " + BUDI, "Token " + BUDI])
def test_without_a_token_a_challenge_tells_what_is_wanted(client: FlaskClient, sent: str | None) -> None:
    answer = ask(client, sent)
    assert (answer.status_code, answer.get_json()["code"]) == (401, "unauthorized")
    assert answer.content_type == "application/problem+json"
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="hand-ranking"'
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Request-ID"]


@pytest.mark.parametrize(
    "sent",
    [
        WRONG,
        BUDI[:-1],
        BUDI + "b",
        BUDI + "=",
        BUDI.upper(),
        f"{BUDI},{BUDI}",
        f"{BUDI} {BUDI}",
        f"{BUDI}\t",
        f'"{BUDI}"',
        "",
        "é" * 32,
        "x" * 5_000,
        "#",
        "# ani",
    ],
)
def test_a_wrong_token_is_told_to_be_wrong(client: FlaskClient, sent: str) -> None:
    answer = ask(client, f"Bearer {sent}")
    assert (answer.status_code, answer.get_json()["code"]) == (401, "unauthorized")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="hand-ranking", error="invalid_token"'
    assert BUDI not in answer.text
    assert WRONG not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v1/nothing",
        "/v1/fake/echo",
        "/v1/fake/rulesets/nope",
        "/v1/fake/rulesets/old",
        "/v1/verify",
        "//v1/fake/rulesets/plain",
        "///v1/nothing",
        "/%76%31/fake/rulesets/plain",
        "/v1/../livez",
        "/v1/fake/rulesets/plain?access_token=" + BUDI,
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "OPTIONS", "BREW"])
def test_a_stranger_cannot_tell_the_addresses_under_v1_apart(
    client: FlaskClient, method: str, path: str
) -> None:
    # Not through the client's own reading of the address, which would tidy it.
    raw, _, query = path.partition("?")
    answer = client.open(
        method=method,
        environ_overrides={"PATH_INFO": raw.replace("%76%31", "v1"), "QUERY_STRING": query},
    )
    assert answer.status_code == 401
    assert {"Allow", "Location", "ETag"}.isdisjoint(answer.headers.keys())
    if method != "HEAD":
        assert answer.get_json()["code"] == "unauthorized"


def test_every_route_under_v1_is_kept_and_every_other_is_open(client: FlaskClient) -> None:
    kept: set[str] = set()
    opened: set[str] = set()
    for rule in client.application.url_map.iter_rules():
        method = "POST" if "POST" in (rule.methods or ()) else "GET"
        answer = client.open(rule.rule.replace("<", "").replace(">", ""), method=method)
        (kept if answer.status_code == 401 else opened).add(rule.rule)
    assert {"/livez", "/readyz", "/version", "/openapi.json", "/.well-known/jwks.json"} <= opened
    assert not [path for path in opened if path.startswith("/v1")]
    assert kept
    assert all(path.startswith("/v1/") for path in kept)


@pytest.mark.parametrize("path", ["/nothing", "/v2/fake", "/v10", "/V1/fake/echo"])
def test_an_address_elsewhere_is_not_found_rather_than_kept(client: FlaskClient, path: str) -> None:
    assert ask(client, None, path).status_code == 404


def test_a_stranger_is_refused_before_the_body_is_read(client: FlaskClient) -> None:
    class Unread:
        def read(self, *_: object) -> bytes:
            raise AssertionError("the body was read")

    for length in ("9", "99999999999"):
        answer = client.post(
            "/v1/fake/echo",
            content_type="application/json",
            environ_overrides={"CONTENT_LENGTH": length, "wsgi.input": Unread()},
        )
        assert answer.status_code == 401


def test_without_the_setting_everything_is_open() -> None:
    client = fake.app().test_client()
    assert ask(client, None).status_code == ask(client, "Bearer x").status_code == 200
    assert ask(client, None).headers["Cache-Control"] == "public, max-age=3600"


def test_no_shared_cache_keeps_what_a_token_opened(client: FlaskClient) -> None:
    answer = ask(client, f"Bearer {BUDI}")
    assert answer.headers["Cache-Control"] == "private, max-age=3600"
    again = client.get(
        "/v1/fake/rulesets/plain",
        headers={"Authorization": f"Bearer {BUDI}", "If-None-Match": answer.headers["ETag"]},
    )
    assert (again.status_code, again.headers["Cache-Control"]) == (304, "private, max-age=3600")
    digest = answer.get_json()["ruleset"]["digest"]
    forever = ask(client, f"Bearer {BUDI}", f"/v1/fake/rulesets/{digest}")
    assert forever.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert client.get("/openapi.yaml").headers["Cache-Control"] == "public, max-age=3600"


def test_all_tokens_are_compared_whichever_was_sent(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []

    def compare(known: bytes, sent: bytes) -> bool:
        compared.append(known)
        return known == sent

    monkeypatch.setattr(tokens, "compare_digest", compare)
    valid = Tokens(file)
    for sent, accepted in ((ANI, True), (BUDI, True), (WRONG, False)):
        compared.clear()
        assert valid.accept(sent) is accepted
        assert len(set(compared)) == len(compared) == 2


# ---------------------------------------------------------------- the file


def faults(path: Path) -> list[str]:
    with pytest.raises(TokenFileError) as raised:
        Tokens(path)
    assert str(raised.value) == "\n".join(raised.value.faults)
    return [fault.removeprefix(f"TOKENS_FILE: {path}") for fault in raised.value.faults]


def test_every_fault_is_told_by_its_line_and_no_token(file: Path) -> None:
    bad = ["short", "x" * 31, "y" * 513, "z" * 32 + " z", "ä" * 32, "=" * 32, "q" * 32 + "=q"]
    bad.append("v" * 32 + " # v")
    file.write_text("\n".join(["# head", ANI, *bad, BUDI]))
    told = faults(file)
    assert [fault.split(" ")[0] for fault in told] == [f":{line}:" for line in range(3, 11)]
    assert told[0] == ":3: must have 32 to 512 characters, has 5"
    assert told[3].startswith(":6: has a character that no token can have")
    assert not any(token in fault for fault in told for token in [*bad, ANI, BUDI])


@pytest.mark.parametrize("text", ["", "\n", "# " + "a" * 40 + "\n\n", " \t\r\n"])
def test_a_file_without_tokens_is_a_fault(file: Path, text: str) -> None:
    file.write_text(text)
    assert faults(file) == [" holds no token"]


def test_more_tokens_than_each_request_can_be_compared_with_are_a_fault(file: Path) -> None:
    file.write_text("\n".join(f"{number:032d}" for number in range(tokens.MOST)))
    assert Tokens(file).accept("0" * 32)
    with file.open("a") as more:
        more.write("\n" + BUDI)
    assert faults(file) == [" holds 101 tokens, more than 100"]


def test_the_shortest_and_the_longest_token_are_good(file: Path) -> None:
    file.write_text("s" * 32 + "\n" + "l" * 512)
    valid = Tokens(file)
    assert valid.accept("s" * 32)
    assert valid.accept("l" * 512)


def test_a_file_that_cannot_be_one_of_tokens_is_a_fault(tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(b"#" * (tokens.LARGEST + 1))
    assert faults(large) == [f" is larger than {tokens.LARGEST} bytes"]
    assert faults(tmp_path) == [" cannot be read: Is a directory"]
    assert faults(tmp_path / "none") == [" cannot be read: No such file or directory"]


def test_the_service_does_not_start_with_a_bad_file(file: Path) -> None:
    file.write_text("nope\n")
    key = file.with_name("key.pem")
    key.write_text("no key")
    with pytest.raises(SettingsError) as raised:
        fake.app(tokens_file=file, signing_key=key)
    assert [fault.split(":")[0] for fault in raised.value.faults] == ["SIGNING_KEY", "TOKENS_FILE"]
    with pytest.raises(SystemExit, match=r"does not start:\nTOKENS_FILE: .*:1: must have 32") as end:
        boot({"TOKENS_FILE": str(file)})
    assert "nope" not in str(end.value)
    with pytest.raises(SystemExit, match="TOKENS_FILE: there is no file"):
        boot({"TOKENS_FILE": str(file) + "x"})


# ---------------------------------------------------------------- a change


def test_a_changed_file_is_read_again_after_a_second(file: Path, clock: Clock) -> None:
    valid = Tokens(file, clock)
    replace(file, WRONG)
    clock.now += 0.9
    assert (valid.accept(BUDI), valid.accept(WRONG)) == (True, False)
    clock.now += 0.2
    assert (valid.accept(BUDI), valid.accept(WRONG)) == (False, True)


def test_a_file_edited_in_its_place_is_read_again(file: Path, clock: Clock) -> None:
    valid = Tokens(file, clock)
    with file.open("a") as more:
        more.write(WRONG)
    clock.now += 1.1
    assert valid.accept(BUDI)
    assert valid.accept(WRONG)


def test_a_link_that_leads_elsewhere_is_read_again(tmp_path: Path, clock: Clock) -> None:
    # As Kubernetes mounts a Secret: tokens → ..data/tokens, ..data → ..2026_01, and ..data is replaced.
    for name, token in (("..2026_01", ANI), ("..2026_02", BUDI)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tokens").write_text(token)
    (tmp_path / "..data").symlink_to("..2026_01")
    file = tmp_path / "tokens"
    file.symlink_to("..data/tokens")
    valid = Tokens(file, clock)
    assert (valid.accept(ANI), valid.accept(BUDI)) == (True, False)
    (tmp_path / "..data_tmp").symlink_to("..2026_02")
    (tmp_path / "..data_tmp").rename(tmp_path / "..data")
    clock.now += 1.1
    assert (valid.accept(ANI), valid.accept(BUDI)) == (False, True)


def test_the_file_is_looked_at_once_a_second_and_read_only_when_changed(
    file: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = Mock(side_effect=tokens._signature)
    reads = Mock(side_effect=tokens._read)
    monkeypatch.setattr(tokens, "_signature", looks)
    monkeypatch.setattr(tokens, "_read", reads)
    valid = Tokens(file, clock)
    for _ in range(1_000):
        valid.accept(BUDI)
        clock.now += 0.01
    assert 10 <= looks.call_count <= 12
    assert reads.call_count == 1


@pytest.mark.parametrize("change", ["bad", "empty", "gone", "folder"])
def test_a_bad_change_keeps_the_last_good_tokens_and_is_told_once(
    file: Path, clock: Clock, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    valid = Tokens(file, clock)
    if change == "bad":
        replace(file, f"{WRONG}\nsecret-but-short\n")
    elif change == "empty":
        replace(file, "")
    else:
        file.unlink()
        if change == "folder":
            file.mkdir()
    with caplog.at_level(logging.ERROR):
        for _ in range(5):
            clock.now += 1.1
            assert valid.accept(ANI)
            assert valid.accept(BUDI)
            assert not valid.accept(WRONG)
    (record,) = caplog.records
    told = record.getMessage()
    assert told.startswith("The earlier tokens stay valid: TOKENS_FILE: ")
    assert not any(secret in told for secret in (ANI, BUDI, WRONG, "secret"))


def test_what_is_mended_is_read_and_a_second_fault_is_told_again(
    file: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    valid = Tokens(file, clock)
    accepted = []
    with caplog.at_level(logging.ERROR):
        for text in ("", WRONG, ""):
            replace(file, text)
            clock.now += 1.1
            accepted.append((valid.accept(BUDI), valid.accept(WRONG)))
    assert accepted == [(True, False), (False, True), (False, True)]
    assert len(caplog.records) == 2


def test_a_process_that_starts_after_a_bad_change_lets_in_nobody_by_an_old_token(
    file: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    valid = Tokens(file, clock)
    # The first process read ANI and BUDI; the file then had WRONG, and is gone when a worker is forked anew.
    file.unlink()
    monkeypatch.setattr(tokens, "getpid", lambda: -1)
    valid.look()
    assert not valid.accept(ANI)
    assert "No token is valid in this process: TOKENS_FILE: " in caplog.text
    replace(file, WRONG)
    clock.now += 1.1
    assert (valid.accept(ANI), valid.accept(WRONG)) == (False, True)
    # From now on it has seen a good file itself.
    file.unlink()
    clock.now += 1.1
    assert valid.accept(WRONG)


def test_a_process_that_starts_before_a_bad_change_keeps_what_it_inherited(
    file: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    valid = Tokens(file, clock)
    monkeypatch.setattr(tokens, "getpid", lambda: -1)
    valid.look()
    file.unlink()
    clock.now += 1.1
    assert valid.accept(ANI)


# ---------------------------------------------------------------- no token is told


def test_no_log_line_and_no_failure_tells_a_token(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    lines: list[bytes] = []
    app = fake.app(tokens_file=file)
    observe.watch(app, [RequestLog(lines.append)])
    client = app.test_client()
    with caplog.at_level(logging.DEBUG):
        for token in (BUDI, WRONG):
            ask(client, f"Bearer {token}")
            fake.post(client, fake.BODY, "/v1/fake/fail", Authorization=f"Bearer {token}")
    assert [json.loads(line)["status"] for line in lines] == [200, 500, 401, 401]
    assert json.loads(lines[2])["route"] == "/v1/fake/rulesets/{name}"
    told = b"".join(lines).decode() + caplog.text
    assert "secret of the house" in told
    assert not re.search(f"{BUDI}|{WRONG}", told)
    assert BUDI not in repr(vars(Tokens(file)))
