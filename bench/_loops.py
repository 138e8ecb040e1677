"""Loops → seconds per call, measured by _worker.py in the throwaway environment."""

import json
import subprocess
from typing import Any

from _install import BENCH, Place
from _kinds import Case, Loop
from _processes import CaseFailed


def describe(case: Case, place: Place) -> dict[str, Any]:
    """Say a loop in the worker's terms."""
    assert isinstance(case.run, Loop)  # noqa: S101 - the caller sorted them
    lent = place.lent.get(case.run.needs, "")
    return {"name": case.name, "words": case.run.words, "lent": lent}


def command(place: Place, *words: str) -> list[str]:
    """The worker's command line."""
    return [str(place.bin / "python"), str(BENCH / "_worker.py"), *words]


def measure(cases: list[Case], place: Place, rounds: int) -> dict[str, dict[str, Any]]:
    """Run the loops of a group in one process; what was taken and what failed."""
    worker = subprocess.run(
        command(place, "time", str(rounds)),
        input=json.dumps([describe(case, place) for case in cases]),
        env=place.env,
        capture_output=True,
        text=True,
        check=False,
    )
    if worker.returncode:
        raise CaseFailed(worker.stderr.strip() or f"exit {worker.returncode}")
    result: dict[str, dict[str, Any]] = json.loads(worker.stdout)
    return result
