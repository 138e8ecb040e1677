r"""What a program writes → the modes of the terminal that it has switched.

Keys are sent by them, text is pasted by them, and a person's terminal that joins is
brought to them. Terminals differ in hundreds; these are the ones that programs use.
"""

from __future__ import annotations

import re

CURSOR_KEYS, KEYPAD, VISIBLE, PASTE = 1, 66, 25, 2004  # xterm's numbers, as all here
SCREENS = (1049, 1047, 47)  # the whole screen; it is given back by any of them
MOUSE = (9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015)
KNOWN = frozenset((CURSOR_KEYS, KEYPAD, VISIBLE, PASTE, *SCREENS, *MOUSE))
SOFT = (CURSOR_KEYS, KEYPAD, VISIBLE)  # what a soft reset sets back
HALF = 80  # bytes of a sequence that may have come so far
SWITCH = re.compile(rb"\x1b(?:\[\?([0-9;]{1,64})([hl])|([=>])|(c)|\[!p)")
PART = re.compile(rb"\x1b(?:\[(?:\?[0-9;]{0,64}|!)?)?")


class Toggles:
    """The modes that the program on a terminal has switched, however that is cut."""

    def __init__(self) -> None:
        self.modes: dict[int, bool] = {}  # those that were touched
        self.held: bytes = b""  # may begin a switch, at the end of what came last

    def hear(self, data: bytes) -> None:
        """Note what data switches."""
        if not self.held and b"\x1b" not in data:
            return
        whole = self.held + data
        for match in SWITCH.finditer(whole):
            self.switch(*match.groups())
        start = whole.rfind(b"\x1b", max(0, len(whole) - HALF))
        half = PART.fullmatch(whole, start) if start >= 0 else None
        self.held = half[0] if half else b""

    def switch(
        self,
        numbers: bytes | None,
        letter: bytes | None,
        keypad: bytes | None,
        reset: bytes | None,
    ) -> None:
        """Switch what one sequence names."""
        if numbers is not None:
            for one in numbers.split(b";"):
                if one and (number := int(one)) in KNOWN:
                    self.set(number, on=letter == b"h")
        elif keypad is not None:
            self.set(KEYPAD, on=keypad == b"=")
        else:
            for number in KNOWN if reset else SOFT:
                self.modes.pop(number, None)

    def set(self, number: int, *, on: bool) -> None:
        """Switch one mode."""
        for other in SCREENS if number in SCREENS else ():
            self.modes.pop(other, None)
        self.modes[number] = on

    def is_on(self, number: int) -> bool:
        """Tell whether a mode is on; at first all but the cursor are off."""
        return self.modes.get(number, number == VISIBLE)

    @property
    def full(self) -> bool:
        """Whether the program has the whole screen."""
        return any(self.modes.get(number) for number in SCREENS)

    @property
    def pastes(self) -> bool:
        """Whether a paste is to stand in brackets."""
        return self.is_on(PASTE)

    def switched(self) -> dict[int, bool]:
        """Return the modes that are not as at first."""
        usual = {number: number == VISIBLE for number in KNOWN}
        return {n: on for n, on in self.modes.items() if on is not usual[n]}


def sequence(number: int, *, on: bool) -> bytes:
    """Return what switches a mode."""
    return b"\x1b[?%d%c" % (number, b"h" if on else b"l")
