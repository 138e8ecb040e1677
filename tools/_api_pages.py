"""The command line and the public names → their parts of docs/."""

from __future__ import annotations

import ast
import inspect
from enum import Enum
from importlib import import_module
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args

from _markdown import code, fenced, table

import exeunt
from exeunt import Done
from exeunt.cli.run import OPTIONS
from exeunt.cli.verbs import COMMON, VERBS, Command, Option, Page, find, leaves, parse
from exeunt.model.json import dumps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

# -- commands


SAMPLES = {
    "decide": ["--exit-code", "11", "/dev/null"],
    "explain": ["11"],
    "tell": ["7", "curl http://127.0.0.1:1"],
    "translate": ["--from", "agent-spec", "--to", "murli", "8"],
    "dialects": ["holon"],
    "schema": [],
    "demo": [],
}


RECORD = (
    "It leaves with the command's own number. With `--json` it prints "
    "[a record](run-record.md), with `--envelope` the same as an envelope.\n"
)


ELSEWHERE = {
    "run": RECORD,
    "drive": RECORD,
    "session": "`data` of `list` holds `sessions`; of the others "
    "[how the session is](python.md#sessions-commands-that-go-on-and-are-answered), "
    "with what was written or shown.\n",
    "check": "`data` counts the [rules](rules.md) by verdict, and holds the findings; "
    "on a violation it stands in `meta.check`.\n",
    "manifest": "`data` is [the manifest](manifest.md); of a page its `format` and "
    "`page`, or the `file` that holds it.\n",
    "diff": "[Changes of a contract](changes.md) says what its `data` holds.\n",
    "snapshot": "`data` is [the manifest](manifest.md); with `-o`, `file`, `commands` "
    "(how many) and `etag`.\n",
    "journal": "[The store](store.md) says what its `data` holds.\n",
}


def commands() -> str:
    """One section per command, from its own record."""
    return "\n".join(one_command(find(name)) for name in VERBS)


def one_command(command: Page) -> str:
    """Write how a command is called and what its data holds."""
    examples = ([code(call), why] for call, why in command.examples)
    parts = [
        f"## exeunt {command.name}\n",
        f"{command.summary}\n",
        fenced("\n".join(command.usage)),
        options(command.options) if command.options else "",
        table(["example", "shows"], examples),
        data_of(command)
        if isinstance(command, Command) and command.name in SAMPLES
        else ELSEWHERE.get(command.name, ""),
        *verbs_of(command),
    ]
    return "\n".join(filter(None, parts))


def verbs_of(command: Page) -> Iterable[str]:
    """Write a section for each verb of a verb: how it is called, and its options."""
    for verb in command.commands.values() if isinstance(command, Command) else ():
        yield f"### exeunt {verb.name}\n"
        yield f"{verb.summary}\n"
        yield fenced("\n".join(verb.usage))
        yield options(verb.options)
        yield table(["leaves with", "when"], [[c, why] for c, why in leaves(verb)])


def data_of(command: Command) -> str:
    """Write what the data of a command's envelope holds."""
    sample = SAMPLES[command.name]
    outcome = command.run(parse(command, sample))
    assert isinstance(outcome, Done)  # noqa: S101 - for type checkers
    called = " ".join(["exeunt", command.name, *sample])
    fields = table(["field", "type", "here"], described(outcome.data or {}))
    return f"`data` of `{called}`:\n\n{fields}"


def options(known: Iterable[Option] = COMMON) -> str:
    """Write options, by default those of every command."""
    rows = [[code(option.label), option.text] for option in known if option.shown]
    return table(["option", "is"], rows) if rows else ""


FEW = 4  # keys that are shown
JSON_TYPES = {
    dict: "object",
    list: "array",
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
}


def described(data: Mapping[str, Any]) -> list[list[str]]:
    """List the fields of a command's data with type and value."""
    return [
        [code(name), JSON_TYPES[type(value)], shown(value)]
        for name, value in data.items()
    ]


