"""The names of keys → the bytes that a terminal sends for them, as it is switched."""

from __future__ import annotations

from ..errors import InputError

# Keys that are a character, or always the same.
PLAIN = {
    "enter": b"\r",
    "tab": b"\t",
    "space": b" ",
    "escape": b"\x1b",
    "backspace": b"\x7f",
    "shift-tab": b"\x1b[Z",
}
# CSI and a letter; with the cursor keys in application mode, SS3 and the letter.
CURSOR = {
    "up": b"A",
    "down": b"B",
    "right": b"C",
    "left": b"D",
    "home": b"H",
    "end": b"F",
}
FUNCTION = {"f1": b"P", "f2": b"Q", "f3": b"R", "f4": b"S"}  # SS3 and a letter
NUMBERED = {  # CSI, a number and a tilde
    "insert": 2,
    "delete": 3,
    "page-up": 5,
    "page-down": 6,
    "f5": 15,
    "f6": 17,
    "f7": 18,
    "f8": 19,
    "f9": 20,
    "f10": 21,
    "f11": 23,
    "f12": 24,
}
# On the keypad: what it is, or SS3 and a letter where that is in application mode.
KEYPAD = {
    **{f"kp-{digit}": (b"%d" % digit, b"%c" % (0x70 + digit)) for digit in range(10)},
    "kp-enter": (b"\r", b"M"),
    "kp-plus": (b"+", b"k"),
    "kp-minus": (b"-", b"m"),
    "kp-multiply": (b"*", b"j"),
    "kp-divide": (b"/", b"o"),
    "kp-decimal": (b".", b"n"),
    "kp-equal": (b"=", b"X"),
}
NAMES = (*PLAIN, *CURSOR, *FUNCTION, *NUMBERED, *KEYPAD)
OTHERS = {
    "return": "enter",
    "esc": "escape",
    "del": "delete",
    "pageup": "page-up",
    "pagedown": "page-down",
    "pgup": "page-up",
    "pgdn": "page-down",
}
CONTROL = ("ctrl-", "c-", "^")  # and one of the characters from @ to _, or a key
ALT = ("alt-", "meta-", "m-")  # and any key
SHIFT = ("shift-", "s-")  # and a key that is no character
# xterm's sum of what is held down, less one.
HELD: dict[tuple[str, ...], int] = {SHIFT: 1, ALT: 2, CONTROL: 4}


def keys(words: list[str], *, cursor: bool = False, keypad: bool = False) -> bytes:
    """Return the bytes of a row of keys: `escape`, `:`, `q`, `enter`, `ctrl-c`.

    `cursor` and `keypad` say which of these keys are in application mode.
    """
    return b"".join(key(word, cursor=cursor, keypad=keypad) for word in words)


def key(word: str, *, cursor: bool = False, keypad: bool = False) -> bytes:
    """Return the bytes of one key, or of one character."""
    if len(word) == 1:
        return word.encode("utf-8", "surrogateescape")
    name = word.lower()
    name = OTHERS.get(name, name)
    if name in PLAIN:
        return PLAIN[name]
    if name in KEYPAD:
        return b"\x1bO" + KEYPAD[name][1] if keypad else KEYPAD[name][0]
    held, base = stripped(name)
    if base in CURSOR or base in FUNCTION or base in NUMBERED:
        return special(base, held, cursor=cursor)
    for prefix in ALT:
        if name.startswith(prefix) and len(word) > len(prefix):
            return b"\x1b" + key(word[len(prefix) :], cursor=cursor, keypad=keypad)
    for prefix in CONTROL:
        rest = name.removeprefix(prefix)
        if rest != name and (code := control(rest)) is not None:
            return bytes([code])
    msg = f"{word!r} is no key"
    fix = "write one character, ctrl-c, alt-x, shift-up, or one of " + ", ".join(NAMES)
    raise InputError(msg, fix=fix)


def stripped(name: str) -> tuple[int, str]:
    """Return what is held down with a key, and the key."""
    held = 0
    for prefixes, number in (*HELD.items(), *HELD.items(), *HELD.items()):
        for prefix in prefixes:
            if (
                name.startswith(prefix)
                and len(name) > len(prefix)
                and not held & number
            ):
                held, name = held | number, name[len(prefix) :]
    return held, OTHERS.get(name, name)


def special(name: str, held: int, *, cursor: bool) -> bytes:
    """Return the bytes of a key that is no character."""
    if name in NUMBERED:
        more = b";%d" % (held + 1) if held else b""
        return b"\x1b[%d%b~" % (NUMBERED[name], more)
    letter = CURSOR.get(name) or FUNCTION[name]
    if held:
        return b"\x1b[1;%d%b" % (held + 1, letter)
    return (b"\x1bO" if cursor or name in FUNCTION else b"\x1b[") + letter


def control(name: str) -> int | None:
    """Return the character that Ctrl makes of a key."""
    if name == "space":
        return 0
    if name == "?":
        return 0x7F
    if len(name) == 1 and "@" <= name.upper() <= "_":
        return ord(name.upper()) & 0x1F
    return None
