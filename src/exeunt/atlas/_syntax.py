"""A shell line → its syntax: lists of pipelines of commands, and what holds lists.

Groups, conditions, loops and functions are read, where `_shell` has simple commands
alone; `case`, arrays and arithmetic make a line opaque here, too.
"""

from __future__ import annotations

from ..record import KW_ONLY, Record, final
from ._documents import DOCUMENT, with_documents
from ._shell import (
    ENDS_COMMAND,
    LONGEST,
    RESERVED,
    Opaque,
    Word,
    balanced,
)
from ._words import is_assignment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@final
class Simple(Record):
    """A simple command: its place in the line, its words, and what runs before it."""

    number: int
    words: tuple[str, ...]
    _: KW_ONLY
    substitutions: int = 0  # at most; each may be a process of its own
    lines: tuple[str, ...] = ()  # of the first of them
    opens: bool = False  # a file, before it runs
    document: str | None = None  # the text of the line that it reads
    settled: bool = False  # it only sets variables, so its code is the last of those


@final
class Block(Record):
    """What holds lists: a group, a condition, a loop, or a function's body."""

    number: int
    kind: str  # ( { if while until for function
    parts: tuple[tuple[Item, ...], ...]
    words: tuple[str, ...]  # its text, as one word
    _: KW_ONLY
    name: str = ""  # of a function
    rounds: int | None = None  # of a loop over plain words
    substitutions: int = 0


@final
class Item(Record):
    """A pipeline, and what stands before it: `&&`, `||` or `;`."""

    joint: str
    stages: tuple[Simple | Block, ...]
    _: KW_ONLY
    negated: bool = False
    background: bool = False


def parse_syntax(line: str, number: int = 0) -> tuple[Item, ...] | None:
    """Return the lists of a line, numbered from `number`; None if it is opaque."""
    if len(line) > LONGEST:
        return None
    try:
        parser = _Parser(*with_documents(line), number)
        parser.counts = "( (" not in line  # or one cannot be told from the other
        items = parser.items(())
        parser.end()
    except (Opaque, RecursionError):
        return None
    return items


