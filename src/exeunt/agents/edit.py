"""A configuration file and one value → the same file with it, or as it was without.

Everything else in it stays byte for byte. What an editor has made of a text is read
again: it is taken only if it says what the text said before, and this one value. A file
that cannot be read, or a value that stands where it cannot be changed so, is refused.

    after = put("toml", before, ("shell_environment_policy", "set", "NAME"), "value")
    before = take("toml", after, ("shell_environment_policy", "set", "NAME"))
"""

from __future__ import annotations

from ..errors import InputError
from ..model.envelope import is_array, is_object
from . import _dotenv, _json, _section, _toml, _whole
from ._toml import get

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Literal

    Format = Literal["toml", "json", "dotenv", "section", "whole"]
    Path = tuple[str, ...]
    Value = str | list[str]

BOM = b"\xef\xbb\xbf"
EDITORS: dict[str, Any] = {
    "toml": _toml,
    "json": _json,
    "dotenv": _dotenv,
    "section": _section,
    "whole": _whole,
}


class NotEditable(InputError):
    """A file that we do not understand, or in which a value cannot be changed alone."""

    error_code = "NOT_EDITABLE"


def look(kind: Format, data: bytes, path: Path) -> object:
    """Return the value that a file gives a name; None if it gives it none."""
    _, text = decoded(data)
    return get(read(kind, text), path)


def depth(kind: Format, data: bytes, path: Path) -> int:
    """Return how many of the tables that lead to a value are there."""
    there = [n for n in range(1, len(path)) if look(kind, data, path[:n]) is not None]
    return len(there)


def put(kind: Format, data: bytes, path: Path, value: Value) -> bytes:
    """Give a name a value; the text that stood there before is not kept."""
    mark, text = decoded(data)
    before = read(kind, text)
    if surrogate("".join(value)):
        msg = "the value has bytes that are no UTF-8"
        raise NotEditable(msg)
    wanted = with_value(before, path, value)
    try:
        after = EDITORS[kind].put(text, path, value)
    except ValueError as error:
        raise NotEditable(str(error)) from None
    return mark + checked(kind, after, wanted)


def take(
    kind: Format, data: bytes, path: Path, there: int = 0, old: str | None = None
) -> bytes:
    """Take a value out, and the tables around it beyond those that were there.

    Where the name had an old value, it has that again.
    """
    if old is not None and kind != "dotenv":
        return put(kind, data, path, old)
    mark, text = decoded(data)
    before = read(kind, text)
    wanted = without(before, path, there)
    if old is not None:
        wanted = with_value(wanted, path, old)
    try:
        after = EDITORS[kind].take(text, path, there)
    except ValueError as error:
        raise NotEditable(str(error)) from None
    return mark + checked(kind, after, wanted)


def strings(kind: Format, data: bytes) -> Iterator[tuple[str, str]]:
    """Yield each text in a file, with the name that it has there."""
    _, text = decoded(data)
    todo: list[tuple[str, object]] = [("", read(kind, text))]
    while todo:
        name, found = todo.pop()
        if is_object(found):
            todo += found.items()
        elif is_array(found):
            todo += [(name, one) for one in found]
        elif isinstance(found, str):
            yield name, found


def checked(kind: Format, after: str, wanted: dict[str, Any]) -> bytes:
    """Return an edited text, if it says what it is to say."""
    try:
        if EDITORS[kind].read(after) == wanted:
            return after.encode()
    except ValueError:
        pass  # it says nothing at all
    msg = "it is written in a way that cannot be changed without touching the rest"
    raise NotEditable(msg)


def decoded(data: bytes) -> tuple[bytes, str]:
    """Part a file's mark from its text."""
    mark = BOM if data.startswith(BOM) else b""
    try:
        return mark, data[len(mark) :].decode()
    except UnicodeDecodeError:
        msg = "it is not UTF-8"
        raise NotEditable(msg) from None


def read(kind: Format, text: str) -> dict[str, Any]:
    """Read a file as its agent does; every editor says the same of the same text."""
    try:
        found: dict[str, Any] = EDITORS[kind].read(text)
    except RecursionError:
        msg = "it is nested too deeply"
        raise NotEditable(msg) from None
    except ValueError as error:
        msg = f"it cannot be read: {error}"
        raise NotEditable(msg) from None
    return found


def with_value(found: dict[str, Any], path: Path, value: Value) -> dict[str, Any]:
    """Return what a file says, and this value."""
    name, *rest = path
    if not rest:
        if not isinstance(found.get(name, value), type(value)):
            msg = f"{name} is set, and to another kind of value"
            raise NotEditable(msg)
        return {**found, name: value}
    inner: object = found.get(name, {})
    if not is_object(inner):
        msg = f"{name} is set to something else than a table"
        raise NotEditable(msg)
    return {**found, name: with_value(inner, tuple(rest), value)}


def without(found: dict[str, Any], path: Path, there: int) -> dict[str, Any]:
    """Return what a file says without a value, and without the tables it emptied."""
    name, *rest = path
    if not rest:
        return {key: value for key, value in found.items() if key != name}
    inner = without(found[name], tuple(rest), there - 1)
    if not inner and there < 1:
        return {key: value for key, value in found.items() if key != name}
    return {**found, name: inner}


def surrogate(text: str) -> bool:
    """Tell whether a text came from bytes that are no UTF-8."""
    return any("\ud800" <= char <= "\udfff" for char in text)
