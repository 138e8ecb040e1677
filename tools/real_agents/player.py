"""An agent, a door and steps → what its model was told of each.

The agent runs in namespaces of its own: no network but loopback, its own processes, a
user whose shell is the one that is asked for, a home that is thrown away.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .agents import AGENTS
from .installed import cache, install
from .shown import Told, told

STAGE = Path(__file__).with_name("stage.py")
EXEUNT = Path(sysconfig.get_path("scripts")) / "exeunt"
LIMIT = 300  # seconds for an agent that plays all scripts
Steps = Sequence[dict[str, Any]]


class Played(NamedTuple):
    """What came of one play."""

    told: list[Told]  # of each step
    left: list[str]  # what ran on when the agent had ended
    files: dict[str, str]  # what the play left in the home: logs of hook and servers
    home: str
    code: int
    said: str
    first: str  # the first request to its model


class Cannot(Exception):
    """There are no namespaces here, or no such shell: nothing was played."""


def play(  # noqa: PLR0913 - what a play is made of
    agent: str,
    door: str,
    steps: Steps,
    *,
    shell: str = "bash",
    files: Mapping[str, bytes] | None = None,
    own: Mapping[str, str] | None = None,
    env: Mapping[str, str] | None = None,
    after: Sequence[Sequence[str]] = (),
    keep: Sequence[str] = ("hook.log", "servers.log"),
) -> Played:
    """Have an agent play steps behind a door: none, light or keep.

    `files` lie where it works, `own` in the home; @HOME@ in them, in `env` and in
    `after`, commands that are run when the door stands, is the home.
    """
    commands = install(agent)
    with new_home(files or {}) as home:
        plan = planned(agent, door, home, shell, commands)
        plan["steps"] = list(steps)
        plan["more"] = {name: at_home(text, home) for name, text in (env or {}).items()}
        plan["files"] |= {
            str(home / name): at_home(text, home) for name, text in (own or {}).items()
        }
        plan["before"] += [[at_home(word, home) for word in words] for words in after]
        done = staged(plan)
        return played(agent, done, home, len(steps), keep)


def planned(
    agent: str, door: str, home: Path, shell: str, commands: Path
) -> dict[str, Any]:
    """What stage.py has to do, but for the steps."""
    row = AGENTS[agent]
    path = shutil.which(shell)
    if path is None:
        raise Cannot(f"{shell} is not installed")
    node = Path(shutil.which("node") or "/usr/bin/node").parent
    users = home / "passwd"
    users.write_text(passwd(home, path), encoding="utf-8")
    env = {
        "PATH": f"{commands}:/usr/local/bin:/usr/bin:/bin:{node}",
        "HOME": str(home),
        "SHELL": path,
        # As from a person's shell. Without it bash takes a socket for stdin, which
        # Claude Code gives, for a remote login, and reads no BASH_ENV.
        "SHLVL": "1",
        "LANG": "C.UTF-8",
        "TERM": "xterm",
        "NO_COLOR": "1",
        **row.env,
    }
    return {
        "words": [at_home(word, home) for word in row.words],
        "env": env,
        "cwd": str(home / "w"),
        "log": str(home / "agent.log"),
        "files": {
            str(home / name): at_home(text, home) for name, text in row.files().items()
        },
        "mounts": [[str(users), "/etc/passwd"]],
        "before": DOORS[door](agent),
        "limit": LIMIT,
    }


Words = list[list[str]]


def installing(*options: str) -> Callable[[str], Words]:
    """The words that put a door into an agent."""
    return lambda agent: [[sys.executable, str(EXEUNT), "install", agent, *options]]


# By name: what is run, as the person whose home it is, before the agent starts.
DOORS: dict[str, Callable[[str], Words]] = {
    "none": lambda _agent: [],
    "light": installing("--yes"),
    "keep": installing("--yes", "--keep"),
}


def passwd(home: Path, shell: str) -> str:
    """The user database, where root's home and shell are the ones of this play."""
    lines = Path("/etc/passwd").read_text(encoding="utf-8").splitlines()
    others = [line for line in lines if line.split(":")[2:3] != ["0"]]
    return "\n".join([f"root:x:0:0:root:{home}:{shell}", *others]) + "\n"


def at_home(text: str, home: Path) -> str:
    """A text in which the home is named."""
    return text.replace("@HOME@", str(home))


@contextlib.contextmanager
def new_home(files: Mapping[str, bytes]) -> Iterator[Path]:
    """A home below the cache (Codex takes none below /tmp) with a folder to work in."""
    homes = cache() / "homes"
    homes.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(
        dir=homes, prefix="", ignore_cleanup_errors=True
    ) as place:
        home = Path(place)
        (home / "w" / "sub").mkdir(parents=True)
        for name, content in files.items():
            (home / "w" / name).write_bytes(content)
        # A repository of its own: git must not find the one that this stands in.
        subprocess.run(["git", "init", "--quiet", str(home / "w")], check=True)
        own = "[user]\n\tname = somebody\n\temail = somebody@example.org\n"
        (home / ".gitconfig").write_text(own, encoding="utf-8")
        yield home


def staged(plan: dict[str, Any]) -> dict[str, Any]:
    """Run stage.py in namespaces, and read what it prints."""
    spaces = ["--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    root = [] if os.geteuid() == 0 else ["--map-root-user"]
    done = subprocess.run(
        ["unshare", *root, *spaces, sys.executable, str(STAGE)],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and "unshare:" in done.stderr:
        raise Cannot(done.stderr.strip())
    if done.returncode:
        raise RuntimeError(f"stage.py ended with {done.returncode}: {done.stderr}")
    return dict(json.loads(done.stdout))


def played(
    agent: str, done: dict[str, Any], home: Path, steps: int, keep: Sequence[str]
) -> Played:
    """The answers of stage.py as what was told of each step."""
    shown = done["shown"][1 : steps + 1]
    if len(shown) < steps:
        raise RuntimeError(
            f"{agent} ended with {done['code']} after {len(shown)} of {steps} steps:"
            f" {done['said'][-1500:]}"
        )
    return Played(
        [told(agent, what, str(home)) for what in shown],
        [words.replace(str(home), "~") for words in done["left"]],
        {
            name: (home / name).read_text(encoding="utf-8")
            for name in keep
            if (home / name).exists()
        },
        str(home),
        done["code"],
        done["said"],
        done["first"],
    )
