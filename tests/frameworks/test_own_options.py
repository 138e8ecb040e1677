"""exeunt's own options → read by the parser of the command, and no other word is."""

import os
import subprocess
import sys

import pytest

from frameworks import suite

APPS = {
    "click": """
import click, sys
@click.group()
@click.option("--user")
def app(user):
    print("user", user)
@app.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def run(words):
    print(*words)
@app.command()
@click.option("--name")
@click.argument("rest", nargs=-1)
def do(name, rest):
    print(name, *rest)
@app.command()
@click.option("--output")
def save(output):
    print("to", output)
""",
    "typer": """
import typer
from typing import List, Optional
app = typer.Typer()
@app.callback()
def root(user: Optional[str] = None):
    print("user", user)
@app.command(context_settings={"ignore_unknown_options": True})
def run(words: List[str]):
    print(*words)
@app.command()
def do(rest: Optional[List[str]] = typer.Argument(None), name: str = "None"):
    print(name, *rest or ())
@app.command()
def save(output: Optional[str] = None):
    print("to", output)
""",
    "cyclopts": """
import cyclopts
from typing import Annotated
app = cyclopts.App(name="app")
Any = Annotated[str, cyclopts.Parameter(allow_leading_hyphen=True)]
@app.command
def run(*words: Any):
    print("user None")
    print(*words)
@app.command
def do(*rest: str, name: Any = "None"):
    print("user None")
    print(name, *rest)
@app.command
def save(*, output: str = ""):
    print("user None")
    print("to", output)
""",
}
START = """
import os
if os.environ.get("BARE"):
    app(**{} if type(app).__module__.startswith("cyclopts") else {"prog_name": "app"})
import exeunt
exeunt.adopt(app, name="app")()
"""
EVERY = pytest.mark.parametrize("framework", APPS)
THEIRS = [
    ["run", "apt", "install", "--yes"],
    ["run", "kubectl", "get", "--output", "json"],
    ["run", "kubectl", "get", "--output=json", "--fields", "a,b"],
    ["run", "tool", "--exeunt-output", "json"],
    ["run", "tool", "--schema"],
    ["run", "--", "tool", "--output", "json"],
    ["do", "--name", "--output", "json"],
    ["do", "--name", "--yes", "x"],
    ["do", "--", "--output", "json"],
    ["save", "--output", "json"],
]
WRONG = [
    ["do", "--yes"],
    ["--yes", "do"],
    ["do", "--output", "yaml"],
    ["do", "--output"],
    ["save", "--output", "json", "--nope"],
]


def call(framework, *words, **env):
    """Call a program as it is adopted, or as it was: BARE."""
    return suite.run_text(f"{APPS[framework]}{START}", *words, **env)


@EVERY
@pytest.mark.parametrize("words", THEIRS, ids=" ".join)
def test_the_words_of_others_stay(framework, words):
    """Of a command that is wrapped, of an option, and after two dashes."""
    ended = call(framework, *words)

    assert call(framework, *words, BARE="1") == ended
    assert (0, "user None") == (ended.code, ended.stdout.partition("\n")[0])


@EVERY
@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_a_call_that_was_wrong_is_wrong(framework, words):
    """In the framework's words, which know none of our options."""
    before, ended = call(framework, *words, BARE="1"), call(framework, *words)

    assert (before.stdout, before.stderr) == (ended.stdout, ended.stderr)
    assert 3 == ended.code


@EVERY
@pytest.mark.parametrize(
    "words",
    [
        ["do", "a", "--output", "json", "b"],
        ["do", "--output=json", "a", "b"],
        ["do", "a", "b", "--exeunt-output", "json"],
        ["--output", "json", "do", "a", "b"],
    ],
    ids=" ".join,
)
def test_ours_are_read_wherever_the_command_takes_options(framework, words):
    """Before its arguments, among them and after; before its name, too."""
    ended = call(framework, *words)

    data = suite.one_document(ended.stdout)["data"]
    assert {"text": "user None\nNone a b\n"} == data


