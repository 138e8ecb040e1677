"""Declarations of an author → Contract: what a command promises.

A wrong declaration is refused when the program is loaded, with the fix, and not when a
caller meets it.
"""

from __future__ import annotations

from ..errors import DeclarationError
from ..model.codes import ExitCode
from ..model.entry import check_code, exit_table, is_constant
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal, TypedDict

    from ..model.entry import Code, ExitCodeEntry, Table

    Danger = Literal["safe", "mutating", "destructive"]
    Output = Literal["json", "raw", "prose"]
    Stability = Literal["stable", "candidate", "experimental", "internal", "deprecated"]
    Prints = Literal["people"]
    # A code, or a function that tells it from the exception, or fails with it itself.
    Meaning = Code | Callable[[Any], Code | None]
    Raises = Mapping[type[BaseException], Meaning]

    class Promises(TypedDict, total=False):
        """What contract() takes: the words of Contract, each if it is said."""

        danger: Danger | None
        exits: Table[Code, str | ExitCodeEntry] | None
        errors: Table[Code, Sequence[str]] | None
        output: Output | None
        prints: Prints | None
        promotes: Mapping[str, Code] | None
        renamed_from: Mapping[str, bool] | None
        scopes: Sequence[str]
        stability: Stability | None
        examples: Sequence[tuple[str, str]]
        timeout: float | None
        raises: Table[type[BaseException], Meaning] | None
        secrets: Sequence[str]
        public: Sequence[str]


DANGERS = ("safe", "mutating", "destructive")
UNKNOWN_DANGER = "mutating"  # what a command that says nothing must be taken for
OUTPUTS = ("json", "raw", "prose")
PRINTS = ("people",)
STABILITIES = ("stable", "candidate", "experimental", "internal", "deprecated")


@final
class Contract(Record):
    """What one command promises; what it leaves unsaid is the app's, or unknown."""

    danger: Danger | None
    exits: Mapping[Code, ExitCodeEntry]
    errors: Mapping[Code, tuple[str, ...]]
    output: Output | None  # None: json
    prints: Prints | None  # for people alone; None: to be said, one way or another
    promotes: Mapping[str, Code]
    renamed_from: Mapping[str, bool]
    scopes: tuple[str, ...]
    stability: Stability | None
    examples: tuple[tuple[str, str], ...]
    timeout: float | None
    raises: Raises
    secrets: tuple[str, ...]
    public: tuple[str, ...]  # named like secrets, and none

    def __init__(  # noqa: PLR0913 - what a contract can say
        self,
        *,
        danger: Danger | None = None,
        exits: Table[Code, str | ExitCodeEntry] | None = None,
        errors: Table[Code, Sequence[str]] | None = None,
        output: Output | None = None,
        prints: Prints | None = None,
        promotes: Mapping[str, Code] | None = None,
        renamed_from: Mapping[str, bool] | None = None,
        scopes: Sequence[str] = (),
        stability: Stability | None = None,
        examples: Sequence[tuple[str, str]] = (),
        timeout: float | None = None,
        raises: Table[type[BaseException], Meaning] | None = None,
        secrets: Sequence[str] = (),
        public: Sequence[str] = (),
    ) -> None:
        one_of("danger", danger, (*DANGERS, None))
        one_of("output", output, (*OUTPUTS, None))
        one_of("prints", prints, (*PRINTS, None))
        one_of("stability", stability, (*STABILITIES, None))
        table = exit_table(exits or {})
        self._fill(
            danger,
            table,
            error_codes(errors or {}, table),
            output,
            prints,
            promoted(promotes or {}, table),
            renames(renamed_from or {}),
            texts("scopes", scopes),
            stability,
            pairs(examples),
            seconds(timeout),
            mapped(raises or {}),
            texts("secrets", secrets),
            texts("public", public),
        )

    def over(self, defaults: Contract) -> Contract:
        """Return the contract with what it leaves unsaid taken from the app's."""
        return self.replace(
            danger=self.danger or defaults.danger,
            exits={**defaults.exits, **self.exits},
            errors={**defaults.errors, **self.errors},
            output=self.output or defaults.output,
            prints=self.prints or defaults.prints,
            promotes={**defaults.promotes, **self.promotes},
            scopes=self.scopes or defaults.scopes,
            stability=self.stability or defaults.stability,
            timeout=self.timeout or defaults.timeout,
            raises={**defaults.raises, **self.raises},
            secrets=tuple(dict.fromkeys((*defaults.secrets, *self.secrets))),
            public=tuple(dict.fromkeys((*defaults.public, *self.public))),
        )

    def code_for(self, number: int) -> Code | None:
        """Return the declared code that has a number."""
        return next((code for code in self.exits if code.value == number), None)


