"""What a manifest declares → is it sound, and does the program keep it."""

from __future__ import annotations

import re
from functools import partial

from ...dialects.dialect import dialect as dialect_named
from ...manifest.contract import DANGERS
from ...manifest.reader import missing
from ...manifest.schema import COMMAND
from ...manifest.writer import SCHEMA_VERSION
from .._call import Seen, exit_of
from .._contract import NO_FLAG, manifest_in
from ..probes.plan import PAGES, cursor_of, etag_call
from ..rule import (
    CONTRACTED,
    ENVELOPED,
    WRONG_COMMANDS,
    Audit,
    Rule,
    even_if_ended_by_us,
)
from ._shape import mismatch
from .envelope import data_of, error_of, meta_of

# What a caller can do without, or what has a rule of its own.
SPARED = {"framework_version", "danger_level"}
# What everybody may end with, declared or not: the shell's and the signals' numbers.
OUTSIDE = range(124, 256)
RESERVED = range(14, 64)
CALLS = ("run", "run-text", "run-again", "page", "fixture", "hostile", *WRONG_COMMANDS)


def is_complete(seen: Seen, audit: Audit) -> str:
    """Name what a manifest lacks."""
    manifest = audit.contract.manifest
    if not manifest.raw:
        size = seen.done.total_bytes
        return f"exit {seen.code}, and no manifest in its {size} bytes"
    spared = SPARED if audit.contract.table.five_keys else {*SPARED, "etag"}
    absent = [name for name in missing(manifest.raw) if name not in spared]
    if absent:
        return f"without {', '.join(absent)}"
    version = manifest.schema_version
    if not isinstance(version, str) or not re.fullmatch(r"\d+\.\d+", version):
        return f"schema_version: {version!r}, not like {SCHEMA_VERSION}"
    for promise in audit.contract.promises:
        lacks = missing(promise.raw, COMMAND)
        absent = [name for name in lacks if name not in SPARED]
        if absent:
            return f"{promise.path}: without {', '.join(absent)}"
    return "" if audit.contract.promises else "no command"


