"""What two calls did → the differences, each with the row that explains it.

The table is scenarios/differences.toml, which the documentation shows. A row explains
no more than it says: what is left once it is taken away is unexplained.
"""

from __future__ import annotations

import json
import re
import signal
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema  # type: ignore[import-untyped] # it has no stubs

import exeunt
from exeunt.cli.schema import schema

if TYPE_CHECKING:
    from _real_calls import Program, Seen

TABLE = Path(__file__).parents[1] / "scenarios" / "differences.toml"
ENVELOPE = jsonschema.Draft7Validator(schema("envelope"))
SOURCE = str(Path(exeunt.__file__).parent)
# An object's address in memory, and the number that rich gives a link.
NOISE = (r"\b0x[0-9a-f]{8,}", r"(?<=\x1b\]8;id=)\d+")
COLOUR = re.compile(r"\x1b\[[\d;]*m")
# A call in a traceback: of Python's own, and of rich's, which draws a box around it.
FRAME = re.compile(
    r'^  File "(?P<file>[^"]+)", line \d+, in (?P<name>.+)\n(?:    .*\n)*'
    r"|^│ (?P<path>/[^│]*?):(?P<line>\d+)\s(?:│\n│ )?\s*in (?P<function>\S+) *│\n"
    r"(?:│ (?!/).*\n)*",
    re.MULTILINE,
)
# Nobody said anything that a message could repeat.
OWN_WORDS = ("INPUT_REQUIRED", "CONFIRMATION_REQUIRED", "MISSING_COMMAND")


@dataclass
class Difference:
    """Something that is not as it was, and the row that explains it, if any does."""

    what: str  # number, stdout, stderr, files, envelope, test
    was: str
    now: str
    row: str = ""


def table() -> list[dict[str, Any]]:
    """Read the table of what may differ."""
    rows: list[dict[str, Any]] = tomllib.loads(TABLE.read_text("utf-8"))["difference"]
    return rows


def in_text(
    call: dict[str, Any], was: Seen, now: Seen, program: Program
) -> list[Difference]:
    """Compare a call with itself, adopted, for a person."""
    found: list[Difference] = []
    if was.code != now.code:
        fails = now.code > 0 or now.code == -signal.SIGINT
        why = "number" if was.code > 0 and fails else ""
        found.append(Difference("number", str(was.code), str(now.code), why))
    for stream in ("stdout", "stderr"):
        before = quiet(getattr(was, stream), program)
        after = quiet(getattr(now, stream), program)
        for row in table():
            if before != after and applies(row, call, found):
                before, after, shown = explained(row, before, after)
                if shown:
                    found.append(Difference(stream, "", shown, row["name"]))
        if before != after:
            found.append(Difference(stream, before, after))
    return found + in_files(was, now, program)


def applies(row: dict[str, Any], call: dict[str, Any], found: list[Difference]) -> bool:
    """Tell whether a row may explain bytes of this call."""
    words = row.get("words")
    if words and not set(words) & {*call["words"].split()}:
        return False
    after = row.get("after")  # the row without which this one does not come
    return not after or any(one.row == after for one in found)


def explained(row: dict[str, Any], before: str, after: str) -> tuple[str, str, str]:
    """Take from both texts what a row explains; return it, too."""
    if row["name"] == "frames":
        if is_same_fall(before, after):
            return "", "", "a traceback"
        return before, after, ""
    lost = re.search(row["pattern"], after) if "pattern" in row else None
    if lost is None:
        return before, after, ""
    return before, after[: lost.start()] + after[lost.end() :], lost[0]


def is_same_fall(before: str, after: str) -> bool:
    """Tell whether two texts differ in the calls above a handler alone."""
    before, after = (
        COLOUR.sub("", text).replace("\r\n", "\n") for text in (before, after)
    )
    kept = calls(before)
    left = [call for call in calls(after) if not call[0].startswith(SOURCE)]
    rest = iter(kept)  # `in` reads it on: these are among those, in the same order
    return (
        FRAME.sub("", before) == FRAME.sub("", after)
        and kept[-1:] == left[-1:] != []
        and all(call in rest for call in left if "/bin/" not in call[0])
    )


def calls(text: str) -> list[tuple[str, str]]:
    """List the calls of the tracebacks in a text: file and function."""
    return [
        (call["file"] or call["path"], call["name"] or call["function"])
        for call in FRAME.finditer(text)
    ]


