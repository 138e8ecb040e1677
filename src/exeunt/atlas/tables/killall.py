"""killall's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "killall",
    "aliases": (),
    "closed": False,
    "valued": ("-s", "-u", "-o", "-y", "-n"),
    "rows": (
        {
            "code": 0,
            "meaning": "at least one process of each name was signalled",
            "category": "ok",
            "source": "killall(1), RETURN VALUE",
        },
        {
            "code": 1,
            "meaning": "no process of some name was found or signalled",
            "category": "negative",
            "source": "killall(1), RETURN VALUE; measured (psmisc 23.6)",
        },
    ),
}
