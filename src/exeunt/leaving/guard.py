"""How a call ended → whether its command had declared that, and said it well.

Used by invoke(), and by an adopted program itself in dev mode: under `python -X dev`,
or with EXEUNT_DEV=1. In production an undeclared number leaves as GENERAL_ERROR, with
UNDECLARED_EXIT as error.code.
"""

from __future__ import annotations

import os
import sys

from ..model.codes import ExitCode
from ..model.detail import ErrorDetail
from ..model.outcome import Failed, Outcome
from ._failure import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

    from ..manifest.contract import Contract
    from ..model.entry import Code
    from ._host import Adopted
    from .run import Run

# Codes that exeunt itself may leave with, whatever a command declares.
OURS = (
    ExitCode.SUCCESS,
    ExitCode.GENERAL_ERROR,
    ExitCode.ARG_ERROR,
    ExitCode.REDIRECTED,
)
OUR_ERRORS = ("CONFIRMATION_REQUIRED", "INPUT_REQUIRED")  # the same, by error.code

REACHED = "HANDLER_REACHED"  # the error.code of a handler that was not to be called
HARD = "_exit"  # of os: the exit that nothing sees


class HardExit(SystemExit):
    """os._exit() in the watched process; unwinds, since the process is to live on."""


class BrokenContract(AssertionError):
    """A call did not keep its command's contract."""


class UndeclaredExit(BrokenContract):
    """A command ended with what it does not declare."""

    def __init__(self, command: str, ended: str, declared: Contract, fix: str) -> None:
        self.command = command
        self.ended = ended
        self.declared: tuple[Code, ...] = tuple(declared.exits)
        known = ", ".join(f"{code.name} ({code.value})" for code in declared.exits)
        super().__init__(
            f"{command or 'the command'} ended with {ended}; it declares {known}; {fix}"
        )


class BrokenEnvelope(BrokenContract):
    """What a call wrote is not one valid envelope."""

    def __init__(self, problems: Sequence[str], stdout: str) -> None:
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__(f"{'; '.join(problems)}\nstdout: {stdout!r}")


class Watch:
    """What becomes of one call; nothing that it ends with passes unseen."""

    def __init__(self) -> None:
        self.call: Run | None = None
        self.outcome: Outcome[Any] | None = None
        self.hard: int | None = None  # what the command gave to os._exit()

    def over(self, adopted: Adopted, run: Run) -> Outcome[Any] | None:
        """Have the call conducted with os._exit() guarded, and keep its outcome."""
        self.call = run
        owner = os.getpid()
        original: Callable[[int], NoReturn] = getattr(os, HARD)

        def guard(status: int) -> NoReturn:
            if os.getpid() != owner:
                original(status)  # a forked child ends as it likes
            self.hard = status if self.hard is None else self.hard
            raise HardExit(status)

        setattr(os, HARD, guard)
        try:
            self.outcome = adopted.conduct(run)
        finally:
            setattr(os, HARD, original)
        return self.outcome

    def begins(self) -> None:
        """Let the handler of the command be called."""

    def ends(self) -> None:
        """Let the call be over: all of it is said."""

    def complaint(self) -> UndeclaredExit | None:
        """Say what the call ended with that its command does not declare."""
        run = self.call
        if run is None:
            return None
        declared = run.contract
        if self.hard is not None:
            ended = f"os._exit({self.hard}), which says nothing and cleans up nothing"
            return UndeclaredExit(run.command, ended, declared, advice(self.hard))
        if run.undeclared is not None:
            number = run.undeclared
            return UndeclaredExit(run.command, str(number), declared, advice(number))
        if isinstance(self.outcome, Failed) and not is_declared(self.outcome, run):
            name = self.outcome.code.name
            fix = f'add it: exits={{ExitCode.{name}: "when"}}'
            return UndeclaredExit(run.command, name, declared, fix)
        return None


class Unrun(Watch):
    """A call that ends where its handler would begin: the parser alone speaks."""

    def begins(self) -> None:
        """End the call before the handler."""
        said = ErrorDetail(REACHED, "the handler is reached")
        raise Failure(ExitCode.PRECONDITION, said)


class Aloud(Watch):
    """A call in dev mode: an undeclared exit is said aloud, on stderr."""

    def ends(self) -> None:
        """Complain, when no words of ours can be taken for the program's any more."""
        complaint = self.complaint()
        if complaint is not None and sys.stderr is not None:
            print(f"UndeclaredExit: {complaint}", file=sys.stderr)  # noqa: T201 - aloud


def advice(number: int) -> str:
    """Say what to write instead of a number."""
    for code in ExitCode:
        if code.value == number and code not in OURS:
            return (
                f"if {code.name} is meant, declare it and call "
                f"exeunt.fail(ExitCode.{code.name}, message)"
            )
    return "declare a named code and call exeunt.fail(code, message)"


def is_declared(outcome: Failed, run: Run) -> bool:
    """Tell whether a command that declares its codes declares this one."""
    code, declared = outcome.code, run.contract
    if code in declared.exits or code in OURS or set(declared.exits) <= {*OURS}:
        return True
    if outcome.error.code in OUR_ERRORS or run.effects:
        return True  # after an effect it is PARTIAL_FAILURE, whatever was meant
    return code is ExitCode.TIMEOUT and declared.timeout is not None
