"""An end of an agent's session → how often it has come in the last hour.

A private file of the state directory holds a record of 16 bytes for each failing end,
appended in one write; where it cannot be written, nothing comes again.
"""

from __future__ import annotations

import os
from time import time

from ..files import open_directory, open_or_new, state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .end import End

NAME = "ends"  # of the file
SIZE = 16  # bytes of a record: the moment, and the digest
MOMENT = 4
LOOKED_AT = 256  # records, the newest
FULL = 4096  # records, after which the file begins anew
FRESH = 3600  # seconds
# How an agent names its session to the commands that it runs.
SESSIONS = ("CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID", "GEMINI_SESSION_ID")


def session_of(parent: str) -> str:
    """Name the session that runs a command: by its id, else by its agent's process."""
    for name in SESSIONS:
        if os.environ.get(name):
            return os.environ[name]
    from ._above import agent_of  # for an agent that names none

    return f"pid {agent_of(parent)}"


def times_seen(end: End) -> int:
    """Note an end, and count how often it was noted, this time included."""
    try:
        folder = open_directory(state_directory(), make=True)
        try:
            return noted(digest_of(end), folder)
        finally:
            os.close(folder)
    except OSError:
        return 0


def noted(digest: bytes, folder: int) -> int:
    """Append a record and count those that are like it."""
    now = int(time()) & 0xFFFFFFFF
    descriptor = open_or_new(NAME, folder, os.O_RDWR | os.O_APPEND)
    try:
        size = os.fstat(descriptor).st_size
        if size >= FULL * SIZE or size % SIZE:
            os.ftruncate(descriptor, 0)  # too long, or torn by a full disk
            size = 0
        start = max(size - LOOKED_AT * SIZE, 0)
        data = os.pread(descriptor, LOOKED_AT * SIZE, start)
        os.write(descriptor, now.to_bytes(MOMENT, "big") + digest)
    finally:
        os.close(descriptor)
    times = 1
    for place in range(0, len(data), SIZE):
        at = int.from_bytes(data[place : place + MOMENT], "big")
        same = data[place + MOMENT : place + SIZE] == digest
        times += same and 0 <= now - at <= FRESH
    return times


def digest_of(end: End) -> bytes:
    """Sum up an end: its session, its directory, its line and how it ended."""
    try:
        from _blake2 import blake2b  # `hashlib` would load OpenSSL
    except ImportError:
        from hashlib import blake2b

    try:
        here = os.getcwd()  # noqa: PTH109 - pathlib is dear
    except OSError:
        here = ""
    facts = (end.session, here, end.text, end.code, end.statuses)
    return blake2b(os.fsencode(repr(facts)), digest_size=SIZE - MOMENT).digest()
