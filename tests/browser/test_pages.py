"""The pages for reading, in a real Chromium: the specification whose calls can be tried, and the rulebook."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

RULESETS = ["/rulebook", "/rulebook/qiuqiu/wikipedia", "/rulebook/piquet/classic"]


def test_a_call_tried_on_the_page_is_answered_by_this_service(page: Page, live: str) -> None:
    page.goto(f"{live}/docs")
    operation = page.locator("#operations-qiuqiu-qiuqiu_evaluate")
    operation.locator(".opblock-summary-control").click()
    with page.expect_response(f"{live}/v1/qiuqiu/evaluate") as answered:
        operation.get_by_role("button", name="Execute").click()
    assert answered.value.status == 200
    answer: dict[str, Any] = json.loads(operation.locator(".live-responses-table pre").first.inner_text())
    assert answer == answered.value.json()


def test_a_rule_of_an_answer_has_an_address(page: Page, live: str) -> None:
    page.goto(f"{live}/rulebook/qiuqiu/pagat#QQ-14")
    expect(page.locator(":target")).to_contain_text("A declared arrangement plays as it was stated")
    expect(page.locator(":target")).to_be_in_viewport()


@pytest.mark.parametrize("path", RULESETS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_rulebook_is_for_everybody_on_a_phone_too(page: Page, live: str, path: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(live + path)
    page.evaluate("document.querySelectorAll('img').forEach(image => { image.loading = 'eager' })")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate("[...document.images].filter(image => !image.naturalWidth).length") == 0
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_a_keyboard_skips_to_the_content(page: Page, live: str) -> None:
    page.goto(f"{live}/rulebook/qiuqiu/pagat")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
