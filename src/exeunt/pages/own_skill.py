"""Nothing → what exeunt's own pages for agents say, as the package ships them.

They are written by hand: the page that is made of exeunt's contract is six times as
long as an agent should read. Tests run what they show.
"""

from __future__ import annotations

from importlib.resources import files

# By the name of the format.
OWN = {"skill": "SKILL.md", "agents-md": "section.md"}


def own_skill() -> str:
    """Return exeunt's own SKILL.md, for a folder named exeunt."""
    return own_page("skill")


def agents_section() -> str:
    """Return the section about exeunt for an AGENTS.md."""
    return own_page("agents-md")


def own_page(made: str) -> str:
    """Return a page of the package."""
    return (files("exeunt.pages") / "own" / OWN[made]).read_text(encoding="utf-8")
