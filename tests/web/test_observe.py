"""The id of a request."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient


@pytest.mark.parametrize("sent", ["a", "A-b.c_9", "x" * 128])
def test_the_callers_id_comes_back(client: FlaskClient, sent: str) -> None:
    for path in ("/livez", "/nothing"):
        assert client.get(path, headers={"X-Request-ID": sent}).headers["X-Request-ID"] == sent


@pytest.mark.parametrize("sent", ["", " ", "x" * 129, "a b", "a\tb", "é", "a,b", "../..", "<a>"])
def test_another_id_is_replaced(client: FlaskClient, sent: str) -> None:
    got = client.get("/livez", headers={"X-Request-ID": sent}).headers["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{32}", got)


def test_new_ids_differ(client: FlaskClient) -> None:
    assert len({client.get("/livez").headers["X-Request-ID"] for _ in range(50)}) == 50
