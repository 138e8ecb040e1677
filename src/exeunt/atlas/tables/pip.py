"""pip's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pip",
    "aliases": (),
    "closed": False,
    "valued": (
        "-r",
        "-c",
        "-e",
        "-t",
        "-i",
        "-f",
        "-C",
        "-d",
        "-w",
        "--requirement",
        "--constraint",
        "--editable",
        "--target",
        "--index-url",
        "--extra-index-url",
        "--find-links",
        "--python",
        "--proxy",
        "--timeout",
        "--cert",
        "--log",
        "--retries",
        "--cache-dir",
        "--platform",
        "--prefix",
        "--root",
        "--src",
        "--dest",
        "--format",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": (
                "show",
                "list",
                "freeze",
                "check",
                "config",
                "index",
                "debug",
                "inspect",
                "hash",
            ),
            "meaning": "the question was answered",
            "category": "ok",
            "effects": "none",
            "source": "pip documentation",
        },
        {
            "code": 1,
            "meaning": "an error: nothing matches, an install failed, or the command "
            "is unknown; the environment may be partly changed",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "pip source, status_codes; measured (pip 23.2)",
        },
        {
            "code": 1,
            "subcommand": "show",
            "meaning": "the package is not installed",
            "category": "negative",
            "source": "measured (pip 23.2)",
        },
        {
            "code": 1,
            "subcommand": "check",
            "meaning": "some installed packages do not fit together",
            "category": "negative",
            "source": "pip check documentation",
        },
        {
            "code": 1,
            "subcommand": ("download", "index"),
            "meaning": "no version matches, or the index cannot be reached",
            "category": "not_found",
            "source": "measured (pip 23.2)",
        },
        {
            "code": 2,
            "meaning": "a wrong option, or an error that pip did not expect",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "pip source, status_codes; measured (pip 23.2)",
        },
        {
            "code": 3,
            "meaning": "a virtual environment is required and none is active",
            "category": "precondition",
            "source": "pip source, status_codes",
        },
        {
            "code": 23,
            "meaning": "nothing matched",
            "category": "negative",
            "source": "pip source, status_codes",
        },
    ),
}
