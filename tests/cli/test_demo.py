"""exeunt demo → a tour that shows what it says."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command_line import MODULE, at_terminal, data, environment, run, too_wide
from exeunt.dialects._dialect import dialect_names

linux = pytest.mark.skipif(sys.platform != "linux", reason="watches /proc")


@pytest.mark.needs("diff")
def test_the_tour_is_data_too():
    """Its three parts are there, and the real commands end as they should."""
    found = data("demo")
    read = [
        (item["reading"]["name"], item["reading"]["answer"], item["action"])
        for item in found["endings"]
    ]

    assert ["number", "tables", "endings", "outcome"] == list(found)
    assert list(dialect_names()) == [table["dialect"] for table in found["tables"]]
    assert [
        ("SUCCESS", "no", "proceed"),
        ("SUCCESS", "no", "proceed"),
        ("UNAVAILABLE", None, "retry"),
        ("GENERAL_ERROR", None, "inspect_state"),
        ("TIMEOUT", None, "inspect_state"),
        ("PRECONDITION", None, "install_tool"),
    ] == read
    assert [11, 8, 1] == [item["code"] for item in found["outcome"]]


def test_the_tour_fits_the_screen():
    """At a terminal it has three headings and no line that breaks."""
    result = at_terminal("demo", NO_COLOR="1")

    assert (0, "") == (result.code, result.stderr)
    assert [] == too_wide(result.stdout)
    assert ["1", "2", "3"] == [
        line[0] for line in result.stdout.splitlines() if line[:1].isdigit()
    ]


def test_the_last_line_of_the_tour_can_be_typed():
    """Whoever goes on from the demo gets answers."""
    last = run("demo", "--output", "text").stdout.splitlines()[-1]
    calls = last.removeprefix("Try: ").split(" · ")

    assert 3 == len(calls)
    for call in calls:
        assert 0 == run(*call.split()[1:]).code


@linux
@pytest.mark.parametrize("mode", ["json", "text"])
@pytest.mark.clause("K22")
def test_an_interrupted_tour_dies_by_the_signal(mode):
    """One envelope in JSON mode, nothing in text mode, and never a traceback."""
    tour = subprocess.Popen(
        [*MODULE, "demo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(EXEUNT_OUTPUT=mode),
        text=True,
        preexec_fn=hear_interrupts,  # noqa: PLW1509 - this test has no threads
    )
    wait_for_a_child_of(tour.pid)
    tour.send_signal(signal.SIGINT)
    stdout, stderr = tour.communicate()

    assert -signal.SIGINT == tour.returncode
    assert "" == stderr
    if mode == "text":
        assert "" == stdout
    else:
        assert 1 == stdout.count("\n")
        assert '"code": "CANCELLED"' in stdout


def hear_interrupts():
    """Undo what a shell does to the signals of jobs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def command_of(pid):
    """The words of a process; none if it has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def wait_for_a_child_of(pid):
    """Wait until a process runs its slowest child, so that it is in mid-tour."""
    deadline = time.monotonic() + 10
    children = Path(f"/proc/{pid}/task/{pid}/children")
    while time.monotonic() < deadline:
        for child in children.read_text().split():
            if command_of(child).startswith(b"sleep\0"):
                return
        time.sleep(0.005)
    pytest.fail("the tour never came to its slow command")
