"""exeunt's own verbs, or any program → its manifest, or a page written from it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from json import dumps, loads
from shlex import join
from typing import Any, Literal

from .. import __version__
from ..manifest.contract import Contract
from ..manifest.info import CommandInfo, ParamInfo
from ..manifest.snapshot import canonical
from ..manifest.writer import manifest as written
from ..manifest.writer import with_etag
from ..model.codes import Effects, ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.entry import declare, entry
from ..model.outcome import Done, Failed, Outcome
from ..pages.formats import PAGES, page
from ..pages.own_skill import OWN, own_page
from . import TRANSPARENT
from ._files import read_bytes, write
from ._paint import Paint, visible
from ._source import ask, manifest_from
from .argv import MODE, Options, all_words, refuse, wants_json
from .verbs import COMMON, GONE, LATE, UNFIT, VERBS, Call, Command, Option, Page, find

SPEAKS = "agent-spec"
JSON = "json"
PLAIN = {"--output": ["text"]}


STALE = declare("STALE_PAGE", 82)
ENTRY = entry(
    "The file is not what would be written now",
    retryable=False,
    effects=Effects.NONE,
)


class Verbs:
    """exeunt's verbs, as a manifest lists commands."""

    def commands(self) -> Iterator[CommandInfo]:
        """List every verb."""
        for name in VERBS:
            yield described(find(name))


def described(command: Page) -> CommandInfo:
    """Describe one verb."""
    return CommandInfo(
        command.name,
        Contract(
            danger=command.danger,
            output="raw" if command.raw or command.name in TRANSPARENT else None,
            exits={ExitCode.SUCCESS: "Done", **command.exits},
            examples=[(why, call) for call, why in command.examples],
        ),
        description=command.summary,
        flags=[flag(option) for option in (*command.options, *COMMON[:-1])],
        arguments=arguments(command),
    )


def flag(option: Option) -> ParamInfo:
    """Describe one option."""
    kind: Literal["boolean", "enum", "string"] = "boolean"
    if option.metavar is not None:
        kind = "enum" if option.choices else "string"
    return ParamInfo(
        option.name.lstrip("-"),
        [option.name],
        type=kind,
        description=option.text,
        enum_values=option.choices,
        multiple=option.many,
    )


def arguments(command: Page) -> list[ParamInfo]:
    """Describe the words that a verb takes; its page says what they are."""
    if command.most == 0:
        return []
    many = "?" if command.most == 1 else "*"
    return [
        ParamInfo(
            "words",
            required=command.least > 0,
            nargs="+" if command.least else many,
            description=command.usage[0],
        )
    ]


def form(options: Options) -> bool:
    """Print a page bare, unless JSON is asked for; a manifest as any data."""
    page = options.get("--format", [JSON])[-1] != JSON
    asked = {"--json", "--output", "--write", "--check"} & options.keys()
    return wants_json(options if asked or not page or os.environ.get(MODE) else PLAIN)


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Return a manifest, unless the caller has it already, or see to its page."""
    manifest = own() if is_own(call) else of_program(call.words)
    if call.text("--etag") == manifest["etag"]:
        return Done(not_modified=True)
    pages = {"--write", "--check"} & call.options.keys()
    if call.text("--format") in (None, JSON) and not pages:
        return Done(manifest)
    return see_to(call, manifest)


def is_own(call: Call) -> bool:
    """Tell whether exeunt itself is asked for."""
    return call.words in ((), ("exeunt",))


def own() -> dict[str, Any]:
    """Return exeunt's own manifest."""
    return written(Verbs(), __version__, SPEAKS, keep=may_end)


def may_end(verb: str, number: int) -> bool:
    """Tell whether a verb ends with a number by itself; few stop half-way."""
    if verb in TRANSPARENT:  # 1 to 123 are the command's own, and mean what it says
        return number in {0, 124, 125}
    partial = ExitCode.PARTIAL_FAILURE
    return number != partial.value or partial in find(verb).exits


def of_program(words: Sequence[str]) -> dict[str, Any]:
    """Return the manifest of a program that is called by words, or in a file."""
    manifest = manifest_from(words[0]) if len(words) == 1 else ask(words)
    return with_etag(manifest)


def see_to(call: Call, manifest: dict[str, Any]) -> Outcome[dict[str, Any]]:
    """Print the page, write it, or compare it with the file that should hold it."""
    made = call.text("--format") or JSON
    text = canonical(manifest)
    if made in OWN and is_own(call) and call.text("--call") is None:
        text = own_page(made)
    elif made != JSON:
        text = page(made, loads(text), name_of(call))
    path, known = call.text("--write"), call.text("--check")
    if path is not None and known is not None:
        refuse("--write and --check are two things", "give one of them")
    if path is not None:
        write(path, text)
        return Done({"file": path, "format": made, "written": True})
    if known is not None:
        return compared(call, known, text, made)
    return Done({"format": made, "page": text})


