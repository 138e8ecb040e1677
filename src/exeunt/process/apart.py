"""A fork of a process → one that is nobody's: no signal or stream reaches it."""

from __future__ import annotations

import os

from ._holding import STANDARD, be_deaf, close_from

STDERR = 2


def stand_apart() -> None:
    """Have a session of our own, and nothing open but stderr, if no terminal is."""
    os.setsid()
    be_deaf()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(STANDARD):
        if number != STDERR or os.isatty(number):
            os.dup2(nowhere, number)
    close_from(STANDARD)
    os.chdir("/")
