"""What a real agent's model was told → what `make test-agents` finds wrong in it."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def compare():
    """tools/real_agents/compare.py."""
    sys.path.append(str(ROOT / "tools"))
    return import_module("real_agents.compare")


@pytest.fixture(scope="module")
def told():
    """Make what a model was told of a call."""
    sys.path.append(str(ROOT / "tools"))
    kind = import_module("real_agents.shown").Told
    return lambda text, code, error=None: kind(text, code, error, text)


@pytest.fixture(scope="module")
def script():
    """Make a script of one step."""
    sys.path.append(str(ROOT / "tools"))
    kind = import_module("real_agents.scripts").Script
    return lambda hidden=False: kind("name", "about", [{}], hidden, "", {})


SUCCESS, FAILURE = ("one\n", 0), ("no\n", 7)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (SUCCESS, ("one\nexeunt: well done\n", 0)),
        (SUCCESS, ("one", 0)),
        (SUCCESS, ("one\n", 1)),
        (FAILURE, ("no\n", 0)),
        (FAILURE, ("No\nexeunt: failed\n", 7)),
        (FAILURE, ("exeunt: failed\nno\n", 7)),
        (FAILURE, ("no\nexeunt: failed\nexeunt: again\n", 7)),
        (FAILURE, ("no\nexeunt: " + "failed " * 40, 7)),
    ],
)
def test_the_judge_says_no(compare, told, script, was, now):
    """Each kind of change that a door must not make is a fault."""
    assert compare.faults(script(), "light", [told(*was)], [told(*now)])


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (SUCCESS, SUCCESS),
        (FAILURE, ("no\nexeunt: failed\n", 7)),
        (("no end", 7), ("no end\nexeunt: failed\n", 7)),
        (SUCCESS, ("one\nexeunt: one failed\n", 0)),
    ],
)
def test_the_judge_says_yes(compare, told, script, was, now):
    """What a door may do is none: a hidden failure may be told after a 0."""
    hidden = was != now
    assert [] == compare.faults(script(hidden), "light", [told(*was)], [told(*now)])
