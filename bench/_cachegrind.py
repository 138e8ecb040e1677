"""Cases → instructions executed: the same to 0.1 % however busy the machine is."""

import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from _install import Place
from _kinds import Case, Loop, Process
from _loops import command, describe
from _processes import CaseFailed, fill

VALGRIND = (
    "valgrind", "--tool=cachegrind", "--cache-sim=no",
    "--cachegrind-out-file=/dev/null",
)  # fmt: skip


def count_all(cases: list[Case], place: Place) -> dict[str, int]:
    """Count every case, a processor each; other load changes nothing here."""
    if shutil.which("valgrind") is None:
        return {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = pool.map(lambda case: count(case, place), cases)
        return dict(zip((case.name for case in cases), counts, strict=True))


def countable(case: Case) -> bool:
    """Tell whether one process, alone and without waiting, is what a case measures."""
    if isinstance(case.run, Process):
        return not case.run.forks
    return isinstance(case.run, Loop) and case.run.calls is not None


def count(case: Case, place: Place) -> int:
    """Instructions of a process, or of one call of a loop."""
    if isinstance(case.run, Process):
        return instructions(fill(case, place), place)
    assert isinstance(case.run, Loop)  # noqa: S101 - a count is not measured
    few, many = case.run.calls or (0, 1)
    loop = json.dumps(describe(case, place))
    less = instructions(command(place, "repeat", str(few)), place, loop)
    more = instructions(command(place, "repeat", str(many)), place, loop)
    return (more - less) // (many - few)


def instructions(argv: list[str], place: Place, stdin: str = "") -> int:
    """Run a program under cachegrind and return what it counted."""
    run = subprocess.run(
        [*VALGRIND, *argv],
        env=place.env,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    counted = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
    if run.returncode or counted is None:
        raise CaseFailed(f"under valgrind: {argv[-3:]}: {run.stderr[-500:]}")
    return int(counted[1].replace(",", ""))
