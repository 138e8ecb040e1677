"""A plan → its files, written in an order in which nothing is ever half done.

First the start files, which nobody names yet; then the record, which tells of the old
and of the new; then each configuration, whole; then the record as it is to stay. What
cannot be written takes all of it back.
"""

from __future__ import annotations

import os

from ..errors import InputError
from ..files import DIRECTORY, make_directory, reach, unlink, write
from ..named import place_of, write_whole
from ._kept import NAME, State, remove_empty, save
from ._plan import Change, Plan, Refused, content, starts_of
from ._starts import ZSHENV

PLAIN = 0o644  # a start file is read by whoever may look


class Moved(Exception):
    """A file was changed by somebody else between our reading and our writing."""


def carry_out(plan: Plan, folder: int) -> None:
    """Write what a plan says, or leave everything as it was."""
    done: list[Change] = []
    try:
        for name, text in plan.starts.items():
            write_start(name, text, folder)
        save(both(plan), folder)
        for change in plan.changes:
            done.append(change)
            apply(change, plan)
        save(plan.state, folder)
    except BaseException as error:
        take_back(plan, done, folder)
        if isinstance(error, OSError):
            msg = f"the start files cannot be written: {error.strerror}"
            fix = "make room, or have XDG_DATA_HOME name a folder of yours"
            raise InputError(msg, fix=fix, error_code="NOT_WRITABLE") from None
        raise
    sweep(plan.state, folder)


def both(plan: Plan) -> State:
    """Return a record that holds before and after each file is written."""
    state = plan.state
    for kept in plan.former.files:
        new = state.of(kept.file)
        undos = (*new.undos, *kept.undos) if new else kept.undos
        state = state.with_file((new or kept).replace(undos=undos))
    return state


def apply(change: Change, plan: Plan) -> None:
    """Write one file, if it is still as it was read."""
    if content(change.file) != change.before:
        raise Moved
    kept = plan.state.of(change.file) or plan.former.of(change.file)
    try:
        if change.before != change.after:
            replace(change.file, change.after)
        if change.after is None and kept:
            remove_empty(kept.made)
    except OSError as error:
        why = f"it cannot be written: {error.strerror or error}"
        raise Refused(change.file, why, kept) from None


def replace(file: str, data: bytes | None) -> None:
    """Have a file hold this, and nothing else; None: have it be gone."""
    if data is not None:
        os.close(reach(os.path.dirname(file), DIRECTORY, make=True))
        write_whole(file, data.decode())
        return
    folder, name = place_of(file)
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        pass
    finally:
        os.close(folder)


def take_back(plan: Plan, done: list[Change], folder: int) -> None:
    """Give back what was written, as far as that can be."""
    for change in reversed(done):
        if change.before != change.after and content(change.file) == change.after:
            try:
                replace(change.file, change.before)
            except OSError:
                return  # the record tells of both
    for change in done:
        kept = plan.state.of(change.file)
        if kept and change.before is None and not os.path.lexists(change.file):
            remove_empty(kept.made)
    try:
        save(plan.former, folder)
        sweep(plan.former, folder)
    except OSError:
        pass  # there is a line too many in the record


def write_start(name: str, text: str, folder: int) -> None:
    """Write a start file; that of zsh has a folder for itself."""
    above, _, last = name.rpartition("/")
    if not above:
        write(last, folder, text.encode(), PLAIN)
        return
    make_directory(above, folder)
    inner = os.open(above, DIRECTORY, dir_fd=folder)
    try:
        write(last, inner, text.encode(), PLAIN)
    finally:
        os.close(inner)


def sweep(state: State, folder: int) -> None:
    """Remove the start files that nobody needs any more."""
    wanted = {name.partition("/")[0] for name in starts_of(state)} | {NAME}
    for name in os.listdir(folder):
        if name in wanted or unlink(name, folder):
            continue
        try:
            inner = os.open(name, DIRECTORY, dir_fd=folder)
        except OSError:
            continue
        unlink(ZSHENV, inner)
        os.close(inner)
        try:
            os.rmdir(name, dir_fd=folder)
        except OSError:
            pass  # there is more in it, and not of ours
