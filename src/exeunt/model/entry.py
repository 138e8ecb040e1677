"""A command's own codes → declared entries that keep the table's promises.

Three hard rules no command may relax: ARG_ERROR has no effects, PARTIAL_FAILURE is
never retryable, `complete` belongs to SUCCESS alone. And one of entries: what may be
repeated has changed nothing.
"""

from __future__ import annotations

from ..record import KW_ONLY, Record, final, rebuild
from .codes import Effects, ExitCode, Retryable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import NoReturn, Protocol, TypeVar

    K = TypeVar("K")
    V = TypeVar("V")
    K_co = TypeVar("K_co", covariant=True)
    V_co = TypeVar("V_co", covariant=True)

    class Rows(Protocol[K_co, V_co]):
        """What has rows: a mapping whose keys may be of a narrower type."""

        def items(self) -> Iterable[tuple[K_co, V_co]]:
            """List the rows."""
            ...

    # A Mapping's keys are invariant: alone, it would refuse a variable of the type
    # dict[ExitCode, str] where dict[Code, str] is meant. It types lambdas, though.
    Table = Mapping[K, V] | Rows[K, V]

MAX_DESCRIPTION = 120  # of the ExitCodeEntry schema

RANGES = (
    (0, 13, "the fourteen named codes", "use the ExitCode member"),
    (14, 63, "reserved for the framework itself", "use an ExitCode, or declare 79-125"),
    (64, 78, "the sysexits of POSIX systems", "pass sysexits=True if you mean one"),
    (79, 125, "free for commands to declare", "declare it with exeunt.declare()"),
    (126, 255, "owned by shells and signals", "use an ExitCode, or declare 79-125"),
)


@final
class CommandExitCode(Record):
    """A command's own code (79-125, or a chosen sysexit). Only declare() makes it."""

    name: str
    value: int

    def __init__(self) -> None:
        msg = "a CommandExitCode cannot be made directly"
        from ..errors import CodeTypeError  # on the way to an error

        raise CodeTypeError(msg, fix='use exeunt.declare("NAME", 79)')


Code = ExitCode | CommandExitCode


def declare(name: str, value: int, *, sysexits: bool = False) -> CommandExitCode:
    """Give a command a code of its own: a NAME and a number from 79 to 125."""
    if isinstance(value, bool) or not isinstance(value, int):
        msg = f"{name}: a code is a whole number, not {value!r}"
        refuse(msg, "choose one from 79 to 125")
    if not is_constant(name):
        msg = f"{name!r} is not a constant's name"
        refuse(msg, "use capitals, digits and _: DEPLOY_LOCKED")
    if name in ExitCode.__members__:
        msg = f"{name} is one of the fourteen names"
        refuse(msg, f"use ExitCode.{name}, or choose another name")
    low, high = (64, 125) if sysexits else (79, 125)
    if not low <= value <= high:
        where, what = describe_range(value)
        msg = f"{name} = {value} cannot be declared: {where}"
        refuse(msg, what)
    return rebuild(CommandExitCode, name, int(value))


@final
class ExitCodeEntry(Record):
    """What a command promises when it ends with one code."""

    description: str
    _: KW_ONLY
    retryable: bool
    effects: Effects

    def _check(self) -> None:
        if not isinstance(self.description, str) or not (
            1 <= len(self.description) <= MAX_DESCRIPTION
        ):
            msg = f"the description {self.description!r} must have 1 to 120 characters"
            refuse(msg, "say in one line when this code is emitted")
        if not isinstance(self.retryable, bool):
            msg = f"retryable is True or False, not {self.retryable!r}"
            refuse(msg, "'depends' is declared as False")
        if not isinstance(self.effects, Effects) or self.effects is Effects.UNKNOWN:
            msg = f"effects must be NONE, PARTIAL or COMPLETE, not {self.effects!r}"
            refuse(msg, "unknown effects are declared as PARTIAL")
        if self.retryable and self.effects is not Effects.NONE:
            msg = f"retryable with {self.effects.value} effects would repeat them"
            refuse(msg, "use retryable=False or Effects.NONE")


def entry(description: str, *, retryable: bool, effects: Effects) -> ExitCodeEntry:
    """Declare what a command promises when it ends with a code."""
    return ExitCodeEntry(description, retryable=retryable, effects=effects)


