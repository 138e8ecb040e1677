"""An app of a framework → a program that keeps the contract.

adopt(app) returns what a console script calls. Nothing runs before that.
"""

from __future__ import annotations

import os
import sys
from time import monotonic_ns

from ..dialects._dialect import dialect as dialect_named
from ..errors import DeclarationError, ExeuntError
from ..outcome._codes import ExitCode
from ..outcome._detail import Phase
from ..outcome._outcome import Done, Failed
from . import _forks, _run
from ._classify import (
    Cancelled,
    Expired,
    failed,
    from_exception,
    from_exit,
    is_shown,
    text_of,
    truthful,
)
from ._contract import Contract, mapped
from ._mode import ask
from ._run import Run
from ._signals import (
    SIGINT,
    Signals,
    die_by,
    ignore,
    run_exit_hooks,
    threads_left,
    wait_for_threads,
)
from ._streams import Streams, data_of, seal
from .boundary import deliver, end, end_child, end_now, leave, unsayable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, NoReturn

    from ..outcome._outcome import Outcome
    from ._contract import Raises
    from ._host import Host
    from ._info import CommandInfo

FRAMEWORKS = {  # the package that an app's class comes from → the module for it
    "argparse": "argparse",
    "click": "click",
    "typer": "typer",
    "cyclopts": "cyclopts",
}


def adopt(  # noqa: PLR0913 - what an author may say for the whole app
    app: Any,
    *,
    name: str | None = None,
    dialect: str = "agent-spec",
    raises: Raises | None = None,
    defaults: Contract | None = None,
    json_when_piped: bool = False,
    func: str = "func",
    manifest: str | None = "manifest",
    schema: str | None = "--schema",
    version: str | None = None,
    max_bytes: int | None = None,
) -> Adopted:
    """Make a Click, Typer, Cyclopts or argparse app keep the contract."""
    dialect_named(dialect)
    host = find_host(app, func)
    adopted = Adopted(host, name, dialect, mapped(raises or {}), json_when_piped)
    adopted.defaults = defaults
    adopted.manifest, adopted.schema, adopted.version = manifest, schema, version
    if max_bytes is not None:
        from ._limits import check_size  # noqa: PLC0415 - few apps set one

        adopted.max_bytes = check_size(max_bytes)
    return adopted


def find_host(app: Any, func: str) -> Host:
    """Choose the module for an app's framework, by where its class comes from."""
    for kind in type(app).__mro__:
        module = FRAMEWORKS.get(kind.__module__.partition(".")[0])
        if module is not None:
            package = __import__(f"exeunt.frameworks.{module}", fromlist=["host"])
            host: Host = package.host(app, func)
            return host
    msg = f"{type(app).__name__} is no app of a framework that exeunt knows"
    raise DeclarationError(
        msg, fix="pass a Click command, a Typer or Cyclopts app, or an ArgumentParser"
    )


