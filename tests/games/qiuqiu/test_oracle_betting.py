"""The replay of a disputed deal held against small scenes: each sentence of QQ-40 to QQ-44 has its own."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests.games.qiuqiu.oracle_betting import Deal, RecordError, arbitrate, rules_of
from tests.games.qiuqiu.records import Corruption, Record, corruptions, legal_records

HANDS = {
    "a": ["6-6", "6-5", "6-4", "5-5"],  # big, the best here
    "b": ["5-4", "3-2", "2-0", "1-0"],  # 7-0
    "c": ["5-3", "6-0", "6-2", "2-2"],  # 6-0
    "d": ["1-1", "4-4", "4-2", "6-3"],
}
ONE_ROUND = {"extends": "pagat", "deal": [{"tiles": 4, "bet": True}]}


def record(stacks: str, actions: str = "", limits: str = "10-100 20-200", **changes: Any) -> Record:
    """Stacks like "a500 b80", actions like "a bet 50, b call", limits like "10-100 20-"."""
    players = [{"id": word[0], "stack": int(word[1:]), "hand": HANDS[word[0]]} for word in stacks.split()]
    rounds = [word.split("-") for word in limits.split()]
    lines = []
    for player, action, *to in (text.split() for text in actions.split(",") if text.strip()):
        lines.append({"player": player, "action": action, "to": int(to[0]) if to else None})
    return {
        "ruleset": "pagat",
        "dealer": "a",
        "ante": 10,
        "limits": [{"min": int(least), "max": int(most) if most else None} for least, most in rounds],
        "players": players,
        "actions": lines,
        **changes,
    }


def judged(stacks: str, actions: str = "", limits: str = "10-100 20-200", **changes: Any) -> dict[str, Any]:
    return arbitrate(record(stacks, actions, limits, **changes))


def fault(answer: dict[str, Any]) -> tuple[int, str] | None:
    """The step and the rule of the illegal action, if there is one."""
    assert bool(answer["findings"]) == (answer["verdict"] == "illegal")
    return (answer["findings"][0]["step"], answer["findings"][0]["code"]) if answer["findings"] else None


def options(answer: dict[str, Any]) -> str:
    """Who is to act and what he may do, like "a: check, bet 10-100, fold"."""
    words = [
        f"{one['action']} {one['min']}-{one['max']}" if "min" in one else one["action"]
        for one in answer["legal"]
    ]
    return f"{answer['to_act']}: {', '.join(words)}"


def faults_of(body: Record) -> list[tuple[str, str]]:
    with pytest.raises(RecordError) as caught:
        arbitrate(body)
    return caught.value.faults


# ---------------------------------------------------------------- QQ-40


def test_qq40_every_player_antes() -> None:
    answer = judged("a500 b500 c500", "a check")
    assert answer["contributed"] == {"a": 10, "b": 10, "c": 10}
    assert answer["timeline"][0]["pot"] == 30


def test_qq40_who_has_less_antes_all_and_is_all_in() -> None:
    answer = judged("a500 b4 c500", "a check")
    assert answer["contributed"] == {"a": 10, "b": 4, "c": 10}
    assert answer["to_act"] == "c"


def test_qq40_who_has_just_the_ante_is_all_in_too() -> None:
    assert judged("a500 b10 c500", "a check")["to_act"] == "c"


def test_qq40_who_is_all_in_by_the_ante_is_live() -> None:
    answer = judged("b500 a5 c500", "c check, b check, c check, b check")
    assert answer["verdict"] == "no_claim"
    assert answer["payouts"] == {"b": 10, "a": 15, "c": 0}


def test_qq40_a_round_after_each_step_marked_bet() -> None:
    checks = "a check, b check, a check, b check, a check, b check"
    answer = judged("a50 b50", checks, "5-5 6-6 7-7", ruleset="pagat-three-bets")
    assert [entry["round"] for entry in answer["timeline"]] == [1, 1, 2, 2, 3, 3]
    assert answer["verdict"] == "no_claim"


def test_qq40_no_round_after_a_step_that_is_not_marked() -> None:
    answer = judged("a50 b50", "a check, b check", "10-100", ruleset="pagat-one-bet")
    assert answer["verdict"] == "no_claim"


def test_qq40_a_deal_without_any_round_is_over_at_once() -> None:
    no_round = {"extends": "pagat", "deal": [{"tiles": 4, "bet": False}]}
    assert judged("a50 b50", "", "", ruleset=no_round)["payouts"] == {"a": 20, "b": 0}
    assert fault(judged("a50 b50", "a check", "", ruleset=no_round)) == (0, "QQ-42")


def test_qq40_the_limits_are_those_of_the_round() -> None:
    assert options(judged("a500 b500")) == "a: check, bet 10-100, fold"
    assert options(judged("a500 b500", "a check, b check")) == "a: check, bet 20-200, fold"


# ---------------------------------------------------------------- QQ-41


@pytest.mark.parametrize(
    ("stacks", "actions", "ruleset", "first"),
    [
        ("a50 b50 c50", "", "pagat", "a"),
        ("a5 b50 c50", "", "pagat", "b"),
        ("a5 b10 c50 d50", "", "pagat", "c"),
        ("a50 b50 c50", "", "online", "b"),
        ("a50 b5 c50", "", "online", "c"),
        ("a5 b5 c50 d50", "", "online", "c"),
        ("b50 c50 a50", "", "online", "b"),
        ("a500 b500 c500", "a check, b check, c check", "pagat", "a"),
        ("a500 b500 c500", "a fold, b check, c check", "pagat", "b"),
        ("a500 b500 c500", "b fold, c check, a check", "online", "c"),
        ("a60 b500 c500", "a bet 50, b call, c call", "pagat", "b"),
    ],
)
def test_qq41_first_to_act(stacks: str, actions: str, ruleset: str, first: str) -> None:
    assert judged(stacks, actions, ruleset=ruleset)["to_act"] == first


def test_qq41_then_clockwise_among_those_who_can_still_act() -> None:
    answer = judged("a500 b5 c500 d500", "a check, c fold, d bet 10")
    assert fault(answer) is None
    assert answer["to_act"] == "a"
    assert judged("a500 b5 c500 d500", "a check, c fold, d bet 10, a raise 20")["to_act"] == "d"


@pytest.mark.parametrize(
    ("stacks", "actions", "step"),
    [
        ("a500 b500 c500", "b check", 0),
        ("a500 b500 c500", "a check, a check", 1),
        ("a500 b500 c500", "a check, c check", 1),
        ("a500 b5 c500", "a check, b check", 1),  # all-in
        ("a500 b500 c500", "a fold, b check, c check, a check", 3),  # folded
        ("a500 b500 c500", "a check, c bet 1000", 1),  # the turn before the amount
        ("a500 b500 c500", "a bet 10, c check", 1),  # the turn before the word
    ],
)
def test_qq41_out_of_turn(stacks: str, actions: str, step: int) -> None:
    assert fault(judged(stacks, actions)) == (step, "QQ-41")


def test_qq41_out_of_turn_tells_what_the_player_to_act_may_do() -> None:
    finding = judged("a500 b500", "b check")["findings"][0]
    assert finding["to_act"] == "a"
    assert finding["legal"] == [
        {"action": "check"},
        {"action": "bet", "min": 10, "max": 100},
        {"action": "fold"},
    ]


@pytest.mark.parametrize("stacks", ["a5 b500", "a500 b10", "a5 b5", "a5 b5 c500"])
def test_qq41_a_round_with_at_most_one_who_can_act_is_skipped(stacks: str) -> None:
    assert judged(stacks)["verdict"] == "no_claim"
    assert fault(judged(stacks, "a check")) == (0, "QQ-42")


def test_qq41_the_rest_is_skipped_after_all_ins() -> None:
    answer = judged("a110 b500 c110", "a bet 100, b call, c call")
    assert answer["verdict"] == "no_claim"
    assert answer["contributed"] == {"a": 110, "b": 110, "c": 110}


def test_qq41_a_round_that_has_begun_goes_on_with_one_who_can_act() -> None:
    # a is all-in by the ante; once b folds only c is left, and he has not acted.
    assert options(judged("a5 b500 c500", "b fold")) == "c: check, bet 10-100, fold"
    assert judged("a5 b500 c500", "b fold, c check")["verdict"] == "no_claim"
    assert judged("a5 b500 c500", "b fold, c fold")["payouts"] == {"a": 25, "b": 0, "c": 0}


# ---------------------------------------------------------------- QQ-42


@pytest.mark.parametrize(
    ("actions", "step"),
    [
        ("a call", 0),
        ("a raise 20", 0),
        ("a check, b call", 1),
        ("a bet 10, b check", 1),
        ("a bet 10, b bet 20", 1),
        ("a bet 10, b call, c bet 20", 2),
        ("a bet 10, b call, c raise 20, a check", 3),
        ("a bet 10, b call, c call, a call", 3),  # nothing is bet in the second round
        ("a call 10", 0),
    ],
)
def test_qq42_check_or_bet_while_nothing_is_bet_then_fold_call_or_raise(actions: str, step: int) -> None:
    assert fault(judged("a500 b500 c500", actions)) == (step, "QQ-42")


def test_qq42_folding_is_allowed_at_any_turn() -> None:
    assert fault(judged("a500 b500 c500", "a fold")) is None
    assert fault(judged("a500 b500 c500", "a check, b fold, c bet 10, a fold")) is None


def test_qq42_a_call_for_more_than_is_left_is_all_in() -> None:
    answer = judged("a500 b40 c500", "a bet 50, b call, c call")
    assert answer["timeline"][1] | {"put_in": 30, "to": 30} == answer["timeline"][1]
    assert answer["contributed"] == {"a": 60, "b": 40, "c": 60}
    assert answer["to_act"] == "a"


def test_qq42_who_can_only_call_all_in_has_no_raise() -> None:
    assert options(judged("a500 b40 c500", "a bet 50")) == "b: fold, call"
    assert options(judged("a500 b60 c500", "a bet 50")) == "b: fold, call"
    assert fault(judged("a500 b40 c500", "a bet 50, b raise 30")) == (1, "QQ-43")


def test_qq42_the_round_ends_when_all_have_acted_and_put_in_the_same() -> None:
    answer = judged("a500 b500 c500", "a check, b bet 10, c call, a raise 30, b call, c call, a check")
    assert fault(answer) is None
    assert [entry["round"] for entry in answer["timeline"]] == [1] * 6 + [2]
    assert judged("a500 b500 c500", "a check, b bet 10, c call, a raise 30, b call")["to_act"] == "c"


def test_qq42_who_raised_last_does_not_act_again() -> None:
    assert fault(judged("a500 b500", "a bet 10, b raise 20, a call, b call")) == (3, "QQ-41")


def test_qq42_a_short_all_in_asks_all_others_again() -> None:
    answer = judged("a500 b500 c14", "a check, b check, c bet 4")
    assert answer["to_act"] == "a"
    assert judged("a500 b500 c14", "a check, b check, c bet 4, a call")["to_act"] == "b"
    # He faces it, however little it is.
    assert fault(judged("a500 b500 c14", "a check, b check, c bet 4, a check")) == (3, "QQ-42")


@pytest.mark.parametrize(
    ("stacks", "actions", "step"),
    [
        ("a500 b500", "a bet 10, b fold, a check", 2),
        ("a500 b500", "a fold, b check", 1),
        ("a500 b500", "a check, b check, a check, b check, a check", 4),
        ("a60 b60", "a bet 50, b call, a check", 2),
        ("a500 b500", "a fold, a fold", 1),
        ("a5 b500 c500", "b bet 10, c fold, b check", 2),
    ],
)
def test_qq42_an_action_after_the_end_is_illegal(stacks: str, actions: str, step: int) -> None:
    answer = judged(stacks, actions)
    assert fault(answer) == (step, "QQ-42")
    assert answer["findings"][0]["legal"] == []
    assert answer["findings"][0]["to_act"] is None


def test_qq42_one_who_faces_a_bet_acts_though_all_others_are_all_in() -> None:
    assert options(judged("a500 b60", "a bet 20, b raise 50")) == "a: fold, call, raise 80-150"
    assert judged("a500 b60", "a bet 20, b raise 50, a call")["verdict"] == "no_claim"


# ---------------------------------------------------------------- QQ-43


@pytest.mark.parametrize(
    ("stacks", "actions", "limits", "expected"),
    [
        # A bet: the round's limits, and no more than he has.
        ("a500 b500", "", "10-100 20-200", "a: check, bet 10-100, fold"),
        ("a500 b500", "", "10- 20-", "a: check, bet 10-490, fold"),
        ("a50 b500", "", "10-100 20-200", "a: check, bet 10-40, fold"),
        ("a20 b500", "", "10-100 20-200", "a: check, bet 10-10, fold"),
        # All-in lifts the minimum.
        ("a14 b500", "", "10-100 20-200", "a: check, bet 4-4, fold"),
        # A raise: at least the last full bet or raise, at most the maximum, on top of the highest amount.
        ("a500 b500", "a bet 30", "10-100 20-200", "b: fold, call, raise 60-130"),
        ("a500 b500", "a bet 30, b raise 100", "10-100 20-200", "a: fold, call, raise 170-200"),
        ("a500 b500", "a bet 30, b raise 60", "10-100 20-200", "a: fold, call, raise 90-160"),
        ("a500 b500", "a bet 30", "10- 20-", "b: fold, call, raise 60-490"),
        ("a500 b55", "a bet 30", "10-100 20-200", "b: fold, call, raise 45-45"),
        ("a500 b70", "a bet 30", "10-100 20-200", "b: fold, call, raise 60-60"),
        ("a500 b41", "a bet 30", "10-100 20-200", "b: fold, call, raise 31-31"),
        ("a500 b40", "a bet 30", "10-100 20-200", "b: fold, call"),
        # A fixed limit.
        ("a500 b500", "a bet 10", "10-10 20-20", "b: fold, call, raise 20-20"),
        # After a short bet the round's minimum is what a raise adds, on top of the short bet.
        ("a14 b500 c500", "a bet 4", "10-100 20-200", "b: fold, call, raise 14-104"),
        ("a14 b500 c500", "a bet 4, b raise 14", "10-100 20-200", "c: fold, call, raise 24-114"),
        # A short raise does not change what the next must add.
        ("a500 b80 c500", "a bet 50, b raise 70", "10-100 20-200", "c: fold, call, raise 120-170"),
        # The last full raise of the round, not of the round before.
        ("a500 b500", "a bet 90, b call, a bet 20", "10-100 20-200", "b: fold, call, raise 40-220"),
    ],
)
def test_qq43_amounts(stacks: str, actions: str, limits: str, expected: str) -> None:
    assert options(judged(stacks, actions, limits)) == expected


@pytest.mark.parametrize(
    ("stacks", "actions", "step"),
    [
        ("a500 b500", "a bet 9", 0),
        ("a500 b500", "a bet 101", 0),
        ("a50 b500", "a bet 41", 0),  # more than he has
        ("a14 b500", "a bet 3", 0),  # short, but not all that is left
        ("a500 b500", "a bet 0", 0),
        ("a500 b500", "a bet 50, b raise 99", 1),
        ("a500 b500", "a bet 50, b raise 151", 1),
        ("a500 b500", "a bet 50, b raise 50", 1),
        ("a500 b500", "a bet 50, b raise 20", 1),
        ("a500 b75", "a bet 50, b raise 64", 1),
        ("a500 b75", "a bet 50, b raise 66", 1),
        ("a900 b160 c900", "a bet 50, b raise 150, c raise 249", 2),
        ("a900 b900", "a check, b check, a bet 19", 2),
    ],
)
def test_qq43_a_wrong_amount(stacks: str, actions: str, step: int) -> None:
    assert fault(judged(stacks, actions)) == (step, "QQ-43")


def test_qq43_all_in_never_lifts_the_maximum() -> None:
    assert fault(judged("a111 b500", "a bet 101")) == (0, "QQ-43")
    assert fault(judged("a500 b161", "a bet 50, b raise 151")) == (1, "QQ-43")
    assert fault(judged("a110 b500", "a bet 100")) is None


def test_qq43_a_short_all_in_does_not_reopen() -> None:
    answer = judged("a500 b80 c500", "a bet 50, b raise 70, c call")
    assert options(answer) == "a: fold, call"
    assert fault(judged("a500 b80 c500", "a bet 50, b raise 70, c call, a raise 120")) == (3, "QQ-43")


def test_qq43_not_even_for_all_that_is_left() -> None:
    assert fault(judged("a100 b80 c500", "a bet 50, b raise 70, c call, a raise 90")) == (3, "QQ-43")


def test_qq43_who_has_not_acted_may_raise_over_a_short_all_in() -> None:
    assert options(judged("a500 b80 c500", "a bet 50, b raise 70")) == "c: fold, call, raise 120-170"
    # And that reopens for the first.
    answer = judged("a500 b80 c500", "a bet 50, b raise 70, c raise 120")
    assert options(answer) == "a: fold, call, raise 170-220"


def test_qq43_an_all_in_for_a_full_raise_reopens() -> None:
    assert options(judged("a500 b110 c500", "a bet 50, b raise 100, c call")) == (
        "a: fold, call, raise 150-200"
    )


def test_qq43_short_all_ins_may_add_up() -> None:
    # 20 and 30 are 50; what a raise must add is still the last full bet.
    answer = judged("a500 b80 c110 d500", "a bet 50, b raise 70, c raise 100, d call")
    assert options(answer) == "a: fold, call, raise 150-200"
    answer = judged("a500 b80 c109 d500", "a bet 50, b raise 70, c raise 99, d call")
    assert options(answer) == "a: fold, call"


def test_qq43_they_add_up_from_when_each_acted() -> None:
    # d called 70: since then only 30 have been added. For a it is 50.
    stacks, actions = "a500 b80 d500 c110", "a bet 50, b raise 70, d call, c raise 100"
    assert options(judged(stacks, actions)) == "a: fold, call, raise 150-200"
    assert options(judged(stacks, actions + ", a call")) == "d: fold, call"


def test_qq43_growth_is_measured_by_the_last_full_raise() -> None:
    # b raises by 100, so the 60 of c do not reopen for b, though they are more than the first bet.
    answer = judged("a900 b900 c220 d900", "a bet 50, b raise 150, c raise 210, d call, a call")
    assert options(answer) == "b: fold, call"


def test_qq43_who_checked_has_acted() -> None:
    # A short bet of 4 is less than the minimum: the others have checked and may only call.
    assert options(judged("a500 b500 c14", "a check, b check, c bet 4")) == "a: fold, call"
    # Two short ones, 4 and 12 in all, have grown by a full bet.
    answer = judged("a500 b500 c14 d22", "a check, b check, c bet 4, d raise 12")
    assert options(answer) == "a: fold, call, raise 22-112"
    # A full bet reopens: a check, then a raise.
    assert options(judged("a500 b500", "a check, b bet 10")) == "a: fold, call, raise 20-110"


def test_qq43_having_acted_is_of_the_round() -> None:
    stacks, actions = "a500 b80 c500", "a bet 50, b raise 70, c call, a call, a bet 20"
    assert options(judged(stacks, actions)) == "c: fold, call, raise 40-220"


def test_qq43_a_bet_or_raise_that_nobody_can_call_is_legal() -> None:
    answer = judged("a500 b60", "a bet 20, b raise 50, a raise 150")
    assert fault(answer) is None
    assert answer["showdown"]["returned"] == {"a": 100}


# ---------------------------------------------------------------- QQ-44 and the pots


def test_qq44_the_last_player_left_takes_the_pot_without_a_hand() -> None:
    body = record("a500 b500 c500", "a bet 50, b fold, c fold")
    for player in body["players"]:
        del player["hand"]
    answer = arbitrate(body)
    assert answer["payouts"] == {"a": 80, "b": 0, "c": 0}
    assert answer["showdown"]["returned"] == {"a": 50}
    assert answer["showdown"]["pots"][0]["contested"] is False


def test_qq44_the_last_player_left_may_be_all_in() -> None:
    answer = judged("b60 a500 c500", "a bet 50, c fold, b call")
    assert answer["verdict"] == "no_claim"
    answer = judged("b5 a500 c500", "a check, c bet 10, a fold")
    # c is live too: his hand is against that of b for the main pot.
    assert answer["showdown"]["pots"][0]["eligible"] == ["b", "c"]


def test_pot2_pot3_side_pots_of_a_deal() -> None:
    answer = judged("a110 b40 c500", "a bet 100, b call, c call")
    assert [(pot["amount"], pot["eligible"]) for pot in answer["showdown"]["pots"]] == [
        (120, ["a", "b", "c"]),
        (140, ["a", "c"]),
    ]
    assert answer["payouts"] == {"a": 260, "b": 0, "c": 0}


def test_pot6_rake_is_taken() -> None:
    answer = judged("a10 b10", rake={"basis_points": 1_000})
    assert answer["payouts"] == {"a": 18, "b": 0}
    assert answer["showdown"]["rake"] == 2


def test_pot7_no_contribution_at_all_is_an_error() -> None:
    checks = "a check, b check, a check, b check"
    assert faults_of(record("a50 b50", checks, ante=0)) == [("/players", "out_of_range")]
    # Not while it is unfinished.
    assert judged("a50 b50", "a check", ante=0)["verdict"] == "unfinished"


def test_an_ante_of_nothing() -> None:
    answer = judged("a50 b50", "a bet 10, b fold", ante=0)
    assert answer["showdown"]["pots"] == []
    assert answer["payouts"] == {"a": 10, "b": 0}


# ---------------------------------------------------------------- verdict, timeline


@pytest.mark.parametrize(
    ("payouts", "verdict", "differences"),
    [
        ({"a": 20, "b": 0}, "upheld", []),
        ({"a": 20}, "upheld", []),
        (
            {},
            "overturned",
            [{"id": "a", "claimed": 0, "due": 20}],
        ),
        (
            {"b": 1, "a": 19},
            "overturned",
            [{"id": "a", "claimed": 19, "due": 20}, {"id": "b", "claimed": 1, "due": 0}],
        ),
    ],
)
def test_the_claim(payouts: dict[str, int], verdict: str, differences: list[dict[str, Any]]) -> None:
    answer = judged("a10 b10", claim={"payouts": payouts})
    assert (answer["verdict"], answer["differences"]) == (verdict, differences)


def test_the_claim_counts_what_is_returned() -> None:
    answer = judged("a500 b10", claim={"payouts": {"a": 20}})
    assert answer["verdict"] == "upheld"
    answer = judged("a500 b5", claim={"payouts": {"a": 15}})
    assert answer["verdict"] == "upheld"


def test_no_claim_is_judged_of_an_illegal_or_unfinished_record() -> None:
    for actions, verdict in (("", "unfinished"), ("b check", "illegal")):
        answer = judged("a50 b50", actions, claim={"payouts": {"a": 99}})
        assert (answer["verdict"], answer["showdown"], answer["differences"]) == (verdict, None, [])


def test_the_timeline() -> None:
    answer = judged("a500 b80 c500", "a bet 50, b raise 70, c call, a call, a check, c bet 20, a fold")
    assert answer["timeline"] == [
        {
            "step": step,
            "round": here,
            "player": player,
            "action": action,
            "to": to,
            "put_in": put_in,
            "pot": pot,
            "legal": True,
        }
        for step, (here, player, action, to, put_in, pot) in enumerate(
            [
                (1, "a", "bet", 50, 50, 80),
                (1, "b", "raise", 70, 70, 150),
                (1, "c", "call", 70, 70, 220),
                (1, "a", "call", 70, 20, 240),
                (2, "a", "check", None, 0, 240),
                (2, "c", "bet", 20, 20, 260),
                (2, "a", "fold", None, 0, 260),
            ]
        )
    ]


def test_the_first_illegal_action_is_the_last_of_the_timeline() -> None:
    answer = judged("a500 b500", "a bet 10, b raise 15, a call, b check")
    assert len(answer["timeline"]) == 2
    last = answer["timeline"][-1]
    assert (last["step"], last["to"], last["put_in"], last["pot"], last["legal"]) == (1, 15, 0, 30, False)
    assert answer["contributed"] == {"a": 20, "b": 10}


# ---------------------------------------------------------------- records that cannot be judged


def with_tiles(body: Record, **tiles: int | None) -> Record:
    """The record with only so many tiles of some players' hands, None for no hand."""
    for player in body["players"]:
        if player["id"] in tiles:
            n = tiles[player["id"]]
            player["hand"] = None if n is None else player["hand"][:n]
    return body


