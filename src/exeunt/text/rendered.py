"""A stream that was cleaned → its text, and what of it is missing there."""

from __future__ import annotations

from ..record import Record, final


@final
class Rendered(Record):
    """What a stream said, and what of it the text does not hold."""

    text: str
    omitted_bytes: int = 0
    omitted_lines: int = 0
    invalid_bytes: int = 0
    folded: int = 0
    binary: bool = False
