"""Request → the three descriptors that a command gets, and our ends of them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..terminal.dialogue import Dialogue
    from ..terminal.terminal import Terminal
    from ._recording import Recording
    from .capture import Capture
    from .request import Request

    Connect = Callable[[str, int], Capture]


class Stdio:
    """What is open for one run; `opened` gets what to close if its start fails."""

    def __init__(
        self,
        request: Request,
        size: tuple[int, int] | None,
        connect: Connect,
        stdin: int,
        opened: list[int],
    ) -> None:
        self.captures: dict[str, Capture] = {}
        self.terminal: Terminal | None = None
        self.dialogue: Dialogue | None = None
        self.recording: Recording | None = None
        if size is not None:
            self.theirs = self.open_terminal(request, size, connect, opened)
        else:
            self.theirs = self.open_pipes(request, connect, stdin, opened)

    def open_pipes(
        self, request: Request, connect: Connect, stdin: int, opened: list[int]
    ) -> tuple[int, int, int]:
        """Open a pipe for each stream, or one for both."""
        out, stdout = pipe(opened)
        err, stderr = (-1, stdout) if request.merge else pipe(opened)
        self.captures["stdout"] = connect("stdout", out)
        if not request.merge:
            self.captures["stderr"] = connect("stderr", err)
        return stdin, stdout, stderr

    def open_terminal(
        self,
        request: Request,
        size: tuple[int, int],
        connect: Connect,
        opened: list[int],
    ) -> tuple[int, int, int]:
        """Open a terminal for all three streams; stderr may have one of its own."""
        from ..terminal.dialogue import Answer, Dialogue  # for a terminal

        self.terminal = terminal = open_one(size, opened)
        aside = open_one(size, opened) if request.split else None
        answers = [Answer(text, secret=secret) for text, secret in request.answers]
        self.dialogue = dialogue = Dialogue(
            terminal, answers, ends=request.ends, limit=request.timeout, aside=aside
        )
        self.listen("stdout", terminal, connect, opened).listener = dialogue.hear
        if aside is not None:
            capture = self.listen("stderr", aside, connect, opened)
            capture.listener = dialogue.hear_aside
        if request.record is not None:
            self.record(request, size, dialogue)
        return terminal.slave, terminal.slave, (aside or terminal).slave

    def listen(
        self, name: str, terminal: Terminal, connect: Connect, opened: list[int]
    ) -> Capture:
        """Have what a terminal shows captured as a stream."""
        out = os.dup(terminal.master)
        opened.append(out)
        self.captures[name] = capture = connect(name, out)
        capture.terminal = terminal
        return capture

    def record(
        self, request: Request, size: tuple[int, int], dialogue: Dialogue
    ) -> None:
        """Have all that is shown and typed recorded."""
        from ._recording import Recording
        from .capture import redactor_for  # few runs are recorded

        self.recording = Recording(request, size, redactor_for(request))
        dialogue.typed = self.recording.type
        for capture in self.captures.values():
            if capture.terminal is not None:
                capture.voice = self.recording.voice(capture.terminal)

    def forget(self) -> None:
        """Note that the ends of the command's terminals have been closed here."""
        for capture in self.captures.values():
            if capture.terminal is not None:
                capture.terminal.slave = -1


def open_one(size: tuple[int, int], opened: list[int]) -> Terminal:
    """Open a terminal whose ends are closed if the start fails."""
    from ..terminal.terminal import Terminal  # for a terminal

    terminal = Terminal(*size)
    opened += [terminal.slave, terminal.master]
    return terminal


def pipe(opened: list[int]) -> tuple[int, int]:
    """Open a pipe whose ends are closed if the start fails."""
    ends = os.pipe()
    opened += ends
    return ends


def close(descriptor: int) -> None:
    """Close a descriptor that may be closed already."""
    try:
        os.close(descriptor)
    except OSError:
        pass


def why_not(error: OSError) -> str:
    """Say what could not be opened, and why."""
    why = os.strerror(error.errno or 0)
    if isinstance(error.filename, str):
        return f"{error.filename} cannot be opened: {why}"
    return f"the run could not be prepared: {why}"
