"""What a command said when it ended → the reading of it, for tests of decisions."""

import json

from exeunt import Exited, read

ERROR = {"code": "X", "message": "It failed"}
ABSENT = object()


def envelope(number, meta=None, error=None, **changes):
    """The bytes of a sound agent-spec envelope, but for the changes."""
    document = {
        "ok": number == 0,
        "data": {"id": 1} if number == 0 else None,
        "error": None if number == 0 and error is None else {**ERROR, **(error or {})},
        "warnings": [],
        "meta": {"duration_ms": 1, "dialect": "agent-spec", **(meta or {})},
        **changes,
    }
    said = {key: value for key, value in document.items() if value is not ABSENT}
    return json.dumps(said).encode()


def spec(number, **changes):
    """The reading of an agent-spec envelope beside its exit code."""
    return read(Exited(number), envelope(number, **changes))


def bare(number):
    """The reading of a number of agent-spec, and nothing else."""
    return read(Exited(number), dialect="agent-spec")


def declared(number, *, retryable, effects, name="LOCKED", **changes):
    """The reading of a number that the command's manifest declares."""
    entry = {"name": name, "retryable": retryable, "side_effects": effects}
    commands = {"do": {"exit_codes": {str(number): entry}}}
    return read(
        Exited(number),
        envelope(number, **changes),
        argv=["tool", "do"],
        manifest={"dialect": "agent-spec", "commands": commands},
    )
