"""A terminal's output, keys and sizes → a recording, written while the run goes on.

The format is asciicast v2, as asciinema plays it: a header, then a line for each
event. Every line is written whole, so the file can be played however the run ends.
"""

from __future__ import annotations

from bisect import bisect_right
from codecs import getincrementaldecoder
from time import monotonic, time

from ..model.json import dumps
from ._log import Log
from .task import environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codecs import IncrementalDecoder
    from typing import Any

    from ..secrets.redact import Redactor
    from ..terminal.terminal import Terminal
    from .request import Request

SHOWN, TYPED, RESIZED = "o", "i", "r"
NAMED = ("TERM", "SHELL")  # the variables in a header
DIGITS = 6  # of a second
PIECE = 4096  # characters of an event: a full disk cuts off no more


class Recording:
    """A file that gets what is shown, what is typed, and the sizes of the terminal."""

    def __init__(
        self, request: Request, size: tuple[int, int], redactor: Redactor | None
    ) -> None:
        self.redactor = redactor
        self.log: Log = Log(request.record, request.max_log)
        self.log.file.whole = True
        self.room: int = request.max_log
        self.full: bool = False
        self.started: float = monotonic()
        self.voices: list[Voice] = []
        # Filled by a signal's handler, which may come while a line is being written.
        self.sizes: list[tuple[float, str]] = []
        self.write(self.header(request, size))
        self.log.flush()

    def header(self, request: Request, size: tuple[int, int]) -> dict[str, Any]:
        """Say what was recorded, and at which size."""
        from shlex import join  # 8 ms, for a recording

        env, _ = environment(request)
        command = request.shell if request.shell is not None else join(request.words)
        return {
            "version": 2,
            "width": size[0],
            "height": size[1],
            "timestamp": int(time()),
            "command": self.safe(command),
            "env": {name: self.safe(env[name]) for name in NAMED if name in env},
        }

    def safe(self, text: str) -> str:
        """Return a text without secrets, as UTF-8 can say it."""
        text = text if self.redactor is None else self.redactor.text(text)
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")

    def voice(self, terminal: Terminal) -> Voice:
        """Return what records a terminal; a run may have two."""
        self.voices.append(Voice(self, terminal))
        return self.voices[-1]

    def type(self, data: bytes) -> None:
        """Record what was typed."""
        self.event(TYPED, self.safe(data.decode("utf-8", "surrogateescape")))

    def resize(self, columns: int, rows: int) -> None:
        """Note a size; it is written before what is shown at it."""
        self.sizes.append((self.now(), f"{columns}x{rows}"))

    def event(self, kind: str, text: str) -> None:
        """Write what happened now, after the sizes that came before it."""
        while self.sizes:
            at, size = self.sizes.pop(0)
            self.write([at, RESIZED, size])
        now = self.now()
        for at in range(0, len(text), PIECE):
            piece = text[at : at + PIECE]
            whole = self.full or len(encoded([now, kind, piece])) <= self.room
            self.write([now, kind, piece if whole else self.fitting(now, kind, piece)])
            self.full = self.full or not whole

    def fitting(self, now: float, kind: str, text: str) -> str:
        """Return as much of the text of the last event as there is room for."""

        def size(length: int) -> int:
            return len(encoded([now, kind, text[:length]]))

        fit = bisect_right(range(len(text)), self.room, key=size)
        return text[: max(0, fit - 1)]

    def now(self) -> float:
        """Return the seconds since the recording began."""
        return round(monotonic() - self.started, DIGITS)

    def write(self, line: object) -> None:
        """Write one line, unless the file has become too long for it."""
        data = encoded(line)
        self.full = self.full or len(data) > self.room
        if not self.full:
            self.room -= len(data)
            self.log.write(data)

    def close(self) -> str | None:
        """Finish; say why not everything is in the file, if it is not."""
        if self.log.logged is None:
            for voice in self.voices:
                voice.write(b"", last=True)
            self.event(SHOWN, "")
        return self.log.close().error or ("capped" if self.full else None)


def encoded(line: object) -> bytes:
    """Write a line of the file."""
    return f"{dumps(line)}\n".encode("ascii")


class Voice:
    """One terminal in a recording."""

    def __init__(self, recording: Recording, terminal: Terminal) -> None:
        self.recording = recording
        self.terminal = terminal
        self.decoder: IncrementalDecoder = getincrementaldecoder("utf-8")("replace")
        self.returned: bool = False  # what came last was a carriage return

    @property
    def congested(self) -> bool:
        """Tell whether reading should rest until the disk has caught up."""
        return self.recording.log.congested

    def write(self, data: bytes, *, last: bool = False) -> None:
        """Record what is shown; half a character waits for its other half."""
        text = self.decoder.decode(data, last)
        if text:
            self.recording.event(SHOWN, self.lines(text))

    def lines(self, text: str) -> str:
        r"""Return a text with the returns that the kernel adds to \n at any terminal.

        Ours leaves them out, to show what was written. A program that has switched
        them off itself, as vim, tmux and all of curses do, means a step down.
        """
        returned, self.returned = self.returned, text.endswith("\r")
        if not self.terminal.modes().returns:
            return text
        whole = text.replace("\r\n", "\n").replace("\n", "\r\n")
        return whole[1:] if returned and text.startswith("\n") else whole
