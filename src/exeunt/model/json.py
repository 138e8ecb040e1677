"""Any Python value → ASCII-safe JSON, and a text → the value it says.

The C parts are called directly: `import json` costs 7 ms, all of it for the decoder's
regular expressions. Objects of dataclasses, attrs, pydantic, msgspec and NumPy are
known by the marks they carry, so none of these packages is ever imported.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..errors import UnserialisableError

UNREAL = (float("inf"), float("-inf"))
# How the encoder begins what acts on a terminal; a few harmless texts have it, too.
ACTING = ("\\u000", "\\u001", "\\u007f", "\\u008", "\\u009", "\\r", "\\b", "\\f")
MAX_DEPTH = 200  # deeper than any real document, shallower than Python's own stack


def dumps(value: Any) -> str:
    """Write a value as one line of JSON that any parser takes."""
    try:
        text = encode(value)
    except Exception:  # noqa: BLE001 - whatever the value's own code raises
        # A key that is no string, NaN, a cycle: the slow way finds out where it is.
        text = encode(plain(value))
    return mend_surrogates(text) if "\\ud" in text else text


def calm(value: Any) -> str:
    """Write a value as JSON in whose texts nothing acts on a terminal, escaped or not.

    Every control character is escaped, so that a text without escapes has none.
    """
    text = dumps(value)
    if "\\" not in text or not any(mark in text for mark in ACTING):
        return text
    from ._controls import calmed  # 8 ms, for what few texts have

    return encode(calmed(loads(text)))


def plain(value: Any, path: str = "the value", depth: int = 0) -> Any:
    """Reduce a value to dicts, lists, strings, numbers, booleans and None."""
    kind = kind_of(value)
    if depth > MAX_DEPTH:
        msg = f"{path[:60]}… is nested more than {MAX_DEPTH} deep, or holds itself"
        raise unserialisable(msg, "return a flatter value")
    try:
        if value is None or issubclass(kind, (bool, int, str, float)):
            return plain_scalar(value, path)
        if issubclass(kind, dict):
            return {
                plain_key(key, path): plain(item, inside(path, key), depth + 1)
                for key, item in value.items()
            }
        if issubclass(kind, (list, tuple)):
            return [plain(v, inside(path, i), depth + 1) for i, v in enumerate(value)]
        return plain(reduce_once(value, path), path, depth + 1)
    except Exception as error:
        if is_ours(error):
            raise
        msg = f"{path} cannot be read: {error!r}"
        raise unserialisable(msg, "return dicts, lists and text") from error


def unserialisable(message: str, fix: str) -> UnserialisableError:
    """Make the error for a value that has no JSON form."""
    from ..errors import UnserialisableError  # on the way to an error

    return UnserialisableError(message, fix=fix)


def is_ours(error: Exception) -> bool:
    """Tell whether an error says already what has no JSON form."""
    from ..errors import UnserialisableError  # on the way to an error

    return isinstance(error, UnserialisableError)


def is_enum(kind: type) -> bool:
    """Tell whether a class is an enum; nobody has one before `enum` is loaded, 4 ms."""
    enum = sys.modules.get("enum")
    return enum is not None and issubclass(kind, enum.Enum)


def inside(path: str, key: object) -> str:
    """Name a place inside a value: data.items[3].name."""
    step = f"[{key}]" if isinstance(key, int) else f".{key}"
    return (step if path == "the value" else path + step).lstrip(".")


def plain_scalar(value: Any, path: str) -> Any:
    """Return a text or a number, unless JSON has no way to write it."""
    value = value.value if is_enum(kind_of(value)) else value
    if value in UNREAL or value != value:  # noqa: PLR0124 - NaN alone is not itself
        msg = f"{path} is {value}, which JSON cannot say"
        raise unserialisable(msg, "use null or a text instead")
    encode(value)  # Python itself refuses to write an int of more than 4300 digits
    return value


def plain_key(key: Any, path: str) -> str:
    """Turn a mapping's key into a string, as the encoder does for numbers."""
    key = key.value if is_enum(kind_of(key)) else key
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, (bool, int, float)):
        return encode(key)
    reduced = reduce_once(key, path)
    if not isinstance(reduced, str):
        msg = f"{path} has a key of type {type(key).__name__}"
        raise unserialisable(msg, "use strings as keys")
    return reduced


def reduce_once(value: Any, path: str = "the value") -> object:
    """Take one step towards plain: what the encoder asks for an unknown object."""
    kind = kind_of(value)
    if is_enum(kind):
        return value.value
    if issubclass(kind, (bytes, bytearray, memoryview)):
        return binary(bytes(value))
    if issubclass(kind, (set, frozenset)):
        return in_order(value, path)
    if not isinstance(value, type):  # a class carries the marks, but holds no values
        for mark, reduce_marked in BY_MARK:
            if hasattr(kind, mark):
                return reduce_marked(value)
    for base in kind.__mro__:
        reduce = BY_TYPE.get((base.__module__, base.__qualname__))
        if reduce is not None:
            return reduce(value)
    return by_protocol(value, path)


def kind_of(value: object) -> type[object]:
    """Return a value's type; its `__class__` is what a mock or a proxy claims."""
    return type(value)


