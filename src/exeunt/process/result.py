"""A run that is over, or goes on without its caller → its record, without secrets.

It is decided here which fact of a run is which field of Completed.
"""

from __future__ import annotations

from .capture import redactor_for, shown_words
from .completed import Cleanup, Completed
from .task import is_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Literal

    from ..model.stage import Stage
    from ..model.words import Source, Status
    from ..secrets.redact import Redactor
    from ..terminal.waiting import Waiting
    from ..text.clean import Rendered
    from ._log import Logged
    from .left import Left
    from .reasons import Report, Verdict
    from .request import Request
    from .streams import Streams

    Kept = Literal["waiting", "detached"]

SOURCES: dict[Status, Source] = {"exited": "child", "signaled": "signal"}
KEPT: dict[Kept, Verdict] = {
    "waiting": ("waiting_for_input", 124, None),  # as GNU timeout: it still runs
    "detached": ("detached", 0, None),
}


def record_of(  # noqa: PLR0913 - what there is to know
    request: Request,
    streams: Streams,
    report: Report,
    *,
    changed: Mapping[str, str | None],
    warnings: tuple[str, ...],
    logged: Mapping[str, Logged],
    unsent: int | None = None,
    kept: Kept | None = None,
) -> Completed:
    """Put together what is known of a run that is over, or that is kept."""
    status, code, detail = KEPT[kept] if kept else report.verdict()
    rendered = renderings(streams, live=kept is not None)
    texts = rendered.values()
    stdout, stderr = logged.get("stdout"), logged.get("stderr")
    text = rendered["stdout"].text if "stdout" in rendered else ""
    source = SOURCES.get(status, "runner")
    dialogue = streams.dialogue
    return Completed(
        stdout=text,
        stderr=rendered["stderr"].text if "stderr" in rendered else "",
        exit_code=code,
        duration_ms=report.duration_ms(),
        timed_out=not kept and report.reason in {"deadline", "silence"},
        command=request.words[0],
        args=request.words[1:],
        status=status,
        source=source,
        signal=signal_name(report.status or 0),
        detail=detail,
        streams="merged" if request.merge else "split",
        log=stdout.path if stdout else None,
        stderr_log=stderr.path if stderr else None,
        log_error=log_error(stdout) or log_error(stderr),
        sha256=stdout.sha256 if stdout else None,
        stderr_sha256=stderr.sha256 if stderr else None,
        total_bytes=sum(one.total for one in streams.captures.values()),
        omitted_bytes=sum(text.omitted_bytes for text in texts),
        omitted_lines=sum(text.omitted_lines for text in texts),
        invalid_bytes=sum(text.invalid_bytes for text in texts),
        folded=sum(text.folded for text in texts),
        binary=any(text.binary for text in texts),
        input_unsent_bytes=unsent,
        environment=changed,
        screen=screen_of(request, streams, ended=source != "runner"),
        cleanup=Cleanup(report.killed, report.left, report.proof, report.pids),
        session=None,
        warnings=warnings,
        stages=None if kept else stages_of(request, report, code),
        wait_status=-1 if report.status is None else report.status,
        line=request.shell,
        limit=request.idle if status == "idle" else request.timeout,
        document=document_of(streams, text),
        dialect=request.dialect,
        manifest=request.manifest,
        waiting=dialogue.waiting if dialogue and source == "runner" else None,
        unmask=request.unmask,
        tag=request.tag,
    )


def stages_of(request: Request, report: Report, code: int) -> tuple[Stage, ...] | None:
    """Return the commands of a line, if there are several and it ended by itself."""
    if report.reason is not None or not is_line(request):
        return None
    from ._stages import stages  # for a line alone

    return stages(request, report.heard, code)


def hidden_stages(request: Request, report: Report) -> list[tuple[str, int | None]]:
    """Return the commands whose failure a line hides, without their secrets."""
    stages = stages_of(request, report, 0) or ()
    redactor = redactor_for(request)
    found: list[tuple[str, int | None]] = []
    for stage in stages:
        if stage.hidden:
            text = " ".join(shown_words(request, stage.words, redactor))
            found.append((text, stage.status))
    return found


