"""What a program asks where nobody is → said, refused, or answered by a pipe."""

import os
import pty
import subprocess
import time

import pytest

from adopted import FRAMEWORKS, envelope, finish, program, run, said, start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about pipes and terminals")

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
BY_PIPE = "give the answer on stdin, a line for each question"
ASKS = {  # how a program asks for a name: its framework, and whether a pipe may answer
    "input": ("argparse", "input('Your name: ')", True),
    "open line": ("argparse", "print('Your ', end=''); input('name: ')", True),
    "lines": ("argparse", "print('Welcome'); input('\\nYour name: ')", True),
    "click": ("click", "import click; click.prompt('Your name')", True),
    "to stderr": ("click", "click.prompt('Your name', err=True)", True),
    "typer": ("typer", "typer.prompt('Your name')", True),
    "rich": ("cyclopts", "import rich.prompt as p; p.Prompt.ask('Your name')", True),
    "key": ("click", "click.echo('Your name: ', nl=0); click.getchar()", False),
    "late": (
        "argparse",
        "import click; click.echo('Your name: ', nl=0); click.getchar()",
        False,
    ),
}


IMPORTS = {"click": "import click", "typer": "import typer"}


def silent(source):
    """Run a program whose stdin is a pipe that says nothing and stays open."""
    process = start(source, stdin=subprocess.PIPE)
    process.wait()
    return finish(process)


@pytest.mark.parametrize("way", ["at its end", "silent"])
@pytest.mark.parametrize(("framework", "asks", "by_pipe"), ASKS.values(), ids=ASKS)
def test_the_caller_learns_what_was_asked(framework, asks, by_pipe, way):
    """The question is in the message, and the suggestion is a way that is open."""
    source = program(asks, framework, before=IMPORTS.get(framework, ""))
    ended = silent(source) if way == "silent" else finish(start(source))
    error = envelope(ended)["error"]

    assert (4, "INPUT_REQUIRED") == said(ended)
    assert "nobody answered what the command asked: Your name" == error["message"]
    assert (BY_PIPE if by_pipe else None) == error.get("suggestion")


@EVERY
@pytest.mark.parametrize("excepted", ["EOFError", "Exception", "(OSError, EOFError)"])
def test_an_unanswered_question_is_no_end_of_input(framework, excepted):
    """Who reads to the end of the input does not take it for that."""
    body = f"""
    try:
        input("name? ")
    except {excepted}:
        return "the end"
    """

    assert (4, "INPUT_REQUIRED") == said(silent(program(body, framework)))


@EVERY
@pytest.mark.parametrize(
    "read",
    [
        "input()",
        "print('.', end='') or input()",
        "sys.stdin.readline() or [][0]",
        "next(sys.stdin)",
    ],
)
def test_data_is_waited_for(framework, read):
    """A pipe that is slow is not at its end, whatever was printed before."""
    body = f"""
    lines = 0
    try:
        while True:
            {read}
            lines += 1
    except (EOFError, StopIteration, IndexError):
        return dict(lines=lines)
    """
    process = start(program(body, framework), stdin=subprocess.PIPE)
    process.stdin.write(b"a\n")
    process.stdin.flush()
    time.sleep(2.5)  # more than a question is waited for

    assert (0, {"lines": 3}) == said(finish(process, b"b\nc\n"))


def test_the_rest_of_an_answer_may_come_late():
    """Whoever has begun to answer is there."""
    process = start(program("return input('name? ')"), stdin=subprocess.PIPE)
    process.stdin.write(b"Bo")
    process.stdin.flush()
    time.sleep(1.5)

    assert (0, {"value": "Bob"}) == said(finish(process, b"b\n"))


@pytest.mark.parametrize(("framework", "asks", "by_pipe"), ASKS.values(), ids=ASKS)
def test_a_question_is_no_data(framework, asks, by_pipe):
    """It is on stderr, and what was printed beside it is the data."""
    if not by_pipe:
        pytest.skip("a key comes from a terminal")
    before = IMPORTS.get(framework, "")
    ended = run(f"{asks}; print('hi')", framework, before=before, stdin=b"Bob\n")
    welcome = "Welcome\n" if "Welcome" in asks else ""

    assert (0, {"text": f"{welcome}hi\n"}) == said(ended)
    assert "Your name:" in ended.stderr


OPTIONS = {
    "an option's own": ("--name", "prompt=True", "Value", "pass --name"),
    "in its words": ("--name", "prompt='Who are you'", "Who are you", "pass --name"),
    "short": ("-n", "prompt='Who'", "Who", "pass -n"),
    "of its group": ("--region", "", "Region [eu]", "pass --region"),
}


