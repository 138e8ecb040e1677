"""snyk's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "snyk",
    "aliases": (),
    "closed": False,
    "valued": ("--file", "--org", "--severity-threshold", "--project-name"),
    "rows": (
        {
            "code": 0,
            "subcommand": ("test", "code test", "container test", "iac test"),
            "meaning": "nothing was found",
            "category": "ok",
            "effects": "none",
            "source": "Snyk documentation, Exit codes",
        },
        {
            "code": 1,
            "subcommand": ("test", "code test", "container test", "iac test"),
            "meaning": "vulnerabilities were found",
            "category": "findings",
            "source": "Snyk documentation, Exit codes",
        },
        {
            "code": 2,
            "subcommand": ("test", "code test", "container test", "iac test"),
            "meaning": "it failed; the documentation says to try again",
            "category": "internal",
            "retryable": "depends",
            "effects": "none",
            "source": "Snyk documentation, Exit codes",
        },
        {
            "code": 3,
            "subcommand": ("test", "code test", "container test", "iac test"),
            "meaning": "there is no project of a supported kind",
            "category": "negative",
            "source": "Snyk documentation, Exit codes",
        },
    ),
}
