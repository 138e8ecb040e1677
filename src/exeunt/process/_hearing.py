"""A shell's line → what is heard of its commands: the kernel's word, else the shell's.

Where is it decided which of the two is asked? Here: the kernel tells of every process,
and of no builtin; bash tells of what failed, by traps that a start file sets, and is
asked where the kernel does not tell, or where a builtin may fail that counts.

The start file is read before the line and is no part of it. It puts the caller's own
back, so that nothing of ours reaches what the line starts. The traps write to a file
that has no name; what does not come from there is not believed.
"""

from __future__ import annotations

import os

from ._witness import watch
from .shells import is_compound, line_in, line_of, name_of, scripts_in, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._witness import Witness
    from .task import Task

MOST = 1 << 16  # bytes of what bash has told
MOST_WORDS = 200  # of a call or a line, in which a script is looked for
VARIABLE = "BASH_ENV"
# Builtins that change where or what the rest of a line runs.
MOVING = ("cd", "pushd", "popd")
DECISIVE = (*MOVING, "source", ".", "eval")
UNAWAITED = ("<(", ">(")  # processes that a shell starts and does not wait for
# No process is started: one more would be taken for a command of the line.
START = """{restore}
trap 'printf "E %s %s %s\\n" "$?" "$BASH_SUBSHELL" "${{BASH_COMMAND@Q}}" \
2>/dev/null >>{report}' ERR
trap 'printf "X %s\\n" "${{PIPESTATUS[*]}}" 2>/dev/null >>{report}' EXIT
set -E
"""
# As bash would have read the caller's own file; a trap that it sets stays.
RESTORE = """BASH_ENV={former}
eval "exeunt_start=\\"$BASH_ENV\\""
[ ! -r "$exeunt_start" ] || . "$exeunt_start"
unset exeunt_start
[ -z "$(trap -p EXIT ERR)" ] || return 0"""


class Hearing:
    """What listens to the commands of one line."""

    def __init__(self, task: Task) -> None:
        self.witness: Witness | None = watch()
        self.report: int = -1  # the file that bash writes to
        self.env: dict[str, str] = {}
        self.stays: bool = any(mark in task.words[-1] for mark in UNAWAITED)
        asks = self.witness is None or not set(DECISIVE).isdisjoint(
            split(task.words[-1])
        )
        line = line_of(task.words) if name_of(task.words[0]) == "bash" else None
        bare = task.gate is not None  # it finds nothing of ours
        if asks and line is not None and is_compound(line) and not bare:
            self.lay_traps(task.env.get(VARIABLE))
        self.scripts: dict[str, str | None] = scripts_of(task.words)

    def lay_traps(self, former: str | None) -> None:
        """Write the start file; where there can be none, nothing is told."""
        try:
            self.report = os.memfd_create("report")
            script = os.memfd_create("start")
        except (OSError, AttributeError):
            return
        restore = f"unset {VARIABLE}"
        if former:
            quoted = "'" + former.replace("'", "'\\''") + "'"
            restore = RESTORE.format(former=quoted)
        text = START.format(restore=restore, report=path_of(self.report))
        os.write(script, text.encode("utf-8", "surrogateescape"))
        self.env = {VARIABLE: path_of(script)}

    def follow(self, leader: int) -> int:
        """Begin with the command; return the descriptor to listen to, or -1."""
        return -1 if self.witness is None else self.witness.follow(leader)

    def take(self) -> None:
        """Take what has come."""
        if self.witness is not None:
            self.witness.take()

    def tell(self, where: int) -> None:
        """Write what was heard as a line, however long it is."""
        import marshal  # for a line alone

        told: Any = None  # in types that marshal knows
        said: bytes | None = None
        if self.witness is not None:
            self.witness.finish(stay=self.stays)
            told = self.witness.told()
            for name, text in self.witness.scripts.items():
                same = self.scripts.get(name, text) == text
                self.scripts[name] = text if same else None
        if self.report >= 0:
            said = os.pread(self.report, MOST, 0)
        data = b"L " + marshal.dumps((told, said, self.scripts)).hex().encode() + b"\n"
        try:
            while data:
                data = data[os.write(where, data) :]
        except OSError:
            pass  # the caller is gone


def path_of(descriptor: int) -> str:
    """Return the path by which another process opens a file of ours."""
    return f"/proc/{os.getpid()}/fd/{descriptor}"


def scripts_of(words: Sequence[str]) -> dict[str, str | None]:
    """Read the scripts that words name, and a line that stays where it begins."""
    line = line_in(words)
    if line is not None:
        named = line.replace("'", " ").replace('"', " ")
        words = [] if not set(MOVING).isdisjoint(split(line)) else split(named)
    found = dict.fromkeys(scripts_in(words[:MOST_WORDS]))
    texts = {name: text_of(name) for name in found}
    return {name: text for name, text in texts.items() if text is not None}


def split(line: str) -> list[str]:
    """Return the words of a line, roughly."""
    for mark in ";&|(){}\n":
        line = line.replace(mark, " ")
    return line.split()
