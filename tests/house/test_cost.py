"""What adopting an app costs → within its budget, in instructions.

They are the same however busy the machine is. An interpreter that does nothing is the
measure, since each version of Python has its own; bench/ has the budget in numbers.
"""

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytestmark = [pytest.mark.checkout, pytest.mark.needs("valgrind")]

APPS = Path(__file__).parents[2] / "bench" / "adopted"
COUNTING = (
    "valgrind", "--tool=cachegrind", "--cache-sim=no",
    "--cachegrind-out-file=/dev/null",
)  # fmt: skip
# Of what `python -c pass` takes; a tenth above what is measured.
BUDGET = {"argparse": 0.60, "click": 0.57}


def instructions(*words):
    """Count what a call of this Python executes, once its bytecode is compiled."""
    line = [sys.executable, *map(str, words)]
    env = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "PYTHONHASHSEED": "0"}
    for argv in (line, [*COUNTING, *line]):
        done = subprocess.run(argv, env=env, capture_output=True, text=True, check=True)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)[1].replace(",", ""))


@pytest.mark.parametrize("name", BUDGET)
def test_adopting_an_app_costs_little_more_than_half_an_interpreter(name):
    """One envelope more than the app as it is, with all that has to be loaded."""
    app, lent = APPS / f"{name}_app.py", sysconfig.get_path("purelib")
    bare = instructions(app, lent, "bare", "explain", "11")
    adopted = instructions(app, lent, "adopted", "explain", "11", "--output", "json")
    nothing = instructions("-c", "pass")

    assert BUDGET[name] >= (adopted - bare) / nothing
