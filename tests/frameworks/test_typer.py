"""A Typer app → every way out, and what only Typer has."""

import pytest

from frameworks import suite

FRAMEWORK = "typer"


@pytest.mark.parametrize("way", suite.ways(FRAMEWORK))
def test_a_way_out_in_json(way):
    """One envelope, as the table says."""
    suite.check_json(FRAMEWORK, way)


@pytest.mark.clause("M6")
@pytest.mark.parametrize("way", suite.ways(FRAMEWORK, but=("no",)))
def test_a_way_out_at_a_terminal(way):
    """The same number, and what a person saw before."""
    suite.check_terminal(FRAMEWORK, way)


@pytest.mark.parametrize(("way", "speak"), suite.in_dialects(FRAMEWORK))
def test_a_way_out_in_a_dialect(way, speak):
    """The dialect's number and streams."""
    suite.check_dialect(FRAMEWORK, way, speak)


def test_importing_runs_nothing():
    """A console script imports the program before it calls it."""
    suite.check_import(FRAMEWORK)


def test_shell_completion_is_untouched():
    """The shell's own question is answered by the framework."""
    suite.check_completion(FRAMEWORK)


NESTED = """
import typer, exeunt
app, user = typer.Typer(), typer.Typer()
app.add_typer(user, name="user")
main = exeunt.adopt(app, name="app")
@user.callback()
def load(context: typer.Context):
    context.default_map = {"show": {"side": 7}}
@user.command()
@exeunt.contract(exits={exeunt.ExitCode.CONFLICT: "It is taken"})
def show(side: int = 1):
    if side == 6:
        raise typer.Exit(6)
    return {"side": side}
@user.command()
async def later():
    return {"n": 1}
main()
"""


def test_apps_within_apps():
    """Commands that were added after adopt() count, and callbacks load defaults."""
    assert {"side": 7} == suite.data_of(NESTED, "user", "show")
    assert {"n": 1} == suite.data_of(NESTED, "user", "later")

    code, error = suite.error_of(NESTED, "user", "show", "--side", "6")
    assert (6, "CONFLICT") == (code, error["code"])


SINGLE = """
import typer, exeunt
app = typer.Typer()
@app.command()
def show(n: int):
    return {"n": n}
exeunt.adopt(app, name="app")()
"""


def test_an_app_of_one_command():
    """Typer makes it the program itself."""
    assert {"n": 1} == suite.data_of(SINGLE, "1")
    assert (3, "INVALID_ARGUMENT") == (
        (found := suite.error_of(SINGLE, "x"))[0],
        found[1]["code"],
    )


RUNNER = """
import typer, exeunt
from typer.testing import CliRunner
app = typer.Typer()
@app.command()
def show(n: int):
    typer.echo(n)
@app.command()
def other(): pass
main = exeunt.adopt(app, name="app")
before = dict(vars(app))
codes = [main.run(["show", word])[0] for word in ("1", "x")]
ran = CliRunner().invoke(app, ["show", "7"]), CliRunner().invoke(app, ["show", "x"])
assert before == dict(vars(app))
assert [0, 3] == codes, codes
assert [(0, "7\\n"), 2] == [(ran[0].exit_code, ran[0].output), ran[1].exit_code], ran
"""


def test_the_app_itself_is_as_before():
    """Its own test runner finds it unchanged after a run under contract."""
    ended = suite.run_text(RUNNER)

    assert (0, "1\n") == (ended.code, ended.stdout), ended
