"""scenarios/ → exeunt does the right thing in each, and nothing dangerous in any."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def judged():
    """What tools/judge.py says, as data."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "judge.py", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    return {**json.loads(done.stdout), "code": done.returncode}


@pytest.mark.clause("E2", "S13")
def test_exeunt_is_right_in_every_scenario(judged):
    """Action, pause and words; and there are enough of them to mean something."""
    assert [] == judged["wrong"]
    assert judged["count"] == judged["scores"]["exeunt"]["right"] >= 60
    assert 0 == judged["code"]


def test_exeunt_repeats_nothing_that_may_have_been_done(judged):
    """The habits that repeat blindly do, so the count is no constant."""
    unsafe = {name: score["unsafe"] for name, score in judged["scores"].items()}

    assert 0 == unsafe["exeunt"]
    assert 0 < unsafe["what numbers commonly mean"] < unsafe["retry three times"]


def test_no_habit_is_right_as_often(judged):
    """Otherwise the scenarios would ask nothing."""
    right = [score["right"] for score in judged["scores"].values()]

    assert right[0] == max(right)
    assert 1 == right.count(right[0])
