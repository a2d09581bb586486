"""The committed digest and census of each named ruleset's whole ordering.

A changed ruling is a new ruleset, never an edit, so an entry of census.json is written once.
``python -m tests.games.qiuqiu.census NAME`` prints the entry of a new one.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from service.core.rulesets import Ruleset
from service.games.qiuqiu.rules import Parameters
from tests.games.qiuqiu.bridge import catalogue, table

COMMITTED = Path(__file__).with_name("census.json")


def census(ruleset: Ruleset[Parameters]) -> dict[str, Any]:
    """The ruleset's digest, a digest over every hand's rank (little-endian uint16), and the counts."""
    hands = table(ruleset.parameters.hand_rules)
    counts = Counter(ruleset.parameters.ranking[place] for place in hands.category.tolist())
    return {
        "digest": ruleset.digest,
        "ordering": "sha256:" + hashlib.sha256(hands.order.ranks.astype("<u2").tobytes()).hexdigest(),
        "ranks": len(hands.order),
        "categories": {name.value: counts[name] for name in ruleset.parameters.ranking},
    }


if __name__ == "__main__":
    named = catalogue().named
    json.dump({name: census(named[name]) for name in sys.argv[1:] or named}, sys.stdout, indent=2)
