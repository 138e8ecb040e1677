"""A program's contract → a page of reference, for people."""

from __future__ import annotations

from collections.abc import Iterator

from ..manifest.confirmed import YES, wants_yes
from ..manifest.model import CommandPromise
from ._markdown import block, bullets, code, page, prose, table
from ._parts import (
    DANGER,
    exits,
    foot,
    params,
    plain,
    words,
)
from ._program import Program, shown

UNDECLARED = "danger: not declared; whether it changes anything, nobody has said"


def write(program: Program) -> str:
    """Write every command with all that its contract says."""
    rows = [
        (
            prose(program.called(command)),
            command.declared_danger or "not declared",
            prose(command.description),
        )
        for command in program.commands
    ]
    return page(
        [
            f"# {prose(program.call)}",
            prose(program.description),
            table(("command", "danger", "what it does"), rows) if rows else "",
            *(section(program, command) for command in program.listed),
            "---",
            foot(program, "markdown"),
        ]
    )


def section(program: Program, command: CommandPromise) -> str:
    """Write one command."""
    arguments = params(shown(command.arguments))
    options = params(shown([*command.options.values()]))
    codes = exits(command)
    examples = "\n\n".join(
        page(
            [prose(one.text("description")), block([one.text("command")], "sh")]
        ).strip()
        for one in command.listed("examples")
    )
    return page(
        [
            f"## {prose(program.called(command))}",
            prose(command.description),
            block([words(program, command, optional=True)]),
            bullets(facts(command)),
            f"### Arguments\n\n{arguments}" if arguments else "",
            f"### Options\n\n{options}" if options else "",
            f"### Exit codes\n\n{codes}" if codes else "",
            f"### Examples\n\n{examples}" if examples else "",
        ]
    ).rstrip()


def facts(command: CommandPromise) -> Iterator[str]:
    """Say what holds for the whole command."""
    danger = command.declared_danger
    wants = f", and wants {YES}" if wants_yes(command) else ""
    yield f"danger: {danger}; it {DANGER[danger]}{wants}" if danger else UNDECLARED
    if command.text("stability"):
        yield f"stability: {prose(command.text('stability'))}"
    if command.texts("required_scopes"):
        yield f"needs the scopes {listed(command.texts('required_scopes'))}"
    if command.aliases:
        yield f"also called {listed(command.aliases)}"
    for former in command.listed("renamed_from"):
        lasting = "for good" if former.flag("permanent") else "for the moment"
        yield f"was {code(former.text('path').replace('.', ' '))}; it moved {lasting}"
    if command.text("output"):
        yield f"prints {prose(command.text('output'))}"
    if "timeout_seconds" in command.raw:
        yield f"has {prose(plain(command, 'timeout_seconds'))} seconds"
    for state, number in command.object("promotes").items():
        yield f"ends with {number} if the result is {code(state)}"


def listed(names: tuple[str, ...]) -> str:
    """List names."""
    return ", ".join(map(code, names))
