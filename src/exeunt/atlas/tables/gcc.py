"""gcc's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "gcc",
    "aliases": ("g++", "cc", "c++", "cpp", "clang", "clang++"),
    "closed": False,
    "valued": (
        "-o",
        "-I",
        "-L",
        "-D",
        "-U",
        "-x",
        "-include",
        "-isystem",
        "-MF",
        "-MT",
        "-Xlinker",
        "-Xpreprocessor",
        "-Xassembler",
        "-T",
        "-u",
        "-z",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "the source or the call has errors; no output was written for "
            "it",
            "category": "input",
            "effects": "none",
            "source": "gcc(1), DESCRIPTION; measured (gcc 12.2)",
        },
        {
            "code": 4,
            "meaning": "the compiler itself crashed",
            "category": "crash",
            "retryable": "no",
            "effects": "none",
            "source": "gcc(1), DESCRIPTION",
        },
    ),
}
