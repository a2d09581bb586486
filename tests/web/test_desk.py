"""The desk as it is served: its own files and no others, and closed to all that is not the service's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web import fake

FOLDER = Path(__file__).parents[2] / "service" / "web" / "desk"
MODULES = sorted(path.name for path in FOLDER.glob("*.js"))
SHEETS = sorted(path.name for path in FOLDER.glob("*.css"))
LONGEST = 320
"""Lines of a module that one can hold in the head."""


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return fake.app().test_client()


def test_the_page_loads_nothing_of_another_host_and_nothing_written_into_it(client: FlaskClient) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    policy = dict(
        directive.strip().split(" ", 1) for directive in answer.headers["Content-Security-Policy"].split(";")
    )
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|https?://|//\w", answer.text)


@pytest.mark.parametrize("name", [*MODULES, *SHEETS])
def test_each_file_is_served_as_it_is_and_can_be_kept_while_it_is_the_same(
    client: FlaskClient, name: str
) -> None:
    answer = client.get(f"/desk/{name}")
    assert answer.data == (FOLDER / name).read_bytes()
    assert answer.mimetype == ("text/javascript" if name.endswith(".js") else "text/css")
    assert answer.headers["Cache-Control"] == "no-cache"
    again = client.get(f"/desk/{name}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_page_and_its_modules_name_only_files_that_are_there() -> None:
    named = {
        file
        for path in [FOLDER / "index.html", *FOLDER.glob("*.js")]
        for file in re.findall(r'"(?:desk|\.)/([\w-]+\.(?:js|css))"', path.read_text(encoding="utf-8"))
    }
    assert named == {*MODULES, *SHEETS}


@pytest.mark.parametrize(
    "name", ["nothing.js", "__init__.py", "..%2f..%2fsettings.py", "../app.py", "index.html"]
)
def test_no_other_file_can_be_had(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/desk/{name}")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_short_and_never_evaluates_text_writes_markup_nor_stores(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    assert not re.search(r"\beval\(|new Function|(inner|outer)HTML|insertAdjacentHTML|document\.write", text)
    assert not re.search(r"(local|session)Storage|document\.cookie|indexedDB", text)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_reads_in_either_direction(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert not re.search(r"-(left|right)\b|\b(left|right)\s*:|(text-align|float):\s*(left|right)", text)


def test_the_texts_say_their_language_and_direction(client: FlaskClient) -> None:
    document = client.get("/desk/messages.json").get_json()
    assert (document["language"], document["direction"]) == ("en", "ltr")
    assert "en" in document["languages"]
