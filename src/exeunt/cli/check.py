"""A program's call → whether it keeps what it declares, rule by rule."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from time import gmtime
from typing import Any

from ..audit.check import LEVELS, check
from ..audit.finding import (
    NAMESPACES,
    Ended,
    Event,
    Found,
    Probed,
    Started,
    Verdict,
)
from ..audit.fixtures import Fixtures, read_fixtures
from ..audit.reports.formats import REPORTS
from ..dialects.dialect import checked_names
from ..errors import InputError, unknown
from ..manifest.reader import manifest_file
from ..model.codes import Effects, ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.entry import declare, entry
from ..model.outcome import Done, Failed, Outcome
from ..named import check_writable, write_whole
from ._paint import WIDTH, Paint, is_terminal, visible, wants_colour, wrap
from .argv import all_words, refuse, whole
from .verbs import GONE, UNFIT, Call, Command, Option

Row = dict[str, Any]

NONCONFORMANT = declare("NONCONFORMANT", 80)
ENTRY = entry(
    "The program does not keep what it declares",
    retryable=False,
    effects=Effects.NONE,
)
LABEL = 14  # columns before a text
COLOURS = {
    "verified": "green",
    "violated": "red",
    "unverified": "yellow",
    "waived": "cyan",
}
NAMED = 12  # unverified rules that are named one by one
MANY = 64  # jobs; more would only wait for each other


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Try a program, write the reports that are asked for, and fail if it fails."""
    reports = [report_of(text) for text in call.texts("--report")]
    contract = call.text("--contract")
    events: list[Event] = []
    heed()
    for event in check(
        call.words,
        level=number(call, "--level", 1, max(LEVELS)),
        only=listed(call, "--only"),
        skip=listed(call, "--skip"),
        jobs=number(call, "--jobs", 2, MANY),
        fixtures=fixtures_of(call),
        contract=None if contract is None else manifest_file(contract),
        source=contract or "",
        dialect=call.text("--dialect"),
        harmless="--harmless" in call.options,
    ):
        events.append(event)
        tell(event, call)
    ended = events[-1]
    assert isinstance(ended, Ended)  # noqa: S101 - the engine's last word
    unwritten = list(write(reports, ended))
    return lost(ended, unwritten) if unwritten else judged(ended)


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP came: the check is cleaned up first, as for ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def heed() -> None:
    """Have SIGTERM and SIGHUP raise, so that a check leaves nothing behind."""

    def end(number: int, _: object) -> None:
        raise Terminated(number)

    if threading.current_thread() is not threading.main_thread():
        return  # whoever has this thread sees to signals
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


def judged(ended: Ended) -> Outcome[dict[str, Any]]:
    """Turn a report into an outcome."""
    data = ended.as_dict()
    rules = {f.rule for f in ended.findings if f.verdict is Verdict.VIOLATED}
    if not rules:
        return Done(data)
    detail = ErrorDetail(
        NONCONFORMANT.name,
        f"{ended.cli} breaks {len(rules)} rule{'s' if len(rules) > 1 else ''}: "
        + ", ".join(sorted(rules)),
        phase=Phase.EXECUTION,
        suggestion="each finding says how to mend it",
    )
    return Failed(NONCONFORMANT, detail, entry=ENTRY, extra={"check": data})


def fixtures_of(call: Call) -> Fixtures:
    """Read the fixtures that are named; a file that lies here may be for another."""
    path = call.text("--fixtures")
    return Fixtures() if path is None else read_fixtures(path)


def number(call: Call, name: str, usual: int, most: int) -> int:
    """Read an option that is a small number."""
    what, fix = f"number from 1 to {most}", f"write {name} {usual}"
    found = whole(name, call.text(name) or str(usual), what, fix)
    if not 1 <= found <= most:
        refuse(f"{name} {found} is no {what}", fix)
    return found


def listed(call: Call, name: str) -> list[str]:
    """Read an option that names rules."""
    return [rule for text in call.texts(name) for rule in text.split(",") if rule]


