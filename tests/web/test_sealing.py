"""Signed verdicts: another JOSE implementation believes them, and nothing else is believed.

PyJWT checks here what joserfc signed, and makes what an attacker would.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import string
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jwt
import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import boot, compose
from service.settings import Settings, SettingsError
from service.web.endpoint import Game, Operation
from service.web.fields import LARGEST, Keyed, Text, Whole
from service.web.schema import Request
from service.web.sealing import LONGEST, TYPE, Keys, SealedAnswer
from tests.web import fake

ROOT = Path(__file__).parents[2]
JWKS = "/.well-known/jwks.json"
ALPHABET = string.ascii_letters + string.digits + "-_"

VERDICT: dict[str, Any] = {
    "verdict": "upheld",
    "timeline": [{"step": 0, "player": "ani", "legal": True, "to": None}],
    "share": 0.0515,
    "record": {"players": [{"id": "ani", "stack": LARGEST}], "ante": 10, "actions": []},
}


def private_pem(key: Any, encryption: KeySerializationEncryption | None = None) -> bytes:
    """A private key as openssl writes it."""
    pem: bytes = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption())
    return pem


def public_pem(key: Any) -> bytes:
    """The public key of a private one as openssl writes it."""
    pem: bytes = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return pem


def thumbprint(key: Ed25519PrivateKey) -> str:
    """RFC 7638 from its text, by nothing that the service uses."""
    raw = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return encoded(hashlib.sha256(f'{{"crv":"Ed25519","kty":"OKP","x":"{encoded(raw)}"}}'.encode()).digest())


def encoded(raw: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What base64url without padding writes."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def header_of(kid: str, /, **changes: object) -> str:
    """The first part of a signature: the right one, with changes."""
    header = {"alg": "EdDSA", "kid": kid, "typ": TYPE, **changes}
    return encoded(json.dumps(header, separators=(",", ":")).encode())


def signed(key: Ed25519PrivateKey, header: str, payload: bytes) -> str:
    """A compact JWS by hand, whatever its header says."""
    message = f"{header}.{encoded(payload)}"
    return f"{message}.{encoded(key.sign(message.encode()))}"


OLD, KEY, STRANGER = (Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32) for seed in (1, 2, 3))
KID = thumbprint(KEY)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The signing key, and beside it a folder with the key before it."""
    made = tmp_path_factory.mktemp("keys")
    (made / "signing.pem").write_bytes(private_pem(KEY))
    (made / "public").mkdir()
    (made / "public" / "old.pem").write_bytes(public_pem(OLD))
    (made / "public" / "..data").mkdir()
    return made


@pytest.fixture(scope="module")
def keys(folder: Path) -> Keys:
    return Keys.load(folder / "signing.pem", folder / "public")


@pytest.fixture(scope="module")
def signature(keys: Keys) -> str:
    written: str = keys.seal(VERDICT)["signature"]
    return written


class JudgeRequest(Request):
    """What is judged."""

    stacks = Keyed(Whole(0, LARGEST), required=True)


class JudgeAnswer(SealedAnswer):
    """What was judged."""

    verdict = Text()
    record = Keyed(Keyed(Whole(0, LARGEST)))


GAME = Game(
    "judge",
    "A game for tests.",
    (
        Operation(
            method="POST",
            path="/v1/judge/arbitrate",
            name="judge_arbitrate",
            summary="Judge",
            view=lambda document: {"verdict": "no_claim", "record": document},
            request=JudgeRequest(),
            response=JudgeAnswer(),
        ),
    ),
    {},
)


def client_of(signing: Path | None = None, verifying: Path | None = None) -> FlaskClient:
    """A client of a service with those keys."""
    return compose(Settings(signing_key=signing, verifying_keys=verifying), [GAME]).test_client()


@pytest.fixture(scope="module")
def signing(folder: Path) -> FlaskClient:
    return client_of(folder / "signing.pem", folder / "public")


def arbitrate(client: FlaskClient, **stacks: int) -> dict[str, Any]:
    """The sealed answer of the game above."""
    answer = fake.post(client, {"stacks": stacks}, "/v1/judge/arbitrate")
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.get_json()
    return document


