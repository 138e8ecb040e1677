"""What a parser of argparse calls error() with → Rejection, and how error() ends."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Rejected(SystemExit):
    """The end that argparse's own error() comes to, before it prints."""


class Rejection:
    """What a parser's error() was called with."""

    def __init__(
        self, parser: Any, message: str, cause: BaseException | None, *, parsing: bool
    ) -> None:
        self.parser = parser
        self.message = message
        self.cause = cause  # the parser calls error() while it handles one
        self.parsing = parsing  # it was the parser that called it, and not the handler
        self.end: BaseException | None = None  # what error() raised
        self.code = 1  # what the program made of it: the number that it ended with
