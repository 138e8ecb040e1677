"""A question that nobody answered → what the caller is told, and how to answer it.

Only ways that are open from a command line are named: an option that the command has,
or the line of stdin that the question would have read.
"""

from __future__ import annotations

from ..model.codes import ExitCode
from ..model.detail import ErrorDetail
from ._failure import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.entry import Code
    from ..model.outcome import Failed
    from .run import Run

LONGEST = 200  # characters of a question; a page of text says no more
ANSWERING = (  # options that programs have for whoever will not be asked
    *("--yes", "--assume-yes", "--assumeyes", "--non-interactive", "--no-interaction"),
    *("--no-input", "--noinput", "--no-confirm", "--noconfirm", "-y"),
)
PIPE = "give the answer on stdin, a line for each question"
DATA = "give the input on stdin, from a file or a pipe"


class NoAnswer(EOFError):
    """A question that found stdin at its end; a program may know what it means."""

    def __init__(self, error: ErrorDetail) -> None:
        super().__init__(error.message)
        self.error = error


def refusal(run: Run) -> Failure:
    """Make the end of a command that waits for a person; no `except` means this one."""
    run.make_room()
    return Failure(code_for(run), unanswered(run))


def aborted(run: Run) -> Failed:
    """Make an outcome of a framework's Abort, which most often is such a question."""
    from .classify import failed, truthful  # which knows whoever calls refusal()

    known = run.streams and run.streams.prompts.unanswered
    return truthful(failed(code_for(run), known or unanswered(run), run), run)


def code_for(run: Run) -> Code:
    """Promise that nothing was changed, unless nobody knows: then promise nothing."""
    unknown = run.begun and run.declared is None
    return ExitCode.GENERAL_ERROR if unknown else ExitCode.PRECONDITION


def unanswered(run: Run) -> ErrorDetail:
    """Say what was asked, if that is known, and how to answer it."""
    prompts = run.streams.prompts if run.streams is not None else None
    question = prompts.question if prompts is not None else ""
    if prompts is not None and prompts.answered:
        message = f"the command was aborted after the answer to: {question}"
        return ErrorDetail("ABORTED", message)
    message = "the command asked for input and got none"
    if question:
        message = f"nobody answered what the command asked: {question}"
    return ErrorDetail("INPUT_REQUIRED", message, suggestion=way_out(run, question))


def way_out(run: Run, question: str) -> str | None:
    """Say how a question is answered on the command line; None if it cannot be."""
    option = run.option_for(question) if run.option_for is not None else None
    if option is None:
        known = [spelt(name) for name, value in run.params.items() if value is False]
        option = next((name for name in ANSWERING if name in known), None)
    if option is not None:
        return f"pass {option}"
    if run.streams is None or not run.streams.prompts.by_pipe:
        return None
    return PIPE if question else DATA


def spelt(name: str) -> str:
    """Write a parameter's name as the option that it probably is."""
    return f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}"


def in_short(question: str) -> str:
    """Write a question on one line: its last one, without its colon."""
    lines = question.strip().splitlines() or [""]
    return lines[-1].strip().rstrip(":").rstrip()[:LONGEST]
