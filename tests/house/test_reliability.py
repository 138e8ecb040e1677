"""bench/reliability.json → every cell, and the page that shows them.

Nothing is measured here: `make reliability` does that, this test reads what it left.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "bench" / "reliability.json"
OURS = ("exeunt", "exeunt-reap", "exeunt.run")


@pytest.fixture(scope="module")
def results():
    """What the last run of `make reliability` left."""
    return json.loads(RESULTS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def ours(results):
    """Our own cells, by case and runner."""
    return {
        (case, runner): cells[runner]
        for case, cells in results["cells"].items()
        for runner in OURS
    }


def test_the_page_shows_every_cell():
    """`python tools/reliability.py --page` would change nothing."""
    check = subprocess.run(
        [sys.executable, ROOT / "tools" / "reliability.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "", "") == (check.returncode, check.stdout, check.stderr)


def test_ours_always_came_back(ours):
    """No difficult command made exeunt hang."""
    assert [] == [where for where, cell in ours.items() if cell["seconds"] is None]


def test_ours_mentioned_whom_it_left(ours):
    """Whoever was alive afterwards is in the record."""
    assert [] == [w for w, cell in ours.items() if cell["survivors"] > cell["left"]]


def test_ours_reaped_what_could_be_killed(ours):
    """With --reap only a frozen process is left."""
    left = {case for (case, runner), cell in ours.items() if cell["survivors"]
            and runner == "exeunt-reap"}  # fmt: skip

    assert left <= {"cannot be killed (frozen)"}


def test_the_results_name_no_machine(results):
    """Neither a path nor a host's name is in what is published."""
    assert [] == re.findall(r"/(?:home|root|tmp|Users|work)/", json.dumps(results))
    assert re.fullmatch(r"[\d.]+", results["versions"]["Linux"])
