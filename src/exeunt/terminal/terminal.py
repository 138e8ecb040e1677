"""A size → Terminal: a pseudo-terminal of one run, its modes and its foreground."""

from __future__ import annotations

import os
import select
import termios

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    Kind = Literal["line", "secret", "keys", "fullscreen"]

LOCAL, CHARACTERS = 3, 6  # where tcgetattr() has the local modes, and the keys
OUTPUT = 1  # and the output modes
UNSET = b"\0"  # the character of a key that a program has switched off


class Terminal:
    """A pseudo-terminal: exeunt has `master`, the command opens `path`."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns: int = columns
        self.rows: int = rows
        self.master: int
        self.slave: int
        self.master, self.slave = os.openpty()
        self.path: str = os.ttyname(self.slave)
        os.set_blocking(self.master, False)
        self.resize(columns, rows)
        modes: Any = termios.tcgetattr(self.slave)
        modes[OUTPUT] &= ~termios.OPOST  # lines end as written; 15 times faster
        termios.tcsetattr(self.slave, termios.TCSANOW, modes)
        self.last: Modes = Modes(modes)

    def resize(self, columns: int, rows: int) -> None:
        """Set the size; programs that run there are told by SIGWINCH."""
        if self.master < 0:
            return  # it is over
        import fcntl  # a terminal is dear anyway
        import struct

        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)
        self.columns, self.rows = columns, rows

    def modes(self) -> Modes:
        """Return how the program on it has set it; once it is closed, how it was."""
        if self.master >= 0:
            self.last = Modes(termios.tcgetattr(self.master))
        return self.last

    def as_shown(self, data: bytes) -> bytes:
        r"""Return what is written as a person's terminal gets it.

        There the kernel makes `\r\n` of a line feed, here nobody does. A program that
        means to go down and not back says so: curses, vim and tmux switch ONLCR off.
        """
        if b"\n" in data and self.modes().returns:
            return data.replace(b"\n", b"\r\n")
        return data

    def has_more(self) -> bool:
        """Tell whether what was written has not all been read."""
        return is_readable(self.master)

    def has_unread(self) -> bool:
        """Tell whether what was typed has not all been read."""
        try:
            theirs = os.open(self.path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return False  # a program has it for itself alone
        try:
            return is_readable(theirs)
        finally:
            os.close(theirs)

    def foreground(self) -> int:
        """Return the process group that has the terminal; 0 if none has."""
        try:
            return os.tcgetpgrp(self.master)
        except OSError:
            return 0

    def close(self) -> None:
        """Close both ends."""
        for end in (self.slave, self.master):
            if end >= 0:
                os.close(end)
        self.slave = self.master = -1


def size_of(descriptor: int) -> tuple[int, int] | None:
    """Return columns and rows of a terminal; None if it is none, or has no size."""
    try:
        columns, rows = os.get_terminal_size(descriptor)
    except OSError:
        return None
    return (columns, rows) if columns and rows else None


class Modes:
    """The modes of a terminal: what it does with keys and with line feeds."""

    def __init__(self, found: Any) -> None:
        local = found[LOCAL]
        self.lines: bool = bool(local & termios.ICANON)  # a line at a time
        self.echo: bool = bool(local & termios.ECHO)
        # A newline begins a new line; where it is off, it is a step down, no more.
        self.returns: bool = bool(found[OUTPUT] & termios.ONLCR)
        quoting = local & termios.IEXTEN
        keys = found[CHARACTERS]
        self.end: bytes = keys[termios.VEOF].strip(UNSET)
        self.quote: bytes = keys[termios.VLNEXT].strip(UNSET) if quoting else b""
        # read() returns by itself after a while, or at once
        self.timed: bool = not self.lines and not keys[termios.VMIN]

    @property
    def kind(self) -> Kind:
        """The kind of answer that a program in this mode reads."""
        if not self.lines:
            return "keys"
        return "line" if self.echo else "secret"


def is_readable(descriptor: int) -> bool:
    """Tell whether something is there; unlike FIONREAD, what is on its way counts."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return any(event & select.POLLIN for _, event in poll.poll(0))
