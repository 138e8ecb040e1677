"""One real agent behind the light door, its model a script: what the model was told.

The small part of `make test-agents` (tools/play_agents.py, which has all agents, both
doors and every script). The agent is fetched by npm once, into .agents-cache.
"""

import sys
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.checkout,
    pytest.mark.timeout(900),  # the first time npm fetches a hundred megabytes
    pytest.mark.needs("npm", "node", "unshare", "curl", "git"),
]

ROOT = Path(__file__).parents[2]
AGENT = "gemini"  # the smallest of them
NAMES = ("success", "here-document", "no match", "refused", "missing tool", "forbidden")


@pytest.fixture(scope="module")
def session():
    """The scripts, played without a door and behind the light one."""
    sys.path.append(str(ROOT / "tools"))
    installed = import_module("real_agents.installed")
    runs = import_module("real_agents.runs")
    try:
        installed.install(AGENT)
    except installed.Unreachable as error:
        # Nothing is wrong with exeunt, and nothing was shown to be right.
        pytest.skip(f"no agent was played: {error}")
    return runs.run(AGENT, "bash", ["light"], NAMES), runs


def test_what_is_added_is_a_line_and_nothing_else_is_changed(session):
    """Outputs, codes, rules, the hook and the servers: as without a door."""
    played, runs = session

    assert list(NAMES) == [script.name for script in played.scripts]
    assert [] == runs.faulty(played)


@pytest.mark.parametrize("name", ["refused", "missing tool"])
def test_a_failure_is_told(session, name):
    """One line of ours ends what the model sees; without the door there is none."""
    played, _ = session
    (without,), (behind,) = played.told[name]["none"], played.told[name]["light"]

    assert "exeunt: " not in without.whole
    assert behind.text.splitlines()[-1].startswith("exeunt: ")
