"""Pictures of hands show what the API says, in shapes that can be counted."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from flask.testing import FlaskClient

from service.app import create_app
from service.core.tiles import HALVES, NAMES, PIPS
from service.games.qiuqiu.picture import ONE, RADIUS

SVG = "{http://www.w3.org/2000/svg}"
CLIENT: FlaskClient = create_app().test_client()


def spots(drawn: ET.Element) -> list[list[float]]:
    """The radii of the spots of each tile, from left to right."""
    return [
        [float(circle.attrib["r"]) for circle in group.iter(f"{SVG}circle")]
        for group in drawn.iter(f"{SVG}g")
        if group.get("class") == "tile-spot" or group.get("fill", "").startswith("var(--tile-spot")
    ]


def radii(tile: int) -> list[float]:
    return [radius for half in HALVES[tile] for radius in ([ONE] if half == 1 else [RADIUS] * half)]


def test_the_one_spot_is_clearly_larger() -> None:
    assert ONE >= 2 * RADIUS


def test_qq1_the_sprite_has_every_tile_with_as_many_spots_as_pips() -> None:
    answer = CLIENT.get("/desk/qiuqiu/tiles.svg")
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    symbols = {symbol.attrib["id"]: symbol for symbol in ET.fromstring(answer.text)}
    assert [*symbols] == [*(f"t{name}" for name in NAMES), "tback"]
    for tile, name in enumerate(NAMES):
        (drawn,) = spots(symbols[f"t{name}"])
        assert drawn == radii(tile)
        assert len(drawn) == PIPS[tile]
