"""patch's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "patch",
    "aliases": (),
    "closed": True,
    "valued": (
        "-d",
        "-D",
        "-F",
        "-i",
        "-o",
        "-p",
        "-r",
        "-B",
        "-V",
        "-Y",
        "-z",
        "-g",
        "--directory",
        "--fuzz",
        "--input",
        "--output",
        "--strip",
        "--reject-file",
        "--prefix",
        "--suffix",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "every hunk was applied",
            "category": "ok",
            "source": "patch(1), EXIT STATUS",
        },
        {
            "code": 1,
            "flags": ("--dry-run",),
            "meaning": "some hunks would not apply; nothing was written",
            "category": "negative",
            "source": "patch(1); measured (GNU patch 2.7.6)",
        },
        {
            "code": 1,
            "meaning": "some hunks failed or conflict: files may be half patched, "
            "with .rej files beside them",
            "category": "partial",
            "source": "patch(1), EXIT STATUS; measured (GNU patch 2.7.6)",
        },
        {
            "code": 2,
            "meaning": "the patch could not be read, or worse trouble",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "patch(1), EXIT STATUS; measured (GNU patch 2.7.6)",
        },
    ),
}
