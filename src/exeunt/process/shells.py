"""A line, and the name of a shell → the words that have that shell run the line.

It is decided here which shell runs a line: the one that was named, found on PATH as
another shell would find it; else bash, and sh where there is none.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
SOURCING = ("source", ".")
KIND, REGULAR = 0o170000, 0o100000  # of a file; `stat` would be one module more
DIGITS = "0123456789."  # of a version
LARGEST = 1 << 16  # bytes of a script that is read
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


def script_in(words: Sequence[str]) -> str | None:
    """Return the file that words give to a shell as its script: `bash -e FILE`."""
    if not words or name_of(words[0]).lstrip("-") not in SWITCHED:
        return None
    rest = iter(words[1:])
    for word in rest:
        if word == "--":
            return next(rest, None)
        if word[:1] not in ("-", "+") or word == "-":
            return None if word == "-" else word
        if word in VALUED:
            next(rest, None)
        elif not word.startswith("--") and ("c" in word or "s" in word):
            return None  # a line, or what it reads
    return None


def scripts_in(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that may name a script: after a shell, or like a path."""
    for place, word in enumerate(words):
        if word in SOURCING:
            yield from words[place + 1 : place + 2]
        given = script_in(words[place:])
        if given is not None:
            yield given
        if "/" in word or word.endswith(".sh"):
            yield word


def text_of(path: str) -> str | None:
    """Return the text of a script; None where it is no small file of ours or root's."""
    try:
        if not is_readable(os.stat(path)):  # noqa: PTH116 - pathlib is dear
            return None  # to open a FIFO is heard at its other end
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        if not is_readable(os.fstat(file)):
            return None
        data = os.read(file, LARGEST + 1)
    except OSError:
        return None
    finally:
        os.close(file)
    return None if len(data) > LARGEST or b"\0" in data else os.fsdecode(data)


def is_readable(found: os.stat_result) -> bool:
    """Tell whether a file is regular, small, and this user's or root's."""
    regular = found.st_mode & KIND == REGULAR
    return regular and found.st_size <= LARGEST and found.st_uid in (0, os.geteuid())


def hands_lines(word: str) -> bool:
    """Tell whether a word names a program whose shells may hide a failure."""
    return name_of(word) in HANDS


def is_given(words: Sequence[str]) -> bool:
    """Tell whether words hand a line, or a script, to a shell."""
    if words[0].endswith(".sh") or any(map(hands_lines, words)):
        return True
    given = any(script_in(words[place:]) is not None for place in range(len(words)))
    return given or ("-S" in words and starts_others(" ".join(words)))


def starts_others(line: str) -> bool:
    """Tell whether a line names what may start others: a shell, a script, a runner."""
    from ..model.runners import RUNNERS  # for a line alone

    for mark in ("'", '"', "(", ")"):
        line = line.replace(mark, " ")
    for word in line.split():
        name = name_of(word)
        if name.rstrip(DIGITS) in RUNNERS or name in SWITCHED:
            return True
        if hands_lines(word) or "./" in word or word.endswith(".sh"):
            return True
    return False


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
