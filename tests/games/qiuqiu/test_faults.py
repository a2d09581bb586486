"""Bad input over HTTP: one problem that names every fault, with its place, in the contract's order."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app

ANI = ["2-0", "4-1", "4-4", "6-5"]
BUDI = ["1-1", "3-2", "4-2", "6-3"]
CITRA = ["5-3", "6-0", "6-2", "6-4"]
MOST = 2**53 - 1


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def faults(client: FlaskClient, operation: str, body: object) -> list[str]:
    # Not json=body, which would sort the members and turn None into no body.
    answer = client.post(f"/v1/qiuqiu/{operation}", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 422, answer.text
    problem = answer.get_json()
    assert answer.mimetype == "application/problem+json"
    assert problem["code"] == "invalid"
    assert all(entry["detail"] for entry in problem["errors"])
    return told(problem)


def told(problem: dict[str, Any]) -> list[str]:
    return [f"{entry['pointer']} {entry['code']}" for entry in problem["errors"]]


def evaluate(**changes: Any) -> dict[str, Any]:
    return {"ruleset": "pagat", "hand": ANI, **changes}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([], [" invalid_type"]),
        (None, [" invalid_type"]),
        ("pagat", [" invalid_type"]),
        ({}, ["/ruleset required", "/hand required"]),
        ({"ruleset": None, "hand": None}, ["/ruleset required", "/hand required"]),
        (evaluate(hand="6-6"), ["/hand invalid_type"]),
        (evaluate(hand={"6-6": 1, "6-2": 1, "5-2": 1, "3-3": 1}), ["/hand invalid_type"]),
        (evaluate(hand=[]), ["/hand wrong_count"]),
        (
            evaluate(hand=[None, True, ["6-6"], 1.5]),
            [f"/hand/{index} invalid_type" for index in range(4)],
        ),
        (evaluate(hand=["6-6"] * 4), [f"/hand/{index} duplicate_tile" for index in (1, 2, 3)]),
        (evaluate(hand=["6-5", "5:6", "5-6", "🂋"]), [f"/hand/{i} duplicate_tile" for i in (1, 2)]),
        (
            {"hnad": 1, "hand": ["x", "6-2", "6-2"], "ruleset": "nope", "a/b~c": 2},
            [
                "/ruleset unknown_ruleset",
                "/hand wrong_count",
                "/hand/0 invalid_tile",
                "/hand/2 duplicate_tile",
                "/hnad unknown_field",
                "/a~1b~0c unknown_field",
            ],
        ),
        (evaluate(arrangement="6-6"), ["/arrangement invalid_type"]),
        (evaluate(arrangement=[ANI[:2], "4-4"]), ["/arrangement/1 invalid_type"]),
        (evaluate(arrangement=[ANI[:2], ["4-4", "9-9"]]), ["/arrangement/1/1 invalid_tile"]),
        (evaluate(arrangement=[ANI[:2], ANI[:2]]), ["/arrangement invalid_arrangement"]),
        (evaluate(arrangement=[[tile] for tile in ANI]), ["/arrangement invalid_arrangement"]),
        (evaluate(arrangement=[["6-5"]] * 100_000), ["/arrangement invalid_arrangement"]),
        (evaluate(arrangement=[""] * 100_000), ["/arrangement invalid_arrangement"]),
        (evaluate(arrangement=[""] * 5), [f"/arrangement/{index} invalid_type" for index in range(5)]),
        (evaluate(arrangement=[*[["6-5"]] * 5, [""]]), ["/arrangement/5/0 invalid_tile"]),
        (evaluate(arrangement=[[], [*ANI, ANI[0]]]), ["/arrangement invalid_arrangement"]),
        (evaluate(arrangement=[]), ["/arrangement invalid_arrangement"]),
        (evaluate(arrangement=[ANI[:1], ANI[1:2], ANI[2:]]), ["/arrangement invalid_arrangement"]),
        (evaluate(arrangement=[ANI[:3], ANI[3:]]), ["/arrangement invalid_arrangement"]),
        # Without a readable ruleset a three–one split may be right, so it is not a fault yet.
        (
            {
                "ruleset": "x",
                "hand": ["0-0", "2-2", "3-3", "6-3"],
                "arrangement": [["0-0", "2-2", "3-3"], ["6-3"]],
            },
            ["/ruleset unknown_ruleset"],
        ),
    ],
)
def test_evaluate(client: FlaskClient, body: object, expected: list[str]) -> None:
    assert faults(client, "evaluate", body) == expected


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (None, ["/hands required"]),
        ({}, ["/hands invalid_type"]),
        ([], ["/hands wrong_count"]),
        ([ANI, "6-56-45-54-4", BUDI], ["/hands/1 invalid_type"]),
        ([ANI, "🁓🁔🁕🁖"], ["/hands/1 invalid_type"]),
        ([dict.fromkeys(ANI, 1)], ["/hands/0 invalid_type"]),
        ([ANI, None], ["/hands/1 invalid_type"]),
        (
            [ANI, ["6-6", "6-6", "1-1", "x"]],
            ["/hands/1/1 duplicate_tile", "/hands/1/3 invalid_tile"],
        ),
        ([["6-6", "5-5", "1-1", "6-6"]], ["/hands/0/3 duplicate_tile"]),
        ([[["6-6"], "5-5", "1-1", "6-6"]], ["/hands/0/0 invalid_type"]),
    ],
)
def test_batch(client: FlaskClient, hands: object, expected: list[str]) -> None:
    assert faults(client, "evaluate/batch", {"ruleset": "pagat", "hands": hands}) == expected


def test_batch_over_the_limit(client: FlaskClient) -> None:
    body = {"ruleset": "pagat", "hands": [["x"]] * 100_001}
    assert faults(client, "evaluate/batch", body)[0] == "/hands wrong_count"


def test_batch_tells_how_many_faults_are_left_out(client: FlaskClient) -> None:
    body = {"ruleset": "pagat", "hands": [["x", "y", "z", "6-6"]] * 20_000}
    problem = client.post("/v1/qiuqiu/evaluate/batch", json=body).get_json()
    assert len(problem["errors"]) == 10_000
    assert problem["omitted"] > 0


def against(*others: list[str]) -> dict[str, Any]:
    return {"ruleset": "pagat", "hand": ANI, "against": [{"hand": hand} for hand in others]}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (against(), ["/against wrong_count"]),
        (against(*[BUDI] * 6)["against"], [" invalid_type"]),
        (against(BUDI) | {"opponents": 1}, ["/opponents unknown_field"]),
        (against(["4-4", "3-2", "4-2", "6-3"]), ["/against/0/hand/0 duplicate_tile"]),
        (against(BUDI, BUDI), [f"/against/1/hand/{index} duplicate_tile" for index in range(4)]),
        (against(BUDI) | {"opponents": 9}, ["/opponents out_of_range", "/opponents unknown_field"]),
        (against(BUDI) | {"seed": 9}, ["/seed unknown_field"]),
        (evaluate(opponents=0), ["/opponents out_of_range"]),
        (evaluate(opponents=6), ["/opponents out_of_range"]),
        (evaluate(opponents=True), ["/opponents invalid_type"]),
        (evaluate(seed=-1), ["/seed out_of_range"]),
        (
            evaluate(against=[{"hand": BUDI, "arrangement": [ANI[:2], BUDI[2:]]}]),
            ["/against/0/arrangement invalid_arrangement"],
        ),
        (evaluate(arrangement=[ANI[:2], ANI[2:]]), ["/arrangement unknown_field"]),
    ],
)
def test_arrange(client: FlaskClient, body: object, expected: list[str]) -> None:
    assert faults(client, "arrange", body) == expected


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ([{"id": str(index), "hand": []} for index in range(13)], ["/hands wrong_count"]),
        ([{"id": "a", "hand": ANI}, 7], ["/hands/1 invalid_type"]),
        ([{"id": "a", "hand": ANI}, None], ["/hands/1 invalid_type"]),
        (
            [{"id": "a", "hand": ANI}, {"id": "a", "hand": ["2-0", "1-0"], "rank": 1}, {"id": "a"}],
            [
                "/hands/1/id duplicate_id",
                "/hands/1/hand wrong_count",
                "/hands/1/hand/0 duplicate_tile",
                "/hands/1/rank unknown_field",
                "/hands/2/id duplicate_id",
                "/hands/2/hand required",
            ],
        ),
        (
            [{"id": "", "hand": ANI}, {"id": 5, "hand": BUDI}],
            ["/hands/0/id out_of_range", "/hands/1/id invalid_type"],
        ),
        (
            [{"id": "x" * 65, "hand": ANI}, {"hand": BUDI}],
            ["/hands/0/id out_of_range", "/hands/1/id required"],
        ),
    ],
)
def test_compare(client: FlaskClient, hands: object, expected: list[str]) -> None:
    assert faults(client, "compare", {"ruleset": "pagat", "hands": hands}) == expected


def seat(name: object, contributed: object = 10, hand: object = None, **more: object) -> dict[str, Any]:
    return {"id": name, "contributed": contributed, "hand": hand, **more}


def showdown(*players: object, **changes: object) -> dict[str, Any]:
    return {"ruleset": "pagat", "dealer": "ani", "players": list(players), **changes}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            {"players": [{}, {}]},
            [
                "/ruleset required",
                "/dealer required",
                *[f"/players/{i}/{name} required" for i in (0, 1) for name in ("id", "contributed")],
            ],
        ),
        (showdown(seat("ani", 10, ANI)), ["/players wrong_count"]),
        (showdown(seat("ani", 10, ANI), seat("budi", 10, BUDI), dealer=7), ["/dealer invalid_type"]),
        (showdown(seat("ani", 10, ANI), seat("budi", 10, BUDI), dealer="Ani"), ["/dealer unknown_id"]),
        # A stranger cannot be told while a player's own id cannot be read.
        (showdown(seat("budi", 10, ANI), seat(7, 10, BUDI)), ["/players/1/id invalid_type"]),
        (
            showdown(
                seat("ani", 1.5, ANI), seat("budi", "10", BUDI), seat("citra", -1), seat("dewi", MOST + 1)
            ),
            [
                "/players/0/contributed invalid_type",
                "/players/1/contributed invalid_type",
                "/players/2/contributed out_of_range",
                "/players/3/contributed out_of_range",
            ],
        ),
        (showdown(seat("ani", MOST, ANI), seat("budi", MOST, BUDI)), ["/players out_of_range"]),
        (showdown(seat("ani", 0, ANI), seat("budi", 0, BUDI)), ["/players out_of_range"]),
        (
            showdown(seat("ani", 1, folded=True), seat("budi", 1, folded=True)),
            ["/players no_live_player"],
        ),
        (
            showdown(seat("ani", 0, folded=True), seat("budi", 0, folded=True)),
            ["/players no_live_player", "/players out_of_range"],
        ),
        (
            showdown(seat("ani", 10, ANI), seat("budi", 10, arrangement=[BUDI[:2], BUDI[2:]])),
            ["/players/1/hand missing_hand"],
        ),
        (showdown(seat("ani", 1, folded=1), seat("budi", 1)), ["/players/0/folded invalid_type"]),
        (
            showdown(seat("ani"), seat("budi")),
            ["/players/0/hand missing_hand", "/players/1/hand missing_hand"],
        ),
        (
            showdown(seat("ani"), seat("budi", 10, BUDI), rake={"basis_points": 10_001}),
            ["/rake/basis_points out_of_range", "/players/0/hand missing_hand"],
        ),
        (
            showdown(seat("ani", 10, ANI), seat("budi", 10, BUDI), rake={"cap": -1, "x": 1}),
            ["/rake/basis_points required", "/rake/cap out_of_range", "/rake/x unknown_field"],
        ),
        (showdown(seat("ani", 10, ANI), seat("budi", 10, BUDI), rake=5), ["/rake invalid_type"]),
        (
            showdown(seat("ani", 10, ANI), seat("budi", 10, BUDI), seat("citra", 1, ANI, folded=True)),
            [f"/players/2/hand/{index} duplicate_tile" for index in range(4)],
        ),
        (
            showdown(seat("ani", 10, ANI), seat("budi", 10, folded=True, arrangement=[BUDI[:2], BUDI[2:]])),
            ["/players/1/arrangement invalid_arrangement"],
        ),
        (
            showdown(seat("ani", 10, ANI), seat("budi", 10, 7, arrangement=[BUDI[:2], BUDI[2:]])),
            ["/players/1/hand invalid_type"],
        ),
    ],
)
def test_showdown(client: FlaskClient, body: object, expected: list[str]) -> None:
    assert faults(client, "showdown", body) == expected


def odds(**changes: Any) -> dict[str, Any]:
    return {"ruleset": "pagat", "hand": ANI[:2], "opponents": 2, **changes}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, ["/ruleset required", "/hand required", "/opponents required"]),
        (odds(hand=["2-0"]), ["/hand wrong_count"]),
        (odds(hand=[*ANI, "6-6"]), ["/hand wrong_count"]),
        (odds(opponents=0), ["/opponents out_of_range"]),
        (odds(opponents=6, known=[[]] * 6), ["/opponents out_of_range", "/known wrong_count"]),
        (odds(opponents=2.0), ["/opponents invalid_type"]),
        (odds(seed=-1, dead="6-6"), ["/dead invalid_type", "/seed out_of_range"]),
        (odds(known=["6-6", None]), ["/known/0 invalid_type", "/known/1 invalid_type"]),
        (odds(known=[[*BUDI, "6-6"], ["x"]]), ["/known/0 wrong_count", "/known/1/0 invalid_tile"]),
        (odds(known=[[], BUDI[:1], []]), ["/known wrong_count"]),
        (odds(known=[[]] * 6), ["/known wrong_count"]),
        (
            odds(known=[[], [None, "6-6"], ["6-6"]]),
            ["/known wrong_count", "/known/1/0 invalid_type", "/known/2/0 duplicate_tile"],
        ),
        # The fault is at the later place in the contract's order, however the members were written.
        (
            {"known": [["2-0", "6-6"], ["3-3"]], "dead": ["1-4", "6:6", "3-3"], **odds(hand=["2-0", "4-1"])},
            ["/dead/0 duplicate_tile", *[f"/known/{at} duplicate_tile" for at in ("0/0", "0/1", "1/0")]],
        ),
        (
            odds(hand=["2-0", "2-0"], arrangement=None),
            ["/hand/1 duplicate_tile", "/arrangement unknown_field"],
        ),
        (odds(opponents=5, dead=["6-6", *BUDI]), ["/opponents out_of_range"]),
        (
            odds(opponents=5, dead=["6-6", *BUDI], known=[CITRA, CITRA]),
            ["/opponents out_of_range", *[f"/known/1/{index} duplicate_tile" for index in range(4)]],
        ),
        # Such a tile is either dead or in a hand; if it is not dead, enough are left.
        (odds(opponents=5, dead=["2-0", *BUDI]), ["/dead/0 duplicate_tile"]),
        (odds(opponents=5, dead=["6-6", *BUDI], known=[["6-6"]]), ["/known/0/0 duplicate_tile"]),
    ],
)
def test_odds(client: FlaskClient, body: object, expected: list[str]) -> None:
    assert faults(client, "odds", body) == expected


@pytest.mark.parametrize("opponents", range(1, 6))
def test_odds_need_four_tiles_for_everyone(client: FlaskClient, opponents: int) -> None:
    least_missing = 28 - 4 * (opponents + 1) + 1
    dead = [f"{high}-{low}" for high in range(7) for low in range(high)][:least_missing]
    body = odds(hand=["6-6", "5-5"], opponents=opponents, dead=dead)
    assert faults(client, "odds", body) == ["/opponents out_of_range"]
    assert client.post("/v1/qiuqiu/odds", json={**body, "dead": dead[1:]}).status_code == 200


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("6-6,6-2", ["/hand wrong_count"]),
        ("6-6,6-2,5-2,9-9", ["/hand/3 invalid_tile"]),
        ("6-6,6-2,5-2,2-6", ["/hand/3 duplicate_tile"]),
        ("6-6,6-6,x,3-3", ["/hand/1 duplicate_tile", "/hand/2 invalid_tile"]),
        ("6-6,6-6,6-6", ["/hand wrong_count", "/hand/1 duplicate_tile", "/hand/2 duplicate_tile"]),
        ("6-6, 6-2,5-2,3-3", ["/hand/1 invalid_tile"]),
    ],
)
def test_the_hand_of_a_path(client: FlaskClient, hand: str, expected: list[str]) -> None:
    answer = client.get(f"/v1/qiuqiu/rulesets/pagat/hands/{hand}")
    assert answer.status_code == 422
    assert told(answer.get_json()) == expected
