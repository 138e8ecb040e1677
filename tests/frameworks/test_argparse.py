"""A parser with subparsers → every way out, and what only argparse has."""

import subprocess
import sys

import pytest

from frameworks import suite

FRAMEWORK = "argparse"


@pytest.mark.parametrize("way", suite.ways(FRAMEWORK))
def test_a_way_out_in_json(way):
    """One envelope, as the table says."""
    suite.check_json(FRAMEWORK, way)


@pytest.mark.clause("M6")
@pytest.mark.parametrize("way", suite.ways(FRAMEWORK, but=("no",)))
def test_a_way_out_at_a_terminal(way):
    """The same number, and what a person saw before."""
    suite.check_terminal(FRAMEWORK, way)


@pytest.mark.parametrize(("way", "speak"), suite.in_dialects(FRAMEWORK, only=None))
def test_a_way_out_in_a_dialect(way, speak):
    """The dialect's number and streams; this framework tries every way."""
    suite.check_dialect(FRAMEWORK, way, speak)


def test_importing_runs_nothing():
    """A console script imports the program before it calls it."""
    suite.check_import(FRAMEWORK)


NESTED = """
import argparse, exeunt
common = argparse.ArgumentParser(add_help=False)
common.add_argument("--side", type=int, default=1)
app = argparse.ArgumentParser(prog="app")
first = app.add_subparsers()
user = first.add_parser("user", aliases=["u"]).add_subparsers()
show = user.add_parser("show", parents=[common])
show.set_defaults(run=lambda namespace: {"side": namespace.side})
main = exeunt.adopt(app, name="app", func="run")
if __name__ == "__main__":
    main()
"""


def test_subparsers_parents_and_another_name_for_func():
    """The parser is the author's; only the name of the handler is ours to know."""
    assert {"side": 7} == suite.data_of(NESTED, "user", "show", "--side", "7")
    assert {"side": 1} == suite.data_of(NESTED, "u", "show")

    code, error = suite.error_of(NESTED, "user", "shwo")
    assert (3, "UNKNOWN_COMMAND", "did you mean show?") == (
        code,
        error["code"],
        error["suggestion"],
    )


def test_a_call_that_names_no_command_gets_the_help():
    """As many programs on argparse do it; but it is no success."""
    ended = suite.run_text(NESTED, "user")
    code, error = suite.error_of(NESTED, "user")

    assert (3, True, "") == (
        ended.code,
        ended.stdout.startswith("usage: app user"),
        ended.stderr,
    )
    assert (3, "MISSING_COMMAND", "app user needs a command", "name one of show") == (
        code,
        error["code"],
        error["message"],
        error["suggestion"],
    )


UNHANDLED = """
import argparse, exeunt
app = argparse.ArgumentParser(prog="app")
commands = app.add_subparsers(dest="command")
commands.add_parser("add")
{more}
exeunt.adopt(app, {options})()
"""


@pytest.mark.parametrize("options", ["", "func='command'"])
def test_a_parser_without_handlers_is_refused_at_once(options):
    """It would be replaced by its help; the function that parses can be adopted."""
    ended = suite.run_text(UNHANDLED.format(more="", options=options), "add")

    assert 1 == ended.code
    assert "DeclarationError: no command of the parser app names" in ended.stderr
    assert "adopt(main)" in ended.stderr


def test_a_command_without_a_handler_is_its_authors_mistake():
    """The others have one, and go on working."""
    more = "commands.add_parser('show').set_defaults(func=lambda _: {'shown': 1})"
    program = UNHANDLED.format(more=more, options="")
    code, error = suite.error_of(program, "add")

    assert {"shown": 1} == suite.data_of(program, "show")
    assert (1, "the command app add has no handler") == (code, error["message"])


SWALLOWED = """
import argparse, exeunt
app = argparse.ArgumentParser(prog="app")
app.add_argument("n", type=int)
def go(args):
    try:
        if args.n < 0:
            app.error("n must not be negative")
    except Exception as error:
        print("caught:", error)
    except SystemExit as end:
        print("left:", end.code)
    return {"n": args.n} if args.n > -9 else 2
app.set_defaults(func=go)
exeunt.adopt(app, name="app")()
"""


