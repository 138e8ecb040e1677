"""A session's output → a person's stdout, as it comes."""

from __future__ import annotations

import os

from ...leaving.boundary import write_all
from ...process.ready import through

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...sessions.session import Session
    from ...sessions.state import SessionState


def follow(session: Session, offset: int, *, raw: bool) -> SessionState:
    """Show the output from an offset on until the command has ended."""
    raw = raw or os.isatty(1)
    while True:
        found = session.read(offset, raw=raw)
        offset = found.next_offset
        try:
            write_all(1, found.text.encode("utf-8", "surrogateescape"))
        except BrokenPipeError:
            return session.state  # its reader has seen enough
        if found.text:
            continue  # there may be more
        state, _ = through(session.to_more(found.total_bytes))
        if state.ended and state.total_bytes <= found.total_bytes:
            return state
