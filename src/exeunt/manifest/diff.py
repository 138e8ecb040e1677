"""Two manifests → every change between them, judged.

A command is the same one if it can still be called by its old name: aliases and those
of its groups count, hidden ones too. What a manifest leaves out because its format has
no place for it is not compared.
"""

from __future__ import annotations

from ..errors import InputError
from ..record import Record, final
from ._changes import Surface, Word, same
from ._diff_exits import compare_exits, compare_promoted
from ._diff_output import compare_output
from ._diff_params import compare_arguments, compare_options
from ._diff_parts import (
    FOREVER,
    called,
    compare_listed,
    compare_unknown,
    listed,
    seconds,
    texts,
)
from .levels import UNLISTED, VERDICTS, WEAKER, level_of, step
from .reader import manifest_dialect, mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._changes import Change
    from .levels import Semver

    Json = Mapping[str, Any]

# Of the document: what is compared as something else, or says nothing of the commands.
DERIVED = {"commands", "dialect", "etag", "framework_version", "schema_version"}
TEXTS = ("description", "examples")
# Of a command: what has a function below, and is not passed over as unknown.
KNOWN = {
    *TEXTS, "aliases", "hidden", "danger_level", "flags", "arguments", "exit_codes",
    "output", "output_schema", "output_formats", "promotes", "renamed_from",
    "required_scopes", "stability", "timeout_seconds", "subcommands", "replacement",
    "requires", "conflicts",
}  # fmt: skip


@final
class Diff(Record):
    """All changes, and the part of the version that they ask for."""

    changes: tuple[Change, ...]
    semver: Semver

    def as_dict(self) -> dict[str, Any]:
        """Return the changes by verdict, in their names on the wire."""
        said: dict[str, Any] = {
            verdict: [c.as_dict() for c in self.changes if c.verdict == verdict]
            for verdict in VERDICTS
        }
        return said | {"semver": self.semver}


def diff(old: Json, new: Json) -> Diff:
    """Compare two manifests; anything else than a manifest promises nothing."""
    found: list[Change] = []
    try:
        compare_documents(Surface(found, "", "the program", UNLISTED), old, new)
    except RecursionError:
        msg = "a manifest is nested too deep to be compared"
        raise InputError(msg, fix="see what writes it") from None
    semver = step((c.verdict for c in found), old.get("framework_version"))
    return Diff(tuple(found), semver)


def compare_documents(program: Surface, old: Json, new: Json) -> None:
    """Compare what is said of the whole program, then its commands."""
    spoken = manifest_dialect(old), manifest_dialect(new)
    if None not in spoken and spoken[0] != spoken[1]:
        names = [Word(name) for name in spoken]
        program.at("dialect", program.name).note("dialect_changed", *names)
    formats = old.get("schema_version"), new.get("schema_version")
    if not same(*formats):
        program.at("schema_version", program.name).note("format_changed", *formats)
    compare_unknown(program, old, new, DERIVED)
    compare_commands(program, Commands(old), Commands(new))


class Commands:
    """The commands of a manifest, found by any name that they can be called by."""

    __slots__ = ("below", "by_path", "formers")

    def __init__(self, manifest: Json) -> None:
        said = mapping(manifest.get("commands"))
        self.by_path: dict[str, Json] = {p: mapping(e) for p, e in said.items()}
        self.below: dict[str, dict[str, str]] = {}  # group → any name → path
        self.formers: dict[str, str] = {}  # former path → path
        for path, entry in self.by_path.items():
            group, _, name = path.rpartition(".")
            # A real name comes before an alias, whichever is read first.
            self.below.setdefault(group, {})[name] = path
            for former in former_names(entry):
                self.formers.setdefault(former, path)
        for path, entry in self.by_path.items():
            group, _, name = path.rpartition(".")
            for alias in texts(entry.get("aliases")):
                self.below[group].setdefault(alias, path)

    def find(self, path: str) -> str | None:
        """Return the path of what is called by a path, through groups' aliases too."""
        if path in self.by_path:
            return path
        found = ""
        for name in path.split("."):
            group = self.below.get(found, {})
            here = group.get(name)
            # A group need not have an entry of its own.
            found = here if here is not None else f"{found}.{name}".lstrip(".")
        return found if found in self.by_path else None

    def children(self, path: str) -> bool:
        """Tell whether a command has others below it."""
        return path in self.below if path else bool(self.by_path.keys() - {""})


def compare_commands(program: Surface, old: Commands, new: Commands) -> None:
    """Compare each command with what its name calls now; the rest is new."""
    known: set[str] = set()
    for path, entry in old.by_path.items():
        place = command_surface(program, path, entry)
        now = new.find(path)
        if now is not None and now != path:
            place.note("command_renamed", new=called(now))
        elif now is None:
            now = successor(place, path, entry, new)
        if now is None:
            continue
        known.add(now)
        if new.children(now) and path and not old.children(path):
            place.note("command_became_group")
        compare_names(place, path, old, now, new)
        if entry != new.by_path[now]:
            compare_command(place, entry, new.by_path[now])
    for path, entry in new.by_path.items():
        if path not in known:
            command_surface(program, path, entry).note("command_added")


