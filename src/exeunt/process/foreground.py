"""A person's terminal → the command's while it runs, and then the person's as it was.

It is decided here when a command gets it, and who gives it back. The caller's shell
knows our group as its job. The keeper has a group of its own beside it, and the command
a third, which gets the terminal where our job has it: so keys, modes and job control
are the command's own. When it stops, our job stops as it did, and a shell sees that.

It is given back when the run is over; when we are killed, by the keeper, unless a shell
whose job we are is there to do so.
"""

from __future__ import annotations

import os
import termios
from sys import byteorder
from time import monotonic

from ..tree import CONT, HUP, STOP, TSTP, descendants, is_in_group, send, state_of
from .task import check_names, enter, find, refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence
    from typing import Any

    from .request import Request
    from .task import Task

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
TTIN, TTOU = 21, 22  # what stops who reads in the background, or sets modes there
STOPS = (TSTP, TTIN, TTOU)
UNBENDING = {9, STOP}  # nobody may say what they do
LATE = 2.0  # seconds that we may take to go on
SPAWNED = 0x02 | 0x04 | 0x08  # SETPGROUP SETSIGDEF SETSIGMASK
STOPPED, CONTINUED = 0x7F, 0xFFFF  # a wait status: its last byte; all of it


def hand_over(request: Request) -> Foreground | None:
    """Give the command our terminal, if it is ours and nothing has to see the output.

    A person is there, so nothing is changed in the environment, either.
    """
    kept = request.secrets or request.merge or isinstance(request.log, str)
    if kept or request.idle is not None or request.stdin != 0:
        return None
    try:
        os.tcgetpgrp(0)
    except OSError:
        return None  # it is not what controls us, or has gone
    request.quiet_env, request.kind = False, "foreground"
    return Foreground(handed=True)


def fresh_line() -> str:
    """Return what begins a line on stderr, wherever the cursor is.

    As many blanks as a row has end in the next one, unless they began at its start.
    """
    try:
        columns = os.get_terminal_size(2).columns
    except OSError:
        return ""
    return f"{' ' * columns}\r" if columns else "\n"


class Foreground:
    """The terminal of a run: how it was, whose it is, and whether the command got it.

    One that is not handed over is read by the command, and may be set, all the same.
    """

    pace: float = 0.02  # seconds from one look at us to the next
    looks: int = os.WNOHANG | os.WUNTRACED | os.WCONTINUED  # of a keeper, for children

    def __init__(self, *, handed: bool) -> None:
        self.handed: bool = handed
        self.front: int = os.getpid()
        self.job: int = os.getpgrp()  # as the shell knows us
        self.tty: int = 0
        self.back: bool = False  # when the run is over, and nobody else has got it
        self.stopped: bool = False  # the command is
        self.owed: int = 0  # stops of it that we have not come back from
        self.until: float = 0.0  # when that is given up
        try:
            self.modes: Any = termios.tcgetattr(0)
        except termios.error:
            self.modes = None  # it has just gone

    # --- in front of the person

    def around(self, launch: Callable[..., None]) -> Callable[..., None]:
        """Have a keeper stay in this session."""
        return lambda *given: launch(*given, front=self)

    def rest(self, number: int, pid: int) -> int:
        """Stop our job as the command was stopped; return what it is to be sent then.

        Where nobody could continue us, the kernel does not stop us. Such a group does
        not wait for a terminal that it will not get: it is hung up.
        """
        if state_of(pid) != "T":
            return 0  # it goes on already
        continued: list[int] = []

        def note(number: int, _: object) -> None:
            continued.append(number)

        held = _signal.signal(CONT, note)
        if number == STOP:
            os.kill(self.front, STOP)
        else:
            own = _signal.signal(number, _signal.SIG_DFL)
            os.killpg(self.job, number)
            _signal.signal(number, own)
        _signal.signal(CONT, held)
        return CONT if continued or number not in {TTIN, TTOU} else HUP

    def take_back(self, leader: int) -> None:
        """Have the terminal as it was, unless somebody else has got it meanwhile."""
        _signal.pthread_sigmask(_signal.SIG_BLOCK, (TTOU,))
        self.back = self.give_back(leader)
        if not self.handed:  # else what we have to say is said in the background
            _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (TTOU,))

    # --- in the keeper

    def hold(self) -> None:
        """Keep the terminal, and be stopped by nothing that happens there."""
        self.tty = os.dup(self.tty)
        for number in STOPS:
            _signal.signal(number, _signal.SIG_IGN)

    def start(self, task: Task, env: Mapping[str, str], ignored: Container[int]) -> int:
        """Start the command in a group that has the terminal, if our job has it."""
        self.hold()
        enter(task)
        path = find(task.words[0], task.search)
        check_names(env)
        pid = 0
        if self.has_job():
            pid = spawned(path, task.words, env, ignored, self.tty)
        return pid or self.fork(path, task.words, env, ignored)

    def fork(
        self,
        path: str,
        words: Sequence[str],
        env: Mapping[str, str],
        ignored: Container[int],
    ) -> int:
        """Start the command by a fork, which is dear; say why if that cannot be."""
        heard, told = os.pipe()
        pid = os.fork()
        if not pid:
            self.become(path, list(words), env, ignored, told)
        os.close(told)
        why = os.read(heard, 1)
        os.close(heard)
        if why:
            os.waitpid(pid, 0)
            raise refusal(path, OSError(why[0], os.strerror(why[0])))
        return pid

    def become(
        self,
        path: str,
        words: list[str],
        env: Mapping[str, str],
        ignored: Container[int],
        told: int,
    ) -> None:
        """Be the command, in a forked process; tell why if that cannot be."""
        try:
            os.setpgid(0, 0)
            self.give(os.getpid())
            for number in _signal.valid_signals() - UNBENDING:
                kept = number in ignored
                _signal.signal(number, _signal.SIG_IGN if kept else _signal.SIG_DFL)
            _signal.pthread_sigmask(_signal.SIG_SETMASK, ())
            os.execve(path, words, env)  # noqa: S606 - a command is no line
        except OSError as error:
            os.write(told, bytes([error.errno or 0]))
        finally:
            os._exit(127)  # noqa: TID251 - a process of its own

    def give(self, group: int) -> None:
        """Give the command the terminal, if our job has it."""
        try:
            if self.has_job():
                os.tcsetpgrp(self.tty, group)
        except OSError:
            pass  # it has gone

    def has_job(self) -> bool:
        """Tell whether our job has the terminal."""
        try:
            return os.tcgetpgrp(self.tty) == self.job
        except OSError:
            return False  # as above

    def is_news(self, status: int) -> bool:
        """Tell whether a wait status is of who was stopped, or continued."""
        return status & 0xFF == STOPPED or status == CONTINUED

    def news(self, status: int) -> str:
        """Return what is to be said of a command that was stopped."""
        self.stopped = status != CONTINUED
        self.owed += self.stopped
        return f"Z {status >> 8}" if self.stopped else ""

    def wake(self, *, ended: bool) -> bool:
        """Have us go on if the command does, or never will again: we may be late.

        Return whether that is to be looked at once more.
        """
        if not self.owed or (self.stopped and not ended):
            return False
        self.until = self.until or monotonic() + LATE
        if state_of(self.front) == "T":
            send(self.front, CONT)
        if monotonic() >= self.until:
            self.awake(self.owed)
        return self.owed > 0

    def awake(self, count: int = 1) -> None:
        """Take our word that we go on after a stop, or ours for granted."""
        self.owed, self.until = max(0, self.owed - count), 0.0

    # --- in both

    def give_back(self, leader: int) -> bool:
        """Set it back for our job; return False where others have got it meanwhile.

        A shell whose job we are takes it by itself, and one that just has would lose
        it. Who runs us in its own job has no such habit.
        """
        try:
            if not self.is_free(leader):
                return False
            self.reset()
            if self.handed and self.job != self.front:
                os.tcsetpgrp(self.tty, self.job)
        except (OSError, termios.error):
            return False  # it has gone
        return True

    def reset(self) -> None:
        """Set the modes as they were, and wait for nobody who does not read."""
        if self.modes and termios.tcgetattr(self.tty) != self.modes:
            termios.tcsetattr(self.tty, termios.TCSANOW, self.modes)

    def is_free(self, leader: int) -> bool:
        """Tell whether nobody has the terminal but our job, the command or its tree."""
        try:
            group = os.tcgetpgrp(self.tty)
        except OSError:
            return not self.handed  # it controls others, if it is there
        if group in {self.job, leader} or is_gone(group):
            return True
        return any(is_in_group(pid, group) for pid in descendants(os.getpid()))


