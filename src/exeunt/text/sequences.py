"""Escape sequences of ECMA-48, ECMA-35 and xterm → patterns.

Loaded when a stream brings the first one: `re` and compiling these take 12 ms.

Every pattern for a stream begins with a literal ESC, so that it is searched with
memchr; an alternative in front would make it 60 times slower. ESC always begins a new
sequence and ends the one before, which makes cutting sequences out safe: none depends
on what else was cut out. A pattern matches only what is complete; what is not remains
at the end of the data, to be seen again with more.
"""

import re

HIDDEN = 4096  # bytes: no sequence without an end hides more
AHEAD = 1 << 20  # bytes in which a longer string has to end, on its own line


def string(introducers: bytes, enders: bytes) -> bytes:
    """A string: short or ended properly it goes, otherwise it ends after HIDDEN."""
    inner = rb"[^\x18\x1a\x1b\n%b]" % enders
    long = inner + rb"{%d,%d}+" % (HIDDEN + 1, AHEAD)
    ways = (
        inner + rb"{0,%d}+(?:[\x18\x1a%b]|(?=[\x1b\n]))" % (HIDDEN, enders),
        long + rb"(?:\x1b\\|%b)" % (enders or rb"\x1b\\"),
        rb"(?=%b[\x18\x1a\x1b\n]|%b{%d})" % (long, inner, AHEAD + 1)
        + inner
        + rb"{%d}[\x80-\xbf]*" % HIDDEN,  # not half a character
    )
    return rb"[%b](?:%b)" % (introducers, b"|".join(ways))


# Finals that move the cursor or erase; of the modes (h, l) only the alternate screen.
ACTING = rb"A-HJKad-fhkl`"
SILENT = rb"@ILM-Zb-cgijm-~\[\\\]^_"

ONE = b"|".join(
    [
        rb"\[[0-9;:]{0,64}+m",
        rb"\[\?(?![0-9;]{0,64}(?:47|1049)[;hl])[0-9;]{0,64}+[hl]",
        rb"\[(?:[ -?]{0,%d}+(?:[%b\x18\x1a]|(?=[\x1b\x80-\xff]))|[ -?]{%d})"
        % (HIDDEN - 1, SILENT, HIDDEN),
        string(rb"\]", rb"\x07"),
        string(rb"PX^_", b""),
        rb"[ -/]{1,%d}+(?:[0-~]|(?=[^ -~]))|[ -/]{%d}" % (HIDDEN - 1, HIDDEN),
        rb"[0-CF-LNOQ-WYZ\\`-~]",
        rb"(?=[\x00-\x1f\x7f-\xff])",
    ]
)


# What has no effect on the text.
NOTHING = re.compile(rb"\x1b(?:%b)" % ONE)
# At the end of the last line, nor has erasing there; most text never leaves it, so that
# this one takes several in a row, which is faster.
ONE_AT_END = rb"\[[0-9;:]{0,64}+m|\[0?K|(?=\v)|\[[013]?J|" + ONE
NOTHING_AT_END = re.compile(rb"\x1b(?:%b)(?:\x1b(?:%b))*+" % (ONE_AT_END, ONE_AT_END))

# What acts: CSI and its parameters, index, next line, reverse index.
ACT = re.compile(rb"\x1b(?:\[[ -?]*[%b]|[DEM])" % ACTING)
EVENT = re.compile(r"([\r\b\t]|\x1b(?:\[[ -?]*[@-~]|.)?)")
ALTERNATE = re.compile(rb"\x1b\[\?([0-9;]*)([hl])")
JUMP = re.compile(rb"\x1b\[[0-9;]{0,64}+[Hdf]|\x1b\[2J")
PEEK = 4096  # bytes; a program that paints jumps at once

# A CSI with controls inside, which act as if they came before it.
MIXED = re.compile(rb"\x1b\[[ -?]*+[\x00-\x17\x19\x1c-\x1f\x7f]")
MIXED_WHOLE = re.compile(
    rb"\x1b\[(?=[ -?]*+[\x00-\x17\x19\x1c-\x1f\x7f])"
    rb"([\x00-\x17\x19\x1c-?\x7f]{1,%d}+)(?=[\x00-\xff])" % HIDDEN
)
NO_CONTROLS = bytes([*range(0x20, 0x40), 0x7F])
CONTROLS = bytes([*range(0x20), 0x7F])


def strip(data: bytes, *, at_end: bool) -> tuple[bytes, bytes]:
    r"""Cut out what has no effect; return the text, and a sequence that breaks off.

    If the cursor stays at the end of the last line, no sequences are left: a jump is
    `\v`, and everything else had no effect.
    """
    if at_end:
        moved = JUMP.split(data) if JUMP.search(data, 0, PEEK) else [data]
        text = b"".join(NOTHING_AT_END.split(b"\x1b\v".join(moved)))
        text, more = broken_off(text)
        if b"\x1b" not in text and not MIXED.match(more):
            return text, more
    text = b"".join(NOTHING.split(data))
    if MIXED.search(text):
        text = b"".join(NOTHING.split(MIXED_WHOLE.sub(unmix, data)))
    return broken_off(text)


def broken_off(text: bytes) -> tuple[bytes, bytes]:
    """Part what is complete from a sequence that is not."""
    start = text.rfind(b"\x1b")
    if start < 0 or ACT.match(text, start):
        return text, b""
    return text[:start], text[start:]


def unmix(match: re.Match[bytes]) -> bytes:
    """Put the controls inside a CSI before it; one that is too long ends here.

    The first ESC ends a string before it, which would swallow the controls.
    """
    inner = match[1]
    controls = inner.translate(None, NO_CONTROLS)
    end = b"\x18" if len(inner) == HIDDEN else b""
    return b"\x1b" + controls + b"\x1b[" + inner.translate(None, CONTROLS) + end


# Bytes that were no UTF-8, decoded with `surrogateescape`: the start of a character as
# far as it could have become one, or a byte that is neither that nor a control of eight
# bits (C1). No more than that, or it would matter where a block ends; but a surrogate,
# which some programs write as UTF-8, is one.
BROKEN = re.compile(
    "[\udcc0-\udcdf]|\udce0[\udca0-\udcbf]?"
    "|\udced(?:[\udca0-\udcbf][\udc80-\udcbf]?|[\udc80-\udc9f])?"
    "|[\udce1-\udcec\udcee\udcef][\udc80-\udcbf]?"
    "|\udcf0(?:[\udc90-\udcbf][\udc80-\udcbf]?)?"
    "|[\udcf1-\udcf3](?:[\udc80-\udcbf][\udc80-\udcbf]?)?"
    "|\udcf4(?:[\udc80-\udc8f][\udc80-\udcbf]?)?"
    "|[\udca0-\udcbf\udcf5-\udcff]"
)
LONE = re.compile("[\udc80-\udc9f]")
EIGHT_BITS = re.compile("[\x80-\x9f]")


def seven_bits(match: re.Match[str]) -> str:
    """Write a control of eight bits as ESC and a letter."""
    return "\x1b" + chr((ord(match[0]) & 0xFF) - 0x40)