def renderings(streams: Streams, *, live: bool) -> dict[str, Rendered]:
    """Return the text of each stream that said something; a `live` one goes on."""
    found: dict[str, Rendered] = {}
    for name, capture in streams.captures.items():
        rendering = capture.rendering
        if rendering is not None and live:
            from copy import deepcopy  # for the few that are kept

            rendering = deepcopy(rendering)
        if rendering is not None:
            found[name] = rendering.finish()
    return found


def document_of(streams: Streams, text: str) -> bytes | None:
    """Return the JSON document on stdout, unless it is the text of the record."""
    capture = streams.captures.get("stdout")
    document = bytes(capture.document or b"") if capture is not None else b""
    return None if document == text.encode("utf-8", "replace") else document or None


def running_tree(report: Report) -> Cleanup:
    """Return the processes of a run that is kept: none of them has been killed."""
    from ..tree import descendants, parent_of

    keeper = parent_of(report.pid) if report.pid and report.status is None else 0
    below = tuple(descendants(keeper)) if keeper > 0 else ()
    return Cleanup(0, len(below), report.proof, below)


def signal_name(status: int) -> str | None:
    """Name the signal of a wait status, if one ended the command."""
    number = status & 0x7F if status > 0 else 0
    if not number:
        return None
    from ..model.ending import signal_name as name  # builds enums

    return name(number)


def log_error(log: Logged | None) -> str | None:
    """Say why a log does not hold everything, if it does not."""
    return None if log is None else log.error or ("capped" if log.capped else None)


def screen_of(request: Request, streams: Streams, *, ended: bool) -> str | None:
    """Return what the screen shows, where that says more than the lines written to it.

    A command that ended by itself has left the screen, unless it forgot to.
    """
    dialogue = streams.dialogue
    if dialogue is None or (ended and not dialogue.full):
        return None
    if not dialogue.full and dialogue.kind != "keys":
        return None
    from ..terminal.display import picture  # for a terminal

    return picture(dialogue.display, redactor_for(request))


def hidden(
    done: Completed,
    request: Request,
    redactor: Redactor | None,
    left: Left | None = None,
) -> Completed:
    """Keep the secrets out of what the caller gave, too; say what was left running."""
    done = done if left is None else left.told_in(done)
    done = done if redactor is None else without_secrets(done, redactor)
    if request.show_secrets:
        return done
    from ..secrets.variables import without  # at the end

    command, *args = without((done.command, *done.args))
    stages = done.stages
    if stages is not None:
        stages = tuple([one.replace(words=without(one.words)) for one in stages])
    return done.replace(command=command, args=tuple(args), stages=stages)


def without_secrets(done: Completed, redactor: Redactor) -> Completed:
    """Hide the known secrets wherever the caller's words may be repeated."""
    hide = redactor.text
    return done.replace(
        stdout=hide(done.stdout),  # colours that stood inside of one are gone
        stderr=hide(done.stderr),
        warnings=tuple(map(hide, done.warnings)),
        command=hide(done.command),
        args=tuple(hide(word) for word in done.args),
        line=done.line and hide(done.line),
        detail=done.detail and hide(done.detail),
        environment={n: v and hide(v) for n, v in done.environment.items()},
        log=done.log and hide(done.log),
        stages=done.stages
        and tuple(
            [
                stage.replace(words=tuple(map(hide, stage.words)))
                for stage in done.stages
            ]
        ),
        waiting=done.waiting and hidden_prompt(done.waiting, done.screen, hide),
        stderr_log=done.stderr_log and hide(done.stderr_log),
        left_log=done.left_log and hide(done.left_log),
    )


def hidden_prompt(
    waiting: Waiting, screen: str | None, hide: Callable[[str], str]
) -> Waiting:
    """Hide a prompt's secrets; a row of a screen may even begin inside one."""
    prompt = hide(waiting.prompt)
    if waiting.kind == "fullscreen" and prompt not in (screen or "").split("\n"):
        prompt = "***"
    return waiting.replace(prompt=prompt)