def test_an_error_in_a_handler_is_what_argparse_promises():
    """SystemExit(2), which the handler may catch, after the usage is printed."""
    caught = suite.run_text(SWALLOWED, "-1")
    passed_on, error = suite.error_of(SWALLOWED, "-9")

    assert (0, "left: 2\n") == (caught.code, caught.stdout)
    assert "app: error: n must not be negative\n" in caught.stderr
    assert (1, "n must not be negative") == (passed_on, error["message"])


SHARED = """
import argparse, exeunt
app = argparse.ArgumentParser(prog="app")
commands = app.add_subparsers()
@exeunt.contract(danger="destructive")
def clear(namespace):
    return sorted(vars(namespace))
for name in ("notes", "drafts"):
    below = commands.add_parser(name, aliases=[name[0]]).add_subparsers()
    for verb in ("clear", "wipe"):
        below.add_parser(verb).set_defaults(func=clear)
exeunt.adopt(app, name="app")()
"""


@pytest.mark.parametrize("path", ["notes clear", "notes wipe", "drafts wipe"])
def test_two_commands_may_share_a_handler(path):
    """Which one was called is known by the parse, and the handler sees none of it."""
    code, error = suite.error_of(SHARED, *path.split())

    assert (4, f"{path} destroys something and was not confirmed") == (
        code,
        error["message"],
    )
    assert ["func"] == suite.data_of(SHARED, *path.split(), "--yes")


def test_an_alias_has_the_path_of_its_command():
    """A command has one name, and may be called by others."""
    _, error = suite.error_of(SHARED, "d", "wipe")

    assert error["message"].startswith("drafts wipe destroys")


OWN = """
import argparse, exeunt, sys
class Parser(argparse.ArgumentParser):
    def error(self, message):
        print("no:", message, file=sys.stderr)
        sys.exit(64)
app = Parser(prog="app")
app.add_argument("n", type=int)
app.set_defaults(func=lambda namespace: {"n": namespace.n})
main = exeunt.adopt(app, name="app")
before = dict(vars(app))
codes = [main.run([word])[0] for word in ("1", "x")]
assert [0, 3] == codes, codes
assert before == dict(vars(app))
"""


def test_the_app_itself_is_as_before():
    """Its own error() still speaks to a person, and is still its own afterwards."""
    ended = suite.run_text(OWN)

    assert (0, "no: argument n: invalid int value: 'x'\n") == (ended.code, ended.stderr)


RAISING = """
import argparse, exeunt
app = argparse.ArgumentParser(prog="app", exit_on_error=False)
app.add_argument("n", type=int)
app.set_defaults(func=lambda namespace: {"n": namespace.n})
exeunt.adopt(app, name="app")()
"""


def test_a_parser_that_raises():
    """Whoever set exit_on_error=False gets the same code."""
    code, error = suite.error_of(RAISING, "x")

    assert (3, "INVALID_ARGUMENT") == (code, error["code"])


@pytest.mark.checkout
def test_the_page_of_ways_out_is_the_table():
    """docs/reference/ways-out.md is written from what these tests run."""
    script = suite.HERE.parents[1] / "tools" / "ways_out.py"
    check = subprocess.run(
        [sys.executable, script, "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "") == (check.returncode, check.stdout)


def test_the_help_ends_with_how_programs_call_it():
    """One line below the own page of the parser, which is as it was; or none."""
    source = """
import argparse, exeunt, os
app = argparse.ArgumentParser("app", epilog="Read  the  manual.")
app.set_defaults(func=print)
if os.environ.get("BARE"):
    app.parse_args()
exeunt.adopt(app, name="app", epilog="OFF" not in os.environ)()
"""
    bare, off = (suite.run_text(source, "--help", **{n: "1"}) for n in ("BARE", "OFF"))
    ended = suite.run_text(source, "--help")
    line = "For programs: APP_OUTPUT=json in the environment makes it answer in JSON."

    assert f"{bare.stdout}\n{line}\n" == ended.stdout
    assert bare == off
