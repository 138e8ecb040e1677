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

from ..errors import InputError
from ..model.document import is_object
from ..record import KW_ONLY, Record, final, made
from ._call import LIMIT, STREAMS
from ._toml import check_keys, is_texts, listed, refused, tables, texts
from ._waivers import waiver_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._waivers import Waiver

KEYS = ("limit", "harmless", "env", "pass_env", "slow", "code", "waive")
CALL_KEYS = (
    "call",
    "setup",
    "files",
    "env",
    "stdin",
    "ready",
    "beside",
    "streams",
    "code",
    "command",
)


@final
class Fixture(Record):
    """A call, and the state that it needs."""

    call: tuple[str, ...]
    _: KW_ONLY
    code: int | None = None
    path: str = ""  # of the command, where its words do not tell
    setup: tuple[tuple[str, ...], ...] = ()
    files: Mapping[str, str] = made(default_factory=dict)
    env: Mapping[str, str] = made(default_factory=dict)
    stdin: str | None = None
    ready: str = ""
    beside: tuple[str, ...] = ()  # a command that runs meanwhile
    streams: str = ""  # "", or one of STREAMS


@final
class Fixtures(Record):
    """All that an author tells about trying a program."""

    codes: tuple[Fixture, ...] = ()
    slow: Fixture | None = None
    waivers: tuple[Waiver, ...] = ()
    env: Mapping[str, str] = made(default_factory=dict)
    passed: tuple[str, ...] = ()  # names in our own environment that the program gets
    limit: float = LIMIT
    _: KW_ONLY
    harmless: bool = False  # the author's word that no call of the program does harm


def read_fixtures(path: str) -> Fixtures:
    """Read a file of fixtures; what it does not mean to say is a mistake."""
    import tomllib  # for who has a file

    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is dear
            found = tomllib.load(file)
    except FileNotFoundError:
        error = InputError(f"there is no file {path}", fix="name an exeunt-check.toml")
        error.error_code = "FILE_NOT_FOUND"
        raise error from None
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
    )


def fixture_of(path: str, found: dict[str, Any], *, coded: bool = True) -> Fixture:
    """Read one call with the state it needs."""
    check_keys(path, found, CALL_KEYS)
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
    )


def words(path: str, line: Any) -> tuple[str, ...]:
    """Split a call as a shell would; a list of words is taken as it is."""
    if is_texts(line):
        return tuple(line)
    if not isinstance(line, str):
        raise refused(path, f"a call is a line or a list of words, not {line!r}")
    from shlex import split  # 8 ms, for who has a file

    try:
        return tuple(split(line))
    except ValueError as error:
        raise refused(path, f"{line!r}: {error}") from None