def name_of(call: Call) -> str:
    """Say how the program is called: as we are told, or as we called it."""
    told = call.text("--call")
    if told is not None:
        return told
    if len(call.words) != 1:
        return join(call.words) or "exeunt"
    word = call.words[0]
    if word == "-":
        msg = "a manifest from stdin does not say how its program is called"
        refuse(msg, "write --call NAME")
    name = word.rpartition("/")[2]
    return name.removesuffix(".json") if name.endswith(".json") else word


def compared(call: Call, path: str, text: str, made: str) -> Outcome[dict[str, Any]]:
    """Fail if a file does not hold what would be written, and show what differs."""
    before = read_bytes(path, "page").replace(b"\r\n", b"\n")
    if before == text.encode():
        return Done({"file": path, "format": made, "written": False})
    lines = differences(before.decode("utf-8", "replace"), text, path)
    tell(lines)
    again = renewed(call, path)
    detail = ErrorDetail(
        STALE.name,
        f"{path} is not what would be written now",
        phase=Phase.EXECUTION,
        suggestion=f"renew it: {again}",
        fix_command=again,
    )
    counts = {
        name: sum(one.startswith(sign) for one in lines[2:])
        for name, sign in (("added", "+"), ("removed", "-"))
    }
    found = {"file": path, "format": made, **counts}
    return Failed(STALE, detail, entry=ENTRY, extra={"page": found})


def differences(before: str, after: str, path: str) -> list[str]:
    """Compare two texts line by line, as a patch does."""
    return list(
        unified_diff(before.splitlines(), after.splitlines(), path, "now", lineterm="")
    )


def tell(lines: Sequence[str]) -> None:
    """Show on stderr what differs, for whoever reads the log of a build."""
    shown = "".join(f"{visible(one)}\n" for one in lines)
    try:
        sys.stderr.buffer.write(shown.encode("utf-8", "replace"))
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # nobody reads it; the code says the same


def renewed(call: Call, path: str) -> str:
    """Write the call that would make the file what it should be."""
    kept = [
        word
        for name in ("--format", "--call")
        if (value := call.text(name)) is not None
        for word in (name, value)
    ]
    theirs = ["--", *call.words] if call.words else []
    return join(["exeunt", "manifest", *kept, "--write", path, *theirs])


def show(data: dict[str, Any] | None, paint: Paint) -> str:
    """Show the manifest as indented JSON, ready to be saved, or the page."""
    if data is None:
        return "not modified\n"
    if "page" in data and "commands" not in data:
        return str(data["page"])
    if "file" in data and "commands" not in data:
        return paint.fields(
            (("written" if data["written"] else "fresh", data["file"]),)
        )
    return dumps(data, indent=2) + "\n"


COMMAND = Command(
    "manifest",
    summary="Describe every command of a program, or of exeunt itself.",
    usage=("exeunt manifest [options] [--] [CLI… | FILE]",),
    options=(
        Option(
            "--format",
            "FORMAT",
            help="print json, a page of reference (markdown), one for agents (skill),"
            " or a section of an AGENTS.md (agents-md)",
            usual=JSON,
            choices=(JSON, *PAGES),
        ),
        Option("--write", "FILE", help="write it there, whole", usual="printed"),
        Option(
            "--check",
            "FILE",
            help="compare with it: end with 82 if it is not what would be written",
        ),
        Option(
            "--call",
            "WORDS",
            help="have a page call the program so",
            usual="as it is given",
        ),
        Option(
            "--etag",
            "ETAG",
            help="say what you have: nothing is sent again if it is the same",
        ),
    ),
    examples=(
        ("exeunt manifest", "exeunt's own, as data of an envelope, when piped"),
        ("exeunt manifest --output text > exeunt.json", "the bare manifest"),
        ("exeunt manifest --format markdown -- python app.py", "a page for people"),
        ("exeunt manifest --format skill", "how an agent calls exeunt"),
        (
            "exeunt manifest --format skill --write SKILL.md -- python app.py",
            "a page for agents",
        ),
        (
            "exeunt manifest --format skill --check SKILL.md -- python app.py",
            "in CI: 82 if it is stale",
        ),
    ),
    danger="mutating",
    exits={**GONE, **UNFIT, **LATE, STALE: ENTRY},
    run=run,
    show=show,
    most=None,
    theirs=all_words,
    form=form,
)