def verified(client: FlaskClient, text: str) -> dict[str, Any]:
    """What the service says of a signature."""
    answer = fake.post(client, {"signature": text}, "/v1/verify")
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.get_json()
    return document


# ---------------------------------------------------------------- what is signed


def test_a_verdict_is_sealed_as_it_is_sent(signing: FlaskClient) -> None:
    answer = arbitrate(signing, ani=5, budi=LARGEST)
    assert list(answer) == ["verdict", "record", "engine", "record_digest", "signature"]
    assert answer["engine"].startswith("hand-ranking ")
    signature = answer.pop("signature")
    assert verified(signing, signature) == {"valid": True, "verdict": answer}


def test_another_implementation_verifies_it_offline_from_the_published_keys(signing: FlaskClient) -> None:
    answer = arbitrate(signing, ani=5)
    published = jwt.PyJWKSet.from_dict(signing.get(JWKS).get_json())
    signature = answer.pop("signature")
    key = published[jwt.get_unverified_header(signature)["kid"]]
    payload = jwt.PyJWS().decode(signature, key, algorithms=["EdDSA"])
    assert json.loads(payload) == answer
    for at in range(len(payload)):
        changed = payload[:at] + bytes([payload[at] ^ 1]) + payload[at + 1 :]
        head, _, tail = signature.split(".")
        with pytest.raises(jwt.InvalidSignatureError):
            jwt.PyJWS().decode(f"{head}.{encoded(changed)}.{tail}", key, algorithms=["EdDSA"])


def test_the_signature_is_that_of_the_rfcs(signature: str) -> None:
    head, payload, tail = signature.split(".")
    assert head == header_of(KID)
    digest = "sha256:" + hashlib.sha256(rfc8785.dumps(VERDICT["record"])).hexdigest()
    assert decoded(payload) == rfc8785.dumps({**VERDICT, "engine": "", "record_digest": digest})
    assert decoded(tail) == KEY.sign(f"{head}.{payload}".encode())


def test_a_verdict_is_signed_alike_every_time(keys: Keys, signature: str) -> None:
    backwards = dict(reversed(VERDICT.items()))
    assert keys.seal(backwards)["signature"] == signature


def test_what_came_in_is_left_as_it_was(keys: Keys) -> None:
    before = json.dumps(VERDICT)
    keys.seal(VERDICT)
    assert json.dumps(VERDICT) == before


RECORDS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.text(alphabet=string.printable, max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(string.printable, max_size=5), inner),
    max_leaves=12,
)


@given(RECORDS)
def test_the_digest_of_a_record_can_be_computed_without_a_library(record: Any) -> None:
    # For ASCII texts and integers the canonical form is Python's own, sorted and without spaces.
    written = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert Keys().seal({"record": record}) == {
        "record": record,
        "engine": "",
        "record_digest": "sha256:" + hashlib.sha256(written.encode()).hexdigest(),
        "signature": None,
    }


def test_the_digest_of_a_record_is_over_utf_8_and_sorted_by_utf_16() -> None:
    record = {"\ufb33": 1, "\U0001f063": "Анна", "é": [], "a": "\n\x7f"}
    written = '{"a":"\\n\x7f","é":[],"\U0001f063":"Анна","\ufb33":1}'
    digest = hashlib.sha256(written.encode()).hexdigest()
    assert Keys().seal({"record": record})["record_digest"] == f"sha256:{digest}"


def test_a_number_that_no_reader_keeps_is_not_signed() -> None:
    with pytest.raises(rfc8785.IntegerDomainError):
        Keys().seal({"record": {"total": LARGEST + 1}})


# ---------------------------------------------------------------- what is refused


def test_any_change_of_a_character_is_refused(keys: Keys, signature: str) -> None:
    assert keys.open_sealed(signature) is not None
    for at, character in enumerate(signature):
        for other in {*"A.=~ \n", chr(ord(character) ^ 1), chr(ord(character) ^ 0x20)} - {character}:
            assert keys.open_sealed(signature[:at] + other + signature[at + 1 :]) is None, (at, other)
        assert keys.open_sealed(signature[:at] + signature[at + 1 :]) is None, at
        assert keys.open_sealed(signature[:at] + "\n" + signature[at:]) is None, at


