"""The generated client against a running service: ``python use.py http://127.0.0.1:8000``.

One call each of what a game and an arbiter need. mypy reads this file in its strict mode, so it also proves
what the generated types say; `assert_type` holds the finer points of it.
"""

from __future__ import annotations

import sys
from typing import Literal, TypeVar, assert_type

from hand_ranking_client import AuthenticatedClient
from hand_ranking_client.api.piquet import piquet_compare
from hand_ranking_client.api.qiuqiu import (
    qiuqiu_arbitrate,
    qiuqiu_compare,
    qiuqiu_evaluate,
    qiuqiu_showdown,
)
from hand_ranking_client.models import (
    PiquetCompareRequest,
    ProblemAnswer,
    QiuqiuActionRequest,
    QiuqiuArbitrateRequest,
    QiuqiuArrangementAnswer,
    QiuqiuClaimRequest,
    QiuqiuClaimRequestPayouts,
    QiuqiuCompareRequest,
    QiuqiuEvaluateRequest,
    QiuqiuLimitRequest,
    QiuqiuNamedHand,
    QiuqiuPlayerRequest,
    QiuqiuRakeRequest,
    QiuqiuRulesetExtension,
    QiuqiuShowdownRequest,
    QiuqiuSplitAnswer,
    QiuqiuStackRequest,
)
from hand_ranking_client.types import Unset

ANI = ["6-6", "6-2", "5-2", "3-3"]
BUDI = ["5-5", "6-4", "4-4", "6-5"]

T = TypeVar("T")


def good(answer: T | ProblemAnswer | None) -> T:
    """The answer, where there is one and it is no problem."""
    assert answer is not None, "a status that the specification does not name"
    if isinstance(answer, ProblemAnswer):
        raise AssertionError(f"{answer.status} {answer.code}: {answer.detail}")
    return answer


def evaluate(client: AuthenticatedClient) -> None:
    body = QiuqiuEvaluateRequest(ruleset="pagat", hand=ANI)
    told = good(qiuqiu_evaluate.sync(client=client, body=body))
    # Nullable, not optional: the member is always there.
    assert_type(told.arrangement, QiuqiuArrangementAnswer | None)
    assert_type(told.ruleset.name, str | None)
    assert told.category == "pairs"
    assert told.arrangement is not None
    assert (told.arrangement.high.value, told.arrangement.low.value, told.rank) == (9, 4, 18)
    assert told.arrangement.high.tiles[0] == "6-6"
    # Optional, not nullable: hui tiles that count other than their pips, and there is no hui here.
    assert isinstance(told.arrangement.high.counts, Unset)


def refuse(client: AuthenticatedClient) -> None:
    body = QiuqiuEvaluateRequest(QiuqiuRulesetExtension(extends="pagat", hui=True), ["6-6", "6-6", "7-1"])
    problem = qiuqiu_evaluate.sync(client=client, body=body)
    assert isinstance(problem, ProblemAnswer)
    assert problem.code == "invalid"
    assert not isinstance(problem.errors, Unset)
    assert [(fault.pointer, fault.code) for fault in problem.errors] == [
        ("/hand", "wrong_count"),
        ("/hand/1", "duplicate_tile"),
        ("/hand/2", "invalid_tile"),
    ]


def compare(client: AuthenticatedClient) -> None:
    body = QiuqiuCompareRequest("pagat", [QiuqiuNamedHand("ani", ANI), QiuqiuNamedHand("budi", BUDI)])
    told = good(qiuqiu_compare.sync(client=client, body=body))
    assert_type(told.split, QiuqiuSplitAnswer | Unset)
    assert told.winners == [told.places[0].id] == ["budi"]
    assert told.decided_by == "category"


def showdown(client: AuthenticatedClient) -> None:
    players = [
        QiuqiuPlayerRequest("ani", 120, ANI),
        QiuqiuPlayerRequest("budi", 100, BUDI),
        QiuqiuPlayerRequest("citra", 30, folded=True),
    ]
    body = QiuqiuShowdownRequest("pagat", "ani", players, QiuqiuRakeRequest(basis_points=500, cap=5))
    told = good(qiuqiu_showdown.sync(client=client, body=body))
    returned = sum(player.returned for player in told.players)
    won = sum(player.won for player in told.players)
    assert told.total == 250 == returned + won + told.rake
    assert told.returned["ani"] == 20
    assert_type(told.pots[0].awards[0].part, Literal["whole", "high", "low"])


def arbitrate(client: AuthenticatedClient) -> None:
    body = QiuqiuArbitrateRequest(
        ruleset="pagat-one-bet",
        dealer="ani",
        ante=10,
        limits=[QiuqiuLimitRequest(min_=10, max_=100)],
        players=[QiuqiuStackRequest("ani", 200, ANI), QiuqiuStackRequest("budi", 200, BUDI)],
        actions=[QiuqiuActionRequest("ani", "bet", 50), QiuqiuActionRequest("budi", "call")],
        claim=QiuqiuClaimRequest(QiuqiuClaimRequestPayouts.from_dict({"ani": 120})),
    )
    told = good(qiuqiu_arbitrate.sync(client=client, body=body))
    assert told.verdict == "overturned"
    assert_type(told.signature, str | None)
    due = {found.id: (found.claimed, found.due) for found in told.differences}
    assert due == {"ani": (120, 0), "budi": (0, 120)}
    assert told.record.claim is not None
    assert told.record.claim.payouts["budi"] == 0


def piquet(client: AuthenticatedClient) -> None:
    elder = ["As", "Ks", "Qs", "Js", "Ts", "Ah", "Kh", "Ad", "Kd", "Ac", "9c", "8c"]
    younger = ["Qh", "Jh", "Th", "9h", "Qd", "Jd", "Td", "9d", "Kc", "Qc", "Jc", "Tc"]
    told = good(piquet_compare.sync(client=client, body=PiquetCompareRequest("classic", elder, younger)))
    assert told.classes.point.answer == "good"
    assert told.classes.point.winner == "elder"
    assert told.leader == "elder"
    assert told.events[0].player == "elder"


def main(base: str) -> None:
    # Whoever asks for no token, the service or a proxy before it, does not look at this one.
    with AuthenticatedClient(base_url=base, token="none") as client:
        for call in (evaluate, refuse, compare, showdown, arbitrate, piquet):
            call(client)
            print(f"{call.__name__}: as it should be")


if __name__ == "__main__":
    main(sys.argv[1])
