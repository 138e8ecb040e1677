"""Ways that an author gives → calls that must end with a declared code.

A way stands in a test module, as a function under @reaches, or in pyproject.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..dialects.dialect import dialect
from ..errors import DeclarationError
from ..leaving.adopt import Adopted
from ..leaving.guard import BrokenContract
from ..manifest.contract import Contract
from ..model.entry import Code, check_code
from ..model.envelope import is_object
from ..record import Record, final
from ._capture import Left, invoke

F = TypeVar("F", bound=Callable[..., Any])

MARK = "__exeunt_reaches__"  # where a function carries its ways
FIELDS = ("argv", "env", "stdin")


@final
class Way(Record):
    """A call that ends with a code: the command, and the words after it."""

    code: str  # by name: a table in TOML has nothing else
    command: str = ""
    argv: Sequence[str] = ()
    env: Mapping[str, str] | None = None
    stdin: str | bytes | None = None
    app: Adopted | str | None = None

    def _check(self) -> None:
        argv = self.argv
        if isinstance(argv, str) or not all(isinstance(word, str) for word in argv):
            msg = f"argv={argv!r} is not a list of words"
            raise DeclarationError(msg, fix='write argv=["one", "two"]')
        self._put(command=" ".join(self.command.split()), argv=tuple(argv))


def reaches(  # noqa: PLR0913 - a call, and what it is to reach
    code: Code,
    *,
    command: str = "",
    argv: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    stdin: str | bytes | None = None,
    app: Adopted | str | None = None,
) -> Callable[[F], F]:
    """Say how a command comes to end with a code; the function prepares the world.

    It takes fixtures, and may return the words after the command, or what invoke()
    returned. `app` is needed only where several are tested.
    """
    way = Way(check_code(code).name, command, argv, env, stdin, app)

    def attach(function: F) -> F:
        setattr(function, MARK, (way, *ways_of(function)))
        return function

    return attach


def ways_of(function: object) -> tuple[Way, ...]:
    """Return the ways that a function carries."""
    found: tuple[Way, ...] = getattr(function, "__dict__", {}).get(MARK, ())
    return found


def ways_in(pyproject: Path) -> Iterator[Way]:
    """Read `[tool.exeunt.reaches]`: "command CODE" = the words after the command."""
    if not pyproject.is_file():
        return
    from tomllib import loads  # 10 ms, for tests only

    tables = loads(pyproject.read_text(encoding="utf-8")).get("tool", {})
    for key, value in tables.get("exeunt", {}).get("reaches", {}).items():
        command, _, code = key.strip().rpartition(" ")
        call = value if is_object(value) else {"argv": value}
        unknown = sorted(set(call) - {*FIELDS, "app"})
        if unknown:
            msg = f"[tool.exeunt.reaches] {key!r} has {', '.join(unknown)}"
            raise DeclarationError(msg, fix="use argv, env, stdin and app")
        yield Way(code, command, **call)


def follow(way: Way, adopted: Adopted, given: object = None) -> Left:
    """Make the call of a way and check that it ends with its code."""
    code = declared_code(way, commands(adopted))
    if isinstance(given, Left):
        left = given
    else:
        words = list(way.argv) if given is None else words_of(given)
        call = [*way.command.split(), *words]
        left = invoke(adopted, call, env=way.env, stdin=way.stdin)
    expect(left, code, adopted, way.command)
    return left


def expect(left: Left, code: Code, adopted: Adopted, command: str) -> None:
    """Check that a call ended with a code, as its dialect writes it."""
    got = left.outcome.code if left.outcome is not None else None
    number, _ = dialect(adopted.speak).number_for(code)
    said = f"\nstdout: {left.stdout}\nstderr: {left.stderr}"
    if got != code:
        name = got.name if got else f"{left.code}, and the framework's own words"
        msg = f"{command or 'the app'} was to end with {code.name}, not {name}{said}"
        raise BrokenContract(msg)
    if left.command and left.command != command:
        msg = f"the call ran {left.command!r}, not {command!r}{said}"
        raise BrokenContract(msg)
    if left.code != number:
        msg = f"{code.name} is {number} in {adopted.speak}, not {left.code}{said}"
        raise BrokenContract(msg)


def words_of(given: object) -> list[str]:
    """Take the words that a function under @reaches returned."""
    if isinstance(given, list | tuple) and all(isinstance(word, str) for word in given):  # pyright: ignore[reportUnknownVariableType]
        return list(given)  # pyright: ignore[reportUnknownArgumentType]
    msg = f"a function under @reaches returned {given!r}; return words, a Left or None"
    raise TypeError(msg)


def declared_code(way: Way, known: Mapping[str, Contract]) -> Code:
    """Find the code that a way names among those that its command declares."""
    if way.command not in known:
        msg = f"there is no command {way.command!r}; known: {', '.join(known)}"
        raise BrokenContract(msg)
    for code in known[way.command].exits:
        if code.name == way.code:
            return code
    names = ", ".join(code.name for code in known[way.command].exits)
    msg = f"{way.command or 'the app'} does not declare {way.code}, only {names}"
    raise BrokenContract(msg)


def commands(adopted: Adopted) -> dict[str, Contract]:
    """Return the contract of each command by its path; a group's only if it has one."""
    return {
        command.path: command.contract
        for command in adopted.commands()
        if command.handler and (not command.group or command.contract != Contract())
    }
