"""What every game gives to read: its rulesets, and a hand under one of them. All of it can be cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from flask import Response
from marshmallow import Schema

from service.core.deal import duplicates
from service.core.errors import Fault, InvalidError, Path
from service.core.rulesets import Catalogue, Ruleset
from service.core.verdict import Phrase, Sentence
from service.web.endpoint import Operation, moved
from service.web.fields import Each, Many, Text, Title
from service.web.pieces import Pieces
from service.web.problems import unknown_ruleset
from service.web.rulesets import DIGEST
from service.web.schema import Answer, attempt

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

P = TypeVar("P", bound="DataclassInstance")
T = TypeVar("T")

NAME = {"name": "The name of a ruleset, or the digest of a named one"}
"""What the path of an operation under a ruleset tells of it."""


class RuleAnswer(Answer):
    """A rule of the rulebook, in short."""

    id = Text()
    text = Title()


class RulesetBase(Answer):
    """What every game tells of a named ruleset; a game adds its parameters."""

    name = Text()
    title = Title()
    digest = Text(pattern=DIGEST)
    sources = Each(Text())
    decisions = Many(RuleAnswer())


def told(game: str, ruleset: Ruleset[Any]) -> dict[str, Any]:
    """A named ruleset of a game with every parameter, for a schema that extends RulesetBase."""
    return {
        "name": ruleset.name,
        "title": ruleset_title(game, ruleset),
        "digest": ruleset.digest,
        "parameters": asdict(ruleset.parameters),
        "sources": ruleset.sources,
        "decisions": [{"id": rule, "text": Phrase(f"rule_{rule}")} for rule in ruleset.decisions],
    }


def ruleset_title(game: str, ruleset: Ruleset[Any]) -> Phrase:
    """What a named ruleset is called."""
    return Phrase(f"ruleset_{game}_{ruleset.name}")


def catalogue_sentences(
    game: str, catalogue: Catalogue[Any], rules: Mapping[str, str]
) -> dict[str, Sentence]:
    """The texts of a rulebook's rules and the titles of the rulesets, by message id.

    An operator's titles have no translation, and stay as they are written.
    """
    titles = {
        f"ruleset_{game}_{name}": str(ruleset.title).replace("{", "{{").replace("}", "}}")
        for name, ruleset in catalogue.named.items()
    }
    return {**{f"rule_{rule}": text for rule, text in rules.items()}, **titles}


def find(catalogue: Catalogue[P], reference: str) -> Ruleset[P]:
    """The ruleset that a path names, or gives the digest of; raises ProblemError."""
    ruleset = catalogue.find(reference)
    if ruleset is None:
        raise unknown_ruleset(reference, catalogue.named)
    return ruleset


class RulesAnswer(Answer):
    """The rules that answers cite by their ids."""

    rules = Many(RuleAnswer(), 1)


def rules_operation(game: str, rules: Iterable[str]) -> Operation:
    """The texts of the rules whose ids explanations and findings cite."""
    told = {"rules": [{"id": rule, "text": Phrase(f"rule_{rule}")} for rule in rules]}
    return Operation(
        method="GET",
        path=f"/v1/{game}/rules",
        name=f"{game}_rules",
        summary="The rules that answers cite by their ids",
        view=lambda: told,
        response=RulesAnswer(),
        cache=True,
        example=f"/v1/{game}/rules",
    )


def ruleset_operations(
    game: str,
    catalogue: Catalogue[P],
    tell: Callable[[Ruleset[P]], Mapping[str, Any]],
    response: Schema,
    every: Schema,
) -> tuple[Operation, Operation]:
    """All named rulesets, and one. ``response`` writes what ``tell`` tells of a ruleset, ``every`` a list."""

    def rulesets() -> Mapping[str, Any]:
        return {"rulesets": [tell(ruleset) for ruleset in catalogue.named.values()]}

    def ruleset(name: str) -> Mapping[str, Any]:
        return tell(find(catalogue, name))

    root = f"/v1/{game}/rulesets"
    return (
        Operation(
            method="GET",
            path=root,
            name=f"{game}_rulesets",
            summary="All named rulesets",
            view=rulesets,
            response=every,
            cache=True,
            example=root,
        ),
        Operation(
            method="GET",
            path=f"{root}/{{name}}",
            name=f"{game}_ruleset",
            summary="One named ruleset with every parameter",
            view=ruleset,
            response=response,
            parameters=NAME,
            problems=("unknown_ruleset",),
            cache=True,
            example=f"{root}/{next(iter(catalogue.named))}",
        ),
    )


def at_hand(
    game: str,
    catalogue: Catalogue[P],
    hand: Pieces,
    order: Callable[[Sequence[int]], Sequence[int]],
    view: Callable[[Ruleset[P], tuple[int, ...]], T],
    suffix: str = "",
) -> Callable[[str, str], T | Response]:
    """The view of a hand's address, which gives what ``view`` makes of the ruleset and the hand.

    A hand in another order or spelling is sent to the canonical one, which ``order`` makes; ``suffix`` is
    what the address has after the hand.
    """
    field = hand

    def at(name: str, hand: str) -> T | Response:
        ruleset = find(catalogue, name)
        pieces = read_hand(hand, field)
        canonical = ",".join(field.notation.names[piece] for piece in order(pieces))
        if hand == canonical:
            return view(ruleset, pieces)
        address = f"/v1/{game}/rulesets/{quote(name, safe=':')}/hands/{quote(canonical, safe=',')}"
        return moved(address + suffix)

    return at


def hand_operation(
    game: str,
    catalogue: Catalogue[P],
    hand: Pieces,
    order: Callable[[Sequence[int]], Sequence[int]],
    view: Callable[[Ruleset[P], tuple[int, ...]], Mapping[str, Any]],
    response: Schema,
    example: str,
) -> Operation:
    """The cacheable twin of a game's evaluate, which tells what ``view`` tells of a ruleset and a hand."""
    root = f"/v1/{game}/rulesets"
    return Operation(
        method="GET",
        path=f"{root}/{{name}}/hands/{{hand}}",
        name=f"{game}_hand",
        summary="What a hand is worth, at an address that can be cached",
        view=at_hand(game, catalogue, hand, order, view),
        response=response,
        parameters=named_hand(example),
        problems=("unknown_ruleset", "invalid"),
        redirects=True,
        cache=True,
        example=f"{root}/{next(iter(catalogue.named))}/hands/{example}",
    )


def named_hand(example: str) -> dict[str, str]:
    """What the path of an operation on a hand tells of it; ``example`` is such a hand."""
    return NAME | {"hand": f"The pieces in canonical order with commas between them: {example}"}


def read_hand(written: str, hand: Pieces, more: Iterable[Fault] = ()) -> tuple[int, ...]:
    """The pieces of a path, where there are no faults and no ``more`` of them.

    Raises InvalidError with every fault, those of the hand at the places that a body's would have.
    """
    pieces, unread = attempt(hand, written.split(","))
    places: list[tuple[Path, int]] = [
        (("hand", index), piece) for index, piece in enumerate(pieces or ()) if piece is not None
    ]
    found = [*(fault.under("hand") for fault in unread), *duplicates(places, hand.notation)]
    faults = [*sorted(found, key=lambda fault: fault.path[1:]), *more]
    if faults:
        raise InvalidError(faults)
    return tuple(pieces)
