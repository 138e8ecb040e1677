"""Calls of any program, whatever it declares → it ends, and says how."""

from __future__ import annotations

import re

from .._call import Seen, exit_of, first_line
from .._page import page_of
from ..rule import (
    PROGRAMS,
    WRONG_CALLS,
    Audit,
    Rule,
    even_if_ended_by_us,
    signalled,
)

TRACES = re.compile(
    r"Traceback \(most recent call last\)|^panic: |thread '[^']*' panicked|"
    r"^\s+at .+\(.+:\d+:\d+\)|^\s+at [\w.$]+\(\w+\.java:\d+\)|goroutine \d+ \[",
    re.MULTILINE,
)
REFUSED_WRITE = re.compile(
    r"(?i)[^\n]*(?:read-only file system|\bEROFS\b|"
    r"value too large for defined)[^\n]*"
)
LARGE = 1 << 20  # bytes; what a caller can hold of one answer
# Calls in odd circumstances, each with a rule of its own.
ODD = (
    "bad-flag-aside",
    "bare",
    "fixture-full",
    "fixture-open",
    "help-aside",
    "help-bare",
    "help-c",
    "help-closed",
    "help-dumb",
    "help-full",
    "help-gone",
    "help-no-stdin",
    "help-open",
    "help-terminal",
    "hostile",
    "run-full",
    "run-open",
    "run-oversize",
    "run-terminal",
    "slow-int",
    "slow-term",
)
UNSEEN = ("internal_error", "failed")  # whoever ran it was killed, or could not
HELPS = ("help", "help-c", "help-bare", "help-no-stdin")
SIGPIPE = 141
CANCELLED = {2: ("SIGINT", 130), 15: ("SIGTERM", 143)}  # what a shell shows
CRASHES = (132, 134, 135, 136, 139)  # ILL, ABRT, BUS, FPE, SEGV


def ends(seen: Seen, audit: Audit) -> str:  # noqa: ARG001 - as every judge
    """Say that a call did not end by itself."""
    if seen.done.status == "waiting_for_input":
        prompt = seen.done.waiting.prompt if seen.done.waiting else ""
        return f"it waits for an answer: {prompt!r}"
    if seen.done.status in UNSEEN:
        return f"its end could not be seen: {seen.done.detail}"
    return f"still running after {seen.done.limit:g} s" if seen.done.timed_out else ""


