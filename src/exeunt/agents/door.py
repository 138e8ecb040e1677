"""A shell that an agent has started → the same shell below a keeper, or as it was.

The start file of the keeping door calls this, and waits. Its descriptors are the
agent's; what it reads on the other end of `control` tells it whether the command has
begun, and how it ended. Whatever goes wrong before that leaves the shell as it is.
"""

from __future__ import annotations

import os
import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, NoReturn

    from ..process.flow import Running
    from ..process.gate import Gate
    from ..process.request import Request
    from ..process.task import Task
    from .wrapped import Wrapped

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
STANDARD = 3  # descriptors
OUTWARDS = {"stdout": 1, "stderr": 2}  # each stream goes to our own of that name
ENDING = (1, 2, 3, 15)  # HUP INT QUIT TERM
NONE = -1  # a descriptor that is none
START_FILES = {"BASH_ENV", "ZDOTDIR"}  # variables that name one of ours
HAD = "had="  # the descriptor that tells what a login shell has; none of another shell
PARENT, TERMINAL = 1, 4  # places in a process's status, behind its name
BARE = "CODEX_TOOL_CALL_ID"  # Codex names a call in it whose text is bare
# A start file that all zsh read, and that would be read twice: this one does no more.
ZSHENV = ("/etc/zshenv", "/etc/zsh/zshenv")
HARMLESS = (
    b'if [[ -z "$PATH" || "$PATH" == "/bin:/usr/bin" ]]',
    b"then",
    b'export PATH="/usr/local/bin:/usr/bin:/bin:/usr/games"',
    b"fi",
)


class Shell:
    """The shell that waits: its words, its environment and its program."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.words: list[str] = strings(pid, "cmdline")
        pairs = [pair.partition("=") for pair in strings(pid, "environ")]
        self.env: dict[str, str] = {n: v for n, equals, v in pairs if n and equals}
        self.path: str = os.readlink(f"/proc/{pid}/exe")  # noqa: PTH115 - pathlib is dear
        facts = contents(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        self.parent: int = int(facts[PARENT])
        self.terminal: int = int(facts[TERMINAL])


def main() -> NoReturn:
    """Keep the command of the shell that called; end this process."""
    try:
        _, _, pid, out, err, *rest = sys.argv
        keep(int(pid), int(out), int(err), rest)
    finally:
        os._exit(0)  # noqa: TID251 - a process of its own, whose number says nothing


def keep(pid: int, out: int, err: int, rest: Sequence[str]) -> None:
    """Run what the shell was to run, if it is to be kept and can be."""
    if os.getppid() != pid:
        return
    shell = Shell(pid)
    variable, start_file, had, *settings = rest
    state = int(had.removeprefix(HAD) or NONE)
    numbers = [n for n in open_ones() if n not in {out, err, state}]
    control = move_away(1, max([*numbers, out, err, state]))
    for number, place in ((out, 1), (err, 2)):
        os.dup2(number, place)
        os.close(number)
    found = found_in(shell, any_text="any" in settings)
    if found is None:
        return
    limits = limits_for(settings, shell.env)
    terminal = terminal_of(shell)
    if terminal is not None:
        from ._sentry import Watched, stand_by  # for the few that have one

        limit = limits.get("timeout")
        stand_by(Watched(shell.pid, shell.parent, found.agent, terminal, limit))
    if terminal is not None or (variable == "ZDOTDIR" and not are_harmless()):
        return
    env = {n: value for n, value in shell.env.items() if n not in START_FILES}
    if os.access(start_file, os.R_OK):
        env[variable] = start_file
    if state >= 0:
        shell.words[1:1] = ["--noprofile"]
        numbers.append(taken_over(shell, env, state, start_file))
    if numbers[-1:] != [NONE]:
        request = requested(shell, env, found, settings, limits)
        keep_so(request, found, shell, numbers, control, limits)


def keep_so(  # noqa: PLR0913 - what there is of a shell
    request: Request,
    found: Wrapped,
    shell: Shell,
    numbers: Sequence[int],
    control: int,
    limits: Mapping[str, float],
) -> None:
    """Run a request in a shell's stead, and say how it ended."""
    from ..process.bounded import MOST, finish  # for who is kept
    from ..process.gate import Gate

    gate = Gate(shell.path, control, shell.pid)
    gate.take(numbers)
    running = begin(request, gate, shell, limits.get("max_output", MOST))
    if running.noted is not None:
        name_run(running, found.command, shell.pid)
    for number in numbers:
        os.close(number)
    finish(running)
    try:
        tell(running, found)
    finally:
        os.write(control, ending(running))
    running.close()


