"""The events of a check → a report in a format that is asked for."""

from __future__ import annotations

from ._finding import Ended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ._finding import Event

    Report = Callable[[Sequence[Event]], str]


def as_json(events: Sequence[Event]) -> str:
    """Write the whole check as one JSON document."""
    from json import dumps  # noqa: PLC0415 - 7 ms, for who asks

    ended = next(event for event in events if isinstance(event, Ended))
    return dumps(ended.as_dict(), indent=2) + "\n"


REPORTS: dict[str, Report] = {"json": as_json}
