"""A Cyclopts App → every way out, and what only Cyclopts has."""

import sys

import pytest

import exeunt
from frameworks import suite

FRAMEWORK = "cyclopts"


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


NESTED = """
import cyclopts, exeunt
app = cyclopts.App(name="app")
user = cyclopts.App(name="user")
app.command(user)
@app.default
def start(*, side: int = 1):
    return {"side": side}
@user.command
async def show(n: int):
    return {"n": n}
exeunt.adopt(app, name="app")()
"""


def test_a_default_command_and_apps_within_apps():
    """Each is a command."""
    assert {"side": 7} == suite.data_of(NESTED, "--side", "7")
    assert {"n": 1} == suite.data_of(NESTED, "user", "show", "1")


META = """
import sys
from typing import Annotated
import cyclopts, exeunt
app = cyclopts.App(name="app")
@app.command
@exeunt.contract(danger="mutating")
def show(n: int):
    return {"n": n}
@app.command
@exeunt.contract(danger="destructive")
def drop():
    return {"dropped": True}
@app.meta.default
def launch(
    *tokens: Annotated[str, cyclopts.Parameter(allow_leading_hyphen=True)],
    user: str = "",
):
    print("as", user, file=sys.stderr)
    return app(tokens)
exeunt.adopt(app.meta, name="app")()
"""


def test_a_meta_app():
    """Execution begins with the command behind it, and so does its contract."""
    assert {"n": 1} == suite.data_of(META, "--user", "bob", "show", "1")

    code, error = suite.error_of(META, "--user", "bob", "show", "x")
    assert (3, "INVALID_ARGUMENT", "validation") == (
        code,
        error["code"],
        error["phase"],
    )
    code, error = suite.error_of(META, "drop")
    assert (4, "CONFIRMATION_REQUIRED") == (code, error["code"])


VALUES = """
import cyclopts, exeunt
app = cyclopts.App(name="app", result_action="return_value")
@app.command
def count():
    return 3
exeunt.adopt(app, name="app")()
"""


def test_an_app_that_says_that_numbers_are_values():
    """Then they are data, and no exit codes."""
    assert {"value": 3} == suite.data_of(VALUES, "count")


AGAIN = """
import cyclopts, exeunt
app = cyclopts.App(name="app", result_action="return_value")
@app.command
def show(n: int):
    return {"n": n}
main = exeunt.adopt(app, name="app")
codes = [main.run(["show", word])[0] for word in ("1", "x")]
assert [0, 3] == codes, codes
assert {"n": 7} == app(["show", "7"])
"""


def test_the_app_itself_is_as_before():
    """It can be called directly after a run under contract."""
    ended = suite.run_text(AGAIN)

    assert 0 == ended.code, ended


LAZY = """
import cyclopts, exeunt
app = cyclopts.App(name="app")
app.command("no_such_module:heavy", name="heavy")
@app.command
def show():
    return {"n": 1}
exeunt.adopt(app, name="app")()
"""


def test_a_lazy_command_is_loaded_only_when_it_is_named():
    """Not even to find out whose --output it is."""
    assert {"n": 1} == suite.data_of(LAZY, "show")


def test_a_redirected_stderr_has_no_colour(tmp_path):
    """Cyclopts asks stdout alone; at a terminal its errors went coloured into files."""
    aside = tmp_path / "aside"
    words = ["sh", "-c", f'"$@" 2>{aside}', "sh", sys.executable, "-c", NESTED]
    env = {"TERM": "xterm", "NO_COLOR": ""}
    done = exeunt.run(
        [*words, "--no-such"], size=(80, 24), env=env, quiet_env=False, log=False
    )

    assert 3 == done.exit_code
    assert "--no-such" in aside.read_text(encoding="utf-8")
    assert "\x1b" not in aside.read_text(encoding="utf-8")
