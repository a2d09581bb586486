"""The pure kernel: pieces, faults, rulesets, rank tables and pots. It knows no game and no web."""
