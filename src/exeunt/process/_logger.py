"""What a command left running writes → a log, until the last writer ends.

The logger is a process of its own: nobody's child that waits, nobody's session, with
no descriptor but the streams and the log. It is deaf to signals, so that a server's
last words are heard. It ends by itself.

The log keeps the last 8 to 16 MiB. 16 MiB may come at once, and 128 KiB a second for
ever; what is more is left out, which the log says, but for the last 64 KiB. Beyond
4 MiB a second whoever writes waits, as for any reader that is slow. A disk that takes
nothing is tried again with the next piece, and holds nobody up.
"""

from __future__ import annotations

import marshal
import os
import select
from time import monotonic, sleep

from ..secrets.redact import Known, Redactor
from ..tree import glance, libc
from ._holding import arrange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

_signal: Any = __import__("_signal")  # the C modules: `signal` would build its enums,
_socket: Any = __import__("_socket")  # `socket` costs 8 ms
CHUNK = 65_536  # bytes a read, which is what a pipe holds
PACE = 1 / 64  # seconds between two reads: so many a second at most
MOST = 16 << 20  # bytes of a log; what is older than the last half then goes
BURST = 16 << 20  # bytes that may come at once,
RATE = 1 << 17  # and so many a second for ever
AGAIN = 1 << 20  # bytes that there is room for, before it is logged again
LAST = 1 << 16  # bytes that are kept of what is left out: the last words
TOO_FAST = f"more than {RATE >> 10} KiB a second came"
DESCRIPTORS = 5  # of a message: paper, log, log to read, two streams
INT = 4  # bytes of a descriptor in it
PLACE = 3  # where its descriptors are in the logger
SET_NAME = 15  # prctl's PR_SET_NAME
NAME = b"exeunt-logger\0"
WORDS, WORDS_END, ENV, ENV_END = 45, 46, 47, 48  # in /proc/self/stat, after the name


def stay(orders: int, gone: bytes, host: Sequence[int]) -> None:
    """Take over what the keeper is given when it has said all; return in the keeper.

    It may be given nothing: nobody writes any more, or the caller is gone.
    """
    handed = receive(orders, gone, host)
    if not handed or fork():
        return
    try:
        log_all(handed)
    finally:
        os._exit(0)  # noqa: TID251 - a process of its own