class Adopted:
    """A program under contract: call it, or have it called in a test."""

    manifest: str | None = "manifest"  # the command and the option that describe it
    schema: str | None = "--schema"
    version: str | None = None
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
        _forks.at_exit(ignore)
        code, signal = guarded(self).run(argv, final=True)
        if signal:
            die_by(signal)
        if threads_left(daemons=True):
            run_exit_hooks()
            end_now(code)  # nobody waits for them, nor for the time limit
        end(code)

    def run(
        self, argv: Sequence[str] | None = None, *, final: bool = False
    ) -> tuple[int, int]:
        """Run the program; return its exit number, and the signal that ended it.

        `final`: the process ends with it, so threads are waited for, as Python does.
        """
        signals, streams = Signals(), Streams()
        signals.install()
        started = monotonic_ns()
        words = sys.argv[1:] if argv is None else list(argv)
        program = self.name or os.path.basename(sys.argv[0] or "program")  # noqa: PTH119
        try:
            asked = ask(
                words,
                program=program,
                owns=self.host.owns_option,
                when_piped=self.piped,
            )
            run = Run(
                as_json=asked.as_json, confirmed=asked.confirmed, raises=self.raises
            )
            run.words, run.signals, run.final = words, signals, final
            if run.as_json:
                streams.borrow()
            _run.current = run
            _forks.watch(run, streams)
            outcome = self.conduct(run, program, asked.words)
            signals.hold()
            outcome, printed = self.discreet(outcome, streams.printed(), run)
            code = self.say(outcome, printed, run, started, streams.descriptor)
        finally:
            _run.current = None
            _forks.forget()
            streams.give_back(threads=threads_left(daemons=True), final=final)
            signals.restore()
        if final and run.as_json:
            _forks.at_exit(seal)
        cancelled = isinstance(outcome, Failed) and outcome.error.code == "CANCELLED"
        murli = self.speak == "murli"
        return code, signals.received if cancelled and not murli else 0

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
            signals.start_clock(run.contract.timeout)
            _, error = signals.during(wait_for_threads)
            signals.stop_clock()
            if error is not None and not isinstance(outcome, Failed):
                outcome = self.judged(outcome, error, run)
        return outcome

    def judged(
        self, outcome: Outcome[Any] | None, error: BaseException | None, run: Run
    ) -> Outcome[Any] | None:
        """Make an outcome of how the work ended; a signal or the clock may be why."""
        signals: Signals = run.signals
        if isinstance(error, KeyboardInterrupt):
            signals.received = signals.received or SIGINT
        if error is None and not isinstance(outcome, Failed):
            return outcome
        if signals.received:
            error = Cancelled(signals.received)
        elif signals.expired:
            error = Expired()
        return outcome if error is None else self.caught(error, run)

    def cleaned(self, outcome: Outcome[Any] | None, run: Run) -> Outcome[Any] | None:
        """Clean up, unless a second signal says that nobody can wait for it."""
        signals: Signals = run.signals
        signals.cleanups = run.cleanups
        raised, error = signals.during(run.clean_up, cleaning=True)
        errors = [*(raised or ()), *([error] if error else ())]
        for found in errors:
            if not isinstance(outcome, Failed):
                outcome = self.judged(outcome, found, run)
            elif not isinstance(found, Cancelled):
                run.warnings.append(f"a cleanup failed: {text_of(found)}")
        if any(isinstance(error, Cancelled) for error in errors):
            run.warnings.append("a second signal cut the cleanup short")
        if outcome is None:
            return None
        return outcome.replace(warnings=tuple(run.warnings))

    def attempt(
        self, run: Run, program: str, words: Sequence[str]
    ) -> Outcome[Any] | None:
        """Call the framework, with the time limit that the command declares."""
        begin = run.begin

        def begin_with_clock(command: str, declared: Contract, params: Any) -> None:
            declared = self.whole(declared)
            if declared.secrets:
                from ._limits import secrets_in  # noqa: PLC0415 - few have any

                run.secrets = secrets_in(params, declared.secrets)
            begin(command, declared, params)
            run.signals.start_clock(declared.timeout)

        run.begin = begin_with_clock  # type: ignore[method-assign]  # one call's own
        answered = self.answer(run, program, words)
        if answered is not None:
            return answered
        outcome = self.host.invoke(program, words, run)
        if isinstance(outcome, Failed) and outcome.origin == "parser":
            return self.redirected(outcome, run, program)
        return outcome

    def answer(
        self, run: Run, program: str, words: Sequence[str]
    ) -> Outcome[Any] | None:
        """Describe the program if that is asked; None if the framework is to parse."""
        if not words or (words[0] != self.manifest and self.schema not in words):
            return None
        from ._discovery import answer  # noqa: PLC0415 - built only when asked

        return answer(self, program, words, as_json=run.as_json)

    def redirected(self, rejection: Failed, run: Run, program: str) -> Failed:
        """Point a rejected call to where its command went, if it has moved."""
        from ._discovery import redirected  # noqa: PLC0415 - for a rejected call

        moved = redirected(self, program, run.words, rejection)
        if moved is None:
            return rejection
        if not run.as_json:
            run.warnings.append(f"{moved.error.message}: {moved.error.suggestion}")
        return moved

    def commands(self) -> Iterator[CommandInfo]:
        """List every command, with the app's defaults in its contract."""
        for info in self.host.commands():
            yield info.replace(contract=self.whole(info.contract))

    def whole(self, declared: Contract) -> Contract:
        """Return a command's contract with the app's defaults in it."""
        return declared.over(self.defaults) if self.defaults else declared

    def caught(self, error: BaseException, run: Run) -> Outcome[Any] | None:
        """Make an outcome of what came flying out."""
        if isinstance(error, SystemExit):
            return from_exit(error.code, run)
        outcome = from_exception(error, run, self.raises)
        if outcome.error.code == "UNHANDLED":
            import traceback  # noqa: PLC0415 - 10 ms, for an author's bug

            from ._limits import hide_in  # noqa: PLC0415 - for the same

            text = "".join(traceback.format_exception(error))
            deliver(b"", hide_in(text, run.secrets).encode("utf-8", "replace"), 0)
        return outcome

    def unsaid(self, error: ExeuntError, run: Run) -> Failed:
        """Make a failure of a result that cannot be said; what was done is done."""
        from ._limits import TooLarge, hide, refusal  # noqa: PLC0415 - rarely needed

        if isinstance(error, TooLarge):
            wrote = run.contract.danger in {"mutating", "destructive"}
            code, detail = refusal(error, wrote=wrote)
        else:
            failure = unsayable(error)
            code = ExitCode.PARTIAL_FAILURE if run.effects else ExitCode.GENERAL_ERROR
            detail = failure.error.replace(phase=Phase.EXECUTION)
        try:
            return hide(truthful(failed(code, detail, run), run), run.secrets)
        except ExeuntError:  # what was recorded cannot be said, either
            return hide(unsayable(error), run.secrets)

    def discreet(
        self, outcome: Outcome[Any] | None, printed: str, run: Run
    ) -> tuple[Outcome[Any] | None, str]:
        """Keep the secrets of a call out of everything that it says."""
        if isinstance(outcome, Failed) and outcome.error.phase is Phase.VALIDATION:
            names = {n for one in self.commands() for n in one.contract.secrets}
            if names:
                from ._limits import secrets_among  # noqa: PLC0415 - few have any

                run.secrets = (*run.secrets, *secrets_among(run.words, names))
        if outcome is None or not run.secrets:
            return outcome, printed
        from ._limits import hide, hide_in  # noqa: PLC0415 - as above

        run.warnings = [hide_in(text, run.secrets) for text in run.warnings]
        try:
            outcome = hide(outcome, run.secrets)
        except ExeuntError as error:
            outcome = self.unsaid(error, run)
        return outcome, hide_in(printed, run.secrets)

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
            return leave(
                with_prints(outcome, printed),
                started,
                self.speak,
                to=to,
                instead=lambda error: self.unsaid(error, run),
                max_bytes=self.max_bytes,
            )
        from ..dialects._encode import encode  # noqa: PLC0415 - loaded by boundary

        table = dialect_named(self.speak)
        code = table.numbers[ExitCode.SUCCESS]
        if isinstance(outcome, Failed):  # whose data nobody asked for, so only its code
            code = encode(table, outcome.replace(extra={}, partial=None)).code
            if is_shown(outcome):
                self.host.complain(outcome)
        for warning in run.warnings:
            print(f"warning: {warning}", file=sys.stderr)  # noqa: T201 - for a person
        return deliver(b"", b"", code)


def guarded(adopted: Adopted) -> Adopted:
    """Have undeclared exits said aloud in dev mode: -X dev, or EXEUNT_DEV=1."""
    if not sys.flags.dev_mode and os.environ.get("EXEUNT_DEV") != "1":
        return adopted
    testing = __import__("exeunt.testing._guard", fromlist=["Guarded"])
    watching: Adopted = testing.Guarded(adopted)
    return watching


def with_prints(outcome: Outcome[Any], printed: str) -> Outcome[Any]:
    """Give what was printed its place: data, or stderr beside returned data."""
    if not printed:
        return outcome
    if isinstance(outcome, Done) and outcome.data is None and not outcome.not_modified:
        return outcome.replace(data=data_of(printed))
    deliver(b"", printed.encode("utf-8", "backslashreplace"), 0)
    text = "what the command printed went to stderr, since it also had a result"
    return outcome.replace(warnings=(*outcome.warnings, text))
