"""Recordings of what real agents start shells with → whose call it is, and of what.

data/shells.json is written by tools/record_shells.py.
"""

import json
from pathlib import Path

import pytest

from exeunt.agents.wrapped import unwrapped

DATA = Path(__file__).with_name("data") / "shells.json"
ROWS = json.loads(DATA.read_text(encoding="utf-8"))
CALLS = [row for row in ROWS if row["asked"] is not None]
OTHERS = [row for row in ROWS if row["asked"] is None]


def name(row):
    """The agent, the user's shell, and what it was asked for."""
    return f"{row['agent']}-{row['shell']}-{row['asked'] or row['argv'][-1][:20]}"


@pytest.mark.parametrize("row", CALLS, ids=name)
def test_the_command_is_found_in_every_call(row):
    """Whatever stands around it: the model's own words come out."""
    bare = row["argv"][-1] == row["asked"]
    found = unwrapped(row["argv"][-1], row["agent"] if bare else None)

    assert found is not None
    assert (row["agent"], row["asked"]) == (found.agent, found.command)


@pytest.mark.parametrize("row", OTHERS, ids=name)
def test_an_agent_s_own_shell_is_no_call(row):
    """Snapshots, probes and hooks: nobody is told how they end."""
    assert None is unwrapped(row["argv"][-1])


def test_every_agent_is_recorded_with_each_of_its_shells():
    """A recording that is cut short would prove little."""
    wanted = {("codex", "bash"), ("codex", "zsh"), ("gemini", "bash")}
    wanted |= {("claude", "bash"), ("claude", "zsh")}

    assert wanted == {(row["agent"], row["shell"]) for row in CALLS}
    assert 60 < len(CALLS)
