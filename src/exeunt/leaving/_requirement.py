"""What a distribution asks for, in a line of its metadata → whether that is so.

Names, extras, ranges of versions and markers as packages are published with; what is
written otherwise is Unreadable, and never guessed at.
"""

from __future__ import annotations

import os
import platform
import re
import sys

from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Key = tuple[int, tuple[int, ...], tuple[int, int], int, float]

LINE = re.compile(
    r"(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*"
    r"(?:\[(?P<extras>[^\]]*)\])?\s*"
    r"(?:@\s*(?P<url>\S+)|\((?P<inside>[^;()]*)\)|(?P<range>[^;()]*))\s*"
    r"(?:;(?P<marker>.*))?"
)
VERSION = re.compile(
    r"v?(?:(?P<epoch>\d+)!)?(?P<release>\d+(?:\.\d+)*)"
    r"(?:[-_.]?(?P<letter>a|alpha|b|beta|rc|c|pre|preview)[-_.]?(?P<pre>\d*))?"
    r"(?:-(?P<bare>\d+)|(?P<posted>[-_.]?(?:post|rev|r)[-_.]?(?P<post>\d*)))?"
    r"(?P<developed>[-_.]?dev[-_.]?(?P<dev>\d*))?"
    r"(?:\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)?",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"(~=|==|!=|<=|>=|<|>)\s*([^\s,]+?)(\.\*)?")
