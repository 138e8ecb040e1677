"""argv → verb → Outcome → exit number: exeunt's own command line.

One verb, one file. A verb returns an Outcome; this file alone prints it and says with
which number to leave.
"""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from time import monotonic_ns

from .. import __version__
from ..errors import ExeuntError, InputError, SessionError, StoreError, unknown
from ..leaving.boundary import deliver, leave
from ..model.codes import ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.outcome import Failed
from . import TRANSPARENT
from .verbs import COMMON, VERBS, Call, Command, Page, find, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..model.outcome import Outcome

HELP = (["help"], ["--help"], ["-h"])
VERSION = (["--version"], ["-V"])
BROKEN = "EXEUNT_BUG"
# What is no wrong call: it could exist, and does not, or is not in that state.
FAILURES = {
    "FILE_NOT_FOUND": ExitCode.NOT_FOUND,
    "UNKNOWN_TOOL": ExitCode.NOT_FOUND,
    "UNKNOWN_HOLD": ExitCode.NOT_FOUND,
    "UNKNOWN_CALL": ExitCode.NOT_FOUND,
    "UNKNOWN_REDIRECT": ExitCode.NOT_FOUND,
    "UNKNOWN_RUN": ExitCode.NOT_FOUND,
    "UNKNOWN_SESSION": ExitCode.NOT_FOUND,
    "COMMAND_NOT_FOUND": ExitCode.NOT_FOUND,
    "SESSION_EXISTS": ExitCode.CONFLICT,
    "NOT_EXECUTABLE": ExitCode.PRECONDITION,
    "SESSION_ENDED": ExitCode.PRECONDITION,
    "NO_TERMINAL": ExitCode.PRECONDITION,
    "NO_LOG": ExitCode.PRECONDITION,
    "NO_MANIFEST": ExitCode.PRECONDITION,
    "SECRET_ECHOED": ExitCode.PRECONDITION,
    "NO_ANSWER": ExitCode.TIMEOUT,
    "SESSION_TIMEOUT": ExitCode.TIMEOUT,
    "SILENT": ExitCode.UNAVAILABLE,
    "START_FAILED": ExitCode.GENERAL_ERROR,
    "STORE_BUSY": ExitCode.UNAVAILABLE,
    "STORE_FULL": ExitCode.PRECONDITION,
    "STORE_NEWER": ExitCode.PRECONDITION,
    "STORE_STALE": ExitCode.PRECONDITION,
    "STORE_UNUSABLE": ExitCode.PRECONDITION,
}
MISUSES = (ExitCode.ARG_ERROR, ExitCode.NOT_FOUND)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the number to leave with."""
    started = monotonic_ns()
    given = list(sys.argv[1:] if argv is None else argv)
    front, words = before_verb(given)
    command = None
    as_json = wants_json(given)
    try:
        if not given or words[:1] in HELP:
            asked = words[1:2] if words[:1] == ["help"] else ()
            return say(find(asked[0]) if asked else None)
        if words[:1] in VERSION:
            return deliver(f"exeunt {__version__}\n".encode(), b"", 0)
        if words and words[0] in TRANSPARENT and "--help" not in [*front, *words[1:2]]:
            from .run import main as run  # a path of its own

            return run([*front, *words[1:]], driven=words[0] == "drive")
        verb = find(words[0] if words else "")
        call = sorted_words(verb, [*front, *words[1:]])
        if not isinstance(verb, Command) or "--help" in call.options:
            return say(verb)
        command = verb
        check_environment()
        as_json = chosen(call)
        outcome = command.run(call)
    except ExeuntError as error:
        outcome = failed(error)
    except KeyboardInterrupt as error:
        return interrupted(started, error, as_json=as_json)
    except Exception as error:  # noqa: BLE001 - a bug of ours is told, not thrown
        outcome = broken(error)
    return finish(command, outcome, started, as_json=as_json)


def finish(
    command: Command | None, outcome: Outcome[object], started: int, *, as_json: bool
) -> int:
    """Print an outcome for whoever reads it, and return its number."""
    try:
        return leave(outcome, started) if as_json else tell(command, outcome)
    except KeyboardInterrupt as error:  # some may be written: nothing is added
        return interrupted(started, error, as_json=False)


def tell(command: Command | None, outcome: Outcome[object]) -> int:
    """Show an outcome to a person, and return its number."""
    from ._screen import complaint, view  # for people alone

    if isinstance(outcome, Failed):
        # A verb that judges has its findings under its own name; they come first.
        found = outcome.extra.get(command.name) if command else None
        shown = "" if found is None else view(command, found, outcome.warnings)
        text = complaint(outcome.error)
        lost = deliver(shown.encode("utf-8", "replace"), b"", 0)
        return lost or deliver(b"", text.encode("utf-8", "replace"), outcome.code.value)
    text = view(command, outcome.data, outcome.warnings)
    return deliver(text.encode("utf-8", "replace"), b"", outcome.code.value)


def before_verb(words: list[str]) -> tuple[list[str], list[str]]:
    """Part the common options that stand before the verb from it and its words."""
    takes_value = {option.name: bool(option.metavar) for option in COMMON[:-1]}
    place = 0
    while place < len(words) and words[place].partition("=")[0] in takes_value:
        place += 2 if takes_value.get(words[place]) else 1
    return words[:place], words[place:]


def sorted_words(verb: Page, words: Sequence[str]) -> Call:
    """Sort a verb's words; one that has a path of its own comes here for its page."""
    if not isinstance(verb, Command):
        return Call({"--help": True}, ())
    return (verb.sort or parse)(verb, words)


