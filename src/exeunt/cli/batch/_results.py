"""A job that ended → a line of JSON: its record, and which job it was."""

from __future__ import annotations

import os
from time import gmtime, strftime

from ...errors import InputError
from ...model.json import dumps
from ...named import open_given
from ...secrets.variables import without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...batches.finished import Finished


class Lines:
    """A file that the user named, to which lines are added."""

    def __init__(self, path: str) -> None:
        try:
            self.descriptor: int = open_given(path)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            msg = f"{path} cannot be written: {why}"
            fix = "name a file of yours, in a directory that exists"
            raise InputError(msg, fix=fix) from None
        self.path = path
        self.trouble: str = ""  # why it is not complete

    def begin(self, head: str, *, more: bool) -> None:
        """Begin anew, or behind what is there; the head stands at the beginning."""
        if not more:
            os.ftruncate(self.descriptor, 0)
        if not os.lseek(self.descriptor, 0, os.SEEK_END):
            self.add(head)

    def add(self, line: str) -> None:
        """Write a line whole; a full disk costs the file, and no job."""
        view = memoryview(line.encode("utf-8", "surrogateescape"))
        try:
            while view:
                view = view[os.write(self.descriptor, view) :]
        except OSError as error:
            self.trouble = error.strerror or "it could not be written"

    def close(self) -> None:
        """Have it on the disk, whatever happens to the machine."""
        try:
            os.fsync(self.descriptor)
        except OSError as error:
            self.trouble = error.strerror or "it could not be synced"
        os.close(self.descriptor)


def line(finished: Finished) -> str:
    """Return the record of a job that ended, in one line."""
    done, decision = finished.record, finished.decision
    data: dict[str, Any] = {
        "job": described(finished),
        "state": finished.state,
        "why": finished.why,
        "attempts": finished.attempts,
        "started": strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(finished.started)),
        **({} if done is None else done.as_dict()),
    }
    if decision is not None:
        data["next"] = decision.as_dict()
    return dumps(data) + "\n"


def described(finished: Finished) -> dict[str, Any]:
    """Say which job it is, without its secrets."""
    job = finished.job
    words, shell = masked(finished)
    said: dict[str, Any] = {"number": finished.number, "id": job.id}
    said |= {"argv": list(words)} if shell is None else {"shell": shell}
    for name in ("cwd", "hold", "effects", "timeout"):
        if getattr(job, name) is not None:
            said[name] = getattr(job, name)
    if job.priority:
        said["priority"] = job.priority
    hides = (words or None, shell) != (job.words or None, job.shell)
    return said | ({"input": job.tag} if job.tag and not hides else {})


def masked(finished: Finished) -> tuple[tuple[str, ...], str | None]:
    """Return the words of a job, or its line for a shell, as others may see them."""
    job, done = finished.job, finished.record
    if job.shell is not None:
        line = None if done is None else done.line
        return (), without((job.shown,))[0] if line is None else line
    if done is None:
        return without(job.words), None
    return (done.command, *done.args), None
