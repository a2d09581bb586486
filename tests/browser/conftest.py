"""A real Chromium before the running service. It fails, never skips, where there is no Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

from tests.browser.desk import Desk

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# No sandbox: in CI it runs as root. The rest keeps it from asking its maker's hosts for anything.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

ANSWERS = "Failed to load resource: the server responded with a status of "
"""How Chromium tells of an answer 4xx; the page shows such answers, so they are no slip of its own."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium with a profile that is new and goes with it."""
    if not Path(CHROMIUM).is_file():
        pytest.fail(f"there is no {CHROMIUM}: install chromium, or name it in CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, live: str) -> Iterator[Page]:
    """A page of its own, desktop and light; it must complain of nothing and ask no other host."""
    context = browser.new_context(
        viewport={"width": 1360, "height": 900},
        color_scheme="light",
        permissions=["clipboard-read", "clipboard-write"],
    )
    opened = context.new_page()
    complaints: list[str] = []
    strangers: list[str] = []
    here = urlsplit(live).netloc

    def asked(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https") and address.netloc != here:
            strangers.append(request.url)

    context.on("request", asked)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on(
        "console",
        lambda message: (
            complaints.append(message.text)
            if message.type in ("error", "warning") and not message.text.startswith(ANSWERS)
            else None
        ),
    )
    yield opened
    context.close()
    assert (complaints, strangers) == ([], [])


@pytest.fixture
def desk(page: Page, live: str) -> Desk:
    """The desk, open and ready."""
    return Desk(page, live).open()
