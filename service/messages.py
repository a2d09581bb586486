"""Writes the catalogues in service/locales from the sources: ``python -m service.messages [--check]``.

Translations stay; what is new is empty, what is gone goes, and what follows a changed English text is fuzzy.
With --check it writes nothing, names what a translator has to do, and fails where there is anything.
"""

from __future__ import annotations

import argparse
import io
import string
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po, write_po

from service.app import create_app
from service.core.verdict import Plural, Sentence
from service.web.language import Texts
from service.web.locales import ENDING, forms_of, languages

FOLDER = Path(__file__).with_name("locales")
DESK = Path(__file__).parent / "web" / "desk"

KEYWORDS = {"t": None, "tn": (1, 2)}
"""What marks a text of the desk: ``t("…")`` and ``tn("one", "other", count)``."""

TAGS = ["i18n:"]
"""How a comment for the translator starts."""

METHODS = [("**.js", "javascript")]

HEAD = "# Written by `make messages` from the sources, but for the translations."


class Plain(Catalog):
    """A catalogue whose head has no dates, names and versions, so that only its texts change it."""

    @property  # type: ignore[misc]  # Babel's can be set too, which only its reader does
    def mime_headers(self) -> list[tuple[str, str]]:
        """The head: the language with its plural rule, and the encoding."""
        language = self.locale_identifier
        spoken = [("Language", language), ("Plural-Forms", self.plural_forms)] if language else []
        return [
            ("Project-Id-Version", "hand-ranking"),
            *spoken,
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def core_messages(texts: Texts) -> list[Message]:
    """The sentences of the service: the id as context, the English as msgid."""
    return [_message(name, sentence) for name, sentence in texts.sentences.items()]


def _message(name: str, sentence: Sentence) -> Message:
    if isinstance(sentence, Plural):
        told = [f"It counts {{{sentence.fact}}}."]
        return Message((sentence.one, sentence.other), auto_comments=told, context=name)
    return Message(sentence, context=name)


def desk_messages(scripts: Path = DESK) -> list[Message]:
    """The texts that the desk's scripts mark, in the order of files and lines; raises ValueError."""
    found: dict[object, Message] = {}
    extracted = extract_from_dir(
        scripts, METHODS, keywords=KEYWORDS, comment_tags=TAGS, strip_comment_tags=True
    )
    for file, _, text, comments, _ in sorted(extracted, key=lambda entry: entry[:2]):
        key = forms_of(text)[0]
        known = found.setdefault(key, Message(text))
        known.auto_comments = list(dict.fromkeys([*known.auto_comments, *comments]))
        if known.id != text:
            raise ValueError(f"{file}: {key!r} is marked elsewhere in another way")
        known.locations = list(dict.fromkeys([*known.locations, (file, 1)]))
    return list(found.values())


def template(messages: Iterable[Message]) -> str:
    """The .pot file of messages."""
    return _written(Plain(header_comment=HEAD, fuzzy=False), (message.clone() for message in messages))


def updated(messages: Iterable[Message], language: str, old: str) -> str:
    """The .po file of messages in a language, with the translations of the file that was there."""
    known = {_key(message): message for message in _parsed(old, language) if message.id}
    catalog = Plain(locale=language, header_comment=HEAD, fuzzy=False)
    return _written(catalog, (_translated(message, known.get(_key(message))) for message in messages))


def _key(message: Message) -> str:
    return message.context or forms_of(message.id)[0]


def _parsed(text: str, language: str) -> Catalog:
    return read_po(io.StringIO(text), locale=language, abort_invalid=True)


def _translated(message: Message, old: Message | None) -> Message:
    new = message.clone()
    if old is None or not any(forms_of(old.string)):
        return new
    new.user_comments = old.user_comments
    new.flags |= old.flags & {"fuzzy"}
    new.previous_id = old.previous_id
    new.string = old.string
    if forms_of(old.id) != forms_of(new.id):
        new.flags.add("fuzzy")
        new.previous_id = list(forms_of(old.id))
        if new.pluralizable != old.pluralizable:
            first = forms_of(old.string)[0]
            new.string = (first,) if new.pluralizable else first
    return new


def _written(catalog: Catalog, messages: Iterable[Message]) -> str:
    for message in messages:
        catalog[message.id] = message
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=0, include_previous=True, include_lineno=False)
    return buffer.getvalue().decode().rstrip("\n") + "\n"


def faults(messages: Iterable[Message], language: str, written: str) -> Iterator[str]:
    """What keeps a .po file from being finished: messages that are missing, unused, fuzzy, empty or wrong."""
    try:
        catalog = _parsed(written, language)
    except PoFileError as error:
        yield f"cannot be read: {error}"
        return
    wanted = {_key(message): message for message in messages}
    found = {_key(message): message for message in catalog if message.id}
    yield from (f"{key}: missing" for key in wanted if key not in found)
    for key, message in found.items():
        if key not in wanted:
            yield f"{key}: unused"
        elif forms_of(message.id) != forms_of(wanted[key].id):
            yield f"{key}: its English has changed"
        elif message.fuzzy:
            yield f"{key}: fuzzy"
        elif not all(forms_of(message.string)):
            yield f"{key}: empty"
        else:
            yield from (f"{key}: {fault}" for fault in _misfits(message))


def _misfits(message: Message) -> Iterator[str]:
    english = placeholders(forms_of(message.id)[-1])
    for form in forms_of(message.string):
        if placeholders(form) != english:
            yield f"has {placeholders(form)} where English has {english}: {form}"


def placeholders(text: str) -> list[str]:
    """The fields of a ``str.format`` template; what is no template has one that no other has."""
    try:
        return sorted({str(name) for _, name, _, _ in string.Formatter().parse(text) if name is not None})
    except ValueError as error:
        return [str(error)]


def domains() -> Iterator[tuple[str, Path, list[Message]]]:
    """Each domain: its template's name, the folder of its languages, and its messages."""
    yield "messages.pot", FOLDER, core_messages(create_app().extensions["texts"])
    yield "desk.pot", FOLDER / "desk", desk_messages()


def main() -> int:
    """Writes the files, or with --check says what is wrong with them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where it is wrong")
    check = parser.parse_args().check
    wrong: list[str] = []
    # The languages are those of the service's own texts; the pages must have them all.
    every = languages(FOLDER)
    for name, folder, messages in domains():
        files = {FOLDER / name: template(messages)}
        for language in every:
            file = folder / f"{language}{ENDING}"
            old = file.read_text(encoding="utf-8") if file.is_file() else ""
            files[file] = updated(messages, language, old)
            found = faults(messages, language, old if check else files[file])
            wrong += [f"{file.relative_to(FOLDER)}: {fault}" for fault in found]
        for file, text in files.items():
            if check and (not file.is_file() or file.read_text(encoding="utf-8") != text):
                wrong.append(f"{file.relative_to(FOLDER)}: not what the sources say: run `make messages`")
            elif not check:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
    print("\n".join(wrong), file=sys.stderr if check else sys.stdout, end="\n" if wrong else "")
    return int(check and bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
