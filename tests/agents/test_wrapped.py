"""The text of a `-c` call → the person's own command in it, or nobody's."""

import pytest

from exeunt.agents.wrapped import unwrapped

COMMANDS = (
    "true",
    'echo it\'s "here" | cat',
    "cat <<'END'\na\nEND",
    'echo "\' < /dev/null && pwd -P >| x"',
    "echo 'exec '\\''sh'\\'' -c '",
    "\udcff\udcfe",
)


def claude(command):
    """What Claude Code 2.1 gives to bash."""
    word = command.replace("'", "'\"'\"'")
    return (
        "source /home/user/.claude/shell-snapshots/snapshot-bash-1.sh 2>/dev/null || "
        "true && shopt -u extglob 2>/dev/null || true && "
        f"eval '{word}' < /dev/null && pwd -P >| /tmp/claude-ede9-cwd"
    )


def gemini(command):
    """What Gemini CLI 0.61 gives to bash."""
    return (
        "shopt -u promptvars nullglob extglob nocaseglob dotglob; "
        "_bgpids_file=/tmp/gemini-shell-H5WHME/bgpids.tmp\n"
        "(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\n"
        f"{command}\n)\n__code=$?\nexit $__code"
    )


FORMS = {"claude": claude, "gemini": gemini}


@pytest.mark.parametrize("agent", FORMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_is_found_in_the_text_of_its_agent(agent, command):
    """What the agent has written around a command comes off, whatever the command."""
    found = unwrapped(FORMS[agent](command))

    assert found is not None
    assert (agent, command) == (found.agent, found.command)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "true",
        "pyenv rehash",
        'eval "$(direnv export bash)"',
        "source x && eval 'a'",
        gemini("true") + "\n",
        claude("true").replace("source", "  source"),
    ],
)
def test_a_text_of_no_agent_is_nobodys(text):
    """What stands in no row is not taken."""
    assert unwrapped(text) is None


def test_the_text_of_codex_is_known_by_who_runs_it():
    """Codex gives a command as it is: only its own shell's text is taken for one."""
    found = unwrapped("ls | cat", "codex")

    assert found is not None
    assert ("codex", "ls | cat") == (found.agent, found.command)