class _Parser:
    """A place in the tokens of a line, and the number of the next command."""

    def __init__(
        self, found: Sequence[Word | str], documents: Sequence[str], number: int = 0
    ) -> None:
        self.found = found
        self.documents = documents
        self.place = 0
        self.number = number
        self.counts = False  # `((` is arithmetic
        self.document: str | None = None  # that the last redirections have named

    def peek(self) -> Word | str | None:
        """Return the next token; None at the end."""
        return self.found[self.place] if self.place < len(self.found) else None

    def at(self, words: Collection[str]) -> bool:
        """Tell whether the next token is one of some words or operators, unquoted."""
        token = self.peek()
        if isinstance(token, Word):
            return token.plain and token.text in words
        return token in words

    def take(self, *words: str) -> None:
        """Go past a token that has to be there."""
        if not self.at(words):
            raise Opaque
        self.place += 1

    def end(self) -> None:
        """Be at the end of the tokens."""
        if self.place < len(self.found):
            raise Opaque

    def skip_lines(self) -> None:
        """Go past ends of lines."""
        while self.peek() == "\n":
            self.place += 1

    def next_number(self) -> int:
        """Number a command."""
        self.number += 1
        return self.number - 1

    def items(self, ends: Collection[str]) -> tuple[Item, ...]:
        """Read lists of pipelines up to a word that ends them."""
        made: list[Item] = []
        joint, begin = ";", 0
        self.skip_lines()
        while self.peek() is not None and not self.at(ends):
            made.append(self.pipeline(joint))
            if self.at(("&&", "||")):
                joint = str(self.peek())
                self.place += 1
                self.skip_lines()
                if self.peek() is None:
                    raise Opaque
                continue
            if self.at(("&",)):
                made[begin:] = [item.replace(background=True) for item in made[begin:]]
            if self.at((";", "&", "\n")):
                self.place += 1
                self.skip_lines()
            elif self.peek() is not None and not self.at(ends):
                raise Opaque
            joint, begin = ";", len(made)
        if joint != ";":
            raise Opaque
        return tuple(made)

    def pipeline(self, joint: str) -> Item:
        """Read `! a | b`."""
        negated = False
        while self.at(("!",)):
            negated = not negated
            self.place += 1
        stages = [self.command()]
        while self.at(("|", "|&")):
            self.place += 1
            self.skip_lines()
            stages.append(self.command())
        return Item(joint, tuple(stages), negated=negated)

    def command(self) -> Simple | Block:
        """Read one command of any kind, with its redirections."""
        begin = self.place
        parts: tuple[tuple[Item, ...], ...]
        if self.at(("(", "{")):
            kind = "(" if self.at(("(",)) else "{"
            self.place += 1
            if self.at(("(",)) and kind == "(":
                return self.arithmetic(begin)
            closing = ")" if kind == "(" else "}"
            parts = (self.body(closing),)
            self.take(closing)
        elif self.at(("if",)):
            kind, parts = "if", self.condition()
        elif self.at(("while", "until")):
            kind = "until" if self.at(("until",)) else "while"
            self.place += 1
            parts = (self.body("do"),)
            self.take("do")
            parts += (self.body("done"),)
            self.take("done")
        elif self.at(("for",)):
            return self.loop(begin)
        elif self.is_function():
            return self.function(begin)
        else:
            return self.simple()
        more = self.redirections()
        words = self.text(begin)
        return Block(self.next_number(), kind, parts, words, substitutions=more)

    def arithmetic(self, begin: int) -> Simple:
        """Read `(( a ))`, which asks as `let a` does; it is no group in a group."""
        if not self.counts:
            raise Opaque
        depth, place = 2, self.place + 1
        while (
            depth and place < len(self.found) and self.found[place] not in {";", "\n"}
        ):
            depth += {"(": 1, ")": -1}.get(str(self.found[place]), 0)
            place += 1
        if depth or self.found[place - 2] != ")":
            raise Opaque
        self.place = place
        inside = self.found[begin:place]
        if any(getattr(one, "expands", False) for one in inside):
            raise Opaque
        text = " ".join(self.text(begin)).removeprefix("( (").removesuffix(") )")
        return Simple(self.next_number(), ("((", text.strip(), "))"))

    def read(self, mark: str, target: str) -> str | None:
        """Return the text that a redirection reads, if the line has it."""
        if target.startswith(DOCUMENT):
            return self.documents[int(target.removeprefix(DOCUMENT))]
        return target if mark == "<<<" else self.document

    def text(self, begin: int) -> tuple[str, ...]:
        """Return what was read since a place, as one word."""
        read = self.found[begin : self.place]
        return (" ".join([one if isinstance(one, str) else one.text for one in read]),)

    def body(self, *ends: str) -> tuple[Item, ...]:
        """Read the lists inside of something; there must be one."""
        items = self.items(ends)
        if not items:
            raise Opaque
        return items

    def condition(self) -> tuple[tuple[Item, ...], ...]:
        """Read `if a; then b; elif c; then d; else e; fi`: a, b, c, d, e."""
        parts: list[tuple[Item, ...]] = []
        self.take("if")
        while True:
            parts.append(self.body("then"))
            self.take("then")
            parts.append(self.body("elif", "else", "fi"))
            if self.at(("elif",)):
                self.place += 1
                continue
            if self.at(("else",)):
                self.place += 1
                parts.append(self.body("fi"))
            self.take("fi")
            return tuple(parts)

    def loop(self, begin: int) -> Block:
        """Read `for x in a b; do c; done`, and how often it goes round."""
        self.take("for")
        self.place += 1  # the variable
        words: list[Word] = []
        listed = self.at(("in",))
        if listed:
            self.place += 1
            while isinstance(token := self.peek(), Word):
                words.append(token)
                self.place += 1
        if self.at((";", "\n")):
            self.place += 1
        self.skip_lines()
        self.take("do")
        parts = (self.body("done"),)
        self.take("done")
        plain = listed and not any(
            word.expands or any(mark in word.text for mark in "*?[{~") for word in words
        )
        more = sum(map(_substitutions, words)) + self.redirections()
        return Block(
            self.next_number(),
            "for",
            parts,
            self.text(begin),
            rounds=len(words) if plain else None,
            substitutions=more,
        )

    def is_function(self) -> bool:
        """Tell whether `name ()` or `function name` comes next."""
        ahead = self.found[self.place : self.place + 3]
        return self.at(("function",)) or ahead[1:] == ["(", ")"]

    def function(self, begin: int) -> Block:
        """Read the definition of a function, whose body is a block."""
        if self.at(("function",)):
            self.place += 1
        name = self.peek()
        self.place += 1
        if not isinstance(name, Word) or name.text in RESERVED:
            raise Opaque
        if self.at(("(",)):
            self.take("(")
            self.take(")")
        self.skip_lines()
        body = self.command()
        if isinstance(body, Simple):
            raise Opaque
        items = (Item(";", (body,)),)
        words = self.text(begin)
        return Block(self.next_number(), "function", (items,), words, name=name.text)

    def redirections(self) -> int:
        """Go past redirections; return the processes in them, and note a document."""
        found = 0
        while (token := self.peek()) is not None:
            if isinstance(token, Word) or token in (*ENDS_COMMAND, "(", ")"):
                break
            self.place += 1
            target = self.peek()
            if not isinstance(target, Word):
                raise Opaque
            self.document = self.read(str(token), target.text)
            found += _substitutions(target)
            self.place += 1
        return found

    def simple(self) -> Simple | Block:
        """Read assignments, words and redirections; a text for `eval` is a group."""
        if self.at(RESERVED) and not self.at(("[[", "in", "]]")):
            raise Opaque
        test = self.at(("[[",))
        words: list[Word] = []
        substitutions = 0
        opens = False
        self.document = None
        begin = self.place
        while (token := self.peek()) is not None:
            if test and isinstance(token, str):
                self.place += 1  # an operator of the test
                continue
            if isinstance(token, str):
                if token in (*ENDS_COMMAND, "(", ")"):
                    break
                substitutions += self.redirections()
                opens = True
                continue
            words.append(token)
            substitutions += _substitutions(token)
            self.place += 1
            test = test and token.text != "]]"
        if self.place == begin:
            raise Opaque
        assigned = 0
        while assigned < len(words) and _assigns(words[assigned]):
            assigned += 1
        settled = assigned == len(words)
        kept = words if settled else words[assigned:]
        if kept and not settled and kept[0].expands:
            raise Opaque  # which command that is, only the shell knows
        texts = tuple(word.text for word in kept) or (":",)
        if texts[0] == "eval" and not any(word.expands for word in kept):
            inner = _Parser(*with_documents(" ".join(texts[1:])), self.number)
            parts = (inner.body(),)
            inner.end()
            self.number = inner.number
            return Block(
                self.next_number(), "{", parts, texts, substitutions=substitutions
            )
        ordered = settled or not assigned  # what is assigned is expanded last
        return Simple(
            self.next_number(),
            texts,
            substitutions=substitutions,
            lines=substituted(words) if ordered else (),
            opens=opens,
            document=self.document,
            settled=settled,
        )


def _assigns(word: Word) -> bool:
    return is_assignment(word.text) and word.text.index("=") < word.bare


def _substitutions(word: Word) -> int:
    """Count the processes that a word may need, quoted ones too."""
    if not word.expands:
        return 0
    text = word.text
    return sum(map(text.count, OPENINGS)) + (text.count("`") + 1) // 2


def substituted(words: Sequence[Word]) -> tuple[str, ...]:
    """Return the lines that words put what they write into, up to one not read."""
    found: list[str] = []
    for word in words:
        text, place = word.text, 0
        while word.expands and place < len(text):
            if text[place] == "`":
                return tuple(found)
            if text.startswith(OPENINGS, place):
                end = balanced(text, place + 1)
                found.append(text[place + 2 : end - 1])
                place = end
            else:
                place += 1
    return tuple(found)


OPENINGS = ("$(", "<(", ">(")
