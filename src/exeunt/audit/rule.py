"""A rule, and all that it may look at → whether a program keeps it."""

from __future__ import annotations

from collections.abc import Callable

from ..dialects.dialect import checked_names, dialect
from ..manifest.model import CommandPromise
from ..record import KW_ONLY, Record, final
from ._call import Seen
from ._contract import PLAIN, Contract

Judge = Callable[["Seen", "Audit"], str]
Applies = Callable[["Seen", "Audit"], bool]

# The dialects that a rule may be for, by what their tables say of themselves.
TABLES = [dialect(name) for name in checked_names()]
ENVELOPED = tuple(table.name for table in TABLES if table.five_keys)
DOCUMENTED = tuple(table.name for table in TABLES if table.envelope)
CONTRACTED = tuple(table.name for table in TABLES if not table.wraps)
SPEAKING = (*CONTRACTED, *(table.name for table in TABLES if table.wraps))
PROGRAMS = (PLAIN, *CONTRACTED)
ALL = (PLAIN, *SPEAKING)
# A wrong call: the program must reject it, whatever else it does.
WRONG_CALLS = ("bad-flag", "bad-flag-json", "unknown", "unknown-json")
WRONG_COMMANDS = ("command-bad-flag", "command-missing", "command-ill-typed")


OVER = "the call of [slow] had ended with exit {exit_code} before its signal came"


def always(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at each call of the right kind that ended by itself."""
    return seen.ended


@final
class Rule(Record):
    """One thing that a program is to do, and how to tell whether it does."""

    id: str
    clause: str
    _: KW_ONLY
    level: int  # 1: nobody can do without; 2: callers rely on it; 3: at its best
    mode: int | None  # the failure mode of the public spec that it guards against
    expected: str
    fix: str
    dialects: tuple[str, ...] = ALL
    kinds: tuple[str, ...] = ()  # the probes it looks at; empty: every one
    judge: Judge  # says what is wrong; nothing, if nothing is
    applies: Applies = always
    by_number: bool = False  # a table of numbers is what it judges by
    needs: str = ""  # what is missing where no probe could be made

    def looks_at(self, seen: Seen, audit: Audit) -> bool:
        """Tell whether a call has something to say about this rule."""
        return (not self.kinds or seen.probe.kind in self.kinds) and self.applies(
            seen, audit
        )


class Audit:
    """What is known of a program: its contract, and all that was seen of it."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.seen: list[Seen] = []
        self.skipped: dict[str, str] = {}  # kind → why no such call was made
        self.gave_up: str = ""

    def find(self, kind: str, path: str = "", note: str = "") -> Seen | None:
        """Return the call of a kind, of a command."""
        for seen in self.seen:
            probe = seen.probe
            if (probe.kind, probe.path, probe.note) == (kind, path, note):
                return seen
        return None

    @property
    def strange(self) -> set[int]:
        """The codes of plain calls for the page that the first one did not have."""
        plain = [s for s in self.seen if s.probe.kind in {"help", "help-again"}]
        return {s.code for s in plain if s.ended and s.code != plain[0].code}

    def promise(self, path: str) -> CommandPromise | None:
        """Return what the manifest says of a command."""
        return self.contract.manifest.command(path)


def even_if_ended_by_us(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - the same
    """Look at each call of the right kind."""
    return True


def signalled(seen: Seen, audit: Audit) -> bool:
    """Look at calls that got their signal; of one that was over, nothing is known."""
    if not seen.signalled:
        audit.skipped[seen.probe.kind] = OVER.format(exit_code=seen.code)
    return seen.signalled


def documented(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - the same
    """Look at calls that were asked for an envelope and wrote a document."""
    return seen.ended and seen.probe.json and seen.document is not None