@pytest.mark.parametrize(
    ("actions", "tiles", "expected"),
    [
        # b folds in the first of three rounds with two tiles, or in the second with three.
        ("a bet 5, b fold, c call", {"b": 2}, None),
        ("a bet 5, b fold, c call", {"b": 4}, None),
        ("a bet 5, b fold, c call", {"b": None}, None),
        ("a bet 5, b fold, c call", {"b": 3}, "wrong_count"),
        ("a check, b check, c bet 5, a call, b call, a check, b fold", {"b": 3}, None),
        ("a check, b check, c bet 5, a call, b call, a check, b fold", {"b": 2}, "wrong_count"),
        ("a bet 5, b fold, c call", {"b": 1}, "wrong_count"),
        ("a bet 5, b fold, c call", {"b": 0}, "wrong_count"),
        # Still in when the record ends: at least the tiles dealt by then.
        ("a bet 5, b fold, c call", {"c": 2}, "wrong_count"),
        ("a bet 5, b fold, c call", {"c": 3}, None),
        ("a bet 5, b fold, c call", {"c": None}, None),
        ("a bet 5, b call", {"c": 2}, None),
        # The winner without a contest, and who folded to him.
        ("a bet 5, b fold, c fold", {"a": 2, "b": 2, "c": 2}, None),
        ("a bet 5, b fold, c fold", {"a": 3}, "wrong_count"),
        # After an illegal action only what no player can hold is wrong.
        ("a check, b check, c check, b check", {"b": 2}, None),
        ("a check, b check, c check, b check", {"b": 1}, "wrong_count"),
    ],
)
def test_hands_shorter_than_four(actions: str, tiles: dict[str, int | None], expected: str | None) -> None:
    body = record("a500 b500 c500", actions, "5-50 5-50 5-50", ruleset="pagat-three-bets")
    body = with_tiles(body, **tiles)
    if expected is None:
        assert arbitrate(body)["verdict"] in ("unfinished", "illegal", "no_claim")
    else:
        player = "abc".index(next(iter(tiles)))
        assert faults_of(body) == [(f"/players/{player}/hand", expected)]


