"""Request → Task → a child: its words, environment and limits, or why there is none.

It is decided here which variables a command finds changed. No person watches it: no
pager, no editor, no prompt, no browser, no window. Messages are English, and about the
task, not about updates. The path is looked up here, too, by the child's own PATH, and
nothing is handed to a shell: what is no program is said to be none.
"""

from __future__ import annotations

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence
    from typing import Any

    from ..lease import Lease
    from ..model.ending import StartFailure
    from ..terminal.terminal import Terminal
    from .gate import Gate
    from .request import Request

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
# The variables of this process as they were last, and as texts.
DECODED: list[tuple[dict[Any, Any], dict[str, str]]] = [({}, {})]
SHOWN = 1000  # characters of a path in a message
CALLER = "EXEUNT_CALLER"  # json:PID tells the child of PID that a program reads it
# How the name of a shell ends, and that of what may give a line to one.
HANDS = (
    *("sh", "make", "npm", "yarn", "xargs", "parallel", "flock", "su", "runuser"),
    *("script", "watch", "-exec", "-execdir", "-ok", "-okdir", "-S"),
)
TERM = 15
GRACE = 2.0  # seconds from TERM to KILL unless the caller says otherwise
TERMINAL = "xterm-256color"  # what ours is, where nobody has said another
# No person waits for the command: a program that would ask fails or goes on alone.
# CI is not set: it changes what programs do, not only whether they ask.
QUIET = {
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "MANPAGER": "cat",
    "SYSTEMD_PAGER": "cat",
    "EDITOR": "false",  # an editor that fails, so that nothing unedited is accepted
    "VISUAL": "false",
    "GIT_EDITOR": "false",
    "GIT_SEQUENCE_EDITOR": "false",
    "GIT_TERMINAL_PROMPT": "0",
    "GCM_INTERACTIVE": "never",
    "GH_PROMPT_DISABLED": "1",
    "SSH_ASKPASS_REQUIRE": "never",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_NO_INPUT": "1",
    # A browser that says which page it would have shown, where xdg-open, Python and gh
    # look for one; a desktop that has none of its own; npm prints the page by itself.
    "BROWSER": "echo",
    "GH_BROWSER": "echo",
    "XDG_CURRENT_DESKTOP": "X-Generic",
    "npm_config_browser": "false",
    # Messages that tables and readers know; LANGUAGE would win over all others.
    "LC_MESSAGES": "C",
    "LANGUAGE": "",
    # No news of other versions, and no program that replaces itself meanwhile: npm,
    # all with its notifier, gh, pip, brew, Claude Code, deno, terraform, pwsh.
    "NO_UPDATE_NOTIFIER": "1",
    "npm_config_update_notifier": "false",
    "GH_NO_UPDATE_NOTIFIER": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "HOMEBREW_NO_AUTO_UPDATE": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DENO_NO_UPDATE_CHECK": "1",
    "CHECKPOINT_DISABLE": "1",
    "POWERSHELL_UPDATECHECK": "Off",
    # What Python prints is there at once, also if the command is killed then.
    "PYTHONUNBUFFERED": "1",
}
WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY")  # where one would open, and nobody see it
# At a terminal a line can be asked for, and answered; menus and dialogs stay off.
ANSWERABLE = {"GIT_TERMINAL_PROMPT", "GCM_INTERACTIVE", "PIP_NO_INPUT"}
# A caller that gives one of these has chosen; of INSTEAD, for the variable before it,
# which would win over the choice.
LANGUAGES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
INSTEAD: dict[str, tuple[str, ...]] = {
    "LC_MESSAGES": LANGUAGES,
    "LANGUAGE": LANGUAGES,
    "VISUAL": ("EDITOR",),
    "GIT_EDITOR": ("EDITOR", "VISUAL"),
    "GIT_SEQUENCE_EDITOR": ("EDITOR", "VISUAL", "GIT_EDITOR"),
    **dict.fromkeys(("GIT_PAGER", "MANPAGER", "SYSTEMD_PAGER"), ("PAGER",)),
    "GH_BROWSER": ("BROWSER",),
}


