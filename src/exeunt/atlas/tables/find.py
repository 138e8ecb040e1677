"""find's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "find",
    "aliases": (),
    "closed": False,
    "valued": ("-D",),
    "rows": (
        {
            "code": 0,
            "flags": ("-exec", "-execdir", "-ok", "-okdir", "-delete"),
            "meaning": "every start was walked; what -exec ran may still have failed",
            "category": "ok",
            "effects": "unknown",
            "source": "find(1), EXIT STATUS; measured (findutils 4.9)",
        },
        {
            "code": 0,
            "without": (
                "-exec",
                "-execdir",
                "-ok",
                "-okdir",
                "-delete",
                "-fprint",
                "-fls",
                "-fprintf",
                "-fprint0",
            ),
            "meaning": "every start was walked, whether or not anything matched",
            "category": "ok",
            "effects": "none",
            "source": "find(1), EXIT STATUS; measured (findutils 4.9)",
        },
        {
            "code": 1,
            "without": (
                "-exec",
                "-execdir",
                "-ok",
                "-okdir",
                "-delete",
                "-fprint",
                "-fls",
                "-fprintf",
                "-fprint0",
            ),
            "meaning": "a path could not be read, or the expression is wrong; the "
            "rest was listed",
            "category": "input",
            "effects": "none",
            "source": "find(1), EXIT STATUS; measured (findutils 4.9)",
        },
        {
            "code": 1,
            "meaning": "a path could not be read, the expression is wrong, or a "
            "command of -exec … + failed",
            "category": "ambiguous",
            "retryable": "no",
            "source": "find(1), EXIT STATUS; measured (findutils 4.9)",
        },
    ),
}
