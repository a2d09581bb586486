"""The browser game in a real browser: it ranks hands as the service does, and asks it only once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from service.core.tiles import NAMES
from service.games.qiuqiu.ranking import HANDS
from tests.conftest import ROOT

GAME = ROOT / "examples" / "browser_game"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own, in which nothing may go wrong unseen; it is of another origin than the service."""
    context = browser.new_context()
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


@contextmanager
def serving(live: str) -> Iterator[str]:
    """An origin with the game's folder and, under /v1/, the service; others may read both."""

    class Site(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if not self.path.startswith("/v1/"):
                super().do_GET()
                return
            answer = requests.get(live + self.path, headers={"Accept": self.headers["Accept"]}, timeout=30)
            self.send_response(answer.status_code)
            self.send_header("Content-Type", answer.headers["Content-Type"])
            self.send_header("Content-Length", str(len(answer.content)))
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Site, directory=str(GAME))) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def site(live: str) -> Iterator[str]:
    """The origin of the game and of its service."""
    with serving(live) as origin:
        yield origin


@pytest.fixture(scope="module")
def elsewhere(live: str) -> Iterator[str]:
    """Another origin."""
    with serving(live) as origin:
        yield origin


def winners(live: str, ruleset: str, hands: list[list[str]]) -> list[int]:
    """Which hands win, by the service."""
    body = {
        "ruleset": ruleset,
        "hands": [{"id": str(place), "hand": hand} for place, hand in enumerate(hands)],
    }
    answer = requests.post(live + "/v1/qiuqiu/compare", json=body, timeout=30)
    assert answer.status_code == 200, answer.text
    return [int(place) for place in answer.json()["winners"]]


@pytest.mark.parametrize("ruleset", ["pagat", "wikipedia"])
def test_the_game_finds_the_winners_that_the_service_finds(
    live: str, site: str, page: Page, ruleset: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/index.html?ruleset={ruleset}")
    button = page.get_by_role("button", name="Deal")
    expect(button).to_be_enabled()
    for _ in range(40):
        button.click()
        hands = [text.split() for text in page.locator("#hands li").all_text_contents()]
        assert len({tile for hand in hands for tile in hand}) == 16
        shown = page.locator("#hands li").evaluate_all("items => items.map((item) => item.className)")
        won = [place for place, name in enumerate(shown) if name == "wins"]
        assert won == winners(live, ruleset, hands), hands
        names = " and ".join(str(place + 1) for place in won)
        expect(page.get_by_role("status")).to_have_text(f"Hand {names} {'tie' if len(won) > 1 else 'wins'}.")
    assert [url for url in asked if "/v1/" in url] == [f"{site}/v1/qiuqiu/rulesets/{ruleset}/ranks"]


def test_the_game_numbers_every_hand_as_the_service_does(site: str, page: Page) -> None:
    page.goto(f"{site}/index.html")
    script = """async (hands) => {
        const game = await import("./game.mjs");
        return { tiles: game.TILES, indices: hands.map(game.handIndex) };
    }"""
    # Each hand back to front, since a player holds it in any order.
    told = page.evaluate(script, HANDS[:, ::-1].tolist())
    assert told["tiles"] == list(NAMES)
    assert told["indices"] == list(range(len(HANDS)))


def test_a_tie_has_every_winner(live: str, site: str, page: Page) -> None:
    ranks = requests.get(f"{live}/v1/qiuqiu/rulesets/pagat/ranks", timeout=30).json()["rank"]
    sets = HANDS.tolist()
    first = next(hand for hand, rank in zip(sets, ranks, strict=True) if rank == 18)
    second = next(
        hand for hand, rank in zip(sets, ranks, strict=True) if rank == 18 and not {*hand} & {*first}
    )
    worst = next(
        hand for hand, rank in zip(sets, ranks, strict=True) if rank > 18 and not {*hand} & {*first, *second}
    )
    hands = [first, worst, second]
    page.goto(f"{site}/index.html")
    script = """async (hands) => {
        const game = await import("./game.mjs");
        return game.winners(await game.loadRanks(location.origin, "pagat"), hands);
    }"""
    won = winners(live, "pagat", [[NAMES[tile] for tile in hand] for hand in hands])
    assert page.evaluate(script, hands) == won == [0, 2]


def test_a_game_without_ranks_says_why(site: str, page: Page) -> None:
    page.goto(f"{site}/index.html?ruleset=none")
    expect(page.get_by_role("status")).to_contain_text("There is no ruleset “none”")
    expect(page.get_by_role("button", name="Deal")).to_be_disabled()


def test_the_game_asks_a_service_of_another_origin_without_a_preflight(
    site: str, elsewhere: str, page: Page
) -> None:
    asked: list[tuple[str, str]] = []
    page.on("request", lambda request: asked.append((request.method, request.url)))
    page.goto(f"{site}/index.html?service={elsewhere}")
    expect(page.get_by_role("button", name="Deal")).to_be_enabled()
    wanted = f"{elsewhere}/v1/qiuqiu/rulesets/pagat/ranks"
    assert [request for request in asked if "/v1/" in request[1]] == [("GET", wanted)]