def test_pot7_a_hand_missing_in_a_contest() -> None:
    checks = "a check, b check, a check, b check"
    assert faults_of(with_tiles(record("a50 b50", checks), b=None)) == [("/players/1/hand", "missing_hand")]
    assert faults_of(with_tiles(record("a50 b50", checks), b=3)) == [("/players/1/hand", "wrong_count")]


def test_faults_that_need_no_replay() -> None:
    assert faults_of(record("a50 b50", dealer="z")) == [("/dealer", "unknown_id")]
    assert faults_of(record("a50 b50", "z check")) == [("/actions/0/player", "unknown_id")]
    assert faults_of(record("a50 b50", limits="10-100")) == [("/limits", "wrong_count")]
    assert faults_of(record("a50 b50", limits="", ruleset=ONE_ROUND)) == [("/limits", "wrong_count")]
    assert faults_of(record("a50 b50", claim={"payouts": {"z": 0}})) == [("/claim/payouts/z", "unknown_id")]
    assert faults_of(record(f"a{2**53 - 1} b1")) == [("/players", "out_of_range")]
    body = record("a50 b50", "a fold, b check")
    body["players"][1]["hand"] = [*HANDS["b"][:3], HANDS["a"][0]]
    assert faults_of(body) == [("/players/1/hand/3", "duplicate_tile")]


