"""A call of a tool → what is run, or the rule that forbids it.

Rules admit what they know and nothing else: a program by the file that PATH finds, a
directory by where it really is, a line only if it is plain words between `&&`, `||`,
`;` and `|`. A program that only starts another (`env`, `timeout`) is admitted with one
that is. What any other does with its words is its own affair: who admits `make`, `find`
or a shell admits everything, unless the words are listed, too: "git status".
"""

from __future__ import annotations

import os
import re

from ..errors import ExeuntError, InputError
from ..files import home
from ..model.envelope import is_array
from ..process.task import StartError, find
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn, Self

PLAIN = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
)
JOINTS = ("&&", "||", ";", "|", "\n")
MERGE = "2>&1"
MERGED = re.compile(r"2>&1(?=[ \t;|&\n]|\Z)")  # glued to a word, it writes to a file
# Of a program that starts another: an option, or a number, or both.
OWN = re.compile(r"(?:-[A-Za-z]|--[a-z-]+=?)?(?:[0-9][0-9.]*[smhd]?)?\Z")
NAMES = (
    *("run", "send", "keys", "read", "wait", "stop"),
    *("explain", "decide", "journal"),
)
CONCURRENT = 16  # commands of one server that run at the same time
OUTPUT = 16_384  # bytes of output in an answer: some 4,000 tokens
LARGEST = 1 << 20  # bytes of a file of rules


class Forbidden(ExeuntError):
    """A rule says that this is not to be run."""

    error_code = "FORBIDDEN"


class Busy(ExeuntError):
    """As many commands run as may: later there may be room."""

    error_code = "BUSY"


@final
class Allowed(Record):
    """What tools may run; without a word, all that the user may."""

    _: KW_ONLY
    roots: tuple[str, ...] | None = None  # directories that a command runs in or below
    programs: tuple[str, ...] | None = None  # by name or path, and words behind it
    lines: bool = True  # a shell may get one; of `programs`, it is read first
    env: tuple[str, ...] | None = None  # variables that a call may set
    tools: tuple[str, ...] = NAMES  # that are offered
    concurrent: int = CONCURRENT
    timeout: float | None = None  # the most, and what a call without one gets
    max_output: int = OUTPUT

    @classmethod
    def load(cls, path: str) -> Self:
        """Read a file of rules; whatever is not clear is refused."""
        import tomllib  # for who has rules

        try:
            with open(path, "rb") as file:
                data = file.read(LARGEST + 1)
            if len(data) > LARGEST:
                refuse(path, "it is longer than a file of rules")
            found: dict[str, Any] = tomllib.loads(data.decode())
        except OSError as error:
            refuse(path, error.strerror or str(error))
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            refuse(path, str(error))
        return cls.of(found, path)

    @classmethod
    def of(cls, found: Mapping[str, Any], path: str = "the rules") -> Self:
        """Make rules of a table."""
        given: dict[str, Any] = {}
        for name, value in found.items():
            if name not in KINDS:
                refuse(path, f"{name} is no rule; there are {', '.join(KINDS)}")
            if not KINDS[name](value):
                refuse(path, f"{name} = {value!r} is none of {WANTED[KINDS[name]]}")
            given[name] = tuple(value) if KINDS[name] is is_texts else value
        unknown = {*given.get("tools", ())}.difference(NAMES)
        if unknown:
            refuse(path, f"there is no tool {min(unknown)}")
        # As they are found now, whatever links and PATH become.
        for name, find_now in (("roots", real), ("programs", located)):
            if name in given:
                given[name] = tuple(find_now(one, path) for one in given[name])
        return cls(**given)

    @property
    def is_open(self) -> bool:
        """Whether every command may be run."""
        return self.roots is None and self.programs is None and self.env is None

    def place(self, cwd: str | None) -> str | None:
        """Return the directory that a command is to run in."""
        if self.roots is None:
            return cwd
        roots = [os.path.realpath(at_home(root)) for root in self.roots]
        if cwd is None:
            here = os.path.realpath(os.getcwd())
            if is_below(here, roots):
                return here
            if roots:
                return roots[0]
            msg = "there is no root to run in"
            raise Forbidden(msg, fix="name one in the rules")
        try:
            found = os.path.realpath(os.path.join(roots[0] if roots else "/", cwd))
        except (OSError, ValueError):  # it changes while we look, or is no path
            found = ""
        if not is_below(found, roots):
            msg = f"{cwd} is outside of {' and '.join(roots) or 'everything'}"
            raise Forbidden(msg, fix="name a directory below one of these")
        return found

    def check(
        self,
        words: Sequence[str] | None,
        line: str | None,
        env: Mapping[str, str],
        place: str | None,
    ) -> None:
        """Refuse what the rules do not admit."""
        for name in env:
            given = () if self.env is None and not self.is_open else self.env
            if given is not None and name not in given:
                msg = f"the variable {name} may not be set"
                raise Forbidden(msg, fix="leave it out")
        if line is not None and not self.lines:
            msg = "a line for a shell may not be given"
            raise Forbidden(msg, fix="give the words of one program: argv")
        if self.programs is None:
            return
        here = os.path.abspath(place or os.getcwd())
        search = env.get("PATH", os.environ.get("PATH")) or os.defpath
        search = ":".join(os.path.join(here, part) for part in search.split(":"))
        for command in [words or ()] if line is None else commands_in(line):
            self.admit(command, search, here)

    def admit(self, words: Sequence[str], search: str, here: str) -> None:
        """Refuse a command that is not listed, or that starts one that is not.

        A file of several programs is known by its name, too: `ls` may be a link to it.
        """
        try:
            path = os.path.join(here, find(words[0] if words else "", search))
        except StartError:
            path = ""
        listed = [parted(one) for one in self.programs or ()]
        found = [one for one in listed if fits(path, words[1:], one)]
        if not found:
            names = [" ".join([os.path.basename(one[0]), *one[1:]]) for one in listed]
            msg = f"{' '.join(words)!r} may not be run"
            raise Forbidden(msg, fix=f"run one of: {', '.join(names) or 'nothing'}")
        inner = started_by(words)
        if inner is not None and not any(one[1:] for one in found):
            self.admit(inner, search, here)


