"""A help page → does the program parse its options, and is a word a command of its own.

A word that is made up may be called only where it can be nothing but a command that
does not exist: as a name, a file or a script it would be acted on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._call import Seen

WORDS = ("manifest", "describe")  # for a manifest
SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\\\)?)")
USAGE = re.compile(r"(?im)^(?:[\w./-]+: )?[^\w\n]*usage\b")
HELP_PAGE = re.compile(
    rf"{USAGE.pattern}|^\s*(?:options|commands)\b|^\s*(?:-\S,?\s+)?--help\b|"
    r"^\s*(?:[\w-]+ ){1,3}(?:options|commands)[^\n]{0,40}:\s*$"
)
REFUSED = re.compile(
    r"(?i)\b(?:unknown|unrecogni[sz]ed|illegal|invalid|unexpected|unsupported|no such)"
    r"[^\n]{0,20}\b(?:option|flag|switch)|\bflag provided but not defined\b"
)
# The usage: what follows on its line, and the indented lines below it.
SYNOPSIS = re.compile(
    rf"{USAGE.pattern}(?: of)?[^\w\n]*(?P<first>[^\n]*)(?P<more>(?:\n[ \t]+\S[^\n]*)*)"
)
COMMAND = re.compile(
    r"(?i)[<\[]?(?:sub-?)?command(?:_name)?s?[>\]]?|\{[\w,.-]+\}\.\.\."
)
BRACKETED = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
# A heading with a list below it, of names and what they do.
LIST = re.compile(
    r"(?im)^[^\w\n]*(?:[\w-]+ ){0,4}(?:sub)?commands\b(?:[^\n.]{0,40}:)?[^\w\n]*\n"
    r"(?:[^\w\n]*\n)?[^\w\n]*[ \t]\W*[a-z][\w-]*(?:,? |\t)"
)


def page_of(seen: Seen) -> str:
    """Return the page that a call shows; on stderr or after a failure: its usage."""
    if not seen.ended:
        return ""
    stdout, stderr = (SEQUENCE.sub("", text) for text in (seen.stdout, seen.stderr))
    if seen.code == 0 and HELP_PAGE.search(stdout):
        return stdout
    return next((text for text in (stdout, stderr) if USAGE.search(text)), "")


def refuses(seen: Seen) -> bool:
    """Tell whether a call was rejected for its option, and not acted on."""
    return seen.ended and seen.code != 0 and bool(REFUSED.search(seen.stderr))


def listed_in(page: str, *, anyway: bool) -> list[str]:
    """Return the words for a manifest that a page lists; or all, if none can harm."""
    return [w for w in WORDS if anyway or re.search(rf"(?m)^\W*{w}\b", page)]


def lists_commands(page: str) -> bool:
    """Tell whether the first word after the options can only be a command."""
    firsts = list(first_words(page))
    if firsts:
        return all(COMMAND.fullmatch(word) for word in firsts)
    return bool(LIST.search(page))


def first_words(page: str) -> Iterator[str]:
    """Yield what the usage says to write first after the options, line by line."""
    found = SYNOPSIS.search(page)
    if found is None:
        return
    lines = [found["first"], *found["more"].split("\n")]
    calls = [" ".join(lines)] if found["first"].strip() else lines
    for call in calls:
        words = without_options(call).split()[1:]
        yield from [w for w in words if re.search(r"\w", w)][:1]


def without_options(call: str) -> str:
    """Take out of a call what may be left out, and its options."""
    call = re.sub(r"(?i)\[((?:sub-?)?command)\](?!\.)", r"\1", call)
    call = re.sub(r"(\{[\w,.-]+\})\s*\.\.\.", r"\1...", call)
    before = ""
    while before != call:
        before, call = call, BRACKETED.sub(" ", call)
    return re.sub(r"(?:^|(?<=\s))-\S+", " ", call)
