"""A limit as a person writes it → its number; None for what is none."""

from __future__ import annotations

UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FAR = 19  # digits: more than any size, count or number has


def seconds_in(text: str) -> float | None:
    """Read a time: 30, 1.5, 250ms, 5m, 2h or 30d."""
    digits = text.rstrip(LETTERS)
    unit = text[len(digits) :] or "s"
    try:
        return float(text) if unit not in UNITS else float(digits) * UNITS[unit]
    except ValueError:
        return None


def whole_in(text: str) -> int | None:
    """Read a whole number of things, in digits."""
    plain = text.isascii() and text.isdigit() and len(text) <= FAR
    return int(text) if plain else None
