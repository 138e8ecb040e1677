"""Shell lines with known outcomes, run live → the verdicts that the corpus expects."""

import os
import sys
import sysconfig
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
KNOWN = ROOT / "scenarios" / "lines" / "known.toml"
# Beside a bare wheel there is no corpus; what is marked `checkout` is only collected.
CORPUS = tomllib.loads(KNOWN.read_text("utf-8")) if KNOWN.exists() else {"case": []}
GROUPS = sorted({case["group"] for case in CORPUS["case"]})
PATH = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])


@pytest.mark.clause("K28")
@pytest.mark.parametrize("group", GROUPS)
def test_what_failed_is_never_read_as_done(group):
    """K28: of the lines whose tools are here, each has the verdict that is known."""
    sys.path.append(str(ROOT / "tools"))
    judge = import_module("judge_lines")
    cases = [case for case in CORPUS["case"] if case["group"] == group]
    told = [(case, judge.judged(case, PATH)) for case in cases]

    assert [] == [
        (case["id"], case["truth"], found["exeunt"], found["meaning"])
        for case, found in told
        if found is not None and not judge.is_right(case["truth"], found["exeunt"])
    ]
