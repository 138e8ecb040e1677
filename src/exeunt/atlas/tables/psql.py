"""psql's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "psql",
    "aliases": (),
    "closed": False,
    "valued": (
        "-c",
        "-d",
        "-f",
        "-F",
        "-h",
        "-L",
        "-o",
        "-p",
        "-P",
        "-R",
        "-T",
        "-U",
        "-v",
        "--command",
        "--dbname",
        "--field-separator",
        "--file",
        "--host",
        "--log-file",
        "--output",
        "--port",
        "--pset",
        "--record-separator",
        "--set",
        "--username",
        "--variable",
    ),
    "rows": (
        {
            "code": 0,
            "flags": ("-f", "--file"),
            "without": (
                "-v ON_ERROR_STOP=1",
                "-v ON_ERROR_STOP=on",
                "-v ON_ERROR_STOP",
                "--set ON_ERROR_STOP=1",
                "--set ON_ERROR_STOP=on",
                "--variable ON_ERROR_STOP=1",
                "--variable ON_ERROR_STOP=on",
            ),
            "meaning": "the script was read to its end, even if statements failed: "
            "ON_ERROR_STOP was not set",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "psql(1), EXIT STATUS; measured (psql 15)",
        },
        {
            "code": 0,
            "without": ("-f", "--file"),
            "meaning": "the input was read to its end; from -c only the last "
            "statement counts",
            "category": "ok",
            "effects": "unknown",
            "source": "psql(1), EXIT STATUS; measured (psql 15): 0 when only the "
            "first of two -c fails",
        },
        {
            "code": 1,
            "meaning": "psql itself failed: a wrong option, a missing file, or the "
            "last -c failed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "psql(1), EXIT STATUS; measured (psql 15); corrected: a failing "
            "-c gives 1 too",
        },
        {
            "code": 2,
            "meaning": "the connection could not be made (host, login or database), "
            "or it was lost",
            "category": "network",
            "retryable": "depends",
            "effects": "unknown",
            "source": "psql(1), EXIT STATUS; measured (psql 15)",
        },
        {
            "code": 3,
            "flags": (
                "-v ON_ERROR_STOP=1",
                "-v ON_ERROR_STOP=on",
                "-v ON_ERROR_STOP",
                "--set ON_ERROR_STOP=1",
                "--set ON_ERROR_STOP=on",
                "--variable ON_ERROR_STOP=1",
                "--variable ON_ERROR_STOP=on",
            ),
            "meaning": "a statement of the script failed; earlier ones may be "
            "committed",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "psql(1), EXIT STATUS; measured (psql 15)",
        },
        {
            "code": 3,
            "meaning": "a statement of the script failed and ON_ERROR_STOP is set, "
            "for example in .psqlrc",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "psql(1), EXIT STATUS",
        },
    ),
}
