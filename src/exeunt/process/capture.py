"""One stream of a command → a reader, a log, a recording and a record, without secrets.

Secrets go first. Then the bytes pass on to the caller's stdout or stderr, or into a log
and a rendering for the record; memory does not grow with the length of the stream.
"""

from __future__ import annotations

import os
import stat

from ..files import open_old
from .task import variables_now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..secrets.redact import Redactor
    from ..terminal.marks import Marks
    from ..terminal.terminal import Terminal
    from ..text.clean import Rendering
    from ._log import Log
    from ._recording import Voice
    from .request import Request

CHUNK = 65_536  # bytes a read: more would be mapped and unmapped by malloc each time
LARGE = 131_072  # bytes, where much is said: malloc soon knows
TURNS = 16  # chunks before other streams get their turn
PAGE = 4096  # bytes that a terminal gives at a time
PIECES = 32  # reads of one that make a chunk
PIPE_SIZE = 1 << 20  # what an unprivileged process may ask for
F_SETPIPE_SZ = 1031  # fcntl's number for it
EDGE = 8192  # bytes of a stream's end in which a secret may have begun
ENOUGH = 1 << 18  # bytes that may wait for a slow reader
BOM = b"\xef\xbb\xbf"  # Windows' programs begin UTF-8 with it
DOCUMENT = 4 << 20  # bytes of a JSON document that are kept whole, to be read


class Outlet:
    """A descriptor of the caller that a stream passes on to, without ever blocking."""

    def __init__(self, descriptor: int) -> None:
        self.given = descriptor
        self.descriptor: int = own_copy(descriptor)
        self.write_some: Callable[[memoryview], int] = writer(self.descriptor)
        self.pending: bytearray = bytearray()
        self.gone: bool = False  # its reader has closed it
        self.in_a_line: bool = False  # the last bytes did not end one
        self.error: OSError | None = None

    def write(self, data: bytes) -> None:
        """Pass data on, or keep it until the reader is ready."""
        self.in_a_line = not data.endswith(b"\n")
        if self.pending:
            self.pending += data
            return
        sent = self.send(data)
        if sent < len(data):
            self.pending += data[sent:]

    def flush(self) -> None:
        """Send the pending bytes, as far as the reader takes them."""
        if self.pending:
            sent = self.send(bytes(self.pending))
            del self.pending[:sent]

    def send(self, data: bytes) -> int:
        """Write until done, or until the descriptor would block."""
        view = memoryview(data)
        while view and not self.gone:
            try:
                view = view[self.write_some(view) :]
            except BlockingIOError:
                break
            except OSError as error:
                self.fail(error)
                return len(data)
        return len(data) - len(view)

    def end(self) -> None:
        """Pass on what was held back: no more comes."""

    def close(self) -> None:
        """Close the copy of the descriptor: its reader waits for the end."""
        self.write_some = unwritten
        if self.descriptor != self.given:
            os.close(self.descriptor)

    def fail(self, error: OSError) -> None:
        """Note that its reader has gone, or which other error ended it."""
        self.gone = True
        self.pending.clear()
        self.error = error


def writer(descriptor: int) -> Callable[[memoryview], int]:
    """Return a function that writes as much to a descriptor as it takes at once.

    A socket cannot be opened anew, but can be asked each time not to block.
    """

    def write(data: memoryview) -> int:
        return os.write(descriptor, data)

    try:
        if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            return write
        module: Any = __import__("_socket")  # the C module: `socket` costs 8 ms
        socket = module.socket(fileno=os.dup(descriptor))
    except OSError:
        return write  # the first write will say what is wrong

    def send(data: memoryview) -> int:
        count: int = socket.send(data, module.MSG_DONTWAIT | module.MSG_NOSIGNAL)
        return count

    return send


def unwritten(data: memoryview) -> int:
    """Drop bytes that come after the end."""
    return len(data)


def own_copy(descriptor: int) -> int:
    """Open a pipe or a terminal anew: O_NONBLOCK is then of the copy alone."""
    try:
        kind = os.fstat(descriptor).st_mode
        if stat.S_ISFIFO(kind) or stat.S_ISCHR(kind):
            flags = os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
            return os.open(f"/proc/self/fd/{descriptor}", flags)
    except OSError:
        pass  # closed, or without a reader: the first write will say so
    return descriptor


