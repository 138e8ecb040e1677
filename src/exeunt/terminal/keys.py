"""The names of keys → the bytes that a terminal sends for them."""

from __future__ import annotations

from ..errors import InputError

KEYS = {
    "enter": b"\r",
    "tab": b"\t",
    "space": b" ",
    "escape": b"\x1b",
    "backspace": b"\x7f",
    "delete": b"\x1b[3~",
    "insert": b"\x1b[2~",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "page-up": b"\x1b[5~",
    "page-down": b"\x1b[6~",
    "shift-tab": b"\x1b[Z",
    "f1": b"\x1bOP",
    "f2": b"\x1bOQ",
    "f3": b"\x1bOR",
    "f4": b"\x1bOS",
    "f5": b"\x1b[15~",
    "f6": b"\x1b[17~",
    "f7": b"\x1b[18~",
    "f8": b"\x1b[19~",
    "f9": b"\x1b[20~",
    "f10": b"\x1b[21~",
    "f11": b"\x1b[23~",
    "f12": b"\x1b[24~",
}
OTHERS = {
    "return": "enter",
    "esc": "escape",
    "del": "delete",
    "pageup": "page-up",
    "pagedown": "page-down",
    "pgup": "page-up",
    "pgdn": "page-down",
}
CONTROL = ("ctrl-", "c-", "^")  # and one of the characters from @ to _
ALT = ("alt-", "meta-", "m-")  # and any key


def keys(words: list[str]) -> bytes:
    """Return the bytes of a row of keys: `escape`, `:`, `q`, `enter`, `ctrl-c`."""
    return b"".join(key(word) for word in words)


def key(word: str) -> bytes:
    """Return the bytes of one key, or of one character."""
    if len(word) == 1:
        return word.encode("utf-8", "surrogateescape")
    name = word.lower()
    name = OTHERS.get(name, name)
    if name in KEYS:
        return KEYS[name]
    for prefix in ALT:
        if name.startswith(prefix) and len(word) > len(prefix):
            return b"\x1b" + key(word[len(prefix) :])
    for prefix in CONTROL:
        rest = name.removeprefix(prefix)
        if rest != name and (code := control(rest)) is not None:
            return bytes([code])
    msg = f"{word!r} is no key"
    fix = "write one character, ctrl-c, alt-x, or one of " + ", ".join(KEYS)
    raise InputError(msg, fix=fix)


def control(name: str) -> int | None:
    """Return the character that Ctrl makes of a key."""
    if name == "space":
        return 0
    if name == "?":
        return 0x7F
    if len(name) == 1 and "@" <= name.upper() <= "_":
        return ord(name.upper()) & 0x1F
    return None
