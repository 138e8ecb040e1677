"""Words → a session, started by a program that may have threads and much memory.

`exeunt session start` forks; a program that calls us must not be forked, so it is run
as a command, and what to run goes to it by stdin: secrets stay out of sight.
"""

from __future__ import annotations

import os
import subprocess
import sys

from ..errors import InputError, SessionError
from ..model.json import dumps
from ..process.request import COLUMNS, ROWS
from ..process.run import request
from .wire import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any

MISUSE = ("INVALID_INPUT",)


def start(
    words: Sequence[str | PathLike[str]] | None,
    *,
    name: str | None,
    keep: float | None,
    options: Mapping[str, Any],
) -> str:
    """Start a command; return the name of its session."""
    size = options.get("size", (COLUMNS, ROWS))
    asked = {**options, "size": size}
    if words is not None:
        asked["words"] = [os.fspath(word) for word in words]
    request(**asked)  # what is wrong with it is said here
    call = [sys.executable, "-m", "exeunt", "session", "start", "--json", "--from", "-"]
    call += [] if name is None else ["--session", name]
    call += [] if keep is None else ["--keep", str(keep)]
    done = subprocess.run(  # noqa: S603 - ourselves
        call, input=dumps(asked).encode(), stdout=subprocess.PIPE, check=False
    )
    try:
        said = unpack(done.stdout)
    except ValueError:
        msg = f"exeunt session start ended with {done.returncode}"
        raise SessionError(msg, fix="see what it says on stderr") from None
    if said["ok"]:
        return str(said["data"]["session"])
    error = said["error"]
    kind = InputError if error["code"] in MISUSE else SessionError
    problem = kind(error["message"], fix=error.get("suggestion") or "")
    problem.error_code = error["code"]
    raise problem
