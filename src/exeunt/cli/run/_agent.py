"""A run for an agent's model → its output, bounded, and at most one line about its end.

The same as the doors into an agent's own shell show.
"""

from __future__ import annotations

from shlex import join, quote

from ...agents.end import End
from ...agents.tell import line_of
from ...deciding.advice import end_of
from ...process import bounded
from ...process.capture import redactor_for, shown_words
from ...process.result import stages_of

# What is typed where nothing is echoed, and what in a line.
ANSWERS = {"secret": "--secret --stdin", "line": "ANSWER"}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...process.completed import Completed
    from ...process.flow import Running


def bound(running: Running) -> None:
    """Have what is too long shown by its head and tail, and kept in a log."""
    request = running.request
    bounded.bound(running, lossy=True)
    if request.log is True:
        running.redactor = redactor_for(request)
        running.tell = lambda name, _: bounded.begin_log(running, name)


def line_of_kept(done: Completed) -> str:
    """Say what a command that is kept asks, and the line that answers it."""
    waiting = done.waiting
    if waiting is None:
        return f"exeunt: it runs on; exeunt session wait {done.session}"
    asked = waiting.prompt.strip()[-80:]
    what = f"it asks {asked!r} and waits" if asked else "it waits for an answer"
    how = ANSWERS.get(waiting.kind)
    call = "keys" if how is None else "send"
    return f"exeunt: {what}; exeunt session {call} {done.session} {how or 'KEYS'}"


def line_about(running: Running) -> str | None:
    """Say what its end means; None where that would be noise."""
    status, code, detail = running.report.verdict()
    if status not in {"exited", "signaled"}:
        told = end_of(running.wait())
        return told or (f"exeunt: {detail}" if detail else None)
    request = running.request
    redactor = redactor_for(request)
    stages = stages_of(request, running.report, code) or ()
    failed = [
        (stage.status, quote(join(shown_words(request, stage.words, redactor))))
        for stage in stages
        if stage.hidden and stage.status
    ]
    line = request.shell
    text = join(request.words) if line is None else line
    if redactor is not None:
        text = redactor.text(text)
    return line_of(End(text, code, failed=tuple(failed)))