def test_no_other_text_is_the_same_signature(keys: Keys, signature: str) -> None:
    # Of 64 characters in the last place 16 write the same bytes; only one of them is good.
    assert [end for end in ALPHABET if keys.open_sealed(signature[:-1] + end)] == [signature[-1]]
    for text in (signature + "=", signature + "\n", " " + signature, signature + ".", signature + "\0"):
        assert keys.open_sealed(text) is None


def test_any_change_of_a_byte_is_refused(keys: Keys, signature: str) -> None:
    parts = [decoded(part) for part in signature.split(".")]
    for part, raw in enumerate(parts):
        for at in range(len(raw)):
            changed = [*parts]
            changed[part] = raw[:at] + bytes([raw[at] ^ 1 << at % 8]) + raw[at + 1 :]
            assert keys.open_sealed(".".join(map(encoded, changed))) is None, (part, at)


def test_a_signature_of_the_same_number_modulo_the_order_is_refused(keys: Keys, signature: str) -> None:
    # RFC 8032 5.1.7: S must be below the order, else whoever has one signature can make another.
    order = 2**252 + 27742317777372353535851937790883648493
    head, payload, tail = signature.split(".")
    raw = decoded(tail)
    more = (int.from_bytes(raw[32:], "little") + order).to_bytes(32, "little")
    assert keys.open_sealed(f"{head}.{payload}.{encoded(raw[:32] + more)}") is None


@given(st.text() | st.text(ALPHABET + ".", max_size=300) | st.from_regex(r"[\w.-]*\.[\w-]*\.[\w-]{86}"))
def test_no_text_makes_it_raise(text: str) -> None:
    public = Keys.load(None, None)
    assert public.open_sealed(text) is None


@given(st.binary(max_size=80), st.binary(min_size=64, max_size=64))
def test_no_payload_makes_it_raise(keys: Keys, payload: bytes, tail: bytes) -> None:
    assert keys.open_sealed(f"{header_of(KID)}.{encoded(payload)}.{encoded(tail)}") is None


@pytest.mark.parametrize("payload", [b"", b"[]", b"null", b"5", b"{", b"\xff", b'{"a": NaN}', b"[" * 100_000])
def test_what_is_no_verdict_is_refused_even_signed(keys: Keys, payload: bytes) -> None:
    assert keys.open_sealed(signed(KEY, header_of(KID), payload)) is None


def test_the_forger_of_these_tests_can_sign(keys: Keys) -> None:
    assert keys.open_sealed(signed(KEY, header_of(KID), b'{"verdict":"upheld"}')) == {"verdict": "upheld"}


@pytest.mark.parametrize(
    "changes",
    [
        {"alg": "none"},
        {"alg": "None"},
        {"alg": "HS256"},
        {"alg": "RS256"},
        {"alg": "Ed448"},
        {"alg": "Ed25519"},
        {"alg": ["EdDSA"]},
        {"alg": None},
        {"kid": ""},
        {"kid": None},
        {"kid": thumbprint(STRANGER)},
        {"kid": thumbprint(OLD)},
        {"kid": "../" + KID},
        {"kid": [KID]},
        {"typ": "JWT"},
        {"crit": ["b64"], "b64": False},
        {"crit": []},
        {"jku": "https://example.com/jwks.json"},
        {"jwk": {"kty": "OKP", "crv": "Ed25519", "x": "AA"}},
        {"x5u": "https://example.com/"},
        {"zip": "DEF"},
    ],
)
def test_another_header_is_refused_even_signed(keys: Keys, changes: dict[str, Any]) -> None:
    payload = b'{"verdict":"upheld"}'
    assert keys.open_sealed(signed(KEY, header_of(KID, **changes), payload)) is None
    for tail in ("", encoded(bytes(64))):
        assert keys.open_sealed(f"{header_of(KID, **changes)}.{encoded(payload)}.{tail}") is None


@pytest.mark.parametrize("header", ["[]", "5", '"alg"', "null", "{}", "", "[" * 300, '{"alg":"EdDSA"}'])
def test_a_header_that_is_no_header_is_refused_even_signed(keys: Keys, header: str) -> None:
    assert keys.open_sealed(signed(KEY, encoded(header.encode()), b"{}")) is None


