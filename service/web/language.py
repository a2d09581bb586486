"""Texts at the edge: the core speaks in message ids and facts, a client reads sentences in its language.

Ids are global to the service, so that one catalogue per language translates them all. A sentence is a
``str.format`` template whose fields are the facts.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Final
from unicodedata import bidirectional
from urllib.parse import parse_qsl

from flask import Flask, request
from werkzeug.http import parse_accept_header

from service.core.drawing import Words
from service.core.verdict import Phrase, Sentence, counted
from service.web.locales import ENGLISH, Forms, Translation

ECHO: Final = 40
"""Characters of a client's own text that a sentence repeats at most."""

ISOLATE: Final = "\u2068"
"""Starts a piece of text whose own first letter tells its direction, apart from the text around it."""
ISOLATED: Final = "\u2069"

LANGUAGE: Final[Mapping[str, Sentence]] = {
    "language": "English",
    "direction": "ltr",
    "digits": "0123456789",
    "list": "{others} and {last}",
    "list_next": "{others}, {next}",
    "list_last": "{others} and {last}",
}
"""What a language calls itself, its direction and digits from 0 to 9, and how it lists things."""

BOOT: Final[Mapping[str, Sentence]] = {
    "extends_itself": "rulesets extend one another in a circle: {names}",
    "file_name": "a ruleset file is named NAME.toml, NAME of lower-case letters, digits and single hyphens",
    "file_unreadable": "cannot be read: {error}",
    "name_taken": "there is already a ruleset of the name {name}",
    "no_file": "is no file",
}
"""What only an operator reads, when the service does not start; nobody has chosen a language then."""

CORE: Final[Mapping[str, Sentence]] = {
    "deal_total": counted("total", "the steps must deal {total} [piece|pieces] in all"),
    "extends_or_all": "is required where not every parameter is given",
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
    "too_many_entries": counted("most", "must have at most {most} [entry|entries]"),
    "unknown_field": "is not a known member of this object",
    "unknown_ruleset": "there is no such ruleset; there are: {names}",
}
"""The sentences of faults that the core finds."""

FIELDS: Final[Mapping[str, Sentence]] = {
    "not_card": "“{text}” is not a card",
    "not_tile": "“{text}” is not a tile",
    "text_length": counted("maximum", "must have {minimum} to {maximum} [character|characters], has {found}"),
    "wrong_count": counted("minimum", "must have {minimum} [entry|entries], has {found}"),
    "wrong_count_between": counted(
        "maximum", "must have {minimum} to {maximum} [entry|entries], has {found}"
    ),
}
"""The sentences of faults that the fields of the web find."""


class Texts:
    """Every sentence of the service, by message id, in every language that there is."""

    def __init__(
        self, *tables: Mapping[str, Sentence], translations: Mapping[str, Translation] | None = None
    ) -> None:
        """Joins the tables; raises ValueError where two give one id different sentences."""
        self.sentences: dict[str, Sentence] = {}
        for table in (LANGUAGE, *tables):
            for message, sentence in table.items():
                if self.sentences.setdefault(message, sentence) != sentence:
                    raise ValueError(f"two sentences for the message {message!r}")
        every = {ENGLISH: Translation(), **(translations or {})}
        self._speakers = {
            language: Speaker(language, self.sentences, translated) for language, translated in every.items()
        }
        self.languages: tuple[str, ...] = tuple(self._speakers)
        self.names = {language: speaker.name for language, speaker in self._speakers.items()}

    def __contains__(self, message: object) -> bool:
        return message in self.sentences

    def __iter__(self) -> Iterator[str]:
        return iter(self.sentences)

    def speaker(self, language: str) -> Speaker:
        """What speaks a language; raises KeyError for one that there is not."""
        return self._speakers[language]

    def text(self, language: str, message: str, facts: Mapping[str, object]) -> str:
        """The sentence of a message with its facts in a language."""
        return self._speakers[language](message, facts)


@dataclass(frozen=True, slots=True)
class _Counted:
    """The forms of a sentence that counts, and the fact that it counts."""

    fact: str
    forms: tuple[str, ...]


