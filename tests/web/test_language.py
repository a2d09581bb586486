"""Texts at the edge: every message has a sentence, and no sentence breaks an answer."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from service.core.verdict import Phrase, Sentence, counted
from service.web import language
from service.web.language import Texts, shorten
from service.web.locales import Translation
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

TABLES = {"sentences.py", "language.py", "problems.py", "body.py"}
"""The files that have tables of sentences."""


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
    known = {*texts, *language.BOOT}
    assert [f"{message} ({place})" for message, place in named if message not in known] == []


def spoken_patterns() -> Iterator[re.Pattern[str]]:
    """What ids the code makes, outside of the tables of sentences: texts, and texts with something put in."""
    for file in sorted(SERVICE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        keys = {
            id(key)
            for node in ast.walk(tree)
            if isinstance(node, ast.Dict)
            for key in node.keys
            if file.name in TABLES
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                said = [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]
                if len("".join(filter(None, said))) > 3:
                    yield re.compile("".join("[^ ]+" if part is None else re.escape(part) for part in said))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys:
                # "not_" + expected, and "play_declared" + sampled.
                yield re.compile("(no_|not_)?" + re.escape(node.value) + "(_sampled|_double)?")


def test_every_sentence_is_used() -> None:
    patterns = list(spoken_patterns())
    texts = create_app().extensions["texts"]
    unused = [name for name in texts if not any(pattern.fullmatch(name) for pattern in patterns)]
    assert unused == []


def fields(template: str) -> set[str]:
    """The names of a template's fields."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_a_sentence_is_a_template_of_named_facts() -> None:
    texts = create_app().extensions["texts"]
    for message, sentence in texts.sentences.items():
        forms = (sentence,) if isinstance(sentence, str) else (sentence.one, sentence.other)
        one, *_, other = [fields(form) for form in forms * 2]
        assert all(name.isidentifier() for name in one), message
        if not isinstance(sentence, str):
            assert one == other, message
            assert sentence.fact in one, f"{message} counts what it does not say"
            assert not re.search(r"[\[|\]]", sentence.one + sentence.other), message


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


def test_an_id_has_one_sentence() -> None:
    Texts({"a": "x"}, {"a": "x"})
    with pytest.raises(ValueError, match="two sentences"):
        Texts({"a": "x"}, {"a": "y"})


def test_echoes_are_short() -> None:
    assert shorten("x" * 40) == "x" * 40
    assert shorten("x" * 41) == "x" * 39 + "…"


def slavic(count: int) -> int:
    """The rule of Ukrainian and Russian."""
    if count // 10 % 10 == 1:
        return 2
    return {1: 0, 2: 1, 3: 1, 4: 1}.get(count % 10, 2)


TABLE: dict[str, Sentence] = {
    "chips": counted("chips", "{id} gets {chips} [chip|chips]."),
    "many": "{ids} share.",
    "nested": "So: {inner}",
    "untranslated": "In English",
}
TEXTS = Texts(
    TABLE,
    translations={
        "uk": Translation(
            {"chips": ("{id}: {chips} фішка", "{id}: {chips} фішки", "{id}: {chips} фішок")}, slavic
        ),
        "fa": Translation(
            {
                "direction": "rtl",
                "digits": "۰۱۲۳۴۵۶۷۸۹",
                "list": "{others} و {last}",
                "list_next": "{others}، {next}",
                "list_last": "{others} و نیز {last}",
                "chips": ("{id} {chips} ژتون می‌گیرد.",) * 2,
                "many": "{ids} شریک‌اند.",
                "nested": "پس: {inner}",
            },
            lambda count: int(count > 1),
        ),
    },
)


@pytest.mark.parametrize(
    ("language", "count", "told"),
    [
        ("en", 0, "p1 gets 0 chips."),
        ("en", 1, "p1 gets 1 chip."),
        ("en", 2, "p1 gets 2 chips."),
        ("uk", 1, "p1: 1 фішка"),
        ("uk", 3, "p1: 3 фішки"),
        ("uk", 11, "p1: 11 фішок"),
        ("uk", 21, "p1: 21 фішка"),
        ("uk", 2**53 - 1, "p1: 9007199254740991 фішка"),
        ("fa", 1_290, "\u2068p1\u2069 ۱۲۹۰ ژتون می‌گیرد."),
    ],
)
def test_a_sentence_that_counts_takes_the_form_of_its_language(language: str, count: int, told: str) -> None:
    assert TEXTS.text(language, "chips", {"id": "p1", "chips": count}) == told


def test_what_is_not_a_number_takes_the_last_form() -> None:
    assert TEXTS.text("uk", "chips", {"id": "p", "chips": Phrase("untranslated")}) == "p: In English фішок"


def test_a_list_is_joined_as_the_language_does() -> None:
    facts = {"ids": ("a", "b", "c", "d")}
    assert TEXTS.text("en", "many", facts) == "a, b, c and d share."
    quoted = [f"\u2068{name}\u2069" for name in "abcd"]
    assert TEXTS.text("fa", "many", facts) == "{}، {}، {} و نیز {} شریک‌اند.".format(*quoted)
    assert TEXTS.text("fa", "many", {"ids": ("a", "b")}) == "{} و {} شریک‌اند.".format(*quoted)
    assert TEXTS.text("en", "many", {"ids": ("a",)}) == "a share."


