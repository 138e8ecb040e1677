"""An agent → whether one failing command in its shell is told of.

No agent and no model is run. What its configuration says is read from where the agent
reads it, and laid over our own environment; the shell is the agent's, and so is what it
writes around a command. The same command without any of that shows what must be equal.
"""

from __future__ import annotations

import os
from fnmatch import fnmatchcase

from ..model.envelope import is_array, is_object
from ..process.run import run
from ..record import Record, final
from ._obeyed import doubts, is_strict, trusts
from ._plan import content, file_of, read_instead
from ._starts import OURS, VARIABLES, kind_of, shell_of
from .edit import NotEditable, look
from .install import DOOR, DOORS, installed
from .known import GENERIC
from .limits import misread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..process.completed import Completed
    from .install import Told
    from .known import Known

# What fails and is hidden in any shell, and is told by every door.
COMMAND = "ls /exeunt-asks-whether-it-is-told 2>/dev/null | cat"
# What says whether a keeper stands above the shell.
ABOVE = "tr '\\0' ' ' </proc/$PPID/cmdline"
KEEPER = "exeunt.agents.door"
# What an agent writes around a command; where there is nothing, the command is all.
AROUND = {
    "claude": "source /dev/null && eval '{}' < /dev/null && pwd -P >| /dev/null",
    "gemini": "shopt -u promptvars nullglob extglob nocaseglob dotglob; "
    "_bgpids_file=/dev/null\n(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\n{}\n)\n"
    "__code=$?\nexit $__code",
}
# A shell whose parent bears the agent's name, as its own does.
NAMED = 'printf %s "$0" > /proc/self/comm; "$@"; exit $?'
SOON = 30.0  # seconds; a person's start files may take some of them
TRIES = 3  # on a busy machine a line may come too late
SAID = "exeunt: "
NOWHERE = "/dev/null"  # in which no folder can be made: trying a door is no run
OFF = "EXEUNT_OFF"
# What Codex leaves of its environment to a shell that is to inherit the `core` of it.
CORE = (
    *("HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM"),
    *("TMP", "TMPDIR", "TEMP", "USER"),
)


@final
class Checked(Record):
    """Whether a door works for one agent, and how that is known."""

    agent: str
    door: str | None
    files: tuple[str, ...]
    changed: bool
    works: bool | None  # None: nobody has tried whether the agent hands it on
    because: str


def check(agent: Known, project: str = "") -> Checked:
    """Play a failing command through an agent's shell, and see whether it is told."""
    mine = doors_of(agent)
    if not mine:
        return Checked(
            agent.name,
            None,
            (),
            changed=False,
            works=False,
            because="it is not installed",
        )
    told = mine[-1]
    files = tuple(file for one in mine for file in one.files)
    works: bool | None
    works, because = played(agent, told, project)
    if works and not agent.file:
        because += (
            f"; whether {agent.title} hands it to its shell is not seen from here"
        )
        works = True if agent.tried or agent.name == GENERIC else None
    return Checked(
        agent.name, told.door, files, changed=False, works=works, because=because
    )


def doors_of(agent: Known) -> list[Told]:
    """Return what was done to install a door for an agent."""
    return [one for one in installed() if (one.agent, one.part) == (agent.name, DOOR)]


def played(agent: Known, told: Told, project: str) -> tuple[bool, str]:
    """Play it with what the configuration gives and without, and compare."""
    if os.environ.get(OFF) == "1":
        return False, f"{OFF}=1 turns it off"
    plain = {
        name: value
        for name, value in os.environ.items()
        if name != OFF and not (name in VARIABLES.values() and OURS in value)
    }
    try:
        given = environment(agent, dict(plain), project)
    except NotEditable as error:
        return False, f"its configuration cannot be read: {error.message}"
    shell = shell_of(agent)
    variable = VARIABLES.get(kind_of(shell), "")
    if OURS not in given.get(variable, ""):
        why = doubts(agent, told.files[0], project) if agent.file else []
        none = f"its configuration gives its shell no {variable or 'start file'}"
        return False, "; ".join(why or [none])
    bare = play(agent, plain)
    works, because = False, ""
    for _ in range(TRIES):
        works, because = compared(bare, play(agent, given), shell)
        if works:
            break
    if works and told.door == "keep" and KEEPER not in play(agent, given, ABOVE).stdout:
        return False, f"{shell} runs the command by itself, and is not kept; {because}"
    if works and told.door == "keep":
        because = "; ".join(["the command is kept", *misread(given), because])
    return works, because


