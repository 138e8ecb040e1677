"""git bisect's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "git bisect",
    "aliases": (),
    "closed": False,
    "valued": ("--term-old", "--term-new"),
    "rows": (
        {
            "code": 0,
            "subcommand": "run",
            "meaning": "the first bad commit was found; the tree was moved",
            "category": "ok",
            "effects": "complete",
            "source": "git-bisect(1), Bisect run; measured (git 2.39)",
        },
        {
            "code": 2,
            "subcommand": "run",
            "meaning": "only commits that the script skipped (its 125) are left; the "
            "tree was moved",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "git-bisect(1), Bisect run; measured (git 2.39); corrected: 125 "
            "is the script's word, git ends with 2",
        },
        {
            "code": 125,
            "subcommand": "run",
            "meaning": "from the script it means skip this commit; git itself does "
            "not end with it",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "git-bisect(1), Bisect run; corrected: the script's code, not "
            "git's",
        },
        {
            "code": "1-127",
            "subcommand": "run",
            "meaning": "bisecting could not go on (from the script it means the "
            "commit is bad); the tree was moved",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "git-bisect(1), Bisect run; measured (git 2.39); corrected: the "
            "script's code, not git's",
        },
        {
            "code": ">127",
            "subcommand": "run",
            "meaning": "the script asked to stop; the tree was moved",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "git-bisect(1), Bisect run; measured (git 2.39)",
        },
    ),
}