def shown(value: Any) -> str:
    """Show a small value, and what a large one holds."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "each with " + ", ".join(code(key) for key in value[0])
    if isinstance(value, dict) and len(value) > FEW:
        key, item = next(iter(value.items()))
        return code(f"{dumps({key: item})[:-1]}, …}}")
    return code(dumps(value))


# -- python


ROOMS = {
    "model": "The model: how a command ended, and what that means",
    "dialects": "Dialects: between the two",
    "reading": "Reading: an ending, by the best table there is",
    "deciding": "Deciding: what to do next",
    "process": "Running: any command, and how it ended",
    "sessions": "Sessions: commands that go on, and are answered",
    "batches": "Batches: many commands, each begun once",
    "manifest": "Promises: what a command may end with",
    "leaving": "Leaving: an app that adopts the contract",
    "errors": "Errors",
}


def names() -> str:
    """Every public name, by room."""
    by_room: dict[str, list[str]] = {room: [] for room in ROOMS}
    for name in exeunt.__all__:  # type: ignore[attr-defined]  # hidden from checkers
        by_room[home_of(name).partition(".")[0]].append(name)
    return "\n".join(
        f"## {title}\n\n" + "".join(one_name(name) for name in by_room[room])
        for room, title in ROOMS.items()
    )


def home_of(name: str) -> str:
    """Name the module that a public name lives in."""
    home: str = exeunt._home_of(name)  # type: ignore[attr-defined]  # noqa: SLF001
    return home


def one_name(name: str) -> str:
    """Write a name with its signature and first sentence."""
    value = getattr(import_module(f"exeunt.{home_of(name)}"), name)
    if isinstance(value, UnionType):
        parts = (getattr(part, "__name__", str(part)) for part in get_args(value))
        return f"- `{name}` = `{' | '.join(parts)}`\n"
    sentence = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
    if isinstance(value, type) and issubclass(value, Enum):
        members = ", ".join(code(member.name) for member in value)
        return f"- `{name}`: {sentence} Members: {members}.\n"
    if isinstance(value, type) and issubclass(value, Exception):
        return f"- `{name}`: {sentence}\n"
    if name in GIVEN:
        fields = ", ".join(code(field) for field in value.__match_args__)
        return f"- `{name}`: {sentence} Fields: {fields}.\n"
    if name == "request":
        return "- `request`: the same as `Request`, to be read as a verb.\n"
    listed = f"\n{of_a_request()}\n" if name == "Request" else ""
    return f"- `{name}{signature(value)}`: {sentence}\n{listed}"


def of_a_request() -> str:
    """List what a request takes besides words, and which switch of `run` gives it."""
    source = ast.parse(inspect.getsource(import_module("exeunt.process.request")))
    (typed,) = (
        node
        for node in ast.walk(source)
        if isinstance(node, ast.ClassDef) and node.name == "Options"
    )
    switches: dict[str, list[str]] = {}
    for switch, option, metavar, *_ in OPTIONS:
        switches.setdefault(option, []).append(
            code(f"{switch} {metavar or ''}".strip())
        )
    rows = (
        [code(name), code(kind), code(repr(usual)), ", ".join(switches.get(name, []))]
        for name, kind, usual in (
            (line.target.id, ast.unparse(line.annotation), usual_of(line.target.id))
            for line in typed.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        )
    )
    return table(["option", "type", "usually", "in `exeunt run`"], rows)


def usual_of(option: str) -> object:
    """Return what an option of a request is if it is not given."""
    return getattr(exeunt.Request, option, None)


# Records that a caller is given, and does not make.
GIVEN = {
    "CommandExitCode",
    "Decision",
    "Dialect",
    "Encoded",
    "Reading",
    "ReceivedEnvelope",
    "ResponseEnvelope",
    "Row",
    "Translation",
}


class Bare(str):
    """A text that a signature shows without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def signature(value: Callable[..., object]) -> str:
    """Write a signature: annotations as they are in the source, members by name."""
    found = inspect.signature(value)
    parameters = [
        parameter.replace(
            annotation=Bare(parameter.annotation),
            default=Bare(parameter.default)
            if isinstance(parameter.default, Enum)
            else parameter.default,
        )
        for parameter in found.parameters.values()
    ]
    text = str(
        found.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    )
    returned = found.return_annotation
    return text if returned in {"None", found.empty} else f"{text} -> {returned}"
