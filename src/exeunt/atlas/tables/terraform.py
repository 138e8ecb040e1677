"""terraform's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "terraform",
    "aliases": ("tofu",),
    "closed": False,
    "valued": ("-chdir", "-var", "-var-file", "-target", "-out", "-state"),
    "rows": (
        {
            "code": 0,
            "subcommand": (
                "plan",
                "validate",
                "show",
                "output",
                "state list",
                "state show",
                "version",
                "providers",
                "graph",
                "fmt",
            ),
            "flags": ("-check", "-detailed-exitcode"),
            "meaning": "nothing to change",
            "category": "ok",
            "effects": "none",
            "source": "terraform plan documentation",
        },
        {
            "code": 0,
            "subcommand": (
                "plan",
                "validate",
                "show",
                "state list",
                "state show",
                "version",
                "graph",
            ),
            "meaning": "the question was answered",
            "category": "ok",
            "effects": "none",
            "source": "terraform documentation",
        },
        {
            "code": 0,
            "subcommand": "output",
            "meaning": "the question was answered, or there is no such output and a "
            "warning says so",
            "category": "ok",
            "effects": "none",
            "source": "measured (terraform 1.11)",
        },
        {
            "code": 1,
            "meaning": "an error; after apply or destroy some changes may be made",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "terraform documentation; measured (terraform 1.11)",
        },
        {
            "code": 1,
            "subcommand": (
                "plan",
                "validate",
                "show",
                "output",
                "state list",
                "state show",
                "fmt",
                "init",
                "workspace select",
            ),
            "meaning": "an error, such as a wrong option or configuration; nothing "
            "was changed",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "none",
            "source": "measured (terraform 1.11)",
        },
        {
            "code": 2,
            "subcommand": "plan",
            "flags": ("-detailed-exitcode",),
            "meaning": "the plan succeeded and holds changes",
            "category": "negative",
            "source": "terraform plan documentation; measured (terraform 1.11)",
        },
        {
            "code": 3,
            "subcommand": "fmt",
            "flags": ("-check",),
            "meaning": "files need formatting",
            "category": "negative",
            "source": "measured (terraform 1.11); hashicorp/terraform issue 31543",
        },
        {
            "code": 2,
            "subcommand": "fmt",
            "meaning": "a file could not be parsed or found",
            "category": "input",
            "source": "measured (terraform 1.11); hashicorp/terraform issue 15304",
        },
        {
            "code": 127,
            "meaning": "no subcommand was given",
            "category": "usage",
            "source": "measured (terraform 1.11)",
        },
    ),
}
