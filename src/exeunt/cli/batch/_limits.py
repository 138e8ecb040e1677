"""Options of `exeunt batch` → the limits that its pullers keep."""

from __future__ import annotations

import os

from ...batches.limits import Halt, Limits
from ...deciding.policy import endings
from ...errors import InputError
from ..argv import counted, duration, is_number, refuse, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..argv import Options

SIZES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
NICEST = 19


def limits_of(options: Options) -> Limits:
    """Read how the jobs are to be run."""
    given: dict[str, Any] = {
        name: read(f"--{name.replace('_', '-')}", options[option][-1])
        for name, read in READERS.items()
        if (option := f"--{name.replace('_', '-')}") in options
    }
    given["idempotent"] = "--idempotent" in options
    given["wait"] = "--no-wait" not in options
    return Limits(**given)


def processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0))


def at_once(name: str, text: str) -> int:
    """Read how many jobs run side by side: 8, 50%, +2 or -1."""
    digits = text.removesuffix("%").lstrip("+-")
    if not is_number(digits):
        refuse(f"{name} {text} is no number of jobs", "write 8, 50% or +2")
    number = whole(name, digits)
    if text.endswith("%"):
        number = max(1, processors() * number // 100)
    elif text[:1] in {"+", "-"}:
        number = max(1, processors() + int(text))
    if not number:
        refuse(f"{name} 0 would run none", "write 8, 50% or +2")
    return number


def size(name: str, text: str) -> int:
    """Read 500M or 2G, in powers of 1024."""
    digits, unit = text, ""
    if text[-1:].upper() in {*SIZES} - {""}:
        digits, unit = text[:-1], text[-1].upper()
    return whole(name, digits, "size", "write 500M or 2G") * SIZES[unit]


def load(name: str, text: str) -> float:
    """Read a load, or how many percent of the processors are busy."""
    digits = text.removesuffix("%")
    try:
        number = float(digits)
    except ValueError:
        number = -1
    if not 0 <= number < float("inf"):
        refuse(f"{name} {text} is no load", "write 4, or 80%")
    return number if digits == text else number * processors() / 100


def halt(name: str, text: str) -> Halt | None:
    """Read now,fail=1 or soon,done=10%."""
    if text == "never":
        return None
    when, comma, rest = text.partition(",")
    kind, equals, number = rest.partition("=")
    fix = "write soon,fail=1 or now,fail=10%; success= and done= count, too"
    if not (comma and equals) or not is_number(number.removesuffix("%")):
        refuse(f"{name} {text} does not say when to stop", fix)
    count = whole(name, number.removesuffix("%"))
    given: dict[str, Any] = {"when": when, "kind": kind}
    try:
        return Halt(**given, number=count, percent=number.endswith("%"))
    except InputError:
        refuse(f"{name} {text} does not say when to stop", fix)


def repeated(name: str, text: str) -> tuple[int | str, ...]:
    """Read which endings are to be repeated."""
    try:
        return endings(text)
    except InputError as error:
        refuse(f"{name} {text} is no list of endings", error.fix)


def niceness(options: Options) -> int:
    """Read by how much the jobs are to be nicer than we are."""
    text = options["--nice"][-1] if "--nice" in options else "0"
    number = whole("--nice", text, "niceness", f"write 0 to {NICEST}")
    if number > NICEST:
        refuse(f"--nice {text} is too much", f"write 0 to {NICEST}")
    return number


READERS: dict[str, Any] = {
    "jobs": at_once,
    "delay": duration,
    "memfree": size,
    "load": load,
    "per_key": counted,
    "halt": halt,
    "timeout": duration,
    "attempts": counted,
    "retry_on": repeated,
}
