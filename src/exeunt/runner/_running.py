"""Request → a run under way → Completed, with its streams in a record and in logs."""

from __future__ import annotations

import os
from time import time

from ._capture import Capture, log_for, redactor_for
from ._completed import Completed, completed
from ._flow import Flow
from ._log import Log, prune, state_directory
from ._request import check_size, refuse
from ._stdin import open_stdin, unsent_bytes
from ._stdio import close

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from ._clean import Rendering
    from ._flow import Launch
    from ._log import Logged
    from ._redact import Redactor
    from ._rendered import Rendered
    from ._request import Request

OFTEN = 3600.0  # seconds between two looks at old logs
KEPT_SECONDS = 7 * 86_400.0  # a log is for whoever read the record, not for ever
KEPT_BYTES = 1 << 30


class Running:
    """A run under way: wait for it, or leave the `with` block and it is ended."""

    def __init__(
        self,
        request: Request,
        launch: Launch,
        *,
        warnings: tuple[str, ...] = (),
        before: Callable[[Flow], None] | None = None,
    ) -> None:
        self.request = request
        self.warnings = warnings
        self.flow: Flow = Flow(request)
        self.redactor: Redactor | None = redactor_for(request)
        self.result: Completed | None = None
        self.name: str = f"{os.getpid()}-{os.urandom(8).hex()}"
        self.place: str = state_directory() if request.log is True else ""
        self.logged: dict[str, Logged] | None = None
        self.recorded: str | None = None  # what went wrong with the recording
        self.stdin: int = -1
        self.size: int | None = None
        try:
            self.stdin, self.size = open_stdin(request.stdin)
            if before is not None:
                before(self.flow)
            self.flow.start(launch, self.connect, self.stdin)
        except OSError as error:
            self.flow.fail(error)
        except BaseException:
            self.abandon()
            raise
        if self.place:
            tidy(self.place)

    def __enter__(self) -> Self:
        """Return the run."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the command if it still runs."""
        self.abandon()

    def abandon(self) -> None:
        """Let go of a run that nobody waits for: its whole tree is ended."""
        self.flow.abandon()
        self.close()

    def close(self) -> dict[str, Logged]:
        """Close what the run has open, once; return what became of its logs."""
        if self.logged is None:
            close(self.stdin)
            self.logged = {
                name: capture.log.close()
                for name, capture in self.flow.captures.items()
                if capture.log is not None
            }
            if self.flow.recording is not None:
                self.recorded = self.flow.recording.close()
        return self.logged

    def cancel(self) -> None:
        """Have the tree ended; wait() says how that went."""
        self.flow.cancel()

    def resize(self, columns: int, rows: int) -> None:
        """Give the command's terminal another size, which it is told by SIGWINCH."""
        if self.flow.size is None:
            refuse("a run without a terminal has no size", "pass size= to request()")
        self.flow.resize(*check_size((columns, rows)))

    def wait(self) -> Completed:
        """Wait for the end."""
        self.flow.wait()
        if self.result is None:
            self.result = self.complete()
        return self.result

    def connect(self, name: str, descriptor: int) -> Capture:
        """Say where a stream goes: into a log, and into the record."""
        request = self.request
        if self.place:
            place = f"{self.place}/logs"
            suffix = "out" if name == "stdout" else "err"
            log = Log(
                None, request.max_log, directory=place, name=f"{self.name}.{suffix}"
            )
        else:
            log = log_for(request, name)
        return Capture(
            descriptor,
            redactor=redactor_for(request),
            log=log,
            render=renderer(request),
            document=name == "stdout",
        )

    def complete(self) -> Completed:
        """Put the result together."""
        rendered: dict[str, Rendered] = {
            name: capture.rendering.finish()
            for name, capture in self.flow.captures.items()
            if capture.rendering is not None
        }
        unsent = unsent_bytes(self.stdin, self.size)
        logged = self.close()
        warnings = self.warnings
        if self.recorded is not None:
            warnings += (f"the recording is not complete: {self.recorded}",)
        done = completed(self.flow, rendered, logged, unsent=unsent, warnings=warnings)
        return done if self.redactor is None else hidden(done, self.redactor)


def renderer(request: Request) -> Callable[[], Rendering]:
    """Make what cleans a stream when it begins: a silent command needs 1 ms less.

    It holds no run, or a run that nobody holds would not be noticed.
    """

    def render() -> Rendering:
        from ._clean import Rendering  # noqa: PLC0415 - when something is said

        return Rendering(request.max_output, raw=request.raw)

    return render


def hidden(done: Completed, redactor: Redactor) -> Completed:
    """Keep the secrets out of what the caller gave us, too."""
    hide = redactor.text
    return done.replace(
        command=hide(done.command),
        args=tuple(hide(word) for word in done.args),
        line=done.line and hide(done.line),
        detail=done.detail and hide(done.detail),
        environment={n: hide(value) for n, value in done.environment.items()},
        log=done.log and hide(done.log),
        waiting=done.waiting and done.waiting.replace(prompt=hide(done.waiting.prompt)),
        stderr_log=done.stderr_log and hide(done.stderr_log),
    )


def tidy(place: str) -> None:
    """Remove old logs, once an hour at most: a stamp's age says whether it is time."""
    stamp = f"{place}/pruned"
    try:
        if abs(time() - os.stat(stamp).st_mtime) < OFTEN:  # noqa: PTH116 - dear
            return
    except OSError:
        pass  # the first time
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        descriptor = os.open(stamp, flags, 0o600)
        os.utime(descriptor)
        os.close(descriptor)
    except OSError:
        return  # there is nothing yet, or nothing of ours
    prune(f"{place}/logs", KEPT_BYTES, KEPT_SECONDS)
