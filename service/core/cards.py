"""The piquet pack (PQ-1): a card is its number 0–31, by suit s h d c and then by rank from the ace down.

So ascending numbers are the order in which a hand is sorted. A hand is a bit mask, bit ``c`` for card ``c``;
one suit of it is a byte, bit 0 the ace and bit 7 the seven.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from service.core.errors import Code
from service.core.notation import Notation


class Suit(StrEnum):
    """The suits, in the order in which a hand is sorted."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"


class Rank(StrEnum):
    """The ranks, from lowest to highest."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    KNAVE = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


SUITS = "".join(Suit)
RANKS = "".join(Rank)
"""A rank is its place in here."""

SUIT_SIZE = len(RANKS)
COUNT = len(SUITS) * SUIT_SIZE
NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in reversed(RANKS))
"""Canonical text of each card."""

_SYMBOLS = ("♠♤", "♥♡", "♦♢", "♣♧")
_EMOJI = "\ufe0f"


def _spellings() -> dict[str, int]:
    cards: dict[str, int] = {}
    for card, name in enumerate(NAMES):
        rank, suit = name[0], name[1]
        symbols = [symbol + after for symbol in _SYMBOLS[SUITS.index(suit)] for after in ("", _EMOJI)]
        for written in {rank, rank.lower(), "10" if rank == "T" else rank}:
            for mark in (suit, suit.upper(), *symbols):
                cards[written + mark] = card
    return cards


SPELLINGS: dict[str, int] = _spellings()
"""Every text that names a card (PQ-1); nothing else does."""


NOTATION = Notation(
    "Card",
    SPELLINGS,
    NAMES,
    Code.INVALID_CARD,
    Code.DUPLICATE_CARD,
    "not_card",
    "^([7-9TtJjQqKkAa]|10)([SsHhDdCc]|[♠♥♦♣♤♡♢♧]\ufe0f?)$",
)


def suit_of(card: int) -> int:
    """The place of the card's suit in SUITS."""
    return card // SUIT_SIZE


def rank_of(card: int) -> int:
    """The place of the card's rank in RANKS."""
    return SUIT_SIZE - 1 - card % SUIT_SIZE


def mask(cards: Iterable[int]) -> int:
    """The set of these cards as a bit mask."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def cards_of(hand: int) -> Iterator[int]:
    """The cards of a mask, sorted."""
    return (card for card in range(COUNT) if hand >> card & 1)


def suits_of(hand: int) -> tuple[int, int, int, int]:
    """The bytes of a hand, one for each suit."""
    return hand & 0xFF, hand >> 8 & 0xFF, hand >> 16 & 0xFF, hand >> 24