def is_below(path: str, roots: Sequence[str]) -> bool:
    """Tell whether a path that has no links is in one of the roots."""
    return any(
        path == root or path.startswith(f"{root.rstrip('/')}/") for root in roots
    )


def parted(entry: str) -> list[str]:
    """Part a rule into a program and the words that have to follow it."""
    if " " not in entry or os.path.isfile(at_home(entry)):
        return [entry]
    from shlex import split  # for who lists words

    return split(entry)


def fits(path: str, words: Sequence[str], listed: Sequence[str]) -> bool:
    """Tell whether a rule admits a command.

    Behind the words of a rule, if it has any, only operands are: no more options.
    """
    wanted = [*listed[1:]]
    if [*words[: len(wanted)]] != wanted:
        return False
    rest = words[len(wanted) :] if wanted else ()
    return is_same(path, listed[0]) and not any(word.startswith("-") for word in rest)


def started_by(words: Sequence[str]) -> Sequence[str] | None:
    """Return the command that a program like `timeout` starts; None: it is not one.

    Its own words may be options and numbers: a file or a variable may be anything.
    """
    from ..atlas import peel  # for who has rules
    from ..atlas.wrappers import WRAPPERS

    name = os.path.basename(words[0])
    if "runs" in WRAPPERS.get(name, {"runs": "another thing"}):
        return None
    layer = peel(words)
    clear = (
        layer is not None and not layer.lost and all(map(OWN.match, layer.words[1:]))
    )
    if layer is None or not clear or isinstance(layer.inner, str):
        msg = f"what {' '.join(words)!r} starts cannot be checked"
        raise Forbidden(msg, fix="give the command itself")
    return layer.inner


