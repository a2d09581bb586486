"""What the tests need to ask the service and the oracle the same thing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from flask.testing import FlaskClient
from hypothesis import strategies as st

from service.app import create_app
from service.core.cards import NAMES, SPELLINGS, mask
from service.core.rulesets import Catalogue, load
from service.games.piquet.rules import Parameters
from service.games.piquet.sentences import RULES
from tests.games.piquet import oracle, oracle_deal
from tests.games.piquet.oracle import Params

RULESETS = files("service.games.piquet") / "rulesets"
PLAYERS = ["ani", "budi"]

params = st.builds(
    Params,
    long_sequence_bonus=st.sampled_from([0, 10, 100]),
    rubicon=st.booleans(),
    younger_min_exchange=st.integers(0, 3),
    secondary_combinations=st.booleans(),
)

decks = st.permutations(oracle.deck())


def catalogue() -> Catalogue[Parameters]:
    return load(Parameters, RULES, RULESETS)


def inline(of: Params) -> dict[str, Any]:
    """The ruleset as a client writes it out."""
    return {"extends": "simple", **of.__dict__}


def parameters(of: Params) -> Parameters:
    return Parameters(**of.__dict__)


def hand_of(cards: Sequence[str]) -> int:
    return mask(SPELLINGS[card] for card in cards)


def texts(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in cards]


@cache
def client() -> FlaskClient:
    return create_app().test_client()


def ask(operation: str, body: object) -> tuple[int, dict[str, Any]]:
    """The status and the answer of a POST."""
    answer = client().post(f"/v1/piquet/{operation}", data=json.dumps(body), content_type="application/json")
    return answer.status_code, answer.get_json()


@st.composite
def declarations(draw: st.DrawFn, hand: list[str], blanche: bool) -> dict[str, Any] | None:
    """Something that a player can say of his hand: all, nothing, or less than he holds."""
    said: dict[str, Any] = {}
    if draw(st.booleans()):
        return None
    if draw(st.booleans()):
        said["carte_blanche"] = blanche and draw(st.booleans())
    if draw(st.booleans()):
        suit = oracle.of_suit(hand, draw(st.sampled_from(hand))[1])
        said["point"] = draw(st.lists(st.sampled_from(suit), unique=True))
    if draw(st.booleans()):
        runs = [run.cards for run in oracle.sequences(hand, Params())]
        chosen = [list(run[draw(st.integers(0, len(run) - 3)) :]) for run in runs if draw(st.booleans())]
        said["sequences"] = [run[: draw(st.integers(3, len(run)))] for run in chosen]
    if draw(st.booleans()):
        held = [list(group.cards) for group in oracle.sets(hand)]
        said["sets"] = [group[: draw(st.integers(3, len(group)))] for group in held if draw(st.booleans())]
    return said


@st.composite
def deals(draw: st.DrawFn, seats: oracle_deal.Seats, of: Params) -> dict[str, Any]:
    """A lawful deal, with or without an exchange, declarations and a play that may stop early."""
    deck = draw(decks)
    deal: dict[str, Any] = {"hands": {seats.elder: deck[:12], seats.younger: deck[12:24]}}
    if draw(st.booleans()):
        deal["talon"] = deck[24:]
        if draw(st.booleans()):
            elders = draw(st.integers(1, 5))
            youngers = draw(st.integers(of.younger_min_exchange, 8 - elders))
            deal["discards"] = {
                seats.elder: draw(st.permutations(deck[:12]))[:elders],
                seats.younger: draw(st.permutations(deck[12:24]))[:youngers],
            }
    after = oracle_deal.exchange(deal, seats)
    if draw(st.booleans()):
        deal["declared"] = {
            who: draw(declarations(after[who], oracle.carte_blanche(deal["hands"][who]))) for who in seats
        }
    length = draw(st.sampled_from([None, 0, 1, 7, 23, 24, 24, 24]))
    if length is not None:
        deal["plays"] = []
        left = {who: list(after[who]) for who in seats}
        turn, led = seats.elder, None
        for _ in range(length):
            card = draw(st.sampled_from(oracle_deal.legal_cards(left[turn], led)))
            left[turn].remove(card)
            deal["plays"].append(card)
            if led is None:
                led, turn = card, seats.other(turn)
            else:
                beaten = card[1] == led[1] and oracle.height(card[0]) > oracle.height(led[0])
                led, turn = None, turn if beaten else seats.other(turn)
    return deal


@st.composite
def parties(draw: st.DrawFn, most: int = 6) -> tuple[Params, dict[str, Any]]:
    """A ruleset and the body of a lawful showdown under it."""
    of = draw(params)
    first = draw(st.sampled_from(PLAYERS))
    second = next(who for who in PLAYERS if who != first)
    found = []
    for index in range(draw(st.sampled_from([1, 2, most]))):
        dealer = (first, second)[index % 2]
        elder = (second, first)[index % 2]
        found.append(draw(deals(oracle_deal.Seats(elder, dealer), of)))
    stake = draw(st.none() | st.integers(0, 1_000))
    body = {"ruleset": inline(of), "players": PLAYERS, "first_dealer": first, "stake": stake, "deals": found}
    return of, body
