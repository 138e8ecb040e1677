"""sort's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "sort",
    "aliases": (),
    "closed": True,
    "valued": (
        "-k",
        "-o",
        "-S",
        "-t",
        "-T",
        "--key",
        "--output",
        "--buffer-size",
        "--field-separator",
        "--temporary-directory",
        "--parallel",
        "--batch-size",
        "--compress-program",
        "--files0-from",
        "--sort",
    ),
    "rows": (
        {
            "code": 0,
            "without": ("-o", "--output"),
            "meaning": "sorted, or found to be in order",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, sort invocation",
        },
        {
            "code": 0,
            "flags": ("-o", "--output"),
            "meaning": "the sorted file was written",
            "category": "ok",
            "source": "coreutils manual, sort invocation",
        },
        {
            "code": 1,
            "flags": ("-c", "-C", "--check"),
            "meaning": "the input is not sorted",
            "category": "negative",
            "source": "coreutils manual, sort invocation; measured (coreutils 9.1)",
        },
        {
            "code": 2,
            "meaning": "an input could not be read, or an option is wrong",
            "category": "input",
            "source": "coreutils manual, sort invocation; measured (coreutils 9.1)",
        },
    ),
}
