"""exeunt's own verbs, or any program → its manifest, or a page written from it."""

from __future__ import annotations

import os

from .. import __version__
from ..manifest.contract import Contract
from ..manifest.info import CommandInfo, ParamInfo
from ..manifest.writer import manifest as written
from ..manifest.writer import with_etag
from ..model.codes import Effects, ExitCode
from ..model.entry import declare, entry
from ..model.outcome import Done
from . import TRANSPARENT
from ._command import COMMON, Call, Command, Option, Page
from .snapshot import sort as sort_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Literal

    from ..model.entry import Code, ExitCodeEntry
    from ..model.outcome import Outcome
    from ._paint import Paint

    Exits = dict[Code, str | ExitCodeEntry]

SPEAKS = "agent-spec"
JSON = "json"
MODE = "EXEUNT_OUTPUT"
GONE: Exits = {ExitCode.NOT_FOUND: "What the call names does not exist"}
UNFIT: Exits = {ExitCode.PRECONDITION: "It exists, and is not in that state"}
LATE: Exits = {ExitCode.TIMEOUT: "It did not happen in time"}
BUSY: Exits = {ExitCode.UNAVAILABLE: "Somebody else holds it for the moment"}
STILL_RAN: Exits = {
    declare("STILL_RAN", 124): entry(
        "We returned while the command still ran",
        retryable=False,
        effects=Effects.PARTIAL,
    ),
    declare("RUNNER_FAILED", 125): entry(
        "The call was wrong, or the runner failed",
        retryable=False,
        effects=Effects.NONE,
    ),
}
TAKEN: Exits = {ExitCode.CONFLICT: "Another session has the name"}
# What a verb may do, and what it may end with besides 0, 1 and 3.
PROMISES: dict[str, tuple[Literal["safe", "mutating"], Exits]] = {
    "run": ("mutating", STILL_RAN),
    "drive": ("mutating", STILL_RAN),
    "session": ("mutating", {**GONE, **TAKEN, **UNFIT, **LATE, **BUSY}),
    "decide": ("safe", GONE),
    "explain": ("safe", GONE),
    "translate": ("safe", {}),
    "dialects": ("safe", {}),
    "check": ("mutating", {**GONE, **UNFIT}),
    "diff": ("mutating", {**GONE, **UNFIT, **LATE}),
    "snapshot": ("mutating", {**GONE, **UNFIT, **LATE}),
    "journal": ("mutating", {**GONE, **UNFIT, **BUSY}),
    "schema": ("safe", {}),
    "manifest": ("mutating", {**GONE, **UNFIT, **LATE}),
    "demo": ("mutating", {}),  # it runs commands
}


class Verbs:
    """exeunt's verbs, as a manifest lists commands."""

    def commands(self) -> Iterator[CommandInfo]:
        """List every verb."""
        from ._main import VERBS, find  # they find this one

        for name in VERBS:
            yield described(find(name))


def described(command: Page) -> CommandInfo:
    """Describe one verb."""
    danger, exits = PROMISES[command.name]
    own = own_codes(command.name)
    return CommandInfo(
        command.name,
        Contract(
            danger=danger,
            output="raw" if command.name in TRANSPARENT else None,
            exits={ExitCode.SUCCESS: "Done", **exits, **own},
            examples=[(why, call) for call, why in command.examples],
        ),
        description=command.summary,
        flags=[flag(option) for option in (*command.options, *COMMON[:-1])],
        arguments=arguments(command),
    )


def own_codes(name: str) -> Exits:
    """Return the codes that are one verb's alone."""
    if name == "check":
        from .check import ENTRY, NONCONFORMANT  # when asked

        return {NONCONFORMANT: ENTRY}
    if name == "diff":
        from .diff import BREAKING_CHANGE  # when asked
        from .diff import ENTRY as BROKEN

        return {BREAKING_CHANGE: BROKEN}
    if name == "manifest":
        from ._written import ENTRY as OLD  # when asked
        from ._written import STALE

        return {STALE: OLD}
    return {}


def flag(option: Option) -> ParamInfo:
    """Describe one option."""
    kind: Literal["boolean", "enum", "string"] = "boolean"
    if option.metavar is not None:
        kind = "enum" if option.choices else "string"
    return ParamInfo(
        option.name.lstrip("-"),
        [option.name],
        type=kind,
        description=option.help,
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


def sort(command: Command, words: Sequence[str]) -> Call:
    """Leave the program its words; a page is printed bare unless JSON is asked for."""
    call = sort_words(command, words)
    asked = {"--json", "--output", "--write", "--check"} & call.options.keys()
    if call.text("--format") in (None, JSON) or asked or os.environ.get(MODE):
        return call
    return Call({**call.options, "--output": "text"}, call.words)


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Return a manifest, unless the caller has it already, or see to its page."""
    manifest = of_program(call.words) if call.words else own()
    if call.text("--etag") == manifest["etag"]:
        return Done(not_modified=True)
    pages = {"--write", "--check"} & call.options.keys()
    if call.text("--format") in (None, JSON) and not pages:
        return Done(manifest)
    from ._written import see_to  # for a page alone

    return see_to(call, manifest)


def own() -> dict[str, Any]:
    """Return exeunt's own manifest."""
    return written(Verbs(), __version__, SPEAKS, keep=may_end)


def may_end(verb: str, number: int) -> bool:
    """Tell whether a verb ends with a number by itself; none stops half-way."""
    if verb in TRANSPARENT:  # 1 to 123 are the command's own, and mean what it says
        return number in {0, 124, 125}
    return number != ExitCode.PARTIAL_FAILURE.value


def of_program(words: Sequence[str]) -> dict[str, Any]:
    """Return the manifest of a program that is called by words, or in a file."""
    from ._source import ask, manifest_from  # another's manifest

    manifest = manifest_from(words[0]) if len(words) == 1 else ask(words)
    return with_etag(manifest)


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
    from json import dumps  # 7 ms, for indentation

    return dumps(data, indent=2) + "\n"


COMMAND = Command(
    "manifest",
    summary="Describe every command of a program, or of exeunt itself.",
    usage=("exeunt manifest [options] [--] [CLI… | FILE]",),
    options=(
        Option(
            "--format",
            "FORMAT",
            help="json; markdown: a page of reference; skill: a page for agents",
            choices=(JSON, "markdown", "skill"),
        ),
        Option("--write", "FILE", help="write it there, whole"),
        Option("--check", "FILE", help="82 if that is not what would be written"),
        Option("--call", "WORDS", help="how a page calls the program; as it is given"),
        Option("--etag", "ETAG", help="what you have; answered if it is old"),
    ),
    examples=(
        ("exeunt manifest", "exeunt's own, as data of an envelope, when piped"),
        ("exeunt manifest --output text > exeunt.json", "the bare manifest"),
        ("exeunt manifest --format markdown -- python app.py", "a page for people"),
        (
            "exeunt manifest --format skill --write SKILL.md -- python app.py",
            "a page for agents",
        ),
        (
            "exeunt manifest --format skill --check SKILL.md -- python app.py",
            "in CI: 82 if it is stale",
        ),
    ),
    run=run,
    show=show,
    most=None,
    sort=sort,
)
