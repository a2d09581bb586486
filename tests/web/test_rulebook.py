"""The rulebook's pages, of a game that the web has never heard of and of the real ones."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import games
from service.app import compose, create_app
from service.core.rulebook import Chapter, Entry, Example, Rulebook
from service.core.verdict import Phrase, because
from service.settings import Settings
from service.web import docs, pages, rulebook
from service.web.endpoint import Game
from service.web.language import Texts
from service.web.locales import ENGLISH
from service.web.pages import Voice
from tests.web import fake
from tests.web.test_docs import Addresses

PAIR = Example(("6-6", "1-0"), Phrase("fake_word"), (because("FK-1", "fake_reason", tile="6-6"),))
BOOK = Rulebook(
    Phrase("fake_name"),
    Phrase("fake_about"),
    ("FK-1",),
    fake.CATALOGUE,
    lambda parameters: dict.fromkeys(("ranking", "limit", "open", "trump", "deal"), Phrase("fake_word")),
    lambda ruleset: (
        Chapter(
            Phrase("fake_chapter"),
            Phrase("fake_about"),
            (Phrase("fake_column"), Phrase("fake_column"), Phrase("fake_column")),
            (
                Entry(
                    Phrase("fake_kind"),
                    (3, Fraction(3, 7)),
                    (PAIR,),
                ),
                Entry(Phrase("fake_word"), (0, Fraction(0))),
            ),
        ),
    ),
)
SAID = {
    "fake_name": "Fake & Co",
    "ruleset_fake_plain": "Plain",
    "fake_about": "A game <for> tests.",
    "fake_word": "any",
    "fake_chapter": "Kinds",
    "fake_column": "Column",
    "fake_kind": "Red",
    "rule_FK-1": "What comes first.",
}
GAME = Game("fake", "A game for tests.", (), {**fake.GAME.sentences, **SAID}, rulebook=BOOK)
REAL = create_app()
ISOLATES = dict.fromkeys((0x2068, 0x2069))
TEMPLATES = Path(pages.__file__).with_name("templates")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return compose(Settings(), [GAME]).test_client()


def real_pages() -> list[str]:
    """The address of every page of the real games."""
    found: tuple[Game, ...] = REAL.extensions["games"]
    return ["/rulebook"] + [
        f"/rulebook/{game.name}/{name}"
        for game in found
        if game.rulebook
        for name in game.rulebook.catalogue.named
    ]


def test_a_game_brings_its_page_and_the_web_draws_it(client: FlaskClient) -> None:
    page = client.get("/rulebook/fake/plain").text
    assert "<h1>Plain, a ruleset of Fake &amp; Co</h1>" in page
    assert "<p>A game &lt;for&gt; tests.</p>" in page
    assert '<tr><th scope="row">Red</th><td class="figure">3</td><td class="figure">42.86%</td></tr>' in page
    assert '<td class="figure">0</td><td class="figure">0.00%</td>' in page
    assert '<a href="/v1/fake/rulesets/plain/hands/6-6,1-0">' in page
    assert '<img src="/v1/fake/rulesets/plain/hands/6-6,1-0.svg" alt="The hand 6-6, 1-0"' in page
    assert '<li><a href="#FK-1">FK-1</a> 6-6 comes first</li>' in page
    assert re.search('<div id="FK-1"><dt>.*FK-1</a></dt><dd>What comes first.</dd></div>', page)
    assert page.count("<h3>") == 1


def test_the_list_leads_to_every_ruleset(client: FlaskClient) -> None:
    page = client.get("/rulebook").text
    assert re.findall('href="(/rulebook/[^/"]+/[^/"]+)"', page) == ["/rulebook/fake/plain"]


def test_without_a_rulebook_there_are_no_such_pages() -> None:
    bare = fake.app().test_client()
    assert bare.get("/rulebook").status_code == 404
    assert bare.get("/rulebook/fake/plain").status_code == 404


@pytest.mark.parametrize(
    ("path", "code"),
    [("/rulebook/whist/plain", "not_found"), ("/rulebook/fake/none", "unknown_ruleset")],
)
def test_what_is_not_there_is_a_problem(client: FlaskClient, path: str, code: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.get_json()["code"]) == (404, code)


def test_a_page_is_found_by_digest_too_and_kept_for_an_hour(client: FlaskClient) -> None:
    digest = fake.CATALOGUE.named["plain"].digest
    by_digest, by_name = client.get(f"/rulebook/fake/{digest}"), client.get("/rulebook/fake/plain")
    assert by_digest.text == by_name.text
    for answer in (by_digest, by_name):
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        assert answer.headers["Vary"] == "Accept-Language"
    tag = {"If-None-Match": by_name.headers["ETag"]}
    assert client.get("/rulebook/fake/plain", headers=tag).status_code == 304


def test_a_chosen_language_goes_along_the_links(client: FlaskClient) -> None:
    page = client.get("/rulebook/fake/plain?lang=en").text
    addresses = re.findall('(?:href|src)="(/[^"#]*)"', page)
    assert {address for address in addresses if "/assets/" not in address} == {
        "/rulebook?lang=en",
        "/docs?lang=en",
        "/v1/fake/rulesets/plain/hands/6-6,1-0?lang=en",
        "/v1/fake/rulesets/plain/hands/6-6,1-0.svg?lang=en",
    }


@pytest.mark.parametrize(("name", "direction"), [("en", "ltr"), ("fa", "rtl"), ("id", "ltr")])
def test_a_page_has_the_direction_of_its_language(name: str, direction: str) -> None:
    page = REAL.test_client().get("/rulebook", headers={"Accept-Language": name}).text
    assert f'<html lang="{name}" dir="{direction}">' in page
    assert f'<a href="?lang={name}" lang="{name}" hreflang="{name}" aria-current="true">' in page


@pytest.mark.parametrize(
    ("name", "cell", "said"),
    [
        ("en", Fraction(1), "100.00%"),
        ("en", Fraction(1, 20475), "0.005%"),
        ("en", 19227, "19227"),
        ("id", Fraction(35, 20475), "0,17%"),
        ("fa", Fraction(35, 20475), "۰٫۱۷٪"),
        ("fa", 19227, "۱۹۲۲۷"),
    ],
)
def test_a_figure_is_written_as_its_language_does_and_never_as_none(
    name: str, cell: int | Fraction, said: str
) -> None:
    texts: Texts = REAL.extensions["texts"]
    assert Voice(texts.speaker(name)).cell(cell).translate(ISOLATES) == said


@pytest.mark.parametrize("table", [pages.SENTENCES, docs.SENTENCES, rulebook.SENTENCES])
def test_every_sentence_of_the_pages_is_used_and_every_used_one_is_there(table: dict[str, str]) -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in TEMPLATES.glob("*.html"))
    said = {*re.findall(r"say\('(\w+)'[,)]", source), "page_percent"}
    known = {*pages.SENTENCES, *docs.SENTENCES, *rulebook.SENTENCES}
    assert set(table) <= said <= known


@pytest.mark.parametrize("path", ["/docs", *real_pages()])
def test_an_address_with_a_slash_at_its_end_leads_to_the_page(path: str) -> None:
    answer = REAL.test_client().get(f"{path}/?lang=fa")
    assert (answer.status_code, answer.headers["Location"], answer.data) == (308, f"{path}?lang=fa", b"")
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert REAL.test_client().get(path).status_code == 200
    assert REAL.test_client().post(f"{path}/").status_code == 405
    assert REAL.test_client().post(path).status_code == 405


@pytest.mark.parametrize("name", games.names())
def test_the_address_of_a_game_leads_to_the_list(name: str) -> None:
    for address in (f"/rulebook/{name}", f"/rulebook/{name}/"):
        answer = REAL.test_client().get(address)
        assert (answer.status_code, answer.headers["Location"]) == (308, "/rulebook")
    assert REAL.test_client().get("/rulebook/whist").status_code == 404
    assert fake.app().test_client().get("/rulebook/").status_code == 404


def test_an_address_leads_nowhere_else() -> None:
    for written in ("/rulebook//evil.example/", "/rulebook/%2Fevil.example/x/", "/rulebook/a/%0d%0aX:y/"):
        answer = REAL.test_client().get(written)
        assert answer.headers.get("Location", "/rulebook").startswith("/rulebook"), written
        assert "X" not in answer.headers


@pytest.mark.parametrize("path", real_pages())
def test_a_real_page_is_whole(path: str) -> None:
    client = REAL.test_client()
    answer = client.get(path)
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    page = answer.text
    texts: Texts = REAL.extensions["texts"]
    # A message without a sentence would be shown as its id; the messages of figures and names have none.
    shown = set(re.findall(r">([a-z]+(?:_\w+)+)<", re.sub("<code.*?</code>", "", page, flags=re.DOTALL)))
    assert shown == set()
    assert "{" not in re.sub("<code.*?</code>", "", page, flags=re.DOTALL)
    addresses = Addresses(page)
    assert addresses.inline == []
    for address in addresses.loaded:
        assert address.startswith(("/rulebook/assets/", "/v1/")), address
        assert client.get(address).status_code == 200, address
    ids = re.findall(r' id="(.*?)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall('href="#(.*?)"', page)) <= set(ids)
    assert len(re.findall("<h1", page)) == 1
    assert texts.languages == ("en",) or 'hreflang="' in page


@pytest.mark.parametrize("path", real_pages()[1:])
def test_the_hands_of_a_real_page_and_its_object_are_this_rulesets_own(path: str) -> None:
    client = REAL.test_client()
    page = client.get(path).text
    _, _, game, name = path.split("/")
    known: dict[str, Any] = client.get(f"/v1/{game}/rulesets/{name}").get_json()
    hands = re.findall(rf'<a href="(/v1/{game}/rulesets/{name}/hands/[^"]+)"', page)
    assert len(hands) >= 2
    for hand in hands:
        assert client.get(hand).status_code == 200, hand
    (written,) = re.findall("<pre.*?><code>(.*?)</code></pre>", page, re.DOTALL)
    assert json.loads(unescape(written)) == known["parameters"]
    for category in known.get("categories", ()):
        row = f'<th scope="row">{category["title"]}</th>'
        assert re.search(rf"{row}<td>[^<]*</td><td class=\"figure\">{category['hands']}</td>", page)
    rules = {rule["id"] for rule in client.get(f"/v1/{game}/rules").get_json()["rules"]}
    assert rules <= set(re.findall('<div id="(.*?)">', page))
    assert page.count("decides here") == len(known["decisions"])


def test_every_game_has_a_rulebook() -> None:
    found: tuple[Game, ...] = REAL.extensions["games"]
    assert [game.name for game in found if game.rulebook] == games.names()


def test_the_page_is_in_the_language_of_its_head() -> None:
    head = REAL.test_client().get("/rulebook").text.partition("</head>")[0]
    assert f'<html lang="{ENGLISH}" dir="ltr">' in head
