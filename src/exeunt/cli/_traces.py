"""A state directory in which doors alone have written → gone; one of other runs stays.

What agents ran is of use as long as a door is there. Where the journal has runs of a
person, or has been asked, nothing of it is taken out.
"""

from __future__ import annotations

import json
import os

from ..agents.install import OWN
from ..files import DIRECTORY, open_directory, open_old, state_directory, unlink
from ..store.lines import LONGEST, NAME, PATHS, aside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DOORS = {"agent", "door"}  # kinds of runs; the last is of old lines
LOGS, PRUNED = "logs", "pruned"
STAYS = "the journal stays, with what agents ran: exeunt journal prune --age 0s"


def forget() -> tuple[str, ...]:
    """Remove what doors have written; say what stays."""
    place = state_directory()
    try:
        folder = open_directory(place)
    except OSError:
        return ()
    try:
        for name in OWN:
            unlink(name, folder)
        journals = [NAME, *aside(folder)]
        lines = [line for name in journals for line in read(name, folder)]
        there = os.listdir(folder)  # noqa: PTH208 - a descriptor
        others = {*there} - {*journals, LOGS, PRUNED}
        if others or any(line.get("kind") not in DOORS for line in lines):
            return (STAYS,)
        forget_logs(lines, folder)
        for name in (*journals, PRUNED):
            unlink(name, folder)
    finally:
        os.close(folder)
    try:
        os.rmdir(place)  # noqa: PTH106 - pathlib costs 10 ms
    except OSError:
        pass  # somebody has just run something
    return ()


def read(name: str, folder: int) -> list[dict[str, Any]]:
    """Read the lines of a journal; one that cannot be read is nobody's."""
    try:
        descriptor = open_old(name, folder)
    except OSError:
        return []
    found: list[dict[str, Any]] = []
    with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor
        while line := file.readline(LONGEST):
            if line.strip():
                try:
                    found.append({**json.loads(line)})
                except (ValueError, TypeError):
                    found.append({})
    return found


def forget_logs(lines: list[dict[str, Any]], folder: int) -> None:
    """Remove the logs that these runs have, and their folder, if no other is there."""
    try:
        logs = os.open(LOGS, DIRECTORY, dir_fd=folder)
    except OSError:
        return
    try:
        for line in lines:
            for name in PATHS:
                unlink(str(line.get(name) or "").rpartition("/")[2], logs)
    finally:
        os.close(logs)
    try:
        os.rmdir(LOGS, dir_fd=folder)
    except OSError:
        pass  # those of others
