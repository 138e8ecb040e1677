"""A program's manifest → a tool per command, and a call of it → what its envelope says.

Not one word is written for the program: what a command takes, returns and promises is
its own manifest's, asked for anew whenever the tools are listed. What is not declared
is said to be not declared, and is taken for what may destroy.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from json import loads
from typing import Any

from anyio import to_thread
from mcp_types import Tool, ToolAnnotations
from pydantic import ValidationError

from ..audit.live import ask
from ..deciding.advice import advised
from ..dialects.reading import Reading
from ..errors import ExeuntError
from ..manifest.confirmed import DESTRUCTIVE, YES, wants_yes
from ..manifest.model import CommandPromise, Manifest
from ..model.row import Verdict
from ..process.request import Request
from ..process.run import ended, start
from ..reading.recorded import read_record
from ..secrets.mask import masked
from ._offer import Answer, Question, Said, Tell, UnknownTool, form, wrong
from ._schemas import Words, input_schema
from .call_words import CONFIRM, KEY, call_words, words_of

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
LONGEST = 64  # characters of a tool's name
SAFE = "safe"
DANGER = {
    SAFE: "It declares that it changes nothing.",
    "mutating": "It declares that it changes things.",
    DESTRUCTIVE: "It declares that it destroys things.",
    "": "It does not declare whether it changes anything.",
}
TEXT = {"type": "string"}
TROUBLE: dict[str, Any] = {
    "type": "object",
    "properties": {"code": TEXT, "message": TEXT, "fix": TEXT},
    "required": ["code", "message"],
    "additionalProperties": False,
}
ANSWERS = (Verdict.DONE, Verdict.NO, Verdict.FINDINGS)


class Program:
    """The commands of one program, as tools."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words: tuple[str, ...] = tuple(words)
        self.manifest: Manifest = Manifest(ask(words))
        self.commands: dict[str, CommandPromise] = {}
        self.models: dict[str, type[Words]] = {}
        self.read()

    def read(self) -> None:
        """Name the commands, and say what each takes."""
        self.commands, self.models = {}, {}
        for command in self.manifest.commands.values():
            if command.is_group or command.hidden:
                continue
            name = tool_name(command.words or [self.name], self.commands)
            self.commands[name] = command
            self.models[name] = words_of(command)

    @property
    def name(self) -> str:
        """How the server introduces itself."""
        return self.words[-1].rpartition("/")[2]

    @property
    def instructions(self) -> str:
        """What a model is told of all of them."""
        root = self.manifest.command("")
        about = root.description if root else ""
        return f"The commands of {self.name}. {about}".strip()

    @property
    def files(self) -> tuple[str, ...]:
        """The program, and the script that it runs."""
        program = shutil.which(self.words[0]) or self.words[0]
        return tuple(filter(os.path.isfile, (program, *self.words[1:])))

    async def listed(self) -> list[Tool]:
        """Describe the commands, as the program has them now."""
        await self.renew()
        return [self.describe(name) for name in self.commands]

    async def renew(self) -> bool:
        """Ask for the manifest again; tell whether the commands have changed."""
        try:
            found = Manifest(await to_thread.run_sync(ask, self.words))
        except ExeuntError:
            return False  # a program that cannot be asked says so when it is called
        if found.raw == self.manifest.raw:
            return False
        self.manifest = found
        self.read()
        return True

    def describe(self, name: str) -> Tool:
        """Describe one command by what it declares."""
        command = self.commands[name]
        danger = command.declared_danger
        danger = danger if danger in DANGER else ""
        return Tool(
            name=name,
            description=" ".join(filter(None, [command.description, DANGER[danger]])),
            input_schema=input_schema(self.models[name]),
            output_schema=output_schema(command),
            annotations=ToolAnnotations(
                read_only_hint=danger == SAFE,
                destructive_hint=danger in {DESTRUCTIVE, ""},
                idempotent_hint=danger == SAFE,
            ),
        )

    async def call(self, name: str, given: Mapping[str, Any], tell: Tell) -> Said:
        """Call a command; one that destroys asks a person first."""
        if name not in self.commands:
            raise UnknownTool(name, tuple(self.commands))
        command = self.commands[name]
        try:
            found = self.models[name].model_validate(given)
        except ValidationError as error:
            return {"error": wrong(error)}
        values = found.model_dump(by_alias=True, exclude_unset=True)
        key = values.pop(KEY, None)
        confirmed = values.pop(CONFIRM, False)
        try:
            words = [*self.words, *call_words(command, values)]
        except ValueError as error:
            return {"error": {"code": "INVALID_INPUT", "message": str(error)}}
        if command.danger != DESTRUCTIVE:
            return await self.run(words, key, tell)
        yes = [YES] if wants_yes(command) else []
        words = [*words[: len(self.words)], *command.words, *yes]
        words += call_words(command, values)[len(command.words) :]

        async def go_on(answer: Answer) -> Said:
            if not (answer or {}).get(CONFIRM):
                return {"error": REFUSED}
            return await self.run(words, key, tell)

        async def unasked() -> Said:
            return await self.run(words, key, tell) if confirmed else {"error": UNSURE}

        asked = f"{' '.join(words)}: this destroys things. Is it to be done?"
        raise Question(asked, form(CONFIRM, "boolean", "Do it"), go_on, unasked)

    def question(self, said: Said) -> Question | None:  # noqa: ARG002 - as every offer
        """Ask nothing: a command that is called by a program has no terminal."""
        return None

    async def run(self, words: Sequence[str], key: str | None, tell: Tell) -> Said:
        """Run a call, once under its key if it has one."""
        if key is not None:
            once = [sys.executable, "-P", "-m", "exeunt", "run", "--once", key]
            words = [*once, "--json", "--", *words]
        request = Request(words, asks_json=True, max_output=None)
        request.kind = "tool"
        with start(request, tell=tell) as running:
            done = await ended(running)
        if key is None:
            reading, text = done.reading, done.stdout or done.stderr
            number, status = done.exit_code, done.status
        else:
            record: dict[str, Any] = loads(done.stdout)
            reading, _ = read_record(record)
            text = record["stdout"] or record["stderr"] or record["detail"] or ""
            number, status = record["exit_code"], record["status"]
        return told(reading, text, number, status)