@pytest.mark.parametrize("case", OPTIONS)
def test_an_option_that_asks_is_named(case):
    """Before the handler, and nothing was changed."""
    option, prompt, question, way = OPTIONS[case]
    group = "prompt=True, default='eu'" if case == "of its group" else ""
    source = f"""
import click, exeunt
@click.group()
@click.option("--region", {group})
def app(region): pass
@app.command()
@click.option("{option}", "value", {prompt})
def do(value): pass
exeunt.adopt(app, name="app")()
"""
    ended = finish(start(source))
    error = envelope(ended)["error"]

    assert (4, "validation") == (ended.code, error["phase"])
    assert f"nobody answered what the command asked: {question}" == error["message"]
    assert way == error["suggestion"]


YES = {
    "click": """
import click
app = click.Group("app")
@app.command()
@click.confirmation_option(prompt="Sure?")
def do(): pass
""",
    "click handler": """
import click
app = click.Group("app")
@app.command()
@click.option("--yes", is_flag=True)
def do(yes): yes or click.confirm("Sure?", abort=True)
""",
    "typer": """
import typer
app = typer.Typer()
@app.callback()
def root(): pass
@app.command()
def do(no_input: bool = False): no_input or typer.confirm("Sure?", abort=True)
""",
    "argparse": """
import argparse
app = argparse.ArgumentParser(prog="app")
do = app.add_subparsers().add_parser("do")
do.add_argument("--assume-yes", action="store_true")
do.set_defaults(func=lambda words: words.assume_yes or input("Sure? [y/N]: "))
""",
}


@pytest.mark.parametrize("way", YES)
def test_an_option_that_says_yes_is_named_where_there_is_one(way):
    """And it is the answer: who takes the advice does not meet the question again."""
    source = f"{YES[way]}\nimport exeunt\nexeunt.adopt(app, name='app')()"
    ended = finish(start(source))
    error = envelope(ended)["error"]
    option = error["suggestion"].removeprefix("pass ")

    assert "INPUT_REQUIRED" == error["code"]
    assert "nobody answered what the command asked: Sure? [y/N]" == error["message"]
    assert 0 == finish(start(source, option)).code


def test_a_command_without_such_an_option_is_not_said_to_have_one():
    """The advice that is given works."""
    body = "import click; click.confirm('Sure?', abort=True)"
    refused = run(body, "click")

    assert BY_PIPE == envelope(refused)["error"]["suggestion"]
    assert 0 == run(body, "click", stdin=b"y\n").code


@pytest.mark.parametrize("framework", ["click", "typer"])
def test_a_no_is_an_answer(framework):
    """And not the lack of one."""
    body = f"import {framework}; {framework}.confirm('Sure?', abort=True)"
    ended = run(body, framework, stdin=b"n\n")
    message = "the command was aborted after the answer to: Sure? [y/N]"

    assert "ABORTED" == said(ended)[1]
    assert message == envelope(ended)["error"]["message"]


def test_who_promises_nothing_is_not_said_to_have_changed_nothing():
    """A handler without a contract may have written before it asked."""
    source = """
import click, exeunt
@click.command()
def do():
    click.prompt("Name")
app = click.Group("app", {"do": do})
exeunt.adopt(app, name="app")()
"""

    assert (1, "INPUT_REQUIRED") == said(finish(start(source)))


@pytest.mark.parametrize("name", ["getpass.getpass", "early"])
def test_a_password_comes_from_a_pipe_where_python_takes_it_from_there(name):
    """Without a terminal, as unadopted; the prompt is no data."""
    before = "import getpass\nfrom getpass import getpass as early"
    source = program(f"print({name}('Password: ')); print('in')", before=before)
    process = start(source, stdin=subprocess.PIPE, start_new_session=True)
    ended = finish(process, b"horse\n")

    assert (0, {"text": "horse\nin\n"}) == said(ended)
    assert "Password: " in ended.stderr


@pytest.mark.parametrize("name", ["getpass.getpass", "early"])
def test_a_password_is_not_asked_for_at_a_terminal(name):
    """Though stdin is a pipe, which has other data; no advice would help."""
    before = "import getpass\nfrom getpass import getpass as early"
    source = program(f"{name}('Password: ')", before=before)
    reading, writing = os.pipe()
    child, master = pty.fork()
    if not child:
        process = start(source, stdin=subprocess.PIPE)
        with os.fdopen(writing, "w") as report:
            ended = finish(process, b"data\n")
            error = envelope(ended)["error"]
            report.write(f"{error['code']} {error['message']} {'suggestion' in error}")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as report:
        found = report.read()
    os.waitpid(child, 0)
    os.close(master)

    message = "nobody answered what the command asked: Password"
    assert f"INPUT_REQUIRED {message} False" == found
