"""What calls did, and what they were told → whether that fits what is declared."""

from __future__ import annotations

from ..manifest.reader import mapping
from ._options import declares_its_options, lists_options
from ._probes_again import FEW, MORE
from ._probes_safe import SECRETS
from ._rule import DOCUMENTED, ENVELOPED, WRONG_COMMANDS, Rule, documented
from ._rules_contract import repeats
from ._rules_envelope import enveloped, error_of
from ._shape import is_list
from ._traces import is_clear, traces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._call import Seen
    from ._rule import World

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


def strictness(seen: Seen, world: World) -> str:
    """Say what strict parsers refuse."""
    from json import JSONDecodeError, JSONDecoder  # loaded by then

    found: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in items]
        found.extend(f"the key {n!r} twice" for n in set(names) if names.count(n) > 1)

    def constant(name: str) -> None:
        found.append(f"{name}, which is no JSON")

    decoder = JSONDecoder(object_pairs_hook=pairs, parse_constant=constant)
    whole = (seen.done.document or b"").decode("utf-8", "replace") or seen.stdout
    on_stderr = world.contract.table.fails_on == "stderr"  # others have logs there
    for text in (whole, seen.stderr if on_stderr else ""):
        try:
            decoder.raw_decode(text[text.find("{") :])
        except (JSONDecodeError, RecursionError):
            continue  # whatever is there is no document
    return found[0] if found else ""


def did_nothing(seen: Seen, world: World) -> str:  # noqa: ARG001 - as every judge
    """Say that a call has written files, though it says that nothing happened."""
    found = traces(seen)
    return f"exit {seen.code}, and it wrote {', '.join(found[:3])}" if found else ""


def promises_nothing(seen: Seen, world: World) -> bool:
    """Look at failures that by their phase or their code had no effects."""
    promise = world.promise(seen.probe.path)
    safe = promise is not None and promise.is_safe  # which has a rule of its own
    if safe or not enveloped(seen, world) or seen.code == 0:
        return False
    entry = promise.exits.get(seen.code, {}) if promise else {}
    early = error_of(seen).get("phase") == "validation"
    none = early or entry.get("side_effects") == "none"
    return none and is_clear(seen, world)


def leaves_alone(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a safe command has written files."""
    found = traces(seen)
    return f"it wrote {', '.join(found[:3])}" if found else ""


def is_safe(seen: Seen, world: World) -> bool:
    """Look at calls of commands that say that they are safe."""
    promise = world.promise(seen.probe.path)
    safe = seen.ended and promise is not None and promise.is_safe
    return safe and is_clear(seen, world)


def keeps_secrets(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that the value of a sensitive option was shown."""
    for name, text in (("stdout", seen.stdout), ("stderr", seen.stderr)):
        if any(secret in text for secret in SECRETS.values()):
            return f"its value is on {name}"
    return ""


def marks_cuts(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a shortened list looks like a whole one."""
    document = seen.document or {}
    parts = [mapping(document.get("meta")), mapping(document.get("data"))]
    parts += [mapping(part.get("pagination")) for part in parts]
    marked = any(part.get(mark) for part in parts for mark in MARKS)
    counted = any(is_more(part.get(total)) for part in parts for total in TOTALS)
    return "" if marked or counted else "1 of at least 2 items, and no mark"


def is_more(total: object) -> bool:
    """Tell whether a total is more than the one item that was given."""
    return isinstance(total, int) and total > int(FEW)


def is_cut(seen: Seen, world: World) -> bool:
    """Look at answers that are known to be cut: a second item comes after the first."""
    pairs = [s for s in world.seen if s.probe.note == MORE and s.room == seen.room]
    longer = next((s for s in pairs if s.probe.kind == seen.probe.kind), None)
    if seen.probe.note != FEW or longer is None or {seen.code, longer.code} != {0}:
        return False
    few, more = items(seen), items(longer)
    return (len(few), len(more)) == (int(FEW), int(MORE)) and few == more[: len(few)]


def items(seen: Seen) -> list[Any]:
    """Return the one list in an answer; none, if it is not clear which."""
    data = (seen.document or {}).get("data")
    found = [value for value in (data, *mapping(data).values()) if is_list(value)]
    return found[0] if len(found) == 1 else []


def means_its_defaults(seen: Seen, world: World) -> str:
    """Say that a declared default is not what happens without the option."""
    first = world.find("run", seen.probe.path)
    same = first is None or data_of(first) == data_of(seen)
    count = len(world.contract.asked or ())
    given = " ".join(seen.probe.words[: len(seen.probe.words) - count])
    return "" if same else f"{given}: other data than without its options"


def is_comparable(seen: Seen, world: World) -> bool:
    """Look at commands whose data is the same twice, and their defaults accepted.

    Options that need or rule out each other may be rejected together: that tells
    nothing about their defaults.
    """
    return seen.code == 0 and repeats(seen, world)


def data_of(seen: Seen) -> object:
    """Return the data in an envelope."""
    return (seen.document or {}).get("data")


NO_SAFE = "no command is declared safe"

DEEDS = (
    Rule(
        "strict-json", "F-004", 1, 2, "a document is JSON: no NaN, and no key twice",
        judge=strictness, applies=documented, dialects=DOCUMENTED,
        fix="write null for what is no number, and each key once",
    ),
    Rule(
        "no-effects", "E25", 1, 14,
        "a failure that promises no effects has written no file",
        judge=did_nothing, applies=promises_nothing, dialects=ENVELOPED,
        fix="validate all of it before you write, or leave with PARTIAL_FAILURE",
    ),
    Rule(
        "safe-writes", "C-002", 1, 23, "a command that says safe writes no file",
        judge=leaves_alone, kinds=(*RUNS, *WRONG_COMMANDS), applies=is_safe,
        dialects=ENVELOPED,
        fix="declare it mutating, or keep it below XDG_CACHE_HOME or XDG_STATE_HOME",
        needs=NO_SAFE,
    ),
    Rule(
        "no-secrets", "F-051", 2, 24, "the value of a sensitive option is never shown",
        judge=keeps_secrets, kinds=("command-secret", "run-secret"),
        dialects=ENVELOPED, fix="leave values out of messages; name the option",
        needs="no safe command has an option that is declared sensitive",
    ),
    Rule(
        "cut-marked", "R21", 2, 5, "who shortens a list says so",
        judge=marks_cuts, kinds=("run-limit",), applies=is_cut, dialects=ENVELOPED,
        fix="set meta.truncated where there is more",
        needs="no safe command gave 1 item with --limit 1, and 2 with --limit 2",
    ),
    Rule(
        "defaults", "O-041", 3, 73, "a declared default is what happens without it",
        judge=means_its_defaults, kinds=("run-default",), applies=is_comparable,
        dialects=ENVELOPED, fix="generate the manifest from the registered options",
        needs="no safe command with the same data twice declares a default",
    ),
    Rule(
        "undeclared-options", "O-041", 3, 73,
        "every option on a command's page is in the manifest",
        judge=declares_its_options, kinds=("command-help",), applies=lists_options,
        dialects=ENVELOPED, fix="generate the manifest from the registered options",
        needs="no page of a safe command lists options",
    ),
)  # fmt: skip
