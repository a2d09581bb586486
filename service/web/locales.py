"""The catalogues: gettext files that put the texts into other languages, read when the service starts.

In ``locales/`` each language is a file, such as ``id.po``, and there is no list to edit. The context of an
entry is our message id and its msgid the English sentence: translators see English, and the ids stay ours.
``locales/desk/`` has the texts of the desk, which go by their English. `make messages` writes the
files anew from the sources.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ENGLISH: Final = "en"
ENDING: Final = ".po"

LOCALES: Final = files("service") / "locales"
DESK: Final = LOCALES / "desk"

Forms = str | tuple[str, ...]
"""A text, or its plural forms in the order of the language's rule."""


def english_rule(count: int) -> int:
    """The index of the form that English says of a count."""
    return count != 1


@dataclass(frozen=True, slots=True)
class Translation:
    """One language: its texts, and the rule that tells which plural form a count takes."""

    texts: Mapping[str, Forms] = field(default_factory=dict)
    rule: Callable[[int], int] = english_rule


def languages(folder: Traversable = LOCALES) -> list[str]:
    """The languages that a folder has catalogues of, in alphabetical order; English needs none."""
    names = [entry.name for entry in folder.iterdir()]
    return sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING))


def read(language: str, folder: Traversable = LOCALES) -> Catalog:
    """A language's catalogue; raises babel's PoFileError for a file that is none."""
    with (folder / f"{language}{ENDING}").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(catalog: Catalog) -> Iterator[tuple[str, Forms]]:
    """The translated texts of a catalogue, by context, or by their English where they have none."""
    for message in catalog:
        said = forms_of(message.string)
        if message.id and all(said):
            yield message.context or forms_of(message.id)[0], said if message.pluralizable else said[0]


def forms_of(text: object) -> tuple[str, ...]:
    """The forms of a text as gettext has them: a string, or several."""
    return (text,) if isinstance(text, str) else tuple(map(str, text if isinstance(text, Iterable) else ()))


def translations(folder: Traversable = LOCALES) -> dict[str, Translation]:
    """Every language but English."""
    found = {}
    for language in languages(folder):
        catalog = read(language, folder)
        found[language] = Translation(dict(messages(catalog)), rule_of(catalog))
    return found


def rule_of(catalog: Catalog) -> Callable[[int], int]:
    """The plural rule that a catalogue's head states, which gettext reads as arithmetic and nothing else."""
    return gettext.c2py(catalog.plural_expr)


@cache
def desk_messages(language: str, folder: Traversable = DESK) -> dict[str, Any]:
    """What a browser page needs to speak a language, ready to be written as JSON.

    ``messages`` maps an English text to its translation, and one that counts (by its singular) to its forms
    by the categories of ``Intl.PluralRules``, which ``plural`` lists; any other is said as ``other``. English
    has no messages, since there a text is its own. Raises KeyError for a language that there is not.
    """
    if language == ENGLISH:
        return {"language": ENGLISH, "direction": "ltr", "plural": ["one", "other"], "messages": {}}
    if language not in languages(folder):
        raise KeyError(language)
    catalog = read(language, folder)
    categories = _categories(Locale.parse(language), rule_of(catalog))
    told = {
        english: said if isinstance(said, str) else {name: said[form] for name, form in categories.items()}
        for english, said in messages(catalog)
    }
    direction = Locale.parse(language).text_direction
    return {"language": language, "direction": direction, "plural": list(categories), "messages": told}


def _categories(locale: Locale, rule: Callable[[int], int]) -> dict[str, int]:
    """The index of the form for each category of counts; ``other`` is always there."""
    found: dict[str, int] = {}
    for count in (*range(200), 10**6):
        found.setdefault(locale.plural_form(count), rule(count))
    return {**found, "other": found.get("other", max(found.values()))}
