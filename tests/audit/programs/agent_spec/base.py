"""A program under contract, written by hand and right in every way.

A wrong one derives from it and changes one thing. It imports little, and late what few
calls need: a check makes ninety calls, and warnings.py beside it is a program, which
pathlib would take for the module of that name.
"""

import _signal as signal  # the module of its names would take a third of the time
import os
import sys
import time
from zlib import crc32

PAGE = """\
usage: notes COMMAND [options]

commands:
  list  show them, page by page
  show  one of them
  find  those with a word
  add   a new one
"""
TEXT = {"type": "string", "required": False, "description": "a text"}
NUMBER = {"type": "integer", "required": False, "description": "a number"}
NOTES = {1: "rope", 2: "soap", 3: "lamp", 4: "nail", 5: "seed"}
NOTE = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "title": {"type": "string"}},
    "required": ["id", "title"],
}
CONTROL = r"\x1b\[[0-9;]*m|[\x00-\x1f\x7f-\x9f]"


def entry(name, *, retryable=False, effects="none"):
    """Declare one code."""
    return {
        "name": name,
        "description": name.lower(),
        "retryable": retryable,
        "side_effects": effects,
    }


class Failure(Exception):
    """An end that is no success."""

    def __init__(self, name, code, message, **more):
        super().__init__(message)
        self.name, self.code, self.message, self.more = name, code, message, more