def test_a_strangers_signature_is_refused(keys: Keys, signature: str) -> None:
    payload = decoded(signature.split(".")[1])
    for kid in (KID, thumbprint(OLD), thumbprint(STRANGER)):
        assert keys.open_sealed(signed(STRANGER, header_of(kid), payload)) is None


def test_a_jwk_of_the_strangers_own_is_refused(keys: Keys, signature: str) -> None:
    raw = STRANGER.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    own = {"kty": "OKP", "crv": "Ed25519", "x": encoded(raw)}
    payload = decoded(signature.split(".")[1])
    for kid in (KID, thumbprint(STRANGER)):
        assert keys.open_sealed(signed(STRANGER, header_of(kid, jwk=own), payload)) is None


def test_an_unsigned_verdict_of_another_implementation_is_refused(keys: Keys) -> None:
    unsigned = jwt.encode(VERDICT, "", "none", {"kid": KID, "typ": TYPE})
    assert keys.open_sealed(unsigned) is None


def test_the_public_key_is_no_secret_of_an_hmac(keys: Keys, signature: str) -> None:
    payload = signature.split(".")[1]
    raw = KEY.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    for secret in (raw, encoded(raw).encode(), public_pem(KEY)):
        for algorithm, digest in (("HS256", "sha256"), ("HS512", "sha512")):
            for head in (header_of(KID, alg=algorithm), header_of(KID)):
                tail = hmac.digest(secret, f"{head}.{payload}".encode(), digest)
                assert keys.open_sealed(f"{head}.{payload}.{encoded(tail)}") is None


def test_a_signature_that_is_too_long_is_not_opened(keys: Keys) -> None:
    rest = len(header_of(KID)) + 2 + 86

    def of_length(payload: int) -> str:
        text = b'{"a":"' + b"x" * (payload * 3 // 4 - 8) + b'"}'
        return signed(KEY, header_of(KID), text)

    fits = of_length(LONGEST - rest)
    assert LONGEST - 4 <= len(fits) <= LONGEST
    assert keys.open_sealed(fits) is not None
    assert keys.open_sealed(of_length(LONGEST - rest + 8)) is None


# ---------------------------------------------------------------- rotation, and no key


def test_old_verdicts_stay_good_while_the_old_key_is_published(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "old.pem").write_bytes(private_pem(OLD))
    before, after = client_of(tmp_path / "old.pem"), client_of(folder / "signing.pem", folder / "public")
    without, only = client_of(folder / "signing.pem"), client_of(None, folder / "public")
    answer = arbitrate(before, ani=5)
    assert verified(after, answer["signature"])["valid"] is True
    assert verified(only, answer["signature"])["valid"] is True
    assert verified(without, answer["signature"]) == {"valid": False, "verdict": None}
    fresh = arbitrate(after, ani=5)
    assert fresh["record_digest"] == answer["record_digest"]
    assert verified(before, fresh["signature"])["valid"] is False
    assert arbitrate(only, ani=5)["signature"] is None


def test_the_keys_are_published_the_signing_one_first_and_once(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "1.pem").write_bytes(public_pem(OLD))
    (tmp_path / "2.pem").write_bytes(public_pem(KEY))
    client = client_of(folder / "signing.pem", tmp_path)
    answer = client.get(JWKS)
    assert answer.get_json() == {
        "keys": [
            {
                "kty": "OKP",
                "crv": "Ed25519",
                "x": encoded(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)),
                "kid": thumbprint(key),
                "use": "sig",
                "alg": "EdDSA",
            }
            for key in (KEY, OLD)
        ]
    }
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    again = client.get(JWKS, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client_of(folder / "signing.pem").get(JWKS).headers["ETag"] != answer.headers["ETag"]


def test_nothing_published_is_private(signing: FlaskClient) -> None:
    secret = encoded(KEY.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()))
    assert secret not in signing.get(JWKS).text
    assert all("d" not in key for key in signing.get(JWKS).get_json()["keys"])
    assert secret not in repr(signing.application.extensions)


