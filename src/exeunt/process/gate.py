"""A process that a command is to take the place of → the command, as that would be.

Whoever starts a command in a process's stead inherits what that has: descriptors above
2, which signals are ignored or blocked. They are carried past Python, which changes
some of it, to the last moment before the command begins.
"""

from __future__ import annotations

import os
import sys

from ..tree import libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
SET_MASK, SET_MASK_ELSEWHERE = 14, 135  # rt_sigprocmask
SETMASK = 2  # on every machine but Alpha, MIPS and SPARC
BEGINS, FAILED = b"b", b"n"  # what is said before the command begins; if it does not
UNBENDING = {9, 19}  # KILL STOP
QUIT = 1 << 3 - 1  # in a mask
NEVER_RAN = 127


class Gate:
    """What a command finds as the process had it whose place it takes."""

    def __init__(self, path: str, control: int, pid: int) -> None:
        self.path: str = path  # of the program, whatever it is called in the words
        self.control: int = control  # where it is said that the command begins
        # A shell ignores QUIT, and blocks what it likes for a moment: there its child
        # knows better what was inherited, which is this process.
        ours, theirs = facts_of(os.getpid()), facts_of(pid)
        self.ignored: int = theirs["SigIgn"] & ~QUIT | ours["SigIgn"] & QUIT
        self.blocked: int = ours["SigBlk"]
        self.group: int = os.getpgrp()  # as the process's, whose child this one is
        self.numbers: list[int] = []  # of the descriptors, as the command has them
        self.held: list[int] = []  # where they are meanwhile, and the control

    def take(self, numbers: Sequence[int]) -> None:
        """Take descriptors that the command is to have."""
        self.numbers = [*numbers]
        self.held = [*numbers, self.control]

    def moved(self, first: int) -> None:
        """Note that the descriptors have moved, in their order, to what follows one."""
        self.held = [first + place for place in range(len(self.held))]
        self.control = self.held[-1]

    def start(self, words: Sequence[str], env: Mapping[str, str]) -> int:
        """Start the command in the caller's group; let go of what it holds then."""
        pid = os.fork()
        if not pid:
            self.become(words, env)
        for number in self.held:
            os.close(number)
        return pid

    def become(self, words: Sequence[str], env: Mapping[str, str]) -> None:
        """Say that the command begins, and be it.

        A reader that sees the end of what is said without that word knows that the
        command has not begun, and never will.
        """
        try:
            os.setpgid(0, self.group)
            low = max(self.numbers, default=2) + 1
            high = [above(number, low) for number in self.held]
            for number, place in zip(self.numbers, high, strict=False):
                os.dup2(place, number, inheritable=True)
            control = high[-1]
            command = [os.fsencode(word) for word in words]
            variables = {os.fsencode(k): os.fsencode(v) for k, v in env.items()}
            self.restore_signals()
            os.write(control, BEGINS)
            try:
                os.execve(self.path, command, variables)  # noqa: S606 - a command is run
            except OSError:
                os.write(control, FAILED)
        finally:
            os._exit(NEVER_RAN)  # noqa: TID251 - a process of its own

    def restore_signals(self) -> None:
        """Ignore and block what the process did, and nothing else."""
        for number in _signal.valid_signals() - UNBENDING:
            ignored = self.ignored >> number - 1 & 1
            how = _signal.SIG_IGN if ignored else _signal.SIG_DFL
            _signal.signal(number, how)
        mask = self.blocked.to_bytes(8, sys.byteorder)
        machine = os.uname().machine
        call = SET_MASK if machine == "x86_64" else SET_MASK_ELSEWHERE
        if libc("syscall", call, SETMASK, mask, None, 8) < 0:
            raise OSError  # it has not begun


def above(number: int, low: int) -> int:
    """Copy a descriptor to one that no descriptor of the command is at."""
    copies = [os.dup(number)]
    while copies[-1] < low:
        copies.append(os.dup(number))
    for copy in copies[:-1]:
        os.close(copy)
    return copies[-1]


def facts_of(pid: int) -> dict[str, int]:
    """Return which signals a process blocks and ignores."""
    found: dict[str, int] = {}
    path = f"/proc/{pid}/status"
    with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - pathlib is dear
        for line in file:
            name, _, value = line.partition(":")
            if name in {"SigBlk", "SigIgn"}:
                found[name] = int(value, 16)
    return found
