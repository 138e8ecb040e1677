"""An app of a framework → a program that keeps the contract.

The stages of a call are decided here, in their order: who reads it, the framework and
the handler, what became of them, cleanup, threads, the last words, the way out.
adopt(app) returns what a console script calls. Nothing runs before that. The registry
of the frameworks is here: a framework is one module and its line in FRAMEWORKS.
"""

from __future__ import annotations

import os
import sys

from ..errors import DeclarationError, ExeuntError
from ..model.outcome import Failed, Outcome
from . import _signals
from . import run as calls
from .boundary import (
    DIALECT,
    EXIT_MESSAGE,
    deliver,
    end,
    end_child,
    end_now,
    is_deserted,
    is_unread,
    leave,
)
from .handler import from_exit, instead
from .mode import ask
from .run import Run, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, NoReturn

    from .. import frameworks as frameworks  # noqa: PLC0414 - FRAMEWORKS' way, in view
    from ..dialects.dialect import Dialect
    from ..manifest.contract import Contract, Meaning, Raises
    from ..manifest.info import CommandInfo
    from ..model.entry import Table
    from ._host import Host
    from ._printed import Printed
    from ._signals import Signals
    from .guard import Watch

FRAMEWORKS = {  # the package that an app's class comes from → the module for it
    "argparse": "exeunt.frameworks.argparse",
    "click": "exeunt.frameworks.click",
    "typer": "exeunt.frameworks.typer",
    "cyclopts": "exeunt.frameworks.cyclopts",
}
# Failures that are not shown to a person: Python has printed a traceback for the first,
# and the program said nothing of the others before it was adopted.
SEEN = ("UNHANDLED", "UNDECLARED_EXIT", "CANCELLED", "OUTPUT_CLOSED")


def adopt(  # noqa: PLR0913 - what an author may say for the whole app
    app: Any,
    *,
    name: str | None = None,
    dialect: str = DIALECT,
    raises: Table[type[BaseException], Meaning] | None = None,
    defaults: Contract | None = None,
    json_when_piped: bool = False,
    func: str = "func",
    manifest: str | None = "manifest",
    schema: str | None = "--schema",
    version: str | None = None,
    max_bytes: int | None = None,
    doctor: str | None = "doctor",
    checks: Mapping[str, Callable[[], object]] | None = None,
) -> Adopted:
    """Make a Click, Typer, Cyclopts or argparse app keep the contract."""
    if dialect != DIALECT:
        table_of(dialect)  # or say which ones there are
    table: Raises = {}
    if raises:
        from ..manifest.contract import mapped  # few apps have a table

        table = mapped(raises)
    adopted = Adopted(find_host(app, func), name, dialect, table, json_when_piped)
    adopted.manifest, adopted.schema, adopted.version = manifest, schema, version
    adopted.defaults, adopted.doctor, adopted.checks = defaults, doctor, checks
    if max_bytes is not None:
        from ._limits import check_size  # few apps set one

        adopted.max_bytes = check_size(max_bytes)
    return adopted


def find_host(app: Any, func: str) -> Host:
    """Choose the module for an app's framework, by where its class comes from."""
    for kind in type(app).__mro__:
        module = FRAMEWORKS.get(kind.__module__.partition(".")[0])
        if module is not None:
            package = __import__(module, fromlist=["host"])
            host: Host = package.host(app, func)
            return host
    msg = f"{type(app).__name__} is no app of a framework that exeunt knows"
    raise DeclarationError(
        msg, fix="pass a Click command, a Typer or Cyclopts app, or an ArgumentParser"
    )


def table_of(name: str) -> Dialect:
    """Load the table that outcomes are said with."""
    from ..dialects.dialect import dialect  # 1 ms, not for a person

    return dialect(name)