def in_files(was: Seen, now: Seen, program: Program) -> list[Difference]:
    """Compare the files that a call made."""
    names = sorted({*was.files, *now.files})
    before = {name: quiet(was.files.get(name), program) for name in names}
    after = {name: quiet(now.files.get(name), program) for name in names}
    return [
        Difference("files", f"{name}: {before[name]}", f"{name}: {after[name]}")
        for name in names
        if before[name] != after[name]
    ]


def quiet(text: bytes | None, program: Program) -> str:
    """Take out of a program's words what differs from run to run."""
    if text is None:
        return "absent"
    said = text.decode("utf-8", "backslashreplace")
    for noise in (*NOISE, *program.noise):
        said = re.sub(noise, "0", said)
    return said


def in_json(
    call: dict[str, Any], was: Seen, now: Seen, program: Program
) -> list[Difference]:
    """Compare a call with its one envelope, which is to be whole, and true."""
    told = quiet(now.stdout, program)
    faults = in_files(was, now, program)
    row = without_envelope(call, was, now, program)
    if row:
        return [*faults, Difference("envelope", "", "none", row)]
    try:
        ENVELOPE.validate(json.loads(now.stdout))
        document = json.loads(told)
    except (ValueError, jsonschema.ValidationError) as error:
        said = f"{type(error).__name__}: {told}{quiet(now.stderr, program)}"
        return [*faults, Difference("envelope", "one", said)]
    wanted, row = "", ""
    if told.count("\n") != 1 or document["meta"]["exit_code"] != now.code:
        wanted = f"one line, of a call that ended with {now.code}"
    elif document["ok"] != (now.code == 0) or document["ok"] != (was.code == 0):
        wanted = f"the truth: the program ended with {was.code}, and now {now.code}"
    elif document["ok"] and not holds(document, was, now, program):
        wanted = f"what was printed: {quiet(was.stdout, program)}"
        row = "cleaned" if is_cleaned(document, was, program) else ""
    elif not document["ok"] and not repeats(document["error"], was):
        wanted = f"the program's words: {quiet(was.stderr or was.stdout, program)}"
    return [*faults, *([Difference("envelope", wanted, told, row)] if wanted else ())]


def without_envelope(
    call: dict[str, Any], was: Seen, now: Seen, program: Program
) -> str:
    """Name the row by which a call says to a program what it says to a person."""
    rows = {row["name"]: row for row in table()}
    before, after = quiet(was.stdout, program), quiet(now.stdout, program)
    if before != after:
        before, after, _ = explained(rows["epilog"], before, after)
    if (was.code, before) != (now.code, after):
        return ""
    if call.get("replaced"):
        return "replaced"
    is_page = call.get("page") or applies(rows["page"], call, [])
    return "page" if was.code == 0 and is_page else ""


def holds(document: dict[str, Any], was: Seen, now: Seen, program: Program) -> bool:
    """Tell whether what was printed is in the answer, or beside it and said so."""
    printed = quiet(was.stdout, program)
    if not printed.strip() or text_of(document, program) == printed:
        return True
    try:
        return bool(json.loads(printed) == document["data"])
    except ValueError:
        return bool(document["warnings"]) and printed in quiet(now.stderr, program)


def is_cleaned(document: dict[str, Any], was: Seen, program: Program) -> bool:
    """Tell whether the answer has what was printed but for its control characters."""
    bare = COLOUR.sub("", quiet(was.stdout, program))
    seen = re.sub(r"[^\n\t -\U0010ffff]", "", bare)
    is_said = bool(document["warnings"]) or seen == bare
    return is_said and text_of(document, program) == seen


def text_of(document: dict[str, Any], program: Program) -> str | None:
    """Return the text in an answer, if it is one."""
    text = document["data"].get("text") if isinstance(document["data"], dict) else None
    return quiet(text.encode(), program) if isinstance(text, str) else None


def repeats(error: dict[str, Any], was: Seen) -> bool:
    """Tell whether an error says what the program said, where it said anything."""
    said = plain((was.stderr + was.stdout).decode("utf-8", "replace"))
    return error["code"] in OWN_WORDS or not said or plain(error["message"]) in said


def plain(text: str) -> str:
    """Strip a text of colours, boxes and line breaks, which a message has not."""
    return re.sub(r"[\s│╭╮╰╯─]+", "", COLOUR.sub("", text)).lower()
