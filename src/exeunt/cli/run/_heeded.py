"""A run of `exeunt run`, and how it ended → those who are to be told of it."""

from __future__ import annotations

from time import time

from ...deciding.brief import brief
from ...process.capture import redactor_for, shown_words
from ...process.noted import cwd_of, host
from ...secrets.mask import masked_words
from ._end import complain
from ._heed import Heed
from ._record import with_next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...deciding.called import Called
    from ...model.words import Why
    from ...process.completed import Completed
    from ...process.flow import Running
    from ...process.request import Request
    from ..argv import Options


class Told:
    """What is known of one call, for those who are told; it stands in its request."""

    def __init__(self, request: Request, options: Options) -> None:
        self.heed: Heed = Heed(options)
        self.began: float = time()
        self.attempt: int = 0
        self.trace: str | None = None  # its span, as TRACEPARENT has it
        words = shown_words(request, request.words, redactor_for(request))
        argv, hidden = masked_words(words)
        self.known: dict[str, Any] = {
            "name": request.name,
            "argv": [*argv],
            "cut": hidden,
            "cwd": cwd_of(request),
            "host": host(),
        }
        if self.heed.traced:
            from ...reports.spans import begun  # for who asks

            self.trace = begun(self.heed.parent)
            request.env = {**request.env, "TRACEPARENT": self.trace}

    def starts(self, why: Why | None = None) -> None:
        """Tell that an attempt begins."""
        self.attempt += 1
        self.known.pop("pid", None)
        event = "started" if self.attempt == 1 else "retried"
        facts = {**self.known, "attempt": self.attempt}
        self.heed.tell(event, {**facts, "why": why} if why else facts)

    def ended(self, done: Completed) -> None:
        """Tell how an attempt ended."""
        self.heed.tell("ended", self.facts(done))

    def ends(self, done: Completed, record: dict[str, Any]) -> None:
        """Tell that all is over, and what to do."""
        row = self.facts(done)
        follows = record["next"]
        decided = {name: follows[name] for name in ("action", "rule", "because")}
        self.heed.tell("decided", {**self.known, **decided, "verdict": row["verdict"]})
        self.heed.count({**row, "attempts": self.attempt})
        self.send(row)
        if self.heed.is_failure(row["verdict"]):
            self.heed.react({**self.known, **brief(record)})

    def send(self, row: dict[str, Any]) -> None:
        """Send the span of the run."""
        if self.trace is None:
            return
        from ...reports.spans import send  # as above

        trouble = send({**row, "began": self.began}, self.trace, self.heed.parent)
        if trouble:
            complain(f"--otel: {trouble}")

    def facts(self, done: Completed) -> dict[str, Any]:
        """Return what a row of the journal would have."""
        from ...reports.groups import stamp

        verdict = done.verdict
        reading = done.reading
        bad = verdict is not None and verdict.value in {"failed", "unknown"}
        return {
            **self.known,
            "attempt": self.attempt,
            "started": stamp(self.began),
            "status": done.status,
            "exit_code": done.exit_code,
            "verdict": verdict.value if verdict else None,
            "why": reading.name if bad else None,
            "signal": done.signal,
            "seconds": done.duration_ms / 1000,
            "log": done.log,
            "session": done.session,
        }

    # -- what a run calls

    def run_is_over(self, done: Completed, pid: int) -> None:
        """Tell that a run is over, or is kept as a session, which ends later."""
        self.known["pid"] = pid or None
        self.ended(done)
        if done.session is None:
            self.ends(done, with_next(done))

    def attempted(self, running: Running | None, why: Why | None = None) -> None:
        """Tell that an attempt of a call begins, or how it ended."""
        if running is None:
            self.starts(why)
        else:
            self.known["pid"] = running.report.pid or None
            self.ended(running.wait())

    def call_is_over(self, called: Called) -> None:
        """Tell that a call is over, whatever it took."""
        self.ends(called.completed, called.as_dict())


def heed(request: Request, options: Options) -> None:
    """Have a run tell how it goes; refused if it could not."""
    told = Told(request, options)
    request.tag = told
    if "--retry" not in options:
        told.starts()
