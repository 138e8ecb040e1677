"""A line that failed → whether nothing was changed: by it, and beside it."""

import pytest

from exeunt import Effects, Exited, decide, read
from exeunt.model.actions import Action

CURL = "curl -sSf http://127.0.0.1:1/"


@pytest.mark.parametrize(
    "line",
    [
        f"echo sent >> sent; {CURL}",
        f"mail -s hello ada < letter && {CURL}",
        f"touch a; {CURL}",
        f"{CURL} || {CURL}",
        f"for one in a b; do send $one; done; {CURL}",
        f"echo $(send) && {CURL}",
        "echo sent >> sent; exit 75",
        "echo sent >> sent; no-such-tool",
    ],
)
def test_what_ran_before_may_have_had_effects(line):
    """The table of one command is no word about the others of its line."""
    code = 75 if "exit 75" in line else 127 if "no-such" in line else 7
    for reading in (
        read(Exited(code), line=line),
        read(Exited(code), argv=["bash", "-c", line]),
        read(Exited(code), argv=["sudo", "sh", "-c", line]),
    ):
        assert Effects.UNKNOWN is reading.effects
        assert decide(reading).action is not Action.RETRY


@pytest.mark.parametrize(
    "line", [CURL, f"cd build && {CURL}", f"set -e; export A=1; echo go; {CURL}"]
)
def test_what_changes_the_shell_alone_is_no_effect(line):
    """A line of one command is that command."""
    reading = read(Exited(7), line=line)

    assert (Effects.NONE, Action.RETRY) == (reading.effects, decide(reading).action)


def test_a_program_that_was_started_and_ends_with_127_did_what_it_did():
    """Its own last command was not found; a shell's only one was never started."""
    assert Effects.UNKNOWN is read(Exited(127), argv=["./nightly"]).effects
    assert Effects.NONE is read(Exited(127), line="no-such-tool").effects
