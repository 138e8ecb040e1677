"""Files, secrets, lists and options of calls → do they fit what is declared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any

from ...manifest.model import CommandPromise
from ...model.document import mapping
from ...model.envelope import is_array
from .._call import Seen
from ..probes.again import FEW, MORE
from ..probes.safe import SECRETS
from ..probes.traces import is_clear, traces
from ..rule import DOCUMENTED, ENVELOPED, WRONG_COMMANDS, Audit, Rule, documented
from .contract import NO_SAFE, repeats
from .envelope import data_of, enveloped, error_of, meta_of

# How the two generations of the contract say that a list goes on.
MARKS = ("truncated", "has_more", "cursor", "next_cursor")
TOTALS = ("total", "total_count")
RUNS = (
    "run",
    "run-text",
    "run-again",
    "run-default",
    "run-limit",
    "page",
    "fixture",
    "fixture-text",
    "control",
)
# What a page lists as an option.
BOX = "│┃|* \t"
DEEP = 9  # columns; what stands further right goes on with a description
LONG = re.compile(r"(?<![\w-])--(?:\[no-\])?([A-Za-z][\w-]*)")
COLUMNS = re.compile(r"\s{2,}")
EVERYWHERE = ("help", "version", "output", "json", "schema")


def strictness(seen: Seen, audit: Audit) -> str:
    """Say what strict parsers refuse."""
    found: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in items]
        found.extend(f"the key {n!r} twice" for n in set(names) if names.count(n) > 1)

    def constant(name: str) -> None:
        found.append(f"{name}, which is no JSON")

    decoder = JSONDecoder(object_pairs_hook=pairs, parse_constant=constant)
    whole = (seen.done.document or b"").decode("utf-8", "replace") or seen.stdout
    on_stderr = audit.contract.table.fails_on == "stderr"  # others have logs there
    for text in (whole, seen.stderr if on_stderr else ""):
        try:
            decoder.raw_decode(text[text.find("{") :])
        except (JSONDecodeError, RecursionError):
            continue  # whatever is there is no document
    return found[0] if found else ""


def did_nothing(seen: Seen, audit: Audit) -> str:  # noqa: ARG001 - as every judge
    """Say that a call has written files, though it says that nothing happened."""
    found = traces(seen)
    return f"exit {seen.code}, and it wrote {', '.join(found[:3])}" if found else ""


def promises_nothing(seen: Seen, audit: Audit) -> bool:
    """Look at failures that by their phase or their code had no effects."""
    promise = audit.promise(seen.probe.path)
    safe = promise is not None and promise.is_safe  # which has a rule of its own
    if safe or not enveloped(seen, audit) or seen.code == 0:
        return False
    declared = promise.exits.get(seen.code) if promise else None
    early = error_of(seen).get("phase") == "validation"
    none = early or (declared is not None and declared.effects == "none")
    return none and is_clear(seen, audit)


def leaves_alone(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a safe command has written files."""
    found = traces(seen)
    return f"it wrote {', '.join(found[:3])}" if found else ""


def is_safe(seen: Seen, audit: Audit) -> bool:
    """Look at calls of commands that say that they are safe."""
    promise = audit.promise(seen.probe.path)
    safe = seen.ended and promise is not None and promise.is_safe
    return safe and is_clear(seen, audit)


