"""An ending is one of four, and a match over it is checked."""

from typing import Literal, assert_never, assert_type

from exeunt import (
    Ending,
    ExitCode,
    Exited,
    Signaled,
    TimedOut,
    Unstarted,
    from_returncode,
    from_shell,
    from_wait_status,
)

assert_type(from_wait_status(0), Exited | Signaled)
assert_type(from_returncode(-9), Exited | Signaled)
assert_type(from_shell(137), Exited | Signaled)
assert_type(Exited(1).replace(code=2), Exited)

Exited("1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Exited(ExitCode.NOT_FOUND)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Exited()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Unstarted("lost")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
from_shell(None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def tell(ending: Ending) -> str:
    """Look at every ending, by position and by name."""
    match ending:
        case Exited(code):
            assert_type(code, int)
            return f"exited {code}"
        case Signaled(signal, core_dumped, certain=certain):
            assert_type(signal, int)
            assert_type(core_dumped, bool)
            assert_type(certain, bool)
            return ending.name
        case TimedOut(after, idle):
            assert_type(after, float | None)
            assert_type(idle, bool)
            return "late"
        case Unstarted(why, detail):
            assert_type(why, Literal["not_found", "not_executable", "failed"])
            return detail
        case _:
            assert_never(ending)


def forgetful(ending: Ending) -> int:
    """Forget that a command may never have started."""
    match ending:
        case Exited() | Signaled() | TimedOut():
            return ending.shell_code
        case _:
            assert_never(ending)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


class More(Exited):  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
    """A leaf has no subclasses, or the matches above would not be exhaustive."""
