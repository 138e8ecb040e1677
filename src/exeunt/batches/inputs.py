"""What is given for a template → values, from words, files and stdin, combined."""

from __future__ import annotations

from itertools import product

from ..errors import InputError
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from io import BufferedReader

STDIN = "-"
WORDS, FILES = ":::", "::::"
LINKED = "+"  # :::+ and ::::+: one of these goes with one of those before
MARKS = (WORDS, FILES, WORDS + LINKED, FILES + LINKED)
LINE, NUL = b"\n", b"\0"
BLOCK = 1 << 16
WIDEST = 1 << 20  # bytes of a value


@final
class Source(Record):
    """One list of values: words that were given, or those of a file."""

    words: tuple[str, ...] = ()
    file: str | None = None  # "-" is stdin
    linked: bool = False  # goes with the one before, value by value

    def read(self, separator: bytes) -> Iterator[str]:
        """Yield the values as they come."""
        if self.file is None:
            yield from self.words
            return
        try:
            with open_input(self.file) as stream:
                yield from values(stream, separator)
        except InputError as error:
            msg = f"{self.file}: {error.message}"
            raise InputError(msg, fix=error.fix) from None


def open_input(name: str) -> BufferedReader:
    """Open what the user named; - is stdin."""
    try:
        if name == STDIN:
            return open(0, "rb", closefd=False)
        return open(name, "rb")  # noqa: PTH123 - a name as it was typed
    except OSError as error:
        msg = f"{name} cannot be read: {error.strerror}"
        raise InputError(msg, fix="name a file that is there") from None


def sources(words: Sequence[str]) -> tuple[Source, ...]:
    """Read `::: a b :::+ c d :::: FILE`."""
    found: list[Source] = []
    mark, given = "", list[str]()
    for word in (*words, WORDS):
        if word not in MARKS:
            given.append(word)
            continue
        linked = mark.endswith(LINKED)
        if mark.startswith(FILES):
            files = [Source(file=file, linked=linked) for file in given]
            found += files
        elif mark:
            found.append(Source(tuple(given), linked=linked))
        mark, given = word, []
    check(found)
    return tuple(found)


def check(found: Sequence[Source]) -> None:
    """Refuse what cannot be put together."""
    if found and found[0].linked:
        msg = "there is nothing before :::+ that its values could go with"
        raise InputError(msg, fix="write ::: a b :::+ c d")
    if sum(source.file == STDIN for source in found) > 1:
        msg = "stdin is named twice"
        raise InputError(msg, fix="it can be read once")


def rows(found: Sequence[Source], separator: bytes = LINE) -> Iterator[tuple[str, ...]]:
    """Combine each value of a source with each of the others; the last turns fastest.

    The first source is read as it comes; the others are kept in memory.
    """
    groups: list[list[Source]] = []
    for source in found:
        if source.linked:
            groups[-1].append(source)
        else:
            groups.append([source])
    first, *others = [together(group, separator) for group in groups]
    lists = [list(other) for other in others]
    for row in first:
        for more in product(*lists):
            yield sum(more, row)


def together(group: Sequence[Source], separator: bytes) -> Iterator[tuple[str, ...]]:
    """Yield what belongs together: as many as the shortest source has."""
    return zip(*(source.read(separator) for source in group), strict=False)


def values(stream: BufferedReader, separator: bytes) -> Iterator[str]:
    """Split a stream into values; a separator at the end has none behind it."""
    for number, value in enumerate(split(stream, separator), 1):
        if separator != NUL and b"\0" in value:
            msg = f"line {number}: it holds a NUL character"
            fix = "with -0, NUL parts the values; else no program can be given one"
            raise InputError(msg, fix=fix)
        yield value.decode("utf-8", "surrogateescape")


def split(stream: BufferedReader, separator: bytes) -> Iterator[bytes]:
    """Split a stream that may be long into pieces that may not."""
    left = b""
    while block := stream.read1(BLOCK):
        *whole, left = (left + block).split(separator)
        yield from whole
        if len(left) > WIDEST:
            msg = f"a value is longer than {WIDEST >> 20} MiB"
            raise InputError(msg, fix="give the name of a file instead")
    if left:
        yield left


def in_columns(
    found: Iterable[tuple[str, ...]], separator: str
) -> Iterator[tuple[str, ...]]:
    """Split each value into columns by a regular expression."""
    import re  # few lines have columns

    try:
        pattern = re.compile(separator)
    except re.error as error:
        msg = f"--colsep {separator} is no regular expression: {error}"
        raise InputError(msg, fix=r"write --colsep '\t', or --colsep ','") from None
    for row in found:
        columns = [column for value in row for column in pattern.split(value)]
        yield tuple(column or "" for column in columns)