def spawned(
    path: str,
    words: Sequence[str],
    env: Mapping[str, str],
    ignored: Container[int],
    tty: int,
) -> int:
    """Start a command in a new group that has a terminal before it begins; 0 if not.

    Python's own posix_spawn() gives none, and afterwards is too late.
    """
    c: Any = __import__("_ctypes")  # loaded by then; ctypes itself would cost 10 ms
    text = type("Text", (c._SimpleCData,), {"_type_": "z"})  # noqa: SLF001 - of ctypes
    byte = type("Byte", (c._SimpleCData,), {"_type_": "c"})  # noqa: SLF001
    number = type("Number", (c._SimpleCData,), {"_type_": "i"})  # noqa: SLF001
    room = type("Room", (c.Array,), {"_type_": byte, "_length_": 1024})

    def listed(texts: Iterable[str]) -> object:
        found = [os.fsencode(one) for one in texts]
        kind: Any = type(
            "Texts", (c.Array,), {"_type_": text, "_length_": len(found) + 1}
        )
        return kind(*found)

    def call(name: str, *given: object) -> int:
        return int(c.call_function(c.dlsym(c.dlopen(None, 0), name), given))

    reset = sum(1 << n - 1 for n in _signal.valid_signals() if n not in ignored)
    mask = reset.to_bytes(8, byteorder) + bytes(120)
    pid: Any = number()
    actions, how = room(), room()
    try:
        failed = (
            call("posix_spawn_file_actions_init", actions)
            or call("posix_spawn_file_actions_addtcsetpgrp_np", actions, tty)
            or call("posix_spawnattr_init", how)
            or call("posix_spawnattr_setflags", how, SPAWNED)
            or call("posix_spawnattr_setsigdefault", how, mask)
            or call("posix_spawnattr_setsigmask", how, bytes(128))
            or call("posix_spawn", c.byref(pid), os.fsencode(path), actions, how,
                    listed(words), listed(f"{n}={v}" for n, v in env.items()))
        )  # fmt: skip
    except OSError:
        return 0  # the C library is too old, or another
    return 0 if failed else int(pid.value)


def is_gone(group: int) -> bool:
    """Tell whether nobody is left of a group."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False  # another user's
    return False