def by_protocol(value: Any, path: str) -> object:
    """Reduce other mappings and sequences; refuse the rest."""
    from collections.abc import Mapping, Sequence  # rarely needed

    kind = kind_of(value)
    if issubclass(kind, Mapping):
        return dict(value)
    if issubclass(kind, Sequence):
        return list(value)
    msg = f"{path} is of type {kind.__qualname__}, which has no JSON form"
    raise unserialisable(msg, "return dicts, lists, text, numbers or records")


def binary(value: bytes) -> dict[str, object]:
    """Wrap bytes so that they can be had back exactly."""
    from binascii import b2a_base64  # only when there are bytes

    return {
        "type": "binary",
        "encoding": "base64",
        "value": b2a_base64(value, newline=False).decode("ascii"),
        "size_bytes": len(value),
    }


def in_order(values: Any, path: str) -> list[object]:
    """List a set in an order that is the same in every run."""
    items = [plain(item, path) for item in values]
    try:
        return sorted(items)
    except TypeError:  # of several types
        return sorted(items, key=encode)


def exact_decimal(value: Any) -> str | float:
    """Write a Decimal as text, so that no digit is lost."""
    if value.is_nan():
        return float("nan")  # which is then refused, with its place
    return str(value) if value.is_finite() else float(value)


BY_TYPE: dict[tuple[str, str], Callable[[Any], object]] = {
    ("datetime", "datetime"): lambda value: value.isoformat(),
    ("datetime", "date"): lambda value: value.isoformat(),
    ("datetime", "time"): lambda value: value.isoformat(),
    ("datetime", "timedelta"): lambda value: value.total_seconds(),
    ("decimal", "Decimal"): exact_decimal,
    ("fractions", "Fraction"): str,
    ("uuid", "UUID"): str,
    ("pathlib", "PurePath"): str,
    ("pathlib._local", "PurePath"): str,  # where Python 3.13 keeps it
    ("collections", "UserString"): str,
}


def dataclass_fields(value: Any) -> dict[str, object]:
    """Read a dataclass by its fields; one that pydantic checks is one, too."""
    from dataclasses import fields  # whoever has one has imported it

    return {field.name: getattr(value, field.name) for field in fields(value)}


def struct_fields(value: Any) -> dict[str, object]:
    """Read a msgspec Struct by its wire names, with its tag if it has one."""
    config = value.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    return tag | {wire: getattr(value, name) for wire, name in names}


BY_MARK: tuple[tuple[str, Callable[[Any], object]], ...] = (
    ("__exeunt_json__", lambda value: value.__exeunt_json__()),
    ("__dataclass_fields__", dataclass_fields),
    ("__pydantic_fields__", lambda value: value.model_dump(mode="json")),
    (
        "__attrs_attrs__",
        lambda v: {a.name: getattr(v, a.name) for a in v.__attrs_attrs__},
    ),
    ("__struct_fields__", struct_fields),
    ("tolist", lambda value: value.tolist()),  # NumPy's arrays and scalars, array.array
)


def mend_surrogates(text: str) -> str:
    r"""Replace lone surrogates (\ud800) by U+FFFD: strict parsers refuse them."""
    import re  # 6 ms, only for text outside the basic plane

    def mend(match: re.Match[str]) -> str:
        return r"\ufffd" if match[1] else match[0]

    pair = r"\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}"
    return re.sub(rf"{pair}|(\\ud[89a-f][0-9a-f]{{2}})|\\.", mend, text)


def refuse_constant(name: str) -> object:
    """Refuse NaN and Infinity, which Python writes and JSON does not know."""
    msg = f"{name} is not JSON"
    raise ValueError(msg)


def loads(text: str) -> Any:
    """Read a text that is one JSON document, or raise ValueError."""
    try:
        scanner: Any = __import__("_json").make_scanner  # as in make_encoder()
    except (ImportError, AttributeError):
        from json import loads as json_loads

        return json_loads(text, parse_constant=refuse_constant)
    stripped = text.strip(" \t\n\r")
    # What it asks of its decoder: nothing out of the ordinary.
    decoder = SimpleNamespace(
        strict=True,
        object_hook=None,
        object_pairs_hook=None,
        parse_float=float,
        parse_int=int,
        parse_constant=refuse_constant,
    )
    try:
        value, end = scanner(decoder)(stripped, 0)
    except (StopIteration, SystemError):  # it looks for json's own error in vain
        value, end = None, -1
    if end != len(stripped):
        msg = "the text is not one JSON document"
        raise ValueError(msg)
    return value


def make_encoder() -> Callable[[object], str]:
    """Build the encoder from the C parts, or from json where there are none."""
    try:
        from _json import encode_basestring_ascii, make_encoder
    except ImportError:  # an interpreter without CPython's accelerator
        from json import dumps as json_dumps

        return lambda value: json_dumps(
            value, default=reduce_once, allow_nan=False, separators=(", ", ": ")
        )

    def encode(value: object) -> str:
        if isinstance(value, str):
            return encode_basestring_ascii(value)
        # indent, separators, sort keys, skip keys, NaN; {} is where it marks cycles
        options = None, ": ", ", ", False, False, False
        write = make_encoder({}, reduce_once, encode_basestring_ascii, *options)
        return "".join(write(value, 0))

    return encode


encode: Callable[[object], str] = make_encoder()
