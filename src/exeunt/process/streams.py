"""Request → Streams: the three descriptors that a command gets, and exeunt's ends.

It is decided here when a stream is read and when it is not: a reader that cannot follow
pauses it, a terminal that no process has open is looked at now and then, and once the
command has ended a stream counts as ended after a moment of silence.
"""

from __future__ import annotations

import os
import select
import stat
from errno import ETIMEDOUT
from time import monotonic

from ._holding import tie

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..terminal.dialogue import Dialogue
    from ..terminal.terminal import Terminal
    from ._recording import Recording
    from .capture import Capture, Outlet
    from .foreground import Foreground
    from .request import Request

    Connect = Callable[[str, int], Capture]

FIONREAD = 0x541B  # how many bytes can be read; termios would be one more import
OPEN_ALREADY = ("/dev/fd/", "/dev/std", "/proc/")  # pipes that somebody writes to
QUIET = 0.1  # seconds of silence after the end that mean: no more will come
LONG = 86_400.0  # epoll takes no more than 24 days; a day is a fine bound
DRAIN = 0.5  # seconds after the end that a stream is read at most, if others hold it


class Streams:
    """The streams of one run: opened, read, passed on, closed."""

    def __init__(self, size: tuple[int, int] | None) -> None:
        self.size = size  # columns and rows of the command's terminal, if it gets one
        self.captures: dict[str, Capture] = {}
        self.name: str = ""  # of their logs
        self.theirs: tuple[int, int, int] = (-1, -1, -1)  # what the command gets
        self.epoll: Any = None
        self.paused: set[Capture] = set()  # not read until their readers catch up
        self.slow: set[Outlet] = set()  # with data that their readers do not take yet
        self.deserted: set[Capture] = set()  # of terminals that no process has open
        self.heard_at: float = monotonic()
        self.paused_for: float = 0.0  # seconds
        self.terminal: Terminal | None = None
        self.dialogue: Dialogue | None = None  # what is typed at the terminal
        self.recording: Recording | None = None  # of what the terminal shows
        self.foreground: Foreground | None = None  # a person's, if the command has that

    # --- opening

    def open(
        self, request: Request, stdin: int, connect: Connect, opened: list[int]
    ) -> None:
        """Open them; `opened` gets what is to be closed if the start fails."""
        if self.size is not None:
            self.open_terminal(request, self.size, connect, opened)
        elif self.foreground is not None and self.foreground.handed:
            out, err = os.dup(1), os.dup(2)
            opened += [out, err]
            self.theirs = stdin, out, err
        else:
            self.open_pipes(request, stdin, connect, opened)
        self.epoll = select.epoll()
        self.heard_at = monotonic()

    def open_pipes(
        self, request: Request, stdin: int, connect: Connect, opened: list[int]
    ) -> None:
        """Open a pipe for each stream, or one for both."""
        out, stdout = pipe(opened)
        err, stderr = (-1, stdout) if request.merge else pipe(opened)
        self.captures["stdout"] = connect("stdout", out)
        if not request.merge:
            self.captures["stderr"] = connect("stderr", err)
        self.theirs = stdin, stdout, stderr

    def open_terminal(
        self,
        request: Request,
        size: tuple[int, int],
        connect: Connect,
        opened: list[int],
    ) -> None:
        """Open a terminal for all three streams; stderr may have one of its own."""
        from ..terminal.dialogue import Answer, Dialogue  # 12 ms, for a terminal
        from .capture import confide

        self.terminal = terminal = open_one(size, opened)
        aside = open_one(size, opened) if request.split else None
        answers = [Answer(text, secret=secret) for text, secret in request.answers]
        self.dialogue = dialogue = Dialogue(
            terminal, answers, ends=request.ends, limit=request.timeout, aside=aside
        )
        dialogue.confide = lambda secret: confide(request, secret)
        self.capture("stdout", terminal, connect, opened).listener = dialogue.hear
        if aside is not None:
            capture = self.capture("stderr", aside, connect, opened)
            capture.listener = dialogue.hear_aside
        if request.record is not None:
            self.record(request, size, dialogue)
        self.theirs = terminal.slave, terminal.slave, (aside or terminal).slave

    def capture(
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
        from ._recording import Recording  # few runs are recorded
        from .capture import redactor_for

        self.recording = Recording(request, size, redactor_for(request))
        dialogue.typed = self.recording.type
        for capture in self.captures.values():
            if capture.terminal is not None:
                capture.voice = self.recording.voice(capture.terminal)

    def begin(self, words: int, opened: list[int]) -> None:
        """Close what the command has been given; wait for it, and for its keeper."""
        os.set_blocking(words, False)
        self.epoll.register(words, select.EPOLLIN)
        for descriptor in {*self.theirs[1:]}:  # its stdin may tell how much it has read
            opened.remove(descriptor)
            os.close(descriptor)
        for capture in self.captures.values():
            if capture.terminal is not None:
                capture.terminal.slave = -1
            self.epoll.register(capture.descriptor, select.EPOLLIN)

    # --- reading and passing on

    def serve(self, descriptor: int) -> None:
        """Do what a descriptor is ready for: read a stream, or give to a reader."""
        for capture in self.captures.values():
            if capture.open and descriptor == capture.descriptor:
                self.take(capture)
        for outlet in [o for o in self.slow if o.descriptor == descriptor]:
            self.send(outlet)

    def take(self, capture: Capture) -> None:
        """Read from a stream, and pause it if its reader cannot follow."""
        if capture.read():
            self.heard_at = monotonic()
        if capture.deserted and capture not in self.deserted:
            self.deserted.add(capture)
            self.epoll.unregister(capture.descriptor)
        self.await_reader(capture)
        if capture in self.deserted or not capture.open:
            return
        if capture.congested and capture not in self.paused:
            self.paused.add(capture)
            self.epoll.unregister(capture.descriptor)

    def await_reader(self, capture: Capture) -> None:
        """Wait for a slow reader of a stream to be ready for more."""
        outlet = capture.outlet
        if outlet is not None and outlet.pending and outlet not in self.slow:
            self.epoll.register(outlet.descriptor, select.EPOLLOUT)
            self.slow.add(outlet)

    def send(self, outlet: Outlet) -> None:
        """Pass on what a slow reader has not taken yet."""
        outlet.flush()
        if outlet.pending:
            return
        self.forget_reader(outlet)
        if outlet.gone:
            for capture in self.captures.values():
                if capture.outlet is outlet:
                    capture.close()  # SIGPIPE for the command, as without exeunt

    def forget_reader(self, outlet: Outlet) -> None:
        """Wait no longer for a slow reader."""
        if outlet in self.slow:
            self.slow.discard(outlet)
            self.epoll.unregister(outlet.descriptor)

    def resume(self, before: float) -> None:
        """Read on where readers have caught up; silence since `before` was exeunt's."""
        self.heard_at = monotonic()
        self.paused_for += self.heard_at - before
        for capture in [c for c in self.paused if not (c.open and c.congested)]:
            self.paused.discard(capture)
            if capture.open:
                self.epoll.register(capture.descriptor, select.EPOLLIN)

    def reopen(self) -> None:
        """Read deserted terminals once more: a command that runs may open them."""
        for capture in [c for c in self.deserted if c.open]:
            capture.deserted = False
            self.deserted.discard(capture)
            self.epoll.register(capture.descriptor, select.EPOLLIN)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminals another size; stdin's is last, which sends the signal."""
        self.size = columns, rows
        for capture in reversed(self.captures.values()):
            if capture.terminal is not None:
                capture.terminal.resize(columns, rows)
        if self.recording is not None:
            self.recording.resize(columns, rows)

    # --- when the command has ended

    def close_deserted(self) -> None:
        """Read the rest of deserted terminals: nothing of the command opens them."""
        for capture in [c for c in self.deserted if c.open]:
            self.take(capture)
            capture.close()

    def drained_at(self, ended_at: float) -> float:
        """Return when the streams count as ended: at 0, if they have."""
        if not any(capture.open for capture in self.captures.values()):
            return 0.0
        silent = max(self.heard_at, ended_at) + QUIET
        return min(silent, ended_at + DRAIN + self.paused_for)

    def log_name(self) -> str:
        """Return what the names of their logs begin with."""
        self.name = self.name or f"{os.getpid()}-{os.urandom(8).hex()}"
        return self.name

    def let_go(self, capture: Capture) -> int:
        """End a stream without closing its descriptor: another process reads on."""
        if capture not in self.paused:
            self.epoll.unregister(capture.descriptor)
        capture.end()
        return capture.descriptor

    def deliver(self, part: Callable[[], None]) -> bool:
        """Read what is there, and close; return whether slow readers lack something.

        What is not at its end then is seen to by `part`: whoever writes it may go on
        for ever.
        """
        for capture in self.captures.values():
            capture.read_rest()  # written before the end, and still there
        if any(capture.open for capture in self.captures.values()):
            part()
        for capture in self.captures.values():
            capture.close()  # which gives what was held back to its reader
            self.await_reader(capture)
        return bool(self.slow)

    def close(self) -> None:
        """Close what is open."""
        for capture in self.captures.values():
            capture.close()
        if self.epoll is not None:
            self.epoll.close()


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


def tied(opened: list[int]) -> tuple[int, int]:
    """Tie two descriptors together that are closed if the start fails."""
    ends = tie()
    opened += ends
    return ends


def close(descriptor: int) -> None:
    """Close a descriptor that may be closed already."""
    try:
        os.close(descriptor)
    except OSError:
        pass


def open_stdin(
    source: int | str | bytes | None, limit: float | None
) -> tuple[int, int | None]:
    """Return a descriptor for the command to read, and how much there is to read.

    Bytes become a file in memory: a command that never reads blocks nobody.
    """
    if source is None:
        return os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC), None
    if isinstance(source, int):
        number = os.dup(source)
    elif isinstance(source, str):
        number = open_path(source, limit)
    else:
        number = os.memfd_create("stdin", os.MFD_CLOEXEC)
        view = memoryview(source)
        while view:
            view = view[os.write(number, view) :]
        os.lseek(number, 0, os.SEEK_SET)
        return number, len(source)
    found = os.fstat(number)
    return number, found.st_size if stat.S_ISREG(found.st_mode) else None