def starts(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a call crashed."""
    if seen.code in CRASHES and seen.done.status == "signaled":
        return f"it crashed: {seen.done.signal}"
    return ""


def shows_help(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that there is no page."""
    if seen.code != 0:
        return exit_of(seen)
    written = seen.stdout.strip() or seen.stderr.strip()
    return "" if written else "exit 0, and nothing is shown"


def is_page_or_none(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001
    """Look at what is known for a page, or known for none: not at just any text."""
    text = seen.stdout.strip() or seen.stderr.strip()
    return seen.ended and (seen.code != 0 or not text or bool(page_of(seen)))


def shows_the_same(seen: Seen, audit: Audit) -> str:
    """Say that the page is not there, or ends otherwise than in a usual call."""
    usual = audit.find("help")
    if usual is None or seen.code != usual.code:
        return exit_of(seen)
    return "" if page_of(seen) else "no page"


def shows_version(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that there is no version."""
    if seen.code != 0:
        return exit_of(seen)
    return "" if re.search(r"\d", seen.stdout) else "exit 0, and no number on stdout"


def writes_nothing(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Name the files that asking for help has made, or removed."""
    if seen.removed:
        return f"the program is gone: it removed {', '.join(seen.removed[:3])}"
    if seen.left:
        return f"it has touched {', '.join(seen.left[:3])}"
    # Where a write is refused instead of led elsewhere, who tells of it has tried one.
    refused = REFUSED_WRITE.search(f"{seen.stderr}\n{seen.stdout}")
    if refused is None or seen.room.cell is None:
        return ""
    return f"it has tried to write: {first_line(refused[0])!r}"


def rejects(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a wrong call was taken for a good one."""
    return "exit 0, as if nothing were wrong" if seen.code == 0 else ""


def says_why(seen: Seen, audit: Audit) -> str:
    """Say that a rejected call is silent, or explains itself where data belongs."""
    if seen.document is not None:
        return ""  # its envelope says it, and has rules of its own
    if seen.stderr.strip():
        return ""
    if seen.stdout.strip() and audit.contract.dialect == "plain":
        return f"on stdout: {first_line(seen.stdout)!r}"
    return "nothing on stderr"


def is_rejected(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001
    """Look at wrong calls that were rejected; of others there is nothing to say."""
    return seen.ended and seen.code != 0


def shows_no_trace(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a stack trace was shown."""
    found = TRACES.search(f"{seen.stdout}\n{seen.stderr}")
    return f"a stack trace: {found[0].strip()!r}" if found else ""


def tells_of_full(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a failed write was passed over."""
    return "exit 0, though nothing could be written" if seen.code == 0 else ""


def ends_quietly(seen: Seen, audit: Audit) -> str:
    """Say that it complained when the reader of its output went away.

    A program that declares nothing may end as after any failed write, without a word.
    What it always has on stderr is no complaint.
    """
    unread = {0, SIGPIPE, 1} if audit.contract.dialect == "plain" else {0, SIGPIPE}
    if seen.code not in unread:
        return f"exit {seen.code}"
    usual = audit.find("help")
    known = lines_of("" if usual is None else usual.stderr)
    new = [line for line in lines_of(seen.stderr) if line not in known]
    return f"on stderr: {first_line(new[0])!r}" if new else ""


def lines_of(text: str) -> list[str]:
    """Return the lines that say something; what changes by itself is left out."""
    return [
        re.sub(r"\d+", "0", line.strip()) for line in text.splitlines() if line.strip()
    ]


def leaves_nobody(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that it left processes behind."""
    count = seen.survivors
    return f"{count} still running a second after it had ended" if count else ""


def is_utf8(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that the output is no UTF-8."""
    count = seen.done.invalid_bytes
    return f"{count} bytes that are no UTF-8" if count else ""


def has_no_returns(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that lines end as on another system, or overwrite each other."""
    both = (("stdout", seen.stdout), ("stderr", seen.stderr))
    names = [name for name, text in both if "\r" in text]
    return f"carriage returns on {names[0]}" if names else ""


def is_bounded(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that it printed more than anybody can hold."""
    size = seen.done.total_bytes
    return f"{size} bytes" if size > LARGE else ""


def same_again(seen: Seen, audit: Audit) -> str:
    """Say that the same page is another one the next time."""
    first = audit.find("help")
    if first is not None and first.code != seen.code:
        return f"exit {first.code} the first time, then {exit_of(seen)}"
    same = first is None or page_of(first) == page_of(seen)
    return "" if same else "another page than the first time"


def dies_by(seen: Seen, audit: Audit) -> str:
    """Say that a signal did not end it as the caller expects."""
    name, usual = CANCELLED[seen.probe.signal]
    wanted = audit.contract.table.cancelled or usual
    if not seen.ended:
        return f"it ran on for {seen.done.limit:g} s, and had to be killed"
    if seen.code != wanted:
        return f"exit {seen.code}"
    said = audit.contract.manifest.signals.get(name)
    return "" if said in {None, wanted} else f"exit {wanted}; its manifest says {said}"


def paged(seen: Seen, audit: Audit) -> bool:
    """Look at calls for a page, where there is one."""
    return seen.ended and bool(audit.contract.help)


def printed(seen: Seen, audit: Audit) -> bool:
    """Look at calls for a page that is on stdout, and a success."""
    first = audit.find("help")
    shown = first is not None and first.code == 0 and bool(first.stdout.strip())
    return shown and paged(seen, audit)


def succeeds(seen: Seen, audit: Audit) -> bool:
    """Look at calls that print something, and succeed, where there is room for it."""
    kind = seen.probe.kind.replace("-full", "-text")
    others = [s for s in audit.seen if s.probe.kind == kind]
    twin = [s for s in others if s.probe.words == seen.probe.words]
    return seen.ended and any(s.code == 0 and s.stdout.strip() for s in twin)


def usual(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at calls in ordinary circumstances."""
    spoiled = seen.probe.streams and seen.probe.kind.startswith("fixture")
    return seen.probe.kind not in ODD and not spoiled


def piped(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - the same
    """Look at calls whose output is no terminal."""
    return seen.ended and not seen.probe.terminal and seen.probe.kind != "hostile"


NO_PAGE = "--help shows no page on stdout"
NO_SLOW = "name a call that takes long as [slow] in exeunt-check.toml"

PLAIN = (
    Rule(
        "ends", "F-047", level=1, mode=10,
        expected="every call ends by itself",
        judge=ends, applies=usual,
        fix="where stdin is no terminal, never ask; name the option that answers",
    ),
    Rule(
        "no-crash", "F-001", level=1, mode=1,
        expected="no call ends by a crash",
        judge=starts, fix="find the fault: run the command in a debugger",
    ),
    Rule(
        "help", "F-068", level=1, mode=21,
        expected="--help exits with 0 and shows a page",
        judge=shows_help, kinds=("help",), applies=is_page_or_none,
        needs="--help shows something that is not known for a page: no usage, no list",
        fix="answer --help before anything else",
    ),
    Rule(
        "help-anywhere", "F-068", level=2, mode=21,
        expected="--help works without stdin, in an empty environment",
        judge=shows_the_same, kinds=("help-bare", "help-no-stdin"), applies=paged,
        needs=NO_PAGE,
        fix="read settings and streams only where a command needs them",
    ),
    Rule(
        "help-in-c", "F-005", level=2, mode=57,
        expected="--help works under LC_ALL=C",
        judge=shows_the_same, kinds=("help-c",), applies=paged, needs=NO_PAGE,
        fix="write UTF-8 whatever the locale, or replace what it has no letter for",
    ),
    Rule(
        "help-open-stdin", "F-068", level=1, mode=50,
        expected="--help does not read stdin",
        judge=ends, kinds=("help-open",), applies=even_if_ended_by_us,
        fix="read stdin only in a command that wants it",
    ),
    Rule(
        "help-writes-nothing", "F-068", level=2, mode=30,
        expected="--help makes no file, and removes none",
        judge=writes_nothing, kinds=HELPS, fix="create files when a command needs them",
    ),
    Rule(
        "help-repeats", "F-020", level=3, mode=7,
        expected="--help shows the same page each time",
        judge=same_again, kinds=("help-again",), applies=paged, needs=NO_PAGE,
        fix="leave times, random names, unsorted sets and earlier calls out of it",
    ),
    Rule(
        "bare", "F-047", level=1, mode=50,
        expected="a call without a word ends, though stdin stays open",
        judge=ends, kinds=("bare",), applies=even_if_ended_by_us, dialects=PROGRAMS,
        fix="show the page, or name what is missing; never wait for an answer",
    ),
    Rule(
        "version", "F-068", level=2, mode=22,
        expected="--version exits with 0 and shows a number",
        judge=shows_version, kinds=("version",), dialects=PROGRAMS,
        fix="add a --version option",
    ),
    Rule(
        "usage-code", "F-002", level=1, mode=14,
        expected="an unknown option or command is rejected",
        judge=rejects, kinds=WRONG_CALLS,
        fix="refuse what you do not know, with a code of its own",
    ),
    Rule(
        "usage-says-why", "F-006", level=1, mode=18,
        expected="a rejected call says why, on stderr",
        judge=says_why, kinds=("bad-flag", "unknown"), applies=is_rejected,
        fix="write one sentence to stderr that names what was wrong",
    ),
    Rule(
        "no-trace", "C-013", level=1, mode=18,
        expected="no call shows a stack trace",
        judge=shows_no_trace, applies=usual,
        fix="catch it, and say in a sentence what went wrong",
    ),
    Rule(
        "full-disk", "F-001", level=2, mode=1,
        expected="data that could not be written is no success",
        judge=tells_of_full, kinds=("run-full", "fixture-full"), applies=succeeds,
        needs="no safe command can be called, and no fixture reaches 0",
        fix="flush stdout before you exit, and fail if that fails",
    ),
    Rule(
        "help-full", "F-001", level=3, mode=1,
        expected="a page that could not be written is no success",
        judge=tells_of_full, kinds=("help-full",), applies=printed, needs=NO_PAGE,
        fix="flush stdout before you exit, and fail if that fails",
    ),
    Rule(
        "closed-stdout", "F-006", level=3, mode=3,
        expected="a closed stdout is no reason to crash",
        judge=shows_no_trace, kinds=("help-closed",),
        fix="open /dev/null for a stream that is closed",
    ),
    Rule(
        "reader-gone", "F-014", level=2, mode=16,
        expected="a reader that leaves ends it quietly: with 0, or by SIGPIPE",
        judge=ends_quietly, kinds=("help-gone",), applies=printed, needs=NO_PAGE,
        fix="let SIGPIPE end you, or catch the error and exit without a word",
    ),
    Rule(
        "nobody-left", "F-071", level=1, mode=17,
        expected="no process outlives its call",
        judge=leaves_nobody, fix="wait for what you start, or declare it",
    ),
    Rule(
        "utf-8", "F-016", level=2, mode=9,
        expected="the output is UTF-8",
        judge=is_utf8, fix="replace bytes that are no text before you print them",
    ),
    Rule(
        "no-returns", "F-072", level=3, mode=8,
        expected="no carriage return goes into a pipe",
        judge=has_no_returns, applies=piped,
        fix="draw progress at a terminal alone; end lines with a line feed",
    ),
    Rule(
        "bounded", "F-052", level=2, mode=43,
        expected="an answer fits into 1 MiB",
        judge=is_bounded, applies=even_if_ended_by_us,
        fix="cap the output, and say that it was cut",
    ),
    Rule(
        "interrupt", "F-069", level=1, mode=16,
        expected="SIGINT ends it, and the caller sees 130",
        judge=dies_by, kinds=("slow-int",), applies=signalled, needs=NO_SLOW,
        fix="clean up, then die by the same signal",
    ),
    Rule(
        "terminate", "F-013", level=1, mode=16,
        expected="SIGTERM ends it, and the caller sees 143",
        judge=dies_by, kinds=("slow-term",), applies=signalled, needs=NO_SLOW,
        fix="clean up, then die by the same signal",
    ),
)  # fmt: skip
