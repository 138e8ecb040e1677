"""Runs of the journal → rows: each with what came of it, by the tables of today.

A row keeps what was seen of a run; what that means is looked up when somebody asks, in
what its log has of its output, too. The last attempt of a call stands for the call.
"""

from __future__ import annotations

import os
from time import gmtime, strftime

from .. import __version__
from ..errors import ExeuntError, StoreError, unknown
from ..files import above, open_old
from ..model.ending import Signaled
from ..model.row import Certainty, Verdict, worst
from ..reading.recorded import ended
from ..reading.verdict import BY_STATUS, bounded
from ..store.place import place
from ..store.store import Store
from ..store.taken import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypedDict, Unpack

    from ..dialects.reading import Reading
    from ..model.ending import Ending
    from ..store.journal import Run

    class Asked(TypedDict, total=False):
        """Which runs are asked for; without a word of it, the newest."""

        since: float | None
        tool: str | None
        name: str | None
        host: str | None
        exit_code: int | None
        status: str | None  # of each attempt; else the last stands for its call
        action: str | None  # as status
        verdict: str | None
        failed: bool
        limit: int | None


LIMIT = 20
KEPT = 64  # readings, in case the next run is the same
TAIL = 20  # lines of output that are shown
READ = 1 << 18  # bytes of a log that are looked at: an envelope is shorter
LATE = 120.0  # seconds after a run's end in which its log was written last
BAD = (Verdict.FAILED, Verdict.UNKNOWN)
VERDICTS = tuple(verdict.value for verdict in Verdict)
STATUSES = (
    "exited", "signaled", "timed_out", "idle", "cancelled", "waiting_for_input",
    "not_found", "not_executable", "unkillable", "internal_error", "running", "unknown",
)  # fmt: skip
LOST = 15  # the signal that stands for whatever a killed keeper's command made of that
WANTED = ("since", "tool", "name", "host", "exit_code", "status")  # of a row itself


