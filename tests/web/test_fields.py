"""The fields: exact types, every fault with its place, nothing coerced or dropped."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema, ValidationError, missing

from service.core.errors import Code, Fault, pointer
from service.core.tiles import NOTATION as TILES
from service.core.tiles import SPELLINGS
from service.web import schema
from service.web.fields import (
    LARGEST,
    Boolean,
    Chips,
    Column,
    Each,
    Identifier,
    Keyed,
    Many,
    Number,
    One,
    Text,
    Whole,
    Word,
)
from service.web.pieces import Groups, Piece, Pieces
from service.web.schema import Answer, Member, Request
from tests.web import fake
from tests.web.fake import Suit


class Inner(Request):
    """An object in a request."""

    id = Identifier(required=True)
    chips = Chips()
    folded = Boolean(load_default=False)


def refused(member: Member, raw: object) -> tuple[list[tuple[str, str]], Any]:
    """Pointers and codes of the faults, and what could be read."""
    with pytest.raises(ValidationError) as raised:
        member.deserialize(raw)
    found: list[Fault] = schema.faults_of(raised.value)
    return [(pointer(fault.path), fault.code) for fault in found], raised.value.valid_data


WRONG: list[object] = [True, 1, 1.0, 1.9, "1", [1], {"a": 1}, 10**20, -1]


@pytest.mark.parametrize(
    ("member", "good"),
    [
        (Whole(0, 9), [1]),
        (Chips(), [1]),
        (Boolean(), [True]),
        (Word(Suit), []),
        (Text(), ["1"]),
        (Identifier(), ["1"]),
        (Pieces(TILES, 1, 4), []),
        (Groups(Pieces(TILES, 1, 4), 1, 4), []),
        (Each(Whole(), 1, 4), [[1]]),
        (Keyed(Whole()), [{"a": 1}]),
        (One(Inner()), []),
        (Many(Inner()), []),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Member) else "",
)
def test_a_type_is_checked_exactly(member: Member, good: list[object]) -> None:
    taken = []
    for raw in WRONG:
        with suppress(ValidationError):
            assert member.deserialize(raw) == raw
            taken.append(raw)
    # True == 1 == 1.0, so by type too.
    assert list(map(repr, taken)) == list(map(repr, good))


@pytest.mark.parametrize(
    ("member", "raw", "code"),
    [
        (Whole(1, 5), 0, "out_of_range"),
        (Whole(1, 5), 6, "out_of_range"),
        (Chips(), LARGEST + 1, "out_of_range"),
        (Chips(), -1, "out_of_range"),
        (Chips(), 1.0, "invalid_type"),
        (Chips(), True, "invalid_type"),
        (Boolean(), 0, "invalid_type"),
        (Boolean(), "true", "invalid_type"),
        (Word(Suit), "green", "invalid_choice"),
        (Word(Suit), "RED", "invalid_choice"),
        (Word(Suit), 1, "invalid_type"),
        (Identifier(), "", "out_of_range"),
        (Identifier(), "x" * 65, "out_of_range"),
        (Piece(TILES), "7-1", "invalid_tile"),
        (Piece(TILES), 1, "invalid_type"),
    ],
)
def test_a_value_out_of_its_set_is_refused(member: Member, raw: object, code: str) -> None:
    assert refused(member, raw)[0] == [("", code)]


def test_limits_belong_to_the_range() -> None:
    assert [Whole(1, 5).deserialize(raw) for raw in (1, 5)] == [1, 5]
    assert Chips().deserialize(LARGEST) == LARGEST
    assert Identifier().deserialize("x" * 64) == "x" * 64
    assert Word(Suit).deserialize("red") is Suit.RED


@pytest.mark.parametrize("raw", [None, missing])
def test_null_is_as_if_missing(raw: object) -> None:
    assert refused(Chips(required=True), raw)[0] == [("", "required")]
    assert Chips().deserialize(raw) is None
    assert Boolean(load_default=False).deserialize(raw) is False


def test_members_are_told_in_the_order_of_the_schema() -> None:
    found, read = refused(One(Inner()), {"x": 1, "folded": 0, "chips": "1", "_schema": 2})
    assert found == [
        ("/id", "required"),
        ("/chips", "invalid_type"),
        ("/folded", "invalid_type"),
        ("/x", "unknown_field"),
        ("/_schema", "unknown_field"),
    ]
    assert read == {}


def test_what_could_be_read_is_kept() -> None:
    found, read = refused(Many(Inner()), [{"id": "a"}, 5, {"chips": 3}, None])
    assert found == [("/1", "invalid_type"), ("/2/id", "required"), ("/3", "invalid_type")]
    assert read == [{"id": "a", "chips": None, "folded": False}, {}, {"chips": 3, "folded": False}, {}]


def test_every_piece_is_told_and_indices_survive() -> None:
    found, read = refused(Pieces(TILES, 4, 4), ["6-6", "7-1", 52, "2-6", None])
    assert found == [
        ("", "wrong_count"),
        ("/1", "invalid_tile"),
        ("/2", "invalid_type"),
        ("/4", "invalid_type"),
    ]
    assert read == [27, None, None, 23, None]


def test_every_spelling_reads_as_its_tile() -> None:
    field = Pieces(TILES, 1, len(SPELLINGS))
    assert field.deserialize(list(SPELLINGS)) == tuple(SPELLINGS.values())


def test_a_wrong_number_of_pieces() -> None:
    assert refused(Pieces(TILES, 4, 4), ["6-6"])[0] == [("", "wrong_count")]
    assert refused(Pieces(TILES, 1, 3), [])[0] == [("", "wrong_count")]


def test_an_absurd_list_has_one_fault() -> None:
    assert refused(Pieces(TILES, 4, 4), ["x"] * 9) == ([("", "wrong_count")], None)
    assert len(refused(Pieces(TILES, 4, 4), ["x"] * 8)[0]) == 9


def test_groups_are_lists_of_lists() -> None:
    field = Groups(Pieces(TILES, 1, 3), 2, 2)
    assert field.deserialize([["6-6", "5-2"], ["6-2", "3-3"]]) == [(27, 17), (23, 9)]
    # A string of glyphs iterates like a list of pieces, and so does an object of them.
    found, read = refused(field, ["\U0001f031\U0001f031", {"6-6": 1}])
    assert found == [("/0", "invalid_type"), ("/1", "invalid_type")]
    assert read == [[None], [None]]
    found, read = refused(field, [["6-6", "x"], [], ["1-1"]])
    assert found == [("", "wrong_count"), ("/0/1", "invalid_tile"), ("/1", "wrong_count")]
    assert read == [[27, None], [None], (2,)]


def test_reading_stops_where_an_answer_ends() -> None:
    hands = Groups(Pieces(TILES, 4, 4), 1, 100_000)
    found, _ = refused(hands, [["x"] * 4] * 50_000)
    assert schema.MOST_FAULTS < len(found) < schema.MOST_FAULTS + 8
    found, _ = refused(One(Inner()), {str(name): 1 for name in range(50_000)})
    assert schema.MOST_FAULTS < len(found) < schema.MOST_FAULTS + 8
    found, _ = refused(Keyed(Whole()), {str(name): "x" for name in range(50_000)})
    assert schema.MOST_FAULTS < len(found) < schema.MOST_FAULTS + 8


def test_keyed_members_keep_their_names() -> None:
    field = Keyed(Whole(0, 9))
    assert field.deserialize({"ani": 1, "a/b": 2}) == {"ani": 1, "a/b": 2}
    assert refused(field, {"ani": 1, "a/~b": "x"})[0] == [("/a~1~0b", "invalid_type")]


def test_a_value_of_a_path_is_read_by_a_field() -> None:
    assert schema.attempt(Pieces(TILES, 2, 2, required=True), ["6-6", "0-0"]) == ((27, 0), [])
    read, faults = schema.attempt(Pieces(TILES, 2, 2, required=True), ["6-6", "x"])
    assert read == [27, None]
    assert [(pointer(fault.path), fault.code) for fault in faults] == [("/1", "invalid_tile")]


class Told(Answer):
    """An object of an answer."""

    name = Text(nullable=True)
    split = Whole(sparse=True)
    share = Number(0, 1)
    tiles = Pieces(TILES)
    groups = Groups(Pieces(TILES), nullable=True)
    returned = Keyed(Chips())
    rank = Column(Whole())


def test_an_answer_tells_null_and_leaves_out_what_is_sparse() -> None:
    values: dict[str, Any] = {
        "name": None,
        "share": 0.25,
        "tiles": (27, 0),
        "groups": [(1,), (2, 3)],
        "returned": {"ani": 1},
        "rank": [1, None],
    }
    written = Told().dump(values)
    assert list(written) == ["name", "share", "tiles", "groups", "returned", "rank"]
    assert written == {**values, "tiles": ["6-6", "0-0"], "groups": [["1-0"], ["1-1", "2-0"]]}
    assert Told().dump({**values, "split": 1, "groups": None})["split"] == 1


def test_an_answer_that_lacks_a_member_is_a_bug_and_not_a_gap() -> None:
    with pytest.raises(KeyError):
        Told().dump({"name": "x"})


def ordered(found: Sequence[Fault], reader: Schema, document: object) -> list[str]:
    return [pointer(fault.path) for fault in schema.in_order(found, reader, document)]


def test_faults_are_put_in_the_order_of_the_contract() -> None:
    document = {"claims": {"b": 1, "a": 1}, "players": [{}, {}], "ruleset": {"zzz": 1, "limit": 1}}
    paths: list[tuple[str | int, ...]] = [
        ("more",),
        ("claims", "a"),
        ("claims", "b"),
        ("players", 1, "id"),
        ("players", 0, "more"),
        ("players", 0, "hand", 1),
        ("players", 0, "hand"),
        ("players", 0, "id"),
        ("rake", "cap"),
        ("groups", 1, 0),
        ("groups", 0, 2),
        ("hand", 3),
        ("hand", 2),
        ("ruleset", "zzz"),
        ("ruleset", "deal", 1, "bet"),
        ("ruleset", "deal", 0, "tiles"),
        ("ruleset", "limit"),
        ("ruleset", "extends"),
        ("ruleset",),
    ]
    found = [Fault(Code.REQUIRED, "required", path) for path in paths]
    assert ordered(found, fake.EchoRequest(), document) == [
        "/ruleset",
        "/ruleset/extends",
        "/ruleset/limit",
        "/ruleset/deal/0/tiles",
        "/ruleset/deal/1/bet",
        "/ruleset/zzz",
        "/hand/2",
        "/hand/3",
        "/groups/0/2",
        "/groups/1/0",
        "/rake/cap",
        "/players/0/id",
        "/players/0/hand",
        "/players/0/hand/1",
        "/players/0/more",
        "/players/1/id",
        "/claims/b",
        "/claims/a",
        "/more",
    ]


def test_all_faults_of_a_body_come_at_once_and_in_order(client: FlaskClient) -> None:
    body = {
        "more": 1,
        "players": [{"id": "a", "chips": 1.0, "hand": ["6-2", "1-1"]}, 3, {"id": "", "chips": 2**60, "x": 1}],
        "groups": [1, ["x"]],
        "rake": {"suit": "green"},
        "claims": {"b": 10, "a": "1"},
        "hand": ["6-6", "6-2", "5-2", "2-6"],
        "ruleset": {"limit": True, "huh": 1},
    }
    assert fake.faults(fake.post(client, body)) == [
        ("/ruleset/extends", "required"),
        ("/ruleset/limit", "invalid_type"),
        ("/ruleset/huh", "unknown_field"),
        ("/hand/3", "duplicate_tile"),
        ("/groups/0", "invalid_type"),
        ("/groups/1/0", "invalid_tile"),
        ("/rake/cap", "required"),
        ("/rake/suit", "invalid_choice"),
        ("/players/0/chips", "invalid_type"),
        ("/players/0/hand/0", "duplicate_tile"),
        ("/players/1", "invalid_type"),
        ("/players/2/id", "out_of_range"),
        ("/players/2/chips", "out_of_range"),
        ("/players/2/x", "unknown_field"),
        ("/claims/b", "out_of_range"),
        ("/claims/a", "invalid_type"),
        ("/more", "unknown_field"),
    ]


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        (None, ("/ruleset", "required")),
        (5, ("/ruleset", "invalid_type")),
        ("nope", ("/ruleset", "unknown_ruleset")),
        ({}, ("/ruleset/extends", "required")),
        ({"extends": "nope"}, ("/ruleset/extends", "unknown_ruleset")),
        ({"extends": "plain", "limit": 10}, ("/ruleset/limit", "out_of_range")),
        ({"extends": "plain", "open": 1}, ("/ruleset/open", "invalid_type")),
        ({"extends": "plain", "trump": "x"}, ("/ruleset/trump", "invalid_choice")),
        ({"extends": "plain", "ranking": ["red"]}, ("/ruleset/ranking", "invalid_ruleset")),
        ({"extends": "plain", "deal": [{"tiles": 1}]}, ("/ruleset/deal/0/bet", "required")),
        ({"extends": "plain", "deal": [{"tiles": 1, "bet": True}]}, ("/ruleset/deal", "invalid_ruleset")),
    ],
)
def test_faults_of_a_ruleset_are_told_at_their_place(
    client: FlaskClient, ruleset: object, expected: tuple[str, str]
) -> None:
    assert fake.faults(fake.post(client, {**fake.BODY, "ruleset": ruleset})) == [expected]


def test_an_inline_ruleset_has_no_name(client: FlaskClient) -> None:
    answer = fake.post(client, {**fake.BODY, "ruleset": {"extends": "plain", "limit": 3, "open": None}})
    ruleset = answer.get_json()["ruleset"]
    assert ruleset["name"] is None
    assert ruleset["digest"].startswith("sha256:")
