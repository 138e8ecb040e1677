"""Samples → rows: least, median, ratio to the baseline, and whether the limit holds."""

import math
from collections.abc import Callable
from statistics import median
from typing import Any

from _kinds import Case, Count, Limit, Process, Trial

Row = dict[str, Any]


def row_of(case: Case, samples: list[float], base: list[float] | None) -> Row:
    """Sum a case up: seconds, or the megabytes of a peak."""
    if getattr(case.run, "shows", "") == "peak":
        row = memory_row(case, samples, base)
    else:
        row = timed_row(case, samples, base)
    if case.limit is None or (case.baseline and base is None):
        return row  # nothing is promised, or there is nothing to compare with
    return row | judge(case.limit, row)


def timed_row(case: Case, samples: list[float], base: list[float] | None) -> Row:
    """Sum a timed case up. The least comes first, which load spares."""
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
    if isinstance(case.run, Trial):
        ninety_ninth = sorted(samples)[math.ceil(len(samples) * 0.99) - 1]
        row |= {"kind": "trial", "p99_us": round(ninety_ninth * 1e6, 3)}
    if volume := getattr(case.run, "volume", 0):
        row["volume"] = volume
    if base is not None:
        row["ratio"] = round(least / min(base), 3)
        row["ratio_p50"] = round(half / median(base), 3)
        row["over_us"] = round((least - min(base)) * 1e6, 3)
        row["over_p50_us"] = round((half - median(base)) * 1e6, 3)
    return row


def memory_row(case: Case, samples: list[float], base: list[float] | None) -> Row:
    """Sum the peaks of processes up. The most is what a promise is about."""
    return {
        "name": case.name,
        "kind": "memory",
        "n": len(samples),
        "most_mb": round(max(samples), 1),
        "p50_mb": round(median(samples), 1),
        "baseline": case.baseline or None,
        "ratio": round(max(samples) / max(base), 3) if base else 1.0,
    }


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
    "median ms over": (
        "median at most {} ms over the baseline's",
        lambda r, v: r["over_p50_us"] <= v * 1e3,
    ),
    "times": ("at most {} times the baseline", lambda r, v: r["ratio"] <= v),
    "times median": (
        "median at most {} times the baseline's",
        lambda r, v: r["ratio_p50"] <= v,
    ),
    "faster": (
        "faster than the baseline",
        lambda r, _: r["ratio"] < 1,
    ),
    "times as fast": (
        "at least {} times as fast as the baseline",
        lambda r, v: r["ratio"] * v <= 1,
    ),
    "s": ("at most {} s", lambda r, v: r["min_us"] <= v * 1e6),
    "ms": ("at most {} ms", lambda r, v: r["min_us"] <= v * 1e3),
    "median ms": ("median at most {} ms", lambda r, v: r["p50_us"] <= v * 1e3),
    "p99 ms": ("99 of 100 at most {} ms", lambda r, v: r["p99_us"] <= v * 1e3),
    "MB": ("never more than {} MB", lambda r, v: r["most_mb"] <= v),
    "per second": ("at least {} a second", lambda r, v: 1e6 / r["min_us"] >= v),
    "million over": (
        "at most {} million instructions over the baseline",
        lambda r, v: r.get("over_instructions", 0) <= v * 1e6,
    ),
    "at most": ("at most {}", lambda r, v: r["count"] <= v),
}
