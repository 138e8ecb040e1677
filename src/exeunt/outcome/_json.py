"""Any Python value → ASCII-safe JSON.

The C encoder is called directly: `import json` costs 7 ms, all of it for the decoder's
regular expressions. Objects of dataclasses, attrs, pydantic, msgspec and NumPy are
known by the marks they carry, so none of these packages is ever imported.
"""

from __future__ import annotations

from enum import Enum
from os import PathLike, fsdecode

from ..errors import UnserialisableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MAX_DEPTH = 200  # deeper than any real document, shallower than Python's own stack


def dumps(value: object) -> str:
    """Write a value as one line of JSON that any parser takes."""
    try:
        text = encode(value)
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, UnserialisableError):
            raise
        # A key that is no string, NaN, a cycle: the slow way finds out where it is.
        text = encode(plain(value))
    return mend_surrogates(text) if "\\ud" in text else text


def plain(value: object, path: str = "the value", depth: int = 0) -> Any:
    """Reduce a value to dicts, lists, strings, numbers, booleans and None."""
    if depth > MAX_DEPTH:
        msg = f"{path[:60]}… is nested more than {MAX_DEPTH} deep, or holds itself"
        raise UnserialisableError(msg, fix="return a flatter value")
    if value is None or isinstance(value, (bool, int, str)):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, float):
        return check_finite(value, path)
    if isinstance(value, dict):
        return {
            plain_key(key, path): plain(item, inside(path, key), depth + 1)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [
            plain(item, inside(path, i), depth + 1) for i, item in enumerate(value)
        ]
    return plain(reduce_once(value, path), path, depth + 1)


def inside(path: str, key: object) -> str:
    """Name a place inside a value: data.items[3].name."""
    step = f"[{key}]" if isinstance(key, int) else f".{key}"
    return (step if path == "the value" else path + step).lstrip(".")


def plain_key(key: object, path: str) -> str:
    """Turn a mapping's key into a string, as the encoder does for numbers."""
    key = key.value if isinstance(key, Enum) else key
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, (bool, int, float)):
        return encode(key)
    reduced = reduce_once(key, path)
    if not isinstance(reduced, str):
        msg = f"{path} has a key of type {type(key).__name__}"
        raise UnserialisableError(msg, fix="use strings as keys")
    return reduced


def reduce_once(value: Any, path: str = "the value") -> object:
    """Take one step towards plain: what the encoder asks for an unknown object."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return binary(bytes(value))
    if isinstance(value, PathLike):
        return fsdecode(value)
    kind = type(value)
    reduce = BY_TYPE.get((kind.__module__, kind.__qualname__))
    if reduce is not None:
        return reduce(value)
    for mark, reduce_marked in BY_MARK:
        # The mark must stand on the class: a class itself, or a mock, is no instance.
        if hasattr(kind, mark):
            return reduce_marked(value)
    if isinstance(value, (set, frozenset)):
        return in_order(value)
    for base in kind.__mro__[1:]:
        reduce = BY_TYPE.get((base.__module__, base.__qualname__))
        if reduce is not None:
            return reduce(value)
    return by_protocol(value, path)


def by_protocol(value: Any, path: str) -> object:
    """Reduce other mappings and sequences; refuse the rest."""
    from collections.abc import Mapping, Sequence  # noqa: PLC0415 - rarely needed

    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    msg = f"{path} holds a {type(value).__name__}, which has no JSON form"
    raise UnserialisableError(msg, fix="return dicts, lists, text, numbers or records")


def binary(value: bytes) -> dict[str, object]:
    """Wrap bytes so that they can be had back exactly."""
    from binascii import b2a_base64  # noqa: PLC0415 - only when there are bytes

    return {
        "type": "binary",
        "encoding": "base64",
        "value": b2a_base64(value, newline=False).decode("ascii"),
        "size_bytes": len(value),
    }


def in_order(values: Any) -> list[object]:
    """List a set in an order that is the same in every run."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=lambda item: (type(item).__name__, repr(item)))


def check_finite(value: float, path: str) -> float:
    """Return the number, unless JSON has no way to write it."""
    if value != value or value in {float("inf"), float("-inf")}:  # noqa: PLR0124 - NaN
        msg = f"{path} is {value}, which JSON cannot say"
        raise UnserialisableError(msg, fix="use null or a text instead")
    return value


def exact_decimal(value: Any) -> str:
    """Write a Decimal as text, so that no digit is lost."""
    if not value.is_finite():
        check_finite(float(str(value).replace("sNaN", "nan")), "a Decimal")
    return str(value)


BY_TYPE: dict[tuple[str, str], Callable[[Any], object]] = {
    ("datetime", "datetime"): lambda value: value.isoformat(),
    ("datetime", "date"): lambda value: value.isoformat(),
    ("datetime", "time"): lambda value: value.isoformat(),
    ("datetime", "timedelta"): lambda value: value.total_seconds(),
    ("decimal", "Decimal"): exact_decimal,
    ("fractions", "Fraction"): str,
    ("uuid", "UUID"): str,
}

BY_MARK: tuple[tuple[str, Callable[[Any], object]], ...] = (
    ("__exeunt_json__", lambda value: value.__exeunt_json__()),
    ("__pydantic_fields__", lambda value: value.model_dump(mode="json")),
    ("__dataclass_fields__", lambda v: {n: getattr(v, n) for n in field_names(v)}),
    (
        "__attrs_attrs__",
        lambda v: {a.name: getattr(v, a.name) for a in v.__attrs_attrs__},
    ),
    ("__struct_fields__", lambda value: struct_fields(value)),
    ("tolist", lambda value: value.tolist()),  # NumPy's arrays and scalars, array.array
)


def field_names(value: Any) -> list[str]:
    """Name a dataclass's real fields; the dict also holds its pseudo-fields."""
    fields = value.__dataclass_fields__.items()
    return [name for name, field in fields if "CLASSVAR" not in repr(field)]


def struct_fields(value: Any) -> dict[str, object]:
    """Read a msgspec Struct by its wire names, with its tag if it has one."""
    config = value.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    names = zip(
        value.__struct_encode_fields__, value.__struct_fields__, strict=True
    )
    return tag | {wire: getattr(value, name) for wire, name in names}


def mend_surrogates(text: str) -> str:
    r"""Replace lone surrogates (\ud800) by U+FFFD: strict parsers refuse them."""
    import re  # noqa: PLC0415 - 6 ms, only for text outside the basic plane

    def mend(match: re.Match[str]) -> str:
        return r"\ufffd" if match[1] else match[0]

    pair = r"\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}"
    return re.sub(rf"{pair}|(\\ud[89a-f][0-9a-f]{{2}})|\\.", mend, text)


def make_encoder() -> Callable[[object], str]:
    """Build the encoder from the C parts, or from json where there are none."""
    try:
        from _json import encode_basestring_ascii, make_encoder  # noqa: PLC0415
    except ImportError:  # an interpreter without CPython's accelerator
        from json import dumps as json_dumps  # noqa: PLC0415

        return lambda value: json_dumps(
            value, default=reduce_once, allow_nan=False, separators=(", ", ": ")
        )

    def encode(value: object) -> str:
        if isinstance(value, str):
            return encode_basestring_ascii(value)
        # markers (for cycles), default, strings, indent, separators, sort, skip, NaN
        write = make_encoder(
            {}, reduce_once, encode_basestring_ascii, None, ": ", ", ", False, False, False
        )
        return "".join(write(value, 0))

    return encode


encode = make_encoder()
