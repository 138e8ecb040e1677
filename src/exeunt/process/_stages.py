"""A line that a shell was given, and what its keeper saw → the stages of its record.

Where the kernel told nothing, or not all, the line's own code is all that is known.
"""

from __future__ import annotations

import marshal
import os

from ..atlas.stages import stages_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..model.stage import Stage
    from .request import Request

    Exits = list[tuple[int, int | None, Sequence[str] | None]]

EXPORTED, END = "BASH_FUNC_", "%%"  # around the name of a function in an environment


def stages(request: Request, seen: str, code: int) -> tuple[Stage, ...]:
    """Return the commands of a line that has ended by itself."""
    env = request.env if request.clear_env else {**os.environ, **request.env}
    return stages_of(request.words, code, exits_in(seen), functions_in(env))


def exits_in(seen: str) -> Exits | None:
    """Read what a keeper has seen; None if that was not all."""
    whole, _, found = marshal.loads(bytes.fromhex(seen)) if seen else (False, False, ())  # noqa: S302 - from our keeper
    if not whole:
        return None
    return [
        (parent, status, None if words is None else [os.fsdecode(w) for w in words])
        for parent, status, words in found
    ]


def functions_in(env: Mapping[str, str]) -> list[str]:
    """Name the functions that bash finds in an environment."""
    return [
        name.removeprefix(EXPORTED).removesuffix(END)
        for name in env
        if name.startswith(EXPORTED)
    ]
