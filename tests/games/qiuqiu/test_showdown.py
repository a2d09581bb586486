"""Comparison and pots, held against the oracle and against what must always be true."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from service.core.pots import MAX_CHIPS, Rake
from service.games.qiuqiu.shares import share_against
from service.games.qiuqiu.showdown import Seat, Showdown, decide, places, settle
from tests.games.qiuqiu import oracle, oracle_pots
from tests.games.qiuqiu.bridge import (
    entries,
    evaluated,
    hand_texts,
    inline,
    inline_changes,
    oracle_params,
)

Comparison = tuple[dict[str, Any], list[oracle.Entry]]
Case = tuple[dict[str, Any], dict[str, Any]]


@st.composite
def comparisons(draw: st.DrawFn) -> Comparison:
    changes = draw(inline_changes)
    return changes, draw(entries(oracle_params(inline(changes))))


@given(comparisons())
def test_qq30_qq31_winners_and_shares_as_the_oracle_says(
    case: Comparison,
) -> None:
    parameters = inline(case[0])
    hands = [evaluated(parameters, entry) for entry in case[1]]
    named = {str(index): entry for index, entry in enumerate(case[1])}
    expected = oracle.winners(named, oracle_params(parameters))
    decision = decide(parameters, hands)
    assert [str(index) for index in decision.winners] == expected.winners
    assert decision.decided_by == expected.decided_by
    assert {str(i): place for i, place in enumerate(places(hands))} == oracle.places(
        named, oracle_params(parameters)
    )
    assert (decision.split is None) == (expected.split is None)
    for index, hand in enumerate(hands):
        others = [other for other in hands if other is not hand]
        assert share_against(parameters, hand, others) == expected.shares[str(index)]


@given(comparisons(), st.randoms())
def test_compare_is_blind_to_the_order_of_hands_and_tiles(case: Comparison, random: Any) -> None:
    parameters = inline(case[0])
    mixed = list(enumerate(case[1]))
    random.shuffle(mixed)
    shuffled = [
        (
            seat,
            (
                tuple(random.sample(hand, 4)),
                stated and [random.sample(group, len(group)) for group in stated[::-1]],
            ),
        )
        for seat, (hand, stated) in mixed
    ]
    before = decide(parameters, [evaluated(parameters, entry) for entry in case[1]])
    after = decide(parameters, [evaluated(parameters, entry) for _, entry in shuffled])
    assert sorted(shuffled[index][0] for index in after.winners) == list(before.winners)
    assert after.decided_by == before.decided_by


@given(inline_changes, hand_texts, hand_texts, hand_texts)
def test_compare_is_antisymmetric_and_transitive(
    changes: dict[str, Any], a: oracle.Hand, b: oracle.Hand, c: oracle.Hand
) -> None:
    parameters = inline({**changes, "comparison": "high_first"})
    one, two, three = (evaluated(parameters, (hand, None)) for hand in (a, b, c))
    assert (one.rank < two.rank) == (decide(parameters, [one, two]).winners == (0,))
    assert decide(parameters, [one, two]).winners == tuple(
        sorted(1 - index for index in decide(parameters, [two, one]).winners)
    )
    if one.rank <= two.rank <= three.rank:
        assert 0 in decide(parameters, [one, three]).winners


@given(comparisons())
def test_qq14_a_declared_arrangement_never_beats_the_undeclared_hand_but_in_a_split(
    case: Comparison,
) -> None:
    parameters = inline({**case[0], "comparison": "high_first"})
    others = [evaluated(parameters, entry) for entry in case[1][1:]]
    hand, stated = case[1][0]
    undeclared, declared = (evaluated(parameters, (hand, how)) for how in (None, stated))
    assert undeclared.rank <= declared.rank
    assert share_against(parameters, undeclared, others) >= share_against(parameters, declared, others)


@st.composite
def showdowns(draw: st.DrawFn) -> Case:
    """A ruleset's changes and the body of a showdown with at least one live player and one chip."""
    changes, hands = draw(comparisons())
    largest = draw(st.sampled_from([3, 60, MAX_CHIPS // 6]))
    players = [
        {
            "id": f"p{seat}",
            "contributed": draw(st.integers(0, largest)),
            "folded": draw(st.booleans()),
            "hand": list(hand),
            "arrangement": stated,
        }
        for seat, (hand, stated) in enumerate(hands)
    ]
    assume(not all(player["folded"] for player in players))
    assume(any(player["contributed"] for player in players))
    rake = draw(
        st.none()
        | st.fixed_dictionaries(
            {"basis_points": st.integers(0, 10_000), "cap": st.none() | st.integers(0, largest)},
            optional={"no_contest_no_rake": st.booleans()},
        )
    )
    dealer = draw(st.sampled_from(players))["id"]
    return changes, {"players": players, "dealer": dealer, "rake": rake}


def settled(changes: dict[str, Any], body: dict[str, Any]) -> Showdown:
    parameters = inline(changes)
    seats = [
        Seat(
            player["id"],
            player["contributed"],
            player["folded"],
            evaluated(parameters, (tuple(player["hand"]), player["arrangement"])),
        )
        for player in body["players"]
    ]
    dealer = [seat.id for seat in seats].index(body["dealer"])
    return settle(parameters, seats, dealer, Rake(**body["rake"]) if body["rake"] else None)


@given(showdowns())
def test_pot1_to_pot6_every_chip_goes_where_the_oracle_says(
    case: Case,
) -> None:
    ours = settled(*case)
    expected = oracle_pots.showdown(case[1], oracle_params(inline(case[0])))
    ids = [seat.id for seat in ours.seats]
    assert ours.total == expected["total"]
    assert ours.rake == expected["rake"]
    assert {name: chips for name, chips in zip(ids, ours.returned, strict=True) if chips} == expected[
        "returned"
    ]
    assert list(ours.won) == [player["won"] for player in expected["players"]]
    assert [
        {
            "amount": pot.pot.amount,
            "rake": pot.rake,
            "eligible": [ids[seat] for seat in pot.pot.eligible],
            "winners": [ids[seat] for seat in pot.winners],
            "awards": [(ids[a.player], a.amount, a.part.value, a.odd_chips) for a in pot.awards],
        }
        for pot in ours.pots
    ] == [
        {
            **{name: pot[name] for name in ("amount", "rake", "eligible", "winners")},
            "awards": [tuple(award.values()) for award in pot["awards"]],
        }
        for pot in expected["pots"]
    ]


@given(showdowns())
def test_pot1_chips_are_conserved(case: Case) -> None:
    ours = settled(*case)
    assert ours.total == sum(ours.returned) + sum(ours.won) + ours.rake
    for pot in ours.pots:
        assert pot.pot.amount == pot.rake + sum(award.amount for award in pot.awards)


@given(showdowns(), st.data())
def test_pot3_folded_chips_never_change_who_wins(case: Case, data: st.DataObject) -> None:
    """The winner among the same eligible players is the same; folded money only makes pots larger."""
    changes, body = case
    folded = [player for player in body["players"] if player["folded"]]
    assume(folded)
    before = {pot.pot.eligible: pot.winners for pot in settled(changes, body).pots}
    more = data.draw(st.integers(1, 100))
    data.draw(st.sampled_from(folded))["contributed"] += more
    after = {pot.pot.eligible: pot.winners for pot in settled(changes, body).pots}
    for eligible in before.keys() & after.keys():
        assert before[eligible] == after[eligible]
