"""An exception of the program → its outcome, and what Python shows of it.

What the author does not expect is shown by `sys.excepthook`, as if it had come through
to the top of the program: with the frames of who called it, without ours, and by
whatever hook the program has put there.
"""

from __future__ import annotations

import sys
from io import StringIO

from ..errors import ExeuntError
from ..secrets.given import hide_in
from ._failure import Failure
from .boundary import is_unread
from .classify import UNCAUGHT, from_bug, from_exception
from .handler import from_exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType, TracebackType
    from typing import Any

    from ..model.outcome import Outcome
    from .run import Run

OURS = __name__.partition(".")[0]


class Held(StringIO):
    """What a hook writes, until the secrets in it are hidden."""

    def __init__(self, stream: Any) -> None:
        super().__init__()
        self.stream = stream

    def isatty(self) -> bool:
        """Be the terminal that it will be written to, for who paints it."""
        return bool(self.stream.isatty())


def caught(error: BaseException, run: Run) -> Outcome[Any]:
    """Make an outcome of an exception, and show what the author does not expect."""
    try:
        outcome = from_exception(error, run)
    except BaseException as bug:  # noqa: BLE001 - in a function of `raises`
        if bug is not error:
            bug.__context__ = bug.__context__ or error
        error, outcome = bug, from_bug(bug, run)
    told = is_told(error, run)
    run.former = run.former if told else UNCAUGHT
    asked = run.expected and run.final and run.watch is not None  # in dev mode
    if asked or outcome.error.code == "UNHANDLED" or not (run.as_json or told):
        ended = show(error, run)
        if ended is not None and not run.as_json:
            return from_exit(ended.code, run)
    return outcome


def is_told(error: BaseException, run: Run) -> bool:
    """Tell whether an exception needs no traceback: it is ours, expected, or shown."""
    known = run.expected or run.seen or isinstance(error, (Failure, ExeuntError))
    return known or is_unread(error, run.written)


def show(error: BaseException, run: Run) -> SystemExit | None:
    """Show an exception by the program's hook; return the exit that the hook makes."""
    if not run.as_json:
        from ._confided import confide  # in JSON mode it has been done

        confide(run)
    run.seen = True
    come_through(error)
    remember(error)
    stderr, held = sys.stderr, None
    if run.secrets and stderr is not None:
        held = sys.stderr = Held(stderr)
    try:
        return ended_by_hook(error)
    finally:
        if held is not None:
            sys.stderr = stderr
            print(hide_in(held.getvalue(), run.secrets), end="", file=stderr)


def ended_by_hook(error: BaseException) -> SystemExit | None:
    """Call the hook; a broken one is shown as Python shows it."""
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except SystemExit as ended:
        return ended
    except BaseException as broken:  # noqa: BLE001 - the author's hook may raise anything
        for title, found in (
            ("Error in sys.excepthook:", broken),
            ("\nOriginal exception was:", error),
        ):
            print(title, file=sys.stderr)  # noqa: T201 - as Python does
            sys.__excepthook__(type(found), found, found.__traceback__)
    return None


def remember(error: BaseException) -> None:
    """Leave the exception where exit hooks look for the last one."""
    sys.last_type, sys.last_value = type(error), error
    sys.last_traceback = error.__traceback__
    if sys.version_info >= (3, 12):
        sys.last_exc = error


def come_through(error: BaseException) -> None:
    """Give an exception the frames that it has at the top of the program."""
    for found in linked(error):
        found.__traceback__ = of_others(found.__traceback__)
    above: FrameType | None = sys._getframe()  # noqa: SLF001 - as `traceback` does
    trace = error.__traceback__
    made: type[TracebackType] | None = type(trace) if trace is not None else None
    while above is not None and made is not None:
        if not is_ours(above):
            trace = made(trace, above, above.f_lasti, above.f_lineno)
        above = above.f_back
    error.__traceback__ = trace


def of_others(trace: TracebackType | None) -> TracebackType | None:
    """Leave our frames out of a traceback."""
    found: list[TracebackType] = []
    while trace is not None:
        found.append(trace)
        trace = trace.tb_next
    below: TracebackType | None = None
    for trace in reversed(found):
        if not is_ours(trace.tb_frame):
            trace.tb_next = below
            below = trace
    return below


def is_ours(frame: FrameType) -> bool:
    """Tell whether a frame is of this package."""
    name = str(frame.f_globals.get("__name__", ""))
    return name.partition(".")[0] == OURS


def linked(error: BaseException) -> Iterator[BaseException]:
    """Walk an exception and all that is shown with it."""
    queue: list[BaseException | None] = [error]
    seen: set[int] = set()
    while queue:
        found = queue.pop()
        if found is None or id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        members: tuple[BaseException, ...] = getattr(found, "exceptions", ())
        if isinstance(found, BaseExceptionGroup):
            queue += members
        queue += (found.__cause__, found.__context__)