def one_of(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """Refuse a word that is none of the allowed ones."""
    if value not in allowed:
        known = ", ".join(repr(word) for word in allowed if word is not None)
        msg = f"{name}={value!r} says nothing"
        raise DeclarationError(msg, fix=f"use one of {known}")


def error_codes(
    errors: Table[Code, Sequence[str]], exits: Mapping[Code, object]
) -> dict[Code, tuple[str, ...]]:
    """Check the stable error codes that stand under each exit code."""
    for code, names in errors.items():
        if check_code(code) not in exits:
            msg = f"errors are listed under {code.name}, which exits does not declare"
            raise DeclarationError(msg, fix=f"add {code.name} to exits")
        if isinstance(names, str) or not all(is_constant(name) for name in names):
            msg = f"{names!r} are not error codes"
            raise DeclarationError(msg, fix='list names LIKE_THIS: ("NO_RELEASE",)')
    return {code: tuple(names) for code, names in errors.items()}


def promoted(
    states: Mapping[str, Code], exits: Mapping[Code, object]
) -> dict[str, Code]:
    """Check the business states that become a code of their own."""
    for state, code in states.items():
        if check_code(code) is ExitCode.SUCCESS or code not in exits:
            msg = (
                f"the state {state!r} is promoted to {code.name}, which is not declared"
            )
            raise DeclarationError(msg, fix=f"add {code.name} to exits")
    return dict(states)


def renames(old: Mapping[str, bool]) -> dict[str, bool]:
    """Check the former paths of a command, each permanent or not."""
    for path, permanent in old.items():
        if not isinstance(path, str) or not path.split() or type(permanent) is not bool:
            msg = f"renamed_from={{{path!r}: {permanent!r}}} names no former path"
            raise DeclarationError(msg, fix='write {"user create": True}')
    return {" ".join(path.split()): permanent for path, permanent in old.items()}


def texts(name: str, values: Sequence[str]) -> tuple[str, ...]:
    """Check a list of texts."""
    if isinstance(values, str) or not all(isinstance(v, str) and v for v in values):
        msg = f"{name}={values!r} is not a list of texts"
        raise DeclarationError(msg, fix="put each into the list as a str")
    return tuple(values)


def pairs(examples: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Check examples: (what it shows, the whole call)."""
    for example in examples:
        if len(example) != 2 or not all(isinstance(t, str) for t in example):  # noqa: PLR2004 - a pair
            msg = f"{example!r} is no example"
            raise DeclarationError(msg, fix='write ("what it shows", "the whole call")')
    return tuple((what, call) for what, call in examples)


def seconds(timeout: float | None) -> float | None:
    """Check a time limit."""
    good = timeout is None or (
        isinstance(timeout, (int, float))
        and not isinstance(timeout, bool)
        and 0 < timeout < 1e9  # noqa: PLR2004 - thirty years; also refuses NaN
    )
    if not good:
        msg = f"timeout={timeout!r} is no time limit"
        raise DeclarationError(msg, fix="give seconds, more than 0")
    return timeout


def mapped(
    raises: Table[type[BaseException], Meaning],
) -> dict[type[BaseException], Meaning]:
    """Check the exceptions that mean a code."""
    for kind, meant in raises.items():
        if not isinstance(kind, type) or not issubclass(kind, BaseException):
            msg = f"raises has {kind!r}, which is no exception class"
            raise DeclarationError(msg, fix="use classes: {ConnectionError: …}")
        if not callable(meant):
            check_meant(kind, meant)
    return dict(raises.items())


def check_meant(kind: type[BaseException], code: object) -> Code:
    """Refuse a code that says nothing, or not enough, of an exception."""
    named = check_code(code)
    if named in {ExitCode.SUCCESS, ExitCode.REDIRECTED}:
        msg = f"{kind.__name__} cannot mean {named.name}: it has nothing to say"
        fix = "catch it in the handler, or give a function that calls exeunt.fail()"
        raise DeclarationError(msg, fix=fix)
    return named
