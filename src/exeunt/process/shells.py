"""A line, and the name of a shell → the words that have that shell run the line.

It is decided here which shell runs a line: the one that was named, found on PATH as
another shell would find it; else bash, and sh where there is none.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STANDARD = "/bin/bash"  # looked for here first: no PATH can put another in its place
LAST = "/bin/sh"
READ = ("bash", "sh", "dash", "ksh", "ash")  # whose lines the atlas can take apart
# Shells whose -c is a switch, so that options may follow it, and then the line.
SWITCHED = (*READ, "zsh", "mksh")
VALUED = ("-o", "+o", "-O", "+O")  # options that take the next word
# What a line of one command does not have, unless it is quoted.
JOINTS = ("|", ";", "&", "\n", "$(", "`", "(", "{")


def shell_words(
    line: str, program: str | None, env: Mapping[str, str]
) -> tuple[str, ...]:
    """Give a line to a shell; one that looks like an option is still a line.

    `env` is the command's own. A name that is not found on its PATH stays what it is,
    for whoever starts the command to say so.
    """
    search = env.get("PATH", os.environ.get("PATH"))
    if program is None:
        shell = standard(search)
    else:
        shell = program if "/" in program else found(program, search) or program
    optional = line.startswith(("-", "+")) and name_of(shell) in SWITCHED
    return (shell, "-c", *(["--"] if optional else []), line)


def standard(search: str | None) -> str:
    """Return the path of bash, or of sh where there is none."""
    return STANDARD if is_program(STANDARD) else found("bash", search) or LAST


def found(name: str, search: str | None) -> str | None:
    """Find a program on PATH; in a relative entry, whoever runs it looks by itself."""
    for place in (search or os.defpath).split(":"):
        path = f"{place}/{name}"
        if place.startswith("/") and is_program(path):
            return path
    return None


def is_program(path: str) -> bool:
    """Tell whether a file can be executed."""
    return os.path.isfile(path) and os.access(path, os.X_OK)  # noqa: PTH113 - pathlib is dear


def name_of(path: str) -> str:
    """Return the name of a program without its directory."""
    return path.rpartition("/")[2]


def line_of(words: Sequence[str]) -> str | None:
    """Return the line that words give to a shell, as `bash -ec LINE` does."""
    if name_of(words[0]) not in SWITCHED:
        return None
    given = False
    for place, word in enumerate(words[1:], start=1):
        if word == "--" or word[:1] not in ("-", "+"):
            line = words[place + 1 : place + 2] if word == "--" else [word]
            return line[0] if given and line else None
        if word in VALUED or word.startswith("--"):
            return None  # where the line begins would be a guess
        given = given or "c" in word
    return None


def is_compound(line: str) -> bool:
    """Tell whether a line may have more than one command."""
    return any(joint in line for joint in JOINTS)