class Rows:
    """The runs of the store, and those whose lines nobody could take over."""

    def __init__(self) -> None:
        self.store: Store | None = None
        self.lines: Lines = Lines(above(place(None)))
        self.apart: list[Run] = []  # of lines that could not be taken over
        self.warnings: list[str] = []
        self.known: dict[tuple[object, ...], Reading] = {}

    @classmethod
    def open(cls) -> Rows:
        """Take the lines of runs over; a store is made only to put them into."""
        rows = cls()
        waiting = rows.lines.are_there()
        try:
            rows.store = Store.existing() or (Store.open() if waiting else None)
            if rows.store is not None:
                rows.lines.take(rows.store)
        except StoreError as error:
            rows.apart = rows.lines.look()
            if not rows.apart and rows.store is None:
                raise
            rows.warnings.append(
                f"the lines of {len(rows.apart)} runs are shown, and not taken over: "
                f"{error.message}"
            )
        if rows.lines.skipped:
            text = f"{rows.lines.skipped} lines of the journal say nothing"
            rows.warnings.append(f"{text}, and were left out")
        if rows.lines.newer:
            text = f"{rows.lines.newer} lines are those of a newer exeunt"
            rows.warnings.append(f"{text}: update exeunt to see them")
        return rows

    @property
    def notices(self) -> list[str]:
        """What the user should know."""
        return [*(self.store.notices if self.store else ()), *self.warnings]

    def close(self) -> None:
        """Let go of the store."""
        if self.store is not None:
            self.store.close()

    # -- what is asked for

    def asked(self, **asked: Unpack[Asked]) -> list[Run]:
        """Return the runs that are asked for, the newest first."""
        status, action = asked.get("status"), asked.get("action")
        check_status(status)
        limit = asked.get("limit")
        limit = LIMIT if limit is None else limit
        wanted: dict[str, Any] = {name: asked.get(name) for name in WANTED}
        chosen = self.chooser(asked.get("verdict"), failed=asked.get("failed", False))
        found = [
            run
            for run in self.apart
            if is_asked(run, wanted) and action is None and (not chosen or chosen(run))
        ]
        if self.store is not None:
            last = status is None and action is None
            found += self.store.runs.list(
                **wanted, action=action, last=last, chosen=chosen, limit=limit
            )
        return sorted(found, key=lambda run: run.began, reverse=True)[:limit]

    def chooser(
        self, wanted: str | None, *, failed: bool
    ) -> Callable[[Run], bool] | None:
        """Make what tells whether a run has a verdict that was asked for."""
        if wanted is None and not failed:
            return None
        verdicts = [*Verdict] if wanted is None else [Verdict(wanted)]
        verdicts = [one for one in verdicts if one in BAD] if failed else verdicts
        return lambda run: self.verdict(run) in verdicts

    def find(self, number: int) -> Run | None:
        """Return a run by its number."""
        return self.store.runs.show(number) if self.store else None

    def attempts(self, run: Run) -> Sequence[Run]:
        """Return all attempts of the call that a run belongs to."""
        return self.store.runs.attempts(run) if self.store and run.id else (run,)

    # -- what a run means

    def verdict(self, run: Run) -> Verdict | None:
        """Return what came of a run; None while it runs, or if nobody answered it."""
        if run.status == "unknown":
            return Verdict.UNKNOWN
        if run.status not in BY_STATUS or BY_STATUS[run.status] is None:
            return None
        return self.reading(run).verdict

    def reading(self, run: Run) -> Reading:
        """Read the ending of a run, with what its log has of its output."""
        said = output(run.log, run), output(run.stderr_log, run)
        seen = (
            *(run.argv, run.is_line, run.is_cut, run.status, run.exit_code),
            *(run.signal, bool(run.pid), run.dialect, run.hidden, run.at_best, *said),
        )
        if seen not in self.known:
            if len(self.known) >= KEPT:
                self.known.clear()  # each has the output of a run
            self.known[seen] = read_run(run, *said)
        return self.known[seen]

    def row(self, run: Run) -> dict[str, Any]:
        """Return a run in its names on the wire."""
        verdict = self.verdict(run)
        meant = self.meant(run)
        return {
            "id": run.id or None,
            "name": run.name,
            "argv": [*run.argv],
            "cwd": run.cwd,
            "host": run.host,
            "verdict": verdict.value if verdict else None,
            "why": self.why(run) if verdict in BAD else None,
            "exit_code": run.exit_code,
            "status": run.status,
            "seconds": seconds_of(run),
            "attempts": [self.attempt(one) for one in self.attempts(run)],
            "log": run.log,
            "started": stamp(run.began),
            **meant,
            "kind": run.kind,
            "tool": run.tool,
            "attempt": run.attempt,
            "call": run.call,
            "fingerprint": run.fingerprint or None,
            "pid": run.pid,
            "signal": run.signal,
            "stderr_log": run.stderr_log,
            "left_log": run.left_log,
            "began": stamp(run.began),
            "duration_ms": run.duration_ms,
            "detail": run.detail,
            "tables": __version__,
        }

    def meant(self, run: Run) -> dict[str, Any]:
        """Return what a run was taken for, and what was to be done: then, or by now."""
        if run.action is not None or self.verdict(run) is None or run.detail:
            return {"reading": run.reading, "action": run.action, "rule": run.rule}
        from ..deciding.decide import decide  # for those who did not decide then
        from ..deciding.policy import History

        reading = self.reading(run)
        decision = decide(reading, History(program=run.argv[0]))
        return {
            "reading": run.reading or reading.name,
            "action": decision.action.value,
            "rule": decision.rule,
        }

    def why(self, run: Run) -> str:
        """Say in a word why a run did not do its job, or may not have."""
        if run.status != "exited":
            return run.signal or run.status if run.status == "signaled" else run.status
        reading = self.reading(run)
        if reading.name != "SUCCESS":
            return reading.name
        return next((one.value for one in reading.anomalies), "in_doubt")

    def attempt(self, run: Run) -> dict[str, Any]:
        """Return what one attempt of a call came to."""
        verdict = self.verdict(run)
        return {
            "id": run.id or None,
            "attempt": run.attempt,
            "started": stamp(run.began),
            "seconds": seconds_of(run),
            "status": run.status,
            "exit_code": run.exit_code,
            "verdict": verdict.value if verdict else None,
            "log": run.log,
        }

    def whole(self, run: Run) -> dict[str, Any]:
        """Return a run with what it means, and the end of its output."""
        known = self.verdict(run) is not None and not run.detail
        reading = self.reading(run) if known else None
        return {
            **self.row(run),
            "meaning": reading.meaning if reading else None,
            "certainty": reading.certainty.value if reading else None,
            "output": self.said(run),
        }

    def said(self, run: Run) -> dict[str, list[str] | None]:
        """Return the end of each stream; none is known that was a person's terminal."""
        if run.kind == "foreground":
            return {"stdout": None, "stderr": None, "left_log": None}
        return {
            "stdout": tail(output(run.log, run)),
            "stderr": tail(output(run.stderr_log, run)),
            "left_log": tail(output(run.left_log, run)),
        }