# ---------------------------------------------------------------- the random records


@settings(max_examples=60)
@given(legal_records())
def test_legal_records_are_legal_and_conserve_chips(body: Record) -> None:
    answer = arbitrate(body)
    assert fault(answer) is None
    assert all(entry["legal"] for entry in answer["timeline"])
    antes = sum(min(body["ante"], player["stack"]) for player in body["players"])
    total = sum(answer["contributed"].values())
    assert total == antes + sum(entry["put_in"] for entry in answer["timeline"])
    if answer["timeline"]:
        assert answer["timeline"][-1]["pot"] == total
    for player in body["players"]:
        assert 0 <= answer["contributed"][player["id"]] <= player["stack"]
    if answer["showdown"] is not None:
        assert total == sum(answer["payouts"].values()) + answer["showdown"]["rake"]


@settings(max_examples=30)
@given(legal_records(cut=True))
def test_records_cut_short_are_unfinished(body: Record) -> None:
    answer = arbitrate(body)
    assert answer["verdict"] == "unfinished"
    deal = Deal(body, rules_of(body["ruleset"]))
    for line in body["actions"]:
        deal.act(line["action"], line.get("to"))
    # Each action that it says is legal is, at both ends, and no amount beside them.
    for one in answer["legal"]:
        for to in {one.get("min"), one.get("max")}:
            assert deal.broken_rule(answer["to_act"], one["action"], to) is None
        if "min" in one:
            for to in (one["min"] - 1, one["max"] + 1):
                assert deal.broken_rule(answer["to_act"], one["action"], to) == "QQ-43"


@settings(max_examples=60)
@given(corruptions())
def test_no_line_before_the_corrupted_one_is_blamed(case: Corruption) -> None:
    try:
        answer = arbitrate(case.record)
    except RecordError:
        # A wrong tile, or a hand that no longer fits how far its owner got.
        return
    found = fault(answer)
    if case.step is None:
        assert found is None
    elif found is not None:
        assert found[0] >= case.step