def test_without_a_key_all_works(tmp_path: Path, signature: str) -> None:
    for client in (client_of(), client_of(None, tmp_path)):
        answer = arbitrate(client, ani=5)
        assert answer["record_digest"].startswith("sha256:")
        assert answer["signature"] is None
        assert client.get(JWKS).get_json() == {"keys": []}
        assert verified(client, signature) == {"valid": False, "verdict": None}


# ---------------------------------------------------------------- the operation


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("/signature", "required")]),
        ({"signature": None}, [("/signature", "required")]),
        ({"signature": 5}, [("/signature", "invalid_type")]),
        ({"signature": True}, [("/signature", "invalid_type")]),
        ({"signature": ["a.b.c"]}, [("/signature", "invalid_type")]),
        ({"signature": "a.b.c", "verdict": {}}, [("/verdict", "unknown_field")]),
        ({"Signature": "a.b.c"}, [("/signature", "required"), ("/Signature", "unknown_field")]),
        ("a.b.c", [("", "invalid_type")]),
    ],
)
def test_a_body_that_cannot_be_read(
    signing: FlaskClient, body: object, faults: list[tuple[str, str]]
) -> None:
    assert fake.faults(fake.post(signing, body, "/v1/verify")) == faults


@pytest.mark.parametrize(
    "text", ["", ".", "..", "a.b.c", "Анна.б.в", "\0", "🁣", "é" * 300, "." * 9_000, "A" * 100_000]
)
def test_a_text_that_is_no_signature(signing: FlaskClient, text: str) -> None:
    assert verified(signing, text) == {"valid": False, "verdict": None}


def test_a_text_that_is_too_long_is_a_fault() -> None:
    client = compose(Settings(max_body_bytes=2 * LONGEST), []).test_client()
    body = {"signature": "A" * (LONGEST + 1)}
    assert fake.faults(fake.post(client, body, "/v1/verify")) == [("/signature", "out_of_range")]


def test_a_check_is_not_kept(signing: FlaskClient) -> None:
    for method in ("GET", "HEAD", "PUT"):
        assert signing.open("/v1/verify", method=method).status_code == 405
    assert "ETag" not in fake.post(signing, {"signature": ""}, "/v1/verify").headers


