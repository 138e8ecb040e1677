"""A template and its input → jobs: {} {.} {/} {//} {/.} {1} {#} {%}, as GNU parallel.

No shell comes between: a value is a word, or part of one, whatever is in it. A line for
a shell gets each value in quotes.
"""

from __future__ import annotations

import re
from shlex import quote

from ..errors import InputError
from ..record import Record, final
from .inputs import LINE, in_columns, rows
from .job import SLOT, Job, refuse
from .lines import in_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .inputs import Source

    Pieces = tuple["str | Mark", ...]

MARK = re.compile(r"\{(-?[0-9]+)?(\.|/|//|/\.)?\}|\{([#%])\}")
SUFFIX = re.compile(r"\.[^/.]*\Z")
PERL = re.compile(r"\{=.*?=\}", re.DOTALL)
ALL, NUMBER, PLACE = "{}", "#", "%"


@final
class Mark(Record):
    """A place in a template that a value stands in."""

    text: str  # as it was written
    position: int | None = None  # of the source, from 1, or from the end; None: of all
    part: str = ""  # which part of the value

    def values(self, row: Sequence[str], number: int) -> list[str]:
        """Return what stands here for one row of input."""
        if self.part == NUMBER:
            return [str(number)]
        if self.part == PLACE:
            return [SLOT]
        cut = PARTS[self.part]
        if self.position is None:
            return [cut(value) for value in row]
        place = self.position - (self.position > 0)
        if not -len(row) <= place < len(row):
            columns = "1 value" if len(row) == 1 else f"{len(row)} values"
            msg = f"the template asks for {self.text}, and there is {columns}"
            refuse(msg, "correct the number, or the input; --colsep parts columns")
        return [cut(row[place])]


@final
class Template(Record):
    """The words of a command, or a line for a shell, with marks in it."""

    words: tuple[Pieces, ...]
    shell: bool
    slotted: bool

    def job(self, row: tuple[str, ...], number: int) -> Job:
        """Make the job for one row of input."""
        tag = " ".join(row)
        if self.shell:
            line = in_shell(self.words[0], row, number)
            return Job(shell=line, number=number, tag=tag, slotted=self.slotted)
        words = [one for word in self.words for one in expanded(word, row, number)]
        return Job(tuple(words), number=number, tag=tag, slotted=self.slotted)


def jobs_of_template(
    words: Sequence[str],
    inputs: Sequence[Source],
    *,
    shell: str | None = None,
    separator: bytes = LINE,
    columns: str | None = None,
) -> Iterator[Job]:
    """Make a job of each combination of the inputs, in parallel's order."""
    template = template_of(words, shell)
    found = rows(inputs, separator)
    for number, row in enumerate(in_columns(found, columns) if columns else found, 1):
        try:
            yield template.job(row, number)
        except InputError as error:
            raise in_line(number, error, "input") from None


def template_of(words: Sequence[str], shell: str | None = None) -> Template:
    """Read a template; one without any mark gets its input at the end."""
    parts = tuple(map(pieces, words if shell is None else [shell]))
    if shell is None:
        check_words(words)
    marks = [piece for word in parts for piece in word if isinstance(piece, Mark)]
    if not marks:
        last = Mark(ALL)
        parts = (*parts, (last,)) if shell is None else ((*parts[0], " ", last),)
    slotted = any(mark.part == PLACE for mark in marks)
    return Template(parts, shell is not None, slotted)


def check_words(words: Sequence[str]) -> None:
    """Refuse a template that is no command."""
    if not words:
        refuse("no command is given", "write exeunt batch -- gzip -9 {} ::: *.log")
    if len(words) == 1 and " " in words[0].strip():
        msg = f"{words[0]!r} is one word, and no program has that name"
        refuse(msg, f"a line for a shell is given as --shell {quote(words[0])}")


def pieces(word: str) -> Pieces:
    """Part a word of a template into texts and marks."""
    perl = PERL.search(word)
    if perl:
        msg = f"{perl[0][:40]} is an expression in Perl, which is not run"
        refuse(msg, "compute the values before, and give them as a column of the input")
    found: list[str | Mark] = []
    end = 0
    for match in MARK.finditer(word):
        found += [word[end : match.start()], mark_of(match)]
        end = match.end()
    return tuple(piece for piece in (*found, word[end:]) if piece)


def mark_of(match: re.Match[str]) -> Mark:
    """Read one mark."""
    position, part, special = match.groups()
    if position is not None and int(position) == 0:
        refuse(f"{match[0]} names no source", "they are counted from {1}")
    at = None if position is None else int(position)
    return Mark(match[0], at, part or special or "")


def expanded(word: Pieces, row: Sequence[str], number: int) -> list[str]:
    """Put the values in; where {} stands for several, the word becomes several."""
    found = [""]
    for piece in word:
        values = [piece] if isinstance(piece, str) else piece.values(row, number)
        found[-1] += values[0]
        found += values[1:]
    return found


def in_shell(line: Pieces, row: Sequence[str], number: int) -> str:
    """Put the values into a line for a shell, each in quotes where it needs them."""
    texts = (
        piece
        if isinstance(piece, str)
        else " ".join(
            value if value == SLOT else quote(value)
            for value in piece.values(row, number)
        )
        for piece in line
    )
    return "".join(texts)


# -- parts of a value, as parallel cuts them


def base(value: str) -> str:
    """Return what is behind the last slash."""
    return value.rpartition("/")[2]


def directory(value: str) -> str:
    """Return what is before the last slash."""
    plain = value.rstrip("/")
    if not plain:
        return "/" if value else "."
    return plain.rpartition("/")[0].rstrip("/") or ("/" if "/" in plain else ".")


def bare(value: str) -> str:
    """Return the value without its last suffix."""
    return SUFFIX.sub("", value)


PARTS: dict[str, Callable[[str], str]] = {
    "": str,
    ".": bare,
    "/": base,
    "//": directory,
    "/.": lambda value: bare(base(value)),
}
