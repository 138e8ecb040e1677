"""A name → a program that makes a runner's life hard in exactly one way.

    _actors.py NAME LEASH

All of them end when the file LEASH is gone, and after half a minute at the latest: what
a runner leaves alive does not outlive the measurement. Each is a command that exists:
servers that go into the background, build tools that leave helpers, programs that
clear the terminal's signals.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

LIFE = 30.0  # seconds
LOOK = 0.02  # seconds between two looks at the leash
CHAINS = 8
FREEZER = Path("/sys/fs/cgroup/freezer")  # version 1: what is frozen cannot be killed
BORN = time.monotonic()


def stay(seconds: float = LIFE) -> None:
    """Live on."""
    while leash.exists() and time.monotonic() < BORN + seconds:
        time.sleep(LOOK)


def leave(code: int) -> NoReturn:
    """End at once."""
    os._exit(code)


def child(life: Callable[[], object]) -> None:
    """Start a process that does one thing."""
    if not os.fork():
        life()
        leave(0)


def daemon(life: Callable[[], object]) -> None:
    """Start a process that is nobody's child, in a session of its own."""

    def between() -> None:
        os.setsid()
        child(life)

    child(between)
    os.wait()


def closed() -> None:
    """Live on without the streams."""
    close_streams()
    stay()


def close_streams() -> None:
    """Close what a command is given."""
    for descriptor in (0, 1, 2):
        os.close(descriptor)


def holds_and_waits() -> None:
    """A child holds the streams, and we wait for it."""
    child(stay)
    stay()


def holds_and_exits() -> None:
    """A child holds the streams, and we end."""
    child(stay)
    leave(3)


def ignores() -> None:
    """Heeds none of the signals that ask."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    stay()


def stops() -> None:
    """Stops itself."""
    os.kill(os.getpid(), signal.SIGSTOP)
    stay()


def daemon_holds_and_exits() -> None:
    """A daemon holds the streams, and we end."""
    daemon(stay)


def daemon_holds_and_runs() -> None:
    """A daemon holds the streams, and we run on."""
    daemon(stay)
    stay()


def daemon_closes_and_runs() -> None:
    """A daemon has let go of the streams, and we run on."""
    daemon(closed)
    stay()


def daemon_closes_and_exits() -> None:
    """A daemon has let go of the streams, and we end."""
    daemon(closed)


def hops() -> None:
    """Chains of processes that fork, leave for a new session and end.

    None lives long enough to be seen, so each writes its number on the leash.
    """
    beat = os.open(leash, os.O_WRONLY | os.O_APPEND)

    def hop(chain: int) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while leash.exists() and time.monotonic() < BORN + LIFE:
            os.write(beat, b"%d" % chain)
            time.sleep(0.001)
            if os.fork():
                leave(0)
            os.setsid()

    for chain in range(CHAINS):
        child(partial(hop, chain))
    stay()


def goes_dark() -> None:
    """Closes its streams, runs on for four seconds and fails."""
    os.write(1, b"ready\n")
    close_streams()
    stay(4.0)
    leave(7)


def floods() -> NoReturn:
    """Writes as fast as it can."""
    os.execvp("yes", ["yes"])  # noqa: S606 - it is what the row is about


def freezes() -> None:
    """Is frozen: no signal reaches it."""
    cage = FREEZER / leash.name
    cage.mkdir()
    (cage / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
    (cage / "freezer.state").write_text("FROZEN", encoding="ascii")
    stay()


def dies_by(number: int) -> Callable[[], None]:
    """Ends by a signal."""

    def die() -> None:
        os.kill(os.getpid(), number)
        time.sleep(1)

    return die


def family() -> None:
    """A parent and two children, who live on."""
    child(stay)
    child(stay)
    stay()


ACTORS: dict[str, Callable[[], None]] = {
    "holds-and-waits": holds_and_waits,
    "holds-and-exits": holds_and_exits,
    "ignores": ignores,
    "stops": stops,
    "daemon-holds-and-exits": daemon_holds_and_exits,
    "daemon-holds-and-runs": daemon_holds_and_runs,
    "daemon-closes-and-runs": daemon_closes_and_runs,
    "daemon-closes-and-exits": daemon_closes_and_exits,
    "hops": hops,
    "goes-dark": goes_dark,
    "floods": floods,
    "freezes": freezes,
    "dies-9": dies_by(9),
    "dies-11": dies_by(11),
    "dies-15": dies_by(15),
    "family": family,
}


if __name__ == "__main__":
    leash = Path(sys.argv[2])
    ACTORS[sys.argv[1]]()