def keeps_secrets(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that the value of a sensitive option was shown."""
    for name, text in (("stdout", seen.stdout), ("stderr", seen.stderr)):
        if any(secret in text for secret in SECRETS.values()):
            return f"its value is on {name}"
    return ""


def marks_cuts(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a shortened list looks like a whole one."""
    parts = [meta_of(seen), mapping(data_of(seen))]
    parts += [mapping(part.get("pagination")) for part in parts]
    marked = any(part.get(mark) for part in parts for mark in MARKS)
    counted = any(is_more(part.get(total)) for part in parts for total in TOTALS)
    return "" if marked or counted else "1 of at least 2 items, and no mark"


def is_more(total: object) -> bool:
    """Tell whether a total is more than the one item that was given."""
    return isinstance(total, int) and total > int(FEW)


def is_cut(seen: Seen, audit: Audit) -> bool:
    """Look at answers that are known to be cut: a second item comes after the first."""
    pairs = [s for s in audit.seen if s.probe.note == MORE and s.room == seen.room]
    longer = next((s for s in pairs if s.probe.kind == seen.probe.kind), None)
    if seen.probe.note != FEW or longer is None or {seen.code, longer.code} != {0}:
        return False
    few, more = items(seen), items(longer)
    return (len(few), len(more)) == (int(FEW), int(MORE)) and few == more[: len(few)]


def items(seen: Seen) -> list[Any]:
    """Return the one list in an answer; none, if it is not clear which."""
    data = data_of(seen)
    found = [value for value in (data, *mapping(data).values()) if is_array(value)]
    return found[0] if len(found) == 1 else []


def means_its_defaults(seen: Seen, audit: Audit) -> str:
    """Say that a declared default is not what happens without the option."""
    first = audit.find("run", seen.probe.path)
    same = first is None or data_of(first) == data_of(seen)
    count = len(audit.contract.asked or ())
    given = " ".join(seen.probe.words[: len(seen.probe.words) - count])
    return "" if same else f"{given}: other data than without its options"


def is_comparable(seen: Seen, audit: Audit) -> bool:
    """Look at commands whose data is the same twice, and their defaults accepted.

    Options that need or rule out each other may be rejected together: that tells
    nothing about their defaults.
    """
    return seen.code == 0 and repeats(seen, audit)


# -- the options on a page


def declares_its_options(seen: Seen, audit: Audit) -> str:
    """Name an option that a command's page has and the manifest has not."""
    known = set(known_options(seen, audit))
    for names in options_on(seen.stdout):
        if not known & set(names):
            return f"--{names[0]} is on its page alone"
    return ""


def lists_options(seen: Seen, audit: Audit) -> bool:
    """Look at pages of declared commands that list options."""
    shown = any(True for _ in options_on(seen.stdout))
    declared = audit.promise(seen.probe.path) is not None
    return seen.ended and seen.code == 0 and declared and shown


def options_on(page: str) -> Iterator[list[str]]:
    """Yield the long names that each option on a page has, in a list or in a box."""
    for line in page.splitlines():
        text = line.lstrip(BOX)
        if not text or len(line) - len(text) not in range(1, DEEP):
            continue
        first = COLUMNS.split(text)[0]
        boxed = line.lstrip()[:1] in "│┃"
        names = LONG.findall(first) if first[0] == "-" or boxed else []
        if names:
            yield [plain(name) for name in names]


def known_options(seen: Seen, audit: Audit) -> Iterator[str]:
    """Yield every option that a command has by the manifest, or that all have."""
    yield from EVERYWHERE
    for word in audit.contract.asked or ():
        yield plain(word.partition("=")[0])
    for names in options_on(audit.contract.help):
        yield from names
    path = seen.probe.path.split(".")
    for length in range(len(path) + 1):
        promise = audit.promise(".".join(path[:length]))
        if promise is not None:
            yield from spellings(promise)


def spellings(promise: CommandPromise) -> Iterator[str]:
    """Yield each way to write what a command takes, without dashes."""
    for param in promise.params:
        others = [*param.texts("negatives"), *param.texts("aliases")]
        for spelling in (param.name, f"no-{param.name}", *param.spellings, *others):
            yield plain(spelling)


def plain(option: str) -> str:
    """Write an option without its dashes, one way for all."""
    return option.lstrip("-").replace("_", "-")


EFFECTS = (
    Rule(
        "strict-json", "F-004", level=1, mode=2,
        expected="a document is JSON: no NaN, and no key twice",
        judge=strictness, applies=documented, dialects=DOCUMENTED,
        fix="write null for what is no number, and each key once",
    ),
    Rule(
        "no-effects", "E25", level=1, mode=14, by_number=True,
        expected="a failure that promises no effects has written no file",
        judge=did_nothing, applies=promises_nothing, dialects=ENVELOPED,
        fix="validate all of it before you write, or leave with PARTIAL_FAILURE",
    ),
    Rule(
        "safe-writes", "C-002", level=1, mode=23,
        expected="a command that says safe writes no file",
        judge=leaves_alone, kinds=(*RUNS, *WRONG_COMMANDS), applies=is_safe,
        dialects=ENVELOPED,
        fix="declare it mutating, or keep it below XDG_CACHE_HOME or XDG_STATE_HOME",
        needs=NO_SAFE,
    ),
    Rule(
        "no-secrets", "F-051", level=2, mode=24,
        expected="the value of a sensitive option is never shown",
        judge=keeps_secrets, kinds=("command-secret", "run-secret"),
        dialects=ENVELOPED, fix="leave values out of messages; name the option",
        needs="no safe command has an option that is declared sensitive",
    ),
    Rule(
        "cut-marked", "R21", level=2, mode=5,
        expected="who shortens a list says so",
        judge=marks_cuts, kinds=("run-limit",), applies=is_cut, dialects=ENVELOPED,
        fix="set meta.truncated where there is more",
        needs="no safe command gave 1 item with --limit 1, and 2 with --limit 2",
    ),
    Rule(
        "defaults", "O-041", level=3, mode=73,
        expected="a declared default is what happens without it",
        judge=means_its_defaults, kinds=("run-default",), applies=is_comparable,
        dialects=ENVELOPED, fix="generate the manifest from the registered options",
        needs="no safe command with the same data twice declares a default",
    ),
    Rule(
        "undeclared-options", "O-041", level=3, mode=73,
        expected="every option on a command's page is in the manifest",
        judge=declares_its_options, kinds=("command-help",), applies=lists_options,
        dialects=ENVELOPED, fix="generate the manifest from the registered options",
        needs="no page of a safe command lists options",
    ),
)  # fmt: skip