def open_path(path: str, limit: float | None) -> int:
    """Open a file to read; for what is written to a pipe, wait within the limit."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    number = os.open(path, flags)
    named = not path.startswith(OPEN_ALREADY)
    if named and stat.S_ISFIFO(os.fstat(number).st_mode):
        poll = select.poll()
        poll.register(number, select.POLLIN)
        if not poll.poll(None if limit is None else limit * 1000):
            os.close(number)
            raise TimeoutError(ETIMEDOUT, "nobody writes to it", path)
    os.set_blocking(number, True)
    return number


def choose_stdin(given: str | None) -> tuple[int | str | None, tuple[str, ...]]:
    """Say what the command reads: a person, a file; never a pipe that nobody named.

    An agent's half-open pipe, which never ends, is the first cause of hangs.
    """
    if given is not None and given != "-":
        return given, ()
    mode = os.fstat(0).st_mode
    if given is not None:
        if stat.S_ISDIR(mode):  # what stands where a closed stdin was
            from .request import refuse  # on the way to an error

            refuse("--stdin -, but stdin is closed", "redirect something into it")
        return 0, ()
    if stat.S_ISREG(mode) or os.isatty(0):
        return 0, ()
    if (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and holds_data():
        return None, (
            "stdin holds data that the command does not get; --stdin - passes it on",
        )
    return None, ()


def holds_data() -> bool:
    """Tell whether something waits on our stdin."""
    poll = select.poll()
    poll.register(0, select.POLLIN)
    if not any(event & select.POLLIN for _, event in poll.poll(0)):
        return False
    import fcntl  # when there may be something

    # A socket whose other end was closed counts as readable, but holds nothing.
    count = fcntl.ioctl(0, FIONREAD, b"\0\0\0\0")
    return any(count)


def unsent_bytes(stdin: int, size: int | None) -> int | None:
    """Count what the command did not read of a file: its place in it is shared."""
    if size is None:
        return None
    try:
        return max(0, size - os.lseek(stdin, 0, os.SEEK_CUR))
    except OSError:
        return None


def why_not(error: OSError) -> str:
    """Say what could not be opened, and why."""
    why = error.strerror or os.strerror(error.errno or 0)
    if isinstance(error.filename, str):
        return f"{error.filename} cannot be opened: {why}"
    return f"the run could not be prepared: {why}"
