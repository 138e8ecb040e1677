"""Two manifests → every change between them, judged.

A command is the same one if it can still be called by its old name: aliases and those
of its groups count, hidden ones too. What a manifest leaves out because its format has
no place for it is not compared.
"""

from __future__ import annotations

from ..errors import InputError
from ..record import Record, final
from ._diff_exits import compare_exits, compare_promoted
from ._diff_output import compare_output
from ._diff_params import FOREVER, compare_arguments, compare_options
from .changes import Below, Surface, Word, compare_listed, compare_unknown, same
from .levels import UNLISTED, VERDICTS, WEAKER, level_of, step
from .model import CommandPromise, Manifest
from .names import Names
from .schema import COMMAND, MANIFEST, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .changes import Change
    from .levels import Semver

TEXTS = ("description", "examples")
KNOWN = names(COMMAND)


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


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> Diff:
    """Compare two manifests; anything else than a manifest promises nothing."""
    found: list[Change] = []
    try:
        program = Surface(found, "", "the program", UNLISTED)
        compare_documents(program, Manifest(old), Manifest(new))
    except RecursionError:
        msg = "a manifest is nested too deep to be compared"
        raise InputError(msg, fix="see what writes it") from None
    semver = step((c.verdict for c in found), old.get("framework_version"))
    return Diff(tuple(found), semver)


def compare_documents(program: Surface, old: Manifest, new: Manifest) -> None:
    """Compare what is said of the whole program, then its commands."""
    spoken = old.dialect, new.dialect
    if None not in spoken and spoken[0] != spoken[1]:
        tables = [Word(name) for name in spoken]
        program.at("dialect", program.name).note("dialect_changed", *tables)
    elif old.signals:  # numbers of the same table, if there were any
        compare_signals(program, old.signals, new.signals)
    formats = old.schema_version, new.schema_version
    if not same(*formats):
        program.at("schema_version", program.name).note("format_changed", *formats)
    compare_unknown(program, old, new, names(MANIFEST))
    compare_commands(program, Names(old), Names(new))


def compare_signals(
    program: Surface, old: Mapping[str, int], new: Mapping[str, int]
) -> None:
    """Compare what callers see of a program that was cancelled."""
    for name, number in old.items():
        if new.get(name) != number:
            now = new.get(name, Word("nothing"))
            place = program.at(f"signals/{name}", program.name)
            place.note("signal_changed", number, now, name)


def compare_commands(program: Surface, old: Names, new: Names) -> None:
    """Compare each command with what its name calls now; the rest is new."""
    known: set[str] = set()
    compare_bare_groups(program, old, new, known)
    for path, command in old.by_path.items():
        place = command_surface(program, command, old)
        now = new.find(path)
        if now is not None and now != path:
            place.note("command_renamed", new=called(now))
        elif now is None and not is_bare(path, old, new):
            now = successor(place, command, new)
        if now is None:
            continue
        known.add(now)
        if new.has_children(now) and path and not old.has_children(path):
            place.note("command_became_group")
        compare_names(place, command, new.by_path[now], new)
        if command.raw != new.by_path[now].raw:
            compare_command(place, command, new.by_path[now])
    for path, command in new.by_path.items():
        if path not in known:
            command_surface(program, command, new).note("command_added")


def compare_bare_groups(
    program: Surface, old: Names, new: Names, known: set[str]
) -> None:
    """Compare what stands before the commands of a group that says nothing else.

    A program without options of its own has no entry; with the first one it gets one.
    """
    for path in old.bare_groups():
        now = new.find(path)
        if now is not None and new.has_children(now):
            known.add(now)
            compare_taken(program, nothing(path), new.by_path[now], old)
    for path in new.bare_groups():
        if is_bare(path, old, new):
            compare_taken(program, old.by_path[path], nothing(path), old)


def is_bare(path: str, old: Names, new: Names) -> bool:
    """Tell whether a group is still one, but has no entry of its own any more."""
    return path in old.by_path and old.has_children(path) and path in new.bare_groups()


def nothing(path: str) -> CommandPromise:
    """Return a group that takes neither options nor arguments."""
    return CommandPromise({"arguments": []}, path)


def compare_taken(
    program: Surface, before: CommandPromise, after: CommandPromise, old: Names
) -> None:
    """Compare what a group takes, where one side says no more of it."""
    place = command_surface(program, before, old)
    compare_options(place, before.options, after.options)
    compare_arguments(place, before, after)


