"""What a hand holds: carte blanche, points, sequences and sets (PQ-3, PQ-10 to PQ-12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from service.core.cards import RANKS, SUIT_SIZE, SUITS, cards_of, rank_of, suit_of, suits_of
from service.games.piquet.rules import Parameters

CARTE_BLANCHE = 10
LONG_SEQUENCE = 5
SHORTEST_SEQUENCE = 3
SET_POINTS = {3: 3, 4: 14}
SET_RANKS = tuple(RANKS.index(rank) for rank in "TJQKA")
"""The ranks that make sets, lowest first."""

CARD_VALUES = (7, 8, 9, 10, 10, 10, 10, 11)
"""What a card counts for the point, by rank (PQ-10)."""

_COURT = tuple(RANKS.index(rank) for rank in "JQK")
_NAMES = {3: "tierce", 4: "quart", 5: "quint", 6: "sixième", 7: "septième", 8: "huitième"}


@dataclass(frozen=True, slots=True)
class Point:
    """Cards of one suit; the most cards win, then the most they count."""

    cards: tuple[int, ...]

    @property
    def suit(self) -> str:
        return SUITS[suit_of(self.cards[0])]

    @property
    def count(self) -> int:
        return len(self.cards)

    @property
    def value(self) -> int:
        """What the cards count, for parting points of as many cards."""
        return sum(CARD_VALUES[rank_of(card)] for card in self.cards)

    @property
    def points(self) -> int:
        return len(self.cards)

    @property
    def strength(self) -> tuple[int, int]:
        """More is better; equal is equal."""
        return self.count, self.value


@dataclass(frozen=True, slots=True)
class Run:
    """A sequence: consecutive cards of a suit, from the top; the longest wins, then the highest."""

    cards: tuple[int, ...]
    points: int

    @property
    def name(self) -> str:
        return _NAMES[len(self.cards)]

    @property
    def suit(self) -> str:
        return SUITS[suit_of(self.cards[0])]

    @property
    def length(self) -> int:
        return len(self.cards)

    @property
    def top(self) -> str:
        return RANKS[rank_of(self.cards[0])]

    @property
    def strength(self) -> tuple[int, int]:
        """More is better; equal is equal."""
        return self.length, rank_of(self.cards[0])


@dataclass(frozen=True, slots=True)
class Set:
    """Three or four cards of a rank; four beat three, then the higher rank wins."""

    cards: tuple[int, ...]

    @property
    def name(self) -> str:
        return "quatorze" if self.size == len(SUITS) else "trio"

    @property
    def rank(self) -> str:
        return RANKS[rank_of(self.cards[0])]

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def points(self) -> int:
        return SET_POINTS[self.size]

    @property
    def strength(self) -> tuple[int, int]:
        """More is better; two sets are never equal."""
        return self.size, rank_of(self.cards[0])


Combination = Point | Run | Set
C = TypeVar("C", Point, Run, Set)


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player declares, or all he could: the best of each class first."""

    carte_blanche: bool
    point: Point | None
    sequences: tuple[Run, ...]
    sets: tuple[Set, ...]


def best_first(found: Iterable[C]) -> tuple[C, ...]:
    """Combinations of a class by strength; equal ones stay in the order given."""
    return tuple(sorted(found, key=lambda combination: combination.strength, reverse=True))


def is_carte_blanche(hand: int) -> bool:
    """Whether a dealt hand has no king, queen or knave (PQ-3)."""
    return not any(rank_of(card) in _COURT for card in cards_of(hand))


def best_point(hand: int) -> Point:
    """The point of a hand; of equal suits the first of s h d c."""
    suits = [tuple(cards_of(byte << SUIT_SIZE * suit)) for suit, byte in enumerate(suits_of(hand)) if byte]
    return max((Point(cards) for cards in suits), key=lambda point: point.strength)


def run_lengths(byte: int) -> list[tuple[int, int]]:
    """The runs of one suit that make sequences, as (place of the top card, length), from the ace down."""
    runs = []
    place = 0
    while place < SUIT_SIZE:
        length = 0
        while byte >> place + length & 1:
            length += 1
        if length >= SHORTEST_SEQUENCE:
            runs.append((place, length))
        place += length + 1
    return runs


def sequence_points(length: int, parameters: Parameters) -> int:
    """A point for each card, and the bonus for five or more (PQ-11)."""
    return length + (parameters.long_sequence_bonus if length >= LONG_SEQUENCE else 0)


def sequences(hand: int, parameters: Parameters) -> tuple[Run, ...]:
    """Every run of three or more, the best first; of equal ones by suit s h d c."""
    found = []
    for suit, byte in enumerate(suits_of(hand)):
        for place, length in run_lengths(byte):
            top = SUIT_SIZE * suit + place
            found.append(Run(tuple(range(top, top + length)), sequence_points(length, parameters)))
    return best_first(found)


def sets(hand: int) -> tuple[Set, ...]:
    """Every trio and quatorze, the best first."""
    ranked = ([card for card in cards_of(hand) if rank_of(card) == rank] for rank in SET_RANKS)
    return best_first(Set(tuple(cards)) for cards in ranked if len(cards) in SET_POINTS)


def holding(hand: int, parameters: Parameters, dealt: int | None = None) -> Holding:
    """All that a hand holds; ``dealt`` is the hand before the exchange, where there was one."""
    carte_blanche = is_carte_blanche(hand if dealt is None else dealt)
    return Holding(carte_blanche, best_point(hand), sequences(hand, parameters), sets(hand))


def scored(combinations: Sequence[Combination], parameters: Parameters) -> int:
    """What the winner of a class scores for these, the best first (PQ-13)."""
    counted = combinations if parameters.secondary_combinations else combinations[:1]
    return sum(combination.points for combination in counted)


def unopposed(held: Holding, parameters: Parameters) -> int:
    """What a hand scores where nothing is held against it; no repique."""
    carte_blanche = CARTE_BLANCHE if held.carte_blanche else 0
    point = held.point.points if held.point else 0
    return carte_blanche + point + scored(held.sequences, parameters) + scored(held.sets, parameters)
