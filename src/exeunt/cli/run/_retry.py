"""`exeunt run --retry` → a call, carried out: one output, one number, whatever it took.

stderr passes through as it comes, and says which attempt this is. So does stdout where
a person reads it; for a program it waits until it is known whether its run is repeated:
only an answer leaves, once; each page of one is part of it.
"""

from __future__ import annotations

import os
import select
from time import monotonic

from ...deciding.advice import in_a_line
from ...deciding.call import carry_out
from ...deciding.hooks import Cancelled, Hooks, Pace
from ...deciding.loop import CANCELLED
from ...deciding.policy import FOLLOWING, Policy, endings
from ...errors import InputError
from ...files import open_temporary
from ...model.actions import Action
from ...process.flow import Running
from ...process.request import Request, changed
from ...process.shells import LAST as SHELL
from ...process.shells import shell_words
from ..argv import counted, duration, refuse, wants_record
from ._end import (
    OURS,
    OUTWARDS,
    begin,
    complain,
    die_by,
    listen,
    lost_output,
    printable,
    tell,
    tell_end,
    tell_left,
)
from ._record import say, write_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...deciding.called import Called
    from ...deciding.decision import Decision
    from ...model.words import Why
    from ...process.completed import Completed
    from ...process.left import Left
    from ..argv import Options

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
CHUNK = 1 << 16
ALL = "all"  # attempts let their stdout leave
ATTEMPT_OUTPUT = (ALL, "last", "")
A_DAY = 86_400.0  # poll() takes no more than 24


