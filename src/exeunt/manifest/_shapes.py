"""A handler's return annotation → the schema of its data, as exeunt writes it.

What is not understood is `{}`: anything. Nothing is imported for a type that the
author's own module has not imported already.
"""

from __future__ import annotations

import sys
import types
from enum import Enum

from ..model.done import NotModified, Page
from ..model.json import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Schema = dict[str, Any]

SCALARS = ("string", "integer", "number", "boolean", "null")
BINARY: Schema = {
    "type": "object",
    "properties": {
        "type": {"const": "binary"},
        "encoding": {"const": "base64"},
        "value": {"type": "string"},
        "size_bytes": {"type": "integer"},
    },
    "required": ["type", "encoding", "value", "size_bytes"],
}
# By where a type comes from, so that none has to be imported; a base counts, too.
BY_NAME: dict[tuple[str, str], Schema] = {
    ("builtins", "bool"): {"type": "boolean"},
    ("builtins", "int"): {"type": "integer"},
    ("builtins", "float"): {"type": "number"},
    ("builtins", "str"): {"type": "string"},
    ("builtins", "NoneType"): {"type": "null"},
    ("builtins", "bytes"): BINARY,
    ("builtins", "bytearray"): BINARY,
    ("builtins", "memoryview"): BINARY,
    ("builtins", "dict"): {"type": "object"},
    ("builtins", "list"): {"type": "array"},
    ("builtins", "tuple"): {"type": "array"},
    ("builtins", "set"): {"type": "array"},
    ("builtins", "frozenset"): {"type": "array"},
    ("collections.abc", "Mapping"): {"type": "object"},
    ("collections.abc", "Sequence"): {"type": "array"},
    ("datetime", "datetime"): {"type": "string", "format": "date-time"},
    ("datetime", "date"): {"type": "string", "format": "date"},
    ("datetime", "time"): {"type": "string", "format": "time"},
    ("datetime", "timedelta"): {"type": "number"},
    ("decimal", "Decimal"): {"type": "string"},
    ("fractions", "Fraction"): {"type": "string"},
    ("uuid", "UUID"): {"type": "string", "format": "uuid"},
    ("pathlib", "PurePath"): {"type": "string"},
    ("pathlib._local", "PurePath"): {"type": "string"},  # where Python 3.13 keeps it
}


def output_schema(handler: Callable[..., Any] | None, *, numbers: bool) -> Schema:
    """Describe the data of a handler; `numbers`: an int it returns is no data."""
    hint = returned(handler)
    if hint is None or hint is type(None):
        return {}  # what it prints is its data, which no annotation declares
    shapes = Shapes()
    shape = top(shapes.of(hint), numbers=numbers)
    if shape and shapes.definitions:
        shape = {**shape, "definitions": shapes.definitions}
    return shape


def returned(handler: Any) -> Any:
    """Find a handler's return annotation under its decorators, and evaluate it."""
    seen = 0
    while handler is not None and seen < 20:  # noqa: PLR2004 - decorators in a row
        seen += 1
        inner = getattr(handler, "__wrapped__", None) or getattr(handler, "func", None)
        if inner is None:
            break
        handler = inner
    try:
        hint = getattr(handler, "__annotations__", {}).get("return")
    except Exception:  # noqa: BLE001 - Python 3.14 evaluates them only now
        return None
    space = getattr(handler, "__globals__", {})
    return awaited(evaluated(hint, space, closure_of(handler)))


def closure_of(handler: Any) -> dict[str, Any]:
    """Return the names that a function sees around it."""
    code = getattr(handler, "__code__", None)
    cells = getattr(handler, "__closure__", None) or ()
    found: dict[str, Any] = {}
    for name, cell in zip(getattr(code, "co_freevars", ()), cells, strict=False):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue  # not yet bound
    return found


def evaluated(hint: Any, space: Mapping[str, Any], near: Mapping[str, Any]) -> Any:
    """Evaluate an annotation that is a text; None if its names are not there."""
    hint = getattr(hint, "__forward_arg__", hint)
    if not isinstance(hint, str):
        return hint
    try:
        return eval(hint, dict(space), dict(near))  # noqa: S307 - the author's own code
    except Exception:  # noqa: BLE001 - a name that only type checkers see
        return None


def awaited(hint: Any) -> Any:
    """Return what an awaitable yields."""
    from collections.abc import Awaitable, Coroutine  # when asked

    origin, members = getattr(hint, "__origin__", None), getattr(hint, "__args__", ())
    return members[-1] if origin in {Awaitable, Coroutine} and members else hint