def found_in(shell: Shell, *, any_text: bool) -> Wrapped | None:
    """Return the text of an agent's call; None if the shell runs another."""
    from .wrapped import unwrapped  # only a text in its table is taken

    words = shell.words
    place = text_at(words)
    text = words[place] if place else ""
    bare = BARE in shell.env and name_of(shell.parent).startswith("codex")
    return unwrapped(text, "codex" if bare else "any" if any_text else None)


def terminal_of(shell: Shell) -> str | None:
    """Return the path of the terminal that a shell is at, or that controls it."""
    for number in range(STANDARD):
        if os.isatty(number):
            return os.ttyname(number)
    if not shell.terminal:
        return None
    from ..terminal.waiting import path_of  # for the few that have one

    return path_of(shell.terminal)


def limits_for(settings: Sequence[str], env: Mapping[str, str]) -> dict[str, float]:
    """Return the limits of a command; most have none."""
    if not any("=" in word for word in settings) and not any(
        name.startswith("EXEUNT_KEEP_") for name in env
    ):
        return {}
    from .limits import limits_of  # for those who have set one

    return limits_of(settings, env)


def taken_over(shell: Shell, env: dict[str, str], state: int, start_file: str) -> int:
    """Have a shell begin with what another has left of a profile; NONE if not."""
    from ._handed import Handed, handed  # for a login shell

    file = Handed(handed(state), start_file, shell.pid)
    os.close(state)
    env["BASH_ENV"] = file.path
    words = [*shell.words]
    words[text_at(words)] = ":"
    return file.number if file.is_sure(shell.path, words, env) else NONE


def text_at(words: Sequence[str]) -> int:
    """Return the place of the text of a shell; 0 if it has none."""
    places = [place for place, word in enumerate(words[:-1]) if is_c(word)]
    return places[0] + 1 if places else 0


def is_c(word: str) -> bool:
    """Tell whether a word of a shell says that the next is its text."""
    return word[:1] in {"-", "+"} and word[1:2] != "-" and "c" in word


def requested(
    shell: Shell,
    env: dict[str, str],
    found: Wrapped,
    settings: Sequence[str],
    limits: Mapping[str, float],
) -> Request:
    """Make a request of a shell's own words, for the environment that it was given."""
    from ..process.joined import are_joined
    from ..process.request import Request

    request = Request(
        shell.words,
        env=env,
        clear_env=True,
        quiet_env=False,
        stdin=0,
        merge=are_joined(1, 2),
        journal="journal" in settings,
        timeout=limits.get("timeout"),
        idle=limits.get("idle"),
    )
    request.kind, request.name = "agent", found.agent
    request.is_heard = not START_FILES & env.keys()  # else the light door hears more
    return request