def is_same(path: str, listed: str) -> bool:
    """Tell whether a file is the listed program: the same file by the same name."""
    try:
        other = find(at_home(listed), os.environ.get("PATH"))
    except StartError:
        return False  # it was taken away
    return os.path.realpath(path) == os.path.realpath(other) and (
        os.path.basename(path) == os.path.basename(other)
    )


def commands_in(line: str) -> list[list[str]]:
    """Return the words of each command of a plain line; any other line is refused."""
    commands: list[list[str]] = [[]]
    for word in words_in(line):
        if word in JOINTS:
            commands.append([])
        elif word != MERGE:
            commands[-1].append(word.removeprefix("'"))
    found = [command for command in commands if command]
    for command in found:
        if "=" in command[0]:
            unclear(command[0])
    return found


def words_in(line: str) -> list[str]:
    """Split a line of plain words; those that are quoted begin with a quote."""
    found: list[str] = []
    at = 0
    while at < len(line):
        if line[at] in " \t":
            at += 1
            continue
        joint = next((one for one in JOINTS if line.startswith(one, at)), None)
        if joint is not None:
            found.append(joint)
            at += len(joint)
            continue
        if MERGED.match(line, at):
            found.append(MERGE)
            at += len(MERGE)
            continue
        word, quoted = "", False
        while at < len(line) and line[at] not in " \t;|&\n":
            if line[at] == "'":
                end = line.find("'", at + 1)
                if end < 0:
                    unclear(line[at:])
                word, quoted, at = word + line[at + 1 : end], True, end + 1
            elif line[at] in PLAIN:
                word, at = word + line[at], at + 1
            else:
                unclear(line[at])
        if not word and not quoted:
            unclear(line[at])
        found.append("'" + word if quoted else word)
    return found


def unclear(what: str) -> NoReturn:
    """Refuse a line that may run other programs than it names."""
    msg = f"what {what!r} makes of a line cannot be checked"
    fix = "write plain words, and '...' around others; or give argv"
    raise Forbidden(msg, fix=fix)


def real(root: str, path: str) -> str:
    """Return where a root really is."""
    found = os.path.realpath(at_home(root))
    if not os.path.isdir(found):
        refuse(path, f"the root {root} is no directory")
    return found


def located(entry: str, path: str) -> str:
    """Return the file of a program, and the words that have to follow it."""
    try:
        name, *words = parted(entry)
        found = find(at_home(name), os.environ.get("PATH"))
    except ValueError as error:
        refuse(path, f"{entry}: {error}")
    except StartError as error:
        refuse(path, error.detail)
    if not os.access(found, os.X_OK):
        refuse(path, f"{name} is no program")
    if not words:
        return os.path.abspath(found)
    from shlex import join  # as above

    return join([os.path.abspath(found), *words])


def refuse(path: str, why: str) -> NoReturn:
    """Refuse a file of rules: nothing is run by rules that nobody understands."""
    msg = f"{path} cannot be followed: {why}"
    raise InputError(msg, fix="see docs/reference/tools.md for the rules")


def at_home(path: str) -> str:
    """Spell out a path that begins at the user's home."""
    return home() + path[1:] if path.startswith("~/") else path


def is_texts(given: Any) -> bool:
    """Tell whether a value is a list of texts."""
    return is_array(given) and all(type(one) is str for one in given)


def is_count(given: Any) -> bool:
    """Tell whether a value is a number of things, at least one."""
    return type(given) is int and given > 0


def is_time(given: Any) -> bool:
    """Tell whether a value is a number of seconds."""
    return type(given) in {int, float} and given > 0


def is_choice(given: Any) -> bool:
    """Tell whether a value is a yes or a no."""
    return type(given) is bool


KINDS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("roots", "programs", "env", "tools"), is_texts),
    "lines": is_choice,
    "concurrent": is_count,
    "timeout": is_time,
    "max_output": is_count,
}
WANTED: dict[Callable[[Any], bool], str] = {
    is_texts: 'a list of texts, ["git"]',
    is_choice: "true and false",
    is_count: "the whole numbers from 1 on",
    is_time: "a number of seconds",
}