def top(shape: Schema, *, numbers: bool) -> Schema:
    """Describe what stands in `data`: a scalar is wrapped, null is an empty object."""
    if "anyOf" in shape:
        members = [top(member, numbers=numbers) for member in shape["anyOf"]]
        return {"anyOf": members} if all(members) else {}
    kind = shape.get("type")
    if "enum" in shape or kind in SCALARS:
        if kind == "null":
            return {"type": "object"}
        if numbers and kind in {"integer", "boolean"}:
            return {}  # an exit code; the data is what was printed
        return fields({"value": shape}, ["value"])
    return shape


class Shapes:
    """One annotation's walk: what is being visited, and what refers to itself."""

    def __init__(self) -> None:
        self.visiting: list[Any] = []
        self.definitions: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """Describe values of a type, as exeunt writes them."""
        import typing  # 9 ms, only when a program is asked for it

        hint = type(None) if hint is None else stripped(hint)
        origin, members = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Literal:
            return one_of([plain(member) for member in members])
        if is_union(origin):
            return self.union(members)
        if origin is not None:
            return self.generic(origin, members)
        return self.of_class(hint) if isinstance(hint, type) else {}

    def union(self, members: tuple[Any, ...]) -> Schema:
        """Describe one of several types; not_modified() sends no data."""
        shapes = [self.of(kind) for kind in members if kind is not NotModified]
        distinct = [s for i, s in enumerate(shapes) if s not in shapes[:i]]
        if len(distinct) == 1:
            return distinct[0]
        return {"anyOf": distinct} if all(distinct) else {}

    def generic(self, origin: Any, members: tuple[Any, ...]) -> Schema:
        """Describe a container with its items."""
        base = self.of_class(origin) if isinstance(origin, type) else {}
        kind, last = base.get("type"), members[-1] if members else None
        if "properties" in base or not members:
            return base
        if kind == "object":
            return {**base, "additionalProperties": self.of(last)}
        if kind != "array":
            return base
        if issubclass(origin, tuple) and last is not Ellipsis:
            return places([self.of(member) for member in members])
        return {**base, "items": self.of(members[0])}

    def of_class(self, kind: Any) -> Schema:
        """Describe a class: by what it is, by the marks it carries, by its name."""
        if issubclass(kind, (Page, NotModified)) or hasattr(kind, "__exeunt_json__"):
            return {}
        if issubclass(kind, Enum):
            return one_of([plain(member.value) for member in kind])
        for mark, describe in MARKS:
            if hasattr(kind, mark):
                return self.once(kind, describe)
        if hasattr(kind, "_fields") and hasattr(kind, "_make"):
            return self.once(kind, named_tuple)
        for base in kind.__mro__:
            found = BY_NAME.get((base.__module__, base.__qualname__))
            if found is not None:
                return dict(found)
        return {}

    def once(self, kind: Any, describe: Callable[[Shapes, Any], Schema]) -> Schema:
        """Describe a class in place, or by reference where it holds itself."""
        name = kind.__name__
        if kind in self.visiting:
            self.definitions[name] = {}  # filled when its own visit ends
            return {"$ref": f"#/definitions/{name}"}
        self.visiting.append(kind)
        try:
            shape = describe(self, kind)
        finally:
            self.visiting.pop()
        if name not in self.definitions:
            return shape
        self.definitions[name] = shape
        # The same once more beside the reference, so that a reader sees an object.
        return shape if not self.visiting else {"$ref": f"#/definitions/{name}"}

    def hints(self, kind: Any, names: list[str]) -> dict[str, Schema]:
        """Describe the fields of a class by their annotations."""
        found = field_types(kind)
        return {n: self.of(found[n]) if found.get(n) else {} for n in names}


def field_types(kind: Any) -> dict[str, Any]:
    """Evaluate the annotations of a class and its bases; None where that fails."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        near: dict[str, Any] = {base.__name__: base}
        inside: dict[str, Any] = {**vars(base)}  # a field may hide a type's name
        for name, hint in annotations_of(base).items():
            # A TypedDict's base from another module has left only this trace.
            module = getattr(hint, "__forward_module__", None) or base.__module__
            space = vars(sys.modules.get(getattr(module, "__name__", module), sys))
            value = evaluated(hint, space, near) or evaluated(hint, space, inside)
            found[name] = type(None) if hint is None or hint == "None" else value
    return found


def annotations_of(kind: Any) -> dict[str, Any]:
    """Return a class's own annotations; none if Python 3.14 cannot evaluate them."""
    from inspect import get_annotations  # 15 ms, only when asked

    try:
        return get_annotations(kind)
    except Exception:  # noqa: BLE001 - a name that only type checkers see
        return {}


