"""Request → a run under way → Completed, with its streams in a record and in logs."""

from __future__ import annotations

import os
from time import time

from ._log import Log, prune, state_directory
from ._stdio import close
from .capture import CHUNK, Capture, Outlet, log_for, redactor_for
from .completed import Cleanup, Completed, completed
from .flow import Flow
from .request import check_size, refuse
from .stdin import open_stdin, unsent_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from ..secrets.redact import Redactor
    from ..terminal.waiting import Waiting
    from ..text.clean import Rendering
    from ..text.rendered import Rendered
    from ._log import Logged
    from .flow import Launch
    from .request import Request

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
        shown: bool = False,
    ) -> None:
        self.request = request
        self.shown = shown  # what comes also goes to our own stdout and stderr
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
        number = 1 if name == "stdout" else 2
        return Capture(
            descriptor,
            outlet=Outlet(number) if self.shown else None,
            redactor=redactor_for(request, shown=True) if self.shown else None,
            kept=self.redactor and self.redactor.another(),
            log=log,
            render=None if self.shown else renderer(request),
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
        return self.hidden(done)

    def hidden(self, done: Completed) -> Completed:
        """Keep the secrets out of what the caller gave us, too."""
        done = done if self.redactor is None else hidden(done, self.redactor)
        if self.request.show_secrets:
            return done
        from ..secrets.variables import without  # at the end

        command, *args = without((done.command, *done.args))
        return done.replace(command=command, args=tuple(args))

    def snapshot(self, session: str) -> Completed:
        """Put together what is known while the command runs on."""
        from copy import deepcopy  # for the few that are kept

        from ..tree import descendants, parent_of

        flow = self.flow
        rendered: dict[str, Rendered] = {
            name: deepcopy(capture.rendering).finish()
            for name, capture in flow.captures.items()
            if capture.rendering is not None
        }
        logs = {name: self.log_of(name) for name in ("stdout", "stderr")}
        keeper = 0 if flow.finished else parent_of(flow.pid)
        below = tuple(descendants(keeper)) if keeper else ()
        done = completed(flow, rendered, {}, warnings=self.warnings, session=session)
        done = done.replace(
            log=logs["stdout"],
            stderr_log=logs["stderr"],
            cleanup=Cleanup(0, len(below), flow.proof, below),
        )
        return self.hidden(done)

    def part(self) -> None:
        """Show no more to whoever started it; what was shown is for the record now."""
        for name, capture in self.flow.captures.items():
            if capture.outlet is None:
                continue
            capture.outlet.flush()  # as far as it is taken
            self.flow.dismiss(capture.outlet)
            capture.outlet.close()
            capture.outlet, capture.render = None, renderer(self.request)
            path = self.log_of(name)
            if path is not None and capture.total:
                with open(path, "rb") as file:  # noqa: PTH123 - pathlib is dear
                    capture.rendering = capture.render()
                    while data := file.read(CHUNK):
                        capture.rendering.feed(data)

    def log_of(self, name: str) -> str | None:
        """Return the file that a stream is written to, as soon as there is one."""
        capture = self.flow.captures.get(name)
        return capture.log.begin() if capture and capture.log is not None else None


def renderer(request: Request) -> Callable[[], Rendering]:
    """Make what cleans a stream when it begins: a silent command needs 1 ms less.

    It holds no run, or a run that nobody holds would not be noticed.
    """

    def render() -> Rendering:
        from ..text.clean import Rendering  # when something is said

        frames = request.size is None  # a terminal's are in `screen`
        return Rendering(request.max_output, raw=request.raw, frames=frames)

    return render


def hidden(done: Completed, redactor: Redactor) -> Completed:
    """Keep the secrets out of what the caller gave us, too."""
    hide = redactor.text
    return done.replace(
        command=hide(done.command),
        args=tuple(hide(word) for word in done.args),
        line=done.line and hide(done.line),
        detail=done.detail and hide(done.detail),
        environment={n: v and hide(v) for n, v in done.environment.items()},
        log=done.log and hide(done.log),
        waiting=done.waiting and hidden_prompt(done.waiting, done.screen, hide),
        stderr_log=done.stderr_log and hide(done.stderr_log),
    )


def hidden_prompt(
    waiting: Waiting, screen: str | None, hide: Callable[[str], str]
) -> Waiting:
    """Hide a prompt's secrets; a row of a screen may even begin inside one."""
    prompt = hide(waiting.prompt)
    if waiting.kind == "fullscreen" and prompt not in (screen or "").split("\n"):
        prompt = "***"
    return waiting.replace(prompt=prompt)


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
