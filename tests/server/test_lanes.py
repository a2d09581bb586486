"""Where a request is answered."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from service.server.lanes import KNOWN, LONG, SHORT, SMALL, Lane, Lanes

ODDS = b"POST /v1/qiuqiu/odds HTTP/1.1\r\nHost: h\r\n\r\n"
EVALUATE = b"POST /v1/qiuqiu/evaluate?lang=fa HTTP/1.1\r\nHost: h\r\n\r\n"
GET = b"GET /v1/qiuqiu/rulesets/pagat/hands/6-6,6-2,5-2,3-3 HTTP/1.1\r\nHost: h\r\n\r\n"
ROUTES = ("/v1/qiuqiu/odds", "/v1/qiuqiu/evaluate", "/v1/qiuqiu/rulesets/<name>/hands/<hand>")


def lanes_of(*seconds: tuple[bytes, float]) -> tuple[Lanes, Lane, Lane]:
    """Lanes that have seen enough requests, each with what it took, and both of them."""
    lanes = Lanes(ThreadPoolExecutor(4), 4, ROUTES)
    for head, took in seconds:
        for _ in range(KNOWN):
            lanes.learn(head, took)
    return lanes, *lanes.both


def test_what_is_not_known_yet_gets_a_thread() -> None:
    lanes, short, _ = lanes_of()
    assert {lanes.of(head, 100) for head in (ODDS, EVALUATE, GET)} == {short}
    for _ in range(KNOWN - 1):
        lanes.learn(EVALUATE, SHORT / 10)
    assert lanes.of(EVALUATE, 100) is short


def test_what_is_short_is_answered_in_the_loop_unless_it_is_large() -> None:
    lanes, short, _ = lanes_of((EVALUATE, SHORT / 10), (GET, SHORT / 10))
    assert lanes.of(EVALUATE, SMALL) is None
    assert lanes.of(EVALUATE, SMALL + 1) is short
    assert lanes.of(GET, 100) is None
    assert lanes.of(GET.replace(b"6-6,", b"6-5,"), 100) is None
    assert lanes.of(GET.replace(b" HTTP", b".svg HTTP"), 100) is short


def test_an_address_that_takes_long_gets_the_long_lane_until_it_is_short_again() -> None:
    lanes, _, long = lanes_of((ODDS, 5 * LONG), (EVALUATE, SHORT / 10))
    assert lanes.of(ODDS, 100) is long
    assert lanes.of(ODDS.replace(b" HTTP", b"?lang=fa HTTP"), 100) is long
    assert lanes.of(EVALUATE, 100) is None
    for _ in range(60):
        lanes.learn(ODDS, 0.0)
    assert lanes.of(ODDS, 100) is None


def test_one_long_request_leaves_the_loop_to_the_others() -> None:
    lanes, short, _ = lanes_of((EVALUATE, SHORT / 10))
    lanes.learn(EVALUATE, 10 * SHORT)
    assert lanes.of(EVALUATE, 100) is short


def test_who_makes_up_addresses_gets_a_thread_and_is_not_remembered() -> None:
    lanes, short, _ = lanes_of(*((b"POST /%d HTTP/1.1\r\n" % number, 0.0) for number in range(100)))
    assert {lanes.of(b"POST /%d HTTP/1.1\r\n" % number, 100) for number in range(100)} == {short}
    assert lanes.of(b"", 0) is short


def test_a_lane_is_stuck_only_while_it_has_something_to_do() -> None:
    _, lane, _ = lanes_of()
    lane.enter(10.0)
    assert lane.stuck(70.0) == 60.0
    lane.leave(70.0)
    assert lane.stuck(500.0) == 0.0


def test_a_lane_tells_how_long_the_next_one_waits() -> None:
    _, lane, _ = lanes_of()
    assert lane.wait(0.0) == 0
    now = 0.0
    for _ in range(60):
        lane.enter(now)
        lane.enter(now)
        lane.leave(now := now + 0.1)
        lane.leave(now := now + 0.1)
        # A time in which there is nothing to do is nobody's pace.
        now += 60
    for _ in range(5):
        lane.enter(now)
    assert 0.49 < lane.wait(now) < 0.51


def test_where_a_thread_is_free_nobody_waits_and_where_none_ends_everybody_does() -> None:
    _, lane, _ = lanes_of()
    for _ in range(3):
        lane.enter(10.0)
    assert lane.wait(17.0) == 0
    lane.enter(10.0)
    assert lane.wait(17.0) == 7