TOKEN = re.compile(
    r"""\s*(?:(?P<sign>[()]|~=|==|!=|<=|>=|<|>)|(?P<word>[a-z_.]+)"""
    r"""|'(?P<single>[^']*)'|"(?P<double>[^"]*)")"""
)
STAGES = {"a": 0, "alpha": 0, "b": 1, "beta": 1}  # all other letters come after
FOREVER = float("inf")
RELEASED, UNTESTED = (9, 0), (-1, 0)
TESTS: dict[str, Callable[[Key, Key], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


class Unreadable(ValueError):
    """A line that says what we do not understand."""


@final
class Requirement(Record):
    """One distribution that another needs."""

    __slots__ = ("name", "extras", "range", "url", "marker")
    name: str
    extras: tuple[str, ...]
    range: str
    url: str
    marker: str

    def __init__(self, line: str) -> None:
        found = LINE.fullmatch(line.strip())
        if found is None:
            raise Unreadable(line)
        extras = (found["extras"] or "").split(",")
        self._fill(
            found["name"],
            tuple(extra.strip() for extra in extras if extra.strip()),
            "".join((found["inside"] or found["range"] or "").split()),
            found["url"] or "",
            (found["marker"] or "").strip(),
        )

    @property
    def wanted(self) -> str:
        """Write it as pip takes it."""
        extras = f"[{','.join(self.extras)}]" if self.extras else ""
        where = f" @ {self.url}" if self.url else self.range
        return f"{self.name}{extras}{where}"


def is_in_range(version: str, clauses: str) -> bool:
    """Tell whether a version is what every clause of a range asks for."""
    texts = [text.strip() for text in clauses.split(",") if text.strip()]
    return all(is_met(version, text) for text in texts)


def is_met(version: str, text: str) -> bool:
    """Tell whether a version is what one clause asks for."""
    found = CLAUSE.fullmatch(text)
    if found is None:
        raise Unreadable(text)
    sign, wanted, star = found.groups()
    if star:
        if sign not in {"==", "!="}:
            raise Unreadable(text)
        return has_prefix(version, wanted) is (sign == "==")
    if sign == "~=":
        above, _, last = wanted.rpartition(".")
        if not above or not last:
            raise Unreadable(text)
        return key(version) >= key(wanted) and has_prefix(version, above)
    ours, theirs = key(version), key(wanted)
    excluded = {"<": is_trial_of, ">": is_mended_of}
    if sign in excluded and excluded[sign](ours, theirs):
        return False
    return TESTS[sign](ours, theirs)


def is_trial_of(ours: Key, theirs: Key) -> bool:
    """Tell whether one is a trial of the other, which is none itself."""
    depth = 4 if theirs[3] >= 0 else 2  # of a mended one, or of a release
    same = ours[:depth] == theirs[:depth]
    return same and is_trial(ours) and not is_trial(theirs)


def is_trial(version: Key) -> bool:
    """Tell whether a version came before its release."""
    _, _, pre, _, dev = version
    return pre != RELEASED or dev != FOREVER


def is_mended_of(ours: Key, theirs: Key) -> bool:
    """Tell whether one only mends the other."""
    return ours[:3] == theirs[:3] and ours[3] >= 0 > theirs[3]


def key(version: str) -> Key:
    """Order versions: a trial before its release, a mended one after."""
    found = VERSION.fullmatch(version.strip())
    if found is None:
        raise Unreadable(version)
    release = [int(part) for part in found["release"].split(".")]
    while release and not release[-1]:
        release.pop()
    post = int(found["bare"] or found["post"] or 0) if is_mended(found) else -1
    dev = float(found["dev"] or 0) if found["developed"] else FOREVER
    pre = RELEASED if post >= 0 or not found["developed"] else UNTESTED
    if found["letter"]:
        pre = (STAGES.get(found["letter"].lower(), 2), int(found["pre"] or 0))
    return int(found["epoch"] or 0), tuple(release), pre, post, dev


def is_mended(found: re.Match[str]) -> bool:
    """Tell whether a version is one that came after its release."""
    return found["bare"] is not None or found["posted"] is not None


def has_prefix(version: str, wanted: str) -> bool:
    """Tell whether a version begins with the numbers of another."""
    ours, theirs = (VERSION.fullmatch(one) for one in (version, wanted))
    if ours is None or theirs is None:
        raise Unreadable(wanted)
    numbers, first = (
        [int(part) for part in one["release"].split(".")] for one in (ours, theirs)
    )
    numbers += [0] * (len(first) - len(numbers))
    same = (ours["epoch"] or "0") == (theirs["epoch"] or "0")
    return same and numbers[: len(first)] == first


def applies(marker: str, extra: str = "") -> bool:
    """Tell whether a marker is true here, for somebody who wants an extra or none."""
    if not marker:
        return True
    reader = Reader(marker, {**surroundings(), "extra": extra})
    found = reader.either()
    if reader.tokens:
        raise Unreadable(marker)
    return found


class Reader:
    """The words of a marker, taken one by one."""

    def __init__(self, marker: str, known: dict[str, str]) -> None:
        self.marker = marker
        self.known = known
        self.tokens: list[tuple[str, str]] = []  # kind, and text
        place = 0
        while marker[place:].strip():
            found = TOKEN.match(marker, place)
            if found is None:
                raise Unreadable(marker)
            kind = found.lastgroup or ""
            self.tokens.append((kind, found[kind]))
            place = found.end()

    def either(self) -> bool:
        """Read what is joined by `or`."""
        found = self.both()
        while self.takes("or"):
            found = self.both() or found
        return found

    def both(self) -> bool:
        """Read what is joined by `and`."""
        found = self.one()
        while self.takes("and"):
            found = self.one() and found
        return found

    def one(self) -> bool:
        """Read a comparison, or what is in brackets."""
        if self.takes("("):
            found = self.either()
            if not self.takes(")"):
                raise Unreadable(self.marker)
            return found
        left = self.value()
        negated = self.takes("not")
        if self.takes("in"):
            return (left in self.value()) is not negated
        _, sign = self.next()
        return compared(left, sign, self.value())

    def takes(self, word: str) -> bool:
        """Take a word, if it is the next."""
        is_next = bool(self.tokens) and self.tokens[0] in {
            ("word", word),
            ("sign", word),
        }
        if is_next:
            self.tokens.pop(0)
        return is_next

    def value(self) -> str:
        """Take a text, or what is known under a name."""
        kind, text = self.next()
        if kind in {"single", "double"}:
            return text
        if kind != "word" or text not in self.known:
            raise Unreadable(self.marker)
        return self.known[text]

    def next(self) -> tuple[str, str]:
        """Take whatever comes."""
        if not self.tokens:
            raise Unreadable(self.marker)
        return self.tokens.pop(0)


def compared(left: str, sign: str, right: str) -> bool:
    """Compare two versions, or two texts that are none."""
    try:
        return is_met(left, f"{sign}{right}")
    except Unreadable:
        if sign not in {"==", "!="}:
            raise
        return (left == right) is (sign == "==")


def surroundings() -> dict[str, str]:
    """Return what markers may ask about."""
    version: Sequence[int] = sys.version_info[:2]
    return {
        "python_version": ".".join(map(str, version)),
        "python_full_version": platform.python_version(),
        "os_name": os.name,
        "sys_platform": sys.platform,
        "platform_machine": platform.machine(),
        "platform_system": platform.system(),
        "platform_release": platform.release(),
        "platform_version": platform.version(),
        "platform_python_implementation": platform.python_implementation(),
        "implementation_name": sys.implementation.name,
        "implementation_version": platform.python_version(),
    }
