"""An app of a framework → a program that keeps the contract.

The stages of a call are decided here, in their order: who reads it, the framework and
the handler, what became of them, cleanup, threads, the last words, the way out.
adopt(app) returns what a console script calls. Nothing runs before that. The registry
of the frameworks is here: a framework is one module and its line in FRAMEWORKS.
"""

from __future__ import annotations

import os
import sys

from . import _signals
from . import run as calls
from .boundary import (
    DIALECT,
    deliver,
    end,
    end_child,
    end_now,
    is_deserted,
    is_unread,
    leave,
)
from .handler import from_exit, has_failed, instead, is_cut_off, unkept
from .mode import FIELDS, without_ours
from .run import Run, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, Literal, NoReturn

    from .. import frameworks as frameworks  # noqa: PLC0414 - FRAMEWORKS' way, in view
    from ..dialects.dialect import Dialect
    from ..manifest.contract import Contract, Meaning, Raises
    from ..manifest.info import CommandInfo
    from ..model.entry import Table
    from ..model.outcome import Outcome
    from ._host import Host
    from ._printed import Printed
    from ._signals import Signals
    from .guard import Watch

FRAMEWORKS = {  # the package that an app's class comes from → the module for it
    "argparse": "exeunt.frameworks.argparse",
    "click": "exeunt.frameworks.click",
    "typer": "exeunt.frameworks.typer",
    "cyclopts": "exeunt.frameworks.cyclopts",
    "builtins": "exeunt.frameworks.main",  # every other class ends there: a function
}
OFF = "EXEUNT_OFF"  # 1: the program is as it was, for one call


def adopt(  # noqa: PLR0913 - what an author may say for the whole app
    app: Any,
    *,
    name: str | None = None,
    dialect: str = DIALECT,
    exits: Literal["keep"] | None = None,
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
    epilog: bool = True,
) -> Adopted:
    """Make a Click, Typer, Cyclopts or argparse app, or a main(), keep the contract."""
    if exits is not None:
        from ._kept import dialect_for  # few apps keep theirs

        dialect = dialect_for(exits, dialect)
    if dialect != DIALECT:
        table_of(dialect)  # or say which ones there are
    table: Raises = {}
    if raises:
        from ..manifest.contract import mapped  # few apps have a table

        table = mapped(raises)
    adopted = Adopted(find_host(app, func), name, dialect, table, json_when_piped)
    adopted.manifest, adopted.schema, adopted.version = manifest, schema, version
    adopted.defaults, adopted.doctor, adopted.checks = defaults, doctor, checks
    adopted.epilog = epilog
    if max_bytes is not None:
        from ._limits import check_size  # few apps set one

        adopted.max_bytes = check_size(max_bytes)
    return adopted


