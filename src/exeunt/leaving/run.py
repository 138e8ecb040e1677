"""One call of an adopted program → where it stands: phase, effects, warnings.

validate → execute → cleanup is a one-way street. Execution begins with the leaf
command; whatever a handler records after that decides which codes are still true.
Codes, contracts and errors are loaded by whoever declares or meets one: 2 ms.
"""

from __future__ import annotations

import os
import sys
from time import monotonic_ns

from ..model.done import NotModified, Page, refuse
from .mode import (
    CHOOSING,
    MODES,
    YES,
    called_as,
    candidates,
    hint,
    identifier,
    is_unasked,
    may_ask,
    shape,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn

    from ..manifest.contract import Contract, Raises
    from ..model.detail import Phase, Redirect
    from ..model.entry import Code

# What a name must have in it to be looked at by `names`, which few calls load.
MARKS = ("pass", "pwd", "secret", "token", "key", "cred", "auth")


class Run:
    """The state of one call."""

    def __init__(
        self,
        raises: Raises,
        defaults: Contract | None,
        signals: Any,
        watch: Any,
    ) -> None:
        self.started: int = monotonic_ns()
        self.raises = raises  # the app's own table of exceptions
        self.defaults = defaults  # what the app promises for every command
        self.signals = signals  # the Signals of this call
        self.watch = watch  # the Watch of this call, in dev and test mode alone
        self.streams: Any = None  # the Streams that are borrowed for JSON
        self.program: str = ""
        self.name: str | None = None  # as the author has named the program, if so
        self.epilog: str | None = None  # the last line of its help
        self.extra: Mapping[str, Any] = {}  # for the framework's main()
        self.as_json: bool = False
        self.confirmed: bool = False
        self.begun: bool = False  # the leaf command was reached
        self.cleaning: bool = False
        self.declared = defaults  # until a command has begun
        self.shown: Any = None  # what the framework has said of this call, or would say
        self.command: str = ""
        self.effects: list[dict[str, object]] = []
        self.warnings: list[str] = []
        self.cleanups: list[Callable[[], object]] = []
        self.fields: str | None = None  # of the data, as they were asked for
        self.words: Sequence[str] = ()  # the call as it was made, with our options
        self.offered: Sequence[str] = ()  # those of them that may be among the words
        self.mode: str | None = None  # what a parser has found after --output
        self.unasked: bool = False  # a program reads it, unless its words say otherwise
        self.settled: bool = True  # it is known who reads it
        self.final = False  # the process ends with this call
        self.params: Mapping[str, Any] = {}  # what the framework has parsed
        self.secrets: tuple[str, ...] = ()  # values that are never said
        self.undeclared: int | None = None  # a bare number that the command left with
        self.former: int | None = None  # the number of this ending before adoption
        self.expected = False  # an exception that the author's tables have a row for
        self.seen = False  # it was shown, by the framework or as Python shows it
        self.told = False  # a person has been told of the failure
        # How the framework would have a question answered on the command line.
        self.option_for: Callable[[str], str | None] | None = None
        self.spare: int = -1  # a descriptor for a failure, if a handler takes all

    @property
    def contract(self) -> Contract:
        """What the command promises; one that declares nothing still has a table."""
        if self.declared is not None:
            return self.declared
        from ..manifest.contract import Contract  # on the way to an error

        return Contract()

    @property
    def kept(self) -> int | None:
        """The number of before, unless the command has declared it for another end."""
        number = self.former
        if number is None or self.declared is None:
            return number
        code = self.declared.code_for(number)
        return number if code is None or code.name == "GENERAL_ERROR" else None

    @property
    def written(self) -> int:
        """The descriptor that the program writes to: in JSON mode stdout is kept."""
        return 2 if self.as_json else 1

    def may_confide(self) -> bool:
        """Tell whether secrets are to be looked for before the handler runs."""
        if self.declared is not None and self.declared.secrets:
            return True
        names = " ".join((*self.params, *self.words)) if self.as_json else ""
        return any(mark in names for mark in MARKS)

    @property
    def timeout(self) -> float | None:
        """The time limit that the command declares."""
        return self.declared.timeout if self.declared else None

    @property
    def phase(self) -> Phase:
        """Where the call stands."""
        from ..model.detail import Phase  # on the way to an error

        if self.cleaning:
            return Phase.CLEANUP
        return Phase.EXECUTION if self.begun else Phase.VALIDATION

    def hear(self, words: Sequence[str], *, when_piped: bool, epilog: bool) -> None:
        """Note how the program was called, and who is likely to read what it says."""
        self.words, self.offered = words, candidates(words)
        self.program = self.name or called_as()
        variable = f"{identifier(self.program)}_OUTPUT"
        self.epilog = hint(variable) if epilog else None
        self.unasked = is_unasked(variable, when_piped=when_piped)
        self.settled = not (self.unasked or may_ask(words)) or not any(
            option in CHOOSING for option in self.offered
        )
        likely = None if self.settled else shape(words, self.offered)
        self.as_json = self.unasked if likely is None else likely == "json"

    def take(self, option: str, value: str = "") -> None:
        """Take an option of ours that the parser of a command has found in the call."""
        if option in MODES:
            self.mode = value
        elif option == YES:
            self.confirmed = True
        elif value.strip(" ,"):
            self.fields = value if self.fields is None else f"{self.fields},{value}"
        else:
            from ._failure import unnamed  # on the way to an error

            raise unnamed(option)

    def settle(self, *, unreached: bool = False) -> None:
        """Decide who reads the call, as far as its options were found.

        `unreached`: no command was, so words that nobody read choose how that is said.
        """
        if self.settled:
            return
        self.settled = True
        mode = self.mode if self.fields is None else "json"
        if mode is None and unreached:
            mode = shape(self.words, self.offered)
        self.as_json = self.unasked if mode is None else mode == "json"
        self.streams.settle(self.as_json)
        if not self.as_json:
            self.streams = None

    def reach(
        self, command: str, declared: Contract | None, params: Mapping[str, Any]
    ) -> None:
        """Note which command the framework has chosen, and with which parameters."""
        self.command, self.params = command, params
        self.declared = whole(declared, self.defaults)
        self.settle()

    def begin(self) -> None:
        """Enter execution with the leaf command; refuse what nobody confirmed."""
        if self.watch is not None:
            self.watch.begins()
        confirmed = self.confirmed or bool(self.params.get("yes"))
        destroys = self.declared is not None and self.declared.danger == "destructive"
        if destroys and self.as_json and not confirmed:
            from ._failure import unconfirmed  # on the way to an error

            raise unconfirmed(self.command)
        self.begun = True
        self.make_room()  # a chain of commands begins more than once
        try:
            self.spare = os.open(os.devnull, os.O_RDONLY)
        except OSError:
            pass  # there is none even now
        self.signals.start_clock(self.timeout)

    def make_room(self) -> None:
        """Give up the spare descriptor, which the handler may have closed as well."""
        spare, self.spare = self.spare, -1
        try:
            os.close(spare)
        except OSError:
            pass

    def clean_up(self) -> list[BaseException]:
        """Run what was registered, last first, each once; return what it raised."""
        self.cleaning = True
        raised: list[BaseException] = []
        while self.cleanups:
            try:
                self.cleanups.pop()()
            except BaseException as error:  # noqa: BLE001 - the others still run
                if not (isinstance(error, SystemExit) and not error.code):
                    raised.append(error)
        return raised


current: Run | None = None


def the_run(verb: str) -> Run:
    """Return the call under way, or say that there is none."""
    if current is None:
        msg = f"exeunt.{verb}() outside an adopted program"
        refuse(msg, "run the program through exeunt.adopt(app)")
    return current


def fail(  # noqa: PLR0913 - the fields of an error
    exit_code: Code,
    message: str,
    *,
    code: str | None = None,
    detail: str | None = None,
    retryable: bool | None = None,
    retry_after: int | None = None,
    suggestion: str | None = None,
    redirect: Redirect | None = None,
    fix_command: str | None = None,
) -> NoReturn:
    """End the command with a named code; `code` is the stable name of the error."""
    if current is not None:
        current.make_room()
    from ._failure import failure  # the author has named a code

    said = {
        "detail": detail,
        "retryable": retryable,
        "retry_after": retry_after,
        "suggestion": suggestion,
        "redirect": redirect,
        "fix_command": fix_command,
    }
    raise failure(exit_code, message, code, said)


def effect(kind: str, what: object = None) -> None:
    """Record that something was changed: from here on "no effects" would be a lie."""
    recorded: dict[str, object] = {"effect": kind}
    the_run("effect").effects.append(
        recorded if what is None else recorded | {"id": what}
    )


def warn(message: str) -> None:
    """Add a warning to the envelope; a person sees it on stderr."""
    the_run("warn").warnings.append(str(message))


def cleanup(action: Callable[[], object]) -> None:
    """Have something done when the command ends, however it ends."""
    the_run("cleanup").cleanups.append(action)


def page(items: Any, *, cursor: str | None = None, **extra: Any) -> Page:
    """Return some of the items; `cursor` is how to get the next ones."""
    return Page(items, cursor, extra)


def not_modified() -> NotModified:
    """Return that the caller's copy, named by its etag, is still good."""
    return NotModified()


def progress(message: str) -> None:
    """Tell a person how far it is; nobody else is told."""
    if current is not None and current.as_json:
        return
    if sys.stderr is not None and os.isatty(2):
        print(message, file=sys.stderr, flush=True)  # noqa: T201 - for the person


def whole(declared: Contract | None, defaults: Contract | None) -> Contract | None:
    """Return a command's contract with the app's defaults in it."""
    if not defaults:
        return declared
    return (declared or type(defaults)()).over(defaults)