class Speaker:
    """The service's sentences in one language."""

    def __init__(self, language: str, sentences: Mapping[str, Sentence], translation: Translation) -> None:
        self.language = language
        self._rule = translation.rule
        self._sentences: dict[str, str | _Counted] = {
            message: _sentence(english, translation.texts.get(message))
            for message, english in sentences.items()
        }
        self.name = self._plain("language")
        self.direction = self._plain("direction")
        self._leftward = self.direction == "rtl"
        digits = self._plain("digits")
        self._digits = str.maketrans("0123456789", digits)
        # Most facts are numbers, most numbers stay as they are, and an answer has many of them.
        self._as_it_is = int if digits == LANGUAGE["digits"] else None
        self._opening = dict(filter(None, map(_opening, self._templates())))
        self._finished = {
            message: sentence.format()
            for message, sentence in self._sentences.items()
            if isinstance(sentence, str) and not _has_fields(sentence)
        }

    def __call__(self, message: str, facts: Mapping[str, object]) -> str:
        """The sentence, or the bare id where it is missing: an answer must not fail for a word.

        One that opens with a phrase of ours gets its capital letter. What is a client's own, or a notation,
        stays as it is written.
        """
        if not facts and message in self._finished:
            return self._finished[message]
        sentence = self._form(message, facts)
        told = self._filled(message, sentence, facts)
        opening = self._opening.get(sentence)
        return told if opening is None or not self._is_ours(facts.get(opening)) else _capital(told)

    def heading(self, message: str, facts: Mapping[str, object]) -> str:
        """A phrase that stands at the head of a line or a row, so with a capital letter."""
        told = self(message, facts)
        return _capital(told) if self._is_ours(Phrase(message, facts)) else told

    def _is_ours(self, fact: object) -> bool:
        """Whether we word how a fact begins: a string is a client's own, or a notation."""
        while isinstance(fact, tuple):
            fact = fact[0]
        if not isinstance(fact, Phrase):
            return False
        field = _first_field(self._form(fact.message, fact.facts))
        return field is None or self._is_ours(fact.facts.get(field))

    def _form(self, message: str, facts: Mapping[str, object]) -> str:
        """The template of a message, in the form that its facts count."""
        sentence = self._sentences.get(message, message)
        if isinstance(sentence, _Counted):
            count = facts.get(sentence.fact)
            return sentence.forms[self._rule(count) if isinstance(count, int) else -1]
        return sentence

    def _filled(self, message: str, sentence: str, facts: Mapping[str, object]) -> str:
        as_it_is, said = self._as_it_is, self._said
        try:
            return sentence.format_map(
                {name: fact if type(fact) is as_it_is else said(fact) for name, fact in facts.items()}
            )
        except (LookupError, ValueError, AttributeError):
            logging.getLogger(__name__).exception("the sentence %r does not fit its facts", message)
            return sentence

    def _templates(self) -> Iterator[str]:
        for sentence in self._sentences.values():
            yield from (sentence,) if isinstance(sentence, str) else sentence.forms

    def figures(self, written: str) -> str:
        """A number that stands alone, with the digits of the language."""
        return written.translate(self._digits)

    def _plain(self, message: str) -> str:
        """A sentence that neither counts nor has facts."""
        return str(self._sentences[message])

    def _said(self, fact: object) -> object:
        """A fact as a sentence tells it: phrases in the language, lists joined, strange characters seen."""
        if isinstance(fact, int):
            return str(fact).translate(self._digits)
        if isinstance(fact, str):
            return self._quoted(fact)
        if isinstance(fact, Phrase):
            return self._filled(fact.message, self._form(fact.message, fact.facts), fact.facts)
        if isinstance(fact, tuple):
            return self._listed(fact)
        return fact

    def _quoted(self, echo: str) -> str:
        """A client's or the notation's own text, which must not turn the sentence around it."""
        if not echo.isprintable():
            echo = visible(echo)
        if self._leftward or not (echo.isascii() or _RIGHTWARD.issuperset(map(bidirectional, echo))):
            return f"{ISOLATE}{echo}{ISOLATED}"
        return echo

    def _listed(self, entries: tuple[object, ...]) -> object:
        first, *others = map(self._said, entries)
        if not others:
            return first
        *between, last = others
        for entry in between:
            first = self._joined("list_next", others=first, next=entry)
        return self._joined("list_last" if between else "list", others=first, last=last)

    def _joined(self, message: str, **said: object) -> str:
        # Already said: in a sentence's facts they would be quoted once more.
        return self._plain(message).format_map(said)


_FORMER: Final = {"in": "id"}
"""What older Java says for Indonesian."""

_NON_JOINER: Final = "\u200c"
_UNJOINED: Final = frozenset("ءآأؤإاةدذرزوىژ")
"""Arabic letters that never join the next one, so that a non-joiner after them cannot be seen."""

