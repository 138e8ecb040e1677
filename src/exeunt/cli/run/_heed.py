"""How a run ends → whoever is to be told: a command, a file of events, metrics, a span.

Nothing here changes how a run ends, and nothing of it happens twice. What cannot be
done is said on stderr. A batch tells of its jobs in the same way.
"""

from __future__ import annotations

import os
from time import gmtime, strftime, time

from ...errors import InputError
from ...files import absolute
from ._end import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..argv import Options

NAMES = ("--on-failure", "--answers-fail", "--events", "--metrics", "--otel")
PATIENCE = 60.0  # seconds for the command of --on-failure
FAILED = ("failed", "unknown")
ANSWERS = ("no", "findings")
PIPED = 4096  # bytes of a line, which the kernel writes as one


class Heed:
    """Who is told of runs, and in which way."""

    def __init__(self, options: Options) -> None:
        self.command: str | None = last(options, "--on-failure")
        self.answers: bool = "--answers-fail" in options
        self.events: str | None = place(options, "--events")
        self.metrics: str | None = place(options, "--metrics")
        self.traced: bool = "--otel" in options
        self.parent: str = os.environ.get("TRACEPARENT", "")
        self.check()

    def check(self) -> None:
        """Refuse what could not be done, before anything is started."""
        if self.command is not None and not self.command.strip():
            msg = "--on-failure is empty"
            raise InputError(msg, fix="write a line for sh: --on-failure 'notify me'")
        for name, path in (("--events", self.events), ("--metrics", self.metrics)):
            if path is not None:
                check_place(name, path)
        if self.traced:
            from ...reports.spans import check_installed  # for who asks

            check_installed()

    # -- what is told

    def tell(self, event: str, facts: Mapping[str, Any]) -> None:
        """Add a line to the file of events."""
        if self.events is None:
            return
        now = time()
        moment = strftime("%Y-%m-%dT%H:%M:%S", gmtime(now))
        thousandths = int(now * 1000) % 1000
        known = {
            "v": 1,
            "time": f"{moment}.{thousandths:03d}Z",
            "event": event,
            **facts,
        }
        try:
            add_line(self.events, known)
        except OSError as error:
            complain(f"--events: {error.strerror or error}")

    def count(self, row: Mapping[str, Any]) -> None:
        """Add a run that is over to the file of metrics."""
        if self.metrics is None:
            return
        from ...reports.metrics import add  # for who asks

        try:
            add(self.metrics, [row])
        except (OSError, ValueError) as error:
            complain(f"--metrics: {getattr(error, 'strerror', None) or error}")

    def is_failure(self, verdict: str | None) -> bool:
        """Tell whether --on-failure is for such an end."""
        return verdict in FAILED or (self.answers and verdict in ANSWERS)

    def react(self, record: Mapping[str, Any]) -> None:
        """Run the command of --on-failure, with a record on its stdin."""
        if self.command is None:
            return
        from ._reaction import react  # for a failure alone

        trouble = react(self.command, record, PATIENCE)
        if trouble:
            complain(f"--on-failure: {trouble}")


def last(options: Options, name: str) -> str | None:
    """Return what was given to an option."""
    return options[name][-1] if name in options else None


def place(options: Options, name: str) -> str | None:
    """Return the file that was given, wherever this process goes."""
    given = last(options, name)
    return None if given is None else absolute(given)


def check_place(name: str, path: str) -> None:
    """Refuse a file that cannot be written to."""
    from ...named import check_writable, open_given  # for who names one

    try:
        if name == "--events":
            os.close(open_given(path))
        else:
            from ...reports.metrics import check

            check_writable(path)
            check(path)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        msg = f"{name} {path} cannot be written: {why}"
        fix = "name a file of yours, in a directory that exists"
        raise InputError(msg, fix=fix, error_code="FILE_UNWRITABLE") from None


def add_line(path: str, facts: Mapping[str, Any]) -> None:
    """Append a line in one write: whoever else appends, lines stay whole."""
    from fcntl import F_GETFL, F_SETFL, fcntl  # for who names a file

    from ...model.json import encode
    from ...named import open_given

    text = encode({**facts})
    if len(text) >= PIPED:
        text = encode(shortened(facts))
    descriptor = open_given(path)
    try:
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | os.O_APPEND)
        os.write(descriptor, f"{text}\n".encode("ascii"))
    finally:
        os.close(descriptor)


def shortened(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Cut what is long in a line: words from the end, and other texts."""
    room = PIPED // 2
    short: dict[str, Any] = {**facts, "cut": True}
    for name, value in facts.items():
        if isinstance(value, str):
            short[name] = value[:200]
    words: list[str] = []
    for word in facts.get("argv") or ():
        room -= 6 * len(word) + 4  # as \uXXXX
        if room < 0:
            break
        words.append(word)
    return {**short, "argv": words}
