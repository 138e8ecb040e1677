"""What a batch may end with that the fourteen codes do not say → codes of its own."""

from __future__ import annotations

from ...model.codes import Effects
from ...model.entry import declare, entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.entry import Code, ExitCodeEntry

IN_DOUBT = declare("IN_DOUBT", 82)
HELD = declare("HELD", 83)
ENTRIES: dict[Code, ExitCodeEntry] = {
    IN_DOUBT: entry(
        "Nobody saw how some jobs ended, and they may not be repeated",
        retryable=False,
        effects=Effects.PARTIAL,
    ),
    HELD: entry(
        "All that is left waits: for a hold, a pause, or a person",
        retryable=False,
        effects=Effects.PARTIAL,
    ),
}
