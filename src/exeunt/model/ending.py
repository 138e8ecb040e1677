"""Wait status, return code or shell code → Ending: what the operating system saw.

An ending carries no opinion. What it means is a Reading, made by `exeunt.dialects`.
"""

from __future__ import annotations

from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NoReturn

    StartFailure = Literal["not_found", "not_executable", "failed"]

SHELL_SIGNAL_BASE = 128  # POSIX XCU 2.8.2: a shell reports signal n as more than 128
LAST_SIGNAL = 64  # SIGRTMAX on Linux; the highest n that 128+n is read as
HIGHEST_STATUS = 255  # POSIX waits report eight bits
STOPPED = 0x7F  # in a wait status: stopped or continued, so it will be heard of again


@final
class Exited(Record):
    """The process called exit; `code` is its number (0-255 on POSIX)."""

    code: int

    def _check(self) -> None:
        self._put(code=int(whole(self.code)))

    @property
    def shell_code(self) -> int:
        """What a shell shows as `$?`."""
        return self.code


@final
class Signaled(Record):
    """A signal ended the process; not `certain` when only a shell's 128+n says so."""

    signal: int
    core_dumped: bool = False
    certain: bool = True

    def _check(self) -> None:
        if whole(self.signal) < 1:
            msg = f"signal {self.signal} ends no process"
            refuse(msg, "pass the signal's own number, 1 or more")
        self._put(signal=int(self.signal))

    @property
    def shell_code(self) -> int:
        """What a shell shows as `$?`."""
        return SHELL_SIGNAL_BASE + self.signal

    @property
    def name(self) -> str:
        """The signal's name (SIGTERM), or SIG<n> where this system has none."""
        return signal_name(self.signal)


@final
class TimedOut(Record):
    """Whoever watched gave up: at the deadline, or after silence when `idle`."""

    after: float | None = None
    idle: bool = False

    @property
    def shell_code(self) -> int:
        """What GNU timeout, and so a shell, shows as `$?`."""
        return 124


# Why a command never ran, and what a shell shows for it.
START_CODES: dict[StartFailure, int] = {
    "not_found": 127,
    "not_executable": 126,
    "failed": 125,
}


@final
class Unstarted(Record):
    """The command never ran, and whoever tried to start it knows so."""

    why: StartFailure
    detail: str = ""

    def _check(self) -> None:
        if self.why not in START_CODES:
            msg = f"{self.why!r} is no reason not to start"
            refuse(msg, f"use one of {', '.join(START_CODES)}")

    @property
    def shell_code(self) -> int:
        """What a shell shows as `$?`."""
        return START_CODES[self.why]


Ending = Exited | Signaled | TimedOut | Unstarted


def from_wait_status(status: int) -> Exited | Signaled:
    """Read the status that `os.waitpid` and its kin return."""
    signal = whole(status) & 0x7F
    if status < 0:
        msg = f"{status} is no wait status"
        refuse(msg, "give a return code to from_returncode()")
    if signal == STOPPED:
        msg = f"status {status:#x}: the process has stopped or continued, not ended"
        refuse(msg, "wait without WUNTRACED and WCONTINUED")
    if signal:
        return Signaled(signal, core_dumped=bool(status & 0x80))
    return Exited(status >> 8 & 0xFF)


def from_returncode(code: int) -> Exited | Signaled:
    """Read a `subprocess` return code: a negative one is certainly a signal."""
    if -LAST_SIGNAL <= whole(code) < 0:
        return Signaled(-code)
    return Exited(code)


def from_shell(code: int) -> Exited | Signaled:
    """Read a shell's `$?`: 128+n is likely a signal, a negative code certainly is."""
    if SHELL_SIGNAL_BASE < whole(code) <= SHELL_SIGNAL_BASE + LAST_SIGNAL:
        return Signaled(code - SHELL_SIGNAL_BASE, certain=False)
    return from_returncode(code)


def signal_name(number: int) -> str:
    """Name a signal the way `kill -l` does."""
    from signal import Signals  # builds enums; only when one is named

    try:
        return Signals(number).name
    except ValueError:
        return f"SIG{number}"


def signal_number(name: str) -> int | None:
    """Return the number of a signal that is named as `kill -l` does, or numbered."""
    from signal import Signals  # as above

    found = {str(one.value): one.value for one in Signals}
    found |= {one: Signals[one].value for one in Signals.__members__}
    name = name.upper()
    return found.get(name, found.get(f"SIG{name}"))


def whole(value: int) -> int:
    """Return the number, or say that it is none; True and False are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        msg = f"{value!r} is not a whole number"
        from ..errors import CodeTypeError  # on the way to an error

        raise CodeTypeError(msg, fix="pass the status as an int")
    return value


def refuse(message: str, fix: str) -> NoReturn:
    """Refuse an ending that cannot be."""
    from ..errors import InputError  # on the way to an error

    raise InputError(message, fix=fix)
