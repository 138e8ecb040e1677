"""How a command line of an agent ended → the facts that what is told is made of."""

from __future__ import annotations

from ..record import KW_ONLY, Record, final


@final
class End(Record):
    """How a command line of an agent ended."""

    text: str  # the person's own command, the agent's wrapper taken off
    code: int  # as `$?` says it
    _: KW_ONLY
    statuses: tuple[int, ...] = ()  # of the stages of its last pipeline
    # What failed on the way: its status and the command, as the shell has told it.
    failed: tuple[tuple[int, str], ...] = ()
    agent: str | None = None
    # The id of the agent's session; with one, an end that comes again is noticed.
    session: str | None = None
