"""Bytes, a file or a JSON object → the manifest in it, and what is wrong with that.

Manifest(raw) reads leniently, for whoever can do with what is sound; complaints() names
all that is not, and strict() refuses it with its place.
"""

from __future__ import annotations

from json import loads

from ..errors import InputError
from ..model.document import MAX_BYTES, find_document, is_object, mapping
from .model import Manifest, number_of
from .schema import MANIFEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from .schema import Field

    Json = Mapping[str, Any]

LARGEST = MAX_BYTES


def manifest_in(document: bytes) -> dict[str, Any] | None:
    """Find a manifest in what was printed or saved: bare, or in an envelope."""
    found, _ = find_document(document, lambda one: manifest_of(one) is not None)
    return None if found is None else manifest_of(found)


def manifest_of(document: dict[str, Any]) -> dict[str, Any] | None:
    """Return the manifest that an envelope of any dialect holds, or that is bare."""
    for inside in (document.get("data"), document.get("result"), document):
        if is_object(inside) and is_object(inside.get("commands")):
            return inside
    return None


def manifest_file(path: str) -> dict[str, Any]:
    """Read a manifest from a file, bare or in an envelope."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib is dear
            found = manifest_of(mapping(loads(file.read())))
    except FileNotFoundError:
        error = InputError(f"there is no file {path}", fix="pass a manifest's file")
        error.error_code = "FILE_NOT_FOUND"
        raise error from None
    except (OSError, ValueError) as error:
        msg = f"{path} holds no JSON: {error}"
        raise InputError(msg, fix="write one with: CLI manifest > FILE") from None
    if found is None:
        msg = f"{path} is no manifest: it has no commands"
        raise InputError(msg, fix="write one with: CLI manifest > FILE")
    return found


def strict(raw: Json) -> Manifest:
    """Read a manifest, or refuse the first thing in it that is not as it must be."""
    for place, what in complaints(raw):
        error = InputError(
            f"the manifest is broken: {place} is {what}",
            fix="see exeunt schema manifest for what it must be",
        )
        error.error_code = "INVALID_MANIFEST"
        raise error
    return Manifest(raw)


def complaints(
    raw: Json, fields: tuple[Field, ...] = MANIFEST, where: str = ""
) -> Iterator[tuple[str, str]]:
    """Name what is not as it must be: its place, and what it is instead."""
    for field in fields:
        if field.name not in raw:
            continue  # what is absent says nothing
        value: Any = raw[field.name]
        place = f"{where}.{field.name}" if where else field.name
        wrong = field.judge(value)
        if wrong:
            yield place, wrong
            continue
        for name, item in within(value) if field.inside else ():
            spot = f"{place}{name}"
            if field.name == "exit_codes" and number_of(name[1:]) is None:
                yield spot, "no exit code"
            elif is_object(item):
                yield from complaints(item, field.inside, spot)
            else:
                yield spot, "no object"


def missing(raw: Json, fields: tuple[Field, ...] = MANIFEST) -> list[str]:
    """Name the fields that an object needs and has not got."""
    return [field.name for field in fields if field.needed and field.name not in raw]


def within(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield what an object or a list holds, each with the end of its place."""
    if is_object(value):
        for key, item in value.items():
            yield f".{key}" if key else '[""]', item
    else:
        for index, item in enumerate(value):
            yield f"[{index}]", item
