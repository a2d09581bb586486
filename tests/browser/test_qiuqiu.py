"""QiuQiu at the desk: a showdown and a dispute laid out by hand, and settled as the API settles them."""

from __future__ import annotations

import re
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.browser.deals import LARGE, SHOWDOWN
from tests.browser.desk import Desk, field


def lay_showdown(desk: Desk) -> None:
    """SHOWDOWN, as a person lays it out."""
    desk.page.get_by_role("button", name="Add a player").click()
    desk.page.get_by_role("button", name="Add a player").click()
    for seat, player in enumerate(SHOWDOWN["players"]):
        desk.fill(f"/players/{seat}/id", player["id"])
        desk.fill(f"/players/{seat}/contributed", str(player["contributed"]))
        if player.get("folded"):
            desk.page.check(field(f"/players/{seat}/folded"))
        else:
            desk.page.select_option(field("/at"), str(seat))
            desk.lay(player["hand"])
    desk.page.get_by_role("article", name="budi").get_by_label("Dealer").check()
    desk.page.check(field("/rake"))
    desk.fill("/rake/basis_points", "500")


def test_a_showdown_laid_out_by_clicks_is_the_one_that_the_api_settles(desk: Desk, live: str) -> None:
    lay_showdown(desk)
    desk.settle()
    body, answer = desk.asked("/v1/qiuqiu/showdown", lambda: desk.fill("/rake/cap", "12"))
    assert body == SHOWDOWN
    assert answer == requests.post(f"{live}/v1/qiuqiu/showdown", json=SHOWDOWN, timeout=30).json()
    expect(desk.answer.locator(".winner")).to_have_text("dewi")
    rows = desk.answer.locator(".ranking tbody tr")
    expect(rows).to_have_count(4)
    for player in answer["players"]:
        row = rows.filter(has=desk.page.get_by_role("rowheader", name=player["id"], exact=True))
        gain = f"+{player['net']}" if player["net"] > 0 else str(player["net"])
        expect(row.locator("td").nth(-1)).to_have_text(gain)
        expect(row.locator("td").nth(-2)).to_have_text(str(player["won"] + player["returned"]))
    expect(desk.answer.locator(".pot .amount")).to_have_text(["140", "135", "40"])
    expect(desk.answer.locator(".reasons li")).to_have_count(len(answer["explanation"]))
    expect(desk.page.locator("#live")).to_contain_text("dewi gets 350.")


def test_without_chips_the_hands_are_compared(desk: Desk) -> None:
    desk.lay(["6-6", "6-2", "5-2", "3-3"])
    desk.settle()
    expect(desk.answer).to_contain_text("Player 2: 0 of 4 tiles laid")
    desk.lay(["2-2", "3-0", "4-0"])
    desk.settle()
    _, answer = desk.asked("/v1/qiuqiu/compare", lambda: desk.lay(["5-0"]))
    assert answer["winners"] == ["Player 2"]
    expect(desk.answer.locator(".winner")).to_have_text("Player 2")


def test_a_tile_lies_in_one_place(desk: Desk) -> None:
    desk.lay(["6-6", "6-2", "5-2", "3-3"])
    taken = desk.page.locator("#tiles [data-piece='6-6']")
    expect(taken).to_have_attribute("aria-disabled", "true")
    expect(taken).to_have_accessible_name("6-6, already taken: in the hand of Player 1")
    taken.click(force=True)
    second = desk.page.get_by_role("group", name="Hand of Player 2")
    expect(second.locator(".piece")).to_have_count(0)
    desk.page.get_by_role("button", name="6-6, tile 1 of Player 1: take back").click()
    expect(taken).not_to_have_attribute("aria-disabled", "true")


