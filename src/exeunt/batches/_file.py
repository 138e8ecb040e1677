"""The file of a batch → what it says of the whole, and errors about its name."""

from __future__ import annotations

from ..errors import InputError, UnknownName
from ..files import unlink
from ..model.json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection
    from typing import Any

BESIDE = ("-wal", "-shm", "-reserve", "")


def known(connection: Connection) -> tuple[dict[str, Any], str] | None:
    """Return the settings of a batch, and where it was made; None if none is there."""
    row = connection.execute("SELECT settings, cwd FROM batch").fetchone()
    if row is None:
        return None
    return loads(row[0].decode("ascii")), row[1].decode("utf-8", "surrogateescape")


def remove(path: str) -> None:
    """Remove a file with all that is beside it."""
    for suffix in BESIDE:
        unlink(path + suffix)


def unknown(name: str) -> UnknownName:
    """Make the error for a batch that there is not."""
    msg = f"there is no batch named {name}"
    fix = "exeunt batch list names those there are"
    return UnknownName(msg, fix=fix, error_code="UNKNOWN_BATCH")


def taken(name: str) -> InputError:
    """Make the error for a name that is another batch's."""
    msg = f"there is a batch named {name}"
    fix = f"exeunt batch --resume {name} goes on with it, or take another name"
    return InputError(msg, fix=fix, error_code="BATCH_EXISTS")
