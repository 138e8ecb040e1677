"""A handler's body → a program on one of the four frameworks, adopted and run.

The program is one command, `do`, with the options --token and --count. What a test does
not say about it is as plain as it can be.
"""

import json
import os
import subprocess
import sys
import textwrap
from typing import NamedTuple

import jsonschema

from exeunt.cli.schema import schema

FRAMEWORKS = ("argparse", "click", "typer", "cyclopts")
ENVELOPE = jsonschema.Draft7Validator(schema("envelope"))

PROGRAM = """
import os, signal, sys, time
from exeunt import ExitCode
from exeunt.leaving.adopt import adopt
from exeunt.leaving.handler import contract
from exeunt.leaving.run import cleanup, effect, fail, page, warn
{before}
def work(token=None, count=0):
{body}

promise = contract({promises})
{app}
main = adopt(app, name="app"{options})
{entry}
if __name__ == "__main__":
    main()
"""
APPS = {
    "argparse": """
import argparse
app = argparse.ArgumentParser(prog="app")
do = app.add_subparsers().add_parser("do")
do.add_argument("--token")
do.add_argument("--count", type=int, default=0)
do.set_defaults(func=promise(lambda namespace: work(namespace.token, namespace.count)))
""",
    "click": """
import click
app = click.Group("app")
@app.command()
@click.option("--token")
@click.option("--count", type=int, default=0)
@promise
def do(token, count):
    return work(token, count)
""",
    "typer": """
import typer
app = typer.Typer()
@app.callback()
def root():
    pass
@app.command()
@promise
def do(token: str = "", count: int = 0):
    return work(token, count)
""",
    "cyclopts": """
import cyclopts
app = cyclopts.App(name="app")
@app.command
@promise
def do(*, token: str = "", count: int = 0):
    return work(token, count)
""",
}


class Ended(NamedTuple):
    """How a program ended and what it wrote."""

    code: int
    stdout: str
    stderr: str


def program(  # noqa: PLR0913 - the parts of a program
    body, framework="argparse", *, promises="", options="", before="", entry=""
):
    """Write a program whose command does what the body says."""
    return PROGRAM.format(
        body=textwrap.indent(textwrap.dedent(body).strip() or "pass", "    "),
        app=APPS[framework],
        promises=promises,
        options=f", {options}" if options else "",
        before=textwrap.dedent(before),
        entry=textwrap.dedent(entry),
    )


def command(source, *words, mode="json"):
    """Write the words that run a program."""
    return [sys.executable, "-c", source, "do", *words, "--output", mode]


def environment():
    """A developer's variables may not change what is tested."""
    dropped = ("PYTHONUNBUFFERED", "NO_COLOR", "FORCE_COLOR", "PYTHONDEVMODE")
    return {name: text for name, text in os.environ.items() if name not in dropped}


def start(source, *words, mode="json", **options):
    """Start a program with pipes on its streams."""
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE}
    return subprocess.Popen(
        command(source, *words, mode=mode),
        **given | {"stderr": subprocess.PIPE, "env": environment()} | options,
    )


def finish(process, stdin=None):
    """Wait for a program; return how it ended."""
    out, err = process.communicate(stdin)
    return Ended(process.returncode, (out or b"").decode(), (err or b"").decode())


def run(body, framework="argparse", *, words=(), mode="json", stdin=None, **parts):
    """Run a program to its end."""
    pipe = subprocess.DEVNULL if stdin is None else subprocess.PIPE
    source = program(body, framework, **parts)
    return finish(start(source, *words, mode=mode, stdin=pipe), stdin)


def envelope(ended):
    """The one envelope on stdout, checked against our own schema."""
    assert 1 == ended.stdout.count("\n"), ended
    assert ended.stdout.endswith("\n")
    assert ended.stdout.isascii()
    document = json.loads(ended.stdout)
    ENVELOPE.validate(document)
    assert document["ok"] is (ended.code == 0)
    assert shown(ended.code) == document["meta"]["exit_code"]
    return document


def shown(code):
    """The number that a shell shows for what waitpid() found: 143 for -15."""
    return 128 - code if code < 0 else code


def said(ended):
    """How a program ended: number and error.code, or number and data."""
    document = envelope(ended)
    error = document["error"]
    return (ended.code, error["code"] if error else document["data"])
