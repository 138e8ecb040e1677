"""Console blocks of the documentation → passed, or what differs."""

import os

import pytest

import console


@pytest.fixture
def check(tmp_path):
    """Check a block in a directory of its own."""

    def run(*lines):
        block = "".join(f"{line}\n" for line in lines)
        return console.check(block, env=dict(os.environ), directory=tmp_path)

    return run


def test_output_as_documented_passes(check):
    """Both streams of a command are compared, in the order they were written."""
    assert check("$ echo one; echo two >&2", "one", "two") is None


def test_other_output_is_shown(check):
    """What was documented and what was printed stand one above the other."""
    assert check("$ echo one", "two") == (
        "$ echo one\n--- documented\ntwo\n--- printed\none\n---"
    )


def test_undocumented_output_is_a_difference(check):
    """A command that is shown to print nothing must print nothing."""
    assert check("$ echo one", "$ true") is not None


def test_missing_output_is_a_difference(check):
    """A command that is shown to print something must print it."""
    assert check("$ true", "one") is not None


def test_a_command_sees_the_code_of_the_one_before(check):
    """`$ echo $?` shows how the previous command ended."""
    assert check("$ sh -c 'exit 7'", "$ echo $?", "7") is None


def test_commands_share_a_shell(check):
    """A variable or a directory of one command is there for the next."""
    assert check("$ x=1; cd /", "$ echo $x $PWD", "1 /") is None


def test_dots_stand_for_any_lines(check):
    """A line that is only dots matches many lines, or none."""
    assert check("$ seq 9", "1", "...", "9") is None
    assert check("$ seq 2", "1", "...", "2") is None
    assert check("$ seq 9", "...", "8") is not None


def test_a_command_may_go_on(check):
    """`> ` continues a command, as in a here-document."""
    assert check("$ cat <<EOF", "> one", "> EOF", "one") is None


def test_a_last_line_without_an_end_is_no_difference(check):
    """Output that does not end in a newline still ends before the next command."""
    assert check("$ printf one", "one", "$ echo two", "two") is None


def test_a_shell_that_was_left_runs_nothing_more(check):
    """`$ exit` ends the shell, and what is documented after it did not run."""
    assert "(did not run)" in check("$ exit 3", "$ echo one", "one")


def test_a_command_reads_no_input(check):
    """Standard input is empty, so that nothing waits for the reader."""
    assert check("$ cat", "$ echo done", "done") is None


def test_a_block_without_a_prompt_is_an_error():
    """Output without a command is a mistake of the author."""
    with pytest.raises(ValueError, match="begins with"):
        console.read("one\n")
