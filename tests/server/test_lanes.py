"""Which threads a request gets."""

from __future__ import annotations

from service.server.lanes import KNOWN, LONG, Lanes

ODDS = b"POST /v1/qiuqiu/odds HTTP/1.1\r\nHost: h\r\n\r\n"
EVALUATE = b"POST /v1/qiuqiu/evaluate?lang=fa HTTP/1.1\r\nHost: h\r\n\r\n"
GET = b"GET /v1/qiuqiu/rulesets/pagat/hands/6-6,6-2,5-2,3-3 HTTP/1.1\r\nHost: h\r\n\r\n"


def test_an_address_that_took_long_gets_the_long_lane_until_it_is_short_again() -> None:
    lanes = Lanes(4)
    short, long = lanes.both
    assert lanes.of(ODDS) is short
    lanes.learn(ODDS, 5 * LONG)
    assert lanes.of(ODDS) is long
    assert lanes.of(ODDS.replace(b" HTTP", b"?lang=fa HTTP")) is long
    assert lanes.of(EVALUATE) is short
    for _ in range(40):
        lanes.learn(ODDS, 0.0)
    assert lanes.of(ODDS) is short


def test_what_is_short_and_what_has_a_hand_in_its_path_is_not_remembered() -> None:
    lanes = Lanes(4)
    for _ in range(10):
        lanes.learn(EVALUATE, LONG / 2)
        lanes.learn(GET, 0.0)
    assert {lanes.of(EVALUATE), lanes.of(GET)} == {lanes.both[0]}


def test_who_makes_up_addresses_is_forgotten() -> None:
    lanes = Lanes(4)
    for number in range(2 * KNOWN):
        lanes.learn(b"POST /%d HTTP/1.1\r\n" % number, 1.0)
    assert lanes.of(b"POST /%d HTTP/1.1\r\n" % (KNOWN - 1)) is lanes.both[1]
    assert lanes.of(b"POST /%d HTTP/1.1\r\n" % KNOWN) is lanes.both[0]


def test_a_lane_is_stuck_only_while_it_has_something_to_do() -> None:
    lane = Lanes(2).both[0]
    lane.enter(10.0)
    assert lane.stuck(70.0) == 60.0
    lane.leave(70.0)
    assert lane.stuck(500.0) == 0.0
