"""What a person does at the desk, and what he sees there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import FilePayload, Locator, Page, expect

Json = dict[str, Any]


LONGER_THAN_IT_RESTS = 350
"""Milliseconds; the page asks once typing has rested for a while."""


def field(pointer: str) -> str:
    """The selector of the field at a place of the request."""
    return "#at" + re.sub(r"[^\w-]", lambda found: f"_{ord(found[0])}_", pointer)


class Desk:
    """The page at ``base``."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base

    def open(self, query: str = "", fragment: str = "") -> Desk:
        """Loads the page and waits until the table is set."""
        self.page.goto(f"{self.base}/{query}{fragment}")
        expect(self.page.locator(".columns")).to_be_visible()
        return self

    @property
    def answer(self) -> Locator:
        """The side that answers."""
        return self.page.locator(".answer")

    def mode(self, name: str) -> None:
        """Chooses one of the views that look like a switch."""
        self.page.get_by_role("radio", name=name, exact=True).check()

    def game(self, name: str) -> None:
        """Opens a tab."""
        self.page.get_by_role("navigation").get_by_text(name).click()

    def lay(self, tiles: Sequence[str], pool: str = "tiles") -> None:
        """Clicks pieces."""
        for tile in tiles:
            self.page.locator(f"#{pool} [data-piece='{tile}']").click()

    def fill(self, pointer: str, text: str) -> None:
        """Types into the field at a place of the request."""
        self.page.fill(field(pointer), text)

    def load(self, document: Json) -> None:
        """Opens a file that was saved before."""
        content = json.dumps(document).encode()
        chosen = FilePayload(name="dispute.json", mimeType="application/json", buffer=content)
        self.page.set_input_files("input[type=file]", files=[chosen])

    def asked(self, path: str, act: Callable[[], object]) -> tuple[Json, Json]:
        """The body that ``act`` makes the page post to ``path``, and what it is answered."""
        with self.page.expect_response(lambda response: response.url.endswith(path)) as waiting:
            act()
        response = waiting.value
        return dict(response.request.post_data_json or {}), response.json()

    def settle(self) -> None:
        """Waits until the page has asked what it wants to ask and shows the answer."""
        self.page.wait_for_timeout(LONGER_THAN_IT_RESTS)
        expect(self.page.locator(".answer.waiting")).to_have_count(0)

    def overflow(self) -> int:
        """Pixels by which the page is wider than the window."""
        wide: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return wide

    def violations(self) -> list[str]:
        """What axe-core finds wrong with the page as it is."""
        # Half-way through a fade a colour is no colour of ours.
        self.page.emulate_media(reduced_motion="reduce")
        found = Axe().run(self.page).response["violations"]
        return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]

    def printed_pages(self) -> int:
        """The pages that printing makes."""
        return len(re.findall(rb"/Type\s*/Page\b", self.page.pdf(format="A4")))
