"""Options and arguments, before and after → changes of what may be passed.

An option is the same one if it can still be written as before; an argument has a place
and no name, so it is the place that counts.
"""

from __future__ import annotations

from ..model.envelope import is_array
from ._changes import Word, same, written
from ._diff_parts import FOREVER, compare_listed, compare_unknown, inside, number, texts
from .reader import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ._changes import Surface

    Json = Mapping[str, Any]

KNOWN = {
    "name", "type", "required", "description", "default", "enum_values", "short",
    "spellings", "items", "nargs", "places", "multiple", "negatives", "env",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format", "formats",
    "hidden", "sensitive", "requires", "conflicts", "stability",
}  # fmt: skip
# Type → the types that take all of its values.
WIDER = {
    "integer": {"number", "string", "array"},
    "number": {"string", "array"},
    "enum": {"string", "array"},
    "string": {"array"},
}
LOWEST = ("minimum", "exclusiveMinimum")
HIGHEST = ("maximum", "exclusiveMaximum")
COUNTS: dict[object, tuple[float, float]] = {
    "?": (0, 1), "*": (0, FOREVER), "+": (1, FOREVER),
}  # fmt: skip


def compare_options(place: Surface, old: Json, new: Json) -> None:
    """Compare the options of a command, each with what it is written as now."""
    owners = {s: name for name, e in new.items() for s in spellings(name, mapping(e))}
    known: set[str] = set()
    for name, said in old.items():
        before = mapping(said)
        part = option_surface(place, name, before)
        now = name if name in new else owners.get(f"--{name}")
        if now is None:
            part.note("option_removed")
            continue
        known.add(now)
        if now != name:
            part.note("option_renamed", new=Word(f"--{now}"))
        after = mapping(new[now])
        compare_spellings(part, name, before, now, after, owners)
        if before != after:
            compare_param(part, before, after)
    for name, said in new.items():
        if name not in known:
            required = mapping(said).get("required") is True
            part = option_surface(place, name, mapping(said))
            part.note("required_option_added" if required else "option_added")


def option_surface(place: Surface, name: str, entry: Json) -> Surface:
    """Return the surface of an option."""
    return place.at(f"flags/{name}", inside(place.name, f"--{name}"), entry)


def spellings(name: str, entry: Json) -> list[str]:
    """List every form that an option may be written in."""
    listed = texts(entry.get("spellings"))
    short = entry.get("short")
    usual = [f"--{name}", *([f"-{short}"] if isinstance(short, str) else [])]
    return [*(listed or usual), *texts(entry.get("negatives"))]


def compare_spellings(  # noqa: PLR0913 - an option on both sides, and all others
    part: Surface,
    name: str,
    before: Json,
    now: str,
    after: Json,
    owners: Mapping[str, str],
) -> None:
    """Compare in which forms an option may be written."""
    was = spellings(name, before)
    for form in was:
        owner = owners.get(form)
        if owner is None:
            part.note("spelling_removed", Word(form))
        elif owner != now:
            part.note("spelling_moved", Word(form), Word(f"--{owner}"))
    for form in spellings(now, after):
        if form not in was and form != f"--{now}":
            part.note("spelling_added", new=Word(form))


def compare_arguments(place: Surface, old: object, new: object) -> None:
    """Compare the arguments of a command; one that cannot say them is passed over."""
    if not is_array(old) or not is_array(new):
        return
    was: list[Json] = [mapping(item) for item in old]
    now: list[Json] = [mapping(item) for item in new]
    names, others = [name_of(a) for a in was], [name_of(a) for a in now]
    if names != others and sorted(names) == sorted(others):
        part = place.at("arguments", place.name)
        part.note("arguments_reordered", *(Word(" ".join(n)) for n in (names, others)))
        was = [was[names.index(name)] for name in others]
    elif len(was) == len(now):
        pass  # each place has kept its meaning, whatever it is called
    else:
        was, now = aligned(place, was, now)
    for before, after in zip(was, now, strict=True):
        part = argument_surface(place, before)
        if name_of(before) != name_of(after):
            part.note("argument_renamed", new=Word(name_of(after)))
        if before != after:
            compare_param(part, before, after)


def aligned(
    place: Surface, was: Sequence[Json], now: Sequence[Json]
) -> tuple[list[Json], list[Json]]:
    """Note what came and went; return the arguments that are on both sides."""
    names, others = [name_of(a) for a in was], [name_of(a) for a in now]
    kept = [name for name in names if name in others]
    for before in was:
        if name_of(before) not in kept:
            argument_surface(place, before).note("argument_removed")
    last = max((others.index(name) for name in kept), default=-1)
    for index, after in enumerate(now):
        if name_of(after) in kept:
            continue
        required = after.get("required") is True
        rule = "required_argument_added" if required else "argument_added"
        part = argument_surface(place, after)
        part.note("argument_inserted" if index < last else rule)
    once = list(dict.fromkeys(kept))
    return (
        [was[names.index(name)] for name in once],
        [now[others.index(name)] for name in once],
    )


def argument_surface(place: Surface, entry: Json) -> Surface:
    """Return the surface of an argument."""
    name = name_of(entry)
    return place.at(f"arguments/{name}", inside(place.name, name.upper()), entry)


