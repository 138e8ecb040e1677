"""jq's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "jq",
    "aliases": (),
    "closed": False,
    "valued": (
        "--arg",
        "--argjson",
        "--slurpfile",
        "--rawfile",
        "--indent",
        "-f",
        "--from-file",
        "-L",
        "--args",
        "--jsonargs",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the program ran over every input",
            "category": "ok",
            "effects": "none",
            "source": "jq(1), INVOKING JQ",
        },
        {
            "code": 1,
            "flags": ("-e", "--exit-status"),
            "meaning": "the last output was false or null",
            "category": "negative",
            "source": "jq(1), --exit-status; measured (jq 1.6)",
        },
        {
            "code": 2,
            "meaning": "the call is wrong, a file cannot be read, or (since jq 1.7) "
            "the input is no JSON",
            "category": "usage",
            "source": "jq(1), EXIT CODES; measured (jq 1.6)",
        },
        {
            "code": 3,
            "meaning": "the program does not compile",
            "category": "usage",
            "source": "jq(1), EXIT CODES; measured (jq 1.6)",
        },
        {
            "code": 4,
            "meaning": "jq 1.6: the input is no JSON, where the manual says 2",
            "category": "input",
            "source": "measured (jq 1.6)",
        },
        {
            "code": 4,
            "flags": ("-e", "--exit-status"),
            "meaning": "there was no output at all (or, in jq 1.6, the input is no "
            "JSON)",
            "category": "negative",
            "source": "jq(1), --exit-status; measured (jq 1.6)",
        },
        {
            "code": 5,
            "meaning": "the program raised an error, or said halt_error",
            "category": "input",
            "source": "jq manual, error and halt_error; measured (jq 1.6)",
        },
    ),
}
