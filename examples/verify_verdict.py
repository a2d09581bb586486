"""An arbiter checks a signed verdict offline: ``python verify_verdict.py verdict.json jwks.json``.

It needs ``pip install 'pyjwt[crypto]>=2.10' rfc8785``, the answer to an arbitration as it was saved, and a
copy of the service's ``/.well-known/jwks.json`` that was fetched when it could be trusted. It exits with 1
unless the file says what the service signed and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import jwt
import rfc8785


class ForgedError(Exception):
    """The verdict is not one of the service's, or not as it was signed; the text tells why."""


def open_verdict(saved: dict[str, Any], keys: jwt.PyJWKSet) -> dict[str, Any]:
    """The verdict as it was signed; raises ForgedError."""
    signature = str(saved.get("signature"))
    try:
        header = jwt.get_unverified_header(signature)
        key = keys[str(header.get("kid"))]
        # The algorithm is named here and not read from the signature: nobody else may choose it.
        payload = jwt.PyJWS().decode(signature, key, algorithms=["EdDSA"])
    except (jwt.PyJWTError, KeyError) as error:
        raise ForgedError(f"none of the keys made the signature: {error}") from error
    # A key may sign other things too: the type tells a verdict from them.
    if header.get("typ") != "hand-ranking-verdict+jws":
        raise ForgedError("what was signed is no verdict")
    # The last character of a signature has four spare bits, so that sixteen texts pass; one was written.
    last = signature.rpartition(".")[2]
    if base64.urlsafe_b64encode(base64.urlsafe_b64decode(last + "==")).rstrip(b"=").decode() != last:
        raise ForgedError("the signature is spelt in another way than the service does")
    # Only the payload is signed. What the file says beside it must be the same, since people read that.
    verdict: dict[str, Any] = json.loads(payload)
    if {name: value for name, value in saved.items() if name != "signature"} != verdict:
        raise ForgedError("the file says other than what was signed")
    digest = "sha256:" + hashlib.sha256(rfc8785.dumps(verdict["record"])).hexdigest()
    if digest != verdict["record_digest"]:
        raise ForgedError("the record is not the one that was judged")
    return verdict


def tell(verdict: dict[str, Any]) -> list[str]:
    """What the verdict says, line by line."""
    lines = [f"{verdict['verdict']}, by {verdict['engine']} under {verdict['ruleset']['digest']}"]
    lines += [f"{finding['code']}: {finding['text']}" for finding in verdict["findings"]]
    showdown = verdict["showdown"]
    if showdown is None:
        return [*lines, "nothing is due: the deal did not end, or not by the rules"]
    if "pots" in showdown:  # QiuQiu: chips
        due = {player["id"]: player["returned"] + player["won"] for player in showdown["players"]}
        return [*lines, *(f"{name} is due {chips}" for name, chips in due.items())]
    lines += [f"{name} has {points} points" for name, points in showdown["totals"].items()]
    return [*lines, *(f"{name} is due {chips}" for name, chips in (showdown["payouts"] or {}).items())]


def main(verdict: Path, keys: Path) -> int:
    """Tells what a genuine verdict says, or why it is none."""
    try:
        saved = json.loads(verdict.read_bytes())
        if not isinstance(saved, dict):
            raise ForgedError("the file is no verdict")
        opened = open_verdict(saved, jwt.PyJWKSet.from_json(keys.read_text(encoding="utf-8")))
    except (ForgedError, ValueError, jwt.PyJWTError) as error:
        print(f"NOT GENUINE: {error}", file=sys.stderr)
        return 1
    print("genuine", *tell(opened), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
