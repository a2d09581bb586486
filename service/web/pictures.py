"""Pictures of hands at addresses that can be cached, and the pieces that a page draws with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from flask import Response, request

from service.core.errors import Code, Fault
from service.core.rulesets import Catalogue, Ruleset
from service.web.catalogue import P, at_hand, find, named_hand, read_hand
from service.web.endpoint import Operation
from service.web.pieces import Pieces

SVG: Final = "image/svg+xml"

_FLAGS: Final = {"true": True, "false": False}


def picture_operation(
    game: str,
    catalogue: Catalogue[P],
    hand: Pieces,
    order: Callable[[Sequence[int]], Sequence[int]],
    draw: Callable[[Ruleset[P], tuple[int, ...]], str],
    example: str,
    as_given: Callable[[tuple[int, ...]], str] | None = None,
) -> Operation:
    """A hand as a picture: ``draw`` draws it in canonical order, ``as_given`` with ``?arranged=false``."""
    field = hand
    arranged = at_hand(game, catalogue, hand, order, lambda *held: _answer(draw(*held)), ".svg")

    def picture(name: str, hand: str) -> Response:
        if as_given is None:
            return arranged(name, hand)
        told = request.args.getlist("arranged")
        wanted = [_FLAGS.get(word) for word in told] or [True]
        faulty = None in wanted or len(set(wanted)) > 1
        if wanted[0] and not faulty:
            return arranged(name, hand)
        find(catalogue, name)
        more = [Fault(Code.INVALID_TYPE, "not_boolean", ("arranged",))] if faulty else []
        return _answer(as_given(read_hand(hand, field, more)))

    root = f"/v1/{game}/rulesets"
    flag = {
        "arranged": "Whether the hand is drawn as it is best arranged, else as it is given. True unless told."
    }
    return Operation(
        method="GET",
        path=f"{root}/{{name}}/hands/{{hand}}.svg",
        name=f"{game}_hand_picture",
        summary="A hand as a picture, with text alternatives, for light and dark",
        view=picture,
        parameters=named_hand(example),
        flags=flag if as_given else {},
        problems=("unknown_ruleset", "invalid"),
        redirects=True,
        cache=True,
        media=(SVG,),
        example=f"{root}/{next(iter(catalogue.named))}/hands/{example}.svg",
    )


def sprite_operation(game: str, pieces: str, summary: str, sprite: Callable[[], str]) -> Operation:
    """All pieces of a game as the symbols of one SVG, for the desk to take into its page.

    It stands outside of the versioned paths, since it is no answer that a client asks for a token.
    """
    return Operation(
        method="GET",
        path=f"/desk/{game}/{pieces}.svg",
        name=f"{game}_{pieces}",
        language=None,
        summary=summary,
        view=lambda: _answer(sprite()),
        cache=True,
        media=(SVG,),
    )


def _answer(drawn: str) -> Response:
    return Response(drawn, content_type=SVG)
