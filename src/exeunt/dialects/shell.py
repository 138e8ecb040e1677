"""shell: what shells and most programs do by convention → and back.

The last resort for a tool that nobody has described. Endings that are no exit (a
signal, a timeout, a command that never ran) are facts; every dialect reads them here.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.codes import Effects, ExitCode, Retryable
from ..model.ending import START_CODES, Signaled, TimedOut, Unstarted, signal_name
from ..model.row import Row
from . import _prose
from .dialect import Beyond, Dialect

SOURCE = "POSIX XCU 2.8.2; bash(1)"
COREUTILS = "timeout(1), env(1)"

GENERAL = ExitCode.GENERAL_ERROR
PRECONDITION = ExitCode.PRECONDITION

ROWS = (
    Row(0, ExitCode.SUCCESS, source=SOURCE, meaning="the command says it succeeded"),
    Row(1, GENERAL, source=SOURCE,
        meaning="a failure, or merely the answer no: the tool's manual knows",
        retryable=Retryable.NO),
    Row(2, GENERAL, source=SOURCE,
        meaning="wrong usage for most programs, a partial write for some",
        retryable=Retryable.NO),
    Row(124, ExitCode.TIMEOUT, source=COREUTILS,
        meaning="a time limit ran out while the command was running",
        retryable=Retryable.DEPENDS, effects=Effects.UNKNOWN),
    Row(125, GENERAL, source=COREUTILS,
        meaning="the program that should have run the command failed",
        retryable=Retryable.NO),
    Row(126, PRECONDITION, source=SOURCE,
        meaning="found, but not executable: permissions, or not a program",
        retryable=Retryable.AFTER_FIX),
    Row(127, PRECONDITION, source=SOURCE,
        meaning="command not found: not installed, or not on PATH",
        retryable=Retryable.AFTER_FIX, action=Action.INSTALL_TOOL),
    Row(128, GENERAL, source=SOURCE, meaning="an invalid argument to exit, or a fatal "
        "error of a program such as git", retryable=Retryable.NO),
    Row(255, GENERAL, source=SOURCE,
        meaning="a status out of range (exit -1), or a failed connection (ssh)",
        retryable=Retryable.NO),
)  # fmt: skip

SIGNALS = {
    "SIGHUP": "its terminal or session went away",
    "SIGINT": "interrupted, as by Ctrl-C",
    "SIGQUIT": "quit from the keyboard",
    "SIGILL": "it crashed: illegal instruction",
    "SIGTRAP": "it crashed: trap",
    "SIGABRT": "it crashed: abort or failed assertion",
    "SIGBUS": "it crashed: bus error",
    "SIGFPE": "it crashed: arithmetic error",
    "SIGKILL": "killed by a supervisor, a time limit or the kernel out of memory",
    "SIGSEGV": "it crashed: invalid memory access",
    "SIGPIPE": "the reader of its output went away; usual before head",
    "SIGALRM": "its own alarm went off",
    "SIGTERM": "asked to end, by a supervisor or a time limit",
    "SIGXCPU": "its limit of processor time ran out",
    "SIGXFSZ": "its limit of file size was reached",
    "SIGSYS": "it crashed: forbidden system call",
}


def ending_row(ending: Signaled | TimedOut | Unstarted) -> Row:
    """Return the row for an ending that is not a plain exit."""
    match ending:
        case Signaled():
            return signal_row(ending)
        case TimedOut(idle=idle):
            return DIALECT.rows[124].replace(
                meaning="it was silent for too long" if idle else "its time ran out",
                source="whoever watched it",
            )
        case Unstarted(why=why):
            row = DIALECT.rows[START_CODES[why]].replace(
                effects=Effects.NONE, source="whoever tried to start it"
            )
            # The wrapper's own failure: nobody who calls it can mend that.
            return row.replace(action=Action.ESCALATE) if why == "failed" else row


def signal_row(ending: Signaled) -> Row:
    """Say what a signal means: the work may be done, half done or not begun."""
    name = signal_name(ending.signal)
    likely = "" if ending.certain else "probably "
    why = SIGNALS.get(name, "ended by a signal")
    return Row(
        ending.shell_code,
        GENERAL,
        name=name,
        meaning=f"{likely}{name}: {why}",
        source="wait status" if ending.certain else "128+n, POSIX XCU 2.8.2",
    )


DIALECT = Dialect(
    "shell",
    title="what shells and most programs do",
    source=SOURCE,
    make_rows=lambda: ROWS,
    beyond=(
        Beyond(64, 78, table="sysexits"),
        Beyond(3, 255, anomaly="unknown_code"),
    ),
    own_numbers={
        code: {
            ExitCode.SUCCESS: 0,
            ExitCode.ARG_ERROR: 2,
            ExitCode.TIMEOUT: 124,
        }.get(code, 1)
        for code in ExitCode
    },
    own_codes=range(79, 124),  # 124 and 125 are taken: timeout(1), env(1)
    lost={
        code: "everything but that it failed"
        for code in ExitCode
        if code not in {ExitCode.SUCCESS, ExitCode.GENERAL_ERROR, ExitCode.TIMEOUT}
    }
    | {ExitCode.TIMEOUT: "whether the command or its watcher ran out of time"},
    write=_prose.write,
)