class Capture:
    """A stream of the command: its pipe or terminal, and all that get its bytes."""

    def __init__(  # noqa: PLR0913 - as many as a stream has readers
        self,
        descriptor: int,
        *,
        outlet: Outlet | None = None,
        redactor: Redactor | None = None,
        kept: Redactor | None = None,
        log: Log | None = None,
        render: Callable[[], Rendering] | None = None,
        document: bool = False,
        tell: Callable[[bytes], None] | None = None,
    ) -> None:
        os.set_blocking(descriptor, False)
        self.descriptor = descriptor
        self.outlet = outlet
        self.redactor = redactor  # hides secrets on the way to the reader,
        self.kept = kept  # and more of them on the way to log, record and recording
        self.log = log
        self.tell = tell  # whoever wants each piece as it comes
        self.render = render  # makes the rendering, at the first byte
        self.rendering: Rendering | None = None
        # As long as it may be one.
        self.document: bytearray | None = bytearray() if document else None
        # Gets all that the terminal shows.
        self.listener: Callable[[bytes], None] | None = None
        self.terminal: Terminal | None = None  # that it comes from
        self.sieve: Marks | None = None  # takes a shell's prompt marks out of it
        self.voice: Voice | None = None  # in a recording of that
        self.last: bytes = b""  # that was not looked at for what must not be kept
        self.total: int = 0
        self.open: bool = True
        self.chunk_size: int = CHUNK  # bytes a read
        self.deserted: bool = False  # a terminal that no process has open at the moment

    @property
    def congested(self) -> bool:
        """Tell whether reading should pause until the readers have caught up."""
        if self.rests:
            return True
        return self.outlet is not None and len(self.outlet.pending) > ENOUGH

    @property
    def rests(self) -> bool:
        """Tell whether a file is behind: nothing becomes ready when it catches up."""
        files = (self.log, self.voice)
        return any(file is not None and file.congested for file in files)

    def read(self) -> bool:
        """Read all that is there; return whether there was anything."""
        found = False
        for _ in range(TURNS):
            data = self.chunk()
            if data is None:
                break
            if not data:
                self.close()
                break
            found = True
            size = len(data)
            if self.sieve is not None:
                data = self.sieve.take(data)
            self.pass_on(data)
            if not self.open or self.congested:
                break
            if size == CHUNK and self.chunk_size == CHUNK:
                self.grow()
        return found

    def read_rest(self) -> None:
        """Read as much as a pipe or terminal holds, whoever cannot follow."""
        for _ in range(TURNS):
            data = self.chunk() if self.open else None
            if data is None:
                break
            if data:
                self.pass_on(data if self.sieve is None else self.sieve.take(data))
            else:
                self.close()

    def pass_on(self, data: bytes) -> None:
        """Give data to all that want it."""
        if not data:
            return  # a shell's mark was all
        self.total += len(data)
        if self.listener is not None:
            self.listener(data)
        kept = self.kept
        if kept is None:
            self.last = (self.last + data)[-EDGE:] if len(data) < EDGE else data[-EDGE:]
            self.put(data)
        else:
            self.put(kept.feed(data), kept)
        if self.outlet is not None:
            redactor = self.redactor
            self.show(data if redactor is None else redactor.feed(data))

    def chunk(self) -> bytes | None:
        """Read a chunk: empty if the stream has ended, None if it only pauses."""
        pieces: list[bytes] = []
        try:
            if self.listener is None:
                return os.read(self.descriptor, self.chunk_size)
            for _ in range(PIECES):
                pieces.append(os.read(self.descriptor, PAGE))
                if not pieces[-1]:
                    break
        except BlockingIOError:
            pass
        except OSError:
            self.deserted = True
        return b"".join(pieces) if pieces else None

    def put(self, data: bytes, seen: Redactor | None = None) -> None:
        """Keep data wherever it is wanted; a redactor has seen what it is."""
        if not data:
            return
        if self.tell is not None:
            self.tell(data)
        if self.log is not None:
            self.log.write(data)
        if self.voice is not None:
            self.voice.write(data)
        if self.rendering is None and self.render is not None:
            self.rendering = self.render()
        if self.rendering is not None:
            self.rendering.feed(data, -1 if seen is None else seen.lines)
        if self.document is not None:
            self.keep(data)

    def show(self, data: bytes) -> None:
        """Pass data on to the reader."""
        if data and self.outlet is not None:
            self.outlet.write(data)
            if self.outlet.gone:
                self.close()  # SIGPIPE for the command, as without exeunt

    def hide(self, render: Callable[[], Rendering], path: str | None) -> None:
        """Pass no more on; what was passed on is rendered from its log, if it has one.

        The reader gets what it takes at once, and no end is waited for.
        """
        if self.outlet is not None:
            self.outlet.flush()
            self.outlet.close()
        self.outlet, self.render = None, render
        if path is not None and self.total:
            self.rendering = render()
            with open(open_old(path), "rb") as file:  # noqa: PTH123 - pathlib is dear
                while data := file.read(CHUNK):
                    self.rendering.feed(data)

    def keep(self, data: bytes) -> None:
        """Keep a stream that begins like a JSON document, unless it is too long."""
        whole = self.document or bytearray()
        whole += data if whole else data.lstrip()
        plain = bool(whole) and not whole.startswith((b"{", BOM))
        self.document = None if plain or len(whole) > DOCUMENT else whole

    def grow(self) -> None:
        """Make room in the pipe of a command that says a lot."""
        import fcntl  # few say that much

        self.chunk_size = LARGE
        try:
            fcntl.fcntl(self.descriptor, F_SETPIPE_SZ, PIPE_SIZE)
        except OSError:
            pass  # the user has used up what all pipes together may have

    def close(self) -> None:
        """Close the stream: it has ended, or is not read any more."""
        if self.open:
            os.close(self.descriptor)
            self.end()

    def end(self) -> None:
        """Give away what was held back: nothing more is read here."""
        if self.open:
            self.open = False
            if self.sieve is not None:
                self.pass_on(self.sieve.flush())
            if self.kept is not None:
                self.put(self.kept.flush())
            if self.redactor is not None:
                self.show(self.redactor.flush())
            if self.outlet is not None:
                self.outlet.end()
            if self.terminal is not None:
                self.terminal.close()  # SIGHUP for a command that is on it


