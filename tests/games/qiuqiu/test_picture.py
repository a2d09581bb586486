"""Pictures of hands show what the API says, in shapes that can be counted."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.tiles import HALVES, NAMES, PIPS, SPELLINGS, descending
from service.games.qiuqiu.api import pictures
from service.games.qiuqiu.evaluation import evaluate
from service.games.qiuqiu.picture import ONE, RADIUS
from service.games.qiuqiu.ranking import hand_table
from tests.drawn import SVG, Element, alternative, of_class, read, texts
from tests.games.qiuqiu.bridge import catalogue

APP = create_app()
CLIENT: FlaskClient = APP.test_client()
NAMED = catalogue().named
ALL = [*combinations(range(len(NAMES)), 4)]
SAMPLE = [descending(hand) for hand in random.Random(0).sample(ALL, 40)]
MOST_BYTES = 20_000


def address(ruleset: str, hand: list[str], query: str = "") -> str:
    return f"/v1/qiuqiu/rulesets/{ruleset}/hands/{','.join(hand)}.svg{query}"


def picture(ruleset: str, hand: list[str], query: str = "") -> Element:
    answer = CLIENT.get(address(ruleset, hand, query))
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    return read(answer.text)


def evaluation(ruleset: str, hand: list[str]) -> dict[str, Any]:
    answer = CLIENT.post("/v1/qiuqiu/evaluate", json={"ruleset": ruleset, "hand": hand})
    found: dict[str, Any] = answer.get_json()
    return found


def spots(drawn: Element) -> list[list[float]]:
    """The radii of the spots of each tile, in the order drawn."""
    return [[float(circle.attrib["r"]) for circle in group] for group in spotted(drawn)]


def spotted(drawn: Element) -> list[Element]:
    """What holds the spots of each tile: painted by class in a picture, by custom property in the sprite."""
    painted = (" ".join((group.get("class", ""), group.get("fill", ""))) for group in drawn.iter(f"{SVG}g"))
    return [group for group, ink in zip(drawn.iter(f"{SVG}g"), painted, strict=True) if "tile-spot" in ink]


def radii(tile: int) -> list[float]:
    return [radius for half in HALVES[tile] for radius in ([ONE] if half == 1 else [RADIUS] * half)]


def groups(drawn: Element) -> list[Element]:
    return [element for element in drawn if element.tag == f"{SVG}g"]


def laid(drawn: Element) -> list[list[str]]:
    """The tiles of each group of a picture: a tile is known by where its spots are."""
    known = {places(symbol): name for name, symbol in symbols().items()}
    return [[known[places(tile)] for tile in groups(group)] for group in groups(drawn)]


def places(tile: Element) -> tuple[tuple[str, str], ...]:
    (held,) = spotted(tile)
    return tuple((circle.attrib["cx"], circle.attrib["cy"]) for circle in held)


def symbols() -> dict[str, Element]:
    root = read(CLIENT.get("/desk/qiuqiu/tiles.svg").text)
    return {
        symbol.attrib["id"].removeprefix("t"): symbol for symbol in root if symbol.attrib["id"] != "tback"
    }


def test_the_one_spot_is_clearly_larger() -> None:
    assert ONE >= 2 * RADIUS


def test_qq1_the_sprite_has_every_tile_with_as_many_spots_as_pips() -> None:
    answer = CLIENT.get("/desk/qiuqiu/tiles.svg")
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    assert [*symbols()] == [*NAMES]
    for tile, name in enumerate(NAMES):
        (drawn,) = spots(symbols()[name])
        assert drawn == radii(tile)
        assert len(drawn) == PIPS[tile]
    assert 'id="tback"' in answer.text


@pytest.mark.parametrize("ruleset", NAMED)
def test_qq13_the_groups_are_those_of_evaluate_and_so_are_their_values(ruleset: str) -> None:
    for hand in SAMPLE:
        names = [NAMES[tile] for tile in hand]
        drawn, answer = picture(ruleset, names), evaluation(ruleset, names)
        arrangement = answer["arrangement"]
        if arrangement is None:
            assert laid(drawn) == [names]
            assert texts(drawn) == [answer["title"]]
            continue
        both = [arrangement["high"], arrangement["low"]]
        assert laid(drawn) == [group["tiles"] for group in both]
        assert [texts(group) for group in groups(drawn)] == [
            [*(str(count) for count in group.get("counts", {}).values()), str(group["value"])]
            for group in both
        ]
        assert [len(tile) for tile in spots(drawn)] == [
            PIPS[SPELLINGS[tile]] for group in both for tile in group["tiles"]
        ]


def test_qq11_a_hui_tile_shows_what_it_counts() -> None:
    hand = ["6-5", "4-2", "3-0", "2-1"]
    arrangement = evaluation("pagat-hui", hand)["arrangement"]
    assert arrangement["low"]["counts"] == {"2-1": 6}
    drawn = picture("pagat-hui", hand)
    (badge,) = of_class(drawn, "tile-count")
    assert badge.text == "6"
    assert len(of_class(picture("pagat", hand), "tile-count")) == 0


@pytest.mark.parametrize("ruleset", NAMED)
def test_the_text_alternative_is_what_evaluate_says(ruleset: str) -> None:
    special = [["6-0", "5-1", "4-2", "3-3"], ["6-6", "5-5", "4-4", "3-3"]]
    for names in [*special, *([NAMES[tile] for tile in hand] for hand in SAMPLE[:10])]:
        title, description = alternative(picture(ruleset, names))
        answer = evaluation(ruleset, names)
        assert answer["title"] in title
        assert all(entry["text"] in description for entry in answer["explanation"])
        assert all(name in description for name in names)


def test_the_order_given_is_left_where_nothing_is_to_be_arranged() -> None:
    hand = ["2-5", "3:3", "6-6", "6-2"]
    drawn = picture("pagat", hand, "?arranged=false")
    assert laid(drawn) == [["5-2", "3-3", "6-6", "6-2"]]
    assert texts(drawn) == []
    assert alternative(drawn) == ("Tiles as given", "The tiles: 5-2, 3-3, 6-6 and 6-2.")


@pytest.mark.parametrize("query", ["?arranged=no", "?arranged=", "?arranged=false&arranged=true"])
def test_what_is_neither_true_nor_false_is_a_fault_beside_those_of_the_hand(query: str) -> None:
    answer = CLIENT.get(address("pagat", ["6-6", "6-6", "7-0", "0-0"], query))
    assert answer.status_code == 422
    found = [(entry["pointer"], entry["code"]) for entry in answer.get_json()["errors"]]
    assert found == [
        ("/hand/1", "duplicate_tile"),
        ("/hand/2", "invalid_tile"),
        ("/arranged", "invalid_type"),
    ]


def test_without_arranging_the_ruleset_must_be_known_all_the_same() -> None:
    answer = CLIENT.get(address("nope", ["6-6", "6-2", "5-2", "3-3"], "?arranged=false"))
    assert (answer.status_code, answer.get_json()["code"]) == (404, "unknown_ruleset")


def test_no_hand_takes_more_than_20_kilobytes() -> None:
    rules = NAMED["pagat-hui"].parameters.hand_rules
    table = hand_table(rules)
    with APP.test_request_context():
        APP.preprocess_request()
        longest = max(
            len(pictures.arranged(rules, evaluate(table, descending(hand))).encode()) for hand in ALL
        )
    assert longest < MOST_BYTES
