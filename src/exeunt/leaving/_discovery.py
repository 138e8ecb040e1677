"""The words of a call → what the program is: manifest, schema, health, a former name.

Answered before the framework parses, and never where the app itself has a command or
an option of that name.
"""

from __future__ import annotations

from ..manifest.writer import dotted, entries, manifest
from ..model.codes import ExitCode
from ..model.detail import ErrorDetail, Phase, Reason, Redirect
from ..model.outcome import Done, Failed, Outcome
from ..record import Record, final
from .classify import from_rejection
from .mode import (
    CHOOSING,
    FIELDS,
    MODES,
    OPTION,
    is_it,
    mine,
    shape,
    take_fields,
    without_ours,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..manifest.info import CommandInfo, ParamInfo
    from ._host import Adopted
    from .run import Run

ETAG = "--etag"


@final
class Place(Record):
    """Where a path stands in the words of a call: words[start:end]."""

    start: int
    end: int


def answer(adopted: Adopted, run: Run) -> Outcome[Any] | None:
    """Answer a call for the manifest or a schema; None if it is neither."""
    words = without_ours(run.words)
    infos = list(adopted.commands())
    if words[0] == adopted.manifest and not has_word(infos, words[0]):
        read(run)
        return whole(adopted, run, words[1:])
    if words[0] == adopted.doctor and not has_word(infos, words[0]):
        from ._doctor import examine  # 40 ms, only when asked

        read(run)
        return examine(run, words[1:], adopted.checks or {})
    rest = without_option(adopted, words, infos)
    if rest is None:
        return None
    if not rest or is_it(rest[0], ETAG):
        read(run)
        return whole(adopted, run, rest)
    info = called(rest, infos)
    if info is None:
        return None  # the framework knows best what is wrong with it
    read(run)
    found = entries(adopted, adopted.speak, adopted.raises)
    return shown(found[dotted(info.path)], as_json=run.as_json)


def read(run: Run) -> None:
    """Read our options in a call for a command of our own, which has no others."""
    mode = shape(run.words, MODES)
    if mode is not None:
        run.take(OPTION, mode)
    if FIELDS in run.offered:
        run.take(FIELDS, take_fields(list(run.words))[1])
    run.settle()


def without_option(
    adopted: Adopted, words: Sequence[str], infos: Sequence[CommandInfo]
) -> list[str] | None:
    """Take our --schema out of a call; None if there is none, or it is the app's."""
    option = adopted.schema
    if option is None or option not in mine(words):
        return None
    if adopted.host.owns_option(option, words):
        return None
    place = list(words).index(option)
    if place and is_valued(words[place - 1], infos):
        return None  # it is the value of another option
    return [*words[:place], *words[place + 1 :]]


def whole(adopted: Adopted, run: Run, words: Sequence[str]) -> Outcome[Any]:
    """Give the manifest, unless the caller has it already."""
    known = ""
    rest = list(words)
    if rest and is_it(rest[0], ETAG):
        word = rest.pop(0)
        if "=" not in word and not rest:
            message = f"{ETAG} needs the etag that you have"
            return rejected("MISSING_ARGUMENT", message, run)
        known = word.partition("=")[2] if "=" in word else rest.pop(0)
    if rest:
        return rejected("UNEXPECTED_ARGUMENT", f"{rest[0]} means nothing here", run)
    version = adopted.version or version_of(run.program)
    found = manifest(adopted, version, adopted.speak, adopted.raises)
    if known == found["etag"]:
        return Done(not_modified=True)
    return shown(found, as_json=run.as_json)


def shown(found: dict[str, Any], *, as_json: bool) -> Done[Any]:
    """Give an answer as data, or as indented JSON for a person."""
    if as_json:
        return Done(found)
    from json import dumps  # 7 ms, only when asked

    try:
        print(dumps(found, indent=2))  # noqa: T201 - for a person
    except BrokenPipeError:
        pass  # the reader has seen enough; what is still buffered goes nowhere
    return Done()


def rejected(code: str, message: str, run: Run) -> Failed:
    """Refuse a call for the manifest that says too much or too little."""
    suggestion = f"pass nothing, or {ETAG} and a value"
    return from_rejection(code, message, run, "validator", suggestion)


def version_of(program: str) -> str:
    """Return the version of the distribution that has the program's name."""
    from importlib import metadata  # 30 ms, only when asked

    try:
        return metadata.version(program)
    except (metadata.PackageNotFoundError, ValueError):
        return "unknown"


def redirected(adopted: Adopted, run: Run, rejection: Failed) -> Failed:
    """Point a rejected call to where its command went, if it has moved."""
    try:
        found = replacement(adopted, run.program, run.words, rejection)
    except Exception:  # noqa: BLE001 - an author's own; the rejection is what counts
        return rejection
    if found is None:
        return rejection
    if not run.as_json:
        run.warnings.append(f"{found.error.message}: {found.error.suggestion}")
    return found


def replacement(
    adopted: Adopted, program: str, words: Sequence[str], rejection: Failed
) -> Failed | None:
    """Turn a call to a former path into the call that replaces it."""
    infos = list(adopted.commands(load=False))
    root = next((info.flags for info in infos if not info.path), ())
    for info in infos:
        for old, permanent in info.contract.renamed_from.items():
            place = find(old.split(), words, root)
            if place is None:
                continue
            kept = [*words[: place.start], *info.path.split(), *words[place.end :]]
            return moved(old, info.path, joined([program, *kept]), permanent, rejection)
    return None


def moved(
    old: str, new: str, command: str, permanent: bool, rejection: Failed
) -> Failed:
    """Say where a command went."""
    detail = ErrorDetail(
        "COMMAND_RENAMED",
        f"{old!r} is now {new!r}",
        phase=Phase.VALIDATION,
        suggestion=command,
        redirect=Redirect(command, permanent=permanent, reason=Reason.RENAMED),
    )
    warnings = rejection.warnings
    return Failed(
        ExitCode.REDIRECTED, detail, origin=rejection.origin, warnings=warnings
    )


def find(
    path: Sequence[str], words: Sequence[str], flags: Sequence[ParamInfo]
) -> Place | None:
    """Find a path in a call, after the options that may stand before it."""
    start = 0
    while start < len(words) and words[start].startswith("-"):
        if words[start] == "--":
            return None
        start += 2 if takes_next(words[start], flags) else 1
    end = start + len(path)
    return Place(start, end) if list(words[start:end]) == list(path) else None


def called(words: Sequence[str], infos: Sequence[CommandInfo]) -> CommandInfo | None:
    """Find the command that the words of a call name, aliases included."""
    root = next((info.flags for info in infos if not info.path), ())
    for info in sorted(infos, key=lambda info: -len(info.path.split())):
        *above, last = info.path.split() or [""]
        names = [last, *info.aliases] if info.path else []
        if any(find([*above, name], words, root) for name in names):
            return info
    bare = [info for info in infos if not info.path and not info.group]
    return bare[0] if bare else None


def has_word(infos: Sequence[CommandInfo], word: str) -> bool:
    """Tell whether a first word is the app's own: a command, or an argument's value."""
    first = {info.path.split()[0] for info in infos if info.path}
    aliases = {a for info in infos if len(info.path.split()) == 1 for a in info.aliases}
    takes_any = any(info.arguments for info in infos if not info.path)
    return takes_any or word in first or word in aliases


def is_valued(word: str, infos: Sequence[CommandInfo]) -> bool:
    """Tell whether a word is an option that takes the next word as its value."""
    return any(takes_next(word, info.flags) for info in infos)


def takes_next(word: str, flags: Sequence[ParamInfo]) -> bool:
    """Tell whether one of some options takes the word after it; ours do, too."""
    if word in CHOOSING:
        return True
    return any(word in flag.spellings and flag.takes_value() for flag in flags)


def joined(words: Sequence[str]) -> str:
    """Write words as a shell would take them."""
    from shlex import join  # 8 ms, for a command that moved

    return join(words)
