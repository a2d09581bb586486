"""Texts at the edge: every message has a sentence, and no sentence breaks an answer."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.app import create_app
from service.core.verdict import Phrase
from service.web import language
from service.web.language import Texts, shorten
from tests.web import fake

SERVICE = Path(__file__).parents[2] / "service"

# Where a call names its message: the function's name, and which positional argument it is.
NAMING = {
    "Fault": 1,
    "add": 1,
    "invalid": 1,
    "because": 1,
    "wrong_type": 0,
    "Phrase": 0,
    "ProblemError": 1,
    "_malformed": 0,
}


def named_messages() -> Iterator[tuple[str, str]]:
    """Every message id that the code spells out, and where."""
    for file in sorted(SERVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = NAMING.get(name, 99)
            said = node.args[place] if place < len(node.args) else None
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                message = f"not_{said.value}" if name == "wrong_type" else said.value
                yield message, f"{file.name}:{node.lineno}"


def test_every_message_has_a_sentence() -> None:
    texts = create_app().extensions["texts"]
    named = list(named_messages())
    assert len(named) > 50
    assert [f"{message} ({place})" for message, place in named if message not in texts] == []


@pytest.mark.parametrize("table", [language.CORE, language.FIELDS])
def test_every_sentence_is_used(table: dict[str, str]) -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in SERVICE.rglob("*.py"))
    unused = [
        message
        for message in table
        if source.count(f'"{message}"') < 2 and f'"{message.removeprefix("not_")}"' not in source
    ]
    # A notation names these.
    assert set(unused) <= {"not_card"}


def test_a_sentence_is_a_template_of_named_facts() -> None:
    texts = create_app().extensions["texts"]
    for message in texts:
        for _, field, _, _ in string.Formatter().parse(texts.template("en", message)):
            assert field is None or field.isidentifier(), message


def test_facts_are_put_in() -> None:
    texts = Texts({"a": "{who} has {count}", "b": "nobody"})
    assert texts.text("en", "a", {"who": Phrase("b"), "count": 3}) == "nobody has 3"


def test_braces_in_a_fact_are_text() -> None:
    assert Texts({"a": "{who}"}).text("en", "a", {"who": "{0.__class__}"}) == "{0.__class__}"


@pytest.mark.parametrize(
    ("sentence", "told"),
    [("{nobody} wins", "{nobody} wins"), ("{0}", "{0}"), ("{who.x}", "{who.x}"), ("{", "{")],
)
def test_a_sentence_that_does_not_fit_is_told_as_it_is(sentence: str, told: str) -> None:
    assert Texts({"a": sentence}).text("en", "a", {"who": 1}) == told


def test_a_missing_sentence_is_told_by_its_id() -> None:
    assert Texts().text("en", "no_such", {}) == "no_such"


INVISIBLE = [
    *map(
        chr, (0x00, 0x07, 0x0A, 0x1B, 0x7F, 0x85, 0xA0, 0xAD, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029)
    ),
    *map(chr, range(0x202A, 0x202F)),
    *map(chr, range(0x2060, 0x2070)),
    *map(chr, (0xFEFF, 0xFFF9, 0xE000, 0x0378, 0xE0041, 0xD800)),
]


@pytest.mark.parametrize("character", INVISIBLE, ids=ascii)
def test_a_fact_cannot_hide_a_character_or_turn_a_sentence_round(character: str) -> None:
    texts = Texts({"a": "{who} beats {all}", "list": "{others} and {last}"})
    escaped = character.encode("unicode_escape", "surrogatepass").decode()
    told = texts.text("en", "a", {"who": f"a{character}", "all": ("b", f"{character}c")})
    assert (told, escaped.isprintable()) == (f"a{escaped} beats b and {escaped}c", True)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"),
        ("an\u200ci", "an\\u200ci"),
        ("\u200c\u0639", "\\u200c\u0639"),
        ("\u0639\u200c", "\u0639\\u200c"),
        ("\u0639\u200c\u200d\u0644", "\u0639\\u200c\\u200d\u0644"),
    ],
    ids=ascii,
)
def test_a_joiner_stays_between_the_letters_that_it_shapes_and_only_there(name: str, told: str) -> None:
    assert Texts({"a": "{who}"}).text("en", "a", {"who": name}) == told


def test_an_id_has_one_sentence() -> None:
    Texts({"a": "x"}, {"a": "x"})
    with pytest.raises(ValueError, match="two sentences"):
        Texts({"a": "x"}, {"a": "y"})


def test_echoes_are_short() -> None:
    assert shorten("x" * 40) == "x" * 40
    assert shorten("x" * 41) == "x" * 39 + "…"


@pytest.mark.parametrize(
    ("query", "accept", "expected"),
    [
        ("", None, "en"),
        ("", "id", "id"),
        ("", "id-ID, en;q=0.5", "id"),
        ("", "fr, id;q=0.2", "id"),
        ("", "fr", "en"),
        ("", "*", "en"),
        ("", ";;q=x,\x00", "en"),
        ("?lang=id", "en", "id"),
        ("?lang=ID", None, "id"),
        ("?lang=fr", "id", "id"),
        ("?lang=", "id", "id"),
    ],
)
def test_the_language_is_negotiated(query: str, accept: str | None, expected: str) -> None:
    app = fake.app()
    app.extensions["texts"].languages = ("en", "id")
    answer = app.test_client().get(
        "/livez" + query, headers={} if accept is None else {"Accept-Language": accept}
    )
    assert answer.headers["Content-Language"] == expected


def test_a_title_has_no_facts() -> None:
    with fake.app().test_request_context():
        assert language.title("problem_invalid") == "Invalid request"
