"""A line that a shell was given, and what its keeper heard → the stages of its record.

Where the kernel told nothing, or not all, the line's own code is all that is known.
"""

from __future__ import annotations

import marshal
import os

from ..atlas.stages import stages_of
from ..model.stage import Surroundings
from .shells import line_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..model.stage import Stage
    from .request import Request

    Exits = list[tuple[int, int | None, Sequence[str] | None, bool]]
    Said = tuple[list[tuple[int, int, str]], tuple[int, ...] | None]

EXPORTED, END = "BASH_FUNC_", "%%"  # around the name of a function in an environment


def stages(request: Request, heard: str, code: int) -> tuple[Stage, ...]:
    """Return the commands of a line that has ended by itself."""
    env = request.env if request.clear_env else {**os.environ, **request.env}
    none: tuple[None, None, dict[str, str | None]] = (None, None, {})
    told, said, scripts = (
        marshal.loads(bytes.fromhex(heard)) if heard else none  # noqa: S302 - from our keeper
    )
    line = request.shell is not None or line_in(request.words) is not None
    around = Surroundings(functions_in(env), "BASH_ENV" in env, line, scripts)
    return stages_of(request.words, code, exits_in(told), said_in(said), around)


def exits_in(told: tuple[bool, bool, Exits] | None) -> Exits | None:
    """Read what the kernel has told a keeper; None if that was not all."""
    if told is None or not told[0]:
        return None
    return [
        (parent, status, words and [os.fsdecode(word) for word in words], same)
        for parent, status, words, same in told[2]
    ]


def said_in(said: bytes | None) -> Said | None:
    """Read what bash has told: what failed, and how its last pipeline ended.

    The latter is None if it was not told exactly once: then the traps were not there,
    or were not alone.
    """
    if said is None:
        return None
    failed: list[tuple[int, int, str]] = []
    ends: list[tuple[int, ...]] = []
    for line in os.fsdecode(said or b"").splitlines():
        kind, _, rest = line.partition(" ")
        status, _, command = rest.partition(" ")
        level, _, command = command.partition(" ")
        if kind == "E" and status.isdecimal() and level.isdecimal():
            failed.append((int(status), int(level), command))
        elif kind == "X" and rest.replace(" ", "").isdecimal():
            ends.append(tuple(map(int, rest.split())))
    return failed, ends[0] if len(ends) == 1 else None


def functions_in(env: Mapping[str, str]) -> tuple[str, ...]:
    """Name the functions that bash finds in an environment."""
    return tuple(
        [
            name.removeprefix(EXPORTED).removesuffix(END)
            for name in env
            if name.startswith(EXPORTED)
        ]
    )