class Adopted:
    """A program under contract: call it, or have it called in a test."""

    manifest: str | None = "manifest"  # the command and the option that describe it
    schema: str | None = "--schema"
    version: str | None = None
    doctor: str | None = "doctor"  # the command that says whether all is there
    checks: Mapping[str, Callable[[], object]] | None = None  # of the author's own
    defaults: Contract | None = None  # what holds for every command
    max_bytes: int | None = None  # how large an answer may be; None: as large as it is

    def __init__(
        self, host: Host, name: str | None, speak: str, raises: Raises, piped: bool
    ) -> None:
        self.host = host
        self.name = name
        self.speak = speak
        self.raises = raises
        self.piped = piped

    def __call__(self, argv: Sequence[str] | None = None) -> NoReturn:
        """Run the program and end the process."""
        _signals.at_exit(_signals.ignore)
        code, signal = self.run(argv, final=True, watch=watch_in_dev_mode())
        if signal:
            _signals.die_by(signal)
        if _signals.threads_left(daemons=True):
            _signals.run_exit_hooks()
            end_now(code)  # nobody waits for them, nor for the time limit
        end(code)

    def run(
        self,
        argv: Sequence[str] | None = None,
        *,
        final: bool = False,
        watch: Watch | None = None,
    ) -> tuple[int, int]:
        """Run the program; return its exit number, and the signal that ended it.

        `final`: the process ends with it, so threads are waited for, as Python does.
        `watch` is told how the call went.
        """
        signals = _signals.Signals()
        signals.install()
        run = Run(self.raises, self.defaults, signals, watch)
        run.final = final
        try:
            self.open(run, sys.argv[1:] if argv is None else list(argv))
            outcome = self.conduct(run) if watch is None else watch.over(self, run)
            signals.hold()
            code = self.say(outcome, run)
        finally:
            self.close(run)
        if final and run.as_json and run.streams is not None:
            _signals.at_exit(run.streams.seal)
        return code, self.dies_by(outcome, run)

    def open(self, run: Run, words: Sequence[str]) -> None:
        """Find out who reads the call, and borrow stdout if a program does."""
        run.words = words
        run.program = self.name or os.path.basename(sys.argv[0] or "program")  # noqa: PTH119
        run.as_json, run.confirmed, run.fields, run.rest = ask(
            words,
            program=run.program,
            owns=self.host.owns_option,
            when_piped=self.piped,
        )
        if run.as_json:  # loads all that it needs: a handler may leave nothing to load
            from ._streams import Streams  # 2 ms, not for a person

            table_of(self.speak)
            run.streams = Streams()
            run.streams.say = self.say
            run.streams.borrow()
        calls.current = run
        _signals.watch(run)

    def close(self, run: Run) -> None:
        """Give everything back that the call has borrowed."""
        calls.current = _signals.forget()
        if run.streams is not None:
            threads = _signals.threads_left(daemons=True)
            run.streams.give_back(threads=threads, final=run.final)
        run.signals.restore()

    def conduct(self, run: Run) -> Outcome[Any] | None:
        """Run the framework and the handler; make an outcome of however they end.

        None: the framework has said it all itself, as for --help.
        """
        signals: Signals = run.signals
        outcome, error = signals.during(lambda: self.attempt(run))
        if os.getpid() != signals.owner:
            end_child(outcome, error)
        signals.stop_clock()
        outcome = self.cleaned(self.judged(outcome, error, run), run)
        return self.waited(outcome, run) if run.final else outcome

    def attempt(self, run: Run) -> Outcome[Any] | None:
        """Describe the program if that is asked, or have the framework call it."""
        answered = self.answer(run)
        if answered is not None:
            return answered
        words = run.rest
        if any("-file" in word for word in words):
            from ._secret_files import opened  # few calls name a file so

            words = opened(self, words, run)
        outcome = self.host.invoke(run.program, words, run)
        if isinstance(outcome, Failed) and outcome.origin == "parser":
            from ._discovery import redirected  # for a rejected call

            return redirected(self, run, outcome)
        return outcome

    def answer(self, run: Run) -> Outcome[Any] | None:
        """Describe the program if that is asked; None if the framework is to parse."""
        words = run.rest
        if run.fields is not None:
            from ._fields import names_in, unasked  # few calls have any

            if not names_in(run.fields):
                return unasked(run)
        asked = words[:1] in ([self.manifest], [self.doctor]) or self.schema in words
        if not words or not asked:
            return None
        from ._discovery import answer  # built only when asked

        return answer(self, run)

    def judged(
        self, outcome: Outcome[Any] | None, error: BaseException | None, run: Run
    ) -> Outcome[Any] | None:
        """Make an outcome of how the work ended; a signal or the clock may be why."""
        signals: Signals = run.signals
        if isinstance(error, KeyboardInterrupt):
            signals.received = signals.received or _signals.SIGINT
        if error is None and not isinstance(outcome, Failed):
            return outcome
        stopped = signals.received or signals.expired
        if (
            isinstance(error, SystemExit)
            and not stopped
            and not is_unread(error, run.written)
        ):
            return from_exit(error.code, run)
        from . import classify  # on the way to an error

        if signals.received:
            return classify.from_signal(run)
        if signals.expired:
            return classify.from_clock(run)
        return outcome if error is None else classify.caught(error, run)

    def cleaned(self, outcome: Outcome[Any] | None, run: Run) -> Outcome[Any] | None:
        """Clean up, unless a second signal says that nobody can wait for it."""
        signals: Signals = run.signals
        signals.cleanups = run.cleanups
        raised, error = signals.during(run.clean_up, cleaning=True)
        errors = [*(raised or ()), *([error] if error else ())]
        for found in errors:
            if not isinstance(outcome, Failed):
                outcome = self.judged(outcome, found, run)
            elif not isinstance(found, _signals.CANCELLING):
                from .classify import text_of  # on the way to an error

                run.warnings.append(f"a cleanup failed: {text_of(found)}")
        if any(isinstance(error, _signals.CANCELLING) for error in errors):
            run.warnings.append("a second signal cut the cleanup short")
        if outcome is None:
            return None
        return outcome.replace(warnings=tuple(run.warnings))

    def waited(self, outcome: Outcome[Any] | None, run: Run) -> Outcome[Any] | None:
        """Wait for the program's threads, within the time limit of its command."""
        signals: Signals = run.signals
        error: BaseException | None = None
        if signals.received:
            unfinished = outcome is not None and _signals.threads_left()
            error = _signals.cancellation(signals.received) if unfinished else None
        elif not signals.expired:
            signals.start_clock(run.timeout)
            _, error = signals.during(_signals.wait_for_threads)
            signals.stop_clock()
        if error is None or isinstance(outcome, Failed):
            return outcome
        return self.judged(outcome, error, run)

    def say(self, outcome: Outcome[Any] | None, run: Run) -> int:
        """Say how it ended: an envelope, or what the framework would have shown."""
        printed, to = None, 1
        if run.as_json and run.streams is not None:
            printed, to = run.streams.printed(), run.streams.descriptor
        if isinstance(outcome, Failed) or run.warnings or run.secrets:
            from ._confided import discreet  # on the way to an error, or for secrets

            outcome = discreet(self, outcome, printed, run, instead(run))
        if outcome is None:
            return deliver(printed.blocks() if printed else b"", b"", 0, to=to)
        if printed is not None:
            return self.say_json(outcome, printed, run, to)
        return self.say_text(outcome, run)

    def say_json(
        self, outcome: Outcome[Any], printed: Printed, run: Run, to: int
    ) -> int:
        """Say how it ended to a program."""
        unread = is_cut_off(outcome, run) and is_deserted(to)
        prints = run.declared and run.declared.prints
        try:
            said = printed.beside(outcome, prints, self.max_bytes)
        except ExeuntError as error:  # it has found no room
            said = instead(run)(error)
        if run.fields:
            from ._fields import chosen  # loaded before the handler

            said = chosen(said, run)
        code = leave(
            said,
            run.started,
            self.speak,
            to=to,
            instead=instead(run),
            max_bytes=self.max_bytes,
            signal=self.dies_by(outcome, run),
            filled=printed.filled if printed.mark else None,
        )
        return 0 if unread else code

    def say_text(self, outcome: Outcome[Any], run: Run) -> int:
        """Say how it ended to a person."""
        code = 0  # in every dialect, which a test sees to
        try:
            if isinstance(outcome, Failed):
                code = self.number(outcome)
                self.complain(outcome, run)
            for warning in run.warnings:
                print(f"warning: {warning}", file=sys.stderr)  # noqa: T201 - to a person
        except (BrokenPipeError, SystemExit):
            pass  # nobody is left to be told, which rich would exit for
        return deliver(b"", b"", 0 if is_cut_off(outcome, run) else code)

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a person what is still to be told of a failure."""
        name = failed.error.code
        if name == EXIT_MESSAGE:
            print(failed.error.message, file=sys.stderr)  # noqa: T201 - as Python does
        elif name not in SEEN:
            self.host.complain(failed, run)

    def number(self, failed: Failed) -> int:
        """Return the number of a failure."""
        from ..dialects.dialect import encode  # for an error

        said = failed.replace(extra={}, partial=None)  # nobody asked for its data
        return encode(table_of(self.speak), said).code

    def dies_by(self, outcome: Outcome[Any] | None, run: Run) -> int:
        """Return the signal that the process dies by, if it has no number for that."""
        if not isinstance(outcome, Failed) or outcome.error.code != "CANCELLED":
            return 0
        return run.signals.received if table_of(self.speak).cancelled is None else 0

    def commands(self) -> Iterator[CommandInfo]:
        """List every command, with the app's defaults in its contract."""
        for info in self.host.commands():
            contract = whole(info.contract, self.defaults) or info.contract
            if info.group and info.handler is None:  # it promises nothing by itself
                contract = info.contract.replace(secrets=contract.secrets)
            yield info.replace(contract=contract)


def is_cut_off(outcome: Outcome[Any], run: Run) -> bool:
    """Tell whether nothing went wrong but that the reader had seen enough."""
    closed = isinstance(outcome, Failed) and outcome.error.code == "OUTPUT_CLOSED"
    return closed and not run.effects


def watch_in_dev_mode() -> Watch | None:
    """Have undeclared exits said aloud in dev mode: -X dev, or EXEUNT_DEV=1."""
    if not sys.flags.dev_mode and os.environ.get("EXEUNT_DEV") != "1":
        return None
    from .guard import Aloud  # in dev mode alone

    return Aloud()