def run_retried(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Carry a call out; return the number to leave with."""
    as_json = wants_record(options)
    signals = Signals()
    spool = None if as_json or passes_through(options) else Spool()
    stage = Stage(signals, spool, warnings, shown=not as_json)
    if not as_json:
        if request.log is True:
            request = changed(request, log=False, left_log="kept")
        for warning in () if "--quiet" in options else warnings:
            complain(warning)
    called = carry_out(
        request,
        policy_of(options),
        hooks_of(request, options, stage),
        False if "--no-store" in options else None,
        Pace(signals.sleep),
        stage.perform,
    )
    done = called.completed
    if as_json:
        code = say(called.as_dict(), done.exit_code, options)
    else:
        code = stage.leave(called, options)
    told: Any = request.tag  # of _heeded, for who asks
    if told is not None:
        told.call_is_over(called)
    cancelled = called.decision is CANCELLED and signals.caught
    return die_by(signals.caught) if cancelled else code


def passes_through(options: Options) -> bool:
    """Tell whether stdout of each attempt leaves as it comes, or the answer alone."""
    given = options["--attempt-output"][-1] if "--attempt-output" in options else ""
    if given not in ATTEMPT_OUTPUT:
        what = f"--attempt-output {given} is no such choice"
        refuse(what, "write all, or last: what is repeated does not leave")
    return given == ALL or (not given and os.isatty(1))


def policy_of(options: Options) -> Policy:
    """Read what is allowed."""
    given: dict[str, Any] = {"idempotent": "--idempotent" in options}
    if "--attempts" in options:
        given["max_attempts"] = counted("--attempts", options["--attempts"][-1])
    if "--max-wait" in options:
        given["max_wait"] = duration("--max-wait", options["--max-wait"][-1])
    if "--retry-on" in options:
        given["retry_on"] = repeated(",".join(options["--retry-on"]))
    if "--follow" in options:
        given["may_follow"] = following(options["--follow"][-1])
    return Policy(**given)


def repeated(text: str) -> tuple[int | str, ...]:
    """Read which endings the caller wants to be repeated."""
    try:
        return endings(text)
    except InputError as error:
        refuse(f"--retry-on {text} is no list of endings", error.fix)


def following(word: str) -> str:
    """Read which redirects are followed with nobody asked."""
    if word not in FOLLOWING:
        refuse(f"--follow {word} is no such choice", f"write {', '.join(FOLLOWING)}")
    return word


def hooks_of(request: Request, options: Options, stage: Stage) -> Hooks:
    """Make the hooks that a command line can have: nobody can pay by one."""
    line = options["--refresh"][-1] if "--refresh" in options else None

    def refresh(_: Completed, __: Decision) -> bool:
        words = shell_words(line or "", SHELL, {})
        return stage.refresh(changed(request, words=words, journal=False))

    told = "--quiet" not in options and (os.isatty(2) or not wants_record(options))
    shown = told or "--progress" in options
    return Hooks(
        refresh=None if line is None else refresh,
        progress=complain if shown else None,
    )


class Signals:
    """What asks us to end, while no command runs that could be told."""

    def __init__(self) -> None:
        self.caught: int = 0
        listen(self.note)

    def note(self, number: int, _: object) -> None:
        """Note a signal."""
        self.caught = self.caught or number

    def check(self) -> None:
        """Do not go on if we were asked to end."""
        if self.caught:
            raise Cancelled

    def sleep(self, seconds: float) -> None:
        """Let time pass; a signal ends it at once, even one that came just before."""
        ours, theirs = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        _signal.set_wakeup_fd(theirs)
        poll = select.poll()
        poll.register(ours, select.POLLIN)
        until = monotonic() + seconds
        try:
            while not self.caught and (left := until - monotonic()) > 0:
                poll.poll(min(left, A_DAY) * 1000 + 1)
        finally:
            _signal.set_wakeup_fd(-1)
            os.close(ours)
            os.close(theirs)
        self.check()


class Spool:
    """What a run writes to stdout, until it is known whether that is the answer."""

    def __init__(self) -> None:
        try:
            self.descriptor: int = open_temporary()
        except OSError:
            self.descriptor = os.memfd_create("stdout", os.MFD_CLOEXEC)

    def clear(self) -> None:
        """Forget what is in it."""
        os.lseek(self.descriptor, 0, os.SEEK_SET)
        os.ftruncate(self.descriptor, 0)

    def pour(self) -> str:
        """Write all of it to stdout; say what went wrong, if something did."""
        os.lseek(self.descriptor, 0, os.SEEK_SET)
        trouble = ""
        while not trouble and (data := os.read(self.descriptor, CHUNK)):
            trouble = write_out(data)
        self.clear()
        return trouble


class Stage:
    """Where the runs of a call take place."""

    def __init__(
        self,
        signals: Signals,
        spool: Spool | None,
        warnings: tuple[str, ...],
        *,
        shown: bool,
    ) -> None:
        self.signals = signals
        self.spool = spool
        self.warnings = warnings
        self.shown: dict[str, int] | None = dict(OUTWARDS) if shown else None
        if self.shown is not None and spool is not None:
            self.shown["stdout"] = spool.descriptor
        self.trouble: str = ""  # what became of stdout
        self.left: Left | None = None  # what the last run left running

    def perform(self, request: Request, why: Why) -> Completed:
        """Run a command; what the one before wrote is dropped, unless it was a page."""
        self.signals.check()
        if self.spool is not None:
            if why == "page":
                self.trouble = self.trouble or self.spool.pour()
            self.spool.clear()
        self.tell(request, None, why)
        running = Running(request, shown=self.shown, warnings=self.warnings)
        done = self.finish(running)
        self.tell(request, running)
        self.left = running.left
        if self.shown is not None:
            self.trouble = self.trouble or lost_output(running)
        reap()
        return done

    def tell(
        self, request: Request, running: Running | None, why: Why | None = None
    ) -> None:
        """Tell those who are to know that a run begins, or how it ended."""
        told: Any = request.tag  # as above
        if told is not None:
            told.attempted(running, why)

    def refresh(self, request: Request) -> bool:
        """Run what gets a fresh token; what it prints may be one, and is not shown."""
        done = self.finish(Running(request))
        if not done.ok:
            complain("--refresh did not succeed")
        return done.ok

    def finish(self, running: Running) -> Completed:
        """Carry a run to its end, and note the signal that came meanwhile."""
        with running:
            done = begin(running).wait()
        listen(self.signals.note)
        self.signals.caught = self.signals.caught or running.signal
        return done

    def leave(self, called: Called, options: Options) -> int:
        """Write the answer, and tell a person the rest; return the number."""
        quiet, person = "--quiet" in options, os.isatty(2)
        done, kept = called.completed, called.decision.action is Action.USE_CACHED
        trouble = self.trouble or (write_kept(called) if kept else self.pour())
        if called.decision is CANCELLED:
            if not quiet and not person:  # a person has sent the signal, and knows
                tell_end(done)
            return done.exit_code
        if trouble:
            complain(f"the output could not be written: {trouble}")
            return done.exit_code or OURS
        tell_left(self.left, options)
        for warning in () if quiet else called.warnings:
            complain(f"warning: {warning}")
        if done.detail is not None:
            complain(done.detail)
        elif not called.ok and not quiet and (person or "--explain" in options):
            tell(printable(in_a_line(done)))
        elif not quiet:
            tell_end(done)
        return done.exit_code

    def pour(self) -> str:
        """Let the last run's output leave."""
        return "" if self.spool is None else self.spool.pour()


def write_kept(called: Called) -> str:
    """Write an answer that was kept."""
    from ...model.json import dumps  # for the few that were

    return write_out((dumps(dict(called.answer or {})) + "\n").encode("ascii"))


def reap() -> None:
    """Let go of the children that have ended: the keepers of earlier runs."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