_RIGHTWARD: Final = frozenset(("L", "EN", "ES", "ET", "AN", "CS", "NSM", "BN", "B", "S", "WS", "ON"))
"""The bidirectional classes of characters that leave a left-to-right text as it is."""


def _first_field(template: str) -> str | None:
    """The field that a template opens with."""
    found = re.match(r"{(\w+)}", template)
    return None if found is None else found[1]


def _opening(template: str) -> tuple[str, str] | None:
    """A template that is a whole sentence and opens with a field, and that field."""
    field = _first_field(template)
    return None if field is None or not template.endswith(".") else (template, field)


def _capital(told: str) -> str:
    return told[:1].upper() + told[1:]


def _has_fields(sentence: str) -> bool:
    try:
        return any(name is not None for _, name, _, _ in Formatter().parse(sentence))
    except ValueError:
        return True  # no template; told as it is


def _sentence(english: Sentence, translated: Forms | None) -> str | _Counted:
    """A sentence in a language, or in English where the language lacks it."""
    if isinstance(english, str):
        return english if translated is None else str(translated)
    return _Counted(english.fact, (english.one, english.other) if translated is None else tuple(translated))


# Flask's own proxies cost more than all sentences of an answer together.
_SPEAKER: ContextVar[Speaker] = ContextVar("speaker")


def install(app: Flask, texts: Texts) -> None:
    """Makes ``texts`` the sentences of the app's answers."""
    app.extensions["texts"] = texts

    @app.before_request
    def choose() -> None:
        environ = request.environ
        query, header = environ.get("QUERY_STRING"), environ.get("HTTP_ACCEPT_LANGUAGE")
        language = ENGLISH
        # Most programs ask for no language, and must not pay for it.
        if query or header:
            language = wanted(query or "", header or "", texts.languages)
        _SPEAKER.set(texts.speaker(language))


def wanted(query: str, header: str, languages: tuple[str, ...]) -> str:
    """The language that a request wants: ``?lang=`` where there is such a one, else by Accept-Language."""
    if "lang=" in query:
        language = _primary(dict(reversed(parse_qsl(query))).get("lang", ""))
        if language in languages:
            return language
    return negotiate(header, languages) if header else ENGLISH


@lru_cache(maxsize=256)
def negotiate(header: str, languages: tuple[str, ...]) -> str:
    """The language that an Accept-Language likes best (RFC 9110, 12.5.4); English where it likes none."""
    ranges = sorted(parse_accept_header(header), key=lambda entry: -entry[1])
    # Who refuses en-US does not refuse English.
    refused = {_primary(tag) for tag, quality in ranges if quality <= 0 and "-" not in tag}
    for tag, quality in ranges:
        if quality <= 0:
            continue
        if tag == "*":
            named = {_primary(other) for other, _ in ranges}
            return next((language for language in languages if language not in named), ENGLISH)
        language = _primary(tag)
        if language in languages and language not in refused:
            return language
    return ENGLISH


def _primary(tag: str) -> str:
    """The language of a tag, without its region."""
    language = tag.partition("-")[0].lower()
    return _FORMER.get(language, language)


def speaker() -> Speaker:
    """What puts messages with their facts into the language of this request."""
    return _SPEAKER.get()


def text(message: str, facts: Mapping[str, object]) -> str:
    """A sentence in the language of this request."""
    return _SPEAKER.get()(message, facts)


def title(message: str) -> str:
    """A title, which has no facts, in the language of this request."""
    return text(message, {})


def phrase(said: Phrase) -> str:
    """A phrase in the language of this request."""
    return text(said.message, said.facts)


def words(title: str, description: str) -> Words:
    """What a picture says, with the language of this request, in which the texts are."""
    spoken = speaker()
    return Words(title, description, spoken.language, spoken.direction)


def visible(echo: str) -> str:
    """A text whose characters without a shape of their own are written out, so that none can deceive.

    Persian words may have a non-joiner inside, which shows where it parts letters that would join.
    """
    around = zip(" " + echo, echo, echo[1:] + " ", strict=False)
    return "".join(
        character
        if character.isprintable()
        or (
            character == _NON_JOINER
            and before not in _UNJOINED
            and bidirectional(before) == bidirectional(after) == "AL"
        )
        else character.encode("unicode_escape", "surrogatepass").decode()
        for before, character, after in around
    )


def shorten(echo: str, length: int = ECHO) -> str:
    """A client's own text, cut to ``length`` characters."""
    return echo if len(echo) <= length else echo[: length - 1] + "…"
