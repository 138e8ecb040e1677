"""Marks on tests → errors at collection, and skips."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import clauses

# Whoever runs the tests in the background has them ignore INT, or HUP, and their
# children would: programs that are to end by a signal.
for number, usual in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
    (signal.SIGQUIT, signal.SIG_DFL),
):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

# Time is not what these tests measure; a busy machine must not fail them.
settings.register_profile(
    "exeunt", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("exeunt")

# How many workers share a core: most tests wait for a process, most of the time.
PER_CORE, MOST = 3, 8
DEBIAN = Path(__file__).parents[1] / "requirements" / "debian.txt"
LISTED = {line.partition("=")[0] for line in DEBIAN.read_text().splitlines()}


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """A room is tested by several workers, a file or a choice by one process."""
    given = config.option
    rooms = any(Path(word).is_dir() for word in config.args) and not given.keyword
    outermost = not hasattr(config, "workerinput")
    if rooms and outermost and getattr(given, "numprocesses", 0) is None:
        given.numprocesses = "auto"
        # A hundred long tests in a row are not left to one worker.
        given.dist = "worksteal"


@pytest.hookimpl(optionalhook=True)  # `-p no:xdist` is allowed
def pytest_xdist_auto_num_workers():
    """How many workers `-n auto` means."""
    return min(PER_CORE * len(os.sched_getaffinity(0)), MOST)


def pytest_ignore_collect(collection_path, config):
    """Leave a file unread that has no test of those that are asked for."""
    asked = config.option.markexpr
    if asked not in {"checkout", "not checkout"} or collection_path.suffix != ".py":
        return None
    text = collection_path.read_bytes()
    if asked == "checkout":
        return b"checkout" not in text or None
    return b"\npytestmark = pytest.mark.checkout\n" in text or None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    """Reject a mark that says nothing: a clause or a command that no list knows."""
    report = yield
    items = [node for node in report.result or () if isinstance(node, pytest.Item)]
    errors = clauses.complaints(items) + [
        f"{item.nodeid} needs {command!r}, which {DEBIAN.name} does not list"
        for item in items
        for mark in item.iter_markers("needs")
        for command in mark.args
        if command not in LISTED
    ]
    if errors:
        # A report, not an exception: pytest-xdist shows the one and dies of the other.
        report.outcome, report.longrepr, report.result = "failed", "\n".join(errors), []
    return report


@pytest.fixture(scope="session")
def postgres():
    """Where psql finds a private server."""
    from postgres import server

    with server() as place:
        yield place


@pytest.fixture(autouse=True)
def _no_session_stays(request):
    """End the sessions that a test has left in its state directory."""
    if "tmp_path" not in request.fixturenames:
        yield
        return
    state = request.getfixturevalue("tmp_path") / "state"
    yield
    for place in (state / "exeunt" / "sessions").glob("*/lock"):
        stop_session(place.parent.name, state)


def stop_session(name, state):
    """Stop a session by its name."""
    words = [sys.executable, "-m", "exeunt", "session", "stop", name, "--now"]
    env = {**os.environ, "XDG_STATE_HOME": str(state)}
    subprocess.run(words, env=env, capture_output=True, timeout=120, check=False)


def pytest_runtest_setup(item):
    """Run a test only where the commands it needs are installed."""
    for mark in item.iter_markers("needs"):
        absent = [name for name in mark.args if shutil.which(name) is None]
        if absent and os.environ.get("EXEUNT_WITHOUT_TOOLS") == "1":
            pytest.skip(f"without {', '.join(absent)}, as EXEUNT_WITHOUT_TOOLS=1 says")
        if absent:
            pytest.fail(
                f"{', '.join(absent)} not installed: run tools/system_packages.py,"
                " or set EXEUNT_WITHOUT_TOOLS=1 to skip this test",
                pytrace=False,
            )
