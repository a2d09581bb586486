"""What every picture promises, whatever is drawn."""

from __future__ import annotations

import re

import pytest

from service.core import drawing
from service.core.drawing import Colour, Words
from service.games.piquet import picture as piquet
from service.games.qiuqiu import picture as qiuqiu
from tests.drawn import alternative, read, texts

HOSTILE = "\"'<script>alert(1)</script>&amp;"
SPOT = Colour("a-spot", "#f00", "#c00")


def test_texts_are_escaped_wherever_they_stand() -> None:
    words = Words(HOSTILE, HOSTILE, HOSTILE, "ltr")
    root = read(drawing.picture("key", 10, 20, words, [SPOT], drawing.label(HOSTILE, 1, 2, 3, 100)))
    assert alternative(root) == (HOSTILE, HOSTILE)
    assert root.get("lang") == HOSTILE
    assert texts(root) == [HOSTILE]


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_texts_run_as_their_language_does(direction: str) -> None:
    root = read(drawing.picture("key", 10, 20, Words("", "", "", direction), []))
    assert root.get("direction") == direction


def test_a_colour_that_differs_in_the_dark_says_so_there_only() -> None:
    same = Colour("a-line", "#111", "#111", "stroke")
    style = drawing.picture("key", 1, 1, Words("", "", "", ""), [SPOT, same]).partition("<style>")[2]
    light, dark = style.partition("</style>")[0].split("@media(prefers-color-scheme:dark)")
    assert ".a-spot{fill:#f00}" in light
    assert ".a-line{stroke:#111}" in light
    assert ".a-spot{fill:#c00}" in dark
    assert "a-line" not in dark


def test_a_page_paints_a_sprite_by_custom_properties_and_needs_no_style() -> None:
    root = read(drawing.sprite(1, 2, {"x": drawing.card(1, 2, 0, drawing.by_property(SPOT))}))
    (symbol,) = root
    assert (symbol.get("id"), symbol.get("viewBox")) == ("x", "0 0 1 2")
    (drawn,) = symbol
    assert drawn.get("fill") == "var(--a-spot,#f00)"
    assert not [element for element in root.iter() if element.get("style") or element.tag.endswith("style")]


def test_a_long_label_is_made_to_fit_and_a_short_one_is_not() -> None:
    sizes = [
        float(re.findall(r'font-size="([\d.]+)"', drawing.label("m" * length, 0, 0, 40, 200))[0])
        for length in (0, 1, 8, 16, 32)
    ]
    assert sizes[:3] == [40, 40, 40]
    assert all(size * length * 0.6 < 200 for size, length in zip(sizes[3:], (16, 32), strict=True))


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        (drawing.LABEL, drawing.PANEL, 7),
        (drawing.LINE, drawing.PANEL, 4.5),
        (qiuqiu.SPOT, qiuqiu.FACE, 4.5),
        (qiuqiu.COUNT, qiuqiu.BADGE, 4.5),
        (piquet.RED, piquet.FACE, 4.5),
        (piquet.BLACK, piquet.FACE, 7),
    ],
    ids=lambda value: value.name if isinstance(value, Colour) else None,
)
def test_what_must_be_read_stands_out_in_light_and_in_dark(front: Colour, back: Colour, least: float) -> None:
    assert contrast(front.light, back.light) >= least
    assert contrast(front.dark, back.dark) >= least
