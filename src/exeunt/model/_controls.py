"""A document whose texts would act on a terminal → the same, with nothing that acts.

Loaded when there is something to do: `re` takes 6 ms. A whole escape sequence goes; any
other control character but the tab and the line feed becomes its picture (U+2400 and
on), or U+FFFD where it has none; CR LF becomes LF. Bytes are base64, and stay.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeGuard

CHANGED = (
    "escape sequences were removed from the texts, and other control characters are "
    "shown as pictures: return bytes where they matter"
)
# Of ECMA-48, in seven bits and in eight. What has no end is no sequence: its ESC is
# shown, and so is all that follows.
SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, the cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])"  # strings: titles, links
    r"[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-OQ-WYZ\\`-~]"  # all that is short
)
PICTURES = {
    **{n: 0x2400 + n for n in range(0x20) if chr(n) not in "\t\n"},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
}


def calmed(document: Any) -> Any:
    """Take what acts out of a document, and warn if its data had any of it."""
    calm = in_value(document)
    if is_envelope(calm) and calm["data"] != document["data"]:
        calm["warnings"].append(CHANGED)
    return calm


def in_value(value: Any) -> Any:
    """Take what acts out of every text of a plain value, keys included."""
    if isinstance(value, str):
        return in_text(value)
    if is_array(value):
        return [in_value(item) for item in value]
    return in_object(value) if is_object(value) else value


def in_object(value: dict[str, Any]) -> dict[str, Any]:
    """Take what acts out of an object; two keys that become one are still two."""
    kept = {key for key in value if in_text(key) == key}
    found: dict[str, Any] = {}
    for key, item in value.items():
        name = in_text(key)
        while name != key and (name in kept or name in found):
            name += "\N{REPLACEMENT CHARACTER}"
        found[name] = in_value(item)
    return found


def in_text(text: str) -> str:
    """Take what acts out of a text."""
    return SEQUENCE.sub("", text).replace("\r\n", "\n").translate(PICTURES)


def is_envelope(document: Any) -> bool:
    """Tell whether a document has a place for data and one for warnings."""
    return is_object(document) and "data" in document and "warnings" in document


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Tell whether a value is what JSON calls an object, as `envelope` does."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Any]]:
    """Tell whether a value is what JSON calls an array."""
    return isinstance(value, list)
