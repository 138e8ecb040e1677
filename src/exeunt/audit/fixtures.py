"""exeunt-check.toml → how to reach each code, what takes long, what is waived.

env = { NOTES_FILE = "notes.db" }

[slow]
call = "watch --forever"
ready = "watching"

[[code]]
code = 5
call = "show 99"
setup = ["add rope"]

[[waive]]
rule = "version"
reason = "has no releases"
until = 2027-01-01
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from shlex import split
from typing import Any, TypeGuard

from ..errors import InputError
from ..model.document import is_object
from ..model.envelope import is_array
from ..record import KW_ONLY, Record, field_names, final, made
from ._call import LIMIT, STREAMS
from .finding import Finding, Verdict

KEYS = ("limit", "harmless", "network", "env", "pass_env", "slow", "code", "waive")
NETWORKS = ("", "loopback")


@final
class Waiver(Record):
    """One rule that need not hold: why, until when, and for which command."""

    rule: str
    reason: str
    until: date
    path: str | None = None  # None: wherever the rule is broken

    def covers(self, finding: Finding) -> bool:
        """Tell whether a finding is meant."""
        return finding.rule == self.rule and self.path in {None, finding.path}


@final
class Fixture(Record):
    """A call, and the state that it needs."""

    call: tuple[str, ...]
    _: KW_ONLY
    code: int | None = None
    path: str = ""  # of the command, where its words do not tell
    setup: tuple[tuple[str, ...], ...] = ()
    files: Mapping[str, str] = made(default_factory=dict[str, str])
    env: Mapping[str, str] = made(default_factory=dict[str, str])
    stdin: str | None = None
    ready: str = ""
    beside: tuple[str, ...] = ()  # a command that runs meanwhile
    streams: str = ""  # "", or one of STREAMS
    network: str = ""  # "", or loopback


@final
class Fixtures(Record):
    """All that an author tells about trying a program."""

    codes: tuple[Fixture, ...] = ()
    slow: Fixture | None = None
    waivers: tuple[Waiver, ...] = ()
    env: Mapping[str, str] = made(default_factory=dict[str, str])
    passed: tuple[str, ...] = ()  # names in our own environment that the program gets
    limit: float = LIMIT
    _: KW_ONLY
    harmless: bool = False  # the author's word that no call of the program does harm
    network: str = ""  # of every call that does not say its own


def read_fixtures(path: str) -> Fixtures:
    """Read a file of fixtures; what it does not mean to say is a mistake."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is dear
            found = tomllib.load(file)
    except FileNotFoundError:
        msg, fix = f"there is no file {path}", "name an exeunt-check.toml"
        raise InputError(msg, fix=fix, error_code="FILE_NOT_FOUND") from None
    except (OSError, ValueError) as error:
        raise refused(path, f"cannot be read: {error}") from None
    return fixtures_of(path, found)


def fixtures_of(path: str, found: Mapping[str, Any]) -> Fixtures:
    """Check what a file says, and return it."""
    check_keys(path, found, KEYS)
    limit = found.get("limit", LIMIT)
    if not isinstance(limit, int | float) or not limit > 0:
        raise refused(path, f"limit is a number of seconds, not {limit!r}")
    harmless = found.get("harmless", False)
    if not isinstance(harmless, bool):
        raise refused(path, f"harmless is true or false, not {harmless!r}")
    slow = found.get("slow")
    if slow is not None and not is_object(slow):
        raise refused(path, "write [slow], with a call")
    return Fixtures(
        tuple(fixture_of(path, one) for one in tables(path, found, "code")),
        None if slow is None else fixture_of(path, slow, coded=False),
        tuple(waiver_of(path, one) for one in tables(path, found, "waive")),
        texts(path, found, "env"),
        tuple(listed(path, found, "pass_env")),
        float(limit),
        harmless=harmless,
        network=network_of(path, found),
    )


