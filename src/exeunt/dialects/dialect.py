"""A table of numbers → Dialect; an outcome → the number and the bytes that it says.

A dialect is data: rows to read a number, numbers to write a code, and a few small
functions for its streams. `decode` and encode() do the work, the same for all.
"""

from __future__ import annotations

from ..errors import unknown
from ..model.outcome import Done
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ..model.anomaly import Anomaly
    from ..model.codes import ExitCode
    from ..model.entry import Code
    from ..model.outcome import Outcome
    from ..model.received import ReceivedEnvelope
    from ..model.row import Row

    Write = Callable[["Outcome[object]", "Context"], "Written"]
    Document = dict[str, Any]
    Find = Callable[[bytes, bytes], "tuple[Document | None, list[Anomaly]]"]
    Receive = Callable[[Document, list[Anomaly]], ReceivedEnvelope]
    Refine = Callable[[Row, "ReceivedEnvelope | None"], Row]

MODULES = {
    "agent-spec": "agent_spec",
    "agent-spec@1.6": "agent_spec_1_6",
    "murli": "murli",
    "holon": "holon",
    "shuck": "shuck",
    "sysexits": "sysexits",
    "shell": "shell",
}


DONE: tuple[int, tuple[str, ...]] = 0, ()  # in every dialect, which a test sees to
SHELL_BASE = 128  # what a shell adds to a signal's number


@final
class Beyond(Record):
    """Numbers outside a dialect's own rows: whose they are, and what is odd there."""

    __slots__ = ("low", "high", "table", "anomaly")
    low: int
    high: int
    table: str | None
    anomaly: str | None  # the value of an Anomaly

    def __init__(
        self,
        low: int,
        high: int,
        *,
        table: str | None = None,
        anomaly: str | None = None,
    ) -> None:
        self._fill(low, high, table, anomaly)


@final
class Context(Record):
    """What a dialect may say about the call, besides the outcome."""

    __slots__ = ("exit_code", "duration_ms", "request_id", "tool_version")
    exit_code: int  # what whoever waits for the process will see
    duration_ms: int
    request_id: str | None
    tool_version: str | None

    def __init__(
        self,
        *,
        exit_code: int = 0,
        duration_ms: int = 0,
        request_id: str | None = None,
        tool_version: str | None = None,
    ) -> None:
        self._fill(exit_code, duration_ms, request_id, tool_version)


@final
class Written(Record):
    """An outcome as a dialect puts it on the streams, and what that leaves out."""

    __slots__ = ("stdout", "stderr", "number", "lost")
    stdout: str
    stderr: str
    number: int | None
    lost: tuple[str, ...]

    def __init__(
        self,
        *,
        stdout: str = "",
        stderr: str = "",
        number: int | None = None,
        lost: tuple[str, ...] = (),
    ) -> None:
        self._fill(stdout, stderr, number, lost)


@final
class Dialect(Record):
    """One table, both ways."""

    __slots__ = (
        "name",
        "title",
        "source",
        "make_rows",
        "rows_made",
        "beyond",
        "numbers_made",
        "own_codes",
        "lost",
        "envelope",
        "unchanged",
        "write",
        "find",
        "receive",
        "refine",
    )
    name: str
    title: str
    source: str
    make_rows: Callable[[], tuple[Row, ...]]
    rows_made: dict[int, Row]
    beyond: tuple[Beyond, ...]
    numbers_made: dict[ExitCode, int]
    own_codes: range
    lost: Mapping[ExitCode, str]
    envelope: bool
    unchanged: bool  # its `retryable` is about the unchanged call, a fix aside
    write: Write
    find: Find
    receive: Receive
    refine: Refine

    def __init__(  # noqa: PLR0913 - a dialect has its parts
        self,
        name: str,
        *,
        title: str,
        source: str,
        rows: Callable[[], tuple[Row, ...]],
        beyond: tuple[Beyond, ...],
        numbers: Mapping[ExitCode, int] | None = None,
        own_codes: range = range(0),
        lost: Mapping[ExitCode, str],
        envelope: bool = False,
        unchanged: bool = False,
        write: Write,
        find: Find | None = None,
        receive: Receive | None = None,
        refine: Refine | None = None,
    ) -> None:
        self._fill(
            name,
            title,
            source,
            rows,
            {},
            beyond,
            {**(numbers or {})},
            own_codes,
            lost,
            envelope,
            unchanged,
            write,
            find or find_nothing,
            receive or receive_nothing,
            refine or refine_nothing,
        )

    @property
    def rows(self) -> Mapping[int, Row]:
        """What each number means; made when first asked for: who leaves never does."""
        if not self.rows_made:
            self.rows_made.update({row.number: row for row in self.make_rows()})
        return self.rows_made

    @property
    def numbers(self) -> Mapping[ExitCode, int]:
        """How each code is said: the model's own numbers, unless there are others."""
        if not self.numbers_made:
            from ..model.codes import ExitCode  # not for a success

            self.numbers_made.update({code: code.value for code in ExitCode})
        return self.numbers_made


