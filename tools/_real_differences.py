"""What two calls did → the differences, each with the row that explains it.

The table is scenarios/differences.toml, which the documentation shows. A row explains
no more than it says: what is left once it is taken away is unexplained.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema  # type: ignore[import-untyped] # it has no stubs

from exeunt.cli.schema import schema

if TYPE_CHECKING:
    from _real_calls import Program, Seen

TABLE = Path(__file__).parents[1] / "scenarios" / "differences.toml"
ENVELOPE = jsonschema.Draft7Validator(schema("envelope"))
# An object's address in memory, and the number that rich gives a link.
NOISE = (r"(?<![0-9a-z])0x[0-9a-f]{8,}|(?<=m)0x[0-9a-f]{8,}", r"(?<=\x1b\]8;id=)\d+")
COLOUR = re.compile(r"\x1b\[[\d;]*m")
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
        found.append(numbered(was, now, program))
    for stream in ("stdout", "stderr"):
        before = quiet(getattr(was, stream), program)
        after = quiet(getattr(now, stream), program)
        for row in table():
            if before != after and applies(row, call, found):
                after, shown = explained(row, after, (was.code, now.code))
                if shown:
                    found.append(Difference(stream, "", shown, row["name"]))
        if before != after:
            found.append(Difference(stream, before, after))
    return found + in_files(was, now, program)


def numbered(was: Seen, now: Seen, program: Program) -> Difference:
    """Compare two numbers: the row that has both, and whose line was said."""
    numbers, said = (was.code, now.code), quiet(now.stderr + now.stdout, program)
    for row in table():
        is_known = was.code in row.get("from", (was.code,)) and was.code > 0
        is_said = "pattern" not in row or explained(row, said, numbers)[1]
        if is_known and now.code in row.get("to", ()) and is_said:
            return Difference("number", str(was.code), str(now.code), row["name"])
    return Difference("number", str(was.code), str(now.code))


def applies(row: dict[str, Any], call: dict[str, Any], found: list[Difference]) -> bool:
    """Tell whether a row may explain bytes of this call."""
    words = row.get("words")
    if words and not set(words) & {*call["words"].split()}:
        return False
    return "to" not in row or any(one.row == row["name"] for one in found)


def explained(
    row: dict[str, Any], after: str, numbers: tuple[int, int]
) -> tuple[str, str]:
    """Take from a text what a row says is new in it; return that, too."""
    pattern = row.get("pattern", "(?!)")
    for mark, number in zip(("WAS", "NOW"), numbers, strict=True):
        pattern = pattern.replace(mark, str(number))
    new = re.search(pattern, after)
    return (after[: new.start()] + after[new.end() :], new[0]) if new else (after, "")


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
    faults = in_files(was, now, program)
    if program.imported:
        was, now, early = without_early(was, now, program)
        faults += [Difference("envelope", "", early, "imported")] if early else []
    told = quiet(now.stdout, program)
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
        row = why(document, was, program)
    elif not document["ok"] and not repeats(document["error"], was):
        wanted = f"the program's words: {quiet(was.stderr or was.stdout, program)}"
    return [*faults, *([Difference("envelope", wanted, told, row)] if wanted else ())]


def without_early(was: Seen, now: Seen, program: Program) -> tuple[Seen, Seen, str]:
    """Take from both calls the lines that stand in front of the envelope, and those."""
    early = now.stdout[: now.stdout.rstrip(b"\n").rfind(b"\n") + 1]
    if quiet(was.stdout[: len(early)], program) != quiet(early, program):
        return was, now, ""
    was, now = (replace(one, stdout=one.stdout[len(early) :]) for one in (was, now))
    return was, now, quiet(early, program)


def without_envelope(
    call: dict[str, Any], was: Seen, now: Seen, program: Program
) -> str:
    """Name the row by which a call says to a program what it says to a person."""
    rows = {row["name"]: row for row in table()}
    before, after = quiet(was.stdout, program), quiet(now.stdout, program)
    if before != after:
        after, _ = explained(rows["epilog"], after, (was.code, now.code))
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
    for read in (json.loads, ast.literal_eval):  # as print() writes a list or a dict
        try:
            return bool(read(printed) == document["data"])
        except (ValueError, SyntaxError):
            pass
    return bool(document["warnings"]) and printed in quiet(now.stderr, program)


def why(document: dict[str, Any], was: Seen, program: Program) -> str:
    """Name the row by which the text in the answer is not what was printed."""
    printed = quiet(was.stdout, program)
    text = text_of(document, program) or ""
    bare = COLOUR.sub("", printed)
    seen = re.sub(r"[^\n\t -\U0010ffff]", "", bare)
    if text == seen and (document["warnings"] or seen == bare):
        return "cleaned"
    epilog = next(row for row in table() if row["name"] == "epilog")
    return "epilog" if explained(epilog, text, (0, 0))[0] == printed else ""


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
