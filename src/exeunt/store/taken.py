"""Lines that runs have left → rows of the store, each once; or a look without taking.

A file is renamed and closed to its writers, copied into one transaction and only then
removed. Whoever is killed before the end leaves it for the next, who finds the name of
each line in the store again. A line that says nothing is counted, and changes nothing
else.
"""

from __future__ import annotations

import os
from math import isfinite

from ..files import open_directory, open_old, unlink
from ..model.document import is_object
from ..model.json import loads
from ._runs import OPEN, unstored
from .lines import LONGEST, NAME, VERSION, aside, set_aside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ._runs import Run
    from .store import Store

CHUNK = 1 << 16
CLOSED = 0o400  # the mode of a file that is read
LATEST = 1e11  # seconds since 1970: the year 5138
NUMBER = 1 << 31
TEXT = 200  # characters of what is a word or a name
STATUSES = {
    *("exited", "signaled", "timed_out", "idle", "cancelled", "waiting_for_input"),
    *("not_found", "not_executable", "unkillable", "internal_error"),
}
KINDS = {
    *("run", "foreground", "drive", "session", "once", "call", "batch", "library"),
    *("hook", "agent", "tool"),
}


class Lines:
    """The lines that lie in a directory, and what was found in them."""

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self.skipped: int = 0  # that say nothing
        self.newer: int = 0  # that a newer exeunt has written

    def take(self, store: Store) -> None:
        """Move all lines into the store."""
        folder = self.open()
        if folder is None:
            return
        try:
            self.rename(folder)
            for name in aside(folder):
                self.take_file(name, folder, store)
        finally:
            os.close(folder)

    def are_there(self) -> bool:
        """Tell whether there is a file with lines."""
        folder = self.open()
        if folder is None:
            return False
        try:
            return bool(self.names(folder))
        finally:
            os.close(folder)

    def look(self) -> list[Run]:
        """Read all lines, and leave them where they are."""
        folder = self.open()
        if folder is None:
            return []
        self.skipped = self.newer = 0
        found: dict[str, dict[str, Any]] = {}
        try:
            for name in self.names(folder):
                descriptor = opened(name, folder)
                if descriptor is not None:
                    try:
                        for row in self.rows(descriptor):
                            first = found.setdefault(row["uid"], row)
                            open_ones = {n: row[n] for n in OPEN if first[n] is None}
                            first.update(open_ones)
                    finally:
                        os.close(descriptor)
        finally:
            os.close(folder)
        return [unstored(row) for row in found.values()]

    def names(self, folder: int) -> list[str]:
        """List the files in which there are lines, the oldest first."""
        return [*aside(folder), *([NAME] if NAME in os.listdir(folder) else [])]

    def open(self) -> int | None:
        """Open the directory, if there is one."""
        try:
            return open_directory(self.directory)
        except OSError:
            return None

    def rename(self, folder: int) -> None:
        """Take the file away from the writers; they begin a new one."""
        try:
            set_aside(folder, os.stat(NAME, dir_fd=folder, follow_symlinks=False))
        except OSError:
            pass  # there is none, or another reader was faster

    def take_file(self, name: str, folder: int, store: Store) -> None:
        """Move the lines of one file; then remove it."""
        descriptor = opened(name, folder)
        if descriptor is None:
            return
        try:
            os.fchmod(descriptor, CLOSED)  # before it is read: see lines.put()
            skipped, newer = self.skipped, self.newer

            def rows() -> Iterator[dict[str, Any]]:
                self.skipped, self.newer = skipped, newer  # it may be a second try
                return self.rows(descriptor)

            store.runs.take(rows)
            if self.newer == newer:
                unlink(name, folder)
        except OSError:
            pass  # another reader was faster, or nobody may write here
        finally:
            os.close(descriptor)

    def rows(self, descriptor: int) -> Iterator[dict[str, Any]]:
        """Read the lines of a file that say something."""
        for line in lines_of(descriptor):
            row = None if line is None else row_of(line)
            if row is not None:
                yield row
            elif line is not None and is_newer(line):
                self.newer += 1
            else:
                self.skipped += 1