def name_of(argument: Json) -> str:
    """Return what an argument is called in the help."""
    name = argument.get("name")
    return name if isinstance(name, str) else ""


def compare_param(part: Surface, old: Json, new: Json) -> None:
    """Compare which values an option or an argument takes."""
    required = old.get("required") is True, new.get("required") is True
    if required[0] is not required[1]:
        part.note("now_required" if required[1] else "now_optional")
    compare_type(part, old.get("type"), new.get("type"))
    if old.get("type") == new.get("type"):
        compare_type(part, old.get("items"), new.get("items"))
        if not same(old.get("places"), new.get("places")):
            part.note("type_narrowed", old.get("places"), new.get("places"))
    compare_choices(part, old, new)
    compare_count(part, old, new)
    compare_default(part, old, new)
    compare_listed(part, old, new, "env", "variable_added", "variable_removed")
    for name in ("requires", "conflicts"):
        rules = "requirement_added", "requirement_removed"
        compare_listed(part, old, new, name, *rules)
    compare_limits(part, old, new)
    for name, rule in (("hidden", "help_changed"), ("sensitive", "secrecy_changed")):
        flags = bool(old.get(name)), bool(new.get(name))
        if flags[0] is not flags[1]:
            part.note(rule, *(Word("yes" if flag else "no") for flag in flags))
    if not same(old.get("description"), new.get("description")):
        part.note("text_changed", name="description")
    compare_unknown(part, old, new, KNOWN)


def compare_type(part: Surface, old: object, new: object) -> None:
    """Compare the types of a value; what one side does not say is not compared."""
    if not isinstance(old, str) or not isinstance(new, str) or old == new:
        return
    wider = new in WIDER.get(old, ())
    part.note("type_widened" if wider else "type_narrowed", Word(old), Word(new))


def compare_choices(part: Surface, old: Json, new: Json) -> None:
    """Compare the words that are taken, where both sides list them."""
    was, now = texts(old.get("enum_values")), texts(new.get("enum_values"))
    if was and now:
        names = "enum_values", "choice_added", "choice_removed"
        compare_listed(part, old, new, *names)
    elif old.get("type") == new.get("type") and (was or now):
        rule = "type_narrowed" if now else "type_widened"
        anything = Word("anything")
        part.note(rule, was or anything, now or anything)


def compare_count(part: Surface, old: Json, new: Json) -> None:
    """Compare how many values stand in one place, and whether it may be repeated."""
    was, now = count(old.get("nargs")), count(new.get("nargs"))
    if was != now:
        fits = now[0] <= was[0] and was[1] <= now[1]
        shown = [Word(written(e.get("nargs", 1))) for e in (old, new)]
        part.note("count_widened" if fits else "count_narrowed", *shown)
    repeated = bool(old.get("multiple")), bool(new.get("multiple"))
    if repeated[0] is not repeated[1]:
        part.note("now_repeatable" if repeated[1] else "no_longer_repeatable")


def count(nargs: object) -> tuple[float, float]:
    """Return the least and the most values in one place."""
    if isinstance(nargs, int) and not isinstance(nargs, bool):
        return nargs, nargs
    return COUNTS.get(nargs, (1, 1)) if isinstance(nargs, str) else (1, 1)


def compare_default(part: Surface, old: Json, new: Json) -> None:
    """Compare what holds without it; null is a default like any other."""
    if "default" not in old and "default" not in new:
        return
    if "default" not in old:
        if old.get("required") is not True and not old.get("sensitive"):
            part.note("default_added", new=new["default"])
    elif "default" not in new:
        if new.get("required") is not True and not new.get("sensitive"):
            part.note("default_removed", old["default"])
    elif not same(old["default"], new["default"]):
        part.note("default_changed", old["default"], new["default"])


def compare_limits(part: Surface, old: Json, new: Json) -> None:
    """Compare the bounds and formats of a value."""
    for name in (*LOWEST, *HIGHEST):
        outermost = -FOREVER if name in LOWEST else FOREVER
        was, now = (number(side.get(name), outermost) for side in (old, new))
        if was != now:
            tighter = now > was if name in LOWEST else now < was
            rule = "limit_tightened" if tighter else "limit_relaxed"
            part.note(rule, said(old, name), said(new, name), name)
    was_as, now_as = (format_of(side) for side in (old, new))
    if not same(was_as, now_as):
        rule = "limit_relaxed" if now_as is None else "limit_tightened"
        part.note(rule, said(old, "format"), said(new, "format"), "format")
    was_in, now_in = texts(old.get("formats")), texts(new.get("formats"))
    if set(was_in) != set(now_in):
        lost = now_in and (not was_in or set(was_in) - set(now_in))
        rule = "limit_tightened" if lost else "limit_relaxed"
        part.note(rule, said(old, "formats"), said(new, "formats"), "formats")


def format_of(entry: Json) -> object:
    """Return what a text must look like; any text may be a path."""
    said: object = entry.get("format")
    return None if said == "path" else said


def said(entry: Json, name: str) -> object:
    """Return a value to be shown, or that there is none."""
    return entry[name] if name in entry else Word("none")
