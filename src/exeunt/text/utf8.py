r"""Bytes in blocks → UTF-8 with controls of seven bits alone, and what was neither.

A byte that is no UTF-8 becomes part of U+FFFD, except a lone one from 80 to 9F: that is
a control of eight bits, as C2 80 to C2 9F are, and is written as ESC and a letter. What
continues a character is none: C4 9B stays an ě.
"""

from __future__ import annotations

from codecs import utf_8_decode

C1 = [chr(code) for code in range(0x80, 0xA0)]
# Bidirectional controls, zero widths, line separators, tags: what turns or hides text.
HIDING = {
    chr(code): f"\\u{code:04x}"
    for code in (
        *(0x061C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF),
        *range(0x2028, 0x202F),
        *range(0x2066, 0x206A),
    )
}
TAGS = {chr(code): f"\\U{code:08x}" for code in range(0xE0000, 0xE0080)}
TAG_LEAD = 0xF3  # the first byte of a tag in UTF-8
NEAR = 8_192  # bytes in which a text that has sequences has one


class Decoder:
    """Takes blocks of bytes; counts those that are no UTF-8."""

    def __init__(self) -> None:
        self.broken_off: bytes = b""  # a character, at the end of the last block
        self.invalid: int = 0
        self.controls: int = 0  # of those, lone controls of eight bits
        self.hides: bool = False  # the last block may hold what HIDING and TAGS list

    @property
    def replaced(self) -> int:
        """How many bytes are part of a U+FFFD."""
        return self.invalid - self.controls

    def decode(self, data: bytes, *, last: bool = False) -> bytes:
        """Return UTF-8 without controls of eight bits."""
        self.hides = False
        data = self.broken_off + data
        self.broken_off = b""
        if data.isascii():
            return data
        try:
            text, used = utf_8_decode(data, "strict", last)
        except UnicodeDecodeError:
            return self.repair(data, last=last)
        data, self.broken_off = data[:used], data[used:]
        self.hides = TAG_LEAD in data or any(map(text.__contains__, HIDING))
        if b"\xc2" in data and any(map(text.__contains__, C1)):
            from .sequences import EIGHT_BITS, seven_bits  # 12 ms

            return EIGHT_BITS.sub(seven_bits, text).encode()
        return data

    def repair(self, data: bytes, *, last: bool) -> bytes:
        """Do the same where not everything is UTF-8."""
        from .sequences import BROKEN, EIGHT_BITS, LONE, seven_bits

        self.hides = True
        halved = not last and len(data) > 1 and is_half(data[-2:])
        held, data = (data[-2:], data[:-2]) if halved else (b"", data)
        data = self.count(data, last=last)
        self.broken_off += held
        text = BROKEN.sub("\ufffd", data.decode("utf-8", "surrogateescape"))
        text, controls = LONE.subn(seven_bits, text)
        self.controls += controls
        return EIGHT_BITS.sub(seven_bits, text).encode()

    def count(self, data: bytes, *, last: bool = False) -> bytes:
        """Only count; return the bytes as far as they end with a character."""
        data = self.broken_off + data
        text, used = utf_8_decode(data, "ignore", last)
        self.invalid += used - len(text.encode())
        self.broken_off = data[used:]
        return data[:used]


def is_half(end: bytes) -> bool:
    """Tell whether a block ends inside a surrogate, which Python takes for no start."""
    return end[0] == 0xED and 0xA0 <= end[1] <= 0xBF  # noqa: PLR2004 - D800 to DFFF


def show(data: bytes) -> bytes:
    """Write out the characters that turn or hide text."""
    text = data.decode()
    for char, shown in (HIDING | TAGS if TAG_LEAD in data else HIDING).items():
        if char in text:
            text = text.replace(char, shown)
    return text.encode()


def beginning(data: bytes | bytearray, start: int = 0) -> int:
    """Find where a sequence begins after a place, or a line, or a character."""
    for mark, behind in ((b"\x1b", 0), (b"\n", 1)):
        found = data.find(mark, start, start + NEAR)
        if found >= 0:
            return found + behind
    while start < len(data) and 0x80 <= data[start] < 0xC0:  # noqa: PLR2004 - UTF-8
        start += 1
    return start
