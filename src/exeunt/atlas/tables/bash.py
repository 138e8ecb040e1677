"""bash's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "bash",
    "aliases": ("sh", "dash", "zsh", "ksh"),
    "closed": False,
    "valued": ("-c", "-o", "-O", "--rcfile", "--init-file"),
    "rows": (
        {
            "code": 2,
            "meaning": "a syntax error, a misused builtin or a script that dash "
            "cannot open, unless the last command's own 2; earlier lines may have run",
            "category": "ambiguous",
            "retryable": "no",
            "source": "bash(1), EXIT STATUS; measured (bash 5.2, dash 0.5.12); "
            "corrected: not always a usage error",
        },
        {
            "code": 126,
            "meaning": "a command was found but cannot be executed; earlier lines may "
            "have run",
            "category": "environment",
            "retryable": "no",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS; measured (bash 5.2); corrected: effects "
            "are not none",
        },
        {
            "code": 127,
            "meaning": "a command or the script was not found; earlier lines may have "
            "run",
            "category": "environment",
            "retryable": "no",
            "effects": "unknown",
            "action": "install_tool",
            "source": "bash(1), EXIT STATUS; measured (bash 5.2); corrected: effects "
            "are not none",
        },
        {
            "code": "128+n",
            "meaning": "the last command died of signal n, or itself returned more "
            "than 128",
            "category": "signal",
            "retryable": "depends",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS; POSIX XCU 2.8.2",
        },
        {
            "code": 129,
            "meaning": "SIGHUP by the 128+n rule, or a usage error of git",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS",
        },
        {
            "code": 130,
            "meaning": "SIGINT by the 128+n rule",
            "category": "interrupted",
            "retryable": "no",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS",
        },
        {
            "code": 134,
            "meaning": "SIGABRT by the 128+n rule: an assertion or abort",
            "category": "crash",
            "retryable": "no",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS; signal(7)",
        },
        {
            "code": 137,
            "meaning": "SIGKILL by the 128+n rule; the number does not say who sent "
            "it, or that memory ran out",
            "category": "killed",
            "retryable": "depends",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS; signal(7)",
        },
        {
            "code": 139,
            "meaning": "SIGSEGV by the 128+n rule",
            "category": "crash",
            "retryable": "no",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS; signal(7)",
        },
        {
            "code": 141,
            "meaning": "SIGPIPE by the 128+n rule: a reader went away first, as head "
            "does under pipefail",
            "category": "signal",
            "retryable": "no",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS; measured (yes into head); corrected: "
            "with set -e the script stopped there",
        },
        {
            "code": 143,
            "meaning": "SIGTERM by the 128+n rule",
            "category": "killed",
            "retryable": "depends",
            "effects": "unknown",
            "source": "bash(1), EXIT STATUS; signal(7)",
        },
    ),
}
