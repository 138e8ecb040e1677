"""Attacks → people who play them: two users beside root, each with a home."""

import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import pytest

import exeunt

EXEUNT = str(Path(sysconfig.get_path("scripts")) / "exeunt")
# Nobody's: no entry of passwd, so that nothing of the machine is theirs.
USERS = {"root": 0, "alice": 61001, "mallory": 61002}
PATIENCE = 120  # seconds: far from any limit that an attack tries to outlast


class People:
    """Two users, alice and mallory, and root; `place` is open to all, as /tmp is."""

    def __init__(self, place):
        self.place = place
        self.users = {}
        for name, user in USERS.items():
            self.adopt(name, user)

    def adopt(self, name, user):
        """Have one more, under a number that is nobody's."""
        self.users[name] = user
        home = self.home(name)
        home.mkdir(0o700)
        os.chown(home, user, user)

    def home(self, name):
        """Where somebody's home is; nobody else may look into it."""
        return self.place / f"home-{name}"

    def start(self, name, *words, env=None, cwd=None, through=(), **options):
        """Start a command as somebody, in their home unless `cwd` says otherwise.

        `env` adds to an environment that holds nothing but PATH and HOME; `through` are
        the words of what root does before.
        """
        user = self.users[name]
        become = [
            "setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups",
            "--inh-caps=-all", "--",
        ]  # fmt: skip
        return subprocess.Popen(
            [*through, *private(), *(become if user else []), *words],
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.home(name)),
                "LC_ALL": "C.UTF-8",
                **(env or {}),
            },
            cwd=cwd or self.home(name),
            **options,
        )

    def run(self, name, *words, timeout=PATIENCE, **options):
        """Run a command as somebody, its output in pipes as text, to its end."""
        options.setdefault("stdin", subprocess.DEVNULL)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with self.start(name, *words, **(pipes | options)) as process:
            try:
                out, err = process.communicate(timeout=timeout)
            finally:
                process.kill()
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def exeunt(self, name, *words, **options):
        """Run exeunt as somebody."""
        return self.run(name, EXEUNT, *words, **options)


@pytest.fixture
def people():
    """Play an attack with other users: `people.run("mallory", "ln", "-s", …)`.

    `people.exeunt("alice", "run", …)` is what alice types; `people.place` is a folder
    like /tmp. Only root can be somebody else, so without root there is no such test.
    """
    if os.geteuid():
        pytest.skip("only root can act as two users")
    place = Path(tempfile.mkdtemp(prefix="exeunt-people-"))
    place.chmod(0o1777)
    yield People(place)
    shutil.rmtree(place)


def private():
    """Words that let any user reach this Python: in a mount namespace, where needed.

    An interpreter below /root is closed to all others. There that folder is covered
    by an empty one that holds what Python needs, at the same path.
    """
    needed = {sys.base_prefix, sys.prefix, str(Path(exeunt.__file__).parents[1])}
    behind = {path: shut for path in sorted(needed) if (shut := door(Path(path)))}
    if not behind:
        return []
    opened = [f'exec {n}<"{path}"' for n, path in enumerate(behind, 3)]
    covered = [
        f'mount -t tmpfs -o mode=0755 none "{shut}"' for shut in {*behind.values()}
    ]
    bound = [
        f'mkdir -p "{path}" && mount -c --bind /proc/self/fd/{n} "{path}"'
        f" && exec {n}<&-"
        for n, path in enumerate(behind, 3)
    ]
    script = " && ".join([*opened, *covered, *bound, 'exec "$@"'])
    return ["unshare", "--mount", "--", "sh", "-c", script, "sh"]


def door(path):
    """Name the outermost folder on the way to a path that others cannot pass."""
    for folder in reversed([path, *path.parents]):
        if not folder.stat().st_mode & stat.S_IXOTH:
            return folder
    return None
