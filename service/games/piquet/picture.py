"""Cards overlapping in a row, sorted, with lines that mark the point, the sequences and the sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from service.core import drawing
from service.core.cards import NAMES, RANKS, SUITS, rank_of, suit_of
from service.core.drawing import Colour, Ink, Words, by_class, by_property, element

FACE: Final = Colour("card-face", "#fffdf8", "#ece6d8")
EDGE: Final = Colour("card-edge", "#b9b09c", "#4d4536", "stroke")
RED: Final = Colour("card-red", "#c8102e", "#b10a26")
BLACK: Final = Colour("card-black", "#1a1a1a", "#1a1a1a")
GOLD: Final = Colour("card-gold", "#b88a1e", "#8f6a14")
BACK: Final = Colour("card-back", "#1f4e8c", "#1f4e8c")
COLOURS: Final = (FACE, EDGE, RED, BLACK, GOLD)

WIDTH: Final = 126
HEIGHT: Final = 190
STEP: Final = 76
"""How far each card of a row is from the one that it covers: as wide as its rank and its suit."""

_SUITS: Final = {
    "s": "M50 6C56 18 92 40 92 64C92 77 83 84 73 84C65 84 58 80 54 73C55 82 59 90 66 95H34C41 90 45 82 46 73"
    "C42 80 35 84 27 84C17 84 8 77 8 64C8 40 44 18 50 6Z",
    "h": "M50 94C44 82 6 60 6 33C6 17 17 8 29 8C39 8 47 14 50 23C53 14 61 8 71 8C83 8 94 17 94 33"
    "C94 60 56 82 50 94Z",
    "d": "M50 3C58 20 72 38 88 50C72 62 58 80 50 97C42 80 28 62 12 50C28 38 42 20 50 3Z",
    # Every part turns the same way, so where they overlap they stay filled.
    "c": "M50 5a21 21 0 1 0 0 42a21 21 0 1 0 0-42zM27 38a21 21 0 1 0 0 42a21 21 0 1 0 0-42z"
    "M73 38a21 21 0 1 0 0 42a21 21 0 1 0 0-42zM38 38V68H62V38zM46 60C46 80 41 90 34 95H66C59 90 54 80 54 60z",
}
"""The suits as paths in a square of 100, since not every font has them."""

_COURT: Final = {
    "J": "M20 94C22 66 30 34 74 6C84 34 72 66 34 74L28 94zM70 20C52 38 40 52 33 66L36 68C44 54 56 40 72 24z",
    "Q": "M14 88L4 38L30 60L50 24L70 60L96 38L86 88zM50 2a9 9 0 1 0 0 18a9 9 0 1 0 0-18z",
    "K": "M14 88L8 34L34 58L44 30H56L66 58L92 34L86 88zM46 2H54V9H61V17H54V26H46V17H39V9H46z",
}
"""What the knave, the queen and the king wear."""

_MARGIN = 19
_ROW = 58
"""Of marks, above or under the cards."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Cards that make a combination, and its label; one that ``counts`` for nothing has a broken line."""

    cards: tuple[int, ...]
    label: str
    counts: bool = True


def draw(
    hand: Sequence[int], above: Sequence[Sequence[Mark]], below: Sequence[Sequence[Mark]], words: Words
) -> str:
    """The picture of a hand of cards in ascending order.

    ``above`` and ``below`` are rows of marks from the cards outwards; cards of a mark below are neighbours.
    """
    places = {card: _MARGIN + place * STEP for place, card in enumerate(hand)}
    top = _MARGIN + _ROW * len(above)
    width = 2 * _MARGIN + STEP * (len(hand) - 1) + WIDTH
    bottom = top + HEIGHT
    content = [
        drawing.moved(places[card], top, _card(card, by_class, whole=card == hand[-1])) for card in hand
    ]
    for row, marks in enumerate(above):
        for mark in marks:
            spots = [places[card] + STEP / 2 for card in mark.cards]
            content += _dotted(mark, spots, top - 14 - _ROW * row)
    for row, marks in enumerate(below):
        for mark in marks:
            left, right = places[mark.cards[0]], places[mark.cards[-1]]
            right += WIDTH if mark.cards[-1] == hand[-1] else STEP
            content += _bracketed(mark, left + 6, right - 6, bottom + 12 + _ROW * row)
    key = "piquet-" + "".join(NAMES[card] for card in hand)
    return drawing.picture(key, width, bottom + _MARGIN + _ROW * len(below), words, COLOURS, *content)


