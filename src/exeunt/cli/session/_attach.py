"""A person's terminal → joined to a session's, until ctrl-] or the command's end.

What the session's terminal shows is put on the person's, and then all that comes; what
is typed goes there, key by key. The size is the person's meanwhile. Whatever happens,
the person's terminal is left as it was found.
"""

from __future__ import annotations

import os
import select
import termios

from ...errors import SessionError
from ...leaving.boundary import write_all
from ...process.ready import through
from ...sessions.talk import QUICK, ended
from ...terminal.terminal import size_of
from ...terminal.toggles import Toggles, sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...sessions.session import Session
    from ...sessions.state import SessionState

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
LEAVE = b"\x1d"  # ctrl-]
WINCH = 28
ENDING = (1, 15)  # HUP TERM
TYPED = 4096  # bytes of a person's keys at a time
INPUT, OUTPUT, CONTROL, LOCAL, CHARACTERS = 0, 1, 2, 3, 6  # where tcgetattr() has them
CLEAR = b"\x1b[m\x1b[H\x1b[2J"
# Colours, and the rows that scroll, as they were; then what was switched.
UNDO = b"\x1b[m\x1b7\x1b[r\x1b8"


class Joined:
    """A person's terminal that shows a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.toggles: Toggles = Toggles()  # of the person's terminal
        self.news, self.bell = os.pipe()  # the numbers of signals
        self.returns: bool = True  # a line feed begins a line
        self.seen: int = 0  # bytes of the session's output

    def show(self, data: bytes) -> None:
        """Put data on the person's terminal."""
        self.toggles.hear(data)
        write_all(1, data)

    def join(self) -> None:
        """Give the session the person's size, and show what its terminal shows."""
        question = {"ask": "screen", "size": size_of(1), "join": True}
        said = through(self.session.to_ask(question, QUICK))
        if "screen" not in said:
            raise ended(self.session.state)
        row, column = said["cursor"]
        lines = said["screen"].encode("utf-8", "surrogateescape").split(b"\n")
        place = b"\x1b[%d;%dH" % (row + 1, column + 1)
        modes = {int(number): on for number, on in said["modes"].items()}
        switches = [sequence(number, on=on) for number, on in modes.items()]
        self.show(b"".join(switches) + CLEAR + b"\r\n".join(lines) + place)
        self.seen, self.returns = int(said["offset"]), said["returns"]

    def stay(self) -> SessionState:
        """Pass on keys and output; return how the session is when that is over."""
        steps = self.session.to_more(self.seen)
        while True:
            try:
                waited, _ = next(steps)
            except StopIteration as end:
                state: SessionState
                state, self.returns = end.value
                self.catch_up()
                if state.ended:
                    return state
                steps = self.session.to_more(self.seen)
                continue
            if not self.attend(waited):
                steps.close()
                return self.session.state

    def catch_up(self) -> None:
        """Show what has come."""
        while True:
            found = self.session.read(self.seen, raw=True)
            if not found.text:
                return
            self.seen = found.next_offset
            data = found.text.encode("utf-8", "surrogateescape")
            self.show(data.replace(b"\n", b"\r\n") if self.returns else data)

    def attend(self, waited: int) -> bool:
        """Wait for news of the session, and type meanwhile; False if it is left."""
        while True:
            ready, _, _ = select.select([0, self.news, waited], [], [])
            if self.news in ready:
                for number in os.read(self.news, 64):
                    if number != WINCH:
                        raise interrupted(number)
                question = {"ask": "screen", "size": size_of(1)}
                through(self.session.to_ask(question, QUICK))
            if 0 in ready:
                typed = os.read(0, TYPED)
                keys, leave, _ = typed.partition(LEAVE)
                if keys:
                    self.type(keys)
                if leave or not typed:
                    return False
            if waited in ready:
                return True

    def type(self, keys: bytes) -> None:
        """Type keys at the session's terminal."""
        question = {"ask": "press", "keys": keys.decode("latin-1"), "wait": False}
        through(self.session.to_ask({**question, "timeout": QUICK}, QUICK))


def attach(session: Session) -> SessionState:
    """Join the terminal to a session; return how that is afterwards."""
    if not (os.isatty(0) and os.isatty(1)):
        msg = "stdin and stdout are no terminal to join with"
        fix = f"exeunt session follow {session.name} shows it, send and keys type"
        raise SessionError(msg, fix=fix, error_code="NO_TERMINAL")
    before = session.state
    if before.ended:
        raise ended(before)
    session.read(before.total_bytes)  # refused where there is no log
    joined = Joined(session)
    modes: Any = termios.tcgetattr(0)
    handlers = listen(joined.bell)
    try:
        termios.tcsetattr(0, termios.TCSAFLUSH, raw(modes))
        joined.join()
        return joined.stay()
    finally:
        switched = joined.toggles.switched().items()
        undo = b"".join([sequence(number, on=not on) for number, on in switched])
        leave_terminal(modes, UNDO + undo + b"\r\n")
        for number, handler in handlers.items():
            _signal.signal(number, handler)
        give_back(session, before.size)


def leave_terminal(modes: Any, undo: bytes) -> None:
    """Give the person's terminal back as it was; it may have gone."""
    try:
        write_all(1, undo)
        termios.tcsetattr(0, termios.TCSAFLUSH, modes)
    except (OSError, termios.error):
        pass


def give_back(session: Session, size: tuple[int, int] | None) -> None:
    """Give the session's terminal the size that it had."""
    try:
        through(session.to_screen(size))
    except SessionError:
        pass  # it has ended meanwhile


def listen(bell: int) -> dict[int, Any]:
    """Have signals written to a pipe; return what handled them."""

    def ring(number: int, _: object) -> None:
        os.write(bell, bytes([number]))

    return {number: _signal.signal(number, ring) for number in (WINCH, *ENDING)}


def interrupted(number: int) -> KeyboardInterrupt:
    """Make what ends this process by a signal, after all is given back."""
    error = KeyboardInterrupt()
    vars(error)["number"] = number
    return error


def raw(modes: Any) -> Any:
    """Return modes in which each key comes as it is, and nothing is changed."""
    found: Any = [*modes[:CHARACTERS], [*modes[CHARACTERS]]]
    found[INPUT] &= ~(
        termios.BRKINT
        | termios.ICRNL
        | termios.INLCR
        | termios.IGNCR
        | termios.INPCK
        | termios.ISTRIP
        | termios.IXON
    )
    found[OUTPUT] &= ~termios.OPOST
    found[LOCAL] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
    found[CHARACTERS][termios.VMIN] = 1
    found[CHARACTERS][termios.VTIME] = 0
    return found
