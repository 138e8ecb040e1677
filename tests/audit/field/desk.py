"""A house library: what a team writes that read the contract and never met exeunt."""

import argparse
import json
import os
import signal
import sys
import time

STARTED = time.monotonic()
MEANS = {
    0: ("SUCCESS", "Done.", False, "complete"),
    1: ("GENERAL_ERROR", "Something else failed.", False, "partial"),
    3: ("ARG_ERROR", "The input was rejected.", True, "none"),
    5: ("NOT_FOUND", "There is no such thing.", False, "none"),
    6: ("CONFLICT", "It is there already.", False, "none"),
}
PLAIN = {0x7F: 0xFFFD} | {c: 0xFFFD for c in (*range(32), *range(0x80, 0xA0))}
PLAIN |= {c: 0xFFFD for c in range(0xD800, 0xE000)}
TYPES = {"string": str, "integer": int, "number": float}


class Left(Exception):
    """A command that cannot go on."""

    def __init__(self, exit_code, code, message, **more):
        self.exit_code = exit_code
        self.error = {"code": code, "message": quiet(message)}
        self.error |= {"retryable": MEANS[exit_code][2]} | more


def quiet(text):
    """A text that steers no terminal, and is no novel."""
    return text.translate(PLAIN)[:200]


class Parser(argparse.ArgumentParser):
    """argparse, but an error is raised."""

    def error(self, message):
        """The call is wrong."""
        raise Left(3, "BAD_ARGUMENT", message, phase="validation")


class Desk:
    """A program: its commands, and how it talks."""

    name = "desk"
    version = "2.1.0"
    dialect = "agent-spec"

    def __init__(self):
        self.commands = {}
        self.flags = {
            "output": {"type": "enum", "enum_values": ["json", "text"]},
            "schema": {"type": "boolean"},
            "version": {"type": "boolean"},
        }

    def command(self, name, handler, danger="safe", exits=(), arguments=(), **flags):
        """Register a command."""
        codes = sorted({0, 1, 3, *exits})
        self.commands[name] = (handler, danger, codes, list(arguments), flags)

    def entry(self, name):
        """What the manifest says of a command."""
        handler, danger, codes, arguments, flags = self.commands[name]
        return {
            "description": handler.__doc__ or name,
            "danger_level": danger,
            "flags": {k: flag(v) for k, v in flags.items()},
            "arguments": [{"name": a, **flag({"required": True} | t)}
                          for a, t in arguments],
            "exit_codes": {str(c): exit_entry(c) for c in codes},
            "output": "json",
        }  # fmt: skip

    def manifest(self):
        """Every command."""
        own = {"": {
            "description": "Keep things.", "danger_level": "safe",
            "flags": {k: flag(v) for k, v in self.flags.items()},
            "arguments": [],
            "exit_codes": {str(c): exit_entry(c) for c in (0, 1, 3)},
        }}  # fmt: skip
        own["manifest"] = own[""] | {
            "description": "Print the manifest.",
            "flags": {"etag": flag({"type": "string"})},
        }
        commands = own | {name: self.entry(name) for name in sorted(self.commands)}
        return {
            "schema_version": "1.0",
            "framework_version": self.version,
            "dialect": self.dialect,
            "etag": self.etag(commands),
            "commands": commands,
        }

    def etag(self, commands):
        """A hash of the commands."""
        import hashlib

        return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()

    def parser(self):
        """The parser that the table of commands makes."""
        top = Parser(prog=self.name, description="Keep things.", allow_abbrev=False)
        top.add_argument("--output", choices=["json", "text"], help="for whom")
        top.add_argument("--version", action="store_true", help="print the version")
        top.add_argument("--schema", action="store_true", help="print the manifest")
        below = top.add_subparsers(dest="command", metavar="COMMAND")
        for name, (handler, _, _, arguments, flags) in self.commands.items():
            sub = below.add_parser(name, help=handler.__doc__, allow_abbrev=False)
            sub.add_argument("--output", choices=["json", "text"],
                             default=argparse.SUPPRESS)  # fmt: skip
            for argument, about in arguments:
                sub.add_argument(argument, type=TYPES[about["type"]])
            for key, about in flags.items():
                self.option(sub, key, about)
        sub = below.add_parser("manifest", help="print the manifest")
        sub.add_argument("--etag")
        sub.add_argument("--output", choices=["json", "text"],
                         default=argparse.SUPPRESS)  # fmt: skip
        return top

    def option(self, sub, key, about):
        """One option of a command."""
        if about["type"] == "boolean":
            sub.add_argument(f"--{key}", action="store_true")
            return
        sub.add_argument(f"--{key}", type=TYPES[about["type"]],
                         default=about.get("default"),
                         required=about.get("required", False))  # fmt: skip

    def run(self, call):
        """Carry out a call: the data, and what meta adds."""
        if call.schema or call.command == "manifest":
            return self.described(getattr(call, "etag", None))
        if call.command is None:
            raise Left(3, "NO_COMMAND", "which command? see --help", phase="validation")
        done = self.commands[call.command][0](call)
        return done if isinstance(done, tuple) else (done, {})

    def described(self, etag):
        """The manifest, unless the caller has it."""
        manifest = self.manifest()
        if etag == manifest["etag"]:
            return None, {"not_modified": True}
        return manifest, {}

    def envelope(self, exit_code, data, error, meta):
        """The five keys."""
        spent = int((time.monotonic() - STARTED) * 1000)
        about = {"duration_ms": spent, "schema_version": "1.0"}
        about["dialect"] = self.dialect
        return {"ok": exit_code == 0, "data": data, "error": error,
                "warnings": [], "meta": about | meta}  # fmt: skip

    def write(self, envelope):
        """One line on stdout."""
        print(json.dumps(envelope, allow_nan=False), flush=True)

    def say(self, exit_code, data, error, meta, as_json):
        """Tell how it went, to a program or to a person."""
        if as_json:
            self.write(self.envelope(exit_code, data, error, meta))
        elif error:
            print(f"{self.name}: {error['message']}", file=sys.stderr)
        else:
            print(json.dumps(data, indent=2), flush=True)

    def cancelled(self, number, _frame):
        """A signal: say so, and die of it."""
        signal.signal(number, signal.SIG_DFL)
        error = {"code": "CANCELLED", "message": "cancelled", "retryable": False}
        self.say(128 + number, None, error, {}, self.as_json)
        os.kill(os.getpid(), number)

    def main(self, argv=None):
        """From the words to the exit code."""
        argv = sys.argv[1:] if argv is None else argv
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.signal(signal.SIGINT, self.cancelled)
        signal.signal(signal.SIGTERM, self.cancelled)
        if sys.stdout is None:
            sys.stdout = open(os.devnull, "w")
        self.as_json = not sys.stdout.isatty()
        if "--output" in argv[:-1]:
            self.as_json = argv[argv.index("--output") + 1] != "text"
        try:
            code = self.attempt(argv)
        except OSError as gone:
            print(f"{self.name}: {gone.strerror}", file=sys.stderr)
            os._exit(1)
        sys.exit(code)

    def attempt(self, argv):
        """Parse and run, and say what came of it."""
        try:
            call = self.parser().parse_args(argv)
            if call.version:
                print(self.name, self.version, flush=True)
                return 0
            data, meta = self.run(call)
        except Left as left:
            self.say(left.exit_code, None, left.error, {}, self.as_json)
            return left.exit_code
        self.say(0, data, None, meta, self.as_json)
        return 0


