"""A Click group → every way out, and what only Click has."""

import pytest

from frameworks import suite

FRAMEWORK = "click"


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


DEFAULTS = """
import click, exeunt
@click.group()
@click.pass_context
def app(context):
    context.default_map = {"show": {"side": 7}}
@app.command()
@click.option("--side", type=int)
def show(side):
    return {"side": side}
exeunt.adopt(app, name="app")()
"""


def test_a_group_loads_defaults_before_its_command_is_parsed():
    """The host's own order of work is kept."""
    assert {"side": 7} == suite.data_of(DEFAULTS, "show")


CHAIN = """
import click, exeunt, sys
@click.group(chain=True)
def app(): pass
@app.command()
def say():
    print("said")
@app.command()
def give():
    return {"n": 1}
@app.command()
@exeunt.contract(danger="mutating")
def write():
    exeunt.effect("created", 7)
@app.command()
def find():
    raise FileNotFoundError("notes.db")
exeunt.adopt(app, name="app")()
"""


def test_chained_commands_leave_together():
    """All results in a list; what was printed, where no command returned anything."""
    assert [{"n": 1}, {"n": 1}] == suite.data_of(CHAIN, "give", "give")
    assert {"text": "said\nsaid\n"} == suite.data_of(CHAIN, "say", "say")


@pytest.mark.clause("K25")
def test_a_chained_command_fails_after_the_effect_of_another():
    """What the first one wrote makes the second one's failure a partial one."""
    code, error = suite.error_of(CHAIN, "write", "find")

    assert (2, "FILE_NOT_FOUND") == (code, error["code"])


CHAIN_THEN_ALONE = """
import click, exeunt
@click.group()
def app(): pass
@app.group(chain=True)
def many(): pass
@many.command()
def one(): pass
@app.command()
def empty():
    return []
main = exeunt.adopt(app, name="app")
main.run(["many", "one", "--output", "json"])
main(["empty", "--output", "json"])
"""


def test_a_chain_is_forgotten_by_the_next_call():
    """An empty list is data, whatever was called before in the same process."""
    ended = suite.run_text(CHAIN_THEN_ALONE)

    assert [{}, []] == [
        suite.one_document(f"{line}\n")["data"] for line in ended.stdout.splitlines()
    ]


ALONE = """
import click, exeunt
@click.group(invoke_without_command=True)
@exeunt.contract(danger="destructive")
@click.pass_context
def app(context):
    return {"sub": context.invoked_subcommand}
@app.command()
def show():
    return {"n": 1}
exeunt.adopt(app, name="app")()
"""


def test_a_group_is_a_command_where_no_command_follows():
    """Its contract holds then, and only then."""
    code, error = suite.error_of(ALONE)

    assert (4, "CONFIRMATION_REQUIRED") == (code, error["code"])
    assert {"sub": None} == suite.data_of(ALONE, "--yes")
    assert {"n": 1} == suite.data_of(ALONE, "show")


LAZY = """
import click, exeunt, sys
class Lazy(click.Group):
    def list_commands(self, context):
        return ["show", "heavy"]
    def get_command(self, context, name):
        assert context is not None
        if name not in self.list_commands(context):
            return None
        print("loads", name, file=sys.stderr)
        return click.Command(name, callback=lambda: {"n": 1})
exeunt.adopt(Lazy("app"), name="app")()
"""


def test_a_lazy_group_loads_what_is_named_and_no_more():
    """Not even to find out whose --output it is."""
    ended = suite.run_text(LAZY, "show", "--output", "json")

    assert 0 == ended.code
    assert {"loads show"} == set(ended.stderr.splitlines())


NESTED = """
import click, exeunt
class Locked(click.ClickException):
    exit_code = 79
class Gone(click.ClickException): pass
@click.group()
def app(): pass
@app.group()
def user(): pass
@user.command()
@click.option("--output")
def show(output):
    return {"output": output}
@user.command()
@exeunt.contract(exits={
    exeunt.declare("LOCKED", 79): exeunt.entry(
        "It is held", retryable=False, effects=exeunt.Effects.NONE
    )
})
def lock():
    raise Locked("held by another")
@user.command()
def find():
    raise Gone("no such user")
exeunt.adopt(app, name="app", raises={Gone: exeunt.ExitCode.NOT_FOUND})()
"""


def test_a_command_keeps_an_output_option_of_its_own():
    """And ours has another name for it."""
    ended = suite.run_text(
        NESTED, "user", "show", "--output", "f", "--exeunt-output", "json"
    )

    assert {"output": "f"} == suite.one_document(ended.stdout)["data"]


def test_errors_of_a_kind_that_means_a_code():
    """By their own exit code, if it is declared, or by the map of the app."""
    code, error = suite.error_of(NESTED, "user", "lock")
    assert (79, "LOCKED", "held by another") == (code, error["code"], error["message"])

    code, error = suite.error_of(NESTED, "user", "find")
    assert (5, "NOT_FOUND", "no such user") == (code, error["code"], error["message"])


RUNNER = """
import click, exeunt, sys
from click.testing import CliRunner
@click.group()
def app(): pass
@app.command()
@click.argument("n", type=int)
def show(n):
    click.echo(n)
main = exeunt.adopt(app, name="app")
before = dict(vars(app)), dict(vars(app.commands["show"]))
codes = [main.run(["show", word])[0] for word in ("1", "x")]
after = dict(vars(app)), dict(vars(app.commands["show"]))
ran = CliRunner().invoke(app, ["show", "7"]), CliRunner().invoke(app, ["show", "x"])
assert before == after
assert [0, 3] == codes, codes
assert [(0, "7\\n"), 2] == [(ran[0].exit_code, ran[0].output), ran[1].exit_code], ran
"""


def test_the_app_itself_is_as_before():
    """Its own test runner finds it unchanged after a run under contract."""
    ended = suite.run_text(RUNNER)

    assert (0, "1\n") == (ended.code, ended.stdout), ended
