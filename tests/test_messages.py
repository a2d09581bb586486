"""The catalogues are finished, and are what the sources say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from flask.testing import FlaskClient

from service import messages
from service.app import create_app
from service.web.language import LANGUAGE, Texts
from service.web.locales import desk_messages, languages, translations
from tests.cases import cases
from tests.conftest import ROOT

HEAD = 'msgid ""\nmsgstr "Language: uk\\nPlural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n\n'
SOURCES = [Message("{id} wins.", context="wins"), Message(("{n} chip", "{n} chips"), context="chips")]
WINS = 'msgctxt "wins"\nmsgid "{id} wins."\nmsgstr "{id} виграє."\n'
CHIPS = (
    'msgctxt "chips"\nmsgid "{n} chip"\nmsgid_plural "{n} chips"\n'
    'msgstr[0] "{n} фішка"\nmsgstr[1] "{n} фішки"\nmsgstr[2] "{n} фішок"\n'
)
TEXT_MEMBERS = {"text", "title", "detail", "signature"}


def faults(*entries: str) -> list[str]:
    return list(messages.faults(SOURCES, "uk", HEAD + "\n".join(entries)))


def test_the_catalogues_are_finished_and_what_the_sources_say() -> None:
    command = [sys.executable, "-m", "service.messages", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_finished_catalogue_has_no_faults() -> None:
    assert faults(WINS, CHIPS) == []


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ((WINS,), "chips: missing"),
        ((WINS, CHIPS, 'msgctxt "gone"\nmsgid "x"\nmsgstr "y"\n'), "gone: unused"),
        (("#, fuzzy\n" + WINS, CHIPS), "wins: fuzzy"),
        ((WINS.replace("{id} виграє.", ""), CHIPS), "wins: empty"),
        ((WINS, CHIPS.replace('[2] "{n} фішок"', '[2] ""')), "chips: empty"),
        ((WINS.replace("{id} wins.", "{id} won."), CHIPS), "wins: its English has changed"),
        ((WINS.replace("{id} виграє.", "{ід} виграє."), CHIPS), "wins: has ['ід'] where English has ['id']"),
        ((WINS.replace("{id} виграє.", "Хтось виграє."), CHIPS), "wins: has [] where English has ['id']"),
        ((WINS.replace("{id} виграє.", "{id виграє."), CHIPS), "wins: has [\"expected '}'"),
        ((WINS, CHIPS.replace("{n} фішки", "фішки")), "chips: has [] where English has ['n']"),
        ((WINS, CHIPS + 'msgstr[3] "{n} фішками"\n'), "cannot be read: msg has more translations"),
        ((WINS, CHIPS.replace('msgstr[2] "{n} фішок"\n', "")), "chips: empty"),
    ],
)
def test_what_is_unfinished_is_a_fault(entries: tuple[str, ...], fault: str) -> None:
    found = faults(*entries)
    assert len(found) == 1
    assert found[0].startswith(fault)


def test_a_translation_stays_when_the_files_are_written_anew() -> None:
    written = messages.updated(SOURCES, "uk", HEAD + "# A note.\n" + WINS + "\n" + CHIPS)
    assert list(messages.faults(SOURCES, "uk", written)) == []
    assert "# A note.\n" in written
    assert messages.updated(SOURCES, "uk", written) == written


def test_what_follows_a_changed_english_is_fuzzy_and_what_is_gone_goes() -> None:
    changed = [Message("{id} has won.", context="wins")]
    written = messages.updated(changed, "uk", HEAD + WINS + "\n" + CHIPS)
    assert list(messages.faults(changed, "uk", written)) == ["wins: fuzzy"]
    assert '#| msgid "{id} wins."' in written
    assert "chip" not in written


def test_a_sentence_that_begins_to_count_keeps_its_text_as_a_form() -> None:
    counting = [Message(("{id} win", "{id} wins"), context="wins")]
    written = messages.updated(counting, "uk", HEAD + WINS)
    assert 'msgstr[0] "{id} виграє."\nmsgstr[1] ""' in written
    assert list(messages.faults(counting, "uk", written)) == ["wins: fuzzy"]


def test_texts_of_pages_are_found_where_they_are_marked(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    script = '// i18n: A player.\nsay(t("Hello {name}", {name}));\nsay(tn("{n} chip", "{n} chips", n));'
    (tmp_path / "parts" / "a.js").write_text(script, encoding="utf-8")
    (tmp_path / "b.js").write_text('say(t("Hello {name}", {name}), t("Bye"));', encoding="utf-8")
    found = {str(message.id): message for message in messages.desk_messages(tmp_path)}
    assert sorted(found) == ["('{n} chip', '{n} chips')", "Bye", "Hello {name}"]
    assert found["Hello {name}"].auto_comments == ["A player."]
    (tmp_path / "c.js").write_text('t("{n} chip")', encoding="utf-8")
    with pytest.raises(ValueError, match="in another way"):
        messages.desk_messages(tmp_path)


def test_the_pages_have_every_language_of_the_service() -> None:
    known = create_app().extensions["texts"].languages
    assert known[0] == "en"
    for language in known:
        told = json.loads(json.dumps(desk_messages(language)))
        assert told["language"] == language
        assert "other" in told["plural"]
        assert told["direction"] == create_app().extensions["texts"].speaker(language).direction
    with pytest.raises(KeyError):
        desk_messages("xx")


def test_a_page_gets_its_plural_forms_by_the_categories_of_the_browser(tmp_path: Path) -> None:
    sources = [Message(("{n} chip", "{n} chips")), Message("Pot"), Message("Untranslated")]
    translated = messages.updated(sources, "uk", "").replace('"Pot"\nmsgstr ""', '"Pot"\nmsgstr "Банк"')
    for index, form in enumerate(("{n} фішка", "{n} фішки", "{n} фішок")):
        translated = translated.replace(f'msgstr[{index}] ""', f'msgstr[{index}] "{form}"')
    (tmp_path / "uk.po").write_text(translated, encoding="utf-8")
    forms = {"one": "{n} фішка", "few": "{n} фішки", "many": "{n} фішок", "other": "{n} фішок"}
    assert desk_messages("uk", tmp_path) == {
        "language": "uk",
        "direction": "ltr",
        "plural": ["many", "one", "few", "other"],
        "messages": {"{n} chip": forms, "Pot": "Банк"},
    }


def told(client: FlaskClient, case: dict[str, Any], language: str) -> Any:
    """What a case is answered in a language."""
    path = case["path"] + ("&" if "?" in case["path"] else "?") + f"lang={language}"
    raw = case["raw"] if "raw" in case else json.dumps(case["body"]) if "body" in case else ""
    headers = {"Content-Type": "application/json", **case.get("headers", {})}
    answer = client.open(path, method=case["method"], data=raw, headers=headers)
    said = answer.get_json() if answer.is_json else answer.data
    named = answer.headers.get("Content-Language")
    if case["path"] != "/v1/verify":  # what was signed speaks as it did then
        assert named == language or (named is None and [*texts_of(said)] == []), case["id"]
    return answer.status_code, answer.content_type, said


def texts_of(value: Any) -> Iterator[str]:
    """The texts for people in an answer."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name in TEXT_MEMBERS and isinstance(member, str):
                yield member
            else:
                yield from texts_of(member)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from texts_of(entry)


