"""What a manifest declares → is it sound, and does the program keep it."""

from __future__ import annotations

import re

from ..dialects.declared import Declared
from ..dialects.dialect import dialect as dialect_named
from ..manifest.reader import code_of, mapping
from ..manifest.writer import SCHEMA_VERSION
from ._call import exit_of
from ._probes import PAGES, cursor_of, etag_call
from ._rule import CONTRACTED, ENVELOPED, WRONG_COMMANDS, Rule, even_if_ended_by_us
from ._shape import mismatch
from .contract import NO_FLAG, manifest_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._call import Seen
    from ._rule import World

HEAD = ("schema_version", "etag", "commands")
PARTS = ("description", "flags", "exit_codes")
DANGERS = ("safe", "mutating", "destructive")
# What everybody may end with, declared or not: the shell's and the signals' numbers.
OUTSIDE = range(124, 256)
RESERVED = range(14, 64)
CALLS = ("run", "run-text", "run-again", "page", "fixture", "hostile", *WRONG_COMMANDS)


def is_complete(seen: Seen, world: World) -> str:
    """Name what a manifest lacks."""
    manifest = world.contract.manifest
    if not manifest:
        size = seen.done.total_bytes
        return f"exit {seen.code}, and no manifest in its {size} bytes"
    absent = [name for name in HEAD if name not in manifest]
    if absent:
        return f"without {', '.join(absent)}"
    version = manifest["schema_version"]
    if not isinstance(version, str) or not re.fullmatch(r"\d+\.\d+", version):
        return f"schema_version: {version!r}, not like {SCHEMA_VERSION}"
    for promise in world.contract.promises:
        absent = [name for name in PARTS if name not in promise.entry]
        if absent:
            return f"{promise.path}: without {', '.join(absent)}"
    return "" if world.contract.promises else "no command"


