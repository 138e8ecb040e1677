"""A text → the bytes that are typed of it: as they are, quoted, or pasted."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .terminal import Modes

BEGIN, END = b"\x1b[200~", b"\x1b[201~"


def typed(data: bytes, modes: Modes, *, pastes: bool) -> bytes:
    """Return a text as it goes into a terminal, whose program may know of pastes.

    A line editor that knows of pasting takes lines as one text, and none of their
    characters as a key.
    """
    if pastes and not modes.lines and b"\n" in data:
        return pasted(data)
    return quoted(data, modes)


def pasted(data: bytes) -> bytes:
    """Put a text in the brackets of a paste, which it cannot end by itself."""
    while END in data:
        data = data.replace(END, b"")
    return BEGIN + data + END


def quoted(data: bytes, modes: Modes) -> bytes:
    """Mark control characters so that a terminal takes them as they are."""
    if not (modes.lines and modes.quote):
        return data
    found = bytearray()
    for byte in data:
        if byte < 0x20 or byte == 0x7F:  # noqa: PLR2004 - the controls of ASCII
            found += modes.quote
        found.append(byte)
    return bytes(found)
