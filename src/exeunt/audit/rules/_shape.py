"""Data and its declared JSON Schema → the first place where the data does not fit.

Of JSON Schema it knows what exeunt itself writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.document import is_object, mapping
from ...model.envelope import is_array

TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
DEEP = 50


def mismatch(
    value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: str = "data"
) -> str:
    """Say where a value is not as its schema says; nothing, if it is."""
    if at.count(".") > DEEP:
        return ""
    schema = resolved(schema, root)
    options: list[Any] = schema.get("anyOf") or schema.get("oneOf") or []
    if options:
        found = [mismatch(value, mapping(one), root, at) for one in options]
        return min(found, key=bool, default="") and found[0]
    allowed = [schema["const"]] if "const" in schema else schema.get("enum", [value])
    if value not in allowed:
        return f"{at} is {value!r}"
    if not has_type(value, schema.get("type")):
        return f"{at} is {value!r}, not {schema['type']}"
    if is_object(value):
        return in_object(value, schema, root, at)
    return in_array(value, mapping(schema.get("items")), root, at)


def in_array(
    value: Any, items: Mapping[str, Any], root: Mapping[str, Any], at: str
) -> str:
    """Say which item of a list is not as declared."""
    if not is_array(value) or not items:
        return ""
    for index, item in enumerate(value):
        found = mismatch(item, items, root, f"{at}[{index}]")
        if found:
            return found
    return ""


def in_object(
    value: dict[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str
) -> str:
    """Say which field of an object is missing, or not as declared."""
    for name in schema.get("required") or ():
        if name not in value:
            return f"{at}.{name} is missing"
    properties = mapping(schema.get("properties"))
    if schema.get("additionalProperties") is False:
        extra = [name for name in value if name not in properties]
        if extra:
            return f"{at}.{extra[0]} is not declared"
    for name, inner in properties.items():
        found = name in value and mismatch(
            value[name], mapping(inner), root, f"{at}.{name}"
        )
        if found:
            return found
    return ""


def has_type(value: Any, named: Any) -> bool:
    """Tell whether a value is of a type, or of one of several."""
    if named is None:
        return True
    names: list[Any] = named if is_array(named) else [named]
    if isinstance(value, bool):
        return "boolean" in names
    return any(isinstance(value, TYPES.get(name, object)) for name in names)


def resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow a reference inside the same schema."""
    reference = schema.get("$ref")
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return schema
    found: Any = root
    for part in reference[2:].split("/"):
        found = mapping(found).get(part)
    return mapping(found)
