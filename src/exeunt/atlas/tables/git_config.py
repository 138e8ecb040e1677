"""git config's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "git config",
    "aliases": (),
    "closed": False,
    "valued": (
        "-f",
        "--file",
        "--blob",
        "-t",
        "--type",
        "--default",
        "--comment",
        "--value",
        "--url",
    ),
    "rows": (
        {
            "code": 0,
            "flags": ("--get", "--get-all", "--get-regexp", "--list", "-l"),
            "meaning": "the key is set",
            "category": "ok",
            "effects": "none",
            "source": "git-config(1)",
        },
        {
            "code": 1,
            "meaning": "the key is not set, or the section or the key is invalid",
            "category": "negative",
            "source": "git-config(1); measured (git 2.39)",
        },
        {
            "code": 2,
            "meaning": "a section or a name is missing",
            "category": "usage",
            "source": "git-config(1); measured (git 2.39)",
        },
        {
            "code": 3,
            "meaning": "the config file is invalid",
            "category": "input",
            "source": "git-config(1); measured (git 2.39): 128 instead",
        },
        {
            "code": 4,
            "meaning": "the config file cannot be written",
            "category": "permission",
            "source": "git-config(1); measured (git 2.39): 255 instead",
        },
        {
            "code": 255,
            "meaning": "the config file cannot be locked or written",
            "category": "permission",
            "source": "measured (git 2.39); git-config(1) says 4",
        },
        {
            "code": 128,
            "meaning": "the config file is invalid, or there is no such section",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "none",
            "source": "measured (git 2.39); git-config(1) says 3",
        },
        {
            "code": 5,
            "meaning": "the key to unset is missing, or several lines match",
            "category": "conflict",
            "source": "git-config(1); measured (git 2.39)",
        },
        {
            "code": 6,
            "meaning": "the regular expression is invalid",
            "category": "usage",
            "source": "git-config(1); measured (git 2.39)",
        },
    ),
}
