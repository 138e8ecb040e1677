"""Options that few requests give → what they must be, or an error with the fix."""

from __future__ import annotations

from ..errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LARGE = 65_536  # columns or rows, which the kernel keeps in two bytes
LONGEST = 200  # characters of a name


def dialect(_: str, given: str | None) -> str | None:
    """Refuse a table that does not exist before anything runs."""
    if given is not None:
        from ..dialects.dialect import dialect as find

        find(given)
    return given


def manifest(_: str, given: Mapping[str, object] | None) -> object:
    """Refuse a manifest that is still a text."""
    if given is not None and not hasattr(given, "keys"):
        msg = f"manifest is a mapping, not {type(given).__name__}"
        raise InputError(msg, fix="parse it first")
    return given


def name(_: str, given: str | None) -> str | None:
    """Refuse a name that is none, or too long to be one."""
    if given is not None and not 0 < len(given) <= LONGEST:
        msg = f"a name of {len(given)} characters"
        raise InputError(msg, fix=f"give one of 1 to {LONGEST}")
    return given


def size(_: str, given: tuple[int, int] | None) -> tuple[int, int] | None:
    """Refuse a terminal that no kernel has."""
    if given is None:
        return None
    try:
        columns, rows = given
    except (TypeError, ValueError):
        msg = f"a size is columns and rows, not {given!r}"
        raise InputError(msg, fix="write (80, 24)") from None
    for number in (columns, rows):
        if type(number) is not int or not 0 < number < LARGE:
            msg = f"no terminal has the size {given!r}"
            raise InputError(msg, fix="write (80, 24)")
    return columns, rows


def signal(_: str, given: str) -> int:
    """Return the number of a signal: INT, SIGINT or 2; refuse what is none."""
    from ..model.ending import signal_number  # few name one

    number = signal_number(given) if isinstance(given, str) else None
    if number is None:
        msg = f"no signal is called {given!r}"
        raise InputError(msg, fix="write INT, TERM, HUP or the like")
    return number
