"""The demo → what it plays: the calls in scenes.toml, and one that loops.

Everything else about a scene (how it ends, what that means, what is next) is found out
by playing it.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise
from tomllib import loads

from ...model.actions import Action
from ...record import Record, final

FILES = {
    "play.txt": "Who's there?\nNay, answer me: stand, and unfold yourself.\n",
    "notes.txt": "Dagger\nSkull\n",
    "more.txt": "Crown\n\nHandkerchief\n",
}


@final
class Scene(Record):
    """One call of `exeunt run`, with its words, and what its server has in store."""

    name: str
    title: str
    words: tuple[str, ...]  # after `exeunt run`
    action: Action
    instead_of: str
    server: tuple[str, ...] = ()

    def _check(self) -> None:
        words, server = tuple(self.words), tuple(self.server)
        self._put(words=words, server=server, action=Action(self.action))


TABLE = files("exeunt.cli.demo").joinpath("scenes.toml").read_text(encoding="utf-8")
SCENES = tuple(Scene(**row) for row in loads(TABLE)["scene"])
# The name of the session in which the prompt waits.
(SESSION,) = (w for s in SCENES for o, w in pairwise(s.words) if o == "--session")
# The last scene: a server that is busy first, and then does not take the token.
LOOP = ("--retry", "--refresh", "notes login", "notes", "push")
LOOP_SERVER = ("busy", "expired")
