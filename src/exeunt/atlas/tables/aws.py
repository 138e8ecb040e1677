"""aws' exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "aws",
    "aliases": (),
    "closed": False,
    "valued": (
        "--region",
        "--profile",
        "--output",
        "--query",
        "--endpoint-url",
        "--cli-read-timeout",
        "--cli-connect-timeout",
        "--ca-bundle",
        "--color",
    ),
    "rows": (
        {
            "code": 1,
            "subcommand": "s3",
            "meaning": "at least one transfer failed; the others were done",
            "category": "partial",
            "source": "AWS CLI return codes; measured (aws 1.45)",
        },
        {
            "code": 2,
            "subcommand": "s3",
            "meaning": "version 2: some files were skipped and the rest was done; "
            "version 1: the call is wrong",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "AWS CLI return codes; corrected: the two versions disagree",
        },
        {
            "code": 2,
            "meaning": "version 1: the command could not be parsed",
            "category": "usage",
            "source": "AWS CLI return codes; measured (aws 1.45)",
        },
        {
            "code": 130,
            "meaning": "SIGINT stopped it",
            "category": "interrupted",
            "retryable": "no",
            "effects": "unknown",
            "source": "AWS CLI return codes",
        },
        {
            "code": 252,
            "meaning": "version 2: the syntax or a parameter is wrong",
            "category": "usage",
            "source": "AWS CLI return codes",
        },
        {
            "code": 253,
            "meaning": "version 2: the configuration is not valid, usually for "
            "missing credentials",
            "category": "auth",
            "source": "AWS CLI return codes",
        },
        {
            "code": 254,
            "meaning": "version 2: the service answered with an error (throttled, "
            "denied, not found …)",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "AWS CLI return codes",
        },
        {
            "code": 255,
            "meaning": "general error; in version 1 any failure, missing credentials "
            "and wrong options included",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "AWS CLI return codes; measured (aws 1.45)",
        },
    ),
}
