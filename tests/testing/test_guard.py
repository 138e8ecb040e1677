"""An exit that a command did not declare → a failure, in dev and test mode."""

import os
import subprocess
import sys

import pytest

import exeunt
from exeunt import ExitCode, contract
from exeunt.testing import UndeclaredExit, invoke

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
declares = contract(exits={ExitCode.NOT_FOUND: "gone"})


def by_click(number):
    """The exit of Click."""
    import click

    raise click.exceptions.Exit(number)


def by_typer(number):
    """The exit of Typer."""
    import typer

    raise typer.Exit(number)


def by_raising(number):
    """The exit that all others are made of."""
    raise SystemExit(number)


@pytest.mark.clause("E49")
@pytest.mark.parametrize("mode", ["json", "text"])
@pytest.mark.parametrize("leave", [sys.exit, by_raising])
def test_an_undeclared_number_is_a_failure(build, leave, mode):
    """The message names the command, the number, what is declared, and the fix."""

    @declares
    def deploy():
        """Deploy."""
        leave(9)

    with pytest.raises(UndeclaredExit) as caught:
        invoke(build(deploy=deploy), ["deploy"], mode=mode)

    assert "deploy" == caught.value.command
    assert (ExitCode.SUCCESS, ExitCode.NOT_FOUND) == caught.value.declared
    assert (
        "deploy ended with 9; it declares SUCCESS (0), NOT_FOUND (5); "
        "if PAYMENT_REQUIRED is meant, declare it and call "
        "exeunt.fail(ExitCode.PAYMENT_REQUIRED, message)"
    ) == str(caught.value)


@pytest.mark.clause("E49")
@pytest.mark.parametrize(
    ("build", "leave"),
    [("click", by_click), ("typer", by_typer)],
    indirect=["build"],
)
def test_an_undeclared_number_in_a_frameworks_own_exit_is_a_failure(build, leave):
    """click.exceptions.Exit and typer.Exit are no way around."""

    @declares
    def deploy():
        """Deploy."""
        leave(7)

    with pytest.raises(UndeclaredExit, match="deploy ended with 7"):
        invoke(build(deploy=deploy), ["deploy"])


def test_a_declared_number_is_none(build):
    """A number that the command declares is its code."""

    @declares
    def deploy():
        """Deploy."""
        sys.exit(5)

    assert ExitCode.NOT_FOUND is invoke(build(deploy=deploy), ["deploy"]).outcome.code


@pytest.mark.clause("E49")
def test_an_undeclared_name_is_a_failure(build):
    """A command that declares its codes ends with no other one, named or not."""

    @declares
    def deploy():
        """Deploy."""
        exeunt.fail(ExitCode.CONFLICT, "locked")

    with pytest.raises(UndeclaredExit, match=r"CONFLICT; .*exits={ExitCode.CONFLICT"):
        invoke(build(deploy=deploy), ["deploy"])


def test_a_command_that_declares_nothing_may_use_every_name(build):
    """Adopting an app is possible before anything is declared."""

    def deploy():
        """Deploy."""
        exeunt.fail(ExitCode.CONFLICT, "locked")

    assert 6 == invoke(build(deploy=deploy), ["deploy"]).code


@contract(
    danger="destructive", timeout=60, exits={ExitCode.NOT_FOUND: "gone"}, errors={}
)
def ours(how: str):
    """End in ways that exeunt itself answers for."""
    if how == "effect":
        exeunt.effect("created", 1)
        exeunt.fail(ExitCode.NOT_FOUND, "the second one is gone")
    raise RuntimeError(how)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["effect", "--yes"], ExitCode.PARTIAL_FAILURE),
        (["bug", "--yes"], ExitCode.GENERAL_ERROR),
        (["unconfirmed"], ExitCode.PRECONDITION),
        ([], ExitCode.ARG_ERROR),
    ],
)
def test_what_exeunt_itself_decides_need_not_be_declared(build, words, code):
    """A bug, a rejected call, a missing confirmation and a late failure are no news."""
    left = invoke(build(ours=ours), ["ours", *words])

    assert code is left.outcome.code


@pytest.mark.clause("E49")
@pytest.mark.parametrize("number", [0, 5, 9])
@pytest.mark.parametrize("words", [[], ["--output", "json"]])
def test_a_hard_exit_is_a_failure_whatever_its_number(build, number, words):
    """os._exit() leaves no envelope, so nothing that is declared can be true of it."""

    @declares
    def deploy():
        """Deploy."""
        os._exit(number)

    hard = os._exit
    with pytest.raises(
        UndeclaredExit, match=rf"deploy ended with os._exit\({number}\)"
    ):
        invoke(build(deploy=deploy), ["deploy", *words])

    assert hard is os._exit


def test_a_hard_exit_cannot_be_swallowed(build):
    """In production nothing would have come after it."""

    def deploy():
        """Deploy."""
        try:
            os._exit(9)
        except BaseException:  # noqa: BLE001 - as a careless handler does
            return {}

    with pytest.raises(UndeclaredExit, match=r"os\._exit"):
        invoke(build(deploy=deploy), ["deploy"])


@posix
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # xdist has threads
def test_a_forked_child_ends_as_it_likes(build):
    """The guard is the parent's alone."""

    def deploy():
        """Deploy."""
        child = os.fork()
        if not child:
            os._exit(9)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    left = invoke(build(deploy=lambda: {"child": deploy()}), ["deploy"])

    assert {"child": 9} == left.envelope["data"]


APP = """
import argparse, os, sys, exeunt
def deploy(namespace):
    {exit}
parser = argparse.ArgumentParser(prog="app")
parser.add_subparsers().add_parser("deploy").set_defaults(func=deploy)
exeunt.adopt(parser, name="app")(["deploy", "--output", "json"])
"""


@pytest.mark.clause("E49")
@pytest.mark.parametrize("leave", ["sys.exit(9)", "os._exit(9)"])
@pytest.mark.parametrize(
    ("options", "env"), [(["-X", "dev"], {}), ([], {"EXEUNT_DEV": "1"})]
)
def test_a_program_in_dev_mode_says_it_aloud(options, env, leave):
    """Under -X dev or EXEUNT_DEV=1 stderr names command, number and declared codes."""
    ended = run_app(leave, options, env)

    assert 1 == ended.returncode
    assert '"UNDECLARED_EXIT"' in ended.stdout
    assert "UndeclaredExit: deploy ended with " in ended.stderr
    assert "9" in ended.stderr.partition("ended with")[2]
    assert "it declares SUCCESS (0)" in ended.stderr


def test_a_program_in_production_says_it_in_the_envelope_alone():
    """An undeclared number is GENERAL_ERROR with UNDECLARED_EXIT, and no more."""
    ended = run_app("sys.exit(9)", [], {})

    assert (1, "") == (ended.returncode, ended.stderr)
    assert '"UNDECLARED_EXIT"' in ended.stdout


def run_app(leave, options, env):
    """Run a program that leaves in one way, in an interpreter with these options."""
    clean = {name: value for name, value in os.environ.items() if name != "EXEUNT_DEV"}
    return subprocess.run(
        [sys.executable, *options, "-c", APP.format(exit=leave)],
        env={**clean, **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.clause("E49")
@pytest.mark.parametrize("build", ["cyclopts", "argparse"], indirect=True)
def test_an_undeclared_number_that_is_returned_is_a_failure(build):
    """Where the framework means an exit code by it, `return 7` is no way around."""

    @declares
    def deploy():
        """Deploy."""
        return 7

    with pytest.raises(UndeclaredExit, match="deploy ended with 7"):
        invoke(build(deploy=deploy), ["deploy"])