def opened(name: str, folder: int) -> int | None:
    """Open a file for reading, if it is a plain one of this user."""
    try:
        return open_old(name, folder)
    except OSError:
        return None


def lines_of(descriptor: int) -> Iterator[bytes | None]:
    """Read the lines of a file; None is one that is too long, and is not kept."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    rest, too_long = b"", False
    while data := os.read(descriptor, CHUNK):
        first, *others = data.split(b"\n")
        for piece in others:
            whole = rest + first
            if too_long or len(whole) > LONGEST:
                yield None
            elif whole:
                yield whole
            rest, first, too_long = b"", piece, False
        too_long = too_long or len(rest) + len(first) > LONGEST
        rest = b"" if too_long else rest + first
    if too_long or rest:
        yield None if too_long else rest


def is_newer(line: bytes) -> bool:
    """Tell whether a line is a newer exeunt's, which alone can read it."""
    facts = parsed(line)
    version = facts.get("v") if facts is not None else None
    return isinstance(version, int) and VERSION < version < NUMBER


def parsed(line: bytes) -> dict[str, Any] | None:
    """Read a line as JSON, if it is an object."""
    try:
        facts: object = loads(line.decode("ascii"))
    except (ValueError, RecursionError):
        return None
    return facts if is_object(facts) else None


def row_of(line: bytes) -> dict[str, Any] | None:
    """Return the facts of a line, if each is what it must be."""
    facts = parsed(line)
    if facts is None or facts.get("v") != VERSION or facts["v"] is True:
        return None
    row: dict[str, Any] = {}
    for name, (fits, usual) in FACTS.items():
        value = facts.get(name)
        row[name] = usual if value is None else value
        if not (fits(value) if value is not None else usual is not MUST):
            return None
    seconds = row.pop("seconds")
    row["duration_ms"] = int(seconds * 1000)
    row["is_line"], row["is_cut"] = row.pop("line"), row.pop("cut")
    return row


# -- what each fact must be


def is_number(value: object) -> bool:
    """Tell a whole number of a usual size."""
    return type(value) is int and -NUMBER < value < NUMBER


def is_moment(value: Any) -> bool:
    """Tell a number of seconds."""
    number = type(value) is int or type(value) is float
    return number and isfinite(value) and 0 <= value < LATEST


def is_text(value: object) -> bool:
    """Tell a text that no NUL is in."""
    return isinstance(value, str) and "\0" not in value


def is_word(value: object) -> bool:
    """Tell a word that nothing strange is in."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= TEXT
        and value.isascii()
        and value.isprintable()
    )


def is_name(value: object) -> bool:
    """Tell what a run may be named."""
    return isinstance(value, str) and 0 < len(value) <= TEXT and "\0" not in value


def are_words(value: Any) -> bool:
    """Tell the words of a command."""
    if type(value) is not list:
        return False
    return bool(value) and all(is_text(word) for word in value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] - of anything


def one_of(words: set[str]) -> Callable[[object], bool]:
    """Make what tells one of some words from all else."""
    return lambda value: isinstance(value, str) and value in words


def is_flag(value: object) -> bool:
    """Tell true from all else."""
    return isinstance(value, bool)


MUST = object()  # in place of what is usual: the fact must be there
# Fact → what it must be, and what it is where it is missing.
FACTS: dict[str, tuple[Callable[[object], bool], object]] = {
    "uid": (is_word, MUST),
    "began": (is_moment, MUST),
    "seconds": (is_moment, MUST),
    "argv": (are_words, MUST),
    "line": (is_flag, False),
    "cut": (is_flag, False),
    "cwd": (is_text, ""),
    "name": (is_name, None),
    "host": (is_name, None),
    "pid": (is_number, None),
    "status": (one_of(STATUSES), MUST),
    "exit_code": (is_number, MUST),
    "signal": (is_word, None),
    "log": (is_text, None),
    "stderr_log": (is_text, None),
    "left_log": (is_text, None),
    "dialect": (is_word, None),
    "attempt": (is_number, 1),
    "call": (is_word, None),
    "kind": (one_of(KINDS), MUST),
    "hidden": (one_of({"none", "failed", "findings", "doubted", "unknown"}), None),
}