def test_a_hand_is_arranged_by_dragging_or_by_keys(desk: Desk) -> None:
    desk.lay(["6-6", "6-2", "5-2", "3-3", "2-2", "3-0", "4-0", "5-0"])
    desk.settle()
    _, answer = desk.asked("/v1/qiuqiu/compare", lambda: desk.page.check(field("/players/0/declared")))
    assert [place["declared"] for place in answer["places"]] == [False, True]
    hand = desk.page.get_by_role("group", name="Hand of Player 1")
    second, third = hand.locator(".piece").nth(1).bounding_box(), hand.locator(".piece").nth(2).bounding_box()
    assert second is not None
    assert third is not None

    def drag() -> None:
        mouse = desk.page.mouse
        mouse.move(second["x"] + 10, second["y"] + 10)
        mouse.down()
        mouse.move(third["x"] + 10, third["y"] + 10, steps=5)
        mouse.up()

    body, _ = desk.asked("/v1/qiuqiu/compare", drag)
    assert body["hands"][0]["arrangement"] == [["6-6", "5-2"], ["6-2", "3-3"]]

    def press() -> None:
        hand.locator(".piece").nth(1).focus()
        desk.page.keyboard.press("Shift+ArrowRight")

    body, _ = desk.asked("/v1/qiuqiu/compare", press)
    assert body["hands"][0]["arrangement"] == [["6-6", "6-2"], ["5-2", "3-3"]]
    expect(desk.page.get_by_role("button", name="6-6, tile 1 of Player 1: take back")).to_be_visible()
    expect(desk.page.locator(".seat").first.locator(".worth")).to_contain_text("could have been 9-4")


def test_rules_are_made_from_a_control_for_each_parameter(desk: Desk, live: str) -> None:
    specification = requests.get(f"{live}/openapi.json", timeout=30).json()
    names = list(specification["components"]["schemas"]["QiuqiuParameters"]["properties"])
    desk.page.get_by_text("Change these rules").click()
    for name in names:
        expect(desk.page.locator(field(f"/ruleset/{name}"))).to_be_visible()
    desk.lay(["6-1", "5-3", "5-4", "6-4", "6-6", "3-0", "5-0", "3-1"])
    desk.page.get_by_role("button", name="Straight: count it").click()
    desk.page.check(field("/ruleset/hui"))
    desk.page.select_option(field("/ruleset/tie_break"), "highest_tile")
    desk.settle()
    body, answer = desk.asked("/v1/qiuqiu/compare", lambda: desk.fill("/ruleset/big_min", "38"))
    ranking = ["straight", "six_gods", "four_doubles", "big", "small", "pairs"]
    own = {"extends": "pagat", "ranking": ranking, "hui": True, "tie_break": "highest_tile", "big_min": 38}
    assert body["ruleset"] == own
    assert answer["ruleset"]["name"] is None
    assert desk.page.evaluate("text => JSON.parse(text)", desk.page.locator(".json pre").inner_text()) == own
    desk.page.get_by_role("button", name="Undo all changes").click()
    expect(desk.page.locator(".json")).to_have_count(0)


def test_a_reason_opens_the_text_of_its_rule(desk: Desk, live: str) -> None:
    desk.load(SHOWDOWN)
    desk.answer.get_by_role("button", name="Rule POT-5: read it").click()
    rules = requests.get(f"{live}/v1/qiuqiu/rules", timeout=30).json()["rules"]
    expect(desk.page.get_by_role("dialog")).to_contain_text(
        next(rule["text"] for rule in rules if rule["id"] == "POT-5")
    )
    desk.page.keyboard.press("Escape")
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    expect(desk.answer.get_by_role("button", name="Rule POT-5: read it")).to_be_focused()


def enter_betting(desk: Desk) -> None:
    """A deal of two players up to its first action."""
    desk.mode("Dispute")
    desk.lay(["6-1", "2-0", "0-0", "5-4", "5-2", "3-2", "3-0", "5-5"])
    for pointer, text in {
        "/players/0/stack": "200",
        "/players/1/stack": "200",
        "/ante": "10",
        "/limits/0/min": "10",
        "/limits/0/max": "100",
        "/limits/1/min": "20",
        "/limits/1/max": "100",
    }.items():
        desk.fill(pointer, text)


def test_a_dispute_is_entered_action_by_action_as_is_legal_and_judged(desk: Desk) -> None:
    enter_betting(desk)
    following = desk.page.get_by_role("group", name="The next action")
    expect(following).to_contain_text("It is the turn of Player 1")
    expect(following).to_contain_text("10 to 100")
    following.get_by_label("Bet to").fill("40")
    following.get_by_role("button", name="Bet").click()
    expect(following).to_contain_text("It is the turn of Player 2")
    expect(following.get_by_role("button", name="Check")).to_have_count(0)
    following.get_by_role("button", name="Call").click()
    for _ in range(2):
        following.get_by_role("button", name="Check").click()
        desk.settle()
    expect(desk.answer.locator(".verdict .winner")).to_have_text("Settled")
    desk.page.check(field("/claim"))
    desk.fill("/claim/payouts/Player 1", "60")
    expect(desk.answer.locator(".verdict .winner")).to_have_text("Overturned")
    expect(desk.answer.locator(".differences tbody tr td")).to_have_text(["60", "100"])
    desk.fill("/claim/payouts/Player 1", "100")
    expect(desk.answer.locator(".verdict .winner")).to_have_text("Upheld")