class Task:
    """A command as its keeper gets it."""

    gate: Gate | None = None  # by which it takes a process's place

    def __init__(  # noqa: PLR0913 - as many as a command has circumstances
        self,
        words: Sequence[str],
        env: Mapping[str, str],
        *,
        search: str | None = None,
        cwd: str | None = None,
        exactly: bool = False,
        terminal: str | None = None,
        asks_json: bool = False,
        listens: bool = False,
        timeout: float | None = None,
        limited: bool = False,
        kill_after: float = GRACE,
        kill_wait: float = 3.0,
        lease: str | None = None,
        signal: int = TERM,
        cell: Mapping[str, Any] | None = None,
    ) -> None:
        self.words = words
        self.env = env
        self.search = search  # the PATH to find the command on
        self.cwd = cwd
        self.exactly = exactly  # the directory is that one, and no link leads there
        self.terminal = terminal  # the path of the one that the command gets
        self.asks_json = asks_json  # a program reads the command's answer, as JSON
        self.listens = listens  # to how the commands of a shell's line end
        self.timeout = timeout
        self.limited = limited  # by that, by silence, or by its own end
        self.kill_after = kill_after  # from TERM to KILL
        self.kill_wait = kill_wait  # from KILL to giving up
        self.signal = signal  # the first one at a limit
        self.lease = lease  # the path of what others know it by while it runs
        self.cell = cell  # where nothing that it does lands


def task_for(
    request: Request, terminal: Terminal | None
) -> tuple[Task, dict[str, str | None]]:
    """Make the task of a run; return the changes to its environment, too."""
    env, ours = environment(request)
    task = Task(
        request.words,
        env,
        search=env.get("PATH", os.environ.get("PATH")),
        cwd=request.cwd,
        exactly=request.exactly,
        terminal=terminal.path if terminal else None,
        asks_json=asks_json(request),
        listens=request.cell is None and is_line(request),
        timeout=request.timeout,
        limited=request.timeout is not None or request.idle is not None or request.reap,
        kill_after=patience_of(request),
        lease=request.lease,
        signal=request.signal,
        cell=request.cell,
    )
    return task, ours


def patience_of(request: Request) -> float:
    """Return for how many seconds the command may take its time after TERM."""
    return GRACE if request.kill_after is None else request.kill_after


def is_line(request: Request) -> bool:
    """Tell whether a shell is to run a line that may have several commands."""
    words, line = request.words, request.shell
    may = line is not None or any(word.endswith(HANDS) for word in words)
    if not (may and request.is_heard):
        return False
    from .shells import is_compound, is_given, line_in, starts_others  # for these alone

    line = line_in(words) if line is None else line
    if line is None:
        return is_given(words)
    return is_compound(line) or starts_others(line)


def caller_variable(task: Task) -> dict[str, str]:
    """Return the variable that tells the command, and no child of it, who reads it."""
    return {CALLER: f"json:{os.getpid()}"} if task.asks_json else {}


def asks_json(request: Request) -> bool:
    """Tell whether the command is told that a program reads it; a terminal's is not."""
    if not request.asks_json or request.size is not None:
        return False
    return request.quiet_env and CALLER not in request.env


def variables_now() -> dict[str, str]:
    """Return the variables of this process; nobody changes what is returned.

    They are decoded when they have changed: it takes longer than all else about them.
    """
    now: Any = getattr(os.environ, "_data", None)  # as the system has them
    if now is None:
        return dict(os.environ)  # somebody has put another in its place
    seen, variables = DECODED[0]
    if seen != now:
        seen = dict(now)
        variables = {os.fsdecode(n): os.fsdecode(v) for n, v in seen.items()}
        DECODED[0] = seen, variables
    return variables


def environment(request: Request) -> tuple[dict[str, str], dict[str, str | None]]:
    """Return the child's environment, and the caller's variables that are changed.

    The variables that are added are a table, the same for all: no record repeats it.
    """
    inherited = {} if request.clear_env else variables_now()
    ours: dict[str, str | None] = {}
    if request.quiet_env:
        at_terminal = request.size is not None
        ours = changes(inherited, request.env, at_terminal=at_terminal)
    if request.size is not None and not inherited.get("TERM"):
        ours["TERM"] = TERMINAL
    env = {**inherited, **ours, **request.env, **dict.fromkeys(request.unset)}
    replaced = {name: ours[name] for name in ours if name in inherited}
    return {name: value for name, value in env.items() if value is not None}, replaced


def changes(
    inherited: Mapping[str, str], given: Mapping[str, str], *, at_terminal: bool
) -> dict[str, str | None]:
    """Return the changes to an inherited environment; None removes a variable.

    The caller's own variables win over the table, and that over inherited ones.
    """
    wanted: dict[str, str | None] = {**QUIET, **dict.fromkeys(WINDOWS)}
    for name in ANSWERABLE if at_terminal else ():
        del wanted[name]
    if is_foreign(inherited.get("LC_ALL", "")) and given.keys().isdisjoint(LANGUAGES):
        wanted |= without_lc_all(inherited)
    for name in INSTEAD if given else ():
        if not given.keys().isdisjoint(INSTEAD[name]):
            wanted.pop(name, None)
    return {
        name: value
        for name, value in wanted.items()
        if name not in given and inherited.get(name) != value
    }


