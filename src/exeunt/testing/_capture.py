"""An adopted app and a call → Left: what it left behind, in this process.

The streams are taken at their descriptors, so that what a child or a C library writes
is seen as well. The number is returned where the program would exit: nothing of it
runs after that, and the process lives on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import IO, Any, Literal, Self

from ..dialects.dialect import dialect
from ..leaving.adopt import Adopted
from ..leaving.guard import BrokenEnvelope, Watch
from ..leaving.mode import identifier, put_environment
from ..model.envelope import problems
from ..model.outcome import Done, Outcome
from ..record import Record, final

Mode = Literal["json", "text"]

STANDARD = ("stdin", "stdout", "stderr")


@final
class Left(Record):
    """What a call left behind: number, streams, and what they mean."""

    code: int
    signal: int | None = None  # the signal that the program would die by
    stdout: str = ""
    stderr: str = ""
    envelope: dict[str, Any] | None = None  # None for a person, and after --help
    outcome: Outcome[Any] | None = None  # None if the framework said it all itself
    command: str = ""  # the path of the command that ran; "" for the app, or for none


def invoke(
    adopted: Adopted,
    argv: Sequence[str] = (),
    *,
    mode: Mode = "json",
    env: Mapping[str, str | None] | None = None,
    stdin: str | bytes | None = None,
) -> Left:
    """Run a call of an adopted app here, and return what it left behind.

    Raises UndeclaredExit if the command ended with what it does not declare, and
    BrokenEnvelope if what it wrote is not one valid envelope.
    """
    check(adopted, argv, mode)
    return run(adopted, Watch(), argv, mode, env or {}, stdin)


def run(  # noqa: PLR0913 - as invoke(), and how the call is watched
    adopted: Adopted,
    watch: Watch,
    argv: Sequence[str],
    mode: Mode,
    env: Mapping[str, str | None],
    stdin: str | bytes | None,
) -> Left:
    """Run a program, watched, and judge what it left."""
    program = adopted.name or os.path.basename(sys.argv[0])  # noqa: PTH119 - as run()
    env = {f"{identifier(program)}_OUTPUT": mode, **env}  # an option could be the app's
    given = stdin.encode() if isinstance(stdin, str) else stdin or b""
    with Surroundings([program, *argv], env), Captured(given) as kept:
        code, signal = adopted.run(argv, watch=watch)
    stdout, stderr = kept.written
    complaint = watch.complaint()
    if complaint is not None:
        raise complaint
    return Left(
        code,
        signal or None,
        stdout.decode("utf-8", "surrogateescape"),
        stderr.decode("utf-8", "surrogateescape"),
        envelope_in(stdout, stderr, code, adopted.speak, watch)
        if mode == "json"
        else None,
        watch.outcome,
        watch.call.command if watch.call else "",
    )


def envelope_in(
    stdout: bytes, stderr: bytes, code: int, speak: str, watch: Watch
) -> dict[str, Any] | None:
    """Return the one document that a call wrote, or say what is wrong with it."""
    if watch.outcome is None:
        return None
    document, found = judge(stdout, stderr, code, speak)
    raw = watch.call is not None and watch.call.contract.output in {"raw", "prose"}
    if document is None and raw and isinstance(watch.outcome, Done):
        return None
    if found:
        raise BrokenEnvelope(found, stdout.decode("utf-8", "backslashreplace"))
    return document


def judge(
    stdout: bytes, stderr: bytes, code: int, speak: str
) -> tuple[dict[str, Any] | None, list[str]]:
    """Find the document of a dialect, and all that is wrong with it."""
    table = dialect(speak)
    document, anomalies = table.find(stdout, stderr)
    found = [f"{anomaly.value} in the output" for anomaly in anomalies]
    if table.envelope and document is None:
        found.append("there is no envelope")
    if table.five_keys:
        found += problems(document, code) if document else ()
        if stdout.count(b"\n") != 1 or not stdout.endswith(b"\n"):
            found.append("stdout is not the line of the envelope alone")
        if not stdout.isascii():
            found.append("the envelope is not ASCII")
    return document, found


def check(adopted: object, argv: object, mode: object) -> None:
    """Refuse what cannot be called."""
    if not isinstance(adopted, Adopted):
        msg = f"{type(adopted).__name__} is no adopted app; pass what adopt() returned"
        raise TypeError(msg)
    if isinstance(argv, str):
        msg = f"{argv!r} is one text; pass the words as a list: {argv.split()}"
        raise TypeError(msg)
    if mode not in {"json", "text"}:
        msg = f'mode={mode!r} is unknown; use "json" or "text"'
        raise ValueError(msg)


class Surroundings:
    """sys.argv and the environment, as a call would find them."""

    def __init__(self, argv: list[str], env: Mapping[str, str | None]) -> None:
        self.argv = argv
        self.env = env

    def __enter__(self) -> None:
        """Change what the call is to see."""
        self.former = sys.argv, {name: os.environ.get(name) for name in self.env}
        sys.argv = self.argv
        put_environment(self.env)

    def __exit__(self, *raised: object) -> None:
        """Change it back."""
        sys.argv, env = self.former
        put_environment(env)


class Captured:
    """Descriptors 0, 1 and 2 in files for the time of a call, and Python's streams."""

    def __init__(self, stdin: bytes) -> None:
        self.stdin = stdin
        self.written = b"", b""  # to stdout and stderr

    def __enter__(self) -> Self:
        """Put files where the streams are."""
        from tempfile import TemporaryFile  # 20 ms, for tests only

        self.streams = [getattr(sys, name) for name in STANDARD]
        self.flush()
        self.files: list[IO[bytes]] = [
            TemporaryFile()  # noqa: SIM115 - closed by __exit__()
            for _ in STANDARD
        ]
        self.files[0].write(self.stdin)
        self.files[0].seek(0)
        self.saved = [duplicate(number) for number in range(3)]
        for number, file in enumerate(self.files):
            os.dup2(file.fileno(), number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = open(
            2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False
        )
        return self

    def __exit__(self, *raised: object) -> None:
        """Put the streams back where they were; read the files and drop them."""
        self.flush()
        for name, stream in zip(STANDARD, self.streams, strict=True):
            setattr(sys, name, stream)
        for number, saved in enumerate(self.saved):
            if saved is None:
                os.close(number)
            else:
                os.dup2(saved, number)
                os.close(saved)
        self.written = content(self.files[1]), content(self.files[2])
        for file in self.files:
            file.close()

    def flush(self) -> None:
        """Let what Python still holds go where it was meant to go."""
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not stream.closed:
                stream.flush()


def duplicate(number: int) -> int | None:
    """Keep a descriptor for later; None if it is closed."""
    try:
        return os.dup(number)
    except OSError:
        return None


def content(file: IO[bytes]) -> bytes:
    """Read a file from its start."""
    file.seek(0)
    return file.read()
