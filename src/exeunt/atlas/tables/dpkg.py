"""dpkg's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "dpkg",
    "aliases": ("dpkg-query", "dpkg-deb"),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "flags": (
                "-s",
                "-l",
                "-L",
                "-S",
                "-W",
                "-p",
                "--status",
                "--list",
                "--listfiles",
                "--search",
                "--show",
                "--compare-versions",
                "--print-architecture",
                "-I",
                "-c",
            ),
            "meaning": "the answer is yes",
            "category": "ok",
            "effects": "none",
            "source": "dpkg(1), EXIT STATUS",
        },
        {
            "code": 1,
            "flags": (
                "-s",
                "-l",
                "-L",
                "-S",
                "-W",
                "-p",
                "--status",
                "--list",
                "--listfiles",
                "--search",
                "--show",
                "--compare-versions",
                "--assert-support-predepends",
            ),
            "meaning": "a check or an assertion is false, or nothing matched",
            "category": "negative",
            "source": "dpkg(1), EXIT STATUS; measured (dpkg 1.21)",
        },
        {
            "code": 1,
            "meaning": "a check is false, or processing a package failed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "dpkg(1), EXIT STATUS",
        },
        {
            "code": 2,
            "meaning": "the command line is wrong, or an error that cannot be "
            "recovered",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "dpkg(1), EXIT STATUS; measured (dpkg 1.21)",
        },
    ),
}
