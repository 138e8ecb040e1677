"""A broken rule and the framework of a program → the code that most likely mends it."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from ._beside import text_of
from .rule import Rule

LIKELY = "; likely: "  # between what to do and the code that does it
# How each framework's own help page is known; the first that fits.
SIGNS = (
    ("cobra", r'(?m)^Use "[^"]+ --help" for more information|^Available Commands:$'),
    ("typer", r"╭─ Options[\s\S]*Show this message and exit\.|--install-completion"),
    ("cyclopts", r"Display this message and exit\.?"),
    ("click", r"Show this message and exit\."),
    ("argparse", r"show this help message and exit"),
    ("clap", r"(?m)^\s+-h, --help\s+Print help"),
)  # fmt: skip


def framework_of(page: str) -> str | None:
    """Name the framework that a program's help page looks like."""
    return next((name for name, sign in SIGNS if re.search(sign, page)), None)


def remedy(rule: Rule, framework: str | None) -> str:
    """Say how to mend a program; with code, where its framework is known."""
    code = remedies().get(rule.id, {}).get(framework or "")
    return f"{rule.fix}{LIKELY}{code}" if code else rule.fix


@cache
def remedies() -> dict[str, dict[str, str]]:
    """Return the likely code of each rule by framework, as remedies.toml has it."""
    found = tomllib.loads(text_of("remedies.toml"))
    return {rule: one["code"] for one in found["remedy"] for rule in one["rules"]}