def is_foreign(locale: str) -> bool:
    """Tell whether messages would be in a language: C and POSIX are English."""
    return bool(locale) and locale.partition(".")[0] not in {"C", "POSIX"}


def without_lc_all(inherited: Mapping[str, str]) -> dict[str, str | None]:
    """Say for all but messages what LC_ALL says: it would win over LC_MESSAGES."""
    parts = [n for n in inherited if n.startswith("LC_") and n != "LC_MESSAGES"]
    return {**dict.fromkeys(parts), "LANG": inherited["LC_ALL"]}


class StartError(Exception):
    """The command never ran: why, in a word and in a sentence."""

    def __init__(self, detail: str, why: StartFailure) -> None:
        super().__init__(detail)
        self.why: StartFailure = why
        self.detail = detail


def held(path: str) -> Lease:
    """Hold the lease of a caller, or do not start what others may start."""
    from ..lease import hold  # for the few that have one

    try:
        return hold(path)
    except OSError as error:
        msg = f"the lease {path} cannot be held: {os.strerror(error.errno or 0)}"
        raise StartError(msg, "failed") from None


def enter(task: Task) -> None:
    """Go where the command is to run."""
    if task.cwd is None:
        return
    why = "a link has taken its place"
    try:
        os.chdir(task.cwd)
        if not task.exactly or os.getcwd() == task.cwd:  # noqa: PTH109 - as below
            return
    except OSError as error:
        why = os.strerror(error.errno or errno.EIO)
    msg = f"the working directory {task.cwd} cannot be entered: {why}"
    raise StartError(msg, "failed")


def spawn(
    words: Sequence[str],
    env: Mapping[str, str],
    search: str | None,
    terminal: str | None = None,
    *,
    ignored: Container[int] = (),
) -> int:
    """Start a command with this process's descriptors 0 to 2, in a session of its own.

    Signals are as a fresh login has them, nothing blocked, and nothing ignored but what
    the caller had ignored. A terminal that a session's first process opens controls it;
    stderr is as we have it, since it may be on a terminal of its own.
    """
    actions: list[Any] = []
    if terminal is not None:
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, terminal, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
        ]
    path = find(words[0], search)
    check_names(env)
    try:
        return os.posix_spawn(
            path,
            list(words),
            env,
            file_actions=actions,
            setsid=True,
            setsigmask=(),
            setsigdef=[n for n in _signal.valid_signals() if n not in ignored],
        )
    except OSError as error:
        raise refusal(path, error) from None


def begin(
    task: Task, env: Mapping[str, str], ignored: Container[int]
) -> tuple[int, int, int]:
    """Start a command where it is to run; return the leader, a cell's init, itself."""
    terminal = task.terminal

    def start() -> int:
        enter(task)
        return spawn(task.words, env, task.search, terminal, ignored=ignored)

    if task.cell is None:
        return (leader := start()), 0, leader
    from ..cell.enter import CONSOLE, Refused, is_open, start_in  # for a check alone

    cell = {**task.cell, "terminal": terminal}
    terminal = terminal if is_open(cell) or not terminal else CONSOLE
    try:
        return start_in(cell, start)
    except Refused as refused:
        raise StartError(refused.detail, refused.why) from None


def check_names(env: Mapping[str, str]) -> None:
    """Refuse what no program can look up, rather than run without it."""
    if "" in env:
        msg = "the environment holds a variable without a name: run with --clear-env"
        raise StartError(msg, "failed")


def find(command: str, search: str | None) -> str:
    """Return the path of a command, as execvp would, but without its shell."""
    if "/" in command:
        return command
    denied = ""
    for place in (search or os.defpath).split(":"):
        path = f"{place or '.'}/{command}"
        if command and os.path.isfile(path):  # noqa: PTH113 - pathlib is dear
            if os.access(path, os.X_OK):
                return path
            denied = denied or path
    if denied:
        msg = f"{short(denied)} is not executable: chmod +x it"
        raise StartError(msg, "not_executable")
    msg = f"{short(command)!r} is not found on PATH"
    raise StartError(msg, "not_found")


def refusal(path: str, error: OSError) -> StartError:
    """Say why the kernel would not start a file."""
    from ._refused import why  # on the way to an error

    return StartError(*why(path, short(path), error))


def short(path: str) -> str:
    """Return a path that leaves room for what is said about it."""
    return path if len(path) <= SHOWN else f"{path[:SHOWN]}..."