def report_of(text: str) -> tuple[str, str]:
    """Read FORMAT=FILE."""
    name, equals, path = text.partition("=")
    if not equals or not path:
        refuse(f"--report {text} names no file", "write --report json=report.json")
    if name not in REPORTS:
        raise unknown(name, "report", REPORTS)
    folder = os.path.dirname(path) or "."  # noqa: PTH120 - pathlib is dear
    if not os.path.isdir(folder):  # noqa: PTH112 - as above
        msg = f"{folder} is no directory, so {path} cannot be written"
        refuse(msg, "make it first, or name another file")
    try:
        check_writable(path)
    except OSError as error:
        msg = f"{path} cannot be written: {error.strerror}"
        raise InputError(msg, fix="name another file") from None
    return name, path


def write(reports: Sequence[tuple[str, str]], ended: Ended) -> Iterator[str]:
    """Write every report that can be written, and say why others cannot."""
    for name, path in reports:
        try:
            write_whole(path, REPORTS[name](ended, gmtime()))
        except OSError as error:
            yield f"{path} ({error.strerror})"


def lost(ended: Ended, unwritten: Sequence[str]) -> Failed:
    """Fail for reports that are not there, with all that was found."""
    detail = ErrorDetail(
        "REPORT_NOT_WRITTEN",
        f"could not be written: {', '.join(unwritten)}",
        phase=Phase.EXECUTION,
        suggestion="what was found is here, and in every other report",
    )
    found = {"check": ended.as_dict()}
    return Failed(ExitCode.GENERAL_ERROR, detail, extra=found)


def tell(event: Event, call: Call) -> None:
    """Show a person how far it is; where nobody watches, nothing is said."""
    if "--json" in call.options or not is_terminal(2):
        return
    line = progress(event)
    if line is not None:
        paint = Paint(colour=wants_colour(2))
        sys.stderr.write(f"\r\x1b[K{paint(line, 'dim')}" if paint.colour else "")
        sys.stderr.flush()