@final
class Encoded(Record):
    """What a process leaves behind: number, streams, and what they leave out."""

    __slots__ = ("code", "stdout", "stderr", "lost")
    code: int
    stdout: bytes
    stderr: bytes
    lost: tuple[str, ...]

    def __init__(
        self, code: int, stdout: bytes, stderr: bytes, lost: tuple[str, ...]
    ) -> None:
        self._fill(code, stdout, stderr, lost)


def dialect(name: str) -> Dialect:
    """Return a dialect by its name; its table is imported when it is asked for."""
    module = MODULES.get(name)
    if module is None:
        raise unknown(name, "dialect", MODULES)
    package = __import__(f"{__package__}.{module}", fromlist=["DIALECT"])
    found: Dialect = package.DIALECT
    return found


def dialect_names() -> tuple[str, ...]:
    """Name every dialect, the default first."""
    return tuple(MODULES)


def encode(  # noqa: PLR0913 - what is said, and what may be said beside it
    dialect: Dialect,
    outcome: Outcome[object],
    *,
    duration_ms: int = 0,
    request_id: str | None = None,
    tool_version: str | None = None,
    signal: int = 0,
) -> Encoded:
    """Say an outcome in a dialect; `signal` is what the process will die by."""
    done = isinstance(outcome, Done)
    number, lost = DONE if done else number_for(dialect, outcome.code)
    context = Context(
        exit_code=SHELL_BASE + signal if signal else number,
        duration_ms=duration_ms,
        request_id=request_id,
        tool_version=tool_version,
    )
    written = dialect.write(outcome, context)
    return Encoded(
        number if written.number is None else written.number,
        written.stdout.encode("ascii", "backslashreplace"),
        written.stderr.encode("utf-8", "backslashreplace"),
        (*lost, *written.lost),
    )


def number_for(dialect: Dialect, code: Code) -> tuple[int, tuple[str, ...]]:
    """Return a dialect's number for a code, and what the number does not say."""
    from ..model.codes import ExitCode  # 2 ms, not for a success
    from ..model.entry import check_code  # the same

    check_code(code)
    if isinstance(code, ExitCode):
        lost = dialect.lost.get(code)
        return dialect.numbers[code], (lost,) if lost else ()
    if code.value in dialect.own_codes:
        return code.value, ()
    general = dialect.numbers[ExitCode.GENERAL_ERROR]
    return general, (f"the command's own code {code.name}",)


def find_nothing(
    stdout: bytes,  # noqa: ARG001 - a dialect without documents reads neither
    stderr: bytes,  # noqa: ARG001
) -> tuple[Document | None, list[Anomaly]]:
    """Find no document: the dialect has none."""
    return None, []


def receive_nothing(
    document: Document,
    found: list[Anomaly],  # noqa: ARG001 - a document from elsewhere is kept as it is
) -> ReceivedEnvelope:
    """Keep a document that the dialect has no reading for."""
    from ..model.received import ReceivedEnvelope  # rarely reached

    return ReceivedEnvelope(document=document)


def refine_nothing(row: Row, received: ReceivedEnvelope | None) -> Row:  # noqa: ARG001
    """Leave the row as the number found it."""
    return row