def wants_json(words: Sequence[str]) -> bool:
    """Guess the mode before parsing, so that a usage error is an envelope too."""
    own = words[: words.index("--")] if "--" in words else words
    if "--json" in own or "--output=json" in own:
        return True
    asked = os.environ.get("EXEUNT_OUTPUT")
    for before, word in pairwise(own):
        asked = word if before == "--output" else asked
    if "--output=text" in own or asked == "text":
        return False
    return asked == "json" or not os.isatty(1)


def chosen(call: Call) -> bool:
    """Return the mode that the options ask for; another command's are not ours."""
    if "--json" in call.options:
        return True
    asked = call.text("--output")
    return asked == "json" if asked else wants_json(())


def check_environment() -> None:
    """Refuse a mode that the environment asks for and we do not have."""
    asked = os.environ.get("EXEUNT_OUTPUT", "")
    if asked not in {"", "json", "text"}:
        raise unknown(asked, "mode", ("json", "text"))


def failed(error: ExeuntError) -> Failed:
    """Turn what exeunt raised into an outcome: the caller's mistake, or our bug."""
    if not isinstance(error, InputError | SessionError | StoreError):
        return broken(error)
    code = FAILURES.get(error.error_code, ExitCode.ARG_ERROR)
    if code not in MISUSES:
        detail = ErrorDetail(
            error.error_code,
            error.message,
            phase=Phase.EXECUTION,
            suggestion=error.fix or None,
        )
        return Failed(code, detail)
    detail = ErrorDetail(
        error.error_code,
        error.message,
        phase=Phase.VALIDATION,
        suggestion=error.fix or None,
    )
    return Failed(code, detail, origin="parser")


def broken(error: Exception) -> Failed:
    """Report a bug of ours without a traceback at the user."""
    detail = ErrorDetail(
        BROKEN,
        f"exeunt has a bug: {type(error).__name__}: {error}",
        phase=Phase.EXECUTION,
        suggestion="run it again with EXEUNT_DEV=1 and report the traceback",
    )
    if os.environ.get("EXEUNT_DEV"):
        import traceback  # 10 ms, for developers

        traceback.print_exception(error)
    return Failed(ExitCode.GENERAL_ERROR, detail)


def interrupted(started: int, error: KeyboardInterrupt, *, as_json: bool) -> int:
    """Say that the call was cancelled, then die by the same signal."""
    import signal  # only when it happens

    number: int = getattr(error, "number", signal.SIGINT)
    if as_json:
        detail = ErrorDetail("CANCELLED", "interrupted", phase=Phase.EXECUTION)
        leave(Failed(ExitCode.GENERAL_ERROR, detail), started, signal=number)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + number  # where a signal does not kill: what a shell would have shown


def say(command: Page | None) -> int:
    """Print a verb's page, or the page that lists them all."""
    from ._screen import overview, page  # for people alone

    text = page(command) if command else overview(VERBS)
    return deliver(text.encode("utf-8", "replace"), b"", ExitCode.SUCCESS.value)
