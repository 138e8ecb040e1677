"""A shell line → its commands, and what joins them.

A small parser: words, quotes, escapes, comments, lists, pipelines, redirections and
assignments. Whatever is beyond it makes the line opaque: None.
"""

from __future__ import annotations

from ..record import KW_ONLY, Record, final
from ._words import is_assignment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@final
class Command(Record):
    """One simple command; `may_not_open` when the shell opens a file for it first."""

    words: tuple[str, ...]
    _: KW_ONLY
    may_not_open: bool = False
    expands: bool = False


@final
class Pipeline(Record):
    """Commands joined by `|`, after `!` if `negated`; `joint` is what stands before.

    A joint is `&&`, `||` or `;`; of one in the `background` the code is lost.
    """

    joint: str
    stages: tuple[Command, ...]
    _: KW_ONLY
    negated: bool = False
    background: bool = False


def parse_line(line: str) -> tuple[Pipeline, ...] | None:
    """Split a line into its pipelines; None if it is opaque."""
    if len(line) > LONGEST:
        return None
    try:
        return _pipelines(list(tokens(line)))
    except Opaque:
        return None


LONGEST = 100_000  # characters; more is a script, and reading it takes a second


class Opaque(Exception):
    """The line says more than this parser understands."""


class HereDocument(Opaque):
    """The line has a document at a place, which this parser does not read."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


@final
class Word(Record):
    """A word without its quotes; the first `bare` characters had none."""

    text: str
    bare: int
    _: KW_ONLY
    expands: bool = False

    @property
    def plain(self) -> bool:
        """Whether the shell sees the word as it stands: no quote, no expansion."""
        return self.bare == len(self.text) and not self.expands


RESERVED = (
    *("if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done"),
    *("case", "esac", "select", "function", "coproc", "{", "}", "[[", "]]", "in"),
)
# Longest first: the first that fits is the operator.
MARKS = (
    *("&>>", "<<<"),
    *("&&", "||", "|&", "&>", ">>", ">|", ">&", "<&", "<>"),
    *(";", "|", "&", "\n", ">", "<"),
)
ENDS_COMMAND = ("&&", "||", "|&", ";", "|", "&", "\n")
SAFE_TARGETS = ("/dev/null", "/dev/stderr", "/dev/stdin", "/dev/stdout", "/dev/tty")


def _pipelines(found: Sequence[Word | str]) -> tuple[Pipeline, ...]:
    """Read lists of pipelines: `a && b; c &`."""
    made: list[Pipeline] = []
    joint, list_start, place = ";", 0, 0
    while True:
        place = _skip_newlines(found, place)
        if place >= len(found):
            if joint != ";":
                raise Opaque
            return tuple(made)
        pipeline, place = _pipeline(found, place, joint)
        made.append(pipeline)
        mark = found[place] if place < len(found) else "\n"
        place += 1
        if mark == "&":
            made[list_start:] = [
                pipeline.replace(background=True) for pipeline in made[list_start:]
            ]
        if mark in ("&&", "||"):
            joint = str(mark)
        else:
            joint, list_start = ";", len(made)


def _pipeline(
    found: Sequence[Word | str], place: int, joint: str
) -> tuple[Pipeline, int]:
    """Read `! a | b` from `place` on; return it and where the next operator stands."""
    negated = False
    while place < len(found) and _is_bang(found[place]):
        negated, place = not negated, place + 1
    stages: list[Command] = []
    while True:
        start = place
        while place < len(found) and found[place] not in ENDS_COMMAND:
            place += 1
        stages.append(_command(found[start:place]))
        if place == len(found) or found[place] not in ("|", "|&"):
            return Pipeline(joint, tuple(stages), negated=negated), place
        place = _skip_newlines(found, place + 1)


def _command(found: Sequence[Word | str]) -> Command:
    """Read assignments, words and redirections; only the words are kept."""
    words: list[Word] = []
    may_not_open = False
    rest = iter(found)
    for token in rest:
        if isinstance(token, Word):
            words.append(token)
            continue
        target = next(rest, token)
        if not isinstance(target, Word):
            raise Opaque
        may_not_open |= not _is_safe(token, target)
    if not found:
        raise Opaque
    assigned = 0
    while assigned < len(words) and _assigns(words[assigned]):
        assigned += 1
    expands = any(word.expands for word in words)
    words = words[assigned:]
    if not words and expands:
        raise Opaque  # the code is that of a command substitution, if there is one
    if words and (words[0].expands or _is_reserved(words, found)):
        raise Opaque
    return Command(
        tuple(word.text for word in words) or (":",),
        may_not_open=may_not_open,
        expands=expands,
    )


def _is_reserved(words: Sequence[Word], found: Sequence[Word | str]) -> bool:
    """Tell whether a command begins a construct; a `[[ … ]]` of words alone is none."""
    first, last = words[0], words[-1]
    if not first.plain or first.text not in RESERVED:
        return False
    return first.text != "[[" or last.text != "]]" or len(words) < len(found)


def _skip_newlines(found: Sequence[Word | str], place: int) -> int:
    while place < len(found) and found[place] == "\n":
        place += 1
    return place


def _is_bang(token: Word | str) -> bool:
    return isinstance(token, Word) and token.plain and token.text == "!"


def _is_safe(mark: str, target: Word) -> bool:
    """Tell whether a redirection cannot fail to open what it names."""
    if mark == "<<<" or target.text in SAFE_TARGETS:
        return True
    return mark in (">&", "<&") and (target.text.isdigit() or target.text == "-")


def _assigns(word: Word) -> bool:
    return is_assignment(word.text) and word.text.index("=") < word.bare


def tokens(line: str, *, brackets: bool = False) -> Iterator[Word | str]:
    """Cut a line into words and operators, comments and continuations left out.

    With `brackets`, those that hold a list are operators; without, they are opaque.
    """
    place = 0
    opaque, marks = ("", (*MARKS, "(", ")")) if brackets else ("()", MARKS)
    while place < len(line):
        if line[place] in " \t":
            place += 1
        elif line.startswith("\\\n", place):
            place += 2
        elif line[place] == "#":
            place = line.find("\n", place)
            if place < 0:
                return
        elif line.startswith(("<(", ">("), place):
            end = balanced(line, place + 1)
            yield Word(line[place:end], 0, expands=True)
            place = end
        elif line[place] in opaque or _is_here_document(line, place):
            raise Opaque if line[place] in opaque else HereDocument(place)
        elif mark := next((m for m in marks if line.startswith(m, place)), ""):
            yield mark
            place += len(mark)
        else:
            word, place = word_at(line, place)
            descriptor = word.plain and word.text.isdigit()
            if not (descriptor and line[place : place + 1] in ("<", ">")):
                yield word


def _is_here_document(line: str, place: int) -> bool:
    return line.startswith("<<", place) and not line.startswith("<<<", place)


def word_at(line: str, place: int) -> tuple[Word, int]:
    """Read one word, its quotes taken off and its expansions left as they are."""
    text = ""
    bare = -1
    expands = False
    while place < len(line) and line[place] not in " \t\n;|&<>()":
        char = line[place]
        if line.startswith("\\\n", place):
            place += 2
            continue
        if char in "\\'\"" and bare < 0:
            bare = len(text)
        if char == "\\":
            piece, place = line[place + 1 : place + 2] or char, place + 2
        elif char == "'":
            piece, place = _up_to(line, place + 1, "'")
        elif char == '"':
            piece, place, inside = _double_quoted(line, place + 1)
            expands |= inside
        elif char in "$`":
            end = _expansion(line, place)
            piece, expands = line[place:end], expands or end > place + 1
            place = end
        else:
            piece, place = char, place + 1
        text += piece
    return Word(text, len(text) if bare < 0 else bare, expands=expands), place


def _double_quoted(line: str, place: int) -> tuple[str, int, bool]:
    """Read up to the closing double quote; tell also whether anything expands."""
    text = ""
    expands = False
    while place < len(line):
        char = line[place]
        if char == '"':
            return text, place + 1, expands
        if char == "\\" and line[place + 1 : place + 2] in ("$", "`", '"', "\\", "\n"):
            text += line[place + 1].replace("\n", "")
            place += 2
        elif char in "$`":
            end = (
                place + 1
                if line[place + 1 : place + 2] in "'\""
                else _expansion(line, place)
            )
            expands |= end > place + 1
            text += line[place:end]
            place = end
        else:
            text += char
            place += 1
    raise Opaque


def _expansion(line: str, place: int) -> int:
    """Find the end of `$name`, `${…}`, `$(…)`, `$'…'` or a pair of backquotes."""
    if line[place] == "`":
        return _up_to_unescaped(line, place + 1, "`")
    follows = line[place + 1 : place + 2]
    if follows == "'":
        return _up_to_unescaped(line, place + 2, "'")
    if follows in ("(", "{"):
        end = balanced(line, place + 1)
        if follows == "{" and "?" in line[place:end]:
            raise Opaque  # ${name:?} may end the shell
        return end
    end = place + 1
    while end < len(line) and (line[end].isalnum() or line[end] == "_"):
        end += 1
    special = follows and follows in "@*#?$!-"
    return end + 1 if end == place + 1 and special else end


def balanced(line: str, place: int) -> int:
    """Find the end of what a bracket opens, past quotes and brackets inside."""
    closing = {"(": ")", "{": "}"}
    awaited: list[str] = []
    while place < len(line):
        char = line[place]
        if awaited and char == awaited[-1]:
            awaited.pop()
            if not awaited:
                return place + 1
        elif char in closing:
            awaited.append(closing[char])
        elif char == "\\":
            place += 1
        elif char == "'":
            place = _up_to(line, place + 1, "'")[1] - 1
        elif char == '"':
            place = _up_to_unescaped(line, place + 1, '"') - 1
        place += 1
    raise Opaque


def _up_to(line: str, place: int, quote: str) -> tuple[str, int]:
    end = line.find(quote, place)
    if end < 0:
        raise Opaque
    return line[place:end], end + 1


def _up_to_unescaped(line: str, place: int, quote: str) -> int:
    while place < len(line) and line[place] != quote:
        place += 2 if line[place] == "\\" else 1
    if place >= len(line):
        raise Opaque
    return place + 1
