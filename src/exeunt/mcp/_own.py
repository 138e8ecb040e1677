"""exeunt's tools → what a client is offered, called and told.

A failed command is an error of its call, and so is one of which nobody knows whether it
failed; an answer, no or findings, is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

from mcp_types import Tool, ToolAnnotations
from pydantic import ValidationError

from ..process.ready import through_async
from ..tools.allowed import Allowed
from ..tools.toolbox import AsyncTools
from ._offer import Answer, Question, Said, Tell, UnknownTool, form, wrong
from ._schemas import Words, described, input_schema, output_schema, words_of

ANSWER = "answer"
INSTRUCTIONS = (
    "Runs commands and tells what their endings mean. verdict: done, no and findings "
    "are answers; failed and unknown are not. Do not repeat a failed call unless next "
    "says so. A session is answered with send and ended with stop."
)
LOOKING = ("read", "wait", "explain", "decide", "journal")  # they change nothing
ENDING = ("run", "stop", "send", "keys")  # they may do whatever a command does


class Own:
    """The tools of one server."""

    def __init__(self, allowed: Allowed) -> None:
        self.allowed = allowed
        self.tools: AsyncTools = AsyncTools(allowed)
        self.words: dict[str, type[Words]] = {
            name: words_of(getattr(self.tools, name)) for name in allowed.tools
        }

    @property
    def name(self) -> str:
        """How the server introduces itself."""
        return "exeunt"

    @property
    def instructions(self) -> str:
        """What a model is told of all of them."""
        return INSTRUCTIONS

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the tools are made of: none, they never change."""
        return ()

    async def renew(self) -> bool:
        """Tell whether the tools are others."""
        return False

    async def listed(self) -> list[Tool]:
        """Describe the tools that the rules offer."""
        return [self.describe(name) for name in self.allowed.tools]

    def describe(self, name: str) -> Tool:
        """Describe one tool: its texts and types are those of the function."""
        function = getattr(self.tools, name)
        text, _ = described(function)
        looks = name in LOOKING
        return Tool(
            name=name,
            description=text,
            input_schema=input_schema(self.words[name]),
            output_schema=output_schema(get_type_hints(function)["return"]),
            annotations=ToolAnnotations(
                read_only_hint=looks,
                destructive_hint=not looks,
                idempotent_hint=looks or name == "stop",
                open_world_hint=name in ENDING,
            ),
        )

    async def call(self, name: str, given: Mapping[str, Any], tell: Tell) -> Said:
        """Carry a call out; a wrong word is a result that says which."""
        if name not in self.words:
            raise UnknownTool(name, tuple(self.words))
        try:
            found = self.words[name].model_validate(given)
        except ValidationError as error:
            return {**self.nothing(name), "error": wrong(error)}
        words = {field: getattr(found, field) for field in type(found).model_fields}
        if name != "run":
            said: Said = await getattr(self.tools, name)(**words)
            return said
        return await self.run(words, tell)

    def nothing(self, name: str) -> Said:
        """Return what a result must have, where there is nothing to tell."""
        needed = get_type_hints(getattr(self.tools, name))["return"].__required_keys__
        return {field: [] if field == "runs" else "" for field in needed}

    async def run(self, words: dict[str, Any], tell: Tell) -> Said:
        """Run a command, and tell each piece of what it writes."""
        steps = self.tools.calls.to_run(
            words.pop("argv"),
            words.pop("command"),
            words.pop("yield_ms"),
            tell=tell,
            input=words.pop("stdin"),
            pty=words.pop("tty"),
            **words,
        )
        return {**await through_async(steps)}

    def question(self, said: Said) -> Question | None:
        """Return what a command asks; a secret is no matter of a form."""
        if "prompt" not in said or said.get("secret"):
            return None
        session = str(said["session"])
        asked = str(said["output"]).strip() or str(said["prompt"])

        async def go_on(answer: Answer) -> Said:
            text = None if answer is None else answer.get(ANSWER)
            if not isinstance(text, str):
                return {**await self.tools.read(session)}
            return {**await self.tools.send(session, text)}

        async def unasked() -> Said:
            return said

        return Question(asked, form(ANSWER, "string", "What to type"), go_on, unasked)


def as_text(said: Mapping[str, Any]) -> str:
    """Say a result for a model that is shown the text alone."""
    if "error" in said:
        error = said["error"]
        fix = f"; {error['fix']}" if "fix" in error else ""
        return f"{error['code']}: {error['message']}{fix}"
    if "output" not in said:
        return "\n".join(f"{name}: {value}" for name, value in said.items())
    notes = [
        f"{name}: {said[name]}"
        for name in ("status", "signal", "exit_code", "verdict", "session", "prompt")
        if name in said and (name, said[name]) not in PLAIN
    ]
    rest = [
        f"{name}: {said[name]}"
        for name in ("next", "omitted_bytes", "log", "warnings")
        if name in said
    ]
    end = "\n".join([", ".join(notes), *rest] if notes else rest)
    output: str = said["output"]
    if not end:
        return output
    joint = "" if not output or output.endswith("\n") else "\n"
    return f"{output}{joint}[{end}]"


PLAIN = (("exit_code", 0), ("verdict", "done"))
