"""Where a code is meant, a number is a type error (E46, E51, E55, K12, K13)."""

from enum import IntEnum
from typing import assert_never, assert_type

from exeunt import (
    Action,
    Code,
    CommandExitCode,
    Effects,
    ErrorDetail,
    ExitCode,
    ExitCodeEntry,
    Failed,
    Retryable,
    declare,
    default_entry,
    entry,
    exit_table,
)

ERROR = ErrorDetail("GONE", "It is gone")
LOCKED = declare("LOCKED", 79)


class Number(IntEnum):
    """A code as programs used to have it."""

    NOT_FOUND = 5


assert_type(LOCKED, CommandExitCode)
assert_type(ExitCode.NOT_FOUND.retryable, Retryable | None)
assert_type(ExitCode.NOT_FOUND.effects, Effects)
assert_type(ExitCode.NOT_FOUND.action, Action)
assert_type(ExitCode.NOT_FOUND.is_auth(), bool)
assert_type(ExitCode.is_auth(ExitCode.NOT_FOUND), bool)
assert_type(default_entry(LOCKED), ExitCodeEntry)
assert_type(exit_table({ExitCode.CONFLICT: "Taken"}), dict[Code, ExitCodeEntry])
assert_type(Failed(LOCKED, ERROR).code, Code)

Failed(ExitCode.NOT_FOUND, ERROR)
Failed(LOCKED, ERROR)
Failed(5, ERROR)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Failed(True, ERROR)  # type: ignore[arg-type]  # noqa: FBT003  # pyright: ignore[reportArgumentType]
Failed(Number.NOT_FOUND, ERROR)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Failed("NOT_FOUND", ERROR)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Failed(None, ERROR)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Failed(ExitCode, ERROR)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Failed(ExitCode.NOT_FOUND.value, ERROR)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

default_entry(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
default_entry(False)  # type: ignore[arg-type]  # noqa: FBT003  # pyright: ignore[reportArgumentType]
default_entry(Number.NOT_FOUND)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

exit_table({ExitCode.NOT_FOUND: "Gone", LOCKED: "Locked"})
exit_table({5: "Gone"})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
exit_table({True: "Gone"})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
exit_table({Number.NOT_FOUND: "Gone"})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
exit_table({"NOT_FOUND": "Gone"})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
exit_table({ExitCode.NOT_FOUND: 5})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]

ExitCode.is_auth(7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

declare("LOCKED", "79")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
declare("LOCKED", 79.0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
declare(79, 79)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
CommandExitCode("LOCKED", 79)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]

entry("Gone", retryable=False, effects=Effects.NONE)
entry("Gone", False, Effects.NONE)  # type: ignore[call-arg]  # noqa: FBT003  # pyright: ignore[reportCallIssue]
entry("Gone", retryable="yes", effects=Effects.NONE)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
entry("Gone", retryable=False, effects="none")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def number(code: Code) -> int:
    """Take a code of either kind; both have a name and a value."""
    assert_type(code.name, str)
    return code.value


number(ExitCode.NOT_FOUND)
number(LOCKED)
number(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

code: ExitCode = 5  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
status: int = ExitCode.NOT_FOUND  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
ExitCode.NOT_FOUND < ExitCode.CONFLICT  # type: ignore[operator]  # noqa: B015  # pyright: ignore[reportOperatorIssue, reportUnusedExpression]
ExitCode.NOT_FOUND = ExitCode.CONFLICT  # type: ignore[misc, assignment]  # pyright: ignore[reportAttributeAccessIssue]
LOCKED.value = 80  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def kind(code: Code) -> str:
    """Tell the two kinds apart; there is no third."""
    match code:
        case ExitCode():
            return "ours"
        case CommandExitCode(name, value):
            assert_type(name, str)
            assert_type(value, int)
            return "theirs"
        case _:
            assert_never(code)


def about(code: ExitCode) -> int:
    """Look at every group; leaving one out would be an error at the end."""
    group = code.group
    match group:
        case "success" | "execution" | "input" | "resource":
            return 1
        case "auth" | "infrastructure" | "routing":
            return 2
        case _:
            assert_never(group)


def forgetful(effects: Effects) -> int:
    """Forget UNKNOWN."""
    match effects:
        case Effects.NONE | Effects.PARTIAL | Effects.COMPLETE:
            return 1
        case _:
            assert_never(effects)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