def dataclass(shapes: Shapes, kind: Any) -> Schema:
    """Describe a dataclass: every field is written."""
    from dataclasses import fields as fields_of  # the author has it

    names = [field.name for field in fields_of(kind)]
    return fields(shapes.hints(kind, names), names)


def attrs_class(shapes: Shapes, kind: Any) -> Schema:
    """Describe an attrs class: every attribute is written."""
    names = [attribute.name for attribute in kind.__attrs_attrs__]
    typed = {a.name: a.type for a in kind.__attrs_attrs__ if a.type is not None}
    known = shapes.hints(kind, names)
    for name, hint in typed.items():
        if not known[name] and not isinstance(hint, str):
            known[name] = shapes.of(hint)
    return fields(known, names)


def struct(shapes: Shapes, kind: Any) -> Schema:
    """Describe a msgspec Struct by its wire names, with its tag if it has one."""
    config = kind.__struct_config__
    own = shapes.hints(kind, list(kind.__struct_fields__))
    wire = dict(zip(kind.__struct_encode_fields__, own.values(), strict=True))
    if config.tag_field:
        wire = {config.tag_field: {"const": config.tag}, **wire}
    return fields(wire, list(wire))


def model(shapes: Shapes, kind: Any) -> Schema:
    """Have a pydantic model describe itself."""
    by_alias = bool(kind.model_config.get("serialize_by_alias"))
    try:
        shape: Schema = kind.model_json_schema(
            by_alias=by_alias,
            ref_template="#/definitions/{model}",
            mode="serialization",
        )
    except Exception:  # noqa: BLE001 - a field that pydantic has no schema for
        return {"type": "object"}
    shapes.definitions |= shape.pop("$defs", {})
    return shape


def typed_dict(shapes: Shapes, kind: Any) -> Schema:
    """Describe a TypedDict; what is not required may be left out."""
    from typing import NotRequired, Required, get_origin  # 9 ms

    types = field_types(kind)
    marks = {name: get_origin(hint) for name, hint in types.items()}
    # Python counts a NotRequired that stands in a text as required.
    needed = [
        name
        for name in types
        if marks[name] is Required
        or (name in kind.__required_keys__ and marks[name] is not NotRequired)
    ]
    return fields(shapes.hints(kind, list(types)), needed)


def named_tuple(shapes: Shapes, kind: Any) -> Schema:
    """Describe a NamedTuple: JSON has no names for it, it is written as a list."""
    return places(list(shapes.hints(kind, list(kind._fields)).values()))


MARKS: tuple[tuple[str, Callable[[Shapes, Any], Schema]], ...] = (
    ("__dataclass_fields__", dataclass),
    ("__pydantic_fields__", model),
    ("__attrs_attrs__", attrs_class),
    ("__struct_fields__", struct),
    ("__required_keys__", typed_dict),
)


def stripped(hint: Any) -> Any:
    """Take Annotated, Required, NewType and type aliases off a type."""
    import typing  # 9 ms

    wrappers = {typing.Annotated, typing.Required, typing.NotRequired, typing.Final}
    while True:
        origin = typing.get_origin(hint)
        if origin in wrappers or hasattr(hint, "__metadata__"):
            hint = typing.get_args(hint)[0]
        elif hasattr(hint, "__supertype__"):
            hint = hint.__supertype__
        elif hasattr(hint, "__value__") and not isinstance(hint, type):
            hint = hint.__value__  # `type Name = ...`
        else:
            return hint


def is_union(origin: Any) -> bool:
    """Tell whether a type is A | B or Union[A, B]."""
    import typing  # 9 ms

    return origin is typing.Union or origin is types.UnionType


def one_of(members: list[Any]) -> Schema:
    """Describe one of some values, with their type where they share one."""
    kinds = {type(member).__name__ for member in members}
    shape = BY_NAME.get(("builtins", kinds.pop())) if len(kinds) == 1 else None
    return {**(shape or {}), "enum": members}


def fields(properties: Mapping[str, Schema], required: list[str]) -> Schema:
    """Describe an object by its fields."""
    return {"type": "object", "properties": dict(properties), "required": required}


def places(items: list[Schema]) -> Schema:
    """Describe a list in which each place has its own type."""
    count = len(items)
    return {"type": "array", "items": items, "minItems": count, "maxItems": count}
