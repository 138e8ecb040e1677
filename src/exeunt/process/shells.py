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
VALUED = (
    "-o",
    "+o",
    "-O",
    "+O",
    "--rcfile",
    "--init-file",
)  # options that take the next word
NESTED = "sh -"  # how another shell in a line is given one, as `bash -c`
GIVEN = ("eval ", "sh <<<")  # and how this one is, or one by a text of the line
# Programs that give lines to a shell, or start others and tell nobody how they end.
HANDS = (
    *("make", "gmake", "npm", "pnpm", "yarn", "xargs", "parallel", "watch", "flock"),
    *("su", "runuser", "script", "-exec", "-execdir", "-ok", "-okdir"),
)
JOINTS = ("|", ";", "&", "\n", "`", "(", "{ ", "! ")  # a line of one command has none


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


def line_in(words: Sequence[str]) -> str | None:
    """Return the line that words give to a shell, perhaps through a wrapper."""
    for place, word in enumerate(words):
        if word.endswith("sh"):
            return line_of(words[place:])
    return None


def line_of(words: Sequence[str]) -> str | None:
    """Return the line that words give to a shell, as `bash -ec LINE` does."""
    if name_of(words[0]) not in SWITCHED:
        return None
    given = False
    rest = iter(words[1:])
    for word in rest:
        if word == "--" or word[:1] not in ("-", "+"):
            line = next(rest, None) if word == "--" else word
            return line if given else None
        if word in VALUED:
            next(rest, None)
        elif not word.startswith("--"):
            given = given or "c" in word
    return None


def hands_lines(word: str) -> bool:
    """Tell whether a word names a program whose shells may hide a failure."""
    return name_of(word) in HANDS


def is_compound(line: str) -> bool:
    """Tell whether a line may have more than one command, quotes and `2>&1` aside."""
    if NESTED in line or any(way in line for way in GIVEN):
        return True
    bare = unquoted(line)
    for duplicate in (">&", "<&", "&>"):
        bare = bare.replace(duplicate, "")
    return any(joint in bare for joint in JOINTS)


def unquoted(line: str) -> str:
    """Return what a shell sees of a line: what expands, and what is not quoted."""
    found: list[str] = []
    place, double = 0, False
    while place < len(line):
        char = line[place]
        if char == "\\":
            place += 1
        elif char == "'" and not double:
            place = line.find("'", place + 1)
            if place < 0:
                break
        elif char == '"':
            double = not double
        elif not double or char == "`" or line.startswith("$(", place):
            found.append("`" if double else char)
        place += 1
    return "".join(found)