def command_surface(program: Surface, command: CommandPromise, own: Names) -> Surface:
    """Return the surface of a command: its path, and how a person calls it."""
    level = level_of(command.text("stability"), program.level)
    name = str(called(command.path))
    found = own.commands_below(command.path) if own.has_children(command.path) else []
    below = Below(
        f"{counted(len(found))} below {name}",
        tuple(level_of(one.text("stability"), program.level) for one in found),
    )
    path = command.path or "."
    return Surface(program.found, path, name, level, below if found else None)


def counted(commands: int) -> str:
    """Say how many commands there are."""
    return "the one command" if commands == 1 else f"all {commands} commands"


def successor(place: Surface, command: CommandPromise, new: Names) -> str | None:
    """Say what became of a command whose name is gone; return what to compare with."""
    path = command.path
    if path in new.formers:
        place.note("command_redirected", new=called(new.formers[path]))
        return new.formers[path]
    group = path.rpartition(".")[0]
    for alias in command.aliases:
        now = new.find(f"{group}.{alias}".lstrip("."))
        if now is not None:
            place.note("command_replaced", new=called(now))
            return now
    place.note("command_removed")
    return None


def compare_names(
    place: Surface, before: CommandPromise, after: CommandPromise, new: Names
) -> None:
    """Compare by which other names a command can be called."""
    group, _, name = before.path.rpartition(".")
    for alias in before.aliases:
        found = new.find(f"{group}.{alias}".lstrip("."))
        part = place.at(f"aliases/{alias}", place.name)
        if found is None:
            part.note("alias_removed", called(alias))
        elif found != after.path:
            part.note("alias_moved", called(alias))
    known = {name, *before.aliases}
    for alias in after.aliases:
        if alias not in known:
            place.at(f"aliases/{alias}", place.name).note(
                "alias_added", new=called(alias)
            )
    now = after.formers
    now.pop(before.path, None)  # the move itself is noted already
    compare_formers(place, before.formers, now, new)


def compare_formers(
    place: Surface, was: Mapping[str, object], now: Mapping[str, object], new: Names
) -> None:
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


def compare_command(place: Surface, old: CommandPromise, new: CommandPromise) -> None:
    """Compare what a command takes and promises."""
    compare_options(place, old.options, new.options)
    compare_arguments(place, old, new)
    compare_exits(place, old.exit_codes, new.exit_codes)
    compare_promoted(place, old.object("promotes"), new.object("promotes"))
    compare_output(place, old, new)
    compare_promises(place, old, new)
    for name in TEXTS:
        if not same(old.raw.get(name), new.raw.get(name)):
            place.at(name, place.name).note("text_changed", name=name)
    if old.hidden is not new.hidden:
        shown = "command_hidden" if new.hidden else "command_shown"
        place.at("hidden", place.name).note(shown)
    compare_unknown(place, old, new, KNOWN)


def compare_promises(place: Surface, old: CommandPromise, new: CommandPromise) -> None:
    """Compare danger, stability, permissions, conditions and time."""
    danger = old.raw.get("danger_level"), new.raw.get("danger_level")
    if None not in danger:
        part = place.at("danger_level", place.name)
        part.moved(*danger, "danger_raised", "danger_lowered")
    compare_stability(place.at("stability", place.name), old, new)
    compare_listed(place, old, new, "required_scopes", "scope_added", "scope_removed")
    for name in ("requires", "conflicts"):
        rules = "requirement_added", "requirement_removed"
        compare_listed(place, old, new, name, *rules)
    was, now = (side.number("timeout_seconds", FOREVER) for side in (old, new))
    if was != now:
        longer = now > was
        rule = "timeout_lengthened" if longer else "timeout_shortened"
        place.at("timeout_seconds", place.name).note(rule, span(was), span(now))


def compare_stability(part: Surface, old: CommandPromise, new: CommandPromise) -> None:
    """Compare what a command says of its own stability."""
    was = level_of(old.text("stability"), UNLISTED)
    now = level_of(new.text("stability"), UNLISTED)
    if was == now:
        return
    if now == "deprecated":
        instead = new.text("replacement")
        without = "deprecated_without_replacement"
        part.note("deprecated" if instead else without, new=called(instead))
    elif was == "deprecated":
        part.note("deprecation_withdrawn")
    elif was == UNLISTED:
        part.note("stability_said", new=Word(now))
    else:
        weaker = WEAKER.index(now) > WEAKER.index(was)
        rule = "stability_weakened" if weaker else "stability_raised"
        part.note(rule, Word(was), Word(now))


def called(path: str) -> Word:
    """Write a command as a person calls it; the program itself has no other name."""
    return Word(f"`{path.replace('.', ' ')}`" if path else "the program")


def span(seconds: float) -> Word:
    """Write a number of seconds, or that there is no limit."""
    return Word("any number of" if seconds == FOREVER else f"{seconds:g}")
