"""A stream that was cleaned → its text, and what of it is missing there."""

from __future__ import annotations

from ..record import Record, final


@final
class Rendered(Record):
    """What a stream said, and what of it the text does not hold."""

    __slots__ = (
        "text",
        "omitted_bytes",
        "omitted_lines",
        "invalid_bytes",
        "folded",
        "binary",
    )
    text: str
    omitted_bytes: int
    omitted_lines: int
    invalid_bytes: int
    folded: int
    binary: bool

    def __init__(  # noqa: PLR0913 - the fields of the record
        self,
        text: str,
        omitted_bytes: int = 0,
        omitted_lines: int = 0,
        invalid_bytes: int = 0,
        folded: int = 0,
        binary: bool = False,
    ) -> None:
        self._fill(text, omitted_bytes, omitted_lines, invalid_bytes, folded, binary)
