"""What holds for the whole desk: links, paper, keys alone, small pages, those who hear it, and faults."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.deals import ELDER, LARGE, SHOWDOWN, YOUNGER
from tests.browser.desk import Desk, field
from tests.cases import cases

CAVENDISH: dict[str, Any] = next(case["body"] for case in cases() if case["id"] == "pq-deal-cavendish")


def empty(desk: Desk) -> None:
    expect(desk.answer.locator(".empty")).to_be_visible()


def showdown(desk: Desk) -> None:
    desk.load(SHOWDOWN)
    expect(desk.answer.locator(".ranking")).to_be_visible()
    desk.page.get_by_text("Change these rules").click()
    desk.page.check(field("/ruleset/hui"))
    expect(desk.page.locator(".json")).to_be_visible()


def faults(desk: Desk) -> None:
    desk.load(
        {
            **SHOWDOWN,
            "rake": {"basis_points": 99999},
            "players": [{"id": "ani", "contributed": "x"}, {"id": "ani"}],
        }
    )
    expect(desk.answer.locator(".fault-notice")).to_be_visible()


def dispute(desk: Desk) -> None:
    desk.load({**LARGE, "actions": LARGE["actions"][:10]})
    expect(desk.page.get_by_role("group", name="The next action")).to_be_visible()
    desk.page.get_by_role("button", name="Change: ani bets 40").click()


def judged(desk: Desk) -> None:
    desk.load(LARGE)
    expect(desk.answer.locator(".differences")).to_be_visible()


def rule(desk: Desk) -> None:
    showdown(desk)
    desk.answer.locator(".rule").first.click()
    expect(desk.page.get_by_role("dialog")).to_be_visible()


def declarations(desk: Desk) -> None:
    desk.load({"ruleset": "classic", "elder": ELDER, "younger": YOUNGER})
    expect(desk.answer.locator(".dialogue")).to_have_count(3)


def exchange(desk: Desk) -> None:
    desk.load({"ruleset": "classic", "role": "elder", "hand": ELDER})
    expect(desk.answer.locator("table")).to_have_count(2)


def played(desk: Desk) -> None:
    desk.load(CAVENDISH)
    desk.mode("3. Play")
    expect(desk.answer.locator(".sheet")).to_be_visible()


VIEWS = {
    view.__name__: view
    for view in (empty, showdown, faults, dispute, judged, rule, declarations, exchange, played)
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", VIEWS)
def test_axe_finds_nothing_wrong(desk: Desk, name: str, scheme: Any) -> None:
    desk.page.emulate_media(color_scheme=scheme)
    VIEWS[name](desk)
    assert desk.violations() == []


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize("name", VIEWS)
def test_a_page_360_pixels_wide_needs_no_sideways_scrolling(desk: Desk, name: str, direction: str) -> None:
    desk.page.set_viewport_size({"width": 360, "height": 720})
    desk.page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
    VIEWS[name](desk)
    assert desk.overflow() == 0
    if name not in ("empty", "rule"):
        desk.page.locator(".peek").click()
        expect(desk.answer).to_be_in_viewport()


@pytest.mark.parametrize("name", ["showdown", "dispute", "played"])
@pytest.mark.parametrize("language", ["id", "es", "fa", "ru", "uk"])
def test_every_language_has_room_on_a_phone(page: Page, live: str, language: str, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 720})
    desk = Desk(page, live).open(f"?lang={language}")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "fa" else "ltr")
    desk.load({"showdown": SHOWDOWN, "dispute": LARGE, "played": CAVENDISH}[name])
    expect(desk.answer.locator("table").first).to_be_visible()
    assert desk.overflow() == 0
    assert desk.violations() == []


@pytest.mark.parametrize("name", ["showdown", "judged", "declarations", "exchange", "played"])
def test_it_prints_on_one_page(desk: Desk, name: str) -> None:
    VIEWS[name](desk)
    assert desk.printed_pages() == 1


def test_paper_shows_the_whole_record_and_no_controls(desk: Desk, page: Page) -> None:
    played(desk)
    page.emulate_media(media="print")
    cards = sum(len(hand) for hand in CAVENDISH["deals"][0]["hands"].values())
    cards += len(CAVENDISH["deals"][0]["plays"])
    expect(page.locator(".on-paper .small-card")).to_have_count(cards)
    expect(page.locator(".on-paper").first).to_be_visible()
    for control in (".tools", ".pool", ".on-screen", ".switcher"):
        for shown in page.locator(control).all():
            expect(shown).not_to_be_visible()


def test_a_shared_link_opens_the_same_in_a_new_page(desk: Desk, page: Page, live: str) -> None:
    desk.load(LARGE)
    expect(desk.answer.locator(".differences")).to_be_visible()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("dialog")).to_contain_text("The link is copied")
    link: str = page.evaluate("navigator.clipboard.readText()")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(".differences")).to_be_visible()
    assert other.locator(".answer").inner_text() == desk.answer.inner_text()
    assert other.locator(".actions li").count() == len(LARGE["actions"])
    # What is laid out goes to the API, and to no address.
    assert all("#" in url or len(url) < len(live) + 60 for url in asked)


def test_a_reload_brings_back_what_was_laid_out(desk: Desk, page: Page) -> None:
    desk.lay(["6-6", "6-2"])
    expect(page).to_have_url(re.compile("#."))
    page.wait_for_timeout(500)
    page.reload()
    expect(page.get_by_role("group", name="Hand of Player 1").locator(".piece")).to_have_count(2)


def test_new_clears_all_that_was_laid_out(desk: Desk, page: Page) -> None:
    desk.load({**SHOWDOWN, "dealer": "dewi"})
    expect(page.locator(field("/rake"))).to_be_checked()
    page.get_by_role("button", name="New").click()
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator(".hand .piece, .pool [aria-disabled='true']")).to_have_count(0)
    expect(page.locator(field("/rake"))).not_to_be_checked()
    expect(page.get_by_label("Dealer").first).to_be_checked()


def test_what_was_cleared_comes_back_by_back(desk: Desk, page: Page) -> None:
    desk.load(SHOWDOWN)
    expect(desk.answer.locator(".winner")).to_have_text("dewi")
    page.wait_for_timeout(500)
    page.get_by_role("button", name="New").click()
    expect(desk.answer.locator(".empty")).to_be_visible()
    page.wait_for_timeout(500)
    page.go_back()
    expect(desk.answer.locator(".winner")).to_have_text("dewi")


@pytest.mark.parametrize(
    ("game", "mode"),
    [
        ("QiuQiu", "Showdown"),
        ("QiuQiu", "Dispute"),
        ("Piquet", "Declarations"),
        ("Piquet", "Best exchange"),
        ("Piquet", "Score sheet"),
    ],
)
def test_an_empty_desk_can_show_an_example(desk: Desk, game: str, mode: str) -> None:
    desk.game(game)
    desk.mode(mode)
    desk.answer.get_by_role("button", name="Show me an example").click()
    expect(desk.answer.locator(".winner").first).to_be_visible()


def test_a_link_that_was_cut_short_is_told(page: Page, live: str) -> None:
    Desk(page, live).open(fragment="#abc")
    expect(page.get_by_role("dialog")).to_contain_text("This link cannot be read")


def test_a_file_that_is_no_dispute_is_told(desk: Desk) -> None:
    desk.load({"nothing": 1})
    expect(desk.page.get_by_role("dialog")).to_contain_text("This file cannot be read")


def test_keys_alone_settle_a_showdown(desk: Desk, page: Page) -> None:
    def tab_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                seen = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert seen != "none", f"the focus is not seen at {selector}"
                return
        raise AssertionError(f"no Tab leads to {selector}")

    tab_to("#tiles [data-piece]")
    # The first by Enter, the next by arrows, the others by typing their names.
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.type("5233")
    page.keyboard.type("22304050")
    hands = page.locator(".hand")
    expect(hands.nth(0).locator(".piece")).to_have_count(4)
    expect(hands.nth(1).locator(".piece")).to_have_count(4)
    expect(page.locator("#live")).to_contain_text("Player 2: 9-7")
    tab_to(field("/players/0/contributed"))
    page.keyboard.type("100")
    tab_to(field("/players/1/contributed"))
    page.keyboard.type("135")
    expect(page.locator("#live")).to_contain_text("Player 2 gets 235.")
    tab_to(".answer .rule")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_is_moved_by_keys_keeps_the_focus(desk: Desk, page: Page) -> None:
    page.get_by_text("Change these rules").click()
    higher = page.get_by_role("button", name="High: higher")
    higher.focus()
    for _ in range(3):
        page.keyboard.press("Enter")
        expect(higher).to_be_focused()
    expect(page.locator(".order li").first).to_contain_text("High")


def test_one_piece_of_a_pool_is_in_the_tab_order(desk: Desk, page: Page) -> None:
    expect(page.locator("#tiles [tabindex='0']")).to_have_count(1)
    page.locator("#tiles [data-piece='6-6']").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#tiles [data-piece='4-3']")).to_be_focused()
    expect(page.locator("#tiles [tabindex='0']")).to_have_count(1)


def test_nothing_moves_for_those_who_want_no_motion(desk: Desk, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    fading = "node => parseFloat(getComputedStyle(node).transitionDuration)"
    moving = f"[...document.querySelectorAll('*')].filter({fading}).length"
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) > 0


def test_a_service_that_is_gone_is_told_and_asked_again(desk: Desk, page: Page) -> None:
    page.route(
        "**/v1/qiuqiu/showdown",
        lambda route: route.fulfill(
            status=503,
            json={"status": 503, "code": "unavailable", "detail": "The service is starting or stopping."},
        ),
    )
    desk.load(SHOWDOWN)
    expect(desk.answer).to_contain_text("The service is starting or stopping.")
    page.unroute("**/v1/qiuqiu/showdown")
    desk.answer.get_by_role("button", name="Try again").click()
    expect(desk.answer.locator(".winner")).to_have_text("dewi")


def test_a_service_that_wants_a_token_gets_it_and_the_page_keeps_it_nowhere(desk: Desk, page: Page) -> None:
    def guard(route: Route) -> None:
        if route.request.headers.get("authorization") == "Bearer secret":
            route.continue_()
        else:
            route.fulfill(
                status=401, json={"status": 401, "code": "unauthorized", "detail": "A token is needed."}
            )

    page.route("**/v1/**", guard)
    desk.load(SHOWDOWN)
    page.get_by_label("Token").fill("secret")
    page.get_by_role("button", name="Use it").click()
    expect(desk.answer.locator(".winner")).to_have_text("dewi")
    kept = page.evaluate(
        "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])"
    )
    assert "secret" not in kept


def test_texts_numbers_and_direction_follow_the_language(page: Page, live: str) -> None:
    texts = {
        "Showdown": "نمایش",
        "wins {count} chips": "x",
        "wins {count} chip": {"one": "{count} ژتون", "other": "{count} ژتون"},
    }
    document = {"language": "fa", "direction": "rtl", "languages": ["en", "fa"], "messages": texts}
    asked: list[str] = []
    page.route(
        "**/desk/messages.json?lang=fa",
        lambda route: route.fulfill(body=json.dumps(document), content_type="application/json"),
    )
    page.on(
        "request",
        lambda request: (
            asked.append(request.headers.get("accept-language", "")) if "/v1/" in request.url else None
        ),
    )
    desk = Desk(page, live).open("?lang=fa")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("html")).to_have_attribute("lang", "fa")
    expect(page.get_by_text("نمایش")).to_be_visible()
    desk.load(SHOWDOWN)
    expect(desk.answer.locator(".with")).to_contain_text("۱۵۰ ژتون")
    expect(page.get_by_role("combobox", name="Language")).to_have_value("fa")
    assert set(asked) == {"fa"}
    assert desk.violations() == []