def command_surface(program: Surface, path: str, entry: Json) -> Surface:
    """Return the surface of a command: its path, and how a person calls it."""
    level = level_of(entry.get("stability"), program.level)
    return Surface(program.found, path or ".", str(called(path)), level)


def successor(place: Surface, path: str, entry: Json, new: Commands) -> str | None:
    """Say what became of a command whose name is gone; return what to compare with."""
    if path in new.formers:
        place.note("command_redirected", new=called(new.formers[path]))
        return new.formers[path]
    group = path.rpartition(".")[0]
    for alias in texts(entry.get("aliases")):
        now = new.find(f"{group}.{alias}".lstrip("."))
        if now is not None:
            place.note("command_replaced", new=called(now))
            return now
    place.note("command_removed")
    return None


def compare_names(
    place: Surface, path: str, old: Commands, now: str, new: Commands
) -> None:
    """Compare by which other names a command can be called."""
    before, after = old.by_path[path], new.by_path[now]
    group, _, name = path.rpartition(".")
    for alias in texts(before.get("aliases")):
        found = new.find(f"{group}.{alias}".lstrip("."))
        part = place.at(f"aliases/{alias}", place.name)
        if found is None:
            part.note("alias_removed", called(alias))
        elif found != now:
            part.note("alias_moved", called(alias))
    known = {name, *texts(before.get("aliases"))}
    for alias in texts(after.get("aliases")):
        if alias not in known:
            place.at(f"aliases/{alias}", place.name).note(
                "alias_added", new=called(alias)
            )
    was, now_said = former_names(before), former_names(after)
    now_said.pop(path, None)  # that it moved is told already
    compare_formers(place, was, now_said, new)


def compare_formers(place: Surface, was: Json, now: Json, new: Commands) -> None:
    """Compare under which former names a command is found."""
    for former, permanent in was.items():
        part = place.at(f"renamed_from/{former}", place.name)
        if former in now and not same(permanent, now[former]):
            part.note("former_name_changed", called(former))
        elif former not in now and new.find(former) is None:
            part.note("former_name_removed", called(former))
    for former in now.keys() - was.keys():
        part = place.at(f"renamed_from/{former}", place.name)
        part.note("former_name_added", new=called(former))


def compare_command(place: Surface, old: Json, new: Json) -> None:
    """Compare what a command takes and promises."""
    compare_options(place, mapping(old.get("flags")), mapping(new.get("flags")))
    compare_arguments(place, old.get("arguments"), new.get("arguments"))
    compare_exits(place, mapping(old.get("exit_codes")), mapping(new.get("exit_codes")))
    compare_promoted(place, mapping(old.get("promotes")), mapping(new.get("promotes")))
    compare_output(place, old, new)
    compare_promises(place, old, new)
    for name in TEXTS:
        if not same(old.get(name), new.get(name)):
            place.at(name, place.name).note("text_changed", name=name)
    if bool(old.get("hidden")) is not bool(new.get("hidden")):
        shown = "command_hidden" if new.get("hidden") else "command_shown"
        place.at("hidden", place.name).note(shown)
    compare_unknown(place, old, new, KNOWN)


def compare_promises(place: Surface, old: Json, new: Json) -> None:
    """Compare danger, stability, permissions, conditions and time."""
    danger = old.get("danger_level"), new.get("danger_level")
    if None not in danger:
        part = place.at("danger_level", place.name)
        part.moved(*danger, "danger_raised", "danger_lowered")
    compare_stability(place.at("stability", place.name), old, new)
    compare_listed(place, old, new, "required_scopes", "scope_added", "scope_removed")
    for name in ("requires", "conflicts"):
        rules = "requirement_added", "requirement_removed"
        compare_listed(place, old, new, name, *rules)
    was, now = seconds(old), seconds(new)
    if was != now:
        longer = now > was
        rule = "timeout_lengthened" if longer else "timeout_shortened"
        place.at("timeout_seconds", place.name).note(rule, span(was), span(now))


def compare_stability(part: Surface, old: Json, new: Json) -> None:
    """Compare what a command says of its own stability."""
    was = level_of(old.get("stability"), UNLISTED)
    now = level_of(new.get("stability"), UNLISTED)
    if was == now:
        return
    if now == "deprecated":
        instead = new.get("replacement")
        named = isinstance(instead, str) and bool(instead)
        without = "deprecated_without_replacement"
        part.note("deprecated" if named else without, new=called(str(instead)))
    elif was == "deprecated":
        part.note("deprecation_withdrawn")
    elif was == UNLISTED:
        part.note("stability_said", new=Word(now))
    else:
        weaker = WEAKER.index(now) > WEAKER.index(was)
        rule = "stability_weakened" if weaker else "stability_raised"
        part.note(rule, Word(was), Word(now))


def former_names(entry: Json) -> dict[str, object]:
    """Return the former paths of a command, and whether each has moved for good."""
    said = [mapping(item) for item in listed(entry.get("renamed_from"))]
    return {
        i["path"]: i.get("permanent") for i in said if isinstance(i.get("path"), str)
    }


def span(seconds: float) -> Word:
    """Write a number of seconds, or that there is no limit."""
    return Word("any number of" if seconds == FOREVER else f"{seconds:g}")
