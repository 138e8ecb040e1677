"""argv → verb → Outcome → exit number: exeunt's own command line.

One verb, one file. A verb returns an Outcome; this file alone prints it and says with
which number to leave.
"""

from __future__ import annotations

import os
import sys
from time import monotonic_ns

from .. import __version__
from ..leaving.boundary import deliver, leave
from ..model.codes import ExitCode
from ..model.outcome import Failed, Outcome
from . import TRANSPARENT
from .argv import MODE, guess, wants_json
from .verbs import COMMON, Command, Page, find, parse, reach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


HELP = (["help"], ["--help"], ["-h"])
VERSION = (["--version"], ["-V"])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the number to leave with."""
    started = monotonic_ns()
    given = list(sys.argv[1:] if argv is None else argv)
    front, words = before_verb(given)
    command = call = None
    as_json = wants_json(guess(given))
    try:
        if not given or words[:1] in HELP:
            asked = words[1:] if words[:1] == ["help"] else []
            return show(reach(find(asked[0]), asked[1:2])[0] if asked else None)
        if words[:1] in VERSION:
            return deliver(f"exeunt {__version__}\n".encode(), b"", 0)
        if words and words[0] in TRANSPARENT and "--help" not in [*front, *words[1:2]]:
            from .run import main as run  # a path of its own

            return run([*front, *words[1:]], driven=words[0] == "drive")
        verb = find(words[0] if words else "")
        as_json = form_of(verb, given)  # also of what is wrong with the words
        verb, rest = reach(verb, [*front, *words[1:]])
        as_json = form_of(verb, given)
        if (
            not isinstance(verb, Command)
            or "--help" in (call := parse(verb, rest)).options
        ):
            return show(verb)
        command = verb
        check_environment()
        as_json = command.form(call.options)
        outcome = command.run(call)
    except KeyboardInterrupt as error:
        return interrupted(started, error, as_json=as_json)
    except Exception as error:  # noqa: BLE001 - a bug of ours is told, not thrown
        from ._failed import failed  # on the way to an error

        outcome = failed(error)
    code = finish(command, outcome, started, as_json=as_json)
    own = None
    if command is not None and command.number is not None and call is not None:
        own = command.number(call, outcome)
    return code if own is None else own


def form_of(verb: Page, given: list[str]) -> bool:
    """Tell whether a verb prints JSON, before its words are sorted."""
    form = verb.form if isinstance(verb, Command) else wants_json
    return form(guess(given))


def show(command: Page | None) -> int:
    """Print a verb's page, or the page that lists them all."""
    from ._screen import show_page  # for people alone

    return show_page(command)


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


def check_environment() -> None:
    """Refuse a mode that the environment asks for and we do not have."""
    asked = os.environ.get(MODE, "")
    if asked not in {"", "json", "text"}:
        from ..errors import unknown  # on the way to an error

        raise unknown(asked, "mode", ("json", "text"))


def interrupted(started: int, error: KeyboardInterrupt, *, as_json: bool) -> int:
    """Say that the call was cancelled, then die by the same signal."""
    import signal  # 1 ms, as the next is: only when it happens

    from ..model.detail import ErrorDetail, Phase

    number: int = getattr(error, "number", signal.SIGINT)
    if as_json:
        detail = ErrorDetail("CANCELLED", "interrupted", phase=Phase.EXECUTION)
        leave(Failed(ExitCode.GENERAL_ERROR, detail), started, signal=number)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + number  # where a signal does not kill: what a shell would have shown
