"""Lines of JSON → jobs, or the error that names the line and what to write instead.

{"argv": ["gzip", "a.log"], "id": "a", "timeout": 60}
"""

from __future__ import annotations

from json import JSONDecodeError, JSONDecoder

from ..errors import InputError, did_you_mean
from .inputs import LINE, values
from .job import Job, bytes_of, named, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader
    from typing import Any, NoReturn

KEYS = (
    *("argv", "shell", "id", "cwd", "env", "stdin", "timeout", "effects", "hold"),
    *("pty", "priority"),
)
MEANT = {"command": "argv", "cmd": "argv", "args": "argv", "words": "argv",
         "line": "shell", "script": "shell", "dir": "cwd", "directory": "cwd",
         "environment": "env", "input": "stdin", "name": "id", "key": "hold",
         "limit": "timeout"}  # fmt: skip
WIDEST = 1 << 26  # bytes of a line
BOM = b"\xef\xbb\xbf"
LIST = "write one object a line; jq -c '.[]' makes lines of a list"
EXAMPLE = 'write {"argv": ["ls", "-l"]}'


def jobs_of_lines(stream: BufferedReader) -> Iterator[Job]:
    """Read a job from each line; a job's number is that of its line."""
    decoder = JSONDecoder(object_pairs_hook=as_dict, parse_constant=refuse_constant)
    for number, line in enumerate(whole_lines(stream), 1):
        if line.isspace():
            continue
        try:
            text = line.removeprefix(BOM) if number == 1 else line
            yield job_of(parsed(decoder, text), number)
        except InputError as error:
            raise in_line(number, error) from None


def jobs_of_commands(stream: BufferedReader, separator: bytes = LINE) -> Iterator[Job]:
    """Make each line a line for a shell: its number is its place, its tag itself."""
    for number, line in enumerate(values(stream, separator), 1):
        if not line.strip():
            continue
        try:
            yield Job(shell=line, number=number, tag=line)
        except InputError as error:
            raise in_line(number, error) from None


def whole_lines(stream: BufferedReader) -> Iterator[bytes]:
    """Read line by line, none of them without end."""
    number = 0
    while line := stream.readline(WIDEST):
        number += 1
        if len(line) == WIDEST and line[-1:] != b"\n":
            msg = f"the line is longer than {WIDEST >> 20} MiB"
            error = InputError(msg, fix="put the data in a file that the command reads")
            raise in_line(number, error)
        yield line


def parsed(decoder: JSONDecoder, line: bytes) -> Any:
    """Read a line as JSON; bytes that are no UTF-8 stay what they are."""
    text = line.decode("utf-8", "surrogateescape").strip()
    try:
        return decoder.decode(text)
    except JSONDecodeError as error:
        fix = f"{EXAMPLE}; lines for a shell are read with --lines"
        if text[:1] == "[" or text == "{":
            fix = LIST
        refuse(f"that is no JSON: {reason(error)}", fix)
    except RecursionError:
        refuse("the JSON is nested too deep", EXAMPLE)
    except InputError:
        raise
    except ValueError as error:  # a number of more digits than Python reads
        refuse(f"that is no JSON: {error}", EXAMPLE)


def reason(error: JSONDecodeError) -> str:
    """Say what is wrong, and in which column."""
    return f"{error.msg[:1].lower()}{error.msg[1:]} in column {error.colno}"


def job_of(value: Any, number: int) -> Job:
    """Make a job of what a line says."""
    if not is_a(dict, value):
        what = named(value)
        fix = LIST if is_a(list, value) else EXAMPLE
        refuse(f"a job is an object, not {what}", fix)
    for key in value.keys() - set(KEYS):
        refuse_key(key)
    # What is null is as good as not value.
    given = {key: one for key, one in value.items() if one is not None}
    if "argv" in given:
        given["words"] = words_of(given.pop("argv"))
    if "stdin" in given:
        given["stdin"] = stdin_of(given["stdin"])
    if not is_a(dict, given.get("env", {})):
        refuse(f"env is {named(given['env'])}", 'write "env": {"NAME": "value"}')
    return Job(**given, number=number)


def words_of(argv: Any) -> tuple[str, ...]:
    """Return the words of a command."""
    if isinstance(argv, str):
        msg = "argv is a list of words, not one text"
        refuse(msg, f'{EXAMPLE}, or {{"shell": …}} for a line')
    if not is_a(list, argv):
        refuse(f"argv is {named(argv)}", EXAMPLE)
    if not argv:
        refuse("argv is empty", EXAMPLE)
    return tuple(argv)


def stdin_of(text: Any) -> bytes:
    """Return what the command reads."""
    if not isinstance(text, str):
        refuse(f"stdin is {named(text)}", "write what the command reads, as a text")
    try:
        return bytes_of(text)
    except UnicodeEncodeError:
        fix = "write the whole character, or the bytes themselves"
        refuse("stdin holds half a character", fix)


def is_a(kind: type, value: object) -> bool:
    """Tell of which kind something of JSON is; what is in it stays to be seen."""
    return isinstance(value, kind)


def as_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its pairs; a key that stands twice may mean either."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        refuse(f"{twice!r} stands twice", "leave one of them out")
    return found


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads and JSON does not know."""
    refuse(f"{name} is no JSON", "write a number")


def refuse_key(key: str) -> NoReturn:
    """Refuse what a job does not have, and name what was meant."""
    near = MEANT.get(key.casefold())
    fix = f"did you mean {near}?" if near else did_you_mean(key, KEYS)
    refuse(f"a job has no {key[:40]!r}", fix or f"it has {', '.join(KEYS)}")


def in_line(number: int, error: InputError, what: str = "line") -> InputError:
    """Say in which line it is wrong."""
    return InputError(f"{what} {number}: {error.message}", fix=error.fix)
