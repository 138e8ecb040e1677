"""Request → the three descriptors that a command gets, and our ends of them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ._capture import Capture
    from ._dialogue import Dialogue
    from ._request import Request
    from ._terminal import Terminal

    Connect = Callable[[str, int], Capture]


class Stdio:
    """What is open for one run; `opened` gets what to close if its start fails."""

    def __init__(
        self, request: Request, connect: Connect, stdin: int, opened: list[int]
    ) -> None:
        self.captures: dict[str, Capture] = {}
        self.terminal: Terminal | None = None
        self.dialogue: Dialogue | None = None
        if request.size is not None:
            self.theirs = self.open_terminal(request, request.size, connect, opened)
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
        """Open a terminal, which is all three streams at once."""
        from ._dialogue import Answer, Dialogue  # noqa: PLC0415 - for a terminal
        from ._terminal import Terminal  # noqa: PLC0415

        self.terminal = terminal = Terminal(*size)
        opened += [terminal.slave, terminal.master]
        out = os.dup(terminal.master)
        opened.append(out)
        answers = [Answer(text, secret=secret) for text, secret in request.answers]
        self.dialogue = Dialogue(
            terminal, answers, ends=request.ends, limit=request.timeout
        )
        self.captures["stdout"] = connect("stdout", out)
        self.captures["stdout"].listener = self.dialogue.hear
        return terminal.slave, terminal.slave, terminal.slave


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
