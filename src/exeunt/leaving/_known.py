"""A number that nobody declared → what a known program means by it.

The atlas says that. Known is what a distribution of that name has installed: the file
that runs is one of its own. A name that anybody may give a file proves nothing.
"""

from __future__ import annotations

import os
import sys

from .mode import called_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.outcome import Failed
    from .run import Run

# The distributions that have another name than the script that they install.
DISTRIBUTIONS = {"ansible-playbook": "ansible-core", "py.test": "pytest"}


def as_known(failed: Failed, worded: Failed, run: Run) -> Failed:
    """Let the table of a known program speak; of any other, its own words do."""
    from ..atlas import heed, look_up  # on the way to an error

    name, number = called_as(), run.former
    match = None if number is None else look_up([name, *run.words], number)
    if match is None or match.through or not is_installed(name):
        return worded
    printed, said = run.streams.printed_tail(), run.streams.stderr_tail()
    error = worded.error
    words = None if worded is failed else error.detail or error.message
    return spoken(worded, heed(match, printed.encode(), said.encode()), words)


def spoken(failed: Failed, match: Any, words: str | None) -> Failed:
    """Tell a failure by its row; the program's own words become the detail."""
    row = match.row
    named = row.code.name if row.answer is None else row.answer.name
    by = {
        "tool": match.tool,
        "certainty": "atlas" if match.certain else "guess",
        "source": row.source,
    }
    return failed.replace(
        error=failed.error.replace(code=named, message=row.meaning, detail=words),
        extra={**failed.extra, "known_by": by},
    )


def is_installed(name: str) -> bool:
    """Tell whether the file that runs belongs to the distribution of a name."""
    from importlib.metadata import PackageNotFoundError, distribution  # 30 ms

    try:
        found = distribution(DISTRIBUTIONS.get(name, name))
    except (PackageNotFoundError, ValueError):
        return False
    place = os.path.realpath(sys.argv[0])
    last = os.path.basename(place)  # noqa: PTH119 - pathlib is dear
    return any(
        os.path.realpath(str(found.locate_file(file))) == place
        for file in found.files or ()
        if file.name == last
    )
