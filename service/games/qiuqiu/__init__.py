"""QiuQiu, Indonesian domino poker (rulebook sections 1 and 2)."""
