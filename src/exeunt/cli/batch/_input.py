"""Words and options of `exeunt batch` → the jobs that they name."""

from __future__ import annotations

import os
import select
import stat
from shlex import join

from ...batches.inputs import LINE, MARKS, NUL, STDIN, Source, open_input, sources
from ...batches.lines import jobs_of_commands, jobs_of_lines
from ...batches.templates import jobs_of_template, template_of
from ...errors import InputError
from ..argv import BEHIND, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...batches.job import Job
    from ..argv import Options
    from ..verbs import Call

NEW = "write exeunt batch FILE, or exeunt batch -- COMMAND {} ::: INPUT..."
OF_TEMPLATES = ("-a", "--colsep")
INPUT = "write ::: INPUT..., -a FILE, or a pipe: ls | exeunt batch -- gzip {}"
PATIENCE = 3.0  # seconds after which it is said that stdin is waited for


def jobs_of(call: Call, options: Options) -> Iterator[Job] | None:
    """Return the jobs, as they are read; None if none are named."""
    before, template, given = parted(call)
    marked = template is not None or "--shell" in options
    if len(before) > 1:
        fix = f"write -- before a command: exeunt batch [options] -- {join(call.words)}"
        refuse(f"{before[1]!r} is one word too many", fix)
    if marked and before:
        fix = "the file that has the input of a command is -a FILE"
        refuse(f"{before[0]!r} stands before the command", fix)
    if marked:
        if template and "--shell" in options:
            refuse("there is a --shell and a command", "leave out one of the two")
        return by_template(template or (), given, options)
    stray = [name for name in OF_TEMPLATES if name in options] + list(given[:1])
    if stray and before:
        fix = f"write -- before a command: exeunt batch [options] -- {join(call.words)}"
        refuse(f"{stray[0]} is input, and there is no command for it", fix)
    if stray:
        refuse(f"{stray[0]} is input, and there is no command for it", NEW)
    return by_file(before, options)


def by_file(before: tuple[str, ...], options: Options) -> Iterator[Job] | None:
    """Read the jobs of a file, or of stdin; None if neither is named."""
    by_line = "--lines" in options
    if by_line and not before:
        check_stdin("write exeunt batch --lines FILE")
        before = (STDIN,)
    if not before:
        return None
    separator = NUL if "-0" in options else LINE
    if separator == NUL and not by_line:
        refuse("-0 parts no JSON", "leave it out, or add --lines")
    try:
        stream = open_input(before[0])
    except InputError as error:
        fix = f"{error.fix}; a command stands behind --: exeunt batch -- {before[0]}"
        raise InputError(error.message, fix=fix) from None
    return jobs_of_commands(stream, separator) if by_line else jobs_of_lines(stream)


def parted(
    call: Call,
) -> tuple[tuple[str, ...], tuple[str, ...] | None, tuple[str, ...]]:
    """Part words into those before `--`, the command, and its input."""
    words = call.words
    place = int(call.text(BEHIND) or -1) if BEHIND in call.options else -1
    first = next((n for n, word in enumerate(words) if word in MARKS), len(words))
    if place < 0 or first < place:
        return words[:first], None, words[first:]
    return words[:place], words[place:first], words[first:]


def by_template(
    template: Sequence[str], given: Sequence[str], options: Options
) -> Iterator[Job]:
    """Make jobs of a command and its input."""
    if "--lines" in options:
        refuse("--lines is for a file of commands", "leave it out")
    shell = options["--shell"][-1] if "--shell" in options else None
    template_of(template, shell)  # what is wrong with it is said before input is read
    files = tuple(Source(file=name) for name in options.get("-a", ()))
    inputs = (*files, *sources(given))
    if not inputs:
        check_stdin(INPUT)
        inputs = (Source(file=STDIN),)
    return jobs_of_template(
        template,
        inputs,
        shell=shell,
        separator=NUL if "-0" in options else LINE,
        columns=options["--colsep"][-1] if "--colsep" in options else None,
    )


def check_stdin(fix: str) -> None:
    """Refuse a call without input; say so if it does not come."""
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        mode = stat.S_IFDIR
    if stat.S_ISCHR(mode) or stat.S_ISDIR(mode):
        refuse("there is no input", fix)
    if not select.select([0], [], [], PATIENCE)[0]:
        from ..run._end import complain  # when somebody waits

        complain(f"waiting for input on stdin; else {fix}")
