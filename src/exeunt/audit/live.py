"""The call of a program → its manifest, asked for where it can do no harm.

It gets a HOME of its own, nothing to read, ten seconds, and a cell, where the machine
has them: what it writes lands nowhere, and there is no network and no socket.
`--schema` comes first: a program that does not know an option refuses it, while a word
might be taken for one of its arguments. It is asked twice, the second time in other
surroundings: what it then says otherwise is no promise of the program, and is marked as
computed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from shlex import join
from tempfile import TemporaryDirectory
from typing import Any, Self

from ..errors import InputError
from ..files import home as own_home
from ..manifest.computed import marked
from ..manifest.reader import LARGEST, manifest_in
from ..manifest.snapshot import homeless
from ..process.completed import Completed
from ..process.run import request, start
from ._cells import Cells
from ._elsewhere import PLACES, Surround
from ._place import PASSED, Place, Room, needs, whole_words

WAYS = (("--schema",), ("manifest", "--output", "json"))
LIMIT = 10.0  # seconds for an answer: a program that takes longer hangs
WHY = 200  # characters of the last line that it wrote to stderr
SOCKETS = {
    *("DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "DOCKER_HOST"),
    *("CONTAINER_HOST", "SSH_AGENT_PID", "GPG_AGENT_INFO", "GNOME_KEYRING_CONTROL"),
    *("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "TMUX", "STY"),
    *("LISTEN_FDS", "LISTEN_PID", "KRB5CCNAME", "PULSE_SERVER", "AT_SPI_BUS_ADDRESS"),
}
FOLDERS = ("CONFIG", "CACHE", "DATA", "STATE")


def ask(words: Sequence[str], limit: float = LIMIT) -> dict[str, Any]:
    """Ask a program for its manifest, and again elsewhere: what differs is marked.

    A path in the HOME that it was asked in is written with ~.
    """
    passed = {n: os.environ[n] for n in PASSED if n in os.environ}
    needed, written = needs(whole_words(words), passed)
    here = os.getcwd()  # noqa: PTH109 - pathlib is dear
    with Cells([*needed, here], [*written, here]) as cells:
        found, way = first(words, limit, cells)
        for place in PLACES:
            there = again(words, way, place, limit, cells)
            if there is not None:
                return marked(found, there)
    return found


def first(
    words: Sequence[str], limit: float, cells: Cells
) -> tuple[dict[str, Any], Sequence[str]]:
    """Return the manifest of a program, and the words that print it."""
    done: Completed | None = None
    with Asking(limit, cells) as asking:
        home = asking.home
        for way in WAYS:
            done = asking.answer([*words, *way])
            found = manifest_in(said(done))
            if found is not None:
                return homeless(found, home), way
            if done.status != "exited" or done.log_error:
                break  # another way would end no better
            if not takes_a_word(words, done, asking):
                break  # it might be acted on
    raise refusal(words, done)


def takes_a_word(words: Sequence[str], done: Completed, asking: Asking) -> bool:
    """Tell whether a word that is made up can do no harm: no option passes unknown.

    The program has refused one in so many words, or its page lists the word.
    """
    if not done.exit_code:
        return False
    from ._page import REFUSED, listed_in  # few have no --schema

    if REFUSED.search(done.stderr) or REFUSED.search(done.stdout):
        return True
    page = asking.answer([*words, "--help"])
    return bool(listed_in(f"{page.stdout}\n{page.stderr}", anyway=False))


def again(
    words: Sequence[str],
    way: Sequence[str],
    place: Surround,
    limit: float,
    cells: Cells,
) -> dict[str, Any] | None:
    """Return the manifest of a program in another place, if it gives one there."""
    with Asking(limit, cells) as asking:
        there = place(asking.made, asking.home)
        call = [*there.before, *words, *way]
        found = manifest_in(said(asking.answer(call, there.env, there.cwd)))
        return None if found is None else homeless(found, asking.home)


class Asking:
    """A home for one program that is asked, and what it is asked in."""

    def __init__(self, limit: float, cells: Cells) -> None:
        self.limit = limit
        self.kept: TemporaryDirectory[str] = TemporaryDirectory(prefix="exeunt-")
        self.place: Place = Place(cells)
        self.room: Room = self.place.room()
        self.made: str = f"{self.room.path}/home"  # where we see its home
        self.home: str = f"{self.room.home}/home"  # where it does

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Throw it all away."""
        self.place.__exit__()
        self.kept.cleanup()

    def answer(
        self,
        call: Sequence[str],
        others: Mapping[str, str] | None = None,
        cwd: str | None = None,
    ) -> Completed:
        """Ask in one way; the exact bytes of what it says are kept in a file."""
        home = self.home
        folders = {f"XDG_{n}_HOME": f"{home}/{n.lower()}" for n in FOLDERS}
        # What was installed for one user alone is still to be found.
        user = os.environ.get("PYTHONUSERBASE") or f"{own_home()}/.local"
        own = {"HOME": home, "PYTHONUSERBASE": user, **folders, **(others or {})}
        asked = request(
            call,
            cwd=cwd or os.getcwd(),  # noqa: PTH109 - pathlib is dear
            env={**without_sockets(os.environ), **own},
            clear_env=True,
            timeout=self.limit,
            log=f"{self.kept.name}/said-{call[-1].strip('-')}",
            max_log=LARGEST + 1,
            max_output=1 << 12,
            journal=False,  # a question is no run of the user
            reap=True,
        )
        asked.cell = self.room.cell
        with start(asked) as running:
            return running.wait()


def without_sockets(env: Mapping[str, str]) -> dict[str, str]:
    """Leave out what leads to agents, daemons and windows."""
    return {
        name: value
        for name, value in env.items()
        if name not in SOCKETS and not name.endswith(("_SOCK", "_SOCKET"))
    }


def said(done: Completed) -> bytes:
    """Return what was printed, if it all was kept and ended by itself."""
    if done.status != "exited" or done.log is None or done.log_error is not None:
        return b""
    with open(done.log, "rb") as file:  # noqa: PTH123 - as above
        return file.read(LARGEST)


def refusal(words: Sequence[str], done: Completed | None) -> InputError:
    """Say why there is no manifest, and what to do."""
    call = join(words)
    status = done.status if done else ""
    if status in {"not_found", "not_executable"}:
        code = "COMMAND_NOT_FOUND"
        message = "is neither a file nor a program that can be run"
        fix = "name a manifest, or quote a call: 'python app.py'"
    elif done is not None and done.timed_out:
        code = "NO_ANSWER"
        message = "did not answer when it was asked for its manifest"
        fix = f"see what {join([*words, *WAYS[0]])} waits for"
    else:
        code, message = "NO_MANIFEST", f"gives no manifest{how(done)}"
        fix = f"{join([*words, *WAYS[0]])} is to print one; exeunt.adopt() does that"
    return InputError(f"{call!r} {message}", fix=fix, error_code=code)


def how(done: Completed | None) -> str:
    """Say what a program did instead."""
    if done is None:
        return ""
    if done.log_error == "capped":
        return f": it printed more than {LARGEST >> 20} MiB"
    if done.signal:
        return f": it was ended by {done.signal}"
    why = done.stderr.strip().rpartition("\n")[2].strip()[:WHY]
    return f": it ended with {done.exit_code}{f' ({why})' if why else ''}"
