"""Programs that people type at → answered without one sleep.

`tests/data/interactive.toml` has them: what is called, and the conversation. Whoever
asks first is run, and comes back as a session; the others are started in one. Those
that are `often` there are talked to each time, the others where EXEUNT_SOAK=1 says so.
"""

import os
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from running import Mark, record
from sessions_at import ask

TABLE = Path(__file__).parents[1] / "data" / "interactive.toml"
PROGRAMS = tomllib.loads(TABLE.read_text(encoding="utf-8"))
SOAK = os.environ.get("EXEUNT_SOAK") == "1"
CHOSEN = [name for name, row in PROGRAMS.items() if SOAK or row.get("often")]
FOREVER = ("--timeout", "60")  # of one wait; far from what any of them takes
ENDED = {"exited", "signaled"}


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


class Talk:
    """One session, as the table talks to it."""

    def __init__(self, tmp_path, env):
        self.tmp_path = tmp_path
        self.env = env
        self.state = {}

    def start(self, words):
        """Start it."""
        given = ("--session", "it", "--keep-env", "--no-journal")
        here = ("--cwd", self.tmp_path)
        ask(self.tmp_path, "start", *given, *here, *words, **self.env)

    def run(self, words):
        """Run it: the run comes back with its question, and keeps it."""
        given = ("--pty", "--session", "it", "--patience", "1", "--keep", "1h")
        here = ("--keep-env", "--no-journal", "--cwd", str(self.tmp_path))
        found = record(self.tmp_path, *given, *here, "--", *words, **self.env)
        assert ("waiting_for_input", 124, "it") == (
            found["status"],
            found["exit_code"],
            found["session"],
        )
        assert not found["timed_out"]

    def asks(self, text):
        """It waits, and what it asks shows the text."""
        self.state = ask(self.tmp_path, "wait", *FOREVER, "it", **self.env)
        assert "waiting_for_input" == self.state["status"], self.state
        self.seen(text)

    def shows(self, text):
        """The text comes to be in its output."""
        ask(self.tmp_path, "wait", *FOREVER, "it", "--text", text, **self.env)

    def seen(self, text):
        """The text stands on the screen."""
        shown = ask(self.tmp_path, "screen", "it", **self.env)["screen"]
        assert text in shown, shown

    def send(self, line):
        """Type a line when it is wanted."""
        ask(self.tmp_path, "send", *FOREVER, "it", line, **self.env)

    def secret(self, line):
        """Type a line where nothing is echoed."""
        ask(self.tmp_path, "send", *FOREVER, "--secret", "it", line, **self.env)

    def keys(self, keys):
        """Press keys."""
        ask(self.tmp_path, "keys", "it", *keys.split(), **self.env)

    def ends(self, code):
        """It ends by itself, with this number."""
        found = ask(self.tmp_path, "wait", *FOREVER, "--end", "it", **self.env)
        assert (found["status"], found["exit_code"]) == ("exited", int(code)), found


@pytest.mark.parametrize("name", CHOSEN)
def test_a_program_is_answered_without_one_sleep(name, tmp_path, mark):
    """Each question is seen, each answer arrives, and nobody is left."""
    row = PROGRAMS[name]
    words = shlex.split(row["call"])
    if shutil.which(words[0]) is None:
        pytest.fail(f"{words[0]} not installed: apt-get install {row['package']}")
    for file, text in row.get("files", {}).items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    env = {"TERM": "xterm-256color", **mark.env, **row.get("env", {})}
    talk = Talk(tmp_path, env)
    begin = talk.run if row["play"][0].startswith("asks") else talk.start
    begin(words)
    for step in row["play"]:
        verb, _, text = step.partition(" ")
        getattr(talk, verb)(text)

    assert [] == mark.gone()


def test_the_table_has_as_many_programs_as_it_promises():
    """A dozen in each run of the tests, 76 in all."""
    assert len(PROGRAMS) >= 76
    assert sum(bool(row.get("often")) for row in PROGRAMS.values()) == 12
