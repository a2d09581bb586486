"""What the tests need to ask the service and the oracle the same thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from hypothesis import strategies as st

from service.core.rulesets import Catalogue, load
from service.core.tiles import NAMES, SPELLINGS
from service.games.qiuqiu.arrangement import Arrangement, Hand, declared_arrangement
from service.games.qiuqiu.evaluation import Evaluation, evaluate
from service.games.qiuqiu.ranking import HandTable, hand_table
from service.games.qiuqiu.rules import Category, HandRules, Parameters
from service.games.qiuqiu.sentences import RULES
from tests.games.qiuqiu import oracle

RULESETS = files("service.games.qiuqiu") / "rulesets"


def catalogue() -> Catalogue[Parameters]:
    return load(Parameters, RULES, RULESETS)


@cache
def table(rules: HandRules) -> HandTable:
    return hand_table(rules)


def tiles(texts: Sequence[str]) -> Hand:
    return tuple(SPELLINGS[text] for text in texts)


def texts(hand: Sequence[int]) -> oracle.Hand:
    return tuple(NAMES[tile] for tile in hand)


def inline(changes: Mapping[str, Any]) -> Parameters:
    return catalogue().read({"extends": "pagat", **changes}).parameters


def oracle_params(parameters: Parameters) -> oracle.Params:
    names = oracle.Params.__dataclass_fields__
    return oracle.Params(**{name: getattr(parameters, name) for name in names})


def evaluated(parameters: Parameters, entry: oracle.Entry) -> Evaluation:
    hand, stated = tiles(entry[0]), entry[1]
    return evaluate(table(parameters.hand_rules), hand, declaration(parameters, hand, stated))


def declaration(parameters: Parameters, hand: Hand, stated: oracle.Declaration | None) -> Arrangement | None:
    if stated is None:
        return None
    groups = [tiles(group) for group in stated]
    return declared_arrangement(hand, groups, parameters.hui, parameters.three_doubles)


hand_texts = st.permutations(oracle.tiles()).map(lambda order: tuple(order[:4]))

rankings = st.lists(
    st.sampled_from([name for name in Category if name is not Category.PAIRS]), unique=True
).map(lambda names: [*names, "pairs"])

inline_changes = st.fixed_dictionaries(
    {},
    optional={
        "ranking": rankings,
        "big_min": st.integers(30, 49),
        "small_max": st.integers(0, 16),
        "straight_order": st.sampled_from(["pips", "double_then_pips"]),
        "hui": st.booleans(),
        "three_doubles": st.booleans(),
        "tie_break": st.sampled_from(["none", "highest_double", "highest_tile"]),
        "comparison": st.sampled_from(["high_first", "split"]),
    },
)


@st.composite
def entries(
    draw: st.DrawFn, params: oracle.Params, smallest: int = 2, largest: int = 6
) -> list[oracle.Entry]:
    """Hands of one deal, each as it is or with one of its arrangements declared."""
    order = draw(st.permutations(oracle.tiles()))
    found: list[oracle.Entry] = []
    for seat in range(draw(st.integers(2, 6))):
        hand = tuple(order[4 * seat : 4 * seat + 4])
        ways: list[oracle.Declaration | None] = [None, *oracle.splits(hand, params)]
        found.append((hand, draw(st.sampled_from(ways))))
    return found
