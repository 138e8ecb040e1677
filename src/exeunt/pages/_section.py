"""A program's contract → a section of an AGENTS.md: what it is, and what to read."""

from __future__ import annotations

from ._json_mode import same
from ._markdown import bullets, code, page, prose
from ._program import Program
from ._skill import groups


def write(program: Program) -> str:
    """Write the little that an agent should always have before its eyes."""
    facts = [f"{text} {', '.join(found)}" for text, found in groups(program)]
    asking = same(program)
    facts += [f"Add {code(asking)} for JSON."] if asking else []
    whole = f"exeunt manifest --format skill -- {program.call}"
    facts.append(f"Its options, and what each exit code asks of you: {code(whole)}")
    return page(
        [f"## {prose(program.call)}", prose(program.description), bullets(facts)]
    )
