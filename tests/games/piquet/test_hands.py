"""Hands alone and against each other, held against the oracle."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.games.piquet import oracle
from tests.games.piquet.bridge import ask, catalogue, decks, declarations, inline, params
from tests.games.piquet.oracle import Params


def plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    return [plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def test_the_oracle_knows_the_same_named_rulesets() -> None:
    named = catalogue().named
    assert {name: Params(**_fields(ruleset.parameters)) for name, ruleset in named.items()} == oracle.NAMED


def _fields(parameters: object) -> dict[str, Any]:
    return {name: getattr(parameters, name) for name in Params.__dataclass_fields__}


@given(params, decks)
def test_pq10_to_pq13_a_hand_alone(of: Params, deck: list[str]) -> None:
    status, answer = ask("evaluate", {"ruleset": inline(of), "hand": deck[:12]})
    assert status == 200
    expected = plain(oracle.evaluate(deck[:12], of))
    assert {name: answer[name] for name in expected} == expected
    assert answer["hand"] == deck[:12]


@given(params, decks, st.data())
def test_pq10_to_pq21_two_hands(of: Params, deck: list[str], data: st.DataObject) -> None:
    body: dict[str, Any] = {"ruleset": inline(of), "elder": deck[:12], "younger": deck[12:24]}
    body["declared"] = {
        role: data.draw(declarations(body[role], oracle.carte_blanche(body[role])))
        for role in ("elder", "younger")
    }
    status, answer = ask("compare", body)
    assert status == 200, answer
    expected = plain(oracle.compare(body, of))
    assert {name: answer[name] for name in expected} == expected


@given(decks, st.permutations("shdc"))
def test_scores_do_not_depend_on_suit_names(deck: list[str], suits: list[str]) -> None:
    names = dict(zip("shdc", suits, strict=True))
    points = []
    for cards in (deck, [card[0] + names[card[1]] for card in deck]):
        answer = ask("compare", {"ruleset": "classic", "elder": cards[:12], "younger": cards[12:24]})[1]
        points.append([answer["points"], [(e["player"], e["reason"], e["points"]) for e in answer["events"]]])
    assert points[0] == points[1]


@given(params, decks, st.data())
def test_pq15_declaring_less_never_raises_ones_own_points_and_never_lowers_the_others(
    of: Params, deck: list[str], data: st.DataObject
) -> None:
    body: dict[str, Any] = {"ruleset": inline(of), "elder": deck[:12], "younger": deck[12:24]}
    everything = _without_bonus(ask("compare", body)[1])
    body["declared"] = {"elder": data.draw(declarations(deck[:12], oracle.carte_blanche(deck[:12])))}
    less = _without_bonus(ask("compare", body)[1])
    assert less["elder"] <= everything["elder"]
    assert less["younger"] >= everything["younger"]


def _without_bonus(answer: dict[str, Any]) -> dict[str, int]:
    points = dict.fromkeys(("elder", "younger"), 0)
    for event in answer["events"]:
        if event["reason"] != "repique":
            points[event["player"]] += event["points"]
    return points
