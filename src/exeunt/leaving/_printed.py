"""What was printed → data of the answer, or words beside it.

What is short is handled as a text. What is long never is: it is worked through in
pieces, and the answer is written with a mark where the long text belongs.
"""

from __future__ import annotations

import os

from ..errors import UnserialisableError
from ..model.outcome import Done, Failed, Outcome
from ._spool import BLOCK, ROOM, Kept, temporary_directory, write_whole
from .boundary import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from ..manifest.contract import Prints
    from ._spool import Spool

JSON_ROOM = 8 << 20  # bytes of printed JSON that are read into memory to be data
BESIDE = "what the command printed went to stderr, since it also had a result"
FAILED = "what the command printed went to stderr, since it failed"
OTHERS = (
    "what was written to stdout past Python, by a child, a logger or a library, went "
    "to stderr, since the command printed, too"
)
IN_A_FILE = "the JSON that the command printed is too long for an answer: read the file"
ACTS = "\x1b[m"  # a sequence that is taken out, and told, as those of a text would be


class Words:
    """What one side of a program has printed."""

    def __init__(self, kept: Spool | Kept | None, encoding: str) -> None:
        self.kept = kept
        self.encoding = encoding
        self.size = kept.size() if kept is not None else 0  # what comes later does not
        self.secrets: Sequence[str] = ()

    @property
    def long(self) -> bool:
        """Whether there is too much of it to be a text."""
        return self.size > ROOM

    def blocks(self) -> Iterator[bytes]:
        """Return it block by block."""
        place = 0
        while self.kept is not None and place < self.size:
            block = self.kept.part(place, min(BLOCK, self.size - place))
            if not block:
                return  # the program has cut its file
            yield block
            place += len(block)

    def text(self, limit: int | None = None) -> str:
        """Return it as a text, without its secrets; or only a beginning."""
        if self.kept is None or not self.size:
            return ""
        whole = self.kept.part(0, self.size if limit is None else limit)
        text = whole.decode(self.encoding, "backslashreplace")
        if self.secrets:
            from ..secrets.given import hide_in  # few calls have any

            text = hide_in(text, self.secrets)
        return text

    def pieces(self) -> Iterator[str]:
        """Return its text in pieces, in none of which a secret or a sequence begins."""
        from ._pieces import pieces  # for what is long

        return pieces(self.blocks(), self.encoding, self.secrets)

    def pour(self) -> None:
        """Say it on stderr."""
        texts: Iterable[str] = self.pieces() if self.long else (self.text(),)
        for text in texts:
            complain(text)


