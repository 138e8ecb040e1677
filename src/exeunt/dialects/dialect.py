"""A dialect's name → its table: numbers, facts, and how it writes an outcome.

The registry of the dialects is here: a dialect is one file beside this one and its line
in MODULES. It is data: rows to read a number, numbers to write a code, a few facts that
callers ask for instead of its name, and small functions for its streams. `decode` and
encode() do the work, the same for all.
"""

from __future__ import annotations

from ..model.outcome import Done
from ..record import KW_ONLY, Record, final, made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

    from ..model.anomaly import Anomaly
    from ..model.codes import ExitCode
    from ..model.entry import Code
    from ..model.outcome import Outcome
    from ..model.received import ReceivedEnvelope
    from ..model.row import Row

    Write = Callable[["Outcome[object]", "Context"], "Written"]
    Document = dict[str, Any]
    IsDocument = Callable[[Document], bool]
    Find = Callable[[bytes, bytes], "tuple[Document | None, list[Anomaly]]"]
    Receive = Callable[[Document, list[Anomaly]], ReceivedEnvelope]
    Refine = Callable[[Row, "ReceivedEnvelope | None"], Row]

# Name → its module, and keys of which its documents have one, if they are no envelope
# of five keys: no other dialect is loaded to find out who wrote a document.
MODULES: dict[str, tuple[str, ...]] = {
    "agent-spec": ("agent_spec",),
    "agent-spec@1.6": ("agent_spec_1_6",),
    "murli": ("murli", "recoverable", "schema_version"),
    "holon": ("holon",),
    "shuck": ("shuck", "timed_out"),
    "sysexits": ("sysexits",),
    "shell": ("shell",),
    "kept": ("kept",),
}
DEFAULT = next(iter(MODULES))
DONE: tuple[int, tuple[str, ...]] = 0, ()  # in every dialect, which a test sees to
SHELL_BASE = 128  # what a shell adds to a signal's number


@final
class Beyond(Record):
    """Numbers outside a dialect's own rows: whose they are, and what is odd there."""

    low: int
    high: int
    _: KW_ONLY
    table: str | None = None
    anomaly: str | None = None  # the value of an Anomaly


@final
class Context(Record):
    """What a dialect may say about the call, besides the outcome."""

    _: KW_ONLY
    exit_code: int = 0  # what whoever waits for the process will see
    duration_ms: int = 0
    request_id: str | None = None
    tool_version: str | None = None


@final
class Written(Record):
    """An outcome as a dialect puts it on the streams, and what that leaves out."""

    _: KW_ONLY
    stdout: str = ""
    stderr: str = ""
    number: int | None = None
    lost: tuple[str, ...] = ()


def is_nothing(document: Document) -> bool:  # noqa: ARG001 - whatever it is
    """Tell that a document is none of a dialect that has no kind of its own."""
    return False


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


# The number of each code in the model itself; made when first asked for.
NUMBERS: dict[ExitCode, int] = {}


@final
class Dialect(Record):
    """One table, both ways."""

    name: str
    _: KW_ONLY
    title: str
    source: str
    make_rows: Callable[[], tuple[Row, ...]]
    rows_made: dict[int, Row] = made(default_factory=dict)  # when first asked for
    beyond: tuple[Beyond, ...]
    # how each code is said, where that is not the model's own number
    own_numbers: Mapping[ExitCode, int] = made(default_factory=dict)
    own_codes: range = range(0)
    lost: Mapping[ExitCode, str]
    envelope: bool = False  # every outcome is one document
    five_keys: bool = False  # which has ok, data, error, warnings and meta
    closed: bool = False  # its schemas allow no fields beside their own
    # what comes before the next call
    fix_required: Mapping[ExitCode, str] = made(default_factory=dict)
    # where the document of a failure stands
    fails_on: Literal["stdout", "stderr"] = "stdout"
    cancelled: int | None = None  # None: a cancelled process dies by the signal
    usage: int | None = None  # of a rejected call; None: the number of ARG_ERROR
    wraps: bool = False  # most of its numbers are those of a command that it runs
    keeps: bool = False  # what nobody declared keeps its number, which is a guess
    checked: bool = False  # `exeunt check` has rules for programs that speak it
    write: Write
    is_document: IsDocument = is_nothing
    find: Find = find_nothing
    receive: Receive = receive_nothing
    refine: Refine = refine_nothing

    @property
    def rows(self) -> Mapping[int, Row]:
        """What each number means; made when it is first read, never by a writer."""
        if not self.rows_made:
            self.rows_made.update({row.number: row for row in self.make_rows()})
        return self.rows_made

    @property
    def numbers(self) -> Mapping[ExitCode, int]:
        """How each code is said: the model's own numbers, unless there are others."""
        if self.own_numbers:
            return self.own_numbers
        if not NUMBERS:
            from ..model.codes import ExitCode  # not for a success

            NUMBERS.update({code: code.value for code in ExitCode})
        return NUMBERS

    @property
    def unchanged(self) -> bool:
        """Whether its `retryable` is about the unchanged call, a fix aside."""
        return bool(self.fix_required)

    @property
    def bare(self) -> bool:
        """Whether a result is its data alone, which nobody has to ask for."""
        return not self.envelope and not self.wraps

    @property
    def usage_number(self) -> int:
        """The number of a call that is rejected."""
        from ..model.codes import ExitCode  # not for a success

        return self.numbers[ExitCode.ARG_ERROR] if self.usage is None else self.usage

    def number_for(self, code: Code) -> tuple[int, tuple[str, ...]]:
        """Return the number for a code, and what the number does not say."""
        from ..model.codes import ExitCode  # 2 ms, not for a success
        from ..model.entry import check_code

        check_code(code)
        if isinstance(code, ExitCode):
            lost = self.lost.get(code)
            return self.numbers[code], (lost,) if lost else ()
        if code.value in self.own_codes:
            return code.value, ()
        general = self.numbers[ExitCode.GENERAL_ERROR]
        return general, (f"the command's own code {code.name}",)


@final
class Encoded(Record):
    """What a process leaves behind: number, streams, and what they leave out."""

    code: int
    stdout: bytes
    stderr: bytes
    lost: tuple[str, ...]


def dialect(name: str) -> Dialect:
    """Return a dialect by its name; its table is imported when it is asked for."""
    if name not in MODULES:
        from ..errors import unknown  # on the way to an error

        raise unknown(name, "dialect", MODULES)
    package = __import__(f"{__package__}.{MODULES[name][0]}", fromlist=["DIALECT"])
    found: Dialect = package.DIALECT
    return found


def dialect_names() -> tuple[str, ...]:
    """Name every dialect, the default first."""
    return tuple(MODULES)


def has_five_keys(name: str) -> bool:
    """Tell whether a dialect, if it is one, has the envelope of five keys."""
    return name in MODULES and dialect(name).five_keys


def checked_names() -> tuple[str, ...]:
    """Name the dialects that `exeunt check` has rules for."""
    return tuple(name for name in MODULES if dialect(name).checked)


def encode(  # noqa: PLR0913 - what is said, and what may be said beside it
    dialect: Dialect,
    outcome: Outcome[object],
    *,
    duration_ms: int = 0,
    request_id: str | None = None,
    tool_version: str | None = None,
    signal: int = 0,
    former: int | None = None,
) -> Encoded:
    """Say an outcome in a dialect; `signal` is what the process will die by.

    `former` is what the program ended with by itself, for a dialect that keeps it.
    """
    done = isinstance(outcome, Done)
    number, lost = DONE if done else dialect.number_for(outcome.code)
    if dialect.keeps and not done:
        number = former or number
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