@EVERY
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nope", "--output", "json"], "UNKNOWN_COMMAND"),
        (["do", "--nope", "--output", "json"], "UNKNOWN_OPTION"),
        (["save", "--nope", "--exeunt-output", "json"], "UNKNOWN_OPTION"),
        (["--output", "json", "do", "--nope"], "UNKNOWN_OPTION"),
    ],
    ids=["command", "option", "own", "before"],
)
def test_after_a_rejection_the_words_choose_the_shape(framework, words, code):
    """A wrong call is an envelope, though its command was never reached."""
    ended = call(framework, *words)

    assert 3 == ended.code
    assert code == suite.one_document(ended.stdout)["error"]["code"]


ASKED = """
import click, os, sys
class Lazy(click.Group):
    def list_commands(self, context):
        return ["show", "broken", "exits"]
    def get_command(self, context, name):
        print("asked for", name, file=sys.stderr)
        context.call_on_close(lambda: print("closed", file=sys.stderr))
        if name == "broken":
            import nowhere
        if name == "exits":
            sys.exit(7)
        if name == "show":
            return click.Command("show", callback=lambda: print("shown"))
app = Lazy("app", params=[click.Option(["--app"])])
"""


@pytest.mark.parametrize(
    "words", [["show"], ["--app", "other", "show"], ["--app", "other", "nope"]]
)
@pytest.mark.parametrize("ours", [[], ["--output", "json"]], ids=["text", "json"])
def test_nothing_is_asked_that_the_call_itself_does_not_ask(words, ours):
    """No value of an option, no other command, and not twice."""
    before = suite.run_text(f"{ASKED}{START}", *words, BARE="1")
    ended = suite.run_text(f"{ASKED}{START}", *words, *ours)

    asked = [line for line in before.stderr.splitlines() if line.startswith("asked")]
    assert 1 == len(asked)
    assert asked == [x for x in ended.stderr.splitlines() if x.startswith("asked")]
    assert before.stderr.count("closed") == ended.stderr.count("closed")


@pytest.mark.parametrize(
    ("word", "code", "error"),
    [
        ("broken", 4, "DEPENDENCY_MISSING"),
        ("exits", 1, "UNDECLARED_EXIT"),
        ("nope", 3, "UNKNOWN_COMMAND"),
    ],
)
def test_a_command_that_fails_to_load_is_an_envelope(word, code, error):
    """Its import fails, it exits, and another one is not loaded for a wrong name."""
    ended = suite.run_text(f"{ASKED}{START}", word, "--output", "json")

    assert code == ended.code
    assert error == suite.one_document(ended.stdout)["error"]["code"]


ODD = {
    "click": """
import click
class Odd(click.ParamType):
    def convert(self, value, param, context): return value
class Worse(Odd):
    @property
    def name(self): raise RuntimeError("not to be named")
@click.command()
@click.option("--odd", type=Odd())
@click.option("--worse", type=Worse(), metavar="X")
@click.option("--count", type=int)
def app(odd, worse, count): return {"odd": odd}
""",
    "cyclopts": """
from __future__ import annotations
import cyclopts
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from rich.console import Console
app = cyclopts.App(name="app")
@app.default
def main(*, count: int = 0): return {"odd": "1"}
def shown(*, console: Console): ...
app.command(cyclopts.App(name="shown"))
app["shown"].default_command = shown
""",
}


@pytest.mark.parametrize("framework", ODD)
def test_what_cannot_be_described_keeps_no_call_from_its_answer(framework):
    """A type without a name, and an annotation that only type checkers can read."""
    source = f"{ODD[framework]}{START}"
    before = suite.run_text(source, "--nope", BARE="1")
    ended = suite.run_text(source, "--nope")

    assert (before.stdout, before.stderr) == (ended.stdout, ended.stderr)
    code, error = suite.error_of(source, "--nope")
    assert (3, 3, "UNKNOWN_OPTION") == (ended.code, code, error["code"])