def flag(about):
    """A flag's entry."""
    return {"required": False, "description": "See the help."} | about


def exit_entry(code):
    """What a code means."""
    name, description, retryable, effects = MEANS[code]
    return {"name": name, "description": description,
            "retryable": retryable, "side_effects": effects}  # fmt: skip


THINGS = {1: "rope", 2: "soap", 3: "lamp", 4: "nail", 5: "seed"}


def show(call):
    """Show a thing."""
    if call.number not in THINGS:
        raise Left(5, "NO_SUCH_THING", f"{call.number} is not here")
    return {"id": call.number, "title": THINGS[call.number]}


def listed(call):
    """List things, page by page."""
    if not (call.cursor or "0").isdecimal() or call.limit < 1:
        raise Left(3, "BAD_PAGE", "no such page", phase="validation")
    start, limit = int(call.cursor or 0), call.limit
    items = [{"id": k, "title": v} for k, v in THINGS.items()][start : start + limit]
    if start + limit < len(THINGS):
        return items, {"truncated": True, "cursor": str(start + limit)}
    return items, {"truncated": False}


def add(call):
    """Keep a thing in a file."""
    if not call.title.isalnum() or len(call.title) > 40:
        raise Left(3, "BAD_TITLE", f"{call.title!r} is no title", phase="validation")
    try:
        with open(f"{call.title}.thing", "x") as file:
            file.write(call.title)
    except FileExistsError:
        raise Left(6, "THERE_ALREADY", f"{call.title!r} is kept already") from None
    return {"title": call.title}


ID = ("number", {"type": "integer"})
TITLE = ("title", {"type": "string"})
LIST = {"limit": {"type": "integer", "default": 2}, "cursor": {"type": "string"}}


def furnish(desk):
    """The three commands that every desk here has."""
    desk.command("show", show, exits=[5], arguments=[ID])
    desk.command("list", listed, **LIST)
    desk.command("add", add, "mutating", [6], [TITLE])
    return desk