def progress(event: Event) -> str | None:
    """Say in a line what has just happened; nothing of a finding."""
    match event:
        case Started():
            return f"{event.rules} rules, {event.probes} calls"
        case Probed():
            return visible(event.command)[:76]
        case Found():
            return None
        case Ended():
            return ""


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show what is broken, what nobody knows, and the sum of it."""
    cli = paint(visible(data["cli"]), "bold")
    head = f"{cli}: {data['dialect']}, level {data['level']}\n"
    by_verdict = {
        name: [f for f in data["findings"] if f["verdict"] == name] for name in COLOURS
    }
    parts = [head]
    parts += [violation(finding, paint) for finding in by_verdict["violated"]]
    parts += [waiver(finding, paint) for finding in by_verdict["waived"]]
    if by_verdict["unverified"]:
        parts.append(unverified(by_verdict["unverified"], paint))
    parts.append(summary(data, paint))
    return "\n".join(parts)


def violation(finding: Row, paint: Paint) -> str:
    """Show one broken rule: what was run, what came, how to mend it."""
    where = f" in {visible(finding['path'])}" if finding["path"] else ""
    rule = paint(finding["rule"], "bold")
    title = f"{paint('✗', 'red')} {rule}{where} ({finding['clause']})"
    return f"{title}\n" + rows(
        paint,
        ("run", finding["command"]),
        ("expected", finding["expected"]),
        ("got", finding["got"]),
        ("mend", finding["fix"]),
    )


def waiver(finding: Row, paint: Paint) -> str:
    """Show one rule that need not hold, and why."""
    title = f"{paint('~', 'cyan')} {finding['rule']} is waived"
    return f"{title}\n" + rows(
        paint, ("got", finding["got"]), ("because", finding["reason"])
    )


def unverified(findings: Sequence[Row], paint: Paint) -> str:
    """Show what could not be tried, by the reason for it."""
    by_reason: dict[str, list[str]] = {}
    for finding in findings:
        by_reason.setdefault(finding["got"], []).append(finding["rule"])
    title = f"{paint('?', 'yellow')} not verified: {len(findings)}"
    lines = [title]
    for why, rules in by_reason.items():
        named = ", ".join(rules[:NAMED]) + (" …" if len(rules) > NAMED else "")
        for index, line in enumerate(wrap(named, WIDTH - 4)):
            lines.append(f"  {line}" if not index else f"    {line}")
        lines += [f"      {paint(line, 'dim')}" for line in wrap(why, WIDTH - 6)]
    return "\n".join(lines) + "\n"


def summary(data: dict[str, Any], paint: Paint) -> str:
    """Sum it up in a line or two."""
    counts = [
        paint(f"{data[name]} {name}", colour)
        for name, colour in COLOURS.items()
        if data[name]
    ]
    codes: list[Row] = data["coverage"]
    reached = sum(code["reached"] is True for code in codes)
    line = ", ".join(counts)
    return (
        f"{line}\n"
        + (f"{reached} of {len(codes)} declared codes were reached\n" if codes else "")
        + unprotected(data["protection"], paint)
    )


def unprotected(found: Row, paint: Paint) -> str:
    """Say what did not hold the calls, where namespaces could not be had."""
    if found["kind"] == NAMESPACES:
        return ""
    by = {"landlock": "by Landlock alone", "none": "by nothing"}[found["kind"]]
    text = f"protected {by} ({found['why']}): {'; '.join(found['missing'])}"
    lines = [paint(line, "yellow") for line in wrap(text, WIDTH)]
    return "\n".join(lines) + "\n"


def rows(paint: Paint, *pairs: tuple[str, str]) -> str:
    """Lay out label and text; a command stands on one line, to be copied."""
    lines: list[str] = []
    for label, text in pairs:
        whole = [visible(text)] if label == "run" else wrapped(text)
        for index, line in enumerate(whole):
            left = "" if index else label
            lines.append(f"    {paint(left.ljust(LABEL - 4), 'dim')}{line}")
    return "\n".join(lines) + "\n"


def wrapped(text: str) -> list[str]:
    """Wrap a text, and keep the lines of code in it."""
    return [part for line in text.split("\n") for part in wrap(line, WIDTH - LABEL)]


COMMAND = Command(
    "check",
    summary="Try a program against what it declares, and say which rules it breaks.",
    usage=("exeunt check [options] [--] CLI [WORD…]",),
    options=(
        Option(
            "--level",
            "N",
            help="try what nobody can do without (1), what callers rely on (2), "
            "or all (3)",
            usual="1",
        ),
        Option(
            "--only", "RULE,…", help="try these rules, whatever their level", many=True
        ),
        Option("--skip", "RULE,…", help="leave these out", many=True),
        Option("--jobs", "N", help="make so many calls side by side", usual="2"),
        Option(
            "--fixtures",
            "FILE",
            help="read there how to reach each code: an exeunt-check.toml",
        ),
        Option(
            "--harmless",
            help="promise that no call of it can do harm, and have all tried",
        ),
        Option(
            "--contract", "FILE", help="read this manifest", usual="the program's own"
        ),
        Option(
            "--dialect",
            "NAME",
            help="take the rules of this dialect",
            usual="the program's own",
            choices=("plain", *checked_names()),
        ),
        Option(
            "--report",
            "FORMAT=FILE",
            help=f"write it down: {', '.join(REPORTS)}",
            many=True,
        ),
    ),
    examples=(
        ("exeunt check -- git", "hangs, streams, colours, codes of any program"),
        ("exeunt check --level 2 --skip version -- python app.py", "and its contract"),
        ("exeunt check --only help,envelope -- python app.py", "two rules alone"),
        ("exeunt check --dialect shuck -- exeunt run", "a program that runs others"),
    ),
    danger="mutating",
    exits={**GONE, **UNFIT, NONCONFORMANT: ENTRY},
    run=run,
    show=show,
    theirs=all_words,
    least=1,
    most=None,
)
