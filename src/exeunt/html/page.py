"""Parts of a page → one page that needs nothing else: no server, no network.

Everything is on the page as it is written; a script only copies, sorts and closes what
need not be read first. Nothing that a program wrote can act: it is spelled out, and the
page's policy allows no style and no script but its own two.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from string import Template

from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@final
class Page(Record):
    """What is on a page; all of it is HTML already."""

    _: KW_ONLY
    kind: str  # the command that wrote it
    title: str
    name: str
    about: str
    links: Sequence[tuple[str, str]]  # the id of a section, and what it is called
    main: str  # the id of the section that most come for
    parts: str
    footer: str
    style: str = ""  # beside what all pages have
    script: str = ""  # as above

    def write(self) -> str:
        """Write the page."""
        style = text_of("exeunt.html", "_base.css") + self.style
        script = self.script + text_of("exeunt.html", "_base.js")
        links = " ".join(f'<a href="#{id_}">{name}</a>' for id_, name in self.links)
        return Template(text_of("exeunt.html", "_page.html")).substitute(
            policy=policy(style, script),
            kind=self.kind,
            title=self.title,
            style=style,
            main_part=self.main,
            name=self.name,
            about=self.about,
            links=links,
            parts=self.parts,
            footer=self.footer,
            script=script,
        )


def section(id_: str, head: str, text: str, *, more: str = "") -> str:
    """Write a section with its heading."""
    return (
        f'<section id="{id_}" aria-labelledby="{id_}-head"{more}>\n'
        f'<h2 id="{id_}-head">{head}</h2>\n{text}\n</section>'
    )


def policy(style: str, script: str) -> str:
    """Allow this style and this script, and nothing else."""
    return (
        f"default-src 'none'; style-src '{digest(style)}'; "
        f"script-src '{digest(script)}'; base-uri 'none'; form-action 'none'"
    )


def digest(text: str) -> str:
    """Name a text as a policy does."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def text_of(package: str, name: str) -> str:
    """Read a file of a package, from a checkout or from a wheel."""
    from importlib.resources import files  # 20 ms, when one is needed

    return files(package).joinpath(name).read_text(encoding="utf-8")
