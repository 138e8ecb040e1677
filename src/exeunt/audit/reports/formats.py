"""The end of a check, and a moment → a report in the format that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from time import strftime, struct_time

from ..finding import Ended

Report = Callable[[Ended, struct_time], str]


def as_json(ended: Ended, _: struct_time) -> str:
    """Write the whole check as one JSON document."""
    from json import dumps  # 7 ms, for who asks

    return dumps(ended.as_dict(), indent=2) + "\n"


def as_junit(ended: Ended, now: struct_time) -> str:
    """Write it for a build server."""
    from . import junit  # loads `re`

    return junit.write(ended, date=strftime("%Y-%m-%dT%H:%M:%S", now))


def as_html(ended: Ended, now: struct_time) -> str:
    """Write it for people."""
    from . import html  # loads hashes and resources

    return html.write(ended, date=strftime("%Y-%m-%d %H:%M UTC", now))


REPORTS: dict[str, Report] = {"json": as_json, "junit": as_junit, "html": as_html}