def tells_danger(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Name a command whose danger is unknown."""
    for promise in world.contract.promises:
        danger = promise.entry.get("danger_level")
        if danger not in DANGERS:
            return f"{promise.path}: danger_level: {danger!r}"
    return ""


def declares_success(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Name a command that has no success."""
    for promise in world.contract.promises:
        if 0 not in promise.exits:
            return f"{promise.path}: exit_codes without 0"
    return ""


def keeps_the_model(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Name a promise that the model rules out."""
    rows = dialect_named(world.contract.dialect).rows
    for promise in world.contract.promises:
        for number, entry in promise.exits.items():
            code = code_of(number, entry, rows)
            if code is not None and Declared(number, code, entry).broken:
                return f"{promise.path}: {number} {dict(entry)!r}"
    return ""


def declares_own_numbers(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Name a declared number that is not a command's to choose."""
    for promise in world.contract.promises:
        for number in promise.exits:
            if number in RESERVED or number > 125:  # noqa: PLR2004 - E22
                return f"{promise.path}: {number}"
    return ""


def ends_as_declared(seen: Seen, world: World) -> str:
    """Say that a command ended with a number that it does not declare."""
    promise = world.promise(seen.probe.path)
    if promise is None or not promise.exits or seen.code in promise.exits:
        return ""
    if seen.code in OUTSIDE:
        return ""
    return f"exit {seen.code}; it declares {', '.join(map(str, promise.exits))}"


def is_within(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a number is nobody's."""
    if seen.done.status == "exited" and seen.code in RESERVED:
        return f"exit {seen.code}, which is kept for later versions"
    return ""


def same_etag(seen: Seen, world: World) -> str:
    """Say that the manifest changes without a change."""
    found = manifest_in(seen)
    if found is None:
        return f"{exit_of(seen)}, and no manifest the second time"
    first, second = world.contract.manifest.get("etag"), found.get("etag")
    if first != second:
        return "another etag the second time"
    same = found.get("commands") == world.contract.manifest.get("commands")
    return "" if same else "other commands under the same etag"


def takes_etag(seen: Seen, world: World) -> bool:
    """Look at calls with an etag that stays, unless that is an option of nobody's."""
    again = world.find("manifest-again")
    if again is not None and same_etag(again, world):
        return False
    return seen.ended and (seen.code == 0 or etag_call(world.contract) is not None)


def not_modified(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a known etag is not honoured."""
    document = seen.document or {}
    if seen.code != 0:
        return exit_of(seen)
    hit = mapping(document.get("meta")).get("not_modified") is True
    if not hit:
        return "the whole manifest again"
    return "" if document.get("data") is None else "not_modified, and data beside it"


def is_callable(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a declared command does not exist."""
    return "" if seen.code == 0 else exit_of(seen)


def accepts_flags(seen: Seen, world: World) -> str:
    """Name a declared option that the program does not know."""
    promise = world.promise(seen.probe.path)
    error = mapping((seen.document or {}).get("error"))
    message = str(error.get("message"))
    if promise is None or NO_FLAG in message.partition(":")[0]:
        return ""
    for word in seen.probe.words:
        known = word.startswith("--") and word != NO_FLAG
        if known and re.search(rf"{re.escape(word)}(?![\w-])", message):
            return f"{word}: {message.replace(NO_FLAG, '').strip()[:100]}"
    return ""


def fits_schema(seen: Seen, world: World) -> str:
    """Say where the data is not as declared."""
    promise = world.promise(seen.probe.path)
    schema = mapping(promise.entry.get("output_schema") if promise else None)
    return mismatch((seen.document or {}).get("data"), schema, schema)


def succeeded(seen: Seen, world: World) -> bool:
    """Look at successes of commands that declare what they answer."""
    promise = world.promise(seen.probe.path)
    declared = promise is not None and "output_schema" in promise.entry
    data = (seen.document or {}).get("data") is not None
    return seen.ended and seen.code == 0 and declared and data


def same_data(seen: Seen, world: World) -> str:
    """Say that the same call has another answer."""
    first = world.find("run", seen.probe.path)
    if first is None or first.document is None or seen.document is None:
        return ""
    if first.code != seen.code:
        return f"exit {first.code}, then {seen.code}"
    same = first.document.get("data") == seen.document.get("data")
    return "" if same else "other data; what varies belongs into meta"


def pages_end(seen: Seen, world: World) -> str:
    """Say that following the cursor leads nowhere."""
    if seen.code != 0:
        return f"its own cursor ends with {exit_of(seen)}"
    chain = [s for s in world.seen if s.probe.kind == "page" and s.room == seen.room]
    cursor = cursor_of(seen)
    if seen is not chain[-1] or cursor is None or world.gave_up:
        return ""  # it went on, or came to its end, or we did
    return f"more than {PAGES} pages" if len(chain) >= PAGES else f"{cursor!r} again"


def tells_truncation(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a cursor comes without the word that there is more."""
    meta = mapping((seen.document or {}).get("meta"))
    return "" if meta.get("truncated") is True else "a cursor without meta.truncated"


def has_cursor(seen: Seen, world: World) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at answers that say there is more."""
    return seen.ended and cursor_of(seen) is not None


def repeats(seen: Seen, world: World) -> bool:
    """Look at commands whose data is the same when nothing else is different."""
    first = world.find("run", seen.probe.path)
    again = world.find("run-again", seen.probe.path)
    return (
        seen.ended
        and first is not None
        and again is not None
        and not same_data(again, world)
    )


def same_when_narrow(seen: Seen, world: World) -> str:
    """Say that the width of a terminal gets into the data."""
    first = world.find("run", seen.probe.path)
    if first is None or first.document is None or seen.document is None:
        return ""
    same = first.document.get("data") == seen.document.get("data")
    return "" if same else "other data under COLUMNS=20"


def reaches(seen: Seen, world: World) -> str:  # noqa: ARG001
    """Say that a fixture ends with another code than it is for."""
    wanted = seen.probe.code
    return "" if seen.code == wanted else f"exit {seen.code}, not {wanted}"


def always(seen: Seen, world: World) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at the manifest, once it is there."""
    return True


def with_commands(seen: Seen, world: World) -> bool:  # noqa: ARG001 - the same
    """Look at a manifest that lists commands: of nothing, anything can be said."""
    return bool(world.contract.promises)


NO_MANIFEST = "it has no manifest: --schema, manifest; or pass --contract FILE"
NO_SAFE = "no command is declared safe"

CONTRACT = (
    Rule(
        "manifest", "O-041", 1, 52,
        "the manifest has its fields, and each command its own",
        judge=is_complete, kinds=("manifest",), applies=always, dialects=CONTRACTED,
        fix="generate it from the registered commands", needs=NO_MANIFEST,
    ),
    Rule(
        "danger", "C-002", 1, 23,
        "each command says whether it is safe, mutating or destructive",
        judge=tells_danger, kinds=("manifest",), applies=with_commands,
        dialects=CONTRACTED,
        fix="declare danger_level", needs=NO_MANIFEST,
    ),
    Rule(
        "success-declared", "C-001", 1, 1, "each command declares 0",
        judge=declares_success, kinds=("manifest",), applies=with_commands,
        dialects=CONTRACTED,
        fix="declare what success means", needs=NO_MANIFEST,
    ),
    Rule(
        "sound-entries", "E58", 1, 1, "no declared code contradicts the model",
        judge=keeps_the_model, kinds=("manifest",), applies=with_commands,
        dialects=ENVELOPED,
        fix="retryable only without effects, complete only at 0",
        needs=NO_MANIFEST,
    ),
    Rule(
        "own-numbers", "E19", 1, 1, "no command declares 14 to 63, or more than 125",
        judge=declares_own_numbers, kinds=("manifest",), applies=with_commands,
        dialects=ENVELOPED,
        fix="take a number from 79 to 125", needs=NO_MANIFEST,
    ),
    Rule(
        "declared", "C-001", 1, 1, "a command ends as it declares",
        judge=ends_as_declared, kinds=CALLS, dialects=CONTRACTED,
        fix="declare the code, or leave with one that is declared",
        needs=f"{NO_SAFE}, and no fixture calls one",
    ),
    Rule(
        "reserved", "E23", 1, 1, "no call ends with 14 to 63",
        judge=is_within, dialects=ENVELOPED,
        fix="use one of the fourteen codes, or 79 to 125",
    ),
    Rule(
        "etag", "O-041", 2, 52, "the manifest is the same twice",
        judge=same_etag, kinds=("manifest-again",), dialects=CONTRACTED,
        fix="hash the sorted commands, and nothing that varies", needs=NO_MANIFEST,
    ),
    Rule(
        "not-modified", "R20", 2, 52,
        "a known etag is answered with not_modified and no data",
        judge=not_modified, kinds=("manifest-etag",), applies=takes_etag,
        dialects=ENVELOPED,
        fix="compare --etag with your own before you answer",
        needs="it has no manifest, or takes no --etag for it",
    ),
    Rule(
        "callable", "O-041", 1, 52, "each declared command exists",
        judge=is_callable, kinds=("command-help",), dialects=CONTRACTED,
        fix="generate the manifest from the registered commands", needs=NO_SAFE,
    ),
    Rule(
        "flags", "O-041", 2, 73, "each declared option is accepted",
        judge=accepts_flags, kinds=("command-flags",), dialects=ENVELOPED,
        fix="generate the manifest from the registered options",
        needs="no command that is declared safe has an option",
    ),
    Rule(
        "output-schema", "R49", 2, 21, "data is as its output_schema says",
        judge=fits_schema, kinds=("run", "fixture"), applies=succeeded,
        dialects=ENVELOPED,
        fix="generate the schema from the type that the handler returns",
        needs="no safe command that succeeds declares an output_schema",
    ),
    Rule(
        "repeats", "F-021", 2, 7, "the same call has the same data",
        judge=same_data, kinds=("run-again",), dialects=ENVELOPED,
        fix="sort what has no order; put times and ids into meta", needs=NO_SAFE,
    ),
    Rule(
        "pages", "R22", 2, 5, "meta.cursor leads to the last page",
        judge=pages_end, kinds=("page",), dialects=ENVELOPED,
        fix="accept --cursor as you gave it, and leave it out on the last page",
        needs="no safe command answered with a cursor",
    ),
    Rule(
        "truncated", "R21", 2, 5, "who gives a cursor says that there is more",
        judge=tells_truncation, kinds=("run", "page", "fixture"), applies=has_cursor,
        dialects=ENVELOPED, fix="set meta.truncated where you set meta.cursor",
        needs="no safe command answered with a cursor",
    ),
    Rule(
        "width", "F-056", 3, 63, "COLUMNS changes no data",
        judge=same_when_narrow, kinds=("run-narrow",), applies=repeats,
        dialects=ENVELOPED, fix="wrap text for people alone",
        needs="no safe command has the same data twice",
    ),
    Rule(
        "reached", "C-001", 1, 1, "each fixture ends with the code that it is for",
        judge=reaches, kinds=("fixture",), applies=even_if_ended_by_us,
        fix="mend the program, or the fixture",
        needs="name calls that reach the codes as [[code]] in exeunt-check.toml",
    ),
)  # fmt: skip
