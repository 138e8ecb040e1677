"""What a command prints, before and after → changes that its readers notice.

For readers the rules are the other way round: what may come less is fine, what may
come more is not.
"""

from __future__ import annotations

from ..model.document import mapping
from ..model.envelope import is_array
from .changes import Word, compare_listed, compare_unknown, same, written
from .model import Fields, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .changes import Surface
    from .model import CommandPromise

    Json = Mapping[str, Any]

DEEPEST = 64  # levels of a shape that are compared: more than any reader follows
ALTERNATIVES = ("anyOf", "oneOf")
TEXTS = {"description", "title", "examples", "default", "$comment", "deprecated"}
DEFINITIONS = ("definitions", "$defs")
SHAPING = {
    "type", "properties", "required", "items", "additionalProperties", "enum", "const",
    "format", "$ref", "$schema", "$id", *ALTERNATIVES, *DEFINITIONS,
}  # fmt: skip
BOUNDS = {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems",
    "minProperties", "maxProperties",
}  # fmt: skip


def compare_output(place: Surface, old: CommandPromise, new: CommandPromise) -> None:
    """Compare what a command prints: its form, its modes, the shape of its data."""
    was, now = old.output, new.output
    if not same(was, now):
        rule = "output_promised" if was == "prose" else "output_changed"
        place.at("output", place.name).note(rule, Word(was), Word(now))
    rules = "mode_added", "mode_removed"
    compare_listed(place, old, new, "output_formats", *rules)
    before, after = old.output_schema, new.output_schema
    part = place.at("output_schema", place.name)
    if before and after:
        Shapes(before, after).compare(part, "data", before, after)
    elif before and was == now:
        part.note("shape_withdrawn")
    elif after and was == now:
        part.note("shape_promised")


class Shapes:
    """Two schemas and their definitions; a shape within itself is compared once."""

    __slots__ = ("alike", "new", "old", "seen")

    def __init__(self, old: Json, new: Json) -> None:
        self.old: Json = old
        self.new: Json = new
        self.seen: set[tuple[object, object]] = set()
        # Then the same reference is the same shape.
        self.alike: bool = all(old.get(n) == new.get(n) for n in DEFINITIONS)

    def compare(self, part: Surface, field: str, old: object, new: object) -> None:
        """Compare the shape of one field, alternative by alternative."""
        if self.alike and old == new:
            return
        pair = ref_of(old), ref_of(new)
        if None not in pair:
            if pair in self.seen:
                return
            self.seen.add(pair)
        elif field.count(".") + field.count("[") > DEEPEST:
            return
        before, after = branches(self.old, old), branches(self.new, new)
        rest = list(before)
        for branch in after:
            match = partner(branch, rest)
            if match is None:
                part.note("field_retyped", kinds(before), kind_of(branch))
                continue
            rest.remove(match)
            self.compare_branch(part, field, match, branch)
        if rest and len(after) < len(before):
            part.note("field_narrowed", kinds(before), kinds(after))

    def compare_branch(self, part: Surface, field: str, old: Json, new: Json) -> None:
        """Compare two shapes of one type."""
        if old.get("type") == "number" and new.get("type") == "integer":
            part.note("field_narrowed", Word("number"), Word("integer"))
        compare_values(part, old, new)
        if not same(old.get("format"), new.get("format")):
            rule = "field_retyped" if "format" in old else "field_narrowed"
            part.note(rule, *(Word(s.get("format") or "any text") for s in (old, new)))
        self.compare_fields(part, field, old, new)
        self.compare_items(part, field, old, new)
        for name in sorted(BOUNDS & (old.keys() | new.keys())):
            if not same(old.get(name), new.get(name)) and not is_tuple(old, new):
                part.note("bounds_changed", old.get(name), new.get(name), name)
        for name in sorted(TEXTS & (old.keys() | new.keys())):
            if not same(old.get(name), new.get(name)):
                part.note("text_changed", name=name)
        known = TEXTS | SHAPING | BOUNDS
        compare_unknown(part, Fields(old), Fields(new), known)

    def compare_fields(self, part: Surface, field: str, old: Json, new: Json) -> None:
        """Compare the fields of an object."""
        was, now = mapping(old.get("properties")), mapping(new.get("properties"))
        needed, given = (Fields(s).texts("required") for s in (old, new))
        for name in (*was, *(name for name in now if name not in was)):
            inner = f"{field}.{name}"
            before = Fields(mapping(was.get(name)))
            place = part.at(name, f"`{inner}` of {owner(part.name)}", before)
            if name not in now:
                place.note("field_removed")
            elif name not in was:
                place.note("field_added")
            else:
                if (name in needed) is not (name in given):
                    always = name in given
                    place.note("field_now_required" if always else "field_now_optional")
                self.compare(place, inner, was[name], now[name])
        self.compare_rest(part, field, old, new)

    def compare_rest(self, part: Surface, field: str, old: Json, new: Json) -> None:
        """Compare the fields of an object that has no names for them."""
        was, now = (mapping(s.get("additionalProperties")) for s in (old, new))
        if was and now:
            inner = f"{field}.*"
            place = part.at("*", f"`{inner}` of {owner(part.name)}")
            self.compare(place, inner, was, now)

    def compare_items(self, part: Surface, field: str, old: Json, new: Json) -> None:
        """Compare the items of an array, or its places one by one."""
        was: object = old.get("items")
        now: object = new.get("items")
        if is_array(was) and is_array(now):
            if len(was) != len(now):
                part.note("places_changed", len(was), len(now))
            pairs = list(zip(was, now, strict=False))
        elif is_array(was) is not is_array(now):
            part.note("field_retyped", Word("array"), Word("array of another kind"))
            return
        else:
            pairs = [(was, now)] if mapping(was) and mapping(now) else []
        for index, (before, after) in enumerate(pairs):
            step = str(index) if is_array(was) else ""
            inner = f"{field}[{step}]"
            place = part.at(f"[{step}]", f"`{inner}` of {owner(part.name)}")
            self.compare(place, inner, before, after)