REFUSED = {
    "code": "CANCELLED",
    "message": "the person did not agree; nothing was done",
}
UNSURE = {
    "code": "CONFIRMATION_REQUIRED",
    "message": "it destroys things, and nothing was done",
    "fix": f"ask the person, then call again with {CONFIRM}: true",
}


def told(reading: Reading, text: str, number: int, status: str) -> Said:
    """Tell what came of a call: its data, or what is wrong and what to do."""
    envelope = reading.envelope
    said: Said = {}
    if envelope is not None and envelope.warnings:
        said["warnings"] = list(envelope.warnings)
    if reading.verdict in ANSWERS:
        if envelope is None:
            said["output"] = masked(text)[0]
        else:
            said["data"] = envelope.document.get("data", envelope.data)
        return said
    _, advice = advised(reading)
    said |= {"exit_code": number, "verdict": reading.verdict.value}
    if status != "exited":
        said["status"] = status
    error = {"code": reading.name, "message": reading.meaning, "fix": advice}
    if envelope is not None:
        error["code"] = envelope.error_code or error["code"]
        error["message"] = envelope.message or error["message"]
        error["fix"] = envelope.suggestion or error["fix"]
    else:
        said["output"] = masked(text)[0]
    said["error"] = error
    said["next"] = advice
    return said


def output_schema(command: CommandPromise) -> dict[str, Any]:
    """Describe a result by the schema of the data that the command declares."""
    return {
        "type": "object",
        "properties": {
            "data": command.output_schema or {},
            "output": TEXT,
            "warnings": {"type": "array", "items": TEXT},
            "exit_code": {"type": "integer"},
            "verdict": {"enum": [verdict.value for verdict in Verdict]},
            "status": TEXT,
            "next": TEXT,
            "error": TROUBLE,
        },
        "additionalProperties": False,
    }


def tool_name(words: Sequence[str], taken: Mapping[str, object]) -> str:
    """Name a tool by the words of its command; a name is given once."""
    text = "".join(c if c in LETTERS else "_" for c in "_".join(words))[:LONGEST]
    name, number = text, 2
    while name in taken:
        tail = f"_{number}"
        name, number = text[: LONGEST - len(tail)] + tail, number + 1
    return name