def untold(value: Any) -> Any:
    """An answer without its texts for people."""
    if isinstance(value, dict):
        return {
            name: None if name in TEXT_MEMBERS and isinstance(member, str) else untold(member)
            for name, member in value.items()
        }
    return [untold(entry) for entry in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("language", languages())
def test_codes_and_numbers_never_change_with_the_language(language: str) -> None:
    app = create_app()
    client = app.test_client()
    leftward = app.extensions["texts"].speaker(language).direction == "rtl"
    said = 0
    for case in cases():
        english, other = told(client, case, "en"), told(client, case, language)
        assert untold(english) == untold(other), case["id"]
        pairs = list(zip(texts_of(english), texts_of(other), strict=True))
        said += len(pairs)
        # A name may be the same in several languages, a sentence is not.
        assert not [one for one, another in pairs if one == another and " " in one], case["id"]
        assert not [text for text in texts_of(other) if re.search(r"[{}]|\bNone\b", text)], case["id"]
        if leftward:
            # Every number has the language's digits; what runs rightward stands in an isolate.
            outside = [re.sub("[\u2066\u2068][^\u2069]*\u2069", "", text) for text in texts_of(other)]
            assert not [text for text in outside if re.search("[0-9A-Za-z]", text)], case["id"]
    assert said > 3_000


@pytest.mark.parametrize("language", languages())
def test_a_translation_ends_as_its_english_does(language: str) -> None:
    sentences = create_app().extensions["texts"].sentences
    for name, translated in translations()[language].texts.items():
        english = sentences[name] if isinstance(sentences[name], str) else sentences[name].other
        for text in [translated] if isinstance(translated, str) else translated:
            assert text == text.strip(), name
            assert text.endswith(".") == english.endswith("."), name


@pytest.mark.parametrize("language", languages())
def test_notations_keep_their_order_in_a_text_that_runs_leftward(language: str) -> None:
    texts = dict(translations()[language].texts)
    if texts.pop("direction") == "ltr":
        return
    assert texts["digits"] != LANGUAGE["digits"]
    for name, translated in texts.items():
        for text in [translated] if isinstance(translated, str) else translated:
            assert text.count("\u2066") == text.count("\u2069"), name
            # What runs rightward inside stands in an isolate, so that it does not mix with the sentence.
            assert not re.search("[0-9A-Za-z]", re.sub("\u2066[^\u2069]*\u2069|{\\w+}", "", text)), name


@pytest.mark.parametrize("language", ["en", *languages()])
def test_a_sentence_begins_with_a_capital_letter_but_for_what_a_client_wrote(language: str) -> None:
    client = create_app().test_client()
    begun = 0
    for case in cases():
        said = [text for text in texts_of(told(client, case, language)) if text.endswith(".")]
        own = ("raw" in case and case["raw"]) or json.dumps(case.get("body"), ensure_ascii=False)
        for text in said:
            first = re.split("[\u2069 ,:;]", text.lstrip("\u2066\u2068"))[0]
            assert not text[0].islower() or f'"{first}"' in own, (case["id"], text)
            begun += text[0].isupper()
    assert begun > 500 or language == "fa"  # its script has no capital letters


def shown_texts(markup: str) -> set[str]:
    """What a page or a picture shows or says, without figures, code, and what is in another language."""
    for hidden in ("style", "script", "code", r"a href=\S* lang"):
        tag = hidden.partition(" ")[0]
        markup = re.sub(f"<{hidden}.*?</{tag}>", "", markup, flags=re.DOTALL)
    found = map(unescape, re.findall(">([^<>]+)<", markup))
    return {re.sub(r"[\W\d_]+", " ", text).strip().casefold() for text in found}


@pytest.mark.parametrize("language", languages())
def test_no_page_and_no_picture_shows_an_english_text_that_is_translated(language: str) -> None:
    app = create_app()
    client = app.test_client()
    texts: Texts = app.extensions["texts"]
    translated = translations()[language].texts
    plain = {
        name: text for name, text in texts.sentences.items() if isinstance(text, str) and "{" not in text
    }
    theirs = {text.casefold() for text in translated.values() if isinstance(text, str)}
    english = {
        re.sub(r"[\W\d_]+", " ", text).strip().casefold()
        for name, text in plain.items()
        if name in translated and text.casefold() not in theirs
    } - {""}
    pages = ["/docs", "/rulebook"]
    for game in app.extensions["games"]:
        if game.rulebook:
            pages += [f"/rulebook/{game.name}/{name}" for name in game.rulebook.catalogue.named]
            english -= {*game.rulebook.catalogue.named}  # the names in addresses, which stay
    assert len(english) > 100
    pictures = set()
    for page in pages:
        markup = client.get(page, query_string={"lang": language}).text
        pictures |= set(re.findall(r'src="(/v1/[^"?]+\.svg)', markup))
        assert shown_texts(markup) & english == set(), page
    hands = ("As,Ks,Qs,Js,Ts,Ah,Ad,Ac,9h,8h,9d,8c", "As,Ks,Qs,Th,9h,8h,Td,9d,8d,Tc,9c,8c")
    pictures |= {
        f"/v1/piquet/rulesets/{name}/hands/{hand}.svg" for hand in hands for name in ("classic", "simple")
    }
    assert len(pictures) > 30
    for picture in sorted(pictures):
        answer = client.get(picture, query_string={"lang": language}, follow_redirects=True)
        assert answer.status_code == 200, picture
        assert shown_texts(answer.text) & english == set(), picture