def exit_table(exits: Table[Code, str | ExitCodeEntry]) -> dict[Code, ExitCodeEntry]:
    """Check a command's declarations and return them, SUCCESS included."""
    table: dict[Code, ExitCodeEntry] = {}
    taken: dict[int | str, Code] = {}
    done: dict[Code, str | ExitCodeEntry] = {ExitCode.SUCCESS: "Done"}
    for code, declared in (done | dict(exits.items())).items():
        check_code(code)
        for part in (code.value, code.name):
            other = taken.setdefault(part, code)
            if other != code:
                msg = f"{code.name} = {code.value} and {other.name} = {other.value}"
                refuse(msg, "give each its own name and number")
        if isinstance(declared, str):
            usual = default_entry(code)
            declared = ExitCodeEntry(  # noqa: PLW2901 - text is short for an entry
                declared, retryable=usual.retryable, effects=usual.effects
            )
        table[code] = check_entry(code, declared)
    return table


def check_entry(code: Code, declared: ExitCodeEntry) -> ExitCodeEntry:
    """Return the entry if it keeps the code's hard promises."""
    if not isinstance(declared, ExitCodeEntry):
        msg = f"{code.name} needs a text or an entry, not {declared!r}"
        refuse(msg, "use exeunt.entry(...)")
    if code is ExitCode.ARG_ERROR and declared.effects is not Effects.NONE:
        msg = "ARG_ERROR promises that nothing was changed"
        refuse(msg, "declare PARTIAL_FAILURE for what comes later")
    if code is ExitCode.PARTIAL_FAILURE and declared.retryable:
        msg = "PARTIAL_FAILURE is never retryable"
        refuse(msg, "use retryable=False")
    if declared.effects is Effects.COMPLETE and code is not ExitCode.SUCCESS:
        msg = f"{code.name}: complete effects belong to SUCCESS alone"
        refuse(msg, "use Effects.NONE or Effects.PARTIAL")
    return declared


def default_entry(code: Code, *, safe: bool = False) -> ExitCodeEntry:
    """Return what holds for a code when its command declares nothing more.

    The table's `depends` and `unknown` have no place in an entry, so they become the
    cautious value; TIMEOUT is repeatable only in a command that is `safe`.
    """
    code = check_code(code)
    if not isinstance(code, ExitCode):
        return ExitCodeEntry(code.name, retryable=False, effects=Effects.PARTIAL)
    if code is ExitCode.TIMEOUT and safe:
        return ExitCodeEntry(code.meaning, retryable=True, effects=Effects.NONE)
    effects = Effects.PARTIAL if code.effects is Effects.UNKNOWN else code.effects
    may_repeat = code.retryable in {Retryable.YES, Retryable.AFTER_FIX}
    return ExitCodeEntry(
        code.meaning,
        retryable=may_repeat and effects is Effects.NONE,
        effects=effects,
    )


def check_code(code: object) -> Code:
    """Return a named code, or say which one the bare number should have been."""
    if isinstance(code, Code):
        return code
    reject_code(code)


def reject_code(code: object) -> NoReturn:
    """Raise the error that names the code to use."""
    msg = f"{code!r} is not an exit code: a number means nothing without its name"
    if isinstance(code, bool) or not isinstance(code, int):
        from ..errors import CodeTypeError  # on the way to an error

        raise CodeTypeError(msg, fix="use a member of ExitCode")
    names = {member.value: f"use ExitCode.{member.name}" for member in ExitCode}
    from ..errors import CodeTypeError  # on the way to an error

    raise CodeTypeError(msg, fix=names.get(code) or ": ".join(describe_range(code)))


def describe_range(value: int) -> tuple[str, str]:
    """Say whose range a number is in, and what to use instead."""
    for low, high, owner, what in RANGES:
        if low <= value <= high:
            return f"{low}-{high} is {owner}", what
    return "an exit status has eight bits, 0-255", "choose one from 79 to 125"


def is_constant(name: object) -> bool:
    """Tell whether a name is written LIKE_THIS."""
    return (
        isinstance(name, str)
        and name.isascii()
        and name.replace("_", "A").isalnum()
        and name[0].isalpha()
        and name == name.upper()
    )


def refuse(message: str, fix: str) -> NoReturn:
    """Refuse what breaks the rules of the table."""
    from ..errors import DeclarationError  # on the way to an error

    raise DeclarationError(message, fix=fix)
