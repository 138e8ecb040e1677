"""Samples → rows: least, median, ratio to the baseline, and whether the limit holds."""

from collections.abc import Callable
from statistics import median
from typing import Any

from _cases import Case, Count, Limit, Process

Row = dict[str, Any]


def row_of(case: Case, samples: list[float], base: list[float] | None) -> Row:
    """Sum a timed case up. The limit is judged by the least, which load spares."""
    least, half = min(samples), median(samples)
    row: Row = {
        "name": case.name,
        "kind": "process" if isinstance(case.run, Process) else "loop",
        "n": len(samples),
        "min_us": round(least * 1e6, 3),
        "p50_us": round(half * 1e6, 3),
        "baseline": case.baseline or None,
        "ratio": 1.0,
        "ratio_p50": 1.0,
    }
    if base is not None:
        row["ratio"] = round(least / min(base), 3)
        row["ratio_p50"] = round(half / median(base), 3)
        row["over_us"] = round((least - min(base)) * 1e6, 3)
    if case.limit is not None:
        row |= judge(case.limit, row)
    return row


def counted_row(case: Case, number: int) -> Row:
    """Sum a counted case up."""
    assert isinstance(case.run, Count)  # noqa: S101 - the caller sorted them
    row: Row = {"name": case.name, "kind": "count", "n": 1, "count": number}
    return row | (judge(case.limit, row) if case.limit else {})


def judge(limit: Limit, row: Row) -> Row:
    """Say what was promised, and whether it is so."""
    words, holds = JUDGES[limit.what]
    met = holds(row, limit.value)
    return {
        "limit": words.format(f"{limit.value:,}"),
        "verdict": "met" if met else "missed",
    }


Holds = Callable[[Row, float], bool]
JUDGES: dict[str, tuple[str, Holds]] = {
    "ms over": (
        "at most {} ms over the baseline",
        lambda r, v: r["over_us"] <= v * 1e3,
    ),
    "times": ("at most {} times the baseline", lambda r, v: r["ratio"] <= v),
    "per second": ("at least {} a second", lambda r, v: 1e6 / r["min_us"] >= v),
    "million over": (
        "at most {} million instructions over the baseline",
        lambda r, v: r.get("over_instructions", 0) <= v * 1e6,
    ),
    "at most": ("at most {}", lambda r, v: r["count"] <= v),
}
