"""What `make test-agents` left → the page that shows it; and its judge can say no."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
SEEN = ROOT / "tools" / "real_agents" / "seen.json"
FEWEST = 14  # scripts that each agent plays


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

    def make(hidden=False, told=()):
        return kind("name", "about", [{}], hidden, list(told), "", {})

    return make


def test_the_page_shows_what_was_seen():
    """`python tools/play_agents.py --page` would change nothing."""
    check = subprocess.run(
        [sys.executable, ROOT / "tools" / "play_agents.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "") == (check.returncode, check.stderr)


def test_every_agent_played_every_door():
    """At least fourteen scripts with each agent; the same ones behind each door."""
    seen = json.loads(SEEN.read_text(encoding="utf-8"))["seen"]
    played = {
        agent: {row["script"] for row in seen if row["agent"] == agent}
        for agent in ("codex", "gemini", "claude")
    }

    assert all(len(names) >= FEWEST for names in played.values())
    assert {("none", "light", "keep")} == {tuple(row["doors"]) for row in seen}
    assert {"bash", "zsh"} == {row["shell"] for row in seen}


def test_what_was_kept_has_at_most_one_line_of_ours(compare):
    """And none longer than it may be."""
    seen = json.loads(SEEN.read_text(encoding="utf-8"))["seen"]
    lines = [
        compare.parted(step["whole"])[1]
        for row in seen
        for door, steps in row["doors"].items()
        for step in steps
        if door != "none"
    ]

    assert 1 == max(map(len, lines))
    assert compare.MOST >= max(compare.tokens(line[0]) for line in lines if line)


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


def test_a_door_that_does_nothing_is_found(compare, told, script):
    """Where a line has to be there, its absence is a fault."""
    silent = [told(*FAILURE)]

    assert compare.faults(script(told=["light"]), "codex light", silent, silent)
    assert [] == compare.faults(script(told=["light"]), "codex none", silent, silent)
