"""What calls did, and what they were told → whether that fits what is declared."""

from __future__ import annotations

import re

from ..dialects._declared import mapping
from ._probes import cursor_of
from ._probes_safe import SECRET
from ._rule import ENVELOPED, WRONG_COMMANDS, Rule, documented
from ._rules_contract import repeats
from ._rules_envelope import enveloped, error_of
from ._shape import is_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._call import Seen
    from ._contract import Promise
    from ._rule import World

# Where any command may keep a log, a cache or a history of its calls.
KEPT_ASIDE = ("home/.cache/", "home/.local/")
OPTIONS = re.compile(r"(?m)^\s{1,12}(?:-\w(?:, |,| ))?(--[a-z][\w-]+)")
EVERYWHERE = ("help", "version", "output", "json", "schema")
PAIR = 2  # items that a limit of 2 leaves
RUNS = ("run", "run-text", "fixture", "fixture-text")


def strictness(seen: Seen, world: World) -> str:  # noqa: ARG001 - as every judge
    """Say what strict parsers refuse."""
    from json import JSONDecodeError, JSONDecoder  # noqa: PLC0415 - loaded by then

    found: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in items]
        found.extend(f"the key {n!r} twice" for n in set(names) if names.count(n) > 1)

    def constant(name: str) -> None:
        found.append(f"{name}, which is no JSON")

    decoder = JSONDecoder(object_pairs_hook=pairs, parse_constant=constant)
    for text in (seen.stdout, seen.stderr):
        try:
            decoder.raw_decode(text[text.find("{") :])
        except (JSONDecodeError, RecursionError):
            continue  # whatever is there is no document
    return found[0] if found else ""


def deeds(seen: Seen) -> list[str]:
    """Name the files that a call has changed, where a caller would look for them."""
    return [path for path in seen.left if not path.startswith(KEPT_ASIDE)]


def did_nothing(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a call has written files, though it says that nothing happened."""
    found = deeds(seen)
    return f"exit {seen.code}, and it wrote {', '.join(found[:3])}" if found else ""


def promises_nothing(seen: Seen, world: World) -> bool:
    """Look at failures that by their phase or their code had no effects."""
    promise = world.promise(seen.probe.path)
    safe = promise is not None and promise.is_safe  # which has a rule of its own
    if safe or not enveloped(seen, world) or seen.code == 0:
        return False
    entry = promise.exits.get(seen.code, {}) if promise else {}
    early = error_of(seen).get("phase") == "validation"
    return early or entry.get("side_effects") == "none"


def leaves_alone(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a safe command has written files."""
    found = deeds(seen)
    return f"it wrote {', '.join(found[:3])}" if found else ""


def is_safe(seen: Seen, world: World) -> bool:
    """Look at calls of commands that say that they are safe."""
    promise = world.promise(seen.probe.path)
    return seen.ended and promise is not None and promise.is_safe


def keeps_secrets(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that the value of a sensitive option was shown."""
    for name, text in (("stdout", seen.stdout), ("stderr", seen.stderr)):
        if SECRET in text:
            return f"its value is on {name}"
    return ""


def marks_cuts(seen: Seen, world: World) -> str:
    """Say that a shortened list looks like a whole one."""
    longer = world.find("run-limit", seen.probe.path, str(PAIR))
    if longer is None or (items(seen), items(longer)) != (1, PAIR):
        return ""
    meta = mapping((seen.document or {}).get("meta"))
    data = mapping((seen.document or {}).get("data"))
    told = any(part.get("truncated") or part.get("has_more") for part in (meta, data))
    return "" if told or cursor_of(seen) else "1 of at least 2 items, and no mark"


def items(seen: Seen) -> int:
    """Count the items of the one list in an answer."""
    data = (seen.document or {}).get("data")
    found = [data, *mapping(data).values()]
    lists = [value for value in found if is_list(value)]
    return len(lists[0]) if len(lists) == 1 else -1


def is_shorter(seen: Seen, world: World) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at answers that were limited to one item."""
    return seen.ended and seen.code == 0 and seen.probe.note == "1"


def means_its_defaults(seen: Seen, world: World) -> str:
    """Say that a declared default is not what happens without the option."""
    first = world.find("run", seen.probe.path)
    if first is None or first.document is None or seen.document is None:
        return ""
    if first.code != seen.code:
        return f"exit {first.code} without, {seen.code} with them"
    same = first.document.get("data") == seen.document.get("data")
    return "" if same else "other data than without them"


def declares_its_options(seen: Seen, world: World) -> str:
    """Name an option on a command's page that the manifest does not have."""
    promise, root = world.promise(seen.probe.path), world.promise("")
    if promise is None or seen.code != 0:
        return ""
    known = {*EVERYWHERE, *spelled(promise), *(spelled(root) if root else ())}
    known |= {option[2:] for option in OPTIONS.findall(world.contract.help)}
    shown = [option[2:] for option in OPTIONS.findall(seen.stdout)]
    strange = [name for name in shown if name.replace("_", "-") not in known]
    return f"--{strange[0]} is on its page alone" if strange else ""


def spelled(promise: Promise) -> set[str]:
    """Return every long spelling of a command's options, without the dashes."""
    found: set[str] = set()
    for name, flag in promise.flags.items():
        more: list[Any] = [
            *(flag.get("spellings") or ()),
            *(flag.get("negatives") or ()),
        ]
        texts = [name, f"no-{name}", *(str(one).lstrip("-") for one in more)]
        found |= {text.replace("_", "-") for text in texts}
    return found


NO_SAFE = "no command is declared safe"

DEEDS = (
    Rule(
        "strict-json", "F-004", 1, 2, "a document is JSON: no NaN, and no key twice",
        judge=strictness, applies=documented, dialects=(*ENVELOPED, "murli"),
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
        judge=marks_cuts, kinds=("run-limit",), applies=is_shorter, dialects=ENVELOPED,
        fix="set meta.truncated where there is more",
        needs="no safe command has an option --limit",
    ),
    Rule(
        "defaults", "O-041", 3, 73, "a declared default is what happens without it",
        judge=means_its_defaults, kinds=("run-default",), applies=repeats,
        dialects=ENVELOPED, fix="generate the manifest from the registered options",
        needs="no safe command with the same data twice declares a default",
    ),
    Rule(
        "undeclared-options", "O-041", 3, 73,
        "every option on a command's page is in the manifest",
        judge=declares_its_options, kinds=("command-help",), dialects=ENVELOPED,
        fix="generate the manifest from the registered options", needs=NO_SAFE,
    ),
)  # fmt: skip
