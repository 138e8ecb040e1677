"""A program's contract → a page of reference, for people."""

from __future__ import annotations

from ._markdown import block, bullets, code, page, prose, table
from ._parts import DANGER, exits, foot, params, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._contract import Program, Promised


def write(program: Program) -> str:
    """Write every command with all that its contract says."""
    rows = [
        (
            prose(program.called(command)),
            command.danger,
            prose(command.said.text("description")),
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


def section(program: Program, command: Promised) -> str:
    """Write one command."""
    arguments, options = params(command.arguments), params(command.options)
    codes = exits(command)
    examples = "\n\n".join(
        page([prose(what), block([call], "sh")]).strip()
        for call, what in command.examples
    )
    return page(
        [
            f"## {prose(program.called(command))}",
            prose(command.said.text("description")),
            block([words(program, command, optional=True)]),
            bullets(facts(command)),
            f"### Arguments\n\n{arguments}" if arguments else "",
            f"### Options\n\n{options}" if options else "",
            f"### Exit codes\n\n{codes}" if codes else "",
            f"### Examples\n\n{examples}" if examples else "",
        ]
    ).rstrip()


def facts(command: Promised) -> Iterator[str]:
    """Say what holds for the whole command."""
    said = command.said
    yield f"danger: {command.danger}; it {DANGER[command.danger]}"
    if said.text("stability"):
        yield f"stability: {prose(said.text('stability'))}"
    if said.texts("required_scopes"):
        yield f"needs the scopes {listed(said.texts('required_scopes'))}"
    if said.texts("aliases"):
        yield f"also called {listed(said.texts('aliases'))}"
    for former in said.listed("renamed_from"):
        lasting = "for good" if former.flag("permanent") else "for the moment"
        yield f"was {code(former.text('path').replace('.', ' '))}; it moved {lasting}"
    if said.text("output"):
        yield f"prints {prose(said.text('output'))}"
    if "timeout_seconds" in said.entry:
        yield f"has {prose(said.plain('timeout_seconds'))} seconds"
    for state, number in said.numbers("promotes").items():
        yield f"ends with {number} if the result is {code(state)}"


def listed(names: tuple[str, ...]) -> str:
    """List names."""
    return ", ".join(map(code, names))
