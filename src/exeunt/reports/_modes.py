"""The number of a failure mode → its name, and the group that it is shown in.

Numbers and names are those of the public CLI Agent Spec 1.6, the names in short; it has
no 36, 39 and 48. The groups are ours: by what a caller loses.
"""

from __future__ import annotations

GROUPS: dict[str, dict[int, str]] = {
    "What a command says": {
        1: "Exit codes and status",
        2: "Output that can be parsed",
        3: "stdout and stderr kept apart",
        4: "Verbosity and token cost",
        5: "Pagination",
        6: "Composition and piping",
        7: "Output that does not vary",
        8: "Colour codes in pipes",
        9: "Binary data and encodings",
        43: "Output without bounds",
        55: "Data cut off in silence",
        56: "Exit codes masked by pipelines",
        57: "Messages that depend on the locale",
        59: "Long random strings",
        63: "Wrapping at the terminal's width",
        68: "Libraries that print to stdout",
        76: "Streams by default",
    },
    "Whether it comes back": {
        10: "Prompts and terminals",
        11: "Timeouts and hangs",
        16: "Signals",
        17: "Child processes left behind",
        37: "Interactive modes entered by accident",
        40: "Handlers that nobody awaits",
        45: "Sign-in without a browser",
        50: "Waiting for stdin",
        60: "Output held in buffers",
        61: "Pipes that block each other",
        62: "Editors",
        64: "Windows where there is no display",
        66: "Symlink loops",
        71: "Installing without questions",
    },
    "What it leaves behind": {
        12: "Repeating a call safely",
        13: "Partial failure",
        14: "Arguments checked before effects",
        15: "Races",
        23: "Destructive operations",
        26: "State between calls",
        30: "Files nobody declared",
        32: "Updating itself",
        49: "Jobs that go on",
        58: "Several agents at once",
        65: "Global configuration",
        75: "Safe by default",
        77: "Batches",
    },
    "What a caller can do next": {
        18: "Error messages",
        19: "Hints for a retry",
        20: "Missing dependencies",
        21: "Schema and help",
        22: "Versions of the output",
        38: "The wrong runtime",
        44: "Knowledge for agents",
        46: "What an API's flags lose",
        47: "Schemas of a wrapper gone stale",
        52: "Finding every command",
        53: "Credentials that expire",
        54: "Arguments that need each other",
        72: "Generated files gone stale",
        73: "Documentation gone stale",
    },
    "Whom it trusts": {
        24: "Credentials and secrets",
        25: "Instructions hidden in output",
        34: "Shell injection",
        35: "Made-up input",
        42: "Secrets in debug output",
        51: "Globs and word splitting",
        67: "Almost valid JSON as input",
        69: "Order of arguments",
        70: "One argument where many are meant",
        74: "Scope of credentials",
    },
    "Where it runs": {
        27: "Platforms and shells",
        28: "Which configuration wins",
        29: "Working directory",
        31: "Proxies",
        33: "Traces and audits",
        41: "Update notices in the output",
    },
}
OTHER = "Beyond the failure modes"


def name_of(mode: int) -> str:
    """Name a failure mode; one that is not known here has its number."""
    return next((names[mode] for names in GROUPS.values() if mode in names), "")