def compare_values(part: Surface, old: Json, new: Json) -> None:
    """Compare which values may come, where a shape lists them."""
    was, now = values(old), values(new)
    if was is None and now is not None:
        part.note("field_narrowed", kind_of(old), now)
    elif was is not None and now is None:
        part.note("field_retyped", was, kind_of(new))
    elif was is not None and now is not None:
        before, after = ({written(v): v for v in side} for side in (was, now))
        for text in before.keys() - after.keys():
            part.note("value_removed", before[text])
        for text in after.keys() - before.keys():
            part.note("value_added", new=after[text])


def values(shape: Json) -> list[object] | None:
    """Return the values that a shape lists, if it does."""
    if "const" in shape:
        return [shape["const"]]
    among: object = shape.get("enum")
    return among if is_array(among) else None


def branches(root: Json, shape: object) -> list[Json]:
    """List what a shape may be: one entry for each type, references followed."""
    found: list[Json] = []
    waiting = [shape]
    followed: set[str] = set()
    while waiting:
        one = waiting.pop(0)
        ref = ref_of(one)
        if ref is not None:
            if ref not in followed:
                followed.add(ref)
                waiting.insert(0, resolved(root, ref))
            continue
        here = mapping(one)
        inside = [b for name in ALTERNATIVES for b in listed(here.get(name))]
        kinds = listed(here.get("type"))
        if inside:
            waiting = [*inside, *waiting]
        elif kinds:
            found += [{**here, "type": kind} for kind in kinds]
        else:
            found.append(here)
    return found


def ref_of(shape: object) -> str | None:
    """Return where a shape stands, if that is elsewhere."""
    ref = mapping(shape).get("$ref")
    return ref if isinstance(ref, str) else None


def resolved(root: Json, ref: str) -> object:
    """Follow a reference within a document; another one says nothing."""
    found: object = root
    for step in ref.removeprefix("#").strip("/").split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        found = mapping(found).get(name) if name else found
    return found if ref.startswith("#") else {}


def partner(shape: Json, among: list[Json]) -> Json | None:
    """Find what a shape was before: the same, or one of its type or a wider one."""
    for other in among:
        if other == shape:
            return other
    kind = shape.get("type")
    tagged = [o for o in among if same(o.get("type"), kind)]
    wider = [o for o in among if kind == "integer" and o.get("type") == "number"]
    anything = [o for o in among if "type" not in o and "enum" not in o]
    return next(iter([*tagged, *wider, *anything]), None)


def kind_of(shape: Json) -> Word:
    """Name the type of a shape."""
    kind = shape.get("type")
    return Word(kind if isinstance(kind, str) else "anything")


def kinds(shapes: list[Json]) -> Word:
    """Name the types of some shapes."""
    return Word(" or ".join(dict.fromkeys(kind_of(shape) for shape in shapes)))


def is_tuple(*shapes: Json) -> bool:
    """Tell whether the bounds of an array only repeat the number of its places."""
    return any(is_array(shape.get("items")) for shape in shapes)


def owner(name: str) -> str:
    """Return the command that a field's name ends with."""
    return name.rpartition(" of ")[2]
