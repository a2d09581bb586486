"""Single hands and tables that pin down what random ones seldom meet."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.app import create_app
from service.core.pots import MAX_CHIPS
from service.games.qiuqiu.arrangement import declared_arrangement
from tests.games.qiuqiu.bridge import tiles

CLIENT = create_app().test_client()


def ask(operation: str, body: dict[str, Any]) -> Any:
    answer = CLIENT.post(f"/v1/qiuqiu/{operation}", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


@pytest.mark.parametrize("ruleset", ["online", "pagat-straight", "wikipedia"])
def test_qq14_a_declared_9_9_is_worth_an_undeclared_one(ruleset: str) -> None:
    body = {"ruleset": ruleset, "hand": ["3-1", "6-6", "5-0", "5-2"]}
    declared = ask("evaluate", {**body, "arrangement": [["3-1", "5-0"], ["6-6", "5-2"]]})
    assert declared["category"] == "qiu_qiu"
    assert (declared["rank"], declared["best"]) == (ask("evaluate", body)["rank"], None)


def test_a_declared_hand_can_be_weaker_than_every_hand() -> None:
    body = {"ruleset": "wikipedia", "hand": ["0-0", "1-0", "5-4", "5-5"]}
    worst = ask("evaluate", {**body, "arrangement": [["0-0", "5-5"], ["1-0", "5-4"]]})
    assert (worst["rank"], worst["ranks"], worst["beats"], worst["ties"]) == (401, 400, 0, 0)


def test_qq11_a_declared_group_of_both_hui_tiles_counts_their_pips() -> None:
    hui, others = tiles(("4-2", "2-1")), tiles(("6-0", "3-3"))
    found = declared_arrangement((*hui, *others), [hui, others], True, False)
    assert (found.high.value, found.high.counts) == (9, ())


def test_dominated_is_by_both_values() -> None:
    hand = ["5-3", "2-1", "4-2", "5-0"]
    told = ask("arrange", {"ruleset": "pagat-hui", "hand": hand})["arrangements"]
    values = [(play["high"]["value"], play["low"]["value"]) for play in told]
    for play, own in zip(told, values, strict=True):
        better = [other for other in values if other != own and other[0] >= own[0] and other[1] >= own[1]]
        assert play["dominated"] == bool(better)
    assert {play["dominated"] for play in told} == {True, False}


def test_recommended_is_the_first_that_wins_most_or_none() -> None:
    hand, ruleset = ["6-6", "5-5", "4-4", "0-0"], {"extends": "pagat", "ranking": ["four_doubles", "pairs"]}
    special = ask("arrange", {"ruleset": ruleset, "hand": hand})
    assert special["recommended"] is None
    assert special["best"]["expected_share"] > max(play["expected_share"] for play in special["arrangements"])
    plain = ask("arrange", {"ruleset": "pagat", "hand": ["6-6", "6-2", "5-2", "3-3"]})
    assert plain["recommended"] == 0


def test_qq31_a_hand_with_a_9_never_splits_what_it_expects() -> None:
    body = {"hand": ["6-6", "6-2", "5-2", "3-3"]}
    split, whole = (ask("arrange", {"ruleset": name, **body}) for name in ("pagat-split", "pagat"))
    assert split["best"]["expected_share"] == whole["best"]["expected_share"]


def test_a_seed_fixes_the_sampled_share() -> None:
    body = {"ruleset": "pagat", "hand": ["6-6", "6-2", "5-2", "3-3"], "opponents": 3, "seed": 5}
    first = ask("arrange", body)["best"]
    assert first == ask("arrange", body)["best"] != ask("arrange", {**body, "seed": 6})["best"]
    share, error = first["expected_share"], first["standard_error"]
    assert 0 < error < (share * (1 - share) / 20_000) ** 0.5 * 1.05


def seat(name: str, contributed: int, hand: list[str] | None, **more: Any) -> dict[str, Any]:
    return {"id": name, "contributed": contributed, "hand": hand, **more}


ANI, BUDI = ["2-0", "4-1", "4-4", "6-5"], ["1-1", "3-2", "4-2", "6-3"]


def test_pot4_a_hand_that_need_not_be_shown_has_no_place() -> None:
    doubles = ["6-6", "5-5", "3-3", "0-0"]
    players = [seat("a", 10, ANI), seat("b", 10, BUDI, folded=True), seat("c", 0, doubles)]
    told = ask("showdown", {"ruleset": "pagat", "dealer": "a", "players": players})["players"]
    assert [(player["place"], player["category"], player["title"]) for player in told] == [(None,) * 3] * 3


def test_pot1_the_largest_sum_is_settled() -> None:
    players = [seat("a", MAX_CHIPS - 1, ANI), seat("b", 1, BUDI)]
    told = ask("showdown", {"ruleset": "pagat", "dealer": "a", "players": players})
    assert (told["total"], told["returned"]) == (MAX_CHIPS, {"a": MAX_CHIPS - 2})


def test_three_hands_name_the_one_that_came_next() -> None:
    hands = [("c", ["1-0", "0-0", "5-3", "3-3"]), ("a", ANI), ("b", BUDI)]
    body = {"ruleset": "pagat", "hands": [{"id": name, "hand": hand} for name, hand in hands]}
    answer = ask("compare", body)
    first, following = (place["id"] for place in answer["places"][:2])
    assert answer["explanation"][0]["text"].startswith(f"{first} wins")
    assert answer["explanation"][0]["text"].endswith(f" of {following}.")
