"""Reasons as data: why an answer is what it is, before anybody puts it into words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Plural:
    """An English sentence that counts: ``one`` is said where the fact named ``fact`` is 1, else ``other``.

    Every language has its own number of forms, and its own rule for them.
    """

    fact: str
    one: str
    other: str


def counted(fact: str, sentence: str) -> Plural:
    """The sentence that counts ``fact``, written once: ``[chip|chips]`` is said for one and for others."""
    return Plural(fact, *(re.sub(r"\[(.*?)\|(.*?)\]", form, sentence) for form in (r"\1", r"\2")))


Sentence = str | Plural
"""What a message says: a ``str.format`` template whose fields are the facts."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence or a name yet to be put into a language.

    ``message`` is the id of the text, ``facts`` what that text names: pieces and ids as text, values
    and chips as integers, names that differ by language as phrases.
    """

    message: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation: a rule of the rulebook (QQ-10) and what it says here."""

    rule: str
    phrase: Phrase


def because(rule: str, message: str, **facts: object) -> Reason:
    """The reason that this rule gives, told by this message with these facts."""
    return Reason(rule, Phrase(message, facts))
