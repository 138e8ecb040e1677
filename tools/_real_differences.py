"""What two calls did → the differences, each with its row of the table that explains it.

The table is scenarios/differences.toml, which the documentation shows. A row explains
no more than it says: what is left once it is taken away is unexplained.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema

from exeunt.cli.schema import schema

if TYPE_CHECKING:
    from _real_calls import Program, Seen

TABLE = Path(__file__).parents[1] / "scenarios" / "differences.toml"
ENVELOPE = jsonschema.Draft7Validator(schema("envelope"))
# Nobody said anything that a message could repeat.
OWN_WORDS = ("INPUT_REQUIRED", "CONFIRMATION_REQUIRED", "MISSING_COMMAND")


@dataclass
class Difference:
    """Something that is not as it was, and the row that explains it, if there is one."""

    what: str  # number, stdout, stderr, files, envelope
    was: str
    now: str
    row: str = ""


def rows() -> list[dict[str, Any]]:
    """Read the table of what may differ."""
    found: list[dict[str, Any]] = tomllib.loads(TABLE.read_text("utf-8"))["difference"]
    return found


def in_text(words: str, was: Seen, now: Seen, program: Program) -> list[Difference]:
    """Compare a call with itself, adopted, for a person."""
    found: list[Difference] = []
    if was.code != now.code:
        row = "number" if was.code > 0 and now.code > 0 else ""
        found.append(Difference("number", str(was.code), str(now.code), row))
    for stream in ("stdout", "stderr"):
        before = quiet(getattr(was, stream), program)
        after = quiet(getattr(now, stream), program)
        for row in rows():
            if before != after and applies(row, words, found):
                taken = re.sub(row["pattern"], "", after, count=1)
                if taken != after:
                    lost = re.search(row["pattern"], after)
                    shown = lost[0] if lost else ""
                    found.append(Difference(stream, "", shown, row["name"]))
                    after = taken
        if before != after:
            found.append(Difference(stream, before, after))
    return found + in_files(was, now, program)


def applies(row: dict[str, Any], words: str, found: list[Difference]) -> bool:
    """Tell whether a row may explain bytes of this call."""
    if "pattern" not in row:
        return False
    if row["name"] == "line":
        return any(d.what == "number" for d in found)
    return row.get("words", "") in words.split() or "words" not in row


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
    for noise in program.noise:
        said = re.sub(noise, "<noise>", said)
    return said


def in_json(was: Seen, now: Seen, program: Program) -> list[Difference]:
    """Compare a call with its one envelope: is it whole, and is it true?"""
    told = now.stdout.decode("utf-8", "backslashreplace")
    faults = in_files(was, now, program)
    try:
        document = json.loads(told)
        ENVELOPE.validate(document)
    except (ValueError, jsonschema.ValidationError) as error:
        said = told + now.stderr.decode("utf-8", "backslashreplace")
        return [*faults, Difference("envelope", "one", f"{type(error).__name__}: {said}")]
    wrong = Difference("envelope", "", told)
    if told.count("\n") != 1 or document["meta"]["exit_code"] != now.code:
        wrong.was = f"one line, of a call that ended with {now.code}"
    elif document["ok"] != (now.code == 0) or document["ok"] != (was.code == 0):
        wrong.was = f"true: the program ended with {was.code}, now {now.code}"
    elif document["ok"] and not holds(document, was, now, program):
        wrong.was = f"what was printed: {quiet(was.stdout, program)}"
    elif not document["ok"] and not repeats(document["error"], was):
        wrong.was = f"the program's own words: {quiet(was.stderr or was.stdout, program)}"
    return [*faults, wrong] if wrong.was else faults


def holds(document: dict[str, Any], was: Seen, now: Seen, program: Program) -> bool:
    """Tell whether what a program printed is in its answer, or in stderr and said so."""
    printed = quiet(was.stdout, program)
    data = document["data"]
    text = data.get("text") if isinstance(data, dict) else None
    if text is not None and quiet(text.encode(), program) == printed:
        return True
    try:
        return bool(json.loads(printed) == data)
    except ValueError:
        if not printed.strip():
            return True
    beside = quiet(now.stderr, program)
    return bool(document["warnings"]) and printed in beside


def repeats(error: dict[str, Any], was: Seen) -> bool:
    """Tell whether an error says what the program said, where it said anything."""
    said = plain((was.stderr + was.stdout).decode("utf-8", "replace"))
    return error["code"] in OWN_WORDS or not said or plain(error["message"]) in said


def plain(text: str) -> str:
    """Strip a text of colours, boxes and line breaks, which a message has not."""
    return re.sub(r"\x1b\[[\d;]*m|[\s│╭╮╰╯─]+", "", text).lower()
