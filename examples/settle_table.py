"""A game backend settles a table: ``python settle_table.py http://127.0.0.1:8000 table.json``.

It needs ``pip install requests``. The table's end state goes in, the service says who gets which chips, and
the backend moves them in its own ledger: the service keeps no state and holds no money.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

# Seconds to connect, and to wait for the answer. Without a timeout a backend can wait forever.
TIMEOUT = (3, 10)

# A showdown is a pure function of its request, so it may be sent again after any failure. 503 comes while
# the service starts or stops, or from the proxy before it; its Retry-After is obeyed up to ten seconds, and
# without one the waits grow.
AGAIN = Retry(
    total=4,
    backoff_factor=0.5,
    retry_after_max=10,
    status_forcelist=[502, 503, 504],
    allowed_methods=["POST"],
    raise_on_status=False,
)


class SettlementError(Exception):
    """The table is not settled and no chip has moved; the text tells why."""


def session() -> requests.Session:
    """Keeps its connections open from one hand to the next, and tries again."""
    made = requests.Session()
    for scheme in ("http://", "https://"):
        made.mount(scheme, HTTPAdapter(max_retries=AGAIN))
    return made


def showdown(http: requests.Session, base: str, table: dict[str, Any]) -> dict[str, Any]:
    """What the service says of a table; raises SettlementError."""
    body = {"ruleset": table["ruleset"], "dealer": table["dealer"], "players": table["seats"]}
    try:
        answer = http.post(
            base + "/v1/qiuqiu/showdown", json={**body, "rake": table.get("rake")}, timeout=TIMEOUT
        )
    except requests.RequestException as error:
        raise SettlementError(f"the service cannot be reached, try again later: {error}") from error
    if answer.ok:
        settled: dict[str, Any] = answer.json()
        return settled
    # Whoever looks for the cause finds the request in the service's log by this id.
    request = f"(request {answer.headers.get('X-Request-ID', 'unknown')})"
    if answer.headers.get("Content-Type") != "application/problem+json":
        raise SettlementError(f"{answer.status_code} from a proxy {request}")
    problem = answer.json()
    if problem["code"] != "invalid":
        raise SettlementError(f"{problem['status']} {problem['detail']} {request}")
    # 422: the table itself is wrong, and will be tomorrow. Every fault is told, at its place in the body.
    faults = [f"{fault['pointer']}: {fault['detail']} ({fault['code']})" for fault in problem["errors"]]
    raise SettlementError("\n".join([f"the table is faulty {request}", *faults]))


def settle(ledger: dict[str, int], settled: dict[str, Any]) -> dict[str, int]:
    """The ledger after the showdown; raises SettlementError where a chip would come or go.

    The answer is checked before anything moves: money should trust nobody, this service included.
    """
    players = settled["players"]
    paid = {player["id"]: player["returned"] + player["won"] for player in players}
    if not settled["total"] == sum(paid.values()) + settled["rake"] == ledger["pot"]:
        raise SettlementError(f"{ledger['pot']} chips are in the pot, and {settled['total']} were settled")
    after = {**ledger, "pot": 0, "house": ledger["house"] + settled["rake"]}
    for name, chips in paid.items():
        after[name] += chips
    if sum(after.values()) != sum(ledger.values()):
        raise SettlementError("chips would come or go")
    return after


def main(base: str, file: Path) -> int:
    """Prints the ledger after the showdown, or why there is none."""
    table = json.loads(file.read_text(encoding="utf-8"))
    try:
        settled = showdown(session(), base, table)
        after = settle(table["ledger"], settled)
    except SettlementError as error:
        print(error, file=sys.stderr)
        return 1
    # Keep the digest with the hand: it names the rules for good, whatever a name may come to mean.
    print(json.dumps({"ruleset": settled["ruleset"]["digest"], "ledger": after}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
