"""Texts at the edge: the core speaks in message ids and facts, a client reads sentences in its language.

Ids are global to the service, so that one catalogue per language can translate them all. A sentence is a
``str.format`` template whose fields are the facts.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final
from unicodedata import bidirectional

from flask import Flask, request

from service.core.verdict import Phrase

ENGLISH: Final = "en"

ECHO: Final = 40
"""Characters of a client's own text that a sentence repeats at most."""

JOINERS: Final = "\u200c\u200d"
"""Zero-width, non-joiner and joiner."""

CORE: Final[Mapping[str, str]] = {
    "deal_total": "the steps must deal {total} pieces in all",
    "extends_itself": "rulesets extend one another in a circle: {names}",
    "extends_or_all": "is required where not every parameter is given",
    "file_name": "a ruleset file is named NAME.toml, NAME of lower-case letters, digits and single hyphens",
    "file_unreadable": "cannot be read: {error}",
    "list": "{others} and {last}",
    "name_taken": "there is already a ruleset of the name {name}",
    "no_file": "is no file",
    "not_between": "must be between {minimum} and {maximum}",
    "not_boolean": "must be true or false",
    "not_integer": "must be a whole number, written without fraction or exponent",
    "not_list": "must be a list",
    "not_object": "must be an object",
    "not_one_of": "must be one of: {choices}",
    "not_ruleset": "must be the name of a ruleset, or an object that extends one",
    "not_string": "must be a string",
    "piece_twice": "{piece} is also at {place}",
    "ranked_twice": "{word} is ranked twice",
    "ranking_unclosed": "must end with {last}",
    "required": "is required",
    "too_many_entries": "must have at most {most} entries",
    "unknown_field": "is not a known member of this object",
    "unknown_ruleset": "there is no such ruleset; there are: {names}",
}
"""The sentences of faults that the core finds."""

FIELDS: Final[Mapping[str, str]] = {
    "not_card": "“{text}” is not a card",
    "not_tile": "“{text}” is not a tile",
    "text_length": "must have {minimum} to {maximum} characters, has {found}",
    "wrong_count": "must have {minimum} entries, has {found}",
    "wrong_count_between": "must have {minimum} to {maximum} entries, has {found}",
}
"""The sentences of faults that the fields of the web find."""


class Texts:
    """Every sentence of the service, by message id."""

    def __init__(self, *tables: Mapping[str, str]) -> None:
        """Joins the tables; raises ValueError where two give one id different sentences."""
        self._sentences: dict[str, str] = {}
        for table in tables:
            for message, sentence in table.items():
                if self._sentences.setdefault(message, sentence) != sentence:
                    raise ValueError(f"two sentences for the message {message!r}")
        self.languages: tuple[str, ...] = (ENGLISH,)

    def __contains__(self, message: object) -> bool:
        return message in self._sentences

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def text(self, language: str, message: str, facts: Mapping[str, object]) -> str:
        """The sentence, or the bare id where it is missing: an answer must not fail for a word."""
        template = self.template(language, message)
        try:
            return template.format_map({name: self._said(language, fact) for name, fact in facts.items()})
        except (LookupError, ValueError, AttributeError):
            logging.getLogger(__name__).exception("the sentence %r does not fit its facts", message)
            return template

    def _said(self, language: str, fact: object) -> object:
        """A fact as a sentence tells it: phrases in the language, lists joined, strange characters seen."""
        if isinstance(fact, int):
            return fact
        if isinstance(fact, str):
            return fact if fact.isprintable() else visible(fact)
        if isinstance(fact, Phrase):
            return self.text(language, fact.message, fact.facts)
        if isinstance(fact, tuple):
            *others, last = [str(self._said(language, entry)) for entry in fact]
            joined = {"others": ", ".join(others), "last": last}
            return self.text(language, "list", joined) if others else last
        return fact

    def template(self, language: str, message: str) -> str:
        """The sentence before its facts. A catalogue of ``language`` would translate it here."""
        del language
        return self._sentences.get(message, message)


@dataclass(frozen=True, slots=True)
class Speaker:
    """The service's sentences in one language."""

    texts: Texts
    language: str

    def __call__(self, message: str, facts: Mapping[str, object]) -> str:
        """The sentence of a message with its facts."""
        return self.texts.text(self.language, message, facts)


# Flask's own proxies cost more than all sentences of an answer together.
_SPEAKER: ContextVar[Speaker] = ContextVar("speaker")


def install(app: Flask, texts: Texts) -> None:
    """Makes ``texts`` the sentences of the app's answers."""
    app.extensions["texts"] = texts

    @app.before_request
    def choose() -> None:
        _SPEAKER.set(Speaker(texts, _wanted(texts)))


def _wanted(texts: Texts) -> str:
    """The language that a request wants: ``?lang=`` where there is such a one, else by Accept-Language."""
    if len(texts.languages) == 1:
        return texts.languages[0]
    asked = [request.args.get("lang", ""), *request.accept_languages.values()]
    for tag in asked:
        language = tag.partition("-")[0].lower()
        if language in texts.languages:
            return language
    return ENGLISH


def speaker() -> Speaker:
    """What puts messages with their facts into the language of this request."""
    return _SPEAKER.get()


def text(message: str, facts: Mapping[str, object]) -> str:
    """A sentence in the language of this request."""
    return _SPEAKER.get()(message, facts)


def title(message: str) -> str:
    """A title, which has no facts, in the language of this request."""
    return text(message, {})


def visible(echo: str) -> str:
    """A text whose characters without a shape of their own are written out, so that none can deceive.

    A joiner that shapes the Arabic letters it stands between stays: Persian is not written without it.
    """
    return "".join(
        character
        if character.isprintable() or (character in JOINERS and _between_arabic(echo, index))
        else character.encode("unicode_escape", "surrogatepass").decode()
        for index, character in enumerate(echo)
    )


def _between_arabic(echo: str, index: int) -> bool:
    around = echo[max(0, index - 1)] + echo[index + 1 : index + 2]
    return len(around) == 2 and all(bidirectional(letter) == "AL" for letter in around)


def shorten(echo: str, length: int = ECHO) -> str:
    """A client's own text, cut to ``length`` characters."""
    return echo if len(echo) <= length else echo[: length - 1] + "…"
