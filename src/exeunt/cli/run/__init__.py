"""`exeunt run` → any command, run to its end; its output and number pass through.

With --json there is one record instead, and nothing else, whatever happens.
"""

from __future__ import annotations

import os

from ._call import OPTIONS, asked, parse, wanted
from ._end import OURS, OUTWARDS, begin, complain, die_by, farewell, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...process.request import Request
    from ._call import Options


def main(words: Sequence[str], *, driven: bool = False) -> int:
    """Run what the words say and return the number to leave with."""
    fill_gaps()
    options: Options = {}
    try:
        command = parse(list(words), options, "drive" if driven else "run")
    except Exception as error:  # noqa: BLE001 - told, not thrown
        return misused(error, wanted(words), words)
    if "--help" in options:
        return show_page(driven=driven)
    try:
        return run_asked(*asked(command, options, driven=driven), options)
    except Exception as error:  # noqa: BLE001 - as above
        return misused(error, options, words)


def run_asked(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Run in the way that the options ask for."""
    if "--once" in options:
        from ._once import run_once  # it remembers

        return run_once(request, warnings, options)
    if "--retry" in options:
        from ._retry import run_retried  # it remembers

        return run_retried(request, warnings, options)
    if request.size is not None or "--detach" in options:
        from ._kept import run_kept  # it may outlive us

        return run_kept(request, warnings, options)
    if "--json" in options or "--envelope" in options:
        return record(request, warnings, options)
    for warning in () if "--quiet" in options else warnings:
        complain(warning)
    return pass_through(request, options)


def fill_gaps() -> None:
    """Have something behind 0, 1 and 2, or a pipe of ours would be taken for them.

    A directory can neither be written nor read, like what is closed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open("/", os.O_RDONLY | os.O_CLOEXEC)  # the lowest number that is free


def show_page(*, driven: bool) -> int:
    """Show the verb's own page."""
    from ...leaving.boundary import deliver  # for people
    from .._screen import page
    from ._page import make, make_driven

    command = make_driven(OPTIONS) if driven else make(OPTIONS)
    return deliver(page(command).encode("utf-8", "replace"), b"", 0)


def pass_through(request: Request, options: Options) -> int:
    """Run with our own streams; return the command's number."""
    from ...process.flow import Running  # after the words

    running = begin(Running(request, shown=OUTWARDS, recorded="never"))
    running.finish()
    code = farewell(running, options)
    return die_by(running.report.signal) if running.report.signal else code


def record(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Run, and print one record."""
    from ...process.flow import Running  # after the words
    from ._next import with_next

    with Running(request, warnings=warnings) as running:
        done = begin(running).wait()
    code = say(with_next(done), done.exit_code, options)
    if done.status == "cancelled" and running.signal:
        return die_by(running.signal)
    return code


def misused(error: Exception, options: Options, words: Sequence[str]) -> int:
    """Say what is wrong with the call, in the form that was asked for."""
    from ...errors import InputError  # on the way to an error
    from ...secrets.redact import Redactor
    from ._call import UsageError, secrets_of

    misuse = True
    if isinstance(error, InputError | UsageError):
        text = f"{error.message}; {error.fix}"
    else:
        if os.environ.get("EXEUNT_DEV"):
            raise error
        misuse, text = False, f"exeunt has a bug: {type(error).__name__}: {error}"
    text = Redactor(secrets_of(words)).text(text)
    if "--json" not in options and "--envelope" not in options:
        complain(text)
        return OURS
    from ._next import refused  # for a record

    return say(refused(text, misuse=misuse), OURS, options)


def __getattr__(name: str) -> Any:
    """Make the verb's page when it is asked for: running needs none."""
    if name != "COMMAND":
        raise AttributeError(name)
    from ._page import make  # for people

    return make(OPTIONS)
