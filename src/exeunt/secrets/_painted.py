r"""What a stream has written → whether moves of its cursor put a secret together.

`XXX-rest\rtok` shows what it never wrote in a row. By then the pieces have left; so the
line is painted anew, and whoever reads what was written finds it without the secret.
"""

from __future__ import annotations

from codecs import utf_8_decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

GOING_ON = bytes(range(0x80, 0xC0))  # in a character of UTF-8
KEPT = 8192  # bytes: lines above those are out of the cursor's reach

EDGE = 64  # bytes: a sequence that goes on is no longer


class Painted:
    """The last of what one stream wrote."""

    def __init__(self) -> None:
        self.last: bytes = b""
        self.moves: bool = False  # the cursor has gone back in it

    def add(self, data: bytes, hide: Callable[[str], str], rest: bytes) -> bytes:
        """Take what is written next; return it, and what hides a secret it paints.

        `rest` is what is not plain text of what is read.
        """
        last = self.last
        self.last = data[-KEPT:] if len(data) >= KEPT else (last + data)[-KEPT:]
        moves = self.moves or has_moves(data, rest)
        if not moves and (rest or b"\x1b" in last[-EDGE:]):
            edge = last[-EDGE:] + data[:EDGE]
            moves = has_moves(edge, edge)
        if not moves:
            return data
        whole = last + data
        self.moves = has_moves(self.last, self.last)
        from ..text.clean import clean  # where the cursor moves

        text = clean(whole)
        shown = hide(text)
        if shown == text:
            return data
        self.last = shown.encode("utf-8", "surrogateescape")[-KEPT:]
        return data + anew(text.split("\n"), shown.split("\n"))


def has_moves(data: bytes, rest: bytes) -> bool:
    """Tell whether the cursor goes elsewhere, or a control may not be ASCII."""
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        return True
    if not rest or b"\b" in rest:
        return bool(rest)
    if b"\x1b" in rest:
        from ._sequences import ACTING  # loaded by then

        if ACTING.search(data):
            return True
    try:
        utf_8_decode(rest.lstrip(GOING_ON), "strict", False)  # noqa: FBT003 - its end
    except UnicodeDecodeError:
        return True
    if b"\xc2" not in rest:
        return False
    from ._sequences import EIGHT_BITS  # few texts have one

    return EIGHT_BITS.search(rest) is not None


def anew(lines: list[str], shown: list[str]) -> bytes:
    """Write the lines again that differ; the cursor ends behind the last one."""
    if len(lines) != len(shown):  # one that goes over the ends of lines
        return f"\n{shown[-1]}".encode("utf-8", "surrogateescape")
    found: list[str] = []
    for place, (line, new) in enumerate(zip(lines, shown, strict=True)):
        up = len(lines) - 1 - place
        if line != new:
            moves = (f"\x1b[{up}A", f"\x1b[{up}B") if up else ("", "")
            found.append(f"{moves[0]}\r\x1b[2K{new}{moves[1]}")
    if lines[-1] == shown[-1]:
        found.append(f"\r\x1b[{len(lines[-1])}C" if lines[-1] else "\r")
    return "".join(found).encode("utf-8", "surrogateescape")
