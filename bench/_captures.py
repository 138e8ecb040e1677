"""A gibibyte of lines → seconds, and the peak of who took it, for _runners.py.

subprocess      the standard library: all of it is in memory
cat             `cat` writes it to a file; nothing is looked at, hashed or shown
tee             `tee` writes it to a file and passes it on to `sha256sum`
exeunt          ours: a record with head and tail, a log of 128 MiB, the digest of
                all; a variable holds a secret, as is usual
exeunt-open     the same, with nothing to hide
exeunt-many     the same, with ten secrets
exeunt-unlogged the same as the first, without the log
exeunt-whole    the same, with all of it in the log
exeunt-stream   the same, and each piece is an event that a coroutine takes
command         `exeunt run --json`
pass            `exeunt run`, whose stdout is a pipe that is read to its end
pass-cat        `cat` in its place
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

Samples = dict[str, list[float]]

GIBIBYTE = 1 << 30
TRUE = ["/bin/true"]
SECRET = "sk-live_51HxQpL2eZvKYlo2C"  # noqa: S105 - nobody's
WRITER = """
import os
block = (b"2026-05-01 12:00:07 INFO worker-3 handled a request in 12.5 ms\\n" * 2048)
for _ in range((1 << 30) // 65536):
    os.write(1, block[:65536])
"""
LINES = [sys.executable, "-I", "-S", "-c", WRITER]


def measure(how: str) -> Samples:
    """Seconds, and the megabytes of the process that took them."""
    if how != "exeunt-open":
        os.environ["API_TOKEN"] = SECRET
    if how == "command":
        return by_command()
    taken = CAPTURES[how]()
    status = Path("/proc/self/status").read_text(encoding="ascii")
    kibibytes = int(status.partition("VmHWM:")[2].split()[0])
    return {"call": [taken], "peak": [kibibytes * 1024 / 1e6]}


def by_exeunt(**options: Any) -> float:
    """Ours; a byte that is missing is a failed case."""
    import exeunt

    exeunt.run(TRUE)
    start = time.perf_counter()
    done = exeunt.run(LINES, **options)
    taken = time.perf_counter() - start
    checked(done, logs=options.get("log", True))
    return taken


def checked(done: Any, *, logs: bool) -> None:
    """Stop if something is missing; remove the log."""
    size = Path(done.log).stat().st_size if done.log else 0
    logged = not logs or (size and done.log_error in {None, "capped"})
    if done.total_bytes != GIBIBYTE or not done.sha256 or not logged:
        raise ValueError(f"{done}, a log of {size} bytes: {done.log_error}")
    if done.log:
        Path(done.log).unlink()


def by_stream() -> float:
    """Ours, and every piece goes through a coroutine."""
    import exeunt

    exeunt.run(TRUE)

    async def taken() -> tuple[int, Any]:
        size, record = 0, None
        async for event in exeunt.stream(LINES):
            if isinstance(event, exeunt.Wrote):
                size += len(event.data)
            elif isinstance(event, exeunt.Ended):
                record = event.record
        return size, record

    start = time.perf_counter()
    size, record = asyncio.run(taken())
    seconds = time.perf_counter() - start
    if size != GIBIBYTE:
        raise ValueError(f"{size} bytes in events")
    checked(record, logs=True)
    return seconds


def by_subprocess() -> float:
    """The standard library."""
    import subprocess

    null = subprocess.DEVNULL
    subprocess.run(TRUE, stdin=null, check=True)
    start = time.perf_counter()
    done = subprocess.run(LINES, stdin=null, capture_output=True, check=True)
    taken = time.perf_counter() - start
    if len(done.stdout) != GIBIBYTE:
        raise ValueError("output is missing")
    return taken


def by_pipeline(line: str) -> float:
    """A shell's pipeline, after our lines; FILE is what it writes."""
    import shlex
    import subprocess

    state = Path.home()  # the disk that our logs are on
    with NamedTemporaryFile(dir=state) as file:
        whole = f"{shlex.join(LINES)} | {line.replace('FILE', file.name)}"
        start = time.perf_counter()
        subprocess.run(["/bin/sh", "-c", whole], stdout=subprocess.DEVNULL, check=True)
        taken = time.perf_counter() - start
        if "FILE" in line and os.stat(file.name).st_size != GIBIBYTE:  # noqa: PTH116
            raise ValueError("output is missing")
    return taken


def by_filter(argv: list[str]) -> float:
    """What passes everything on to a pipe, whose end is read in large pieces."""
    reader, writer = os.pipe()
    start = time.perf_counter()
    actions = [(os.POSIX_SPAWN_DUP2, writer, 1)]
    child = os.posix_spawn(argv[0], argv, os.environ, file_actions=actions)
    os.close(writer)
    total, page = 0, bytearray(1 << 17)
    while count := os.readv(reader, [page]):
        total += count
    os.waitpid(child, 0)
    if total != GIBIBYTE:
        raise ValueError(f"{total} bytes")
    return time.perf_counter() - start


def shell(line: str) -> list[str]:
    """The words that have a shell run our lines through something."""
    import shlex

    return ["/bin/sh", "-c", f"{shlex.join(LINES)} | {line}"]


def ours(*options: str) -> list[str]:
    """The command."""
    return [f"{Path(sys.executable).parent}/exeunt", "run", *options, "--", *LINES]


def by_command() -> Samples:
    """`exeunt run --json`; the peak is that of its own process."""
    argv = ours("--json")
    reader, writer = os.pipe()
    start = time.perf_counter()
    actions = [(os.POSIX_SPAWN_DUP2, writer, 1)]
    child = os.posix_spawn(argv[0], argv, os.environ, file_actions=actions)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        done = json.load(file)
    _, status, usage = os.wait4(child, 0)
    taken = time.perf_counter() - start
    if status or done["total_bytes"] != GIBIBYTE or not done["log"]:
        raise ValueError(f"{status} {done}")
    Path(done["log"]).unlink()
    return {"call": [taken], "peak": [usage.ru_maxrss * 1024 / 1e6]}


CAPTURES: dict[str, Callable[[], float]] = {
    "subprocess": by_subprocess,
    "cat": lambda: by_pipeline("cat >FILE"),
    "tee": lambda: by_pipeline("tee FILE | sha256sum"),
    "exeunt": by_exeunt,
    "exeunt-open": by_exeunt,
    "exeunt-many": lambda: by_exeunt(
        secrets=[f"{number}{SECRET[:-1]}" for number in range(9)]
    ),
    "exeunt-unlogged": lambda: by_exeunt(log=False),
    "exeunt-whole": lambda: by_exeunt(max_log=2 * GIBIBYTE),
    "exeunt-stream": by_stream,
    "pass": lambda: by_filter(ours()),
    "pass-cat": lambda: by_filter(shell("cat")),
}
