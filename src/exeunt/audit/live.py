"""The call of a program → its manifest, asked for where it can do no harm.

It gets a HOME of its own, nothing to read, and ten seconds. `--schema` comes first: a
program that does not know an option refuses it, while a word might be taken for one
of its arguments. It is asked twice, the second time in other surroundings: what it then
says otherwise is no promise of the program, and is marked as computed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from shlex import join
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import InputError
from ..files import home as own_home
from ..manifest.computed import marked
from ..manifest.reader import LARGEST, manifest_in
from ..manifest.snapshot import homeless
from ..process.completed import Completed
from ..process.run import run
from ._elsewhere import PLACES, Place

WAYS = (("--schema",), ("manifest", "--output", "json"))
LIMIT = 10.0  # seconds for an answer: a program that takes longer hangs
WHY = 200  # characters of the last line that it wrote to stderr
FOLDERS = ("CONFIG", "CACHE", "DATA", "STATE")


def ask(words: Sequence[str], limit: float = LIMIT) -> dict[str, Any]:
    """Ask a program for its manifest, and again elsewhere: what differs is marked.

    A path in the HOME that it was asked in is written with ~.
    """
    here, way = first(words, limit)
    for place in PLACES:
        there = again(words, way, place, limit)
        if there is not None:
            return marked(here, there)
    return here


def first(words: Sequence[str], limit: float) -> tuple[dict[str, Any], Sequence[str]]:
    """Return the manifest of a program, and the words that print it."""
    done: Completed | None = None
    with TemporaryDirectory(prefix="exeunt-") as home:
        for way in WAYS:
            done = answer([*words, *way], home, limit)
            found = manifest_in(said(done))
            if found is not None:
                return homeless(found, home), way
            if done.status != "exited" or done.log_error:
                break  # another way would end no better
            if not takes_a_word(words, done, home, limit):
                break  # it might be acted on
    raise refusal(words, done)


def takes_a_word(
    words: Sequence[str], done: Completed, home: str, limit: float
) -> bool:
    """Tell whether a word that is made up can do no harm: no option passes unknown.

    The program has refused one in so many words, or its page lists the word.
    """
    if done.exit_code == 0:
        return False
    from ._page import REFUSED, listed_in  # few have no --schema

    if REFUSED.search(done.stderr) or REFUSED.search(done.stdout):
        return True
    page = answer([*words, "--help"], home, limit)
    return bool(listed_in(f"{page.stdout}\n{page.stderr}", anyway=False))


def again(
    words: Sequence[str], way: Sequence[str], place: Place, limit: float
) -> dict[str, Any] | None:
    """Return the manifest of a program in another place, if it gives one there."""
    with TemporaryDirectory(prefix="exeunt-") as home:
        there = place(home)
        call = [*there.before, *words, *way]
        found = manifest_in(said(answer(call, home, limit, there.env, there.cwd)))
        return None if found is None else homeless(found, home)


def answer(
    call: Sequence[str],
    home: str,
    limit: float,
    others: Mapping[str, str] | None = None,
    cwd: str | None = None,
) -> Completed:
    """Ask in one way; the exact bytes of what it says are kept in a file."""
    folders = {f"XDG_{n}_HOME": f"{home}/{n.lower()}" for n in FOLDERS}
    # What was installed for one user alone is still to be found.
    user = os.environ.get("PYTHONUSERBASE") or f"{own_home()}/.local"
    return run(
        call,
        cwd=cwd,
        env={"HOME": home, "PYTHONUSERBASE": user, **folders, **(others or {})},
        timeout=limit,
        log=f"{home}/said-{call[-1].strip('-')}",
        max_log=LARGEST + 1,
        max_output=1 << 12,
        journal=False,  # a question is no run of the user
        reap=True,
    )


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
