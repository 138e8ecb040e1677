"""Calls → rows: notes in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable

TABLE = """
CREATE TABLE IF NOT EXISTS notes (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL DEFAULT '',
    synced INTEGER NOT NULL DEFAULT 0
)
"""


class NotesError(Exception):
    """What this program can say about its own failures."""


class NoSuchNote(NotesError):
    """Nothing has that number."""


class TitleTaken(NotesError):
    """Another note has that title."""


@dataclass(frozen=True)
class Note:
    """One note."""

    id: int
    title: str
    body: str = ""

    def __str__(self) -> str:
        return f"{self.line}\n{self.body}" if self.body else self.line

    @property
    def line(self) -> str:
        """The note in a list."""
        return f"{self.id:>4}  {self.title}"


class Page(list[Note]):
    """Some notes in their order, and where to go on."""

    cursor: str | None = None

    def __str__(self) -> str:
        more = [f"more: --cursor {self.cursor}"] if self.cursor else []
        return "\n".join([*(note.line for note in self), *more]) or "no notes"


class Store:
    """The notes of one file."""

    # Told of every change: what was done, and to which note.
    listeners: ClassVar[list[Callable[[str, object], object]]] = []

    def __init__(self, path: str | None = None) -> None:
        self.rows = sqlite3.connect(path or os.environ.get("NOTES_DB", "notes.db"))
        self.rows.execute(TABLE)

    def page(self, limit: int, cursor: int = 0) -> Page:
        """Return the notes after a cursor, at most so many."""
        found = self.select("id > ? ORDER BY id LIMIT ?", cursor, limit + 1)
        page = Page(found[:limit])
        page.cursor = str(page[-1].id) if len(found) > limit else None
        return page

    def unsynced(self) -> list[Note]:
        """Return what the server has not seen."""
        return self.select("synced = 0 ORDER BY id")

    def get(self, number: int) -> Note:
        """Return one note."""
        for note in self.select("id = ?", number):
            return note
        msg = f"there is no note {number}"
        raise NoSuchNote(msg)

    def add(self, title: str, body: str = "") -> Note:
        """Keep a new note."""
        sql = "INSERT INTO notes (title, body) VALUES (?, ?)"
        return self.get(self.write("created", None, sql, title, body))

    def rename(self, number: int, title: str) -> Note:
        """Give a note another title."""
        self.get(number)
        sql = "UPDATE notes SET title = ?, synced = 0 WHERE id = ?"
        self.write("renamed", number, sql, title, number)
        return self.get(number)

    def delete(self, number: int) -> Note:
        """Forget a note."""
        note = self.get(number)
        self.write("deleted", number, "DELETE FROM notes WHERE id = ?", number)
        return note

    def mark_synced(self, number: int) -> None:
        """Remember that the server has a note."""
        sql = "UPDATE notes SET synced = 1 WHERE id = ?"
        self.write("pushed", number, sql, number)

    def select(self, where: str, *values: object) -> list[Note]:
        """Read notes."""
        sql = f"SELECT id, title, body FROM notes WHERE {where}"  # noqa: S608 - our own words
        return [Note(*row) for row in self.rows.execute(sql, values)]

    def write(self, what: str, number: int | None, sql: str, *values: object) -> int:
        """Change one row, for good, and tell of it."""
        try:
            with self.rows:
                made = self.rows.execute(sql, values).lastrowid
        except sqlite3.IntegrityError as error:
            msg = f"there is a note with the title {values[0]!r} already"
            raise TitleTaken(msg) from error
        changed = number or made or 0
        for listener in self.listeners:
            listener(what, changed)
        return changed
