"""go's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "go",
    "aliases": (),
    "closed": False,
    "valued": (
        "-C",
        "-o",
        "-p",
        "-run",
        "-bench",
        "-count",
        "-timeout",
        "-tags",
        "-ldflags",
        "-gcflags",
        "-mod",
        "-coverprofile",
        "-json",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": ("vet", "list", "version", "env", "doc", "help"),
            "meaning": "the question was answered",
            "category": "ok",
            "effects": "none",
            "source": "go help",
        },
        {
            "code": 1,
            "subcommand": "test",
            "meaning": "tests failed, or a package could not be built or found",
            "category": "findings",
            "effects": "unknown",
            "source": "go source; measured (go 1.19)",
        },
        {
            "code": 1,
            "subcommand": ("build", "install"),
            "meaning": "the build failed or a package was not found",
            "category": "input",
            "source": "go source; measured (go 1.19)",
        },
        {
            "code": 1,
            "subcommand": "vet",
            "meaning": "problems were found, or a package could not be loaded",
            "category": "findings",
            "source": "go vet documentation",
        },
        {
            "code": 1,
            "subcommand": "run",
            "meaning": "the program failed, whatever its code, or did not build: go "
            "run hides the code",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "go source, run.go; measured (go 1.19: 7 becomes 1)",
        },
        {
            "code": 1,
            "meaning": "it failed; only the text tells",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "measured (go 1.19)",
        },
        {
            "code": 2,
            "meaning": "the call is wrong",
            "category": "usage",
            "source": "go source; measured (go 1.19)",
        },
        {
            "code": 2,
            "subcommand": ("build", "install", "vet", "run"),
            "meaning": "the call is wrong, or (up to Go 1.19) the code does not "
            "compile",
            "category": "input",
            "source": "measured (go 1.19); corrected: not only usage",
        },
        {
            "code": 2,
            "subcommand": "test",
            "meaning": "the call is wrong, or (up to Go 1.19) the code does not "
            "compile",
            "category": "findings",
            "effects": "unknown",
            "source": "measured (go 1.19); corrected: not only usage",
        },
    ),
}
