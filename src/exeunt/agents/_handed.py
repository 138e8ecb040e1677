"""What a login shell has after its profile → a start file that gives it to another one.

The profile has run, and is not to run again: the shell that is begun anew reads none,
and then this. Whether it has all that the first had is tried before the command begins,
by the same shell with the same words and no command: what it says that it has is then
what the first one said, byte for byte, or the first one goes on by itself.
"""

from __future__ import annotations

import os
import select
from shlex import quote
from time import monotonic

from ..process.gate import Gate
from ..tree import KILL
from .doors.keeping import STATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LARGEST = 1 << 24  # bytes of all that a shell has
PATIENCE = 10.0  # seconds that a shell may take to say so
# A shell that begins has variables and functions of its own, and those that are
# exported: what the first one has not goes first. The file closes itself.
FIRST = """for __exeunt_name in $(builtin compgen -A variable); do
  [[ {names!r} == *" $__exeunt_name "* ]] || builtin unset -v "$__exeunt_name"
done
for __exeunt_name in $(builtin compgen -A function); do
  builtin unset -f "$__exeunt_name"
done
builtin unset -v __exeunt_name
exec {number}<&-
"""
SAID = """__exeunt_flags=$-
\\builtin printf '%s\\n' "$(. {state})"
\\builtin kill -9 $$
"""
LAST = """if [[ -r {light} ]]; then \\. {light}; else \\builtin unset -v BASH_ENV; fi
"""


def handed(number: int) -> bytes:
    """Read what the shell that waits has said that it has; nothing, if it cannot."""
    size = 0
    pieces: list[bytes] = []
    while (piece := os.read(number, 1 << 16)) and size <= LARGEST:
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


class Handed:
    """A start file in memory, at one number in this process and the one that reads."""

    def __init__(self, had: bytes, light: str, pid: int) -> None:
        self.had = had
        self.pid = pid  # of the one that waits
        names, _, self.lines = had.partition(b"\n")
        self.names: str = f" {names.decode('ascii')}"
        self.light = light
        self.number: int = os.memfd_create("exeunt", 0)

    @property
    def path(self) -> str:
        """Where a process that has it reads it."""
        return f"/proc/self/fd/{self.number}"

    def fill(self, last: str) -> None:
        """Write the file: what goes, what comes, and what is done then."""
        first = FIRST.format(number=self.number, names=self.names)
        os.ftruncate(self.number, 0)
        data = first.encode() + self.lines + os.fsencode(last)
        if os.pwrite(self.number, data, 0) < len(data):
            raise OSError  # no memory

    def is_sure(self, path: str, words: Sequence[str], env: Mapping[str, str]) -> bool:
        """Try whether a shell has all of it then; and have the file ready, if so."""
        if not self.names.strip():
            return False
        heard, said = os.pipe()
        self.fill(SAID.format(state=quote(STATE)))
        pid = os.fork()
        if not pid:
            self.try_out(said, path, words, env)
        os.close(said)
        found = heard_in_time(heard)
        os.close(heard)
        os.kill(pid, KILL)
        os.waitpid(pid, 0)
        self.fill(LAST.format(light=quote(self.light)))
        return found == self.had

    def try_out(
        self, said: int, path: str, words: Sequence[str], env: Mapping[str, str]
    ) -> None:
        """Be a shell that says what it has, in a forked process."""
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number, place in ((nowhere, 0), (said, 1), (said, 2)):
            os.dup2(number, place)
        gate = Gate(path, nowhere, self.pid)
        gate.take([self.number])
        gate.become(words, env)


def heard_in_time(number: int) -> bytes:
    """Read what a shell says, to its end; what it has said until it is too late."""
    found = b""
    until = monotonic() + PATIENCE
    poll = select.poll()
    poll.register(number, select.POLLIN)
    while poll.poll(max(0, until - monotonic()) * 1000):
        piece = os.read(number, 1 << 16)
        if not piece:
            break
        found += piece
    return found
