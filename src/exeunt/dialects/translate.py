"""A number in one dialect → the number that means the same in another."""

from __future__ import annotations

from ..model.anomaly import Anomaly
from ..model.codes import ExitCode
from ..model.ending import HIGHEST_STATUS, Exited, from_shell
from ..record import Record, final
from .decode import decode
from .dialect import dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.entry import Code
    from .dialect import Dialect
    from .reading import Reading


@final
class Translation(Record):
    """A number, what it means, the number for that elsewhere, and what gets lost."""

    reading: Reading
    to: str
    number: int
    lost: tuple[str, ...]

    @property
    def code(self) -> Code:
        """What both numbers mean."""
        return self.reading.code


def translate(code: int, source: str, target: str) -> Translation:
    """Say a number of one dialect in another, and what does not come across."""
    table, other = dialect(source), dialect(target)
    ending = Exited(code) if code in table.rows else from_shell(code)
    reading = decode(table, ending)
    number = ending.shell_code
    if source == target or is_the_shells(table, number):
        return Translation(reading, target, number, ())
    if Anomaly.UNDECLARED_CODE in reading.anomalies:
        return translate_own(reading, other)
    finer = finer_in(table, reading)
    blurred = blurred_in(table, reading)
    number, lost = other.number_for(reading.code)
    return Translation(reading, target, number, (*finer, *blurred, *lost))


def is_the_shells(table: Dialect, number: int) -> bool:
    """Tell a number that belongs to the shell and so means the same everywhere."""
    return number not in table.rows and 126 <= number <= HIGHEST_STATUS  # noqa: PLR2004


def translate_own(reading: Reading, other: Dialect) -> Translation:
    """Pass a command's own number on, where the other dialect leaves room for it."""
    number = reading.number
    if number in other.own_codes:
        lost = f"what {number} means: only its command's manifest says"
        return Translation(reading, other.name, number, (lost,))
    general = other.numbers[ExitCode.GENERAL_ERROR]
    return Translation(reading, other.name, general, (f"the command's own {number}",))


def finer_in(table: Dialect, reading: Reading) -> tuple[str, ...]:
    """Say what a number tells that is finer than the model's code for it."""
    row = table.rows.get(reading.number)
    if row is None or table.numbers[row.code] == row.number:
        return ()
    return (f"what {table.name} means by {row.number}: {row.meaning}",)


def blurred_in(table: Dialect, reading: Reading) -> tuple[str, ...]:
    """Say what the number did not tell in its own dialect already."""
    number = reading.number
    others = [
        code.name
        for code in ExitCode
        if code is not reading.code and table.numbers[code] == number
    ]
    if not others:
        return ()
    return (f"{table.name} uses {number} for {', '.join(others)} too",)
