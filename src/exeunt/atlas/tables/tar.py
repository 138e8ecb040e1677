"""tar's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "tar",
    "aliases": ("gtar",),
    "closed": False,
    "valued": (
        "-b",
        "-C",
        "-f",
        "-F",
        "-g",
        "-H",
        "-I",
        "-K",
        "-L",
        "-N",
        "-T",
        "-V",
        "-X",
        "--file",
        "--directory",
        "--exclude",
        "--exclude-from",
        "--files-from",
        "--transform",
        "--owner",
        "--group",
        "--mode",
        "--strip-components",
        "--use-compress-program",
        "--listed-incremental",
    ),
    "rows": (
        {
            "code": 1,
            "flags": ("-d", "--diff", "--compare"),
            "meaning": "files differ from the archive",
            "category": "negative",
            "source": "tar(1), RETURN VALUE; measured (GNU tar 1.34)",
        },
        {
            "code": 1,
            "meaning": "some files changed while they were read; the archive was "
            "written",
            "category": "partial",
            "source": "tar(1), RETURN VALUE",
        },
        {
            "code": 2,
            "meaning": "fatal error, such as a missing file or an archive that cannot "
            "be read; what was possible was done",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "tar(1), RETURN VALUE; measured (GNU tar 1.34)",
        },
        {
            "code": 64,
            "meaning": "an option is unknown",
            "category": "usage",
            "source": "measured (GNU tar 1.34)",
        },
    ),
}
