"""What is known of a call that was made before → the same ending, told again.

It is decided here whether a log is still what was written: by its digest, which the
record has. Where it is not, the record's own text is told, and that this is so.
"""

from __future__ import annotations

import os
from shlex import quote
from time import gmtime, strftime

from ...errors import StoreError
from ...model.json import loads
from ...process.streams import close
from ...process.unwatched import ended_before
from ...store.onces import DONE
from ..argv import wants_record
from ._end import OURS, complain
from ._record import say, with_next, write_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...process.request import Request
    from ...store.onces import Once
    from ..argv import Options

PIECE = 1 << 20
LOGS = {"stdout": ("log", "sha256"), "stderr": ("stderr_log", "stderr_sha256")}
LINES = ("S ", "E ", "D ")  # what a keeper says of a command that it started
EXITED_0 = ("E 0 0", "D 0 0 - -")  # the last words of a keeper whose command did so
RESOLVED = "nobody saw how it ended; whoever looked has said that it was done"
ONLY_END = "exeunt could not note this run, so only its end is known, and no output"


def recalled(before: Once, key: str, request: Request) -> dict[str, Any] | None:
    """Return the record of a call; None if nobody saw how it ended."""
    words, warning = before.words, f"{ONLY_END}; {way_out(key)}"
    if before.record == DONE:
        words, warning = EXITED_0, RESOLVED
    elif before.record is not None:
        return as_record(before.record)
    if not all(line.startswith(LINES) for line in words):
        return None  # no keeper's lines
    try:
        done = ended_before(request, words)
    except ValueError:
        return None  # as above
    if done is None:
        return None
    record = with_next(done)
    record["warnings"].append(warning)
    return record


def as_record(data: bytes) -> dict[str, Any]:
    """Read a record that was remembered."""
    record: Any = None
    try:
        record = loads(data.decode())
    except ValueError:
        pass  # said below
    wanted = {"exit_code": int, "stdout": str, "stderr": str, "warnings": list}
    is_record = hasattr(record, "keys") and all(
        isinstance(record.get(name), kind) for name, kind in wanted.items()
    )
    if is_record:
        found: dict[str, Any] = dict(record)
        return found
    msg = "what was noted of its end cannot be read"
    raise StoreError(msg, fix="look at what it did; another key runs it again")


def way_out(key: str) -> str:
    """Say what a person does about a call that is in doubt."""
    return f"look, then run exeunt journal resolve {quote(key)} done, again or failed"


def tell_again(record: dict[str, Any], began: float, options: Options) -> int:
    """Say how the command ended when it was run."""
    record["replayed"] = True
    code = int(record["exit_code"])
    logs = {stream: open_log(record, stream) for stream in LOGS}
    record["warnings"] += [what for _, what in logs.values() if what]
    if wants_record(options):
        return say(record, code, options)
    when = strftime("%Y-%m-%d %H:%M:%S UTC", gmtime(began))
    if "--quiet" not in options:
        complain(f"not run again; this is how it ended on {when}")
        for warning in record["warnings"]:
            complain(warning)
    write_again(logs["stderr"][0], record["stderr"], 2)
    trouble = write_again(logs["stdout"][0], record["stdout"], 1)
    if trouble:
        complain(f"the output could not be written: {trouble}")
        return code or OURS
    return code


def open_log(record: dict[str, Any], stream: str) -> tuple[int, str]:
    """Open the log of a stream, if it holds what was written; else say what is told."""
    log, wanted = (record.get(name) for name in LOGS[stream])
    try:
        descriptor = os.open(log or "", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        if not record.get("omitted_bytes"):
            return -1, ""
        return -1, f"the log of {stream} is gone: this is what the record keeps of it"
    try:
        if digest(descriptor) == wanted:
            return descriptor, ""
    except OSError:
        pass  # nothing that can be read
    close(descriptor)
    return -1, f"{log} is not what was written: this is what the record keeps of it"


def digest(descriptor: int) -> str:
    """Return the digest of a file."""
    from hashlib import sha256  # 2 ms, for who tells again

    found = sha256()
    while data := os.read(descriptor, PIECE):
        found.update(data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return found.hexdigest()


def write_again(descriptor: int, text: str, number: int) -> str:
    """Write what was written: all of it while there is a log, then the text."""
    if descriptor < 0:
        return write_out(text.encode("utf-8", "replace"), number)
    trouble = ""
    while not trouble and (data := os.read(descriptor, PIECE)):
        trouble = write_out(data, number)
    close(descriptor)
    return trouble
