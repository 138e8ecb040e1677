"""A helper of a fixture → the first line that it writes, and its end with the call.

A helper is a server to talk to, or a process that holds a lock: what no call of the
program itself can set up. It ends with the call, and so does its whole tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from time import monotonic
from typing import Self

from ..errors import InputError
from ..process.run import request, start
from ._cells import in_network
from ._place import Room

PLACEHOLDER = "{beside}"  # where its first line stands in the words of a call
PROGRAM = "{cli}"  # where the program that is tried stands in its own words
PACE = 0.05  # seconds between two looks at what it has said
GRACE = 1.0  # from TERM to KILL


class Beside:
    """A helper that runs as long as the `with` block."""

    def __init__(  # noqa: PLR0913 - a helper has its circumstances
        self,
        words: Sequence[str],
        cli: Sequence[str],
        room: Room,
        env: Mapping[str, str],
        limit: float,
        network: str = "",
    ) -> None:
        said = [part for w in words for part in (cli if w == PROGRAM else (w,))]
        self.words: list[str] = said
        self.limit = limit
        asked = request(
            said,
            cwd=room.cwd,
            env=dict(env),
            clear_env=True,
            quiet_env=False,
            kill_after=GRACE,
            reap=True,
            log=False,
            journal=False,  # a probe is no run of the user
        )
        asked.cell = in_network(room.cell, network)
        self.running = start(asked)

    def __enter__(self) -> Self:
        """Return the helper."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it, with all that it has started."""
        self.running.cancel()
        self.running.wait()

    def ready(self) -> str:
        """Wait for its first line, and return it."""
        running, begun = self.running, monotonic()
        while not running.finished and not running.step(PACE):
            first, newline, _ = self.said().partition("\n")
            if newline:
                return first
            if monotonic() - begun > self.limit:
                break
        msg = f"{' '.join(self.words)} ended or hung before it said a line"
        raise InputError(msg, fix="let it print a line when it is ready, and stay")

    def said(self) -> str:
        """Return what it has written until now."""
        stdout = self.running.streams.captures["stdout"].rendering
        return deepcopy(stdout).finish().text if stdout else ""


def filled(words: Sequence[str], line: str) -> list[str]:
    """Put a helper's first line where it is wanted."""
    return [word.replace(PLACEHOLDER, line) for word in words]