@pytest.mark.parametrize("framework", ODD)
def test_the_rest_is_described(framework):
    """The manifest has every command, and each parameter by its name at least."""
    commands = suite.data_of(f"{ODD[framework]}{START}", "--schema")["commands"]

    flags = commands[""]["flags"] if "" in commands else commands["app"]["flags"]
    assert "count" in str(flags)


BARE_CALLS = """
import click
class Kind(click.Command):
    def parse_args(self, context, words):
        if not words:
            click.echo("a page of its own")
            context.exit()
        return super().parse_args(context, words)
@click.group()
def app(): pass
@app.command(cls=Kind)
@click.argument("name")
def do(name): print(name)
@app.command(cls=Kind)
@click.option("--output")
def save(output): print("to", output)
"""


@pytest.mark.parametrize("ours", [["--output", "json"], ["--output=text"]])
def test_a_command_with_options_of_ours_alone_was_given_no_words(ours):
    """It does what it does without any, whatever that is."""
    ended = suite.run_text(f"{BARE_CALLS}{START}", "do", *ours)

    assert (0, "") == (ended.code, ended.stderr)
    assert "a page of its own" in ended.stdout


def test_a_command_with_an_option_of_that_name_was_given_it():
    """Its own word is no word of ours."""
    ended = suite.run_text(f"{BARE_CALLS}{START}", "save", "--output", "json")

    assert (0, "to json\n") == (ended.code, ended.stdout)


HELP = {
    "click": """
import click
@click.group(epilog="By its\\n    author.")
def app(): ...
@app.command()
@click.option("--output")
def do(output): return {"output": output}
""",
    "typer": """
import typer
app = typer.Typer(epilog="By its author.")
@app.callback()
def root(): ...
@app.command()
def do(output: str = ""): return {"output": output}
""",
    "cyclopts": """
import cyclopts
app = cyclopts.App(name="app", help_epilogue="By its author.")
@app.command
def do(*, output: str = ""): return {"output": output}
""",
}
LINE = "For programs: APP_OUTPUT=json in the environment makes it answer in JSON."


@pytest.mark.parametrize("framework", HELP)
def test_the_help_ends_with_how_programs_call_it(framework):
    """One line below the author's own; the rest is as it was, and a word leaves it."""
    source = f"{HELP[framework]}{START}"
    off = source.replace('name="app")()', 'name="app", epilog=False)()')
    before = suite.run_text(source, "--help", BARE="1")
    ended = suite.run_text(source, "--help")
    lines = [line for line in ended.stdout.splitlines() if "For programs" in line]

    assert [LINE] == [line.strip() for line in lines]
    left = [line for line in ended.stdout.split() if line not in LINE.split()]
    assert left == [line for line in before.stdout.split() if line not in LINE.split()]
    assert before == suite.run_text(off, "--help")


@pytest.mark.parametrize("framework", HELP)
def test_what_the_help_says_works_for_every_command(framework):
    """For one whose --output is its own, too."""
    source = f"{HELP[framework]}{START}"
    ended = suite.run_text(source, "do", "--output", "json", APP_OUTPUT="json")

    assert {"output": "json"} == suite.one_document(ended.stdout)["data"]


@pytest.mark.parametrize("word", [(), ("--output", "json"), ("--output", "text")])
def test_a_file_of_stdin_is_opened_once(word):
    """A parser opens it before it is known who reads the call; a handler reads it."""
    source = f"""
import click, exeunt, os
@click.group()
def app(): pass
@app.command()
@click.argument("file", type=click.File("rb"))
def do(file): print(len(file.read()))
{START}"""
    bare = subprocess.run(
        [sys.executable, "-c", source, "do", "-", *word],
        input=b"x" * 200_000,
        capture_output=True,
        env={**os.environ, "APP_OUTPUT": "json" if word[1:] == ("text",) else ""},
        check=True,
    )

    assert b"200000" in bare.stdout
