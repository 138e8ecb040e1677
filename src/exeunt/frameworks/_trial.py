"""A function that parses its own words → the commands of the parser that it would use.

A copy of the process calls it with --help, and ends at the first parser, or before the
first thing that others could notice: an audit hook lets pass what only reads.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser

from ..leaving.boundary import end_now
from ._describe_argparse import below
from ._parsers import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from ..manifest.info import CommandInfo

PATIENCE = 10.0  # seconds that a function has to come to its parser
ASKED = "--help"  # what no program does anything for but talk
# What a program may do on its way to a parser: events that change nothing but itself.
HARMLESS = (
    *("import", "compile", "exec", "marshal.", "pickle.find_class", "cpython."),
    *("object.__", "code.__new__", "function.__new__", "builtins.id", "sys.", "gc."),
    *(
        "os.listdir",
        "os.scandir",
        "os.walk",
        "os.fwalk",
        "os.chdir",
        "glob.",
        "pathlib.",
    ),
    *("os.getxattr", "os.listxattr", "os.putenv", "os.unsetenv", "locale."),
    *("socket.__new__", "socket.gethostname", "ctypes.dl", "ctypes.get_errno"),
    *("ctypes.set_errno", "ctypes.addressof", "ctypes.create_string_buffer"),
    *("array.__new__", "mmap.__new__", "time.sleep", "_thread.start_new_thread"),
    *("threading.", "setopencodehook", "signal.set_wakeup_fd", "resource.getrusage"),
)
OPENED = "open"  # harmless, too, if it is for reading


class Trial:
    """One function's call in a copy of the process, from which it never returns."""

    def __init__(self, app: Callable[[], Any], func: str, report: int) -> None:
        self.app = app
        self.func = func
        self.report = report
        self.met: ArgumentParser | None = None  # one that leaves words to another
        self.telling = False

    def hold(self) -> NoReturn:
        """Call the function, and tell what came of it."""
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nowhere, descriptor)
        sys.argv = [*sys.argv[:1], ASKED]
        sys.dont_write_bytecode = True
        for name in (*WHOLE, "parse_known_args"):
            original = getattr(ArgumentParser, name)
            setattr(ArgumentParser, name, self.ending(original, name in WHOLE))
        sys.addaudithook(self.judge)
        try:
            self.app()
        finally:
            self.end()

    def judge(self, event: str, details: tuple[Any, ...]) -> None:
        """End the trial before an event that is not known to be harmless."""
        if self.telling or event.startswith(HARMLESS):
            return
        if event != OPENED or not is_read(*details):
            self.end()

    def ending(self, original: Callable[..., Any], whole: bool) -> Callable[..., Any]:
        """End the trial at a parser, unless it only reads some words before another."""

        def parse(parser: Any, *words: Any, **options: Any) -> Any:
            if whole or parser.add_help:
                self.tell(parser, partial=not whole)
            self.met = parser
            return original(parser, *words, **options)

        return parse

    def end(self) -> NoReturn:
        """Tell of the parser that was met, or that none was."""
        if self.met is not None:
            self.tell(self.met, partial=True)
        end_now(0)  # a copy of the process has nothing to clean up

    def tell(self, parser: Any, *, partial: bool) -> NoReturn:
        """Write the commands of a parser to the process that asked."""
        self.telling = True
        try:
            from pickle import dumps  # 5 ms, in a trial alone

            found = below(parser, self.func, (), (), parser.description)
            said = dumps([bare(info, partial=partial) for info in found])
            while said:
                said = said[os.write(self.report, said) :]
        finally:
            end_now(0)  # as above; what cannot be told is unknown


def commands_of(app: Callable[[], Any], func: str) -> list[CommandInfo] | None:
    """Return the commands of a function's parser; None if it comes to none."""
    if not hasattr(os, "fork"):
        return None
    reading, report = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        Trial(app, func, report).hold()
    os.close(report)
    try:
        said = heard(reading)
    finally:
        os.close(reading)
        os.kill(child, 9)  # it may be at work still; its number is free after the next
        os.waitpid(child, 0)
    if not said:
        return None
    from pickle import loads  # 5 ms, in a trial alone

    found: list[CommandInfo] = loads(said)  # noqa: S301 - our own copy has written it
    return found


def heard(reading: int) -> bytes:
    """Read what a trial tells, to its end; nothing if it takes too long."""
    from select import select  # in a trial alone
    from time import monotonic

    said, end = b"", monotonic() + PATIENCE
    while select((reading,), (), (), max(0.0, end - monotonic()))[0]:
        data = os.read(reading, 65_536)
        if not data:
            return said
        said += data
    return b""


def bare(info: CommandInfo, *, partial: bool) -> CommandInfo:
    """Leave out of a command what lives in the copy alone."""
    from ..manifest.writer import written  # when the app is described

    def plain(params: Any) -> list[Any]:
        return [one.replace(default=written(one.default)) for one in params]

    return info.replace(
        contract=info.contract.replace(raises={}),
        handler=None,
        flags=plain(info.flags),
        arguments=plain(info.arguments),
        partial=partial or info.partial,
    )


def is_read(path: object, mode: object, flags: object) -> bool:  # noqa: ARG001 - of the event
    """Tell whether a file is only read, or is one that keeps nothing."""
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    reads = isinstance(flags, int) and not flags & writes
    return reads or path in (0, 1, 2, os.devnull)
