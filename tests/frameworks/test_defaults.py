"""What an author promises for the whole app → what holds for each command of it."""

import json

import pytest

from adopted import FRAMEWORKS, envelope, program, run, said
from frameworks import suite

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
SECRET = "tr0ub4dor-3"  # noqa: S105 - of nobody
BEFORE = """
from exeunt import Contract, Effects, declare, entry
class Busy(Exception): pass
class Gone(Exception): pass
HELD = declare("HELD", 79)
ENTRY = entry("Another one has it", retryable=True, effects=Effects.NONE)
"""
# What holds for every command of the apps here, unless it says something else.
DEFAULTS = """defaults=Contract(
    danger="safe",
    exits={HELD: ENTRY, ExitCode.NOT_FOUND: "It is not there"},
    errors={ExitCode.NOT_FOUND: ["NO_FILE"]},
    promotes={"held": HELD},
    raises={Busy: ExitCode.UNAVAILABLE, Gone: ExitCode.NOT_FOUND},
    scopes=["read"],
    stability="stable",
    output="prose",
    timeout=20,
    secrets=["token"],
)"""
OWN = """
    danger="mutating",
    exits={ExitCode.NOT_FOUND: "No such note", ExitCode.CONFLICT: "It is taken"},
    errors={ExitCode.NOT_FOUND: ["NO_NOTE"]},
    promotes={"held": ExitCode.CONFLICT},
    raises={Busy: ExitCode.CONFLICT},
    scopes=["write"],
    stability="candidate",
    output="raw",
    timeout=5,
    secrets=["count"],
"""


def leave(body, framework, promises="", *, words=(), defaults=DEFAULTS):
    """Run a command of an app with promises of its own, and call it."""
    parts = {"promises": promises, "options": defaults, "before": BEFORE}
    return run(body, framework, words=words, **parts)


def entry(framework, promises=""):
    """What the manifest says of the command."""
    source = program(
        "pass", framework, promises=promises, options=DEFAULTS, before=BEFORE
    )
    ended = suite.run_text(source, "do", "--schema")
    assert 0 == ended.code, ended
    return json.loads(ended.stdout)


@EVERY
def test_an_exception_means_what_the_app_says(framework):
    """A command that declares nothing has the table of the app."""
    assert (12, "UNAVAILABLE") == said(leave("raise Busy('no')", framework))
    assert (5, "NOT_FOUND") == said(leave("raise Gone('no')", framework))


@EVERY
def test_a_command_that_maps_one_exception_keeps_the_others(framework):
    """Tables are merged row by row, and the command's row wins."""
    assert (6, "CONFLICT") == said(leave("raise Busy('no')", framework, OWN))
    assert (5, "NOT_FOUND") == said(leave("raise Gone('no')", framework, OWN))


@EVERY
def test_the_command_wins_over_defaults_which_win_over_the_app(framework):
    """`raises` of adopt() is looked at last: a default is as good as a declaration."""
    both = f"{DEFAULTS}, raises={{Busy: ExitCode.TIMEOUT, KeyError: ExitCode.CONFLICT}}"

    assert (12, "UNAVAILABLE") == said(
        leave("raise Busy('no')", framework, defaults=both)
    )
    assert (6, "CONFLICT") == said(
        leave("raise KeyError('no')", framework, defaults=both)
    )


@EVERY
def test_a_code_that_the_app_declares_is_declared(framework):
    """A command may leave with it, by name or by number, beside its own codes."""
    for promises in ("", OWN):
        assert (79, "HELD") == said(
            leave("fail(HELD, 'it is held')", framework, promises)
        )
        assert (79, "HELD") == said(leave("sys.exit(79)", framework, promises))


@EVERY
def test_a_state_is_promoted_by_the_app_or_by_the_command(framework):
    """The command's own meaning of a state wins."""
    body = "return {'status': 'held'}"

    assert (79, "HELD") == said(leave(body, framework))
    assert (6, "CONFLICT") == said(leave(body, framework, OWN))


@EVERY
def test_danger_is_the_apps_unless_the_command_says_more(framework):
    """What is safe may be repeated after an exception; what writes may not."""
    safe = envelope(leave("raise Busy('no')", framework))["error"]
    body = "raise ConnectionError('no')"
    wrote = envelope(leave(body, framework, 'danger="mutating"'))["error"]

    assert (True, False) == (safe["retryable"], wrote["retryable"])


