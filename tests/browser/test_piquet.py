"""Piquet at the desk: the declarations' dialogue, the best exchanges, and the score sheet of a deal."""

from __future__ import annotations

import requests
from playwright.sync_api import expect

from tests.browser.deals import ELDER, YOUNGER
from tests.browser.desk import Desk, field
from tests.browser.test_desk import CAVENDISH


def test_two_hands_laid_by_clicks_declare_against_each_other(desk: Desk, live: str) -> None:
    desk.game("Piquet")
    desk.lay([*ELDER, *YOUNGER[:-1]], "cards")
    desk.settle()
    body, answer = desk.asked("/v1/piquet/compare", lambda: desk.lay(YOUNGER[-1:], "cards"))
    assert body == {"ruleset": "classic", "elder": ELDER, "younger": YOUNGER}
    assert answer == requests.post(f"{live}/v1/piquet/compare", json=body, timeout=30).json()
    expect(desk.answer.locator(".winner")).to_have_text("94 to 0")
    said = desk.answer.locator(".dialogue")
    expect(said.nth(0)).to_contain_text("A point of 5 in spades, making 51.")
    expect(said.nth(1)).to_contain_text("A quint to the ace in spades.")
    expect(said.nth(2)).to_contain_text("A quatorze of aces.")
    expect(said.locator(".younger")).to_contain_text(["Good.", "Good.", "Good."])
    expect(desk.answer.locator(".sheet tbody tr th")).to_have_text(["point", "sequences", "sets", "repique"])


def test_what_is_sunk_is_not_declared(desk: Desk) -> None:
    desk.load({"ruleset": "classic", "elder": ELDER, "younger": YOUNGER})
    desk.settle()
    desk.page.get_by_text("Somebody declared less than he held").click()
    body, _ = desk.asked("/v1/piquet/compare", lambda: desk.page.check(field("/declared/elder/sequences")))
    assert body["declared"] == {"elder": {"sequences": []}}
    expect(desk.answer.locator(".dialogue").nth(1)).to_contain_text("Nothing.")
    expect(desk.answer.locator(".dialogue").nth(1)).to_contain_text("A tierce to the king in hearts.")
    body, _ = desk.asked("/v1/piquet/compare", lambda: desk.page.uncheck(field("/declared/elder/sequences")))
    assert "declared" not in body


def test_the_best_exchange_is_shown_with_what_it_can_expect(desk: Desk) -> None:
    desk.game("Piquet")
    desk.mode("Best exchange")
    desk.lay(ELDER[:-1], "cards")
    desk.settle()
    _, answer = desk.asked("/v1/piquet/arrange", lambda: desk.lay(ELDER[-1:], "cards"))
    best = answer["exchanges"][0]
    expect(desk.answer.locator(".winner")).to_have_text(f"Put away {len(best['discard'])}")
    rows = desk.answer.locator("table").first.locator("tbody tr")
    expect(rows).to_have_count(len(answer["exchanges"]))
    expect(rows.first.locator("td").last).to_have_text(f"{best['expected']['total']:.2f}")
    expect(rows.first.locator(".small-card")).to_have_count(len(best["discard"]))


def test_a_deal_played_card_by_card_is_scored_as_the_laws_print_it(desk: Desk) -> None:
    deal = CAVENDISH["deals"][0]
    desk.load({**CAVENDISH, "deals": [{**deal, "plays": deal["plays"][:22]}]})
    desk.mode("3. Play")
    for card in deal["plays"][22:]:
        desk.page.locator(f".tiles .piece:has(use[href$='#c{card}'])").click()
        desk.settle()
    expect(desk.answer.locator(".winner")).to_have_text("ani: 28 – budi: 23")
    expect(desk.answer).to_contain_text("The deals so far are played out")


def test_a_card_that_must_not_be_played_is_marked(desk: Desk) -> None:
    deal = CAVENDISH["deals"][0]
    desk.load({**CAVENDISH, "deals": [{**deal, "plays": ["Ah", "7d"]}]})
    desk.mode("3. Play")
    expect(desk.page.locator(".plays .wrong")).to_have_accessible_name("seven of diamonds")
    desk.page.get_by_role("button", name="Take back the last card").click()
    expect(desk.page.locator(".plays .wrong")).to_have_count(0)
    expect(desk.answer.locator(".sheet")).to_be_visible()
