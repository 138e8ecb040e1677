"""A number in one dialect → the number that means the same in another."""

from __future__ import annotations

from .._record import Record, final
from ..ending import Ending, Exited, from_shell
from ..outcome._codes import ExitCode
from ._decode import decode
from ._dialect import dialect
from ._encode import number_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..outcome._entry import Code
    from ._reading import Reading


@final
class Translation(Record):
    """A number, what it means, the number for that elsewhere, and what gets lost."""

    __slots__ = ("reading", "to", "number", "lost")
    reading: Reading
    to: str
    number: int
    lost: tuple[str, ...]

    def __init__(
        self, reading: Reading, to: str, number: int, lost: tuple[str, ...]
    ) -> None:
        self._fill(reading, to, number, lost)

    @property
    def code(self) -> Code:
        """What both numbers mean."""
        return self.reading.code


def translate(code: int, source: str, target: str) -> Translation:
    """Say a number of one dialect in another, and what does not come across."""
    table, other = dialect(source), dialect(target)
    ending = from_shell(code)
    reading = decode(table, Exited(code) if code in table.rows else ending)
    if not isinstance(ending, Exited) and code not in table.rows:
        return Translation(reading, target, ending.shell_code, ())
    number, lost = number_for(other, reading.code)
    blurred = blurred_in(source, ending, reading.code)
    return Translation(reading, target, number, (*blurred, *lost))


def blurred_in(source: str, ending: Ending, code: Code) -> tuple[str, ...]:
    """Say what the number did not tell in its own dialect already."""
    table = dialect(source)
    others = [
        other.name
        for other in ExitCode
        if other is not code and table.numbers[other] == ending.shell_code
    ]
    if not others or ending.shell_code == 0:
        return ()
    return (f"{source} uses {ending.shell_code} for {', '.join(others)} too",)