@EVERY
def test_an_app_that_destroys_is_confirmed(framework):
    """A command may say that it is none of those."""
    app = 'defaults=Contract(danger="destructive")'
    refused = leave("return {}", framework, defaults=app)
    safe = leave("return {}", framework, 'danger="safe"', defaults=app)

    assert (4, "CONFIRMATION_REQUIRED") == said(refused)
    assert (0, {}) == said(safe)


@EVERY
def test_the_time_limit_is_the_apps_unless_the_command_has_one(framework):
    """Half a second for all, and more for one."""
    app = "defaults=Contract(timeout=0.5)"
    body = "time.sleep(1); return {}"

    assert (10, "TIMEOUT") == said(leave(body, framework, defaults=app))
    assert (0, {}) == said(leave(body, framework, "timeout=20", defaults=app))


@EVERY
def test_the_secrets_of_the_app_and_of_the_command_are_hidden(framework):
    """Both lists hold, when a call runs and when it is rejected."""
    body = "return [token, count]"
    words = ["--token", SECRET, "--count", "271828"]
    ran = leave(body, framework, OWN, words=words)
    rejected = leave(body, framework, words=[*words, "--nope", SECRET])

    assert (0, ["***", "***"]) == said(ran)
    assert SECRET not in rejected.stdout + rejected.stderr


@EVERY
def test_the_manifest_shows_defaults(framework):
    """Who reads it need not know where an author wrote a promise."""
    found = entry(framework)

    assert {"0", "1", "3", "4", "5", "10", "12", "79"} == set(found["exit_codes"])
    gone = found["exit_codes"]["5"]
    assert ("It is not there", ["NO_FILE"]) == (gone["description"], gone["errors"])
    assert {"held": 79} == found["promotes"]
    assert ("safe", "prose", 20) == (
        found["danger_level"],
        found["output"],
        found["timeout_seconds"],
    )
    assert (["read"], "stable") == (found["required_scopes"], found["stability"])
    assert found["flags"]["token"]["sensitive"] is True


@EVERY
def test_the_manifest_shows_what_a_command_says_instead(framework):
    """Its own word where it has one, row by row in tables."""
    found = entry(framework, OWN)

    expected = {"0", "1", "2", "3", "4", "5", "6", "10", "79"}
    assert expected == set(found["exit_codes"])
    gone = found["exit_codes"]["5"]
    assert ("No such note", ["NO_NOTE"]) == (gone["description"], gone["errors"])
    assert {"held": 6} == found["promotes"]
    assert ("mutating", "raw", 5) == (
        found["danger_level"],
        found["output"],
        found["timeout_seconds"],
    )
    assert (["write"], "candidate") == (found["required_scopes"], found["stability"])
    flags = found["flags"]
    assert (True, True) == (flags["token"]["sensitive"], flags["count"]["sensitive"])


GROUP = """
import click, exeunt
from exeunt import Contract, ExitCode
@click.group()
@click.option("--token")
@click.pass_context
def app(context, token):
    context.obj = token
    if token == "bad":
        raise KeyError("no such user")
@app.command()
@click.pass_obj
def show(token):
    return [token]
@app.group()
def more():
    pass
exeunt.adopt(app, name="app", defaults=Contract(
    danger="mutating", timeout=5, secrets=["token"],
    raises={KeyError: ExitCode.PERMISSION_DENIED},
))()
"""


def test_defaults_hold_before_a_command_has_begun():
    """A group's callback that raises is a part of the app, too."""
    code, error = suite.error_of(GROUP, "--token", "bad", "show")

    assert (7, "PERMISSION_DENIED") == (code, error["code"])


def test_a_secret_of_the_app_may_be_an_option_of_a_group():
    """The value that the group was given is hidden in what its command says."""
    assert ["***"] == suite.data_of(GROUP, "--token", SECRET, "show")


def test_a_bare_group_promises_nothing():
    """It is no command: it changes nothing, whatever the commands below it do."""
    found = suite.data_of(GROUP, "--schema")["commands"]

    assert ("safe", "mutating") == (
        found["more"]["danger_level"],
        found["show"]["danger_level"],
    )
    assert "timeout_seconds" not in found["more"]
    assert found[""]["flags"]["token"]["sensitive"] is True
