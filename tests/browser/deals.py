"""Deals that the browser's tests lay out."""

from __future__ import annotations

from typing import Any

SHOWDOWN: dict[str, Any] = {
    "ruleset": "pagat",
    "dealer": "budi",
    "rake": {"basis_points": 500, "cap": 12},
    "players": [
        {"id": "ani", "contributed": 35, "hand": ["2-0", "4-1", "4-4", "6-5"]},
        {"id": "budi", "contributed": 80, "hand": ["2-2", "3-0", "4-0", "5-0"]},
        {"id": "citra", "contributed": 100, "folded": True},
        {"id": "dewi", "contributed": 300, "hand": ["0-0", "4-3", "6-1", "6-6"]},
    ],
}

NAMES = ("ani", "budi", "citra", "dewi", "eka", "fajar")

# Six hands of different tiles, all-ins of six sizes: as many pots and reasons as a table can have.
LARGE: dict[str, Any] = {
    "ruleset": "pagat-three-bets",
    "dealer": "ani",
    "ante": 10,
    "limits": [{"min": 10, "max": 1000}] * 3,
    "rake": {"basis_points": 250, "cap": 100},
    "players": [
        {"id": name, "stack": 100 * (seat + 1), "hand": hand}
        for seat, (name, hand) in enumerate(
            zip(
                NAMES,
                (
                    ["6-6", "6-2", "5-2", "3-3"],
                    ["2-2", "3-0", "4-0", "5-0"],
                    ["0-0", "4-3", "6-1", "6-5"],
                    ["2-0", "4-1", "4-4", "5-5"],
                    ["1-1", "5-3", "5-4", "6-4"],
                    ["2-1", "3-1", "3-2", "6-3"],
                ),
                strict=True,
            )
        )
    ],
    "actions": [
        {"player": "ani", "action": "bet", "to": 40},
        {"player": "budi", "action": "call"},
        {"player": "citra", "action": "raise", "to": 80},
        {"player": "dewi", "action": "call"},
        {"player": "eka", "action": "call"},
        {"player": "fajar", "action": "call"},
        {"player": "ani", "action": "call"},
        {"player": "budi", "action": "call"},
        {"player": "ani", "action": "bet", "to": 10},
        {"player": "budi", "action": "raise", "to": 110},
        {"player": "citra", "action": "call"},
        {"player": "dewi", "action": "call"},
        {"player": "eka", "action": "call"},
        {"player": "fajar", "action": "call"},
        {"player": "citra", "action": "bet", "to": 100},
        {"player": "dewi", "action": "raise", "to": 200},
        {"player": "eka", "action": "raise", "to": 300},
        {"player": "fajar", "action": "raise", "to": 400},
    ],
    "claim": {"payouts": {"fajar": 2100}},
}

# A hand with everything against one with little: elder declares 34 and makes a repique.
ELDER = ["As", "Ks", "Qs", "Js", "Ts", "Ah", "Ad", "Ac", "9h", "8d", "8c", "7c"]
YOUNGER = ["Kh", "Qh", "Jh", "Kd", "Qd", "Td", "Kc", "Qc", "Jc", "9s", "8s", "7s"]