def compared(bare: Completed, seen: Completed, shell: str) -> tuple[bool, str]:
    """Say whether the door has told of the failure, and changed nothing else."""
    lines = [line for line in seen.stderr.splitlines() if line.startswith(SAID)]
    if not bare.status == seen.status == "exited":
        return False, f"{shell} ended otherwise than a shell does: {seen.status}"
    if (bare.exit_code, bare.stdout) != (seen.exit_code, seen.stdout):
        return False, "the command ends otherwise than without exeunt"
    if not lines:
        return False, "the command failed, and nothing was said of it"
    return True, f"of a failure in a pipe it said: {lines[-1]}"


def play(agent: Known, env: dict[str, str], command: str = COMMAND) -> Completed:
    """Run a command in the agent's shell, in no folder of anybody's."""
    quoted = command.replace("'", "'\"'\"'") if agent.name == "claude" else command
    text = AROUND.get(agent.name, "{}").replace("{}", quoted)
    words = [shell_of(agent), *agent.options, text]
    named = ["/bin/sh", "-c", NAMED, agent.programs[0] if agent.programs else "agent"]
    env = {**env, "CODEX_TOOL_CALL_ID": "check"} if agent.name == "codex" else env
    return run(
        [*named, *words],
        env={**env, "XDG_STATE_HOME": NOWHERE},
        clear_env=True,
        quiet_env=False,
        cwd="/",
        timeout=SOON,
        log=False,
        journal=False,
    )


# -- what the configuration gives the shell


def environment(agent: Known, env: dict[str, str], project: str) -> dict[str, str]:
    """Return the environment that an agent gives its shell."""
    if not agent.file:
        mine = doors_of(agent)
        door = mine[0].door if mine else None
        start = next(one for one in mine[0].files if one.endswith(".bash"))
        return {**env, VARIABLES["bash"]: start} if door in DOORS else env
    return GIVES[agent.name](agent, env, project)


def codex(agent: Known, env: dict[str, str], project: str) -> dict[str, str]:
    """Return what Codex gives: its policy, laid over what it has inherited."""
    policy: dict[str, object] = {}
    for file in files_of(agent, project):
        found = look("toml", content(file) or b"", agent.path[:1])
        policy |= found if is_object(found) else {}
    inherit = policy.get("inherit", "all")
    if inherit != "all":
        env = {name: env[name] for name in CORE if name in env and inherit == "core"}
    env = {
        name: value for name, value in env.items() if not fits(name, policy, "exclude")
    }
    given = policy.get("set")
    if is_object(given):
        env |= {name: str(value) for name, value in given.items()}
    if policy.get("include_only"):
        env = {
            name: value
            for name, value in env.items()
            if fits(name, policy, "include_only")
        }
    return env


def fits(name: str, policy: dict[str, object], which: str) -> bool:
    """Tell whether a list of patterns has one for a name."""
    patterns = policy.get(which)
    return is_array(patterns) and any(
        fnmatchcase(name.upper(), str(one).upper()) for one in patterns
    )


def gemini(agent: Known, env: dict[str, str], project: str) -> dict[str, str]:
    """Return what Gemini CLI gives: the nearest .env, where nothing is set before."""
    here = project or os.getcwd()
    for file in read_instead(agent, f"{here}/.gemini/.env"):
        found = look("dotenv", content(file) or b"", ())
        env = {**found, **env} if is_object(found) else env
    return env


def claude(agent: Known, env: dict[str, str], project: str) -> dict[str, str]:
    """Return what Claude Code gives: `env` of its settings, the nearest last."""
    for file in files_of(agent, project):
        data = content(file) or b""
        found = look("json", data, agent.path) if is_strict(data) else None
        if is_object(found):
            env |= {name: str(value) for name, value in found.items()}
    return env


def files_of(agent: Known, project: str) -> list[str]:
    """Return the files that an agent reads in a folder, the nearest last."""
    folder = project or os.getcwd()
    files = [file_of(agent, "")]
    if agent.name == "claude":
        files.append(f"{folder}/.claude/settings.json")
    if agent.name != "codex" or trusts(agent, folder):
        files.append(file_of(agent, folder))
    return files


GIVES = {"codex": codex, "gemini": gemini, "claude": claude}
