"""Piquet (rulebook section 3)."""
