"""unzip's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "unzip",
    "aliases": (),
    "closed": False,
    "valued": ("-d", "-x", "-P"),
    "rows": (
        {
            "code": 0,
            "flags": ("-l", "-t", "-v", "-Z"),
            "meaning": "the archive was listed or tested",
            "category": "ok",
            "effects": "none",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": 1,
            "meaning": "warnings only, though files may have been skipped",
            "category": "warning",
            "effects": "complete",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": 2,
            "meaning": "the archive has an error; extraction may have completed all "
            "the same",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": 3,
            "meaning": "the archive has a severe error; extraction probably failed at "
            "once",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": "4-8",
            "meaning": "memory ran out",
            "category": "environment",
            "effects": "unknown",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": 9,
            "meaning": "the archive was not found, or is no zip file",
            "category": "not_found",
            "source": "unzip(1), DIAGNOSTICS; measured (unzip 6.0)",
        },
        {
            "code": 10,
            "meaning": "an option is wrong",
            "category": "usage",
            "source": "unzip(1), DIAGNOSTICS; measured (unzip 6.0)",
        },
        {
            "code": 11,
            "meaning": "no file of that name is in the archive",
            "category": "negative",
            "source": "unzip(1), DIAGNOSTICS; measured (unzip 6.0)",
        },
        {
            "code": 50,
            "meaning": "the disk is or was full",
            "category": "environment",
            "effects": "partial",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": 51,
            "meaning": "the archive ends too early",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": 80,
            "meaning": "a person interrupted it",
            "category": "interrupted",
            "retryable": "no",
            "effects": "unknown",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": 81,
            "meaning": "some files use a method that this unzip lacks; the others "
            "were extracted",
            "category": "partial",
            "source": "unzip(1), DIAGNOSTICS",
        },
        {
            "code": 82,
            "meaning": "the password is wrong, and no file could be decrypted",
            "category": "auth",
            "source": "unzip(1), DIAGNOSTICS; measured (unzip 6.0)",
        },
    ),
}
