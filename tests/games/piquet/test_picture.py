"""Pictures of hands show what the API says, in shapes that can be counted."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.cards import COUNT, NAMES
from service.core.rulesets import Ruleset
from service.games.piquet.api import pictures
from service.games.piquet.picture import HEIGHT, STEP, WIDTH
from service.games.piquet.rules import Parameters
from tests.drawn import SVG, Element, alternative, of_class, read, texts
from tests.games.piquet.bridge import catalogue

APP = create_app()
CLIENT: FlaskClient = APP.test_client()
CLASSIC: Ruleset[Parameters] = catalogue().named["classic"]
MOST_BYTES = 20_000

RANDOM = random.Random(0)
HANDS = [sorted(RANDOM.sample(range(COUNT), 12)) for _ in range(2_000)]
FULL = [
    # Three quatorzes and four tierces; three sets and carte blanche; eight in a row; four trios.
    [card for card in range(COUNT) if NAMES[card][0] in "AKQ"],
    [0, 4, 5, 6, 7, 8, 12, 13, 14, 16, 24, 28],
    [*range(12)],
    [card for card in range(24) if NAMES[card][0] in "AKQJ"],
]


def picture(hand: list[int]) -> tuple[Element, dict[str, Any]]:
    """A hand drawn, and what evaluate says of it."""
    names = [NAMES[card] for card in hand]
    answer = CLIENT.get(f"/v1/piquet/rulesets/classic/hands/{','.join(names)}.svg")
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    evaluated = CLIENT.post("/v1/piquet/evaluate", json={"ruleset": "classic", "hand": names})
    return read(answer.text), evaluated.get_json()


def cards(drawn: Element) -> list[str]:
    """The cards of a picture from left to right, by their rank and by the path of their suit."""
    suits = {symbol.attrib["id"][2]: suit(symbol) for symbol in symbols()}
    paths = {path: name for name, path in suits.items()}
    ranks = [group for group in drawn if group.tag == f"{SVG}g"]
    return [texts(group)[0].replace("10", "T") + paths[suit(group)] for group in ranks]


def suit(card: Element) -> str:
    """The path under the rank."""
    (index,) = (group for group in card.iter(f"{SVG}g") if group.find(f"{SVG}text") is not None)
    path = next(index.iter(f"{SVG}path"))
    return path.attrib["d"]


def symbols() -> list[Element]:
    root = read(CLIENT.get("/desk/piquet/cards.svg").text)
    return [symbol for symbol in root if symbol.attrib["id"] != "cback"]


def labels(drawn: Element) -> list[str]:
    return [label.text or "" for label in of_class(drawn, "picture-label")]


def test_pq1_the_sprite_has_every_card_with_its_rank_and_suit() -> None:
    found = symbols()
    assert [symbol.attrib["id"] for symbol in found] == [f"c{name}" for name in NAMES]
    assert [texts(symbol)[0].replace("10", "T") for symbol in found] == [name[0] for name in NAMES]
    assert len({suit(symbol) for symbol in found}) == 4
    assert len({suit(symbol) for symbol in found[:8]}) == 1
    reds = {symbol.attrib["id"][2] for symbol in found if "--card-red" in repr([*map(painted, symbol)])}
    assert reds == {"h", "d"}
    assert 'id="cback"' in CLIENT.get("/desk/piquet/cards.svg").text


def painted(element: Element) -> str | None:
    return element.get("fill")


@pytest.mark.parametrize("hand", [*FULL, *HANDS[:30]])
def test_the_cards_stand_sorted_and_their_combinations_are_marked(hand: list[int]) -> None:
    drawn, answer = picture(hand)
    assert cards(drawn) == [NAMES[card] for card in hand]
    expected = [
        f"{found['name']} {found['points']}" for found in (*answer["sets"][::-1], *answer["sequences"])
    ]
    expected.append(f"point {answer['point']['points']}")
    expected += ["carte blanche 10"] if answer["carte_blanche"] else []
    assert labels(drawn) == expected


@pytest.mark.parametrize("hand", [*FULL, *HANDS[:30]])
def test_a_mark_stands_at_its_cards(hand: list[int]) -> None:
    drawn, answer = picture(hand)
    lefts = {
        name: float(re.match(r"translate\(([\d.]+) ", group.attrib["transform"])[1])  # type: ignore[index]
        for name, group in zip(cards(drawn), (g for g in drawn if g.tag == f"{SVG}g"), strict=True)
    }
    dots = [
        [float(x) for x in re.findall(r"M([\d.]+) ", dotted.attrib["d"])]
        for dotted in of_class(drawn, "picture-dot")
    ]
    assert dots == [[lefts[card] - 8 + STEP / 2 for card in found["cards"]] for found in answer["sets"][::-1]]
    brackets = [
        tuple(float(x) for x in re.findall(r"[MH]([\d.]+)", line.attrib["d"]))
        for line in of_class(drawn, "picture-line")
        if "v" in line.attrib["d"]
    ]
    marked = [found["cards"] for found in (*answer["sequences"], answer["point"])]
    marked += [[NAMES[card] for card in hand]] if answer["carte_blanche"] else []
    for (left, right), found in zip(brackets, marked, strict=True):
        under = [card for card, x in lefts.items() if left < x + STEP / 2 < right]
        assert under == found


@pytest.mark.parametrize("hand", FULL)
def test_nothing_lies_outside_of_the_picture(hand: list[int]) -> None:
    drawn, _ = picture(hand)
    width, height = (float(size) for size in drawn.attrib["viewBox"].split()[2:])
    for text in of_class(drawn, "picture-label"):
        assert 31 <= float(text.attrib["y"]) <= height - 8
    for group in (group for group in drawn if group.tag == f"{SVG}g"):
        x, y = (float(at) for at in re.findall(r"[\d.]+", group.attrib["transform"])[:2])
        assert x + WIDTH < width
        assert y + HEIGHT < height


def test_the_text_alternative_tells_the_points_and_the_cards() -> None:
    for hand in HANDS[:10]:
        drawn, answer = picture(hand)
        title, description = alternative(drawn)
        assert str(answer["unopposed"]) in title
        assert all(NAMES[card] in description for card in hand)
        assert all(entry["text"] in description for entry in answer["explanation"])


def test_pq13_what_scores_nothing_has_a_broken_line_and_no_points() -> None:
    found = catalogue().read({"extends": "classic", "secondary_combinations": False})
    with APP.test_request_context():
        APP.preprocess_request()
        drawn = read(pictures.arranged(found, FULL[0]))
    assert labels(drawn) == ["quatorze", "quatorze", "quatorze 14", "tierce 3", *["tierce"] * 3, "point 3"]
    broken = [line.get("stroke-dasharray") is not None for line in of_class(drawn, "picture-line")]
    assert broken == [True, True, False, False, True, True, True, False]


def test_no_hand_takes_more_than_20_kilobytes() -> None:
    with APP.test_request_context():
        APP.preprocess_request()
        longest = max(len(pictures.arranged(CLASSIC, hand).encode()) for hand in (*FULL, *HANDS))
    assert longest < MOST_BYTES