def test_an_illegal_action_can_be_recorded_and_is_found(desk: Desk) -> None:
    enter_betting(desk)
    following = desk.page.get_by_role("group", name="The next action")
    following.get_by_label("Bet to").fill("40")
    following.get_by_role("button", name="Bet").click()
    desk.page.get_by_text("Record something else that was done").click()
    desk.page.select_option(field("/other/player"), label="Player 2")
    desk.page.select_option(field("/other/action"), "raise")
    desk.fill("/other/to", "60")
    desk.page.get_by_role("button", name="Add it").click()
    expect(desk.answer.locator(".verdict .winner")).to_have_text("Illegal")
    expect(desk.answer.locator(".findings")).to_contain_text("must be to an amount between 80 and 140")
    expect(desk.page.locator(".actions .illegal")).to_contain_text("not allowed")
    desk.page.get_by_role("button", name="Change: Player 2 raises to 60").click()
    desk.fill("/actions/1/to", "80")
    expect(desk.answer.locator(".verdict .winner")).to_have_text("Unfinished")


def test_a_record_can_be_entered_before_the_hands_are_whole(desk: Desk) -> None:
    enter_betting(desk)
    desk.page.get_by_role("button", name="5-5, tile 4 of Player 2: take back").click()
    desk.page.get_by_role("button", name="3-0, tile 3 of Player 2: take back").click()
    expect(desk.answer).to_contain_text("Player 2: 2 of 4 tiles laid")
    expect(desk.page.get_by_role("group", name="The next action")).to_contain_text(
        "It is the turn of Player 1"
    )


@pytest.mark.parametrize(
    ("pointer", "typed", "said"),
    [
        ("/players/1/contributed", "ten", "must be a whole number"),
        ("/players/2/id", "ani", "ani is also at /players/0/id"),
        ("/rake/basis_points", "10001", "must be between 0 and 10000"),
    ],
)
def test_a_fault_is_told_at_the_field_that_made_it(desk: Desk, pointer: str, typed: str, said: str) -> None:
    desk.load(SHOWDOWN)
    desk.fill(pointer, typed)
    wrong = desk.page.locator(field(pointer))
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(re.compile(said))
    expect(desk.page.locator(f"{field(pointer)}-fault")).to_contain_text(said)
    desk.answer.get_by_role("button", name=said).first.click()
    expect(wrong).to_be_focused()


def test_what_was_typed_in_persian_digits_is_a_number(desk: Desk) -> None:
    desk.load(SHOWDOWN)
    desk.settle()
    body, _ = desk.asked("/v1/qiuqiu/showdown", lambda: desk.fill("/players/0/contributed", "۳۶"))
    assert body["players"][0]["contributed"] == 36


@pytest.mark.parametrize("document", [SHOWDOWN, LARGE], ids=["showdown", "dispute"])
def test_a_saved_file_holds_the_body_that_the_api_takes_and_restores_the_page(
    desk: Desk, page: Page, document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = "/v1/qiuqiu/showdown" if document is SHOWDOWN else "/v1/qiuqiu/arbitrate"
    desk.load(document)
    expect(desk.answer.locator(".winner").first).to_be_visible()
    before = desk.answer.inner_text()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save", exact=True).click()
    file = tmp_path_factory.mktemp("saved") / "saved.json"
    waiting.value.save_as(file)
    saved = page.evaluate("text => JSON.parse(text)", file.read_text(encoding="utf-8"))
    assert saved["requests"][path] == document
    page.get_by_role("button", name="New").click()
    expect(desk.answer.locator(".empty")).to_be_visible()
    desk.load(saved)
    expect(desk.answer.locator(".winner").first).to_be_visible()
    assert desk.answer.inner_text() == before