def redactor_for(request: Request, *, shown: bool = False) -> Redactor | None:
    """Make the redactor of one stream, if there are secrets.

    A stream that is `shown` is exact but for the secrets that the caller has named: a
    person's `gh auth token` is to print one. A stream that is kept has none. At a
    terminal more may be typed: all redactors of a request know what one knows.
    """
    if shown not in request.known:
        secrets = request.secrets
        if not shown and not request.show_secrets:
            from ..secrets.variables import values  # late: for a stream that is kept

            secrets += values(request.words, request.env, variables_now())
        request.known[shown] = None
        if secrets or request.size is not None:
            from ..secrets.redact import Known  # few runs have secrets

            request.known[shown] = Known(secrets)
    known = request.known[shown]
    if known is None:
        return None
    from ..secrets.redact import Redactor  # loaded by then

    return Redactor(known)


def confide(request: Request, secret: str) -> None:
    """Have all that redacts for a request know one more secret from now on."""
    from ..secrets.redact import can_be_hidden  # loaded with the terminal's redactor

    if can_be_hidden(secret) and secret not in request.secrets:
        request.secrets += (secret,)
        for known in request.known.values():
            if known is not None:
                known.learn(secret)


def shown_words(
    request: Request, words: Sequence[str], redactor: Redactor | None
) -> tuple[str, ...]:
    """Return words without their secrets, as whoever looks at a run sees them."""
    shown = tuple(words) if redactor is None else tuple(map(redactor.text, words))
    if request.show_secrets:
        return shown
    from ..secrets.variables import without  # while the command runs, or afterwards

    return without(shown)


def renderer(request: Request) -> Callable[[], Rendering]:
    """Make the maker of a rendering: a silent command needs none, which saves 1 ms.

    It holds no run, or a run that nobody holds would not be noticed.
    """

    def render() -> Rendering:
        from ..text.clean import Rendering  # when something is said

        frames = request.size is None  # a terminal's are in `screen`
        return Rendering(request.max_output, raw=request.raw, frames=frames)

    return render