def fixture_of(path: str, found: dict[str, Any], *, coded: bool = True) -> Fixture:
    """Read one call with the state it needs."""
    check_keys(path, found, keys_of(Fixture))
    code = found.get("code")
    if coded and (not isinstance(code, int) or isinstance(code, bool)):
        raise refused(path, f"a fixture's code is a number, not {code!r}")
    if "call" not in found:
        raise refused(path, "a fixture needs a call: the words after the program")
    streams = found.get("streams", "")
    if streams not in ("", *STREAMS):
        raise refused(path, f"streams is one of {', '.join(STREAMS)}, not {streams!r}")
    return Fixture(
        words(path, found["call"]),
        code=code,
        path=str(found.get("command", "")).replace(" ", "."),
        setup=tuple(words(path, line) for line in listed(path, found, "setup")),
        files=texts(path, found, "files"),
        env=texts(path, found, "env"),
        stdin=found.get("stdin"),
        ready=str(found.get("ready", "")),
        beside=words(path, found.get("beside", "")),
        streams=streams,
        network=network_of(path, found),
    )


def network_of(path: str, found: Mapping[str, Any]) -> str:
    """Read which network a call has."""
    network = found.get("network", "")
    if network not in NETWORKS:
        raise refused(path, f"network is loopback, or left out, not {network!r}")
    return str(network)


def words(path: str, line: Any) -> tuple[str, ...]:
    """Split a call as a shell would; a list of words is taken as it is."""
    if is_texts(line):
        return tuple(line)
    if not isinstance(line, str):
        raise refused(path, f"a call is a line or a list of words, not {line!r}")

    try:
        return tuple(split(line))
    except ValueError as error:
        raise refused(path, f"{line!r}: {error}") from None


def waiver_of(path: str, found: dict[str, Any]) -> Waiver:
    """Read a waiver; one without a reason or an end is none."""
    check_keys(path, found, keys_of(Waiver))
    rule, reason, until = (found.get(name) for name in ("rule", "reason", "until"))
    if not isinstance(rule, str):
        raise refused(path, f"a waiver names a rule, not {rule!r}")
    if not isinstance(reason, str) or not reason.strip():
        raise refused(path, f"the waiver of {rule} gives no reason")
    if isinstance(until, datetime) or not isinstance(until, date):
        raise refused(path, f"the waiver of {rule} has no end: until = 2030-01-31")
    command = found.get("command")
    return Waiver(
        rule, reason, until, None if command is None else command.replace(" ", ".")
    )


def waived(finding: Finding, waivers: Iterable[Waiver], today: date) -> Finding:
    """Waive a violation by its waiver; an expired one is only mentioned."""
    for waiver in waivers:
        if finding.verdict is not Verdict.VIOLATED or not waiver.covers(finding):
            continue
        if today <= waiver.until:
            return finding.replace(verdict=Verdict.WAIVED, reason=waiver.reason)
        ended = f"{finding.got} (its waiver ended on {waiver.until.isoformat()})"
        finding = finding.replace(got=ended)
    return finding


# -- values of TOML


def tables(path: str, found: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the tables of a name."""
    value: list[Any] = found.get(name, [])
    if type(value) is not list or not all(is_object(one) for one in value):
        raise refused(path, f"write [[{name}]], once for each")
    return value


def texts(path: str, found: Mapping[str, Any], name: str) -> dict[str, str]:
    """Return a table of texts."""
    value: dict[str, Any] = found.get(name, {})
    if not is_object(value) or not all(isinstance(v, str) for v in value.values()):
        raise refused(path, f"{name} is a table of texts")
    return value


def listed(path: str, found: Mapping[str, Any], name: str) -> list[str]:
    """Return a list of texts."""
    value: object = found.get(name, [])
    if not is_texts(value):
        raise refused(path, f"{name} is a list of texts")
    return value


def is_texts(value: Any) -> TypeGuard[list[str]]:
    """Tell whether a value is a list of texts."""
    return is_array(value) and all(isinstance(one, str) for one in value)


def check_keys(path: str, found: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse a key that means nothing: a typing mistake must not switch a check off."""
    for key in found:
        if key not in known:
            raise refused(path, f"{key!r} means nothing; known: {', '.join(known)}")


def keys_of(kind: type[Record]) -> list[str]:
    """Return the keys of a table: the fields of its record; a path is a command's."""
    return ["command" if name == "path" else name for name in field_names(kind)]


def refused(path: str, message: str) -> InputError:
    """Make the error for a file that cannot be used."""
    msg, fix = f"{path}: {message}", "see docs/how-to/check-a-cli.md"
    return InputError(msg, fix=fix, error_code="INVALID_FIXTURES")
