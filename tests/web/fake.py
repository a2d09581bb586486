"""A small game, so that the web is tested without a real one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask import Flask, Response, redirect
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import compose
from service.core.deal import duplicates
from service.core.errors import Code, Fault, InvalidError
from service.core.parameters import Choice, Flag, Integer, Ranking, Steps, parameter
from service.core.rulesets import Catalogue, Ruleset, digest
from service.core.tiles import NAMES
from service.core.tiles import NOTATION as TILES
from service.core.verdict import Phrase, Reason, because
from service.settings import Settings
from service.web.endpoint import JSON, Game, Operation
from service.web.fields import (
    Boolean,
    Chips,
    Explanation,
    Identifier,
    Keyed,
    Many,
    One,
    Title,
    Whole,
    Word,
)
from service.web.pieces import Groups, Pieces
from service.web.problems import unknown_ruleset
from service.web.rulesets import RulesetField, RulesetRef
from service.web.schema import Answer, Request


class Suit(StrEnum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Parameters:
    ranking: tuple[Suit, ...] = parameter(Ranking(Suit, Suit.BLACK))
    limit: int = parameter(Integer(0, 9))
    open: bool = parameter(Flag())
    trump: Suit = parameter(Choice(Suit))
    deal: Any = parameter(Steps(4))


PLAIN = Parameters((Suit.RED, Suit.BLACK), 5, False, Suit.RED, ())
CATALOGUE = Catalogue(Parameters, {"plain": Ruleset(PLAIN, digest(PLAIN), "plain", "Plain")})


class PlayerRequest(Request):
    """A player."""

    id = Identifier(required=True)
    chips = Chips(required=True)
    hand = Pieces(TILES, 2, 2)
    folded = Boolean(load_default=False)


class RakeRequest(Request):
    """A rake."""

    cap = Whole(0, 10, required=True)
    suit = Word(Suit)


class EchoRequest(Request):
    """Everything that a request can have."""

    ruleset = RulesetField(CATALOGUE, required=True)
    hand = Pieces(TILES, 4, 4, required=True)
    groups = Groups(Pieces(TILES, 1, 3), 2, 2)
    rake = One(RakeRequest())
    players = Many(PlayerRequest(), 1, 3)
    claims = Keyed(Whole(0, 9))


class EchoAnswer(Answer):
    """What came in."""

    ruleset = One(RulesetRef())
    hand = Pieces(TILES)
    groups = Groups(Pieces(TILES), nullable=True)
    title = Title()
    explanation = Explanation()
    returned = Keyed(Chips(), sparse=True)


def check(document: Mapping[str, Any]) -> Iterable[Fault]:
    """No tile twice."""
    hand = document.get("hand") or ()
    players = document.get("players") or ()
    places: list[tuple[tuple[str | int, ...], int | None]] = [
        (("hand", i), tile) for i, tile in enumerate(hand)
    ]
    for seat, player in enumerate(players):
        tiles = player.get("hand") or ()
        places += [(("players", seat, "hand", i), tile) for i, tile in enumerate(tiles)]
    return duplicates([(path, tile) for path, tile in places if tile is not None], TILES)


def echo(document: Mapping[str, Any]) -> Mapping[str, Any]:
    reasons: list[Reason] = [because("FK-1", "fake_reason", tile=NAMES[document["hand"][0]])]
    return {
        "ruleset": document["ruleset"],
        "hand": document["hand"],
        "groups": document["groups"],
        "title": Phrase("fake_title", {"inner": Phrase("fake_inner")}),
        "explanation": reasons,
    }


def fail(document: Mapping[str, Any]) -> object:
    """Finds the fault late, or breaks."""
    if document["rake"]:
        raise InvalidError(
            [
                Fault(Code.UNKNOWN_ID, "fake_late", ("players", 0, "id")),
                Fault(Code.UNKNOWN_ID, "fake_late", ("hand",)),
            ]
        )
    raise RuntimeError("secret of the house")


def named(name: str) -> Mapping[str, Any] | Response:
    """A cached answer, by a ruleset's name or digest."""
    ruleset = CATALOGUE.find(name)
    if name == "old":
        return redirect("plain", code=308)  # type: ignore[return-value]
    if ruleset is None:
        raise unknown_ruleset(name, CATALOGUE.named)
    return {
        "ruleset": ruleset,
        "hand": (27,),
        "groups": None,
        "title": Phrase("fake_title", {"inner": ""}),
        "explanation": [],
    }


def table(name: str, media: str) -> Response | Mapping[str, Any]:
    """One answer in two types."""
    if media == "text/csv":
        return Response("a,b\n", content_type="text/csv")
    return named(name)


GAME = Game(
    "fake",
    "A game for tests.",
    (
        Operation(
            method="POST",
            path="/v1/fake/echo",
            name="fake_echo",
            summary="Say it again",
            view=echo,
            request=EchoRequest(),
            response=EchoAnswer(),
            check=check,
        ),
        Operation(
            method="POST",
            path="/v1/fake/fail",
            name="fake_fail",
            summary="Break",
            view=fail,
            request=EchoRequest(),
            response=EchoAnswer(),
        ),
        Operation(
            method="GET",
            path="/v1/fake/rulesets/{name}",
            name="fake_named",
            summary="By name",
            view=named,
            response=EchoAnswer(),
            cache=True,
        ),
        Operation(
            method="GET",
            path="/v1/fake/rulesets/{name}/table",
            name="fake_table",
            summary="In two types",
            view=table,
            response=EchoAnswer(),
            cache=True,
            media=(JSON, "text/csv"),
        ),
    ),
    {
        "fake_title": "Fake {inner}",
        "fake_inner": "indeed",
        "fake_reason": "{tile} comes first",
        "fake_late": "comes late",
    },
)

HAND = ["6-6", "6-2", "5-2", "3-3"]
BODY: dict[str, Any] = {"ruleset": "plain", "hand": HAND}


def app(**options: Any) -> Flask:
    """A service with this game alone."""
    return compose(Settings(**options), [GAME])


def post(client: FlaskClient, body: object, path: str = "/v1/fake/echo", **headers: str) -> TestResponse:
    """The answer to a JSON body."""
    return client.post(path, data=json.dumps(body), headers={"Content-Type": JSON, **headers})


def faults(answer: TestResponse) -> list[tuple[str, str]]:
    """Pointer and code of each entry of ``errors``."""
    assert answer.status_code == 422, answer.text
    document = answer.get_json()
    assert document["code"] == "invalid"
    return [(entry["pointer"], entry["code"]) for entry in document["errors"]]
