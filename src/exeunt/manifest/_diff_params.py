"""Options and arguments, before and after → changes of what may be passed.

An option is the same one if it can still be written as before; an argument has a place
and no name, so it is the place that counts.
"""

from __future__ import annotations

from ..model.envelope import is_array
from .changes import Word, compare_listed, compare_unknown, same, written
from .schema import VALUE, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .changes import Surface
    from .model import CommandPromise, ParamPromise

    Options = Mapping[str, ParamPromise]

FOREVER = float("inf")
KNOWN = names(VALUE)
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


def compare_options(place: Surface, old: Options, new: Options) -> None:
    """Compare the options of a command, each with what it is written as now."""
    owners = {form: name for name, option in new.items() for form in forms(option)}
    known: set[str] = set()
    for name, before in old.items():
        part = option_surface(place, before)
        now = name if name in new else owners.get(f"--{name}")
        if now is None:
            part.note("option_removed")
            continue
        known.add(now)
        if now != name:
            part.note("option_renamed", new=Word(f"--{now}"))
        compare_spellings(part, before, new[now], owners)
        if before.raw != new[now].raw:
            compare_param(part, before, new[now])
    for name, after in new.items():
        if name not in known:
            rule = "required_option_added" if after.required else "option_added"
            option_surface(place, after).note(rule)


def option_surface(place: Surface, option: ParamPromise) -> Surface:
    """Return the surface of an option."""
    name = option.name
    return place.at(f"flags/{name}", inside(place.name, f"--{name}"), option)


def inside(name: str, word: str) -> str:
    """Write a word of a call behind the command that it belongs to."""
    return f"{name[:-1]} {word}`" if name.endswith("`") else f"`{word}`"


def forms(option: ParamPromise) -> list[str]:
    """List every form that an option may be written in."""
    return [*option.spellings, *option.texts("negatives")]


def compare_spellings(
    part: Surface, before: ParamPromise, after: ParamPromise, owners: Mapping[str, str]
) -> None:
    """Compare in which forms an option may be written."""
    was = forms(before)
    for form in was:
        owner = owners.get(form)
        if owner is None:
            part.note("spelling_removed", Word(form))
        elif owner != after.name:
            part.note("spelling_moved", Word(form), Word(f"--{owner}"))
    for form in forms(after):
        if form not in was and form != f"--{after.name}":
            part.note("spelling_added", new=Word(form))


def compare_arguments(place: Surface, old: CommandPromise, new: CommandPromise) -> None:
    """Compare the arguments of a command; one that cannot say them is passed over."""
    if not all(is_array(side.raw.get("arguments")) for side in (old, new)):
        return
    was, now = old.arguments, new.arguments
    before_names, after_names = [a.name for a in was], [a.name for a in now]
    if before_names != after_names and sorted(before_names) == sorted(after_names):
        part = place.at("arguments", place.name)
        orders = (Word(" ".join(order)) for order in (before_names, after_names))
        part.note("arguments_reordered", *orders)
        was = [was[before_names.index(name)] for name in after_names]
    elif len(was) != len(now):  # else each place means what it did, by any name
        was, now = aligned(place, was, now)
    for before, after in zip(was, now, strict=True):
        part = argument_surface(place, before)
        if before.name != after.name:
            part.note("argument_renamed", new=Word(after.name))
        if before.raw != after.raw:
            compare_param(part, before, after)


def aligned(
    place: Surface, was: Sequence[ParamPromise], now: Sequence[ParamPromise]
) -> tuple[list[ParamPromise], list[ParamPromise]]:
    """Note what came and went; return the arguments that are on both sides."""
    before_names, after_names = [a.name for a in was], [a.name for a in now]
    kept = [name for name in before_names if name in after_names]
    for before in was:
        if before.name not in kept:
            argument_surface(place, before).note("argument_removed")
    last = max((after_names.index(name) for name in kept), default=-1)
    for index, after in enumerate(now):
        if after.name in kept:
            continue
        rule = "required_argument_added" if after.required else "argument_added"
        part = argument_surface(place, after)
        part.note("argument_inserted" if index < last else rule)
    once = list(dict.fromkeys(kept))
    return (
        [was[before_names.index(name)] for name in once],
        [now[after_names.index(name)] for name in once],
    )


def argument_surface(place: Surface, argument: ParamPromise) -> Surface:
    """Return the surface of an argument."""
    name = argument.name
    return place.at(f"arguments/{name}", inside(place.name, name.upper()), argument)


def compare_param(part: Surface, old: ParamPromise, new: ParamPromise) -> None:
    """Compare which values an option or an argument takes."""
    if old.required is not new.required:
        part.note("now_required" if new.required else "now_optional")
    compare_type(part, old.type, new.type)
    if old.raw.get("type") == new.raw.get("type"):
        compare_type(part, old.text("items"), new.text("items"))
        places = old.raw.get("places"), new.raw.get("places")
        if not same(*places):
            part.note("type_narrowed", *places)
    compare_choices(part, old, new)
    compare_count(part, old, new)
    compare_default(part, old, new)
    compare_listed(part, old, new, "env", "variable_added", "variable_removed")
    for name in ("requires", "conflicts"):
        rules = "requirement_added", "requirement_removed"
        compare_listed(part, old, new, name, *rules)
    compare_limits(part, old, new)
    for name, rule in (("hidden", "help_changed"), ("sensitive", "secrecy_changed")):
        flags = old.flag(name), new.flag(name)
        if flags[0] is not flags[1]:
            part.note(rule, *(Word("yes" if flag else "no") for flag in flags))
    if not same(old.raw.get("description"), new.raw.get("description")):
        part.note("text_changed", name="description")
    compare_unknown(part, old, new, KNOWN)


