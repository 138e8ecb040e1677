"""A program that answers as it is told → what a caller made of it, and how often.

Each call is numbered; its words and its token are written down, and it answers with
the number and the text that the test has prepared for it, the last one for ever.
"""

import json
import sqlite3
from pathlib import Path

from exeunt import Pace, call
from exeunt.deciding.called_file import program_file
from exeunt.store.clock import Clock

APP = """\
#!/bin/sh
place=$(dirname "$0")/told
read -r number < "$place/count"
number=$((number + 1))
echo "$number" > "$place/count"
printf '%s\\0' "$@" > "$place/call-$number"
printf '%s' "$TOKEN" > "$place/token-$number"
[ -e "$place/answer-$number" ] || number=last
cat "$place/answer-$number"
echo "call $number" >&2
exit "$(cat "$place/code-$number")"
"""


class App:
    """The program, the answers it will give, and the calls it got."""

    def __init__(self, place, *answers, name="app"):
        place.mkdir(parents=True, exist_ok=True)
        self.path = place / name
        self.told = place / "told"
        self.told.mkdir()
        (self.told / "count").write_text("0\n")
        self.path.write_text(APP)
        self.path.chmod(0o755)
        for number, (code, text) in enumerate(answers, 1):
            for label in (number, "last"):
                (self.told / f"answer-{label}").write_text(text)
                (self.told / f"code-{label}").write_text(f"{code}\n")

    @property
    def words(self):
        """The words that call it."""
        return [str(self.path)]

    @property
    def count(self):
        """How often it was called."""
        return int((self.told / "count").read_text())

    @property
    def calls(self):
        """The words of each call."""
        paths = [self.told / f"call-{n}" for n in range(1, self.count + 1)]
        return [path.read_text().split("\0")[:-1] for path in paths]

    @property
    def tokens(self):
        """The token that each call was made with."""
        paths = [self.told / f"token-{n}" for n in range(1, self.count + 1)]
        return [path.read_text() for path in paths]


def promising(**commands):
    """A manifest: each command by its path, with dots as __, and its former path."""
    return {
        "dialect": "agent-spec",
        "commands": {
            path.replace("__", "."): {
                "danger_level": "mutating",
                "flags": {},
                "arguments": [],
                **(said if isinstance(said, dict) else {}),
                **({"renamed_from": former(said)} if isinstance(said, str) else {}),
            }
            for path, said in commands.items()
        },
    }


def former(path):
    """Where a command was before."""
    return [{"path": path, "permanent": True}]


def vouch(store, app, **commands):
    """Keep a manifest as if it had been taken from the app."""
    assert store.programs.keep(program_file(str(app.path)), promising(**commands))


def done(data=None, warnings=(), **meta):
    """An answer: a success."""
    return 0, envelope({} if data is None else data, None, warnings, meta)


def failed(number, code="FAILED", *, retryable=True, **error):
    """An answer: a failure."""
    said = {"code": code, "message": "It failed.", "retryable": retryable, **error}
    return number, envelope(None, said, (), {})


def moved(command, *, permanent):
    """An answer: it is another command now."""
    redirect = {"command": command, "permanent": permanent}
    return failed(13, "RENAMED", redirect=redirect)


def unchanged():
    """An answer: what you have is still good."""
    return 0, envelope(None, None, (), {"not_modified": True})


def envelope(data, error, warnings, meta):
    """The five keys, as text."""
    document = {
        "ok": error is None,
        "data": data,
        "error": error,
        "warnings": list(warnings),
        "meta": {"duration_ms": 1, **meta},
    }
    return json.dumps(document) + "\n"


class Watch(Clock):
    """A clock that a pause moves on, and nothing else: no test waits."""

    def __init__(self):
        self.wall = 1_800_000_000.0
        self.pauses = []

    def now(self):
        """The wall's time."""
        return self.wall

    def since_boot(self):
        """The time that passed."""
        return self.wall - 1_799_999_000.0

    def boot(self):
        """Which start of the machine."""
        return "this-boot"

    def sleep(self, seconds):
        """Let time pass."""
        self.pauses.append(seconds)
        self.wall += seconds

    def pace(self, chance=0.0):
        """Pauses by this clock, each with the same luck."""
        return Pace(self.sleep, lambda: chance)


def calling(words, store, watch, **options):
    """Call without a log, by a clock of our own."""
    return call(words, store=store, **{"pace": watch.pace(), "log": False, **options})


def ways(called):
    """Why each run was made, and how it ended."""
    return [(one.why, one.exit_code) for one in called.attempts]


def everything(place):
    """All bytes of all files below a directory."""
    files = [path for path in Path(place).rglob("*") if path.is_file()]
    return b"".join(path.read_bytes() for path in files)


def make_foreign(place):
    """Put another program's database where our store would be."""
    place.mkdir(parents=True, mode=0o700)
    path = place / "store.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
        connection.execute("PRAGMA application_id = 77")
    connection.close()
    path.chmod(0o600)