def begin(request: Request, gate: Gate, shell: Shell, most: float) -> Running:
    """Start the command; it ends with the shell that waits, and with the agent.

    Of a stream, `most` bytes at a time are shown; 0: all.
    """
    from ..process.bounded import begin_log, bound
    from ..process.capture import redactor_for
    from ..process.flow import Running
    from ..process.keeper import fork_keeper, rescue

    running = Running(request, shown=OUTWARDS, recorded="never")
    if request.is_noted and most:
        bound(running, int(most))
    if request.is_noted:
        running.redactor = redactor_for(request)
        running.tell = lambda name, _: begin_log(running, name)
    watched = select.epoll()
    for pid in (shell.pid, shell.parent):
        watched.register(os.pidfd_open(pid), select.EPOLLIN)
    if os.getppid() != shell.pid or Shell(shell.pid).parent != shell.parent:
        raise ProcessLookupError  # a number may be somebody else's by now

    def cancel(number: int, _: object) -> None:
        running.cancel(number)

    def launch(task: Task, stdio: Sequence[int], orders: int, words: int) -> None:
        task.gate = gate
        fork_keeper(task, stdio, orders, words, watched.fileno())

    for number in ENDING:
        if _signal.getsignal(number) != _signal.SIG_IGN:
            _signal.signal(number, cancel)
    return running.start(launch, rescue)


def name_run(running: Running, command: str, pid: int) -> None:
    """Have the line of a run say its command, by the name that the light door knows."""
    from ..process.capture import shown_words
    from ._above import uid_of  # for who agreed

    words = shown_words(running.request, ("bash", "-c", command), running.redactor)
    assert running.noted  # noqa: S101 - asked by the caller
    running.noted.known |= {"uid": uid_of(pid), "argv": words, "line": True}


def tell(running: Running, found: Wrapped) -> None:
    """Say on stderr what nobody else could: the shell itself is gone, or ended by us.

    One that has ended by itself has told, where it has read the light door's file.
    """
    status, code, _ = running.report.verdict()
    told = not running.request.is_heard
    if status == "cancelled" or (status == "exited" and (told or not code)):
        return  # whoever has ended it knows
    line: str | None
    if status in {"exited", "signaled"}:
        from .end import End  # for an end that is worth a word
        from .tell import line_of

        line = line_of(End(found.command, code, agent=found.agent))
    else:
        from ..deciding.advice import end_of  # as above

        line = end_of(running.wait().replace(line=found.command))
    if line:
        os.write(2, f"{line}\n".encode("utf-8", "replace"))


def ending(running: Running) -> bytes:
    """Say how the command ended, for the shell that waits to end in the same way."""
    status, code, _ = running.report.verdict()
    seen = running.report.status or 0
    if status in {"exited", "signaled"}:
        return b"S%d" % (seen & 0x7F) if seen & 0x7F else b"X%d" % (seen >> 8 & 0xFF)
    if status == "cancelled" and running.report.signal:
        return b"S%d" % running.report.signal
    return b"X%d" % code


# -- what the shell has


def strings(pid: int, name: str) -> list[str]:
    """Return what /proc has of a process as texts that each end with a zero."""
    return [os.fsdecode(s) for s in contents(f"/proc/{pid}/{name}").split(b"\0")[:-1]]


def contents(path: str) -> bytes:
    """Read a file."""
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib is dear
        return file.read()


def name_of(pid: int) -> str:
    """Return the name of a process's program."""
    return os.fsdecode(contents(f"/proc/{pid}/comm")).strip()


def open_ones() -> list[int]:
    """Return the descriptors above 2 that a command inherits."""
    found = map(int, os.listdir("/proc/self/fd"))  # noqa: PTH208 - pathlib is dear
    return [number for number in found if number >= STANDARD and is_inherited(number)]


def is_inherited(number: int) -> bool:
    """Tell whether a command gets a descriptor; the list was read through one."""
    try:
        return os.get_inheritable(number)
    except OSError:
        return False


def move_away(number: int, low: int) -> int:
    """Copy a descriptor to one that is out of the way, and that no command gets."""
    from ..process.gate import above

    return above(number, low + 1)


def are_harmless() -> bool:
    """Tell whether it makes no difference that the files of all zsh are read twice."""
    return all(map(is_harmless, ZSHENV))


def is_harmless(path: str) -> bool:
    """Tell whether it makes no difference that a start file is read twice."""
    try:
        lines = [line.strip() for line in contents(path).splitlines()]
    except FileNotFoundError:
        return True
    except OSError:
        return False
    told = tuple(line for line in lines if line and not line.startswith(b"#"))
    return told in {(), HARMLESS}
