"""How long ago, a date or a day's name → the moment that is meant."""

from __future__ import annotations

from time import time

from .argv import duration, refuse

DAY = 86_400


def moment(name: str, text: str) -> float:
    """Read since when: a span of time before now, a date, or a day's name (UTC)."""
    today = int(time()) // DAY * DAY
    days = {"today": today, "yesterday": today - DAY}
    if text in days:
        return days[text]
    if "-" not in text and text[:1].isdigit():
        return time() - duration(name, text)
    from datetime import UTC, datetime  # 2 ms, for a date

    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        refuse(
            f"{name} {text} is no time",
            "write 24h, 7d, yesterday, 2026-01-31 or 2026-01-31T22:00",
        )
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
