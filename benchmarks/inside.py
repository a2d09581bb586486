"""What one call costs in process: a request, a new ruleset's table, a batch, an expected share."""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

import orjson
from flask import Flask

from benchmarks import bare
from benchmarks.timing import interleaved, report
from service.app import create_app
from service.core import cards
from service.core.tiles import NAMES
from service.games.piquet.exchange import exchanges as piquet_exchanges
from service.games.piquet.rules import HAND_SIZE, Parameters, Role
from service.games.qiuqiu.api.requests import HandsField
from service.games.qiuqiu.batch import columns
from service.games.qiuqiu.ranking import HANDS, hand_table
from service.games.qiuqiu.rules import Category, HandRules, StraightOrder, TieBreak
from service.settings import Settings

EVALUATE = "/v1/qiuqiu/evaluate"


def call(app: WSGIApplication, path: str, body: bytes, **more: str) -> Callable[[], None]:
    """One POST through WSGI, with ``more`` in its environment."""

    def start(status: str, headers: object, error: object = None) -> Callable[[bytes], None]:
        if status != "200 OK":
            raise RuntimeError(f"answered {status}")
        return lambda _: None

    def ask() -> None:
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_ACCEPT": "*/*",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            **more,
        }
        b"".join(app(environ, start))

    return ask


@contextmanager
def read_elsewhere() -> Iterator[None]:
    """Standard output goes into a pipe that another process empties, as a log does in production."""
    kept = os.dup(1)
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as reader:
        assert reader.stdin is not None
        sys.stdout.flush()
        os.dup2(reader.stdin.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(kept, 1)
            os.close(kept)


def watching() -> None:
    """One evaluate with and without the request log and the metrics, which lie in memory as they do live."""
    body = json.dumps({"ruleset": "pagat", "hand": ["6-6", "6-2", "5-2", "3-3"]}).encode()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        settings = {
            "evaluate, unwatched": Settings(),
            "with the request log": Settings(request_log=True),
            "with metrics": Settings(metrics_port=1),
            "with both": Settings(request_log=True, metrics_port=1),
        }
        candidates = {name: call(create_app(chosen), EVALUATE, body) for name, chosen in settings.items()}
        with read_elsewhere():
            for ask in candidates.values():
                ask()
            seconds = interleaved(candidates, 101, 100)
        del os.environ["PROMETHEUS_MULTIPROC_DIR"]
    report("What watching a request costs in process", seconds, "evaluate, unwatched")


def keeping() -> None:
    """One evaluate without the headers for browsers, with them, and with what an operator can turn on."""
    body = json.dumps({"ruleset": "pagat", "hand": ["6-6", "6-2", "5-2", "3-3"]}).encode()
    tokens = [f"{number:032d}" for number in range(100)]
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder, "few"), Path(folder, "many")
        few.write_text("\n".join(tokens[:2]))
        many.write_text("\n".join(tokens))
        shown = {"HTTP_AUTHORIZATION": f"Bearer {tokens[0]}"}
        page = {"HTTP_ORIGIN": "https://table.example"}
        base = "evaluate, without headers for browsers"
        # An app each, since one that is asked twice as often is faster.
        candidates = {
            # As Flask makes it, without what is wrapped around it.
            base: call(partial(Flask.wsgi_app, create_app()), EVALUATE, body),
            "with them, as by default": call(create_app(), EVALUATE, body),
            "and with CORS": call(
                create_app(Settings(cors_origins=("https://table.example",))), EVALUATE, body, **page
            ),
            "and with two tokens": call(create_app(Settings(tokens_file=few)), EVALUATE, body, **shown),
            "and with a hundred tokens": call(
                create_app(Settings(tokens_file=many)), EVALUATE, body, **shown
            ),
        }
        for ask in candidates.values():
            ask()
        report("What keeping out costs in process", interleaved(candidates, 101, 100), base)


def requests() -> None:
    """One evaluate beside the bare view."""
    app = create_app()
    hand = ["6-6", "6-2", "5-2", "3-3"]
    named = json.dumps({"ruleset": "pagat", "hand": hand}).encode()
    inline = json.dumps({"ruleset": {"extends": "pagat", "hui": True, "big_min": 38}, "hand": hand}).encode()
    candidates = {
        "bare Flask view": call(bare.app, EVALUATE, named),
        "evaluate, named ruleset": call(app, EVALUATE, named),
        "evaluate, inline ruleset seen before": call(app, EVALUATE, inline),
        "arrange, exact against one": call(app, "/v1/qiuqiu/arrange", named),
    }
    for ask in candidates.values():
        ask()
    report("One request in process", interleaved(candidates, 25, 100), "bare Flask view")


def tables() -> None:
    """A ruleset never seen before, of every shape in turn."""
    new = itertools.cycle(
        HandRules(tuple(ranking), big_min, small_max, order, hui, three, tie)
        for ranking in (tuple(Category), (Category.BIG, Category.STRAIGHT, Category.PAIRS))
        for big_min in (36, 39)
        for small_max in (9, 11)
        for order in StraightOrder
        for hui in (False, True)
        for three in (False, True)
        for tie in TieBreak
    )
    seconds = interleaved({"rank all 20,475 hands": lambda: hand_table(next(new))}, 96)
    report("A ruleset never seen before", seconds, "rank all 20,475 hands", 1e3, "ms")


def exchanges() -> None:
    """Every discard of a Piquet hand, by exact expectation, for random hands."""
    random_hands = random.Random(3)
    parameters = Parameters(10, True, 1, True)
    best_only = Parameters(10, True, 1, False)

    def hand() -> int:
        return cards.mask(random_hands.sample(range(cards.COUNT), HAND_SIZE))

    elder = "elder, 1,585 discards"
    candidates = {
        elder: lambda: piquet_exchanges(hand(), Role.ELDER, 8, parameters),
        "younger, 3,301 discards": lambda: piquet_exchanges(hand(), Role.YOUNGER, 7, parameters),
        "elder, the best of a class only": lambda: piquet_exchanges(hand(), Role.ELDER, 8, best_only),
    }
    report("Piquet exchanges", interleaved(candidates, 25), elder, 1e3, "ms")


def odds() -> None:
    """Whole requests: every deal against one opponent counted, and 200,000 deals against five sampled."""
    app = create_app()

    def ask(tiles: int, opponents: int, ruleset: str = "pagat") -> Callable[[], None]:
        hand = ["5-3", "4-0", "5-2", "1-1"][:tiles]
        body = json.dumps({"ruleset": ruleset, "hand": hand, "opponents": opponents}).encode()
        return call(app, "/v1/qiuqiu/odds", body)

    four = "4 tiles against one, 10,626 deals"
    candidates = {
        four: ask(4, 1),
        "3 tiles against one, 265,650 deals": ask(3, 1),
        "2 tiles against one, 3,453,450 deals": ask(2, 1),
        "2 tiles against one, halved pots": ask(2, 1, "pagat-split"),
        "4 tiles against five, 200,000 sampled": ask(4, 5),
        "2 tiles against five, 200,000 sampled": ask(2, 5),
    }
    report("QiuQiu odds", interleaved(candidates, 9), four, 1e3, "ms")


def batches() -> None:
    """Reading and ranking a batch beside the floor of any JSON service: parse it, write one number a hand."""
    table = hand_table(HandRules(tuple(Category), 39, 9, StraightOrder.PIPS, False, False, TieBreak.NONE))
    field = HandsField(1_000_000)
    for count in (100, 10_000, 100_000):
        hands = [[NAMES[tile] for tile in hand] for hand in random.Random(2).choices(HANDS.tolist(), k=count)]
        body = json.dumps({"ruleset": "pagat", "hands": hands}).encode()
        numbers = list(range(count))

        def floor(body: bytes = body, numbers: list[int] = numbers) -> None:
            orjson.loads(body)
            orjson.dumps(numbers)

        def ours(body: bytes = body) -> None:
            orjson.dumps(columns(table, field.deserialize(json.loads(body)["hands"])))

        repeat = max(1, 20_000 // count)
        seconds = interleaved(
            {"parse and write a number a hand": floor, "read, rank, write": ours}, 9, repeat
        )
        per_hand = {name: [figure / count for figure in figures] for name, figures in seconds.items()}
        report(f"A batch of {count:,}, for each hand", per_hand, "parse and write a number a hand", 1e9, "ns")
