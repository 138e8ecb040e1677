"""Loops that decide → a call of /bin/true, ours and by packages that retry.

Theirs repeat on an exception, so each checks the number as its manual shows.
"""

import subprocess
from collections.abc import Callable

import exeunt

TRUE = ["/bin/true"]


def decide() -> Callable[[], object]:
    """From a reading to what is next."""
    reading = exeunt.read(exeunt.Exited(11), dialect="agent-spec")
    return lambda: exeunt.decide(reading)


def plain() -> Callable[[], object]:
    """The standard library, which decides nothing."""
    return lambda: subprocess.run(TRUE, check=True, capture_output=True)


def run() -> Callable[[], object]:
    """A run of ours, which decides nothing."""
    return lambda: exeunt.run(TRUE, log=False)


def call() -> Callable[[], object]:
    """A call: two durable rows in the user's own store, a reading and a decision."""
    return lambda: exeunt.call(TRUE, log=False)


def tenacity() -> Callable[[], object]:
    """A package that retries."""
    from tenacity import retry, stop_after_attempt

    return retry(stop=stop_after_attempt(3))(plain())


def stamina() -> Callable[[], object]:
    """One built on it."""
    from stamina import retry

    return retry(on=subprocess.CalledProcessError, attempts=3)(plain())


def backoff() -> Callable[[], object]:
    """Another."""
    from backoff import expo, on_exception

    return on_exception(expo, subprocess.CalledProcessError, max_tries=3)(plain())


MAKERS: dict[str, Callable[..., Callable[[], object]]] = {
    "decide": decide,
    "subprocess-true": plain,
    "run-true": run,
    "call-true": call,
    "tenacity": tenacity,
    "stamina": stamina,
    "backoff": backoff,
}
