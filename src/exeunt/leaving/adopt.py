"""An app of a framework → a program that keeps the contract.

adopt(app) returns what a console script calls. Nothing runs before that.
"""

from __future__ import annotations

import os
import sys
from time import monotonic_ns

from ..model.outcome import Failed
from . import _signals
from . import run as calls
from ._host import find_host
from .boundary import (
    deliver,
    end,
    end_child,
    end_now,
    is_deserted,
    is_unread,
    leave,
    with_prints,
)
from .handler import from_exit, instead
from .mode import ask
from .run import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, NoReturn

    from ..manifest.contract import Contract, Meaning, Raises
    from ..manifest.info import CommandInfo
    from ..model.entry import Table
    from ..model.outcome import Outcome
    from ._host import Host
    from ._signals import Signals
    from ._streams import Streams

DIALECT = "agent-spec"  # unless the author chooses another


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
        load_dialect(dialect)
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


def load_dialect(name: str) -> None:
    """Load the table that outcomes are said with, or say which ones there are."""
    from ..dialects.dialect import dialect  # 1 ms, not for a person

    dialect(name)


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
        code, signal = guarded(self).run(argv, final=True)
        if signal:
            _signals.die_by(signal)
        if _signals.threads_left(daemons=True):
            _signals.run_exit_hooks()
            end_now(code)  # nobody waits for them, nor for the time limit
        end(code)

    def run(
        self, argv: Sequence[str] | None = None, *, final: bool = False
    ) -> tuple[int, int]:
        """Run the program; return its exit number, and the signal that ended it.

        `final`: the process ends with it, so threads are waited for, as Python does.
        """
        signals, streams = _signals.Signals(), None
        signals.install()
        started = monotonic_ns()
        self.host.shown = None
        words = sys.argv[1:] if argv is None else list(argv)
        program = self.name or os.path.basename(sys.argv[0] or "program")  # noqa: PTH119
        try:
            as_json, confirmed, fields, rest = ask(
                words,
                program=program,
                owns=self.host.owns_option,
                when_piped=self.piped,
            )
            run = Run(as_json=as_json, confirmed=confirmed, raises=self.raises)
            run.words, run.rest, run.fields = words, rest, fields
            run.signals, run.final = signals, final
            run.declared = self.defaults  # until a command has begun
            if as_json:
                streams = self.prepare()
                streams.borrow()
            calls.current = run
            _signals.watch(run, streams)
            outcome = self.conduct(run, program, rest)
            signals.hold()
            printed, to = (
                (streams.printed(), streams.descriptor) if streams else ("", 1)
            )
            if isinstance(outcome, Failed) or run.warnings:
                from ._confided import learn  # on the way to an error

                learn(self, outcome, run)
            if outcome is not None and run.secrets:
                from ._confided import discreet  # few calls have any

                outcome, printed = discreet(outcome, printed, run, instead(run))
            code = self.say(outcome, printed, run, started, to)
        finally:
            calls.current = None
            _signals.forget()
            if streams is not None:
                threads = _signals.threads_left(daemons=True)
                streams.give_back(threads=threads, final=final)
            signals.restore()
        if final and streams is not None:
            from ._streams import seal  # loaded by prepare()

            _signals.at_exit(seal)
        return code, self.dies_by(outcome, run)

    def prepare(self) -> Streams:
        """Load what JSON needs: after the handler there may be nothing to load from."""
        from ._streams import Streams  # 2 ms, not for a person

        load_dialect(self.speak)
        return Streams()

    def conduct(
        self, run: Run, program: str, words: Sequence[str]
    ) -> Outcome[Any] | None:
        """Run the framework and the handler; make an outcome of however they end.

        None: the framework has said it all itself, as for --help.
        """
        signals: Signals = run.signals
        outcome, error = signals.during(lambda: self.attempt(run, program, words))
        if os.getpid() != signals.owner:
            end_child(outcome, error)
        signals.stop_clock()
        outcome = self.judged(outcome, error, run)
        outcome = self.cleaned(outcome, run)
        if run.final and not signals.received and not signals.expired:
            signals.start_clock(run.timeout)
            _, error = signals.during(_signals.wait_for_threads)
            signals.stop_clock()
            if error is not None and not isinstance(outcome, Failed):
                outcome = self.judged(outcome, error, run)
        elif run.final and signals.received and _signals.threads_left():
            from .classify import from_signal  # on the way to an error

            if outcome is not None and not isinstance(outcome, Failed):
                outcome = from_signal(run)  # its threads are not waited for
        return outcome

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
        if isinstance(error, SystemExit) and not stopped and not is_unread(error):
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

    def attempt(
        self, run: Run, program: str, words: Sequence[str]
    ) -> Outcome[Any] | None:
        """Call the framework, with the time limit that the command declares."""
        begin = run.begin

        def begin_with_clock(
            command: str, declared: Contract | None, params: Any
        ) -> None:
            declared = self.whole(declared)
            run.command, run.declared, run.params = command, declared, params
            if run.may_confide():
                from ._confided import confide  # few have any

                confide(run)
            begin(command, declared, params)
            run.signals.start_clock(run.timeout)

        run.begin = begin_with_clock  # type: ignore[method-assign]  # one call's own
        answered = self.answer(run, program, words)
        if answered is not None:
            return answered
        if any("-file" in word for word in words):
            from ._secret_files import opened  # few calls name a file so

            words = opened(self, words, run)
        outcome = self.host.invoke(program, words, run)
        if isinstance(outcome, Failed) and outcome.origin == "parser":
            return self.redirected(outcome, run, program)
        return outcome

    def answer(
        self, run: Run, program: str, words: Sequence[str]
    ) -> Outcome[Any] | None:
        """Describe the program if that is asked; None if the framework is to parse."""
        if run.fields is not None:
            from ._fields import names_in, unasked  # few calls have any

            if not names_in(run.fields):
                return unasked()
        asked = words[:1] in ([self.manifest], [self.doctor]) or self.schema in words
        if not words or not asked:
            return None
        from ._discovery import answer  # built only when asked

        return answer(self, program, words, as_json=run.as_json)

    def redirected(self, rejection: Failed, run: Run, program: str) -> Failed:
        """Point a rejected call to where its command went, if it has moved."""
        from ._discovery import redirected  # for a rejected call

        moved = redirected(self, program, run.words, rejection)
        if moved is None:
            return rejection
        if not run.as_json:
            run.warnings.append(f"{moved.error.message}: {moved.error.suggestion}")
        return moved

    def commands(self) -> Iterator[CommandInfo]:
        """List every command, with the app's defaults in its contract."""
        for info in self.host.commands():
            whole = self.whole(info.contract) or info.contract
            if info.group and info.handler is None:  # it promises nothing by itself
                whole = info.contract.replace(secrets=whole.secrets)
            yield info.replace(contract=whole)

    def whole(self, declared: Contract | None) -> Contract | None:
        """Return a command's contract with the app's defaults in it."""
        if not self.defaults:
            return declared
        return (declared or type(self.defaults)()).over(self.defaults)

    def say(
        self,
        outcome: Outcome[Any] | None,
        printed: str,
        run: Run,
        started: int,
        to: int = 1,
    ) -> int:
        """Say how it ended: an envelope, or what the framework would have shown."""
        if outcome is None:
            text = printed.encode("utf-8", "backslashreplace")
            return deliver(text, b"", 0, to=to)
        if run.as_json:
            return self.say_json(outcome, printed, run, started, to)
        code = 0  # in every dialect, which a test sees to
        try:
            if isinstance(outcome, Failed):
                code = self.number(outcome)
                self.complain(outcome)
            for warning in run.warnings:
                print(f"warning: {warning}", file=sys.stderr)  # noqa: T201 - to a person
        except (BrokenPipeError, SystemExit):
            pass  # nobody is left to be told, which rich would exit for
        return deliver(b"", b"", 0 if self.is_cut_off(outcome, run) else code)

    def say_json(
        self, outcome: Outcome[Any], printed: str, run: Run, started: int, to: int
    ) -> int:
        """Say how it ended to a program."""
        unread = self.is_cut_off(outcome, run) and is_deserted(to)
        said = with_prints(outcome, printed, run.declared and run.declared.prints)
        if run.fields:
            from ._fields import chosen  # loaded before the handler

            said = chosen(said, run)
        code = leave(
            said,
            started,
            self.speak,
            to=to,
            instead=instead(run),
            max_bytes=self.max_bytes,
            signal=self.dies_by(outcome, run),
        )
        return 0 if unread else code

    def dies_by(self, outcome: Outcome[Any] | None, run: Run) -> int:
        """Return the signal that the process dies by, if it has no number for that."""
        if not isinstance(outcome, Failed) or outcome.error.code != "CANCELLED":
            return 0
        from ..dialects.dialect import dialect  # for a program that was cancelled

        return run.signals.received if dialect(self.speak).cancelled is None else 0

    def is_cut_off(self, outcome: Outcome[Any], run: Run) -> bool:
        """Tell whether nothing went wrong but that the reader had seen enough."""
        closed = isinstance(outcome, Failed) and outcome.error.code == "OUTPUT_CLOSED"
        return closed and not run.effects

    def number(self, failed: Failed) -> int:
        """Return the number of a failure."""
        from ..dialects.dialect import dialect, encode  # for an error

        said = failed.replace(extra={}, partial=None)  # nobody asked for its data
        return encode(dialect(self.speak), said).code

    def complain(self, failed: Failed) -> None:
        """Show a person what is still to be told of a failure."""
        from .classify import is_shown  # for an error

        if is_shown(failed):
            self.host.complain(failed)


def guarded(adopted: Adopted) -> Adopted:
    """Have undeclared exits said aloud in dev mode: -X dev, or EXEUNT_DEV=1."""
    if not sys.flags.dev_mode and os.environ.get("EXEUNT_DEV") != "1":
        return adopted
    from .guard import Guarded  # in dev mode alone

    return Guarded(adopted)