class Unreferred:
    """Stands for references where none is asked for."""

    answering = True

    def __call__(self, schema: object) -> dict[str, Any]:
        raise AssertionError

    def named(self, name: str, home: object, described: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError


def test_the_specification_tells_the_seals() -> None:
    described = {
        name: member.property(Unreferred())
        for name, member in JudgeAnswer().dump_fields.items()
        if isinstance(member, Text)
    }
    assert described["record_digest"]["pattern"] == "^sha256:[0-9a-f]{64}$"
    assert described["signature"]["type"] == ["string", "null"]
    assert all(member.required for member in JudgeAnswer().dump_fields.values())
    assert re.search(described["signature"]["pattern"], "a.b.c")
    assert not re.search(described["signature"]["pattern"], "a.b.")


# ---------------------------------------------------------------- what it does not start with

BAD_PRIVATE: list[tuple[str, Callable[[], bytes], str]] = [
    ("empty", lambda: b"", "holds no PEM private key"),
    ("noise", lambda: bytes(range(256)), "holds no PEM private key"),
    ("public", lambda: public_pem(KEY), "holds no PEM private key"),
    ("locked", lambda: private_pem(KEY, BestAvailableEncryption(b"x")), "opens without a password"),
    ("two", lambda: private_pem(KEY) * 2, "holds more than one key"),
    ("half", lambda: private_pem(KEY)[:60], "holds no PEM private key"),
    ("ed448", lambda: private_pem(Ed448PrivateKey.generate()), "not an Ed25519 key"),
    ("x25519", lambda: private_pem(X25519PrivateKey.generate()), "not an Ed25519 key"),
    ("p-256", lambda: private_pem(ec.generate_private_key(ec.SECP256R1())), "not an Ed25519 key"),
    ("rsa", lambda: private_pem(rsa.generate_private_key(65_537, 2_048)), "not an Ed25519 key"),
]

BAD_PUBLIC: list[tuple[str, Callable[[], bytes], str]] = [
    ("empty", lambda: b"", "holds no PEM public key"),
    ("private", lambda: private_pem(KEY), "holds no PEM public key"),
    ("two", lambda: public_pem(KEY) + public_pem(OLD), "holds more than one key"),
    ("p-256", lambda: public_pem(ec.generate_private_key(ec.SECP256R1())), "not an Ed25519 key"),
]


def refusal(**environ: str) -> list[str]:
    """Why the service does not start."""
    with pytest.raises(SystemExit) as raised:
        boot(environ)
    head, *lines = str(raised.value.code).splitlines()
    assert head == "The service does not start:"
    return lines


@pytest.mark.parametrize(("pem", "why"), [case[1:] for case in BAD_PRIVATE], ids=[c[0] for c in BAD_PRIVATE])
def test_a_bad_signing_key_is_refused(tmp_path: Path, pem: Callable[[], bytes], why: str) -> None:
    file = tmp_path / "signing.pem"
    file.write_bytes(pem())
    (line,) = refusal(SIGNING_KEY=str(file))
    assert line.startswith(f"SIGNING_KEY: {file} ")
    assert why in line


@pytest.mark.parametrize(("pem", "why"), [case[1:] for case in BAD_PUBLIC], ids=[c[0] for c in BAD_PUBLIC])
def test_a_bad_verifying_key_is_refused(tmp_path: Path, pem: Callable[[], bytes], why: str) -> None:
    (tmp_path / "bad.pem").write_bytes(pem())
    (line,) = refusal(VERIFYING_KEYS=str(tmp_path))
    assert line.startswith(f"VERIFYING_KEYS: {tmp_path / 'bad.pem'} ")
    assert why in line


def test_every_bad_key_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.pem").write_bytes(b"")
    (tmp_path / "b.pem").write_bytes(public_pem(OLD))
    (tmp_path / "c").mkdir()
    lines = refusal(SIGNING_KEY=str(folder / "public" / "old.pem"), VERIFYING_KEYS=str(tmp_path))
    assert [line.split(" ")[0] for line in lines] == ["SIGNING_KEY:", "VERIFYING_KEYS:", "VERIFYING_KEYS:"]
    assert lines[2] == f"VERIFYING_KEYS: {tmp_path / 'c'} cannot be read: Is a directory"


def test_keys_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        Settings.from_environment({"SIGNING_KEY": str(tmp_path), "VERIFYING_KEYS": str(tmp_path / "none")})
    assert [fault.partition(" '")[0] for fault in raised.value.faults] == [
        "SIGNING_KEY: there is no file",
        "VERIFYING_KEYS: there is no folder",
    ]
    gone = Settings(signing_key=tmp_path / "gone.pem", verifying_keys=tmp_path / "none")
    with pytest.raises(SettingsError) as raised:
        compose(gone, [])
    assert [fault.rpartition(": ")[2] for fault in raised.value.faults] == ["No such file or directory"] * 2


def test_the_environment_names_the_keys(folder: Path) -> None:
    environ = {"SIGNING_KEY": str(folder / "signing.pem"), "VERIFYING_KEYS": str(folder / "public")}
    settings = Settings.from_environment(environ)
    assert (settings.signing_key, settings.verifying_keys) == (folder / "signing.pem", folder / "public")
    unset = Settings.from_environment(dict.fromkeys(environ, ""))
    assert (unset.signing_key, unset.verifying_keys) == (None, None)


# ---------------------------------------------------------------- the README

SECTION = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Signed verdicts")[2]


def test_the_key_that_the_readme_makes_signs(tmp_path: Path) -> None:
    (command,) = re.findall(
        r"^\(umask 077; \.venv/bin/python -c '(.*)' > signing.pem\)$", SECTION, re.MULTILINE
    )
    file = tmp_path / "signing.pem"
    file.write_bytes(subprocess.run([sys.executable, "-c", command], capture_output=True, check=True).stdout)
    client = client_of(file)
    assert verified(client, arbitrate(client, ani=5)["signature"])["valid"] is True


def test_the_readme_verifies_offline(
    signing: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
    answer = arbitrate(signing, ani=5)
    (tmp_path / "jwks.json").write_bytes(signing.get(JWKS).data)
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102
    del answer["signature"]
    assert names["verdict"] == answer