def test_a_phrase_inside_a_sentence_is_in_its_language() -> None:
    inner = {"inner": Phrase("chips", {"id": "p", "chips": 7})}
    assert TEXTS.text("fa", "nested", inner) == "پس: \u2068p\u2069 ۷ ژتون می‌گیرد."


def test_a_sentence_begins_with_a_capital_letter_and_no_id_is_changed() -> None:
    table: dict[str, Sentence] = {
        "told": "{who} wins.",
        "label": "{who} wins",
        "role": "elder",
        "whose": "{id}'s hand",
    }
    texts = Texts(table)
    tell = texts.speaker("en")
    role, whose = Phrase("role"), Phrase("whose", {"id": "ani"})
    heads = {"Elder wins.": role, "Elder and ani wins.": (role, "ani"), "ani and elder wins.": ("ani", role)}
    heads |= {"ani wins.": "ani", "ani's hand wins.": whose}
    for sentence, who in heads.items():
        assert tell("told", {"who": who}) == sentence
        assert tell("label", {"who": who}) == sentence[0].lower() + sentence[1:-1]
    assert tell.heading("label", {"who": role}) == "Elder wins"
    assert tell.heading("role", {}) == "Elder"
    assert tell.heading("label", {"who": "ani"}) == "ani wins"


def test_what_a_language_lacks_is_told_in_english() -> None:
    assert TEXTS.text("fa", "untranslated", {}) == "In English"


@pytest.mark.parametrize(
    ("echo", "told"),
    [
        ("ani", "ani"),
        ("Añi Дзвін 4-2", "Añi Дзвін 4-2"),
        ("علی", "\u2068علی\u2069"),
        ("דוד", "\u2068דוד\u2069"),
        ("\u2067ani", "\\u2067ani"),
        ("ani\u202e", "ani\\u202e"),
        ("علی\u200cرضا", "\u2068علی\u200cرضا\u2069"),
        ("دار\u200cا", "\u2068دار\\u200cا\u2069"),
        ("a\u200cb", "a\\u200cb"),
        ("علی\u200c\u200cرضا", "\u2068علی\\u200c\\u200cرضا\u2069"),
        ("\ud800", "\\ud800"),
    ],
)
def test_an_id_neither_turns_the_sentence_nor_hides_characters(echo: str, told: str) -> None:
    assert TEXTS.text("en", "many", {"ids": (echo,)}) == f"{told} share."


@pytest.mark.parametrize(
    ("query", "accept", "expected"),
    [
        ("", None, "en"),
        ("", "uk", "uk"),
        ("", "uk-UA, en;q=0.5", "uk"),
        ("", "fr, uk;q=0.2", "uk"),
        ("", "en;q=0.5, uk;q=0.8, fa;q=0.6", "uk"),
        ("", "UK", "uk"),
        ("", "fr", "en"),
        ("", "*", "en"),
        ("", "*, uk;q=0.5", "en"),
        ("", "uk;q=0", "en"),
        ("", "uk;q=0, fa;q=0.1", "fa"),
        ("", "uk-UA;q=0, uk", "uk"),
        ("", "en;q=0, *", "uk"),
        ("", "en;q=0, uk;q=0, *;q=0.1", "fa"),
        ("", "*;q=0", "en"),
        ("", ";;q=x,\x00", "en"),
        ("?lang=uk", "en", "uk"),
        ("?lang=fa", "fa;q=0, en", "fa"),
        ("?lang=UK", None, "uk"),
        ("?lang=fa-IR", None, "fa"),
        ("?lang=fr", "uk", "uk"),
        ("?lang=", "uk", "uk"),
        ("?lang=fr", None, "en"),
        ("?slang=fa", None, "en"),
        ("?a=1&lang=fa", None, "fa"),
    ],
)
def test_the_language_is_negotiated(query: str, accept: str | None, expected: str) -> None:
    app = Flask("negotiation")
    app.add_url_rule("/", view_func=lambda: language.speaker().language)
    language.install(app, TEXTS)
    headers = {} if accept is None else {"Accept-Language": accept}
    assert app.test_client().get("/" + query, headers=headers).text == expected


def test_languages_are_called_as_they_call_themselves() -> None:
    names = create_app().extensions["texts"].names
    assert names["en"] == "English"
    assert names["fa"] == "فارسی"
    assert len({*names.values()}) == len(names) == 6


def test_older_java_gets_indonesian() -> None:
    assert language.negotiate("in-ID", ("en", "id")) == "id"


def test_an_answer_names_its_language() -> None:
    answer = fake.app().test_client().get("/v1/fake/rulesets/plain")
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == "en"


def test_a_title_has_no_facts() -> None:
    with fake.app().test_request_context():
        assert language.title("problem_invalid") == "Invalid request"