class Program:
    """The good program; what a wrong one changes is a method."""

    dialect = "agent-spec"
    usage = 3
    limit = 2  # items on a page, as declared
    page = "  --help  show this\n"  # of a command, beside the program's own
    codes = {  # noqa: RUF012 - never changed
        "0": entry("SUCCESS", effects="complete"),
        "1": entry("GENERAL_ERROR", effects="partial"),
        "3": entry("ARG_ERROR", retryable=True),
        "4": entry("PRECONDITION"),
        "5": entry("NOT_FOUND"),
        "6": entry("CONFLICT"),
    }

    def __init__(self):
        self.started = time.monotonic()
        self.words = [
            part
            for word in sys.argv[1:]
            for part in (word.split("=", 1) if word[:9] == "--output=" else [word])
        ]
        self.json = False
        if "--output" in self.words:
            place = self.words.index("--output")
            self.json = self.words[place + 1 : place + 2] == ["json"]
            del self.words[place : place + 2]

    # Saying it.

    def envelope(self, code, data, error, meta):
        """Put an envelope together."""
        taken = int((time.monotonic() - self.started) * 1000)
        return {
            "ok": code == 0,
            "data": data,
            "error": error,
            "warnings": [],
            "meta": {"duration_ms": taken, **meta},
        }

    def error(self, failure):
        """Put an error together."""
        phase = "validation" if failure.code == self.usage else "execution"
        said = {"code": failure.name, "message": failure.message, "phase": phase}
        return said | failure.more

    def write(self, text):
        """Write to stdout, or fail."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def done(self, data, **meta):
        """Say a success."""
        if self.json:
            self.write(encoded(self.envelope(0, data, None, meta)) + "\n")
        else:
            self.write(f"{data}\n")
        return 0

    def failed(self, failure):
        """Say a failure."""
        if self.json:
            said = self.envelope(failure.code, None, self.error(failure), {})
            self.write(encoded(said) + "\n")
        else:
            sys.stderr.write(f"notes: {failure.message}\n")
        return failure.code

    def cancelled(self, number, _):
        """Say that it was cancelled, and die by the signal."""
        self.failed(Failure("CANCELLED", 128 + number, "cancelled"))
        self.die(number)

    def die(self, number):
        """Die by a signal."""
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    # What it is.

    def commands(self):
        """Describe the commands."""
        word = {**TEXT, "name": "word", "required": True}
        number = {**NUMBER, "name": "number", "required": True}
        flags = {
            "limit": {**NUMBER, "default": self.limit},
            "cursor": TEXT,
            "tag": TEXT,
            "token": {**TEXT, "sensitive": True},
        }
        return {
            "list": self.command("safe", flags=flags),
            "show": self.command("safe", number, output_schema=NOTE),
            "find": self.command("safe", word),
            "add": self.command("mutating", word),
        }

    def command(self, danger, *arguments, flags=None, **more):
        """Describe one command."""
        return {
            "description": "a command",
            "danger_level": danger,
            "flags": flags or {},
            "arguments": list(arguments),
            "exit_codes": self.codes,
            **more,
        }

    def manifest(self, words):
        """Say all of it, unless the caller knows."""
        commands = self.commands()
        etag = str(crc32(encoded(commands).encode()))
        if words[:1] == ["--etag"] and words[1:] == [etag]:
            return self.not_modified()
        said = {
            "schema_version": "1.0",
            "framework_version": "1.0",
            "dialect": self.dialect,
            "etag": etag,
            "commands": commands,
        }
        return self.done(said)

    def not_modified(self):
        """Say that the caller has it."""
        return self.done(None, not_modified=True)

    # What it does.

    def parse(self, words, flags):
        """Sort words into options and arguments."""
        found, rest = {}, list(words)
        options = dict.fromkeys(flags, str)
        while rest:
            word = rest.pop(0)
            if word.startswith("--"):
                if word not in options:
                    raise self.wrong(f"no such option: {word}")
                if not rest:
                    raise self.wrong(f"{word} needs a value")
                found[word] = rest.pop(0)
            else:
                found.setdefault("words", []).append(word)
        return found

    def wrong(self, message):
        """Reject a call."""
        return Failure("ARG_ERROR", self.usage, self.clean(message))

    def whole(self, text):
        """Read a number."""
        if not text.isdecimal():
            raise self.wrong(f"{text[:20]!r} is no number")
        return int(text)

    def list(self, words):
        """List notes."""
        given = self.parse(words, ("--limit", "--cursor", "--tag", "--token"))
        limit = self.whole(given.get("--limit", "2"))
        start = self.whole(given.get("--cursor", "0"))
        items = [self.note(n) for n in NOTES][start : start + limit]
        end = start + limit
        more = {"truncated": True, "cursor": str(end)} if end < len(NOTES) else {}
        return self.done({"items": items}, **more)

    def note(self, number):
        """Return one note."""
        return {"id": number, "title": NOTES[number]}

    def show(self, words):
        """Show a note."""
        numbers = self.parse(words, ()).get("words", [])
        if len(numbers) != 1:
            raise self.wrong("show needs a number")
        number = self.whole(numbers[0])
        if number not in NOTES:
            raise Failure("NOTE_NOT_FOUND", 5, f"there is no note {number}")
        return self.done(self.note(number))

    def find(self, words):
        """Find notes."""
        given = self.parse(words, ()).get("words", [])
        if len(given) != 1:
            raise self.wrong("find needs a word")
        return self.done({"word": self.clean(given[0])[:100], "found": []})

    def clean(self, text):
        """Take out what steers a terminal."""
        import re

        return re.sub(CONTROL, "", text)

    def add(self, words):
        """Add a note, if it is one."""
        given = self.parse(words, ()).get("words", [])
        if len(given) != 1 or not given[0].isalpha():
            raise self.wrong("add needs a word")
        return self.done({"added": given[0]})

    def login(self, _):
        """Want a token."""
        raise Failure("TOKEN_MISSING", 8, "no token is set")

    def busy(self, _):
        """Want a pause."""
        raise Failure("TOO_MANY", 11, "too many calls", retryable=True, retry_after=30)

    def moved(self, _):
        """Be elsewhere."""
        there = {"command": "notes list", "permanent": True, "reason": "renamed"}
        raise Failure("COMMAND_RENAMED", 13, "it is list now", redirect=there)

    def wait(self, _):
        """Take long."""
        sys.stderr.write("waiting\n")
        sys.stderr.flush()
        while True:
            signal.pause()

    def call(self, name, *words):
        """Do what the first word says."""
        known = ("list", "show", "find", "add", "login", "busy", "moved", "wait")
        if name.startswith("-"):
            raise self.wrong(f"no such option: {name}")
        if name not in known:
            raise self.wrong(f"no such command: {name}")
        if "--help" in words:
            self.write(PAGE + self.page)
            return 0
        return getattr(self, name)(list(words))

    def main(self):
        """Run it, and return its code."""
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.signal(signal.SIGINT, self.cancelled)
        signal.signal(signal.SIGTERM, self.cancelled)
        if sys.stdout is None:
            return 1
        first = self.words[:1]
        try:
            if first == ["--help"]:
                self.write(PAGE)
                return 0
            if first == ["--version"]:
                self.write("notes 1.0\n")
                return 0
            if first == ["--schema"]:
                return self.manifest(self.words[1:])
            return self.call(*(self.words or [""]))
        except Failure as failure:
            return self.failed(failure)


def encoded(said):
    """Write it as JSON, with what json writes with; that would also load a reader."""
    from _json import encode_basestring_ascii, make_encoder

    separators = (": ", ", ")
    never = (False, False, True)  # sorted, without odd keys; NaN is for who has it
    write = make_encoder(None, None, encode_basestring_ascii, None, *separators, *never)
    return "".join(write(said, 0))


def end(program):
    """Run a program, and exit as it says; what it cannot write is a failure."""
    try:
        code = program().main()
    except OSError:
        os._exit(1)
    os._exit(code)
