"""What an author declares is checked: words, codes, tables and functions."""

from collections.abc import Callable
from typing import assert_type

from exeunt import (
    Code,
    CommandExitCode,
    Contract,
    Effects,
    ExitCode,
    adopt,
    contract,
    declare,
    entry,
    exit_table,
    fail,
)

LOCKED = declare("LOCKED", 79)
HELD = entry("Another one has it", retryable=True, effects=Effects.NONE)


class Refused(Exception):
    """What knows more than its class says."""

    status = 429


def as_code(no: Refused) -> Code | None:
    """Return a code, or nothing."""
    return ExitCode.CONFLICT if no.status else None


def as_failure(no: Refused) -> None:
    """Fail with all that is known."""
    fail(ExitCode.RATE_LIMITED, str(no), retry_after=no.status)


def as_number(no: Refused) -> int:
    """Return what is no code."""
    return no.status


# A variable has the type that its literal has, and keys of a Mapping are invariant.
narrow = {FileNotFoundError: ExitCode.NOT_FOUND}
narrower: dict[type[OSError], ExitCode] = {OSError: ExitCode.UNAVAILABLE}
own: dict[type[Refused], CommandExitCode] = {Refused: LOCKED}
functions = {Refused: as_code}
gone = {ExitCode.NOT_FOUND: "It is not there"}
held = {LOCKED: HELD}
numbers = {OSError: 5}
words = {"OSError": ExitCode.UNAVAILABLE}

assert_type(narrow, dict[type[FileNotFoundError], ExitCode])
for app in (object(),):
    adopt(app, raises={OSError: ExitCode.NOT_FOUND})
    adopt(app, raises={OSError: ExitCode.NOT_FOUND, Refused: LOCKED})
    adopt(app, raises={Refused: as_code, KeyError: as_failure, OSError: LOCKED})
    adopt(app, raises={Refused: lambda no: fail(LOCKED, str(no), code=no.status)})
    adopt(app, raises=narrow)
    adopt(app, raises=narrower)
    adopt(app, raises=own)
    adopt(app, raises=functions)
    adopt(app, raises={})
    adopt(app, raises={OSError: 5})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
    adopt(app, raises={"OSError": ExitCode.CONFLICT})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
    adopt(app, raises={int: ExitCode.CONFLICT})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
    adopt(app, raises={OSError(): ExitCode.CONFLICT})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
    adopt(app, raises={Refused: as_number})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
    adopt(app, raises=numbers)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    adopt(app, raises=words)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    adopt(app, raises=[OSError])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    adopt(app, defaults={})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

exit_table(gone)
exit_table(held)
Contract(raises=narrower, exits=gone, errors={ExitCode.NOT_FOUND: ["NO_FILE"]})
Contract(exits=held)
Contract(exits=numbers)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@contract(
    danger="safe",
    exits=gone,
    errors={ExitCode.NOT_FOUND: ["NO_FILE"]},
    output="json",
    prints="people",
    promotes={"gone": ExitCode.NOT_FOUND},
    renamed_from={"look": True},
    scopes=["read"],
    stability="stable",
    examples=[("a note", "notes show 1")],
    timeout=2.5,
    raises=narrower,
    secrets=["token"],
)
def show(number: int) -> str:
    """Stay what it is under its decorator."""
    return str(number)


kept: Callable[[int], str] = show
assert_type(show(1), str)

contract()
contract(danger=None, exits=held)
contract(exits=gone | {ExitCode.CONFLICT: "It is taken"})
contract("safe")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
contract(dangr="safe")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
contract(danger="harmless")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
contract(prints="programs")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
contract(output="xml")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
contract(timeout="2 s")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
contract(exits={5: "It is not there"})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
contract(promotes={"gone": 5})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
contract(raises={OSError: 5})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
contract(raises=numbers)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