def find_host(app: Any, func: str) -> Host:
    """Choose the module for an app's framework, by where its class comes from."""
    packages = (kind.__module__.partition(".")[0] for kind in type(app).__mro__)
    module = next(FRAMEWORKS[name] for name in packages if name in FRAMEWORKS)
    host: Host = __import__(module, fromlist=["host"]).host(app, func)
    return host


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
    epilog: bool = True  # its help ends with how programs call it

    def __init__(
        self, host: Host, name: str | None, speak: str, raises: Raises, piped: bool
    ) -> None:
        self.host = host
        self.name = name
        self.speak = speak
        self.raises = raises
        self.piped = piped

    def __call__(self, argv: Sequence[str] | None = None, **extra: Any) -> NoReturn:
        """Run the program and end the process; `extra` is for Click's main()."""
        if os.environ.get(OFF) == "1":
            if argv is not None:
                sys.argv = [*sys.argv[:1], *argv]
            end(self.host.bare())
        run = self.new_run(watch_in_dev_mode(), final=True)
        code, signal = self.over(argv, run, extra)
        if run.signals.is_over and _signals.threads_left():
            end_now(code, signal)  # nobody waits for them, as Python would
        end(code, signal)

    def run(
        self,
        argv: Sequence[str] | None = None,
        *,
        watch: Watch | None = None,
        extra: dict[str, Any] | None = None,
    ) -> tuple[int, int]:
        """Run the program; return its exit number, and the signal that ended it.

        `watch` is told how the call went.
        """
        return self.over(argv, self.new_run(watch), extra)

    def new_run(self, watch: Watch | None, *, final: bool = False) -> Run:
        """Begin a call, the signals first; `final`: the process ends with it."""
        signals = _signals.Signals()
        signals.install()
        run = Run(self.raises, self.defaults, signals, watch)
        run.final, run.name = final, self.name
        return run

    def over(
        self, argv: Sequence[str] | None, run: Run, extra: dict[str, Any] | None = None
    ) -> tuple[int, int]:
        """Have a call conducted and say how it ended."""
        signals: Signals = run.signals
        try:
            if extra:
                from ._main_words import take  # few are called with more than words

                argv = take(extra, argv, self.host, run)
            self.open(run, sys.argv[1:] if argv is None else list(argv))
            watch = run.watch
            outcome = self.conduct(run) if watch is None else watch.over(self, run)
            signals.hold()
            code = self.say(outcome, run)
        finally:
            self.close(run)
        if watch is not None:
            watch.ends()
        if run.final and run.as_json and run.streams is not None:
            _signals.at_exit(run.streams.seal)
        return code, self.dies_by(outcome, run)

    def open(self, run: Run, words: Sequence[str]) -> None:
        """Find out who reads the call, and borrow stdout if a program does."""
        run.hear(words, when_piped=self.piped, epilog=self.epilog)
        if run.as_json or not run.settled:
            from ._streams import Streams  # 2 ms, not for a person

            if self.speak == DIALECT:  # now: a handler may leave nothing to load
                from ..model import said as said  # noqa: PLC0414 - loaded, not used
            else:
                table_of(self.speak)
            if FIELDS in run.offered:
                from . import _fields as _fields  # noqa: PLC0414 - loaded, not used
            run.streams = Streams()
            run.streams.say = self.say if run.watch is None else None
            if run.settled:
                run.streams.borrow()
            else:
                run.streams.hold(likely=run.as_json)
            if run.final and run.as_json:
                _signals.at_exit(_signals.ignore)
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
        if os.getpid() != signals.owner and (run.as_json or not run.final):
            end_child(outcome, error, final=run.final)  # only its parent speaks
        signals.stop_clock()
        run.settle(unreached=error is not None or has_failed(outcome))
        outcome = self.cleaned(self.judged(outcome, error, run), run)
        if not run.final:
            return outcome
        if has_failed(outcome) and not run.as_json:
            from ._told import tell  # before Python waits for threads, which may speak

            tell(self, outcome, run)
        return self.waited(outcome, run)

    def attempt(self, run: Run) -> Outcome[Any] | None:
        """Describe the program if that is asked, or have the framework call it."""
        answered = self.answer(run)
        if answered is not None:
            return answered
        words = run.words
        if any("-file" in word for word in words):
            from ._secret_files import opened  # few calls name a file so

            words = opened(self, words, run)
        outcome = self.host.invoke(run.program, words, run)
        if has_failed(outcome) and outcome.origin == "parser":
            from ._discovery import redirected  # for a rejected call

            found = redirected(self, run, outcome)
            run.former = run.former if found is outcome else None  # the author's word
            return found
        return outcome

    def answer(self, run: Run) -> Outcome[Any] | None:
        """Describe the program if that is asked; None if the framework is to parse."""
        words = without_ours(run.words) if run.offered else run.words
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
        if error is None and not has_failed(outcome):
            return outcome
        stopped = signals.received or signals.expired
        if (
            isinstance(error, SystemExit)
            and not stopped
            and not is_unread(error, run.written)
        ):
            return from_exit(error.code, run)
        if not stopped:
            from ._uncaught import caught  # on the way to an error

            return outcome if error is None else caught(error, run)
        from .classify import from_clock, from_signal  # on the way to an error

        return from_signal(run) if signals.received else from_clock(run)

    def cleaned(self, outcome: Outcome[Any] | None, run: Run) -> Outcome[Any] | None:
        """Clean up, unless a second signal says that nobody can wait for it."""
        signals: Signals = run.signals
        signals.cleanups = run.cleanups
        raised, error = signals.during(run.clean_up, cleaning=True)
        errors = [*(raised or ()), *([error] if error else ())]
        for found in errors:
            if not has_failed(outcome):
                outcome = self.judged(outcome, found, run)
            elif not _signals.is_cancellation(found):
                from .classify import text_of  # on the way to an error

                run.warnings.append(f"a cleanup failed: {text_of(found)}")
        if any(map(_signals.is_cancellation, errors)):
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
        if error is None or has_failed(outcome):
            return outcome
        return self.judged(outcome, error, run)

    def say(self, outcome: Outcome[Any] | None, run: Run) -> int:
        """Say how it ended: an envelope, or what the framework would have shown."""
        printed, to = None, 1
        if run.as_json and run.streams is not None:
            printed, to = run.streams.printed(), run.streams.descriptor
        if run.as_json and (has_failed(outcome) or run.warnings or run.secrets):
            from ._sayable import sayable  # on the way to an error, or for secrets

            outcome = sayable(self, outcome, printed, run)
        if outcome is None:
            return deliver(printed.blocks() if printed else b"", b"", 0, to=to)
        if printed is None:
            return self.say_text(outcome, run)
        return self.say_json(outcome, printed, run, to)

    def say_json(
        self, outcome: Outcome[Any], printed: Printed, run: Run, to: int
    ) -> int:
        """Say how it ended to a program."""
        unread = is_cut_off(outcome, run) and is_deserted(to)
        prints = run.declared and run.declared.prints
        try:
            said = printed.beside(outcome, prints, self.max_bytes)
        except Exception as error:  # noqa: BLE001 - it has found no room
            said = unkept(error, run)
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
            former=run.kept,
            filled=printed.filled if printed.mark else None,
        )
        return 0 if unread else code

    def say_text(self, outcome: Outcome[Any], run: Run) -> int:
        """Say how it ended to a person."""
        code = 0  # in every dialect, which a test sees to
        if has_failed(outcome) or run.warnings:
            from ._told import tell  # on the way to an error

            code = tell(self, outcome, run)
        return deliver(b"", b"", 0 if is_cut_off(outcome, run) else code)

    def dies_by(self, outcome: Outcome[Any] | None, run: Run) -> int:
        """Return the signal that the process dies by, if it has no number for that."""
        if not has_failed(outcome) or outcome.error.code != "CANCELLED":
            return 0
        return run.signals.received if table_of(self.speak).cancelled is None else 0

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:
        """List every command, or those that are loaded, with the app's defaults."""
        for info in self.host.commands(load=load):
            contract = whole(info.contract, self.defaults) or info.contract
            if info.group and info.handler is None:  # it promises nothing by itself
                contract = info.contract.replace(secrets=contract.secrets)
            yield info.replace(contract=contract)


def watch_in_dev_mode() -> Watch | None:
    """Have undeclared exits said aloud in dev mode: -X dev, or EXEUNT_DEV=1."""
    if not sys.flags.dev_mode and os.environ.get("EXEUNT_DEV") != "1":
        return None
    from .guard import Aloud  # in dev mode alone

    return Aloud()
