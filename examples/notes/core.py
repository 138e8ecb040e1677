"""Notes → what the program does with more than one: import from a file, and sync."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from .store import NoSuchNote, Note, NotesError, Page, Store, TitleTaken

if TYPE_CHECKING:
    from collections.abc import Iterable
    from urllib.error import HTTPError

__all__ = [
    "VERSION",
    "BadToken",
    "Moved",
    "NoSuchNote",
    "Note",
    "NotesError",
    "Page",
    "RateLimited",
    "Report",
    "ServerBusy",
    "Store",
    "TitleTaken",
    "import_lines",
    "sync",
]

VERSION = "1.0"


class RateLimited(NotesError):
    """The server wants a pause."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"the server wants a pause of {retry_after} s")
        self.retry_after = retry_after


class BadToken(NotesError):
    """The server does not take the token."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the server does not let us in: {code}")
        self.code = code


class Moved(NotesError):
    """The server keeps its notes at another address now."""

    def __init__(self, url: str) -> None:
        super().__init__(f"the notes are at {url} now")
        self.url = url


class ServerBusy(NotesError):
    """The server answers that it cannot, or does not answer at all."""


class Report(dict[str, object]):
    """What became of each item; `status` is complete, partial or failed."""

    def __init__(self, status: str, results: list[dict[str, object]]) -> None:
        super().__init__(status=status, results=results)
        self.results = results

    def __str__(self) -> str:
        lines = [f"{one['item']}: {one.get('error', 'ok')}" for one in self.results]
        return "\n".join(lines) or "nothing to do"


def import_lines(store: Store, lines: Iterable[str]) -> Report:
    """Add a note for each line of JSON; a bad line does not stop the others."""
    results = [import_line(store, n, line) for n, line in enumerate(lines, 1)]
    bad = sum("error" in result for result in results)
    status = "complete" if not bad else "partial" if bad < len(results) else "failed"
    return Report(status, results)


def import_line(store: Store, number: int, line: str) -> dict[str, object]:
    """Add the note of one line, or say what is wrong with it."""
    item = f"line {number}"
    try:
        fields = json.loads(line)
        note = store.add(fields["title"], fields.get("body", ""))
    except (ValueError, KeyError, TypeError):
        return {"item": item, "error": 'not like {"title": "…", "body": "…"}'}
    except TitleTaken as error:
        return {"item": item, "error": str(error)}
    return {"item": item, "id": note.id}


def sync(store: Store, url: str, token: str, timeout: float) -> Report:
    """Send what the server has not seen, note by note."""
    results: list[dict[str, object]] = []
    for note in store.unsynced():
        print(f"sending note {note.id}", file=sys.stderr, flush=True)
        push(note, url, token, timeout)
        store.mark_synced(note.id)
        results.append({"item": f"note {note.id}"})
    return Report("complete", results)


def push(note: Note, url: str, token: str, timeout: float) -> None:
    """Send one note; raise what the server's refusal means."""
    # These take as long to load as all the rest, and no other command needs them.
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    body = json.dumps({"title": note.title, "body": note.body}).encode()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = Request(f"{url}/{note.id}", body, headers, method="PUT")  # noqa: S310 - the user's own server
    try:
        urlopen(request, timeout=timeout).close()  # noqa: S310 - as above
    except HTTPError as refusal:
        with refusal:
            raise meaning(refusal) from None
    except URLError as lost:
        raise ServerBusy(str(lost)) from lost


def meaning(refusal: HTTPError) -> NotesError:
    """Read a refusal of the server."""
    if refusal.code == 401:  # noqa: PLR2004 - RFC 9110: Unauthorized
        return BadToken(refusal.headers.get("X-Token", "TOKEN_INVALID"))
    if refusal.code == 429:  # noqa: PLR2004 - RFC 6585: Too Many Requests
        return RateLimited(int(refusal.headers.get("Retry-After", "60")))
    if refusal.code == 308:  # noqa: PLR2004 - RFC 9110: Permanent Redirect
        return Moved(refusal.headers["Location"].rpartition("/")[0])
    return ServerBusy(f"the server answers {refusal.code} {refusal.reason}")
