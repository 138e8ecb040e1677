"""Small programs as people wrote them → for a person the same, and true for a program.

Each has something that adoption must not disturb; the rooms' other tests look at parts.
"""

import re
import subprocess
import sys

import pytest

from adopted import ENVELOPE
from command_line import environment
from frameworks import suite

LINE = re.compile(r"exeunt: .* which it does not declare\n\Z")
EPILOG = re.compile(r"\nFor programs: .*\n\Z")
PLAIN = "\nif __name__ == '__main__':\n    sys.exit({app}())\n"
ADOPTED = (
    "\nif __name__ == '__main__':\n    import exeunt\n"
    "    exeunt.adopt({app}, name='prog')()\n"
)


def call(folder, text, entry, words, *, stdin="", app="main", **env):  # noqa: PLR0913 - a call
    """Run a program from its file, in its folder."""
    file = folder / "prog"
    file.write_text(text + entry.format(app=app))
    done = subprocess.run(
        [sys.executable, str(file), *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment(PYTHONPATH=suite.SOURCE, **env),
    )
    return done.returncode, done.stdout, done.stderr


def seen(folder, text, *words, stdin="", app="main", **env):
    """Call a program as it was, adopted, and for JSON; the first two are the same."""
    was = call(folder, text, PLAIN, words, stdin=stdin, app=app, **env)
    now = call(folder, text, ADOPTED, words, stdin=stdin, app=app, **env)
    told = call(
        folder, text, ADOPTED, words, stdin=stdin, app=app, PROG_OUTPUT="json", **env
    )
    document = suite.one_document(told[1])
    ENVELOPE.validate(document)
    assert document["meta"]["exit_code"] == told[0]
    assert was[1:] == (EPILOG.sub("", now[1]), LINE.sub("", now[2]))
    assert bool(was[0]) is bool(now[0]) is bool(told[0])
    return was, document


FLASK = """
import click, sys
from flask.cli import FlaskGroup, cli
"""


@pytest.mark.parametrize("words", ["--app other which", "--app other which --yes"])
def test_the_app_that_a_call_names_is_the_one_that_answers(tmp_path, words):
    """No other is loaded to find out whose our options are."""
    for name in ("app", "other"):
        (tmp_path / f"{name}.py").write_text(
            "from flask import Flask, current_app\nimport click\n"
            f"open('{name}.loaded', 'w').close()\napp = Flask('{name}')\n"
            "@app.cli.command()\ndef which():\n    click.echo(current_app.name)\n"
        )
    was, document = seen(tmp_path, FLASK, *words.split(), app="cli")
    data = (document["data"] or {}).get("text")

    assert (was[1] or None) == data
    assert not (tmp_path / "app.loaded").exists()


CONVERTER = """
import argparse, sys
class Gone(Exception):
    pass
def {kind}(text):
    {act}
def main():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("n", type={kind})
    print(parser.parse_args().n)
"""


@pytest.mark.parametrize(
    ("act", "error"),
    [
        ("raise Gone(text)", "UNHANDLED"),
        ("raise ValueError(text)", "INVALID_ARGUMENT"),
        ("raise argparse.ArgumentTypeError('no ' + text)", "INVALID_ARGUMENT"),
        ("sys.exit('no ' + text)", "EXIT_MESSAGE"),
        ("sys.exit(9)", "UNDECLARED_EXIT"),
        ("return 1 / 0", "UNHANDLED"),
    ],
)
def test_a_converter_may_raise_what_it_likes(tmp_path, act, error):
    """The parser makes a usage error of what it knows; the rest ends the program."""
    text = CONVERTER.format(kind="odd", act=act)
    was = call(tmp_path, text, PLAIN, ["x"])
    told = call(tmp_path, text, ADOPTED, ["x"], PROG_OUTPUT="json")
    document = suite.one_document(told[1])

    assert was[0] > 0 < told[0]
    assert error == document["error"]["code"]


PLUGINS = """
import argparse, importlib, sys
def main():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("plugin")
    print(importlib.import_module(parser.parse_args().plugin).NAME)
"""


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("raise RuntimeError('no plugin today')", "UNHANDLED"),
        ("import nothing.of.it", "DEPENDENCY_MISSING"),
        ("import sys; sys.exit(3)", "UNDECLARED_EXIT"),
        ("import sys; print('no licence', file=sys.stderr); sys.exit(3)", None),
        ("def f(:", "UNHANDLED"),
    ],
)
def test_a_plugin_may_fail_to_load(tmp_path, body, error):
    """Its import raises, or ends the program: one envelope, in its words."""
    (tmp_path / "odd.py").write_text(body)
    was = call(tmp_path, PLUGINS, PLAIN, ["odd"])
    told = call(tmp_path, PLUGINS, ADOPTED, ["odd"], PROG_OUTPUT="json")
    document = suite.one_document(told[1])

    assert was[0] > 0 < told[0]
    if error is None:
        assert "no licence" == document["error"]["message"]
    else:
        assert error == document["error"]["code"]


CAUGHT = """
import argparse, sys
class WheelError(Exception):
    pass
def pack(args):
    raise WheelError("there is no wheel in " + args.folder)
def main():
    parser = argparse.ArgumentParser(prog="prog")
    commands = parser.add_subparsers()
    below = commands.add_parser("pack")
    below.add_argument("folder")
    below.set_defaults(func=pack)
    args = parser.parse_args()
    if not hasattr(args, "func"):
        parser.print_help()
        return 1
    try:
        args.func(args)
    except WheelError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
"""


def test_what_main_catches_is_a_line_of_prose(tmp_path):
    """Its own work around the handlers is done, in text and in JSON."""
    was, document = seen(tmp_path, CAUGHT, "pack", "box")
    bare, page = seen(tmp_path, CAUGHT)

    assert "there is no wheel in box\n" == was[2]
    assert "there is no wheel in box" == document["error"]["message"]
    assert 1 == bare[0]
    assert page["meta"]["printed"].startswith("usage: prog")


MEMORY = """
import sys
def main():
    print("half of it")
    raise MemoryError("no room for the rest")
"""


def test_who_runs_out_of_memory_leaves_what_was_printed(tmp_path):
    """It is on stderr, where somebody looks why, and the failure has its name."""
    code, out, err = call(tmp_path, MEMORY, ADOPTED, [], PROG_OUTPUT="json")
    error = suite.one_document(out)["error"]

    assert (1, "no room for the rest") == (code, error["message"])
    assert "half of it\n" in err


RICH = """
import sys
from rich.prompt import Prompt
def main():
    name = Prompt.ask("  [1/1] name", default="x")
    print("box", name)
"""


def test_a_prompt_of_rich_is_no_data(tmp_path):
    """What is asked is not part of the answer."""
    code, out, err = call(
        tmp_path, RICH, ADOPTED, [], stdin="lid\n", PROG_OUTPUT="json"
    )

    assert 0 == code, err
    assert {"text": "box lid\n"} == suite.one_document(out)["data"]


def test_the_end_of_the_input_at_a_prompt_ends_as_before(tmp_path):
    """In the program's own way; for JSON it is told what was asked."""
    was = call(tmp_path, RICH, PLAIN, [])
    now = call(tmp_path, RICH, ADOPTED, [])
    told = suite.one_document(call(tmp_path, RICH, ADOPTED, [], PROG_OUTPUT="json")[1])[
        "error"
    ]

    assert was[1] == now[1]
    assert was[2].splitlines()[-1] == now[2].splitlines()[-1]
    assert "INPUT_REQUIRED" == told["code"]
    assert "name" in told["message"]