class Printed:
    """What a program has printed: in its own words, and past Python."""

    def __init__(self, own: Words, others: Words) -> None:
        self.own = own
        self.others = others
        self.mark = ""
        self.escaped: Kept | None = None  # the long text, as it stands in the answer

    def hide(self, secrets: Sequence[str]) -> None:
        """Say none of these."""
        self.own.secrets = self.others.secrets = secrets

    def blocks(self) -> Iterator[bytes]:
        """Return all of it, as it was printed."""
        yield from self.own.blocks()
        yield from self.others.blocks()

    def beside(
        self, outcome: Outcome[Any], prints: Prints | None, limit: int | None = None
    ) -> Outcome[Any]:
        """Give what was printed its place: data, or stderr beside returned data."""
        if not self.own.size and not self.others.size:
            return outcome
        if isinstance(outcome, Done):
            if outcome.data is None and not outcome.not_modified:
                try:
                    return self.as_data(outcome, limit)
                except OSError as error:
                    raise unkept(error) from error
            if prints == "people":
                return outcome  # the result for them, in their words
            warning = BESIDE
        else:
            warning = FAILED
            if outcome.error.code == "UNDECLARED_EXIT":
                outcome = self.told(outcome)
        self.pour()
        if prints == "people":
            return outcome
        return outcome.replace(warnings=(*outcome.warnings, warning))

    def as_data(self, outcome: Done[Any], limit: int | None) -> Done[Any]:
        """Make data of a handler's own words, or else of those past Python."""
        chosen, rest = self.chosen()
        if rest.size:
            rest.pour()
            outcome = outcome.replace(warnings=(*outcome.warnings, OTHERS))
        if not chosen.long:
            return outcome.replace(data=data_of(chosen.text()))
        if limit is not None and chosen.size > limit:
            return outcome.replace(data={"text": chosen.text(limit + 1)})  # is refused
        if not looks_like_json(chosen):
            return outcome.replace(data={"text": self.marked(chosen)})
        if chosen.size <= JSON_ROOM:
            data = data_of(chosen.text())
            return outcome.replace(data=data)
        return in_a_file(outcome, chosen)

    def told(self, outcome: Failed) -> Failed:
        """Give a failure what was printed before it, if it is short."""
        chosen, _ = self.chosen()
        if chosen.long or "printed" in outcome.extra:
            return outcome
        return outcome.replace(extra={**outcome.extra, "printed": chosen.text()})

    def chosen(self) -> tuple[Words, Words]:
        """Tell what speaks for the program from what was written beside it."""
        blank = not self.own.long and not self.own.text().strip()
        return (self.others, Words(None, "")) if blank else (self.own, self.others)

    def pour(self) -> None:
        """Say all of it on stderr."""
        self.own.pour()
        self.others.pour()

    def marked(self, words: Words) -> str:
        """Write a long text to a file as JSON has it; return what stands for it."""
        from ..model.json import calm, dumps

        self.escaped = Kept.opened()
        if self.escaped is None:
            return words.text()  # there is no file to be had
        acts = False
        for piece in words.pieces():
            said = calm(piece)
            acts = acts or said != dumps(piece)
            write_whole(self.escaped.descriptor, said[1:-1].encode())
        self.mark = os.urandom(16).hex()
        return (ACTS if acts else "") + self.mark

    def filled(self, said: bytes) -> Iterator[bytes]:
        """Put the long text where its mark stands in what is said."""
        mark = self.mark.encode()
        while self.escaped is not None and mark in said:
            before, _, said = said.partition(mark)
            yield before
            yield from self.escaped.blocks()
        yield said


def unkept(error: OSError) -> UnserialisableError:
    """Say that what was printed has found no room."""
    msg = f"what the command printed could not be kept: {error.strerror}"
    return UnserialisableError(msg, fix="print less, or make room for temporary files")


def looks_like_json(words: Words) -> bool:
    """Tell whether a long text begins and ends as an object or a list does."""
    kept = words.kept
    if kept is None:
        return False
    first = kept.part(0, BLOCK).lstrip()[:1]
    last = kept.part(max(0, words.size - BLOCK), BLOCK).rstrip()[-1:]
    return first + last in {b"{}", b"[]"}


def in_a_file(outcome: Done[Any], words: Words) -> Done[Any]:
    """Put printed JSON that is too long to be read into a file of its own."""
    name = f"exeunt-{os.urandom(8).hex()}.json"
    path = os.path.join(temporary_directory(), name)  # noqa: PTH118 - pathlib: 20 ms
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        for piece in words.pieces():
            write_whole(descriptor, piece.encode("utf-8", "backslashreplace"))
    finally:
        os.close(descriptor)
    return outcome.replace(
        data={"file": path, "size_bytes": words.size},
        truncated=True,
        warnings=(*outcome.warnings, IN_A_FILE),
    )


def data_of(text: str) -> object:
    """Make data of what a handler printed: its object or list, or the text."""
    stripped = text.strip()
    if not stripped:
        return None
    if stripped[0] in "{[":
        from ..model.json import loads  # for what looks like JSON

        try:
            return loads(stripped)
        except (ValueError, RecursionError):
            pass  # it only began like JSON
        if stripped[-1] in "}]":
            from ._pieces import literal  # what print() makes of a list or a dict

            found = literal(stripped)
            return {"text": text} if found is None else found
    return {"text": text}
