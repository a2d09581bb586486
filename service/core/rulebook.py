"""What a game has to show of a ruleset, as data: which texts, counts and hands, before anybody draws a page.

A game fills in a Rulebook; whoever shows it needs to know nothing of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from service.core.rulesets import Catalogue, Ruleset
from service.core.verdict import Phrase, Reason

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

P = TypeVar("P", bound="DataclassInstance")

Cell = Phrase | int | Fraction
"""A text, a number, or a share of all there is."""


@dataclass(frozen=True, slots=True)
class Example:
    """A hand worth drawing: its pieces in canonical text and order, what it shows, and why it is worth it."""

    hand: tuple[str, ...]
    caption: Phrase
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a chapter: what it is about, a cell for each further column, and hands that show it."""

    title: Phrase
    cells: tuple[Cell, ...]
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A table of a ruleset's page; the first of its ``columns`` names the entries."""

    title: Phrase
    about: Phrase
    columns: tuple[Phrase, ...]
    entries: tuple[Entry, ...]

    @property
    def illustrated(self) -> bool:
        """Whether any entry has an example."""
        return any(entry.examples for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Rulebook(Generic[P]):
    """All that a game shows of its rulesets.

    ``rules``: every id of the rulebook that its answers cite. ``words``: the parameters of a ruleset in
    words, by name, in the order of the dataclass. ``chapters``: what there is to count and to see under one.
    """

    title: Phrase
    about: Phrase
    rules: tuple[str, ...]
    catalogue: Catalogue[P]
    words: Callable[[P], Mapping[str, Phrase]]
    chapters: Callable[[Ruleset[Any]], tuple[Chapter, ...]]