def tells_danger(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Name a command whose danger is unknown."""
    for promise in audit.contract.promises:
        if promise.danger not in DANGERS:
            return f"{promise.path}: danger_level: {promise.danger or None!r}"
    return ""


def declares_success(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Name a command that has no success."""
    for promise in audit.contract.promises:
        if 0 not in promise.exits:
            return f"{promise.path}: exit_codes without 0"
    return ""


def keeps_the_model(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Name a promise that the model rules out."""
    rows = dialect_named(audit.contract.dialect).rows
    for promise in audit.contract.promises:
        for number, declared in promise.declared(rows).items():
            if declared.broken:
                return f"{promise.path}: {number} {dict(promise.exits[number].raw)!r}"
    return ""


def declares_own_numbers(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Name a declared number that is not a command's to choose."""
    for promise in audit.contract.promises:
        for number in promise.exits:
            if number in RESERVED or number > 125:  # noqa: PLR2004 - E22
                return f"{promise.path}: {number}"
    return ""


def ends_as_declared(seen: Seen, audit: Audit) -> str:
    """Say that a command ended with a number that it does not declare."""
    promise = audit.promise(seen.probe.path)
    if promise is None or not promise.exits or seen.code in promise.exits:
        return ""
    if seen.code in OUTSIDE:
        return ""
    return f"exit {seen.code}; it declares {', '.join(map(str, promise.exits))}"


def is_within(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a number is reserved."""
    if seen.done.status == "exited" and seen.code in RESERVED:
        return f"exit {seen.code}, which is kept for later versions"
    return ""


def same_etag(seen: Seen, audit: Audit) -> str:
    """Say that the manifest changes without a change."""
    found = manifest_in(seen)
    if found is None:
        return f"{exit_of(seen)}, and no manifest the second time"
    first = audit.contract.manifest
    if first.etag != found.etag:
        return "another etag the second time"
    same = found.commands == first.commands
    return "" if same else "other commands under the same etag"


def takes_etag(seen: Seen, audit: Audit) -> bool:
    """Look at calls with an etag that stays, where some command takes one."""
    again = audit.find("manifest-again")
    if again is not None and same_etag(again, audit):
        return False
    return seen.ended and (seen.code == 0 or etag_call(audit.contract) is not None)


def not_modified(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a known etag is not honoured."""
    if seen.code != 0:
        return exit_of(seen)
    if meta_of(seen).get("not_modified") is not True:
        return "the whole manifest again"
    return "" if data_of(seen) is None else "not_modified, and data beside it"


def is_callable(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a declared command does not exist."""
    return "" if seen.code == 0 else exit_of(seen)


def accepts_flags(seen: Seen, audit: Audit) -> str:
    """Name a declared option that the program does not know."""
    promise = audit.promise(seen.probe.path)
    message = str(error_of(seen).get("message"))
    if promise is None or NO_FLAG in message.partition(":")[0]:
        return ""
    for word in seen.probe.words:
        known = word.startswith("--") and word != NO_FLAG
        if known and re.search(rf"{re.escape(word)}(?![\w-])", message):
            return f"{word}: {message.replace(NO_FLAG, '').strip()[:100]}"
    return ""


def fits_schema(seen: Seen, audit: Audit) -> str:
    """Say where the data is not as declared."""
    promise = audit.promise(seen.probe.path)
    schema = promise.output_schema if promise else {}
    return mismatch(data_of(seen), schema, schema)


def succeeded(seen: Seen, audit: Audit) -> bool:
    """Look at successes of commands that declare what they answer."""
    promise = audit.promise(seen.probe.path)
    declared = promise is not None and "output_schema" in promise.raw
    return seen.ended and seen.code == 0 and declared and data_of(seen) is not None


def same_data(seen: Seen, audit: Audit) -> str:
    """Say that the same call has another answer."""
    first = audit.find("run", seen.probe.path)
    if first is None or first.document is None or seen.document is None:
        return ""
    if first.code != seen.code:
        return f"exit {first.code}, then {seen.code}"
    same = data_of(first) == data_of(seen)
    return "" if same else "other data; what varies belongs into meta"


def pages_end(seen: Seen, audit: Audit) -> str:
    """Say that following the cursor leads nowhere."""
    if seen.code != 0:
        return f"its own cursor ends with {exit_of(seen)}"
    chain = [s for s in audit.seen if s.probe.kind == "page" and s.room == seen.room]
    cursor = cursor_of(seen)
    if seen is not chain[-1] or cursor is None or audit.gave_up:
        return ""  # it went on, or came to its end, or the check did
    return f"more than {PAGES} pages" if len(chain) >= PAGES else f"{cursor!r} again"


def tells_truncation(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a cursor comes without the word that there is more."""
    marked = meta_of(seen).get("truncated") is True
    return "" if marked else "a cursor without meta.truncated"


def has_cursor(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at answers that say there is more."""
    return seen.ended and cursor_of(seen) is not None


def repeats(seen: Seen, audit: Audit) -> bool:
    """Look at commands whose data is the same when nothing else is different."""
    first = audit.find("run", seen.probe.path)
    again = audit.find("run-again", seen.probe.path)
    return (
        seen.ended
        and first is not None
        and again is not None
        and not same_data(again, audit)
    )


def same_when_narrow(seen: Seen, audit: Audit) -> str:
    """Say that the width of a terminal gets into the data."""
    first = audit.find("run", seen.probe.path)
    if first is None or first.document is None or seen.document is None:
        return ""
    same = data_of(first) == data_of(seen)
    return "" if same else "other data under COLUMNS=20"


def reaches(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a call ends with another number than it was made for."""
    wanted = seen.probe.code
    return "" if seen.code == wanted else f"exit {seen.code}, not {wanted}"


def with_commands(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at a manifest that lists commands: of nothing, anything can be said."""
    return bool(audit.contract.promises)


NO_MANIFEST = "it has no manifest: --schema, manifest; or pass --contract FILE"
of_manifest: partial[Rule] = partial(
    Rule, kinds=("manifest",), applies=with_commands, needs=NO_MANIFEST
)
NO_SAFE = "no command is declared safe"

CONTRACT = (
    Rule(
        "manifest", "O-041", level=1, mode=52,
        expected="the manifest has its fields, and each command its own",
        judge=is_complete, kinds=("manifest",), applies=even_if_ended_by_us,
        dialects=CONTRACTED,
        fix="generate it from the registered commands", needs=NO_MANIFEST,
    ),
    of_manifest(
        "danger", "C-002", level=1, mode=23,
        expected="each command says whether it is safe, mutating or destructive",
        judge=tells_danger, dialects=CONTRACTED, fix="declare danger_level",
    ),
    of_manifest(
        "success-declared", "C-001", level=1, mode=1,
        expected="each command declares 0",
        judge=declares_success, dialects=CONTRACTED, fix="declare what success means",
    ),
    of_manifest(
        "sound-entries", "E58", level=1, mode=1,
        expected="no declared code contradicts the model",
        judge=keeps_the_model, dialects=ENVELOPED,
        fix="retryable only without effects, complete only at 0",
    ),
    of_manifest(
        "own-numbers", "E19", level=1, mode=1,
        expected="no command declares 14 to 63, or more than 125",
        judge=declares_own_numbers, dialects=ENVELOPED,
        fix="take a number from 79 to 125",
    ),
    Rule(
        "declared", "C-001", level=1, mode=1, by_number=True,
        expected="a command ends as it declares",
        judge=ends_as_declared, kinds=CALLS, dialects=CONTRACTED,
        fix="declare the code, or leave with one that is declared",
        needs=f"{NO_SAFE}, and no fixture calls one",
    ),
    Rule(
        "reserved", "E23", level=1, mode=1, by_number=True,
        expected="no call ends with 14 to 63",
        judge=is_within, dialects=ENVELOPED,
        fix="use one of the fourteen codes, or 79 to 125",
    ),
    Rule(
        "etag", "O-041", level=2, mode=52,
        expected="the manifest is the same twice",
        judge=same_etag, kinds=("manifest-again",), dialects=CONTRACTED,
        fix="hash the sorted commands, and nothing that varies", needs=NO_MANIFEST,
    ),
    Rule(
        "not-modified", "R20", level=2, mode=52,
        expected="a known etag is answered with not_modified and no data",
        judge=not_modified, kinds=("manifest-etag",), applies=takes_etag,
        dialects=ENVELOPED,
        fix="compare --etag with your own before you answer",
        needs="it has no manifest, or takes no --etag for it",
    ),
    Rule(
        "callable", "O-041", level=1, mode=52,
        expected="each declared command exists",
        judge=is_callable, kinds=("command-help",), dialects=CONTRACTED,
        fix="generate the manifest from the registered commands", needs=NO_SAFE,
    ),
    Rule(
        "flags", "O-041", level=2, mode=73,
        expected="each declared option is accepted",
        judge=accepts_flags, kinds=("command-flags",), dialects=ENVELOPED,
        fix="generate the manifest from the registered options",
        needs="no command that is declared safe has an option",
    ),
    Rule(
        "output-schema", "R49", level=2, mode=21,
        expected="data is as its output_schema says",
        judge=fits_schema, kinds=("run", "fixture"), applies=succeeded,
        dialects=ENVELOPED,
        fix="generate the schema from the type that the handler returns",
        needs="no safe command that succeeds declares an output_schema",
    ),
    Rule(
        "repeats", "F-021", level=2, mode=7,
        expected="the same call has the same data",
        judge=same_data, kinds=("run-again",), dialects=ENVELOPED,
        fix="sort what has no order; put times and ids into meta", needs=NO_SAFE,
    ),
    Rule(
        "pages", "R22", level=2, mode=5,
        expected="meta.cursor leads to the last page",
        judge=pages_end, kinds=("page",), dialects=ENVELOPED,
        fix="accept --cursor as you gave it, and leave it out on the last page",
        needs="no safe command answered with a cursor",
    ),
    Rule(
        "truncated", "R21", level=2, mode=5,
        expected="who gives a cursor says that there is more",
        judge=tells_truncation, kinds=("run", "page", "fixture"), applies=has_cursor,
        dialects=ENVELOPED, fix="set meta.truncated where you set meta.cursor",
        needs="no safe command answered with a cursor",
    ),
    Rule(
        "width", "F-056", level=3, mode=63,
        expected="COLUMNS changes no data",
        judge=same_when_narrow, kinds=("run-narrow",), applies=repeats,
        dialects=ENVELOPED, fix="wrap text for people alone",
        needs="no safe command has the same data twice",
    ),
    Rule(
        "reached", "C-001", level=1, mode=1,
        expected="each fixture ends with the code that it is for",
        judge=reaches, kinds=("fixture",), applies=even_if_ended_by_us,
        fix="mend the program, or the fixture",
        needs="name calls that reach the codes as [[code]] in exeunt-check.toml",
    ),
)  # fmt: skip