def _dotted(mark: Mark, spots: Sequence[float], y: float) -> Iterator[str]:
    yield _line(f"M{spots[0]:g} {y:g}H{spots[-1]:g}", mark)
    dots = "".join(f"M{x - 8:g} {y:g}a8 8 0 1 0 16 0a8 8 0 1 0-16 0z" for x in spots)
    yield element("path", {"d": dots, **by_class(drawing.DOT)})
    yield drawing.label(mark.label, (spots[0] + spots[-1]) / 2, y - 16, 31, spots[-1] - spots[0] + STEP)


def _bracketed(mark: Mark, left: float, right: float, y: float) -> Iterator[str]:
    yield _line(f"M{left:g} {y - 6:g}v10H{right:g}v-10", mark)
    yield drawing.label(mark.label, (left + right) / 2, y + 38, 31, right - left)


def _line(path: str, mark: Mark) -> str:
    dashes = None if mark.counts else "10 8"
    line = {"d": path, "fill": "none", "stroke-width": 4, "stroke-dasharray": dashes}
    return element("path", {**line, "stroke-linejoin": "round", **by_class(drawing.LINE)})


def _card(card: int, ink: Ink, whole: bool) -> str:
    """A card; what another one covers of it is drawn only where it is ``whole``."""
    rank, suit = RANKS[rank_of(card)], SUITS[suit_of(card)]
    shape = drawing.card(WIDTH, HEIGHT, 10, ink(FACE, EDGE))
    index = _rank(rank) + _suit(suit, 38, 118, 58)
    colour = ink(RED if suit in "hd" else BLACK)
    if not whole:
        return shape + element("g", colour, index)
    worn = _path(_COURT[rank], 93, 42, 42, ink(GOLD)) if rank in _COURT else ""
    return shape + worn + element("g", colour, index, _suit(suit, 95, 157, 50))


def _rank(rank: str) -> str:
    written = "10" if rank == "T" else rank
    # Two figures take the room of one letter.
    narrow = {"textLength": 60, "lengthAdjust": "spacingAndGlyphs"} if len(written) == 2 else {}
    return drawing.text(written, 38, 71, 70, {"font-weight": 700, **narrow})


def _suit(suit: str, x: float, y: float, size: float) -> str:
    return _path(_SUITS[suit], x, y, size, {})


def _path(path: str, x: float, y: float, size: float, ink: Mapping[str, object]) -> str:
    """A path in a square of 100, put around ``x`` and ``y`` at another size."""
    return drawing.moved(x - size / 2, y - size / 2, element("path", {"d": path, **ink}), scale=size / 100)


@cache
def sprite() -> str:
    """Every card as the symbol ``cAs``, and ``cback``; a page paints them by custom properties."""
    cards = {f"c{name}": _card(card, by_property, whole=True) for card, name in enumerate(NAMES)}
    return drawing.sprite(WIDTH, HEIGHT, {**cards, "cback": _back()})


def _back() -> str:
    inner = {"x": 9, "y": 9, "width": WIDTH - 18, "height": HEIGHT - 18, "rx": 6, **by_property(BACK)}
    suits = "".join(
        _suit(suit, x, y, 34)
        for suit, (x, y) in zip(SUITS, ((40, 68), (86, 68), (40, 122), (86, 122)), strict=True)
    )
    return (
        drawing.card(WIDTH, HEIGHT, 10, by_property(FACE, EDGE))
        + element("rect", inner)
        + element("g", by_property(FACE), suits)
    )
