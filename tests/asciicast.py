"""A recording → its header and events, by the public format of asciicast v2, strictly.

https://docs.asciinema.org/manual/asciicast/v2/
"""

import json
import re
from typing import NamedTuple

HEADER = {"version", "width", "height"}
OPTIONAL = {"timestamp", "duration", "idle_time_limit", "command", "title", "env"}
KINDS = {"o", "i", "m", "r"}


class Event(NamedTuple):
    """What happened when: o is shown, i typed, r a size, m a mark."""

    time: float
    kind: str
    text: str


class Cast(NamedTuple):
    """A whole recording."""

    header: dict
    events: list[Event]

    def all(self, kind):
        """The texts of all events of a kind."""
        return [event.text for event in self.events if event.kind == kind]

    @property
    def shown(self):
        """All that a player would write to a terminal."""
        return "".join(self.all("o"))


def read(path):
    """Read a file; whatever the format does not allow is an error."""
    data = path.read_bytes()
    assert data.endswith(b"\n"), "the last line is not whole"
    first, *rest = data.decode().splitlines()
    header = json.loads(first)
    assert set(header) >= HEADER, header
    assert set(header) <= HEADER | OPTIONAL, header
    assert header["version"] == 2
    assert all(type(header[n]) is int and header[n] > 0 for n in ("width", "height"))
    assert type(header.get("timestamp", 0)) is int
    assert all(type(v) is str for v in header.get("env", {}).values())
    events = [event(line) for line in rest]
    times = [one.time for one in events]
    assert times == sorted(times), "time goes back"
    return Cast(header, events)


def event(line):
    """Read one line."""
    time, kind, text = json.loads(line)
    assert type(time) in {float, int}, line
    assert time >= 0, line
    assert kind in KINDS, line
    assert type(text) is str, line
    assert kind != "r" or re.fullmatch(r"[1-9]\d*x[1-9]\d*", text), line
    text.encode()  # half a character is none
    return Event(time, kind, text)
