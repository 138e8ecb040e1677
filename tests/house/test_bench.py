"""bench/results.json → every promised row, and the page that shows them.

Nothing is timed here: `make bench` measures, this test reads what it left behind.
"""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench"
TIMED = {"n", "min_us", "p50_us", "ratio"}
COLUMNS = {
    "process": TIMED,
    "loop": TIMED,
    "trial": TIMED | {"p99_us"},
    "memory": {"n", "most_mb", "p50_mb", "ratio"},
    "count": {"count"},
}


@pytest.fixture(scope="module")
def results():
    """What the last run of `make bench` left."""
    return json.loads((BENCH / "results.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def cases():
    """The list of what is measured."""
    spec = importlib.util.spec_from_file_location("_cases", BENCH / "_cases.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCH)  # for its inputs
        spec.loader.exec_module(module)
    return module.CASES


def test_page_results_and_cases_agree():
    """The page shows the last results, and they are of the cases in the list."""
    check = subprocess.run(
        [sys.executable, BENCH / "run.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert "page, results and cases agree\n" == check.stdout
    assert 0 == check.returncode


def test_every_case_has_its_row_or_a_reason(results, cases):
    """No promised row is missing; what was left out says why."""
    there = [
        (group, r["name"]) for group, rows in results["groups"].items() for r in rows
    ]
    left_out = [(r["group"], r["name"]) for r in results["left_out"] if r["why"]]

    assert [] == sorted({(c.group, c.name) for c in cases} ^ {*there, *left_out})


def test_every_row_has_its_numbers(results):
    """A row has all the columns of its kind."""
    rows = [row for rows in results["groups"].values() for row in rows]

    assert [] == [row["name"] for row in rows if not COLUMNS[row["kind"]] <= row.keys()]


def test_every_limit_has_its_verdict(results, cases):
    """Each limit of the list was judged: met or missed."""
    rows = {(g, r["name"]): r for g, rows in results["groups"].items() for r in rows}
    limited = [rows.get((c.group, c.name), {}) for c in cases if c.limit]

    assert [] == [row for row in limited if row.get("verdict") not in {"met", "missed"}]


def test_the_results_name_no_machine(results):
    """Neither a path nor a host's name is in what is published."""
    text = json.dumps(results)

    assert [] == re.findall(r"/(?:home|root|tmp|Users|work)/", text)