def receive(orders: int, gone: bytes, host: Sequence[int]) -> list[int]:
    """Wait for descriptors; none come from a caller that has gone."""
    poll = select.poll()
    for lifeline in (orders, *host):
        poll.register(lifeline, select.POLLIN)
    room = _socket.CMSG_SPACE(DESCRIPTORS * INT)
    socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, orders)
    while True:
        if any(ready != orders for ready, _ in poll.poll()):
            return []
        said, rights, _, _ = socket.recvmsg(16, room, _socket.MSG_CMSG_CLOEXEC)
        for _, _, packed in rights:
            return [
                int.from_bytes(packed[at : at + INT], "little")
                for at in range(0, len(packed) // INT * INT, INT)
            ]
        if not said or gone in said:
            return []


def fork() -> int:
    """Fork the logger; where no process can be had, the keeper is it."""
    try:
        return os.fork()
    except OSError:
        return 0


def log_all(handed: list[int]) -> None:
    """Be the logger: nothing of the keeper's is left to it."""
    paper, *others = handed
    with open(paper, "rb") as file:  # noqa: PTH123 - it has no path
        file.seek(0)
        facts = marshal.load(file)  # noqa: S302 - from our caller
    _signal.set_wakeup_fd(-1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    arrange([nowhere] * PLACE + others)
    entitle(facts["title"])
    places = range(PLACE, PLACE + len(others))
    log = Rolling(*places[: facts["log"]]) if facts["log"] else None
    read_on(dict(zip(places[facts["log"] :], redactors(facts), strict=True)), log)


def redactors(facts: Mapping[str, Any]) -> list[Redactor | None]:
    """Make the redactors anew, each where its stream had come to."""
    if facts["known"] is None:
        return [None for _ in facts["states"]]
    known = Known()
    known.any_case, known.in_case = facts["known"]
    known.learn()
    return [Redactor.resumed(known, state) for state in facts["states"]]


def read_on(streams: dict[int, Redactor | None], log: Rolling | None) -> None:
    """Read streams to their end, as fast as one may write to a log."""
    poll = select.poll()
    for stream in streams:
        poll.register(stream, select.POLLIN)
    while streams:
        most = 0
        for stream, _ in poll.poll():
            data = piece(stream)
            if data is None:
                continue
            most = max(most, len(data))
            redactor = streams[stream]
            if not data:
                poll.unregister(stream)
                os.close(stream)
                del streams[stream]
            if log is not None:
                log.add(data if redactor is None else through(redactor, data))
        if streams and (most < CHUNK or log is None or log.is_behind):
            sleep(PACE)
    if log is not None:
        log.put()


def piece(stream: int) -> bytes | None:
    """Read what is there: empty at the end, None if there is nothing yet."""
    try:
        return os.read(stream, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def through(redactor: Redactor, data: bytes) -> bytes:
    """Return what may be seen of a piece; the end gives what was held back."""
    return redactor.feed(data) if data else redactor.flush()


class Rolling:
    """A log that keeps its end: what was written long ago makes room."""

    def __init__(self, written: int, read: int) -> None:
        self.written = written
        self.read = read
        self.waiting: bytearray = bytearray()  # not in the file yet
        self.missing: int = 0  # bytes before those, which will not be
        self.why: str = ""
        self.in_a_line: bool = False  # the last bytes of the file do not end one
        self.room: float = BURST
        self.at: float = monotonic()
        self.gone: int = 0  # bytes that have made room,
        self.head: int = 0  # and of the line at the beginning that says so

    @property
    def is_behind(self) -> bool:
        """Tell whether something waits, or is missing."""
        return bool(self.waiting or self.missing)

    def add(self, data: bytes) -> None:
        """Write data, if there is room for it in time and space."""
        now = monotonic()
        self.room = min(BURST, self.room + (now - self.at) * RATE)
        self.at = now
        if not data:
            return
        wanted = max(len(self.waiting), AGAIN) if self.is_behind else 0
        self.waiting += data
        if self.room >= max(wanted, len(data)):
            self.put()
        else:
            self.why = TOO_FAST
            self.leave_out()

    def put(self) -> None:
        """Write what waits, after a word about what does not; all of it or nothing."""
        if not self.is_behind:
            return
        data = self.word() + self.waiting
        try:
            self.append(data)
        except OSError as error:
            self.why = os.strerror(error.errno or 0)
            self.leave_out()
            return
        self.room -= len(data)
        self.in_a_line = not data.endswith(b"\n")
        self.missing, self.waiting = 0, bytearray()

    def word(self) -> bytes:
        """Say how much is left out here, in a line of its own."""
        if not self.missing:
            return b""
        line = f"exeunt: {self.missing} bytes are left out here: {self.why}\n".encode()
        return b"\n" + line if self.in_a_line else line

    def leave_out(self) -> None:
        """Keep the last of what waits, from the beginning of a line."""
        over = len(self.waiting) - LAST
        if over > 0:
            over = self.waiting.find(b"\n", over) + 1 or over
            self.missing += over
            del self.waiting[:over]

    def append(self, data: bytes) -> None:
        """Write to the end of the file, wherever that is by now."""
        size = os.lseek(self.written, 0, os.SEEK_END)
        if size + len(data) > MOST:
            size = self.shorten(size)
        view, at = memoryview(data), size
        try:
            while view:
                count = os.pwrite(self.written, view, at)
                view, at = view[count:], at + count
        except OSError:
            os.ftruncate(self.written, size)
            raise

    def shorten(self, size: int) -> int:
        """Have the last half of the file be all of it; return its new size."""
        start = size - MOST // 2
        try:
            start += os.pread(self.read, CHUNK, start).find(b"\n") + 1
            head = self.say_gone(start)
            at = head
            while data := os.pread(self.read, CHUNK, start):
                start, at = start + len(data), at + os.pwrite(self.written, data, at)
        except OSError:  # it cannot be read
            head = at = self.say_gone(size)
        os.ftruncate(self.written, at)
        self.head = head
        return at

    def say_gone(self, count: int) -> int:
        """Say in the first line how much was there before; return its length."""
        self.gone += count - self.head
        line = b"exeunt: %d bytes before this have made room\n" % self.gone
        return os.pwrite(self.written, line, 0)


def entitle(title: str) -> None:
    """Have `ps` and `top` say what this process is.

    The words and variables that it was started with make room for that: they are those
    of the caller, and may be secret.
    """
    libc("prctl", SET_NAME, NAME, 0, 0, 0)
    try:
        fields = glance("/proc/self/stat").rpartition(b")")[2].split()
        start, end, env, last = (
            int(fields[at]) for at in (WORDS, WORDS_END, ENV, ENV_END)
        )
    except (OSError, IndexError, ValueError):
        return
    whole = (last if env == end else end) - start
    if not 0 < start < end or whole <= 0:
        return  # the kernel does not say
    said = title.encode("utf-8", "replace")[: whole - 1].ljust(whole, b"\0")
    if not said[end - start - 1]:  # else the kernel would take the rest for words
        said = said[: end - start - 1] + b"\1" + said[end - start :]
    paper = os.memfd_create("title", os.MFD_CLOEXEC)
    try:
        os.write(paper, said)
        os.lseek(paper, 0, os.SEEK_SET)
        # Read by the kernel to where the words are: nothing else writes there.
        libc("readv", paper, b"".join([native(one) for one in (start, whole)]), 1)
    finally:
        os.close(paper)


def native(number: int) -> bytes:
    """Return a number as C has it."""
    return number.to_bytes(8, __import__("sys").byteorder)
