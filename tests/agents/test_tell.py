"""The facts of an end → nothing, or one line of at most 40 tokens."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt.agents.end import End
from exeunt.agents.tell import line_of
from exeunt.atlas import tools

MOST = 40  # tokens: of four bytes each, or a word each where that is more


def told(text, code, *statuses, agent="codex", failed=()):
    """What a model is told of an end."""
    return line_of(
        End(text, code, statuses=statuses or (code,), agent=agent, failed=failed)
    )


@pytest.mark.parametrize(
    ("text", "code", "statuses", "line"),
    [
        (
            "curl http://127.0.0.1:1",
            7,
            (7,),
            (
                "exeunt: curl 7: the host could not be connected to; "
                "wait, then retry (nothing was changed)"
            ),
        ),
        (
            "pytest -q 2>&1 | tail -5",
            0,
            (1, 0),
            "exeunt: pytest ended with 1 behind tail: some tests failed",
        ),
        (
            "cd build && make | tee log",
            0,
            (2, 0),
            (
                "exeunt: make ended with 2 behind tee: a recipe failed, there is no "
                "such rule, or an option is wrong; earlier recipes were run"
            ),
        ),
        (
            "nosuch | head",
            0,
            (127, 0),
            (
                "exeunt: nosuch ended with 127 behind head: command not found: not "
                "installed, or not on PATH; install it, or correct its name"
            ),
        ),
        (
            "sleep 100",
            137,
            (137,),
            (
                "exeunt: code 137: SIGKILL ended it, perhaps for want of memory; "
                "look at the state before you repeat it"
            ),
        ),
        (
            "gh pr list",
            4,
            (4,),
            (
                "exeunt: gh 4: authentication is required: there is no token; "
                "get credentials first; as it is it fails again"
            ),
        ),
        (
            "timeout 5 make",
            124,
            (124,),
            (
                "exeunt: timeout 124: the command ran out of time and was sent a "
                "signal; look at the state before you repeat it"
            ),
        ),
    ],
)
def test_what_an_agent_does_not_show_is_told(text, code, statuses, line):
    """What it means by its table, what is next, and whether it may be repeated."""
    assert line == told(text, code, *statuses)


@pytest.mark.parametrize(
    ("text", "code", "statuses"),
    [
        ("true", 0, (0,)),
        ("grep zzz file", 1, (1,)),
        ("grep -q zzz file", 1, (1,)),
        ("diff a b", 1, (1,)),
        ("test -f x", 1, (1,)),
        ("ls /nope", 2, (2,)),
        ("cat /nope", 1, (1,)),
        ("nosuch", 127, (127,)),
        ("pytest", 1, (1,)),
        ("ruff check", 1, (1,)),
        ("./run.sh", 3, (3,)),
        ("yes | head -1", 0, (141, 0)),
        ("cat file | grep -q x", 1, (0, 1)),
        ("grep -v x file | wc -l", 0, (1, 0)),
        ("a | b || c | d", 0, (1, 0)),  # either of them may have been the last
        ("case x in x) a | b;; esac", 0, (1, 0)),  # nobody can take it apart
    ],
)
def test_what_an_agent_shows_is_not_said_again(text, code, statuses):
    """Successes, answers, and failures whose own words say all; and what is unknown."""
    assert told(text, code, *statuses) is None


@pytest.mark.parametrize("tool", ["pgrep", "git grep"])
def test_an_answer_that_looks_like_a_failure_is_called_one(tool):
    """The 1 of few tools is known to be a "no"."""
    assert str(told(f"{tool} zzz", 1)).endswith("; an answer, and no error")


@pytest.mark.parametrize("text", ["grep -q x file", "test -e x", "[ -e x ]"])
def test_a_no_that_claude_shows_as_a_success_is_told(text):
    """Claude Code shows neither the code nor an error; these print nothing either."""
    assert str(told(text, 1, agent="claude")).startswith("exeunt: ")
    assert told("grep x file", 1, agent="claude") is None


def test_a_failure_that_claude_shows_as_a_no_is_told():
    """Where a line ends with grep, its 1 is shown as no match, whosesoever it is."""
    line = told("cd /nope && grep x file", 1, agent="claude")

    assert str(line).startswith("exeunt: code 1: either cd: ")


def test_what_goes_nowhere_is_told():
    """Words of the command itself say nothing where nobody reads them."""
    assert told("ls /nope", 2) is None
    assert str(told("ls /nope 2>/dev/null", 2)).startswith("exeunt: ls 2: ")
    assert told("awk '2>1' /nope", 2) is None


def test_a_failure_on_the_way_is_told():
    """A list goes on after a failure, and its code says nothing of it."""
    line = told("make; echo done", 0, failed=((2, "'make'"),))

    assert str(line).startswith("exeunt: make ended with 2 and the line went on: ")
    assert told("grep x f; echo done", 0, failed=((1, "'grep x f'"),)) is None


def tokens(line):
    """How many tokens a line has, by the rule of docs/reference/doors.md."""
    return max(-(-len(line.encode()) // 4), len(line.split()))


def holds(line):
    """Whether a line is one line, short, plain and ours."""
    assert line.startswith("exeunt: ")
    assert set(line) <= set(string.printable[:-5])
    assert tokens(line) <= MOST


CODES = (*range(1, 9), 23, 69, 75, 77, 100, 124, 126, 127, 128, 130, 137, 255)


def test_no_line_is_too_long():
    """Every tool of the atlas, by the codes that tools end with."""
    for tool in tools():
        for code in CODES:
            line = told(f"{tool} 2>/dev/null", code)
            assert line is None or holds(line) is None
            line = told(f"{tool} | cat", 0, code, 0)
            assert line is None or holds(line) is None


words = st.text(max_size=40) | st.sampled_from(["|", ";", "&&", ">", "curl", "pytest"])


@given(
    st.lists(words, max_size=6),
    st.integers(0, 255),
    st.lists(st.integers(0, 255), max_size=4),
    st.lists(st.tuples(st.integers(1, 255), st.text(max_size=20)), max_size=3),
    st.sampled_from(["claude", "codex", "gemini"]),
)
def test_whatever_the_line_is_what_is_told_is_plain(parts, code, statuses, bad, agent):
    """No escape sequence, end of line or novel of a command gets through."""
    end = End(
        " ".join(parts), code, statuses=tuple(statuses), failed=tuple(bad), agent=agent
    )
    line = line_of(end)

    assert line is None or holds(line) is None


@pytest.mark.parametrize(
    "name",
    ["AKIAIOSFODNN7EXAMPLE", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "\x1b[31mx",
     "a\nb", "PASSWORD=hunter22"],
)  # fmt: skip
def test_a_name_that_may_be_a_secret_is_not_said(name):
    """What stands in a command line may be anything: names alone are said."""
    line = str(told(f"'{name}' | cat", 0, 127, 0))

    assert line.startswith("exeunt: a command ended with 127 behind cat")
    assert "hunter22" not in str(told(f"curl -u me:hunter22 {name}", 7))
