"""The page of the specification: all that it loads is served here, for good, and nothing of it is inline."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from service.app import create_app


class Addresses(HTMLParser):
    """Every address that a page loads something from, and what stands inline in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.inline: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag == "link":
            self.loaded.append(named["href"])
        elif "src" in named:
            self.loaded.append(named["src"])
        elif tag in ("script", "style"):
            self.inline.append(tag)
        self.inline += [name for name in named if name == "style" or name.startswith("on")]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def test_all_that_the_page_loads_is_served_here_and_kept_for_good(client: FlaskClient) -> None:
    page = Addresses(client.get("/docs").text)
    assert page.inline == []
    kinds = set()
    for address in page.loaded:
        assert address.startswith("/docs/assets/"), address
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        kinds.add(answer.mimetype)
    assert kinds == {"text/css", "text/javascript", "image/png"}


def test_the_page_allows_only_what_is_served_here(client: FlaskClient) -> None:
    policy = client.get("/docs").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    allowed = {source for sources in directives.values() for source in sources.split()}
    assert allowed == {"'none'", "'self'", "data:"}
    assert "data:" in directives["img-src"]


def test_it_reads_the_specification_of_this_service(client: FlaskClient) -> None:
    (address,) = re.findall('data-specification="(.*?)"', client.get("/docs").text)
    assert client.get(address).get_json()["openapi"].startswith("3.1.")


def test_the_style_sheet_loads_nothing_from_elsewhere(client: FlaskClient) -> None:
    sheets = [address for address in Addresses(client.get("/docs").text).loaded if address.endswith(".css")]
    assert len(sheets) == 2
    for address in sheets:
        sheet = client.get(address).text
        named = [url.strip("\"'") for url in re.findall(r"url\((.*?)\)", sheet)]
        assert [url for url in named if not url.startswith("data:")] == []
        assert "@import" not in sheet


@pytest.mark.parametrize("change", [("/assets/", "/assets/0"), (".css", ".cs"), (".css", ".css/")])
def test_a_file_of_another_content_is_not_there(client: FlaskClient, change: tuple[str, str]) -> None:
    address = next(each for each in Addresses(client.get("/docs").text).loaded if each.endswith(".css"))
    answer = client.get(address.replace(*change))
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found")
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_page_has_a_tag(client: FlaskClient) -> None:
    answer = client.get("/docs")
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert client.get("/docs", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client.get("/docs", headers={"Accept": "application/json"}).status_code == 406