def compare_type(part: Surface, old: str, new: str) -> None:
    """Compare the types of a value; what one side does not say is not compared."""
    if not old or not new or old == new:
        return
    wider = new in WIDER.get(old, ())
    part.note("type_widened" if wider else "type_narrowed", Word(old), Word(new))


def compare_choices(part: Surface, old: ParamPromise, new: ParamPromise) -> None:
    """Compare the words that are taken, where both sides list them."""
    was, now = old.choices, new.choices
    if "enum_values" in (*old.computed, *new.computed):
        return
    if was and now:
        compare_words(part, old, new)
    elif old.raw.get("type") == new.raw.get("type") and (was or now):
        rule = "type_narrowed" if now else "type_widened"
        anything = Word("anything")
        part.note(rule, was or anything, now or anything)


def compare_words(part: Surface, old: ParamPromise, new: ParamPromise) -> None:
    """Compare the words themselves, and whether their case matters."""
    for word in dict.fromkeys(old.choices):
        if not new.takes(word):
            part.at(f"enum_values/{word}", part.name).note("choice_removed", Word(word))
    for word in dict.fromkeys(new.choices):
        if not old.takes(word):
            added = part.at(f"enum_values/{word}", part.name)
            added.note("choice_added", new=Word(word))
    if old.ignore_case is not new.ignore_case:
        part.note("case_ignored" if new.ignore_case else "case_matters")


def compare_count(part: Surface, old: ParamPromise, new: ParamPromise) -> None:
    """Compare how many values stand in one place, and whether it may be repeated."""
    said = [side.raw.get("nargs", 1) for side in (old, new)]
    was, now = map(count, said)
    if was != now:
        fits = now[0] <= was[0] and was[1] <= now[1]
        shown = [Word(written(nargs)) for nargs in said]
        part.note("count_widened" if fits else "count_narrowed", *shown)
    repeated = old.flag("multiple"), new.flag("multiple")
    if repeated[0] is not repeated[1]:
        part.note("now_repeatable" if repeated[1] else "no_longer_repeatable")


def count(nargs: object) -> tuple[float, float]:
    """Return the least and the most values in one place."""
    if isinstance(nargs, int) and not isinstance(nargs, bool):
        return nargs, nargs
    return COUNTS.get(nargs, (1, 1)) if isinstance(nargs, str) else (1, 1)


def compare_default(part: Surface, old: ParamPromise, new: ParamPromise) -> None:
    """Compare what holds without it; null is a default like any other."""
    if "default" in (*old.computed, *new.computed):
        return
    before, after = "default" in old.raw, "default" in new.raw
    if before and after:
        if not same(old.default, new.default) and not same_word(old, new):
            part.note("default_changed", old.default, new.default)
    elif after and not old.required and not old.sensitive:
        part.note("default_added", new=new.default)
    elif before and not new.required and not new.sensitive:
        part.note("default_removed", old.default)


def same_word(old: ParamPromise, new: ParamPromise) -> bool:
    """Tell whether two defaults are one word in another case, where none matters."""
    words = [one.default for one in (old, new)]
    texts = [word.lower() for word in words if isinstance(word, str)]
    anyhow = old.ignore_case and new.ignore_case
    return anyhow and len(texts) == len(words) and len(set(texts)) == 1


def compare_limits(part: Surface, old: ParamPromise, new: ParamPromise) -> None:
    """Compare the bounds and formats of a value."""
    made = {*old.computed, *new.computed}
    for name in (one for one in (*LOWEST, *HIGHEST) if one not in made):
        outermost = -FOREVER if name in LOWEST else FOREVER
        was, now = (side.number(name, outermost) for side in (old, new))
        if was != now:
            tighter = now > was if name in LOWEST else now < was
            rule = "limit_tightened" if tighter else "limit_relaxed"
            part.note(rule, said(old, name), said(new, name), name)
    was_as, now_as = (format_of(side) for side in (old, new))
    if not same(was_as, now_as):
        rule = "limit_relaxed" if now_as is None else "limit_tightened"
        part.note(rule, said(old, "format"), said(new, "format"), "format")
    was_in, now_in = (set(side.texts("formats")) for side in (old, new))
    if was_in != now_in:
        lost = now_in and (not was_in or was_in - now_in)
        rule = "limit_tightened" if lost else "limit_relaxed"
        part.note(rule, said(old, "formats"), said(new, "formats"), "formats")


def format_of(param: ParamPromise) -> object:
    """Return what a text must look like; any text may be a path."""
    shape: object = param.raw.get("format")
    return None if shape == "path" else shape


def said(param: ParamPromise, name: str) -> object:
    """Return a value to be shown, or that there is none."""
    return param.raw.get(name, Word("none"))
