"""The strict JSON reader."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.core.verdict import Phrase
from service.web import body
from service.web.problems import ProblemError
from tests.web import fake

JSON = "application/json"
CHUNKED = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}


def refusal(raw: bytes) -> ProblemError:
    with pytest.raises(ProblemError) as raised:
        body.parse(raw)
    assert raised.value.code == "malformed_json"
    return raised.value


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "json_empty"),
        (b"   ", "json_syntax"),
        (b"\xef\xbb\xbf{}", "json_mark"),
        ('{"a": "é"}'.encode("latin-1"), "json_utf8"),
        ("{}".encode("utf-16"), "json_utf8"),
        (b'"\xed\xa0\x80"', "json_utf8"),
        (b'{"a": ', "json_syntax"),
        (b"{} {}", "json_syntax"),
        (b"{'a': 1}", "json_syntax"),
        (b'{"a": 01}', "json_syntax"),
        (b'{"a": .5}', "json_syntax"),
        (b'{"a": +1}', "json_syntax"),
        (b'{"a": 1,}', "json_syntax"),
        (b'["a\nb"]', "json_syntax"),
        (b"\x0c{}", "json_syntax"),
        (b'{"a": 1, "a": 1}', "json_repeated"),
        (b'[{"b": {"a": 1, "\\u0061": 2}}]', "json_repeated"),
        (b"[NaN]", "json_constant"),
        (b"[Infinity]", "json_constant"),
        (b"[-Infinity]", "json_constant"),
        (b"[" + b"1" * 5_000 + b"]", "json_digits"),
        (b"[" * 100_000, "json_deep"),
        (b'{"a":' * 100_000, "json_deep"),
        (b'"\\ud800"', "json_surrogate"),
        (b'{"\\uDFFF": 1}', "json_surrogate"),
        (b'["\\udc30\\ud83c"]', "json_surrogate"),
    ],
)
def test_what_is_no_json_is_refused(raw: bytes, message: str) -> None:
    assert refusal(raw).message == message


def test_a_refusal_tells_the_place() -> None:
    assert refusal(b'{"a": 1,\n "b": ?}').facts == {"line": 2, "column": 7, "error": Phrase("json_value")}
    assert refusal('{"é": 1,\n "b": "'.encode() + b'\xff"}').facts == {"line": 2, "column": 8}
    assert refusal(b'{"a": 1, "bb": 2, "bb": 3}').facts == {"name": "bb"}


def test_a_refusal_repeats_little_of_the_body() -> None:
    name = json.dumps("x" * 1_000).encode()
    assert len(str(refusal(b"{%s: 1, %s: 2}" % (name, name)).facts["name"])) == 40


@pytest.mark.parametrize(
    ("raw", "document"),
    [
        (b' {"a": [1, -2, true, null, "\\u00e9"]}\n', {"a": [1, -2, True, None, "é"]}),
        (b'"\\ud83c\\udc31"', "\U0001f031"),
        (b'"\\\\ud800"', "\\ud800"),
        (b"100000000000000000000", 10**20),
        (b'{"a": {"a": {"a": 1}}, "b": {"a": 1}}', {"a": {"a": {"a": 1}}, "b": {"a": 1}}),
    ],
)
def test_json_is_read(raw: bytes, document: Any) -> None:
    assert body.parse(raw) == document


@pytest.mark.parametrize("raw", [b"1.0", b"1e2", b"1E2", b"-0.0", b"1e400"])
def test_a_number_with_fraction_or_exponent_stays_a_float(raw: bytes) -> None:
    assert type(body.parse(raw)) is float


def test_nesting_has_a_limit() -> None:
    deepest = b"[" * body.DEEPEST + b"]" * body.DEEPEST
    body.parse(deepest)
    body.parse(b"[" + b"[]," * 100 + b'"' + b"[" * 100 + b'"]')
    assert refusal(b"[" + deepest + b"]").message == "json_deep"
    assert refusal(b'[[],{"a":' + deepest[1:-1] + b"}]").message == "json_deep"


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        document = body.parse(raw)
    except ProblemError:
        return
    assert document == json.loads(raw)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(sorted(fake.BODY)), inner),
    max_leaves=20,
)


@pytest.mark.parametrize("raw", [rb'{"\ud83d":1,"\ud83d":2}', rb'{"x":{"\udc00a":1,"\udc00a":1}}'])
def test_a_repeated_name_that_is_no_text_is_refused(client: FlaskClient, raw: bytes) -> None:
    answer = client.post("/v1/fake/echo", data=raw, content_type=JSON)
    assert (answer.status_code, answer.get_json()["code"]) == (400, "malformed_json")
    assert "twice" in answer.get_json()["detail"]


@given(st.binary(max_size=60) | JSON_VALUES.map(lambda value: json.dumps(value).encode()))
def test_no_body_breaks_the_service(client: FlaskClient, raw: bytes) -> None:
    answer = client.post("/v1/fake/echo", data=raw, content_type=JSON)
    assert answer.status_code in (400, 422)
    assert answer.content_type == "application/problem+json"


@given(JSON_VALUES, st.sampled_from(["ruleset", "hand", "groups", "rake", "players", "claims", "more"]))
def test_no_member_breaks_the_service(client: FlaskClient, value: object, member: str) -> None:
    assert fake.post(client, {**fake.BODY, member: value}).status_code in (200, 422)


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "Application/JSON; charset=UTF-8",
        "application/json;charset=utf8",
        "application/json; x=y",
    ],
)
def test_json_by_its_type(client: FlaskClient, content_type: str) -> None:
    answer = client.post("/v1/fake/echo", data=json.dumps(fake.BODY), content_type=content_type)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content-Type": ""},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/problem+json"},
        {"Content-Type": "application/json; charset=latin-1"},
        {"Content-Type": JSON, "Content-Encoding": "gzip"},
    ],
)
def test_another_type_is_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = client.post("/v1/fake/echo", data=json.dumps(fake.BODY), headers=headers)
    assert (answer.status_code, answer.get_json()["code"]) == (415, "unsupported_media_type")


def test_a_body_over_the_limit_is_refused() -> None:
    client = fake.app(max_body_bytes=1_024).test_client()
    full = json.dumps(fake.BODY).encode().ljust(1_024)
    assert client.post("/v1/fake/echo", data=full, content_type=JSON).status_code == 200
    answer = client.post("/v1/fake/echo", data=full + b" ", content_type=JSON)
    assert (answer.status_code, answer.get_json()["code"]) == (413, "too_large")
    assert "1024" in answer.get_json()["detail"]


@pytest.mark.parametrize(("more", "status"), [(b"", 200), (b" ", 413), (b" " * 9_000, 413)])
def test_a_body_of_unstated_length_is_never_cut(more: bytes, status: int) -> None:
    client = fake.app(max_body_bytes=1_024).test_client()
    full = json.dumps(fake.BODY).encode().ljust(1_024)
    answer = client.post(
        "/v1/fake/echo",
        input_stream=io.BytesIO(full + more),
        environ_overrides=CHUNKED,
        content_type=JSON,
    )
    assert answer.status_code == status


class Broken(io.BytesIO):
    """The input of a client that sends a malformed chunk, or goes away."""

    def readinto(self, buffer: Any) -> int:
        raise LookupError("no such chunk")


def test_a_body_that_does_not_come_is_a_bad_request(client: FlaskClient) -> None:
    answer = client.post(
        "/v1/fake/echo",
        input_stream=Broken(),
        environ_overrides=CHUNKED,
        content_type=JSON,
    )
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_request")


def test_a_body_shorter_than_stated_is_a_bad_request(client: FlaskClient) -> None:
    stated = {"CONTENT_LENGTH": "500"}
    answer = client.post(
        "/v1/fake/echo", input_stream=io.BytesIO(b"{}"), environ_overrides=stated, content_type=JSON
    )
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_request")