# -- a run → its reading


def read_run(run: Run, stdout: bytes, stderr: bytes) -> Reading:
    """Read the ending of a run by the best table there is today."""
    from ..reading.read import read  # 12 ms, for who asks

    line = run.argv[-1] if run.is_line and run.argv else None
    words: Mapping[str, Any] = {
        "argv": () if line is not None else run.argv,
        "line": line,
        "hidden": run.hidden,
    }
    ending = ending_of(run)
    try:
        reading = read(ending, stdout, stderr, dialect=run.dialect, **words)
    except ExeuntError:  # a table that there was then
        reading = read(ending, stdout, stderr, **words)
    reading = bounded(run.status, reading)
    if run.is_cut:
        reading = reading.replace(certainty=Certainty.GUESS)
    bound = Verdict(run.at_best) if run.at_best in VERDICTS else Verdict.DONE
    if run.is_cut and line is not None:
        bound = worst((bound, Verdict.UNKNOWN))  # what is missing may be all of it
    return reading.replace(at_best=worst((bound, reading.at_best)))


def ending_of(run: Run) -> Ending:
    """Say what the operating system saw of a run."""
    if run.exit_code is None or (run.status == "internal_error" and run.pid):
        return Signaled(LOST)
    return ended(run.status, run.exit_code, late=False)


def output(path: str | None, run: Run) -> bytes:
    """Return the end of a log, if it is the one that the run has written.

    A line may name any file: a link, somebody else's, or one that was written at
    another time is none of the run's.
    """
    if path is None or run.duration_ms is None:
        return b""
    try:
        descriptor = open_old(path)
    except (OSError, ValueError):
        return b""
    try:
        status = os.fstat(descriptor)
        late = status.st_mtime - run.began - run.duration_ms / 1000
        if late > LATE or status.st_mtime < run.began - 1:
            return b""
        return os.pread(descriptor, READ, max(status.st_size - READ, 0))
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def tail(data: bytes) -> list[str]:
    """Return the last lines of an output as a reader would have seen them."""
    if not data:
        return []
    from ..text.clean import clean  # for who looks

    return clean(data).rstrip("\n").split("\n")[-TAIL:]


def check_status(word: str | None) -> None:
    """Refuse a status that there is not; a verdict is another question."""
    if word is None or word in STATUSES:
        return
    error = unknown(word, "value for --status", STATUSES)
    error.error_code = "UNKNOWN_VALUE"
    if word in VERDICTS:
        error.fix = f"a status is how a run ended; write --verdict {word}"
    raise error


def is_asked(run: Run, asked: Mapping[str, Any]) -> bool:
    """Tell whether a run has all that the options ask for, as the store does."""
    since = asked["since"]
    return (since is None or run.began >= since) and all(
        asked[name] in {None, getattr(run, name)} for name in asked if name != "since"
    )


def seconds_of(run: Run) -> float | None:
    """Return for how long a run ran."""
    return None if run.duration_ms is None else run.duration_ms / 1000


def stamp(moment: float) -> str:
    """Write a moment as it is on the wire: UTC."""
    return strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(moment))
