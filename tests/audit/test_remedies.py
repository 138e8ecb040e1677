"""The code that a finding proposes mends the program that it is proposed for."""

import subprocess
import sys
from shutil import which
from textwrap import dedent, indent

import pytest

from auditing import ended, rules
from exeunt.audit._remedies import remedies
from exeunt.audit.check import check
from exeunt.audit.finding import Verdict
from exeunt.audit.fixtures import Fixture, Fixtures

# A program with a place for the code, and what stands there while it is wrong.
IMPORTS = "import os, re, signal, sys, time\n"
CLICK = """
    import click, exeunt
    {usage}
    {pipe}
    {terminate}
    @click.group()
    {version}
    def cli():
        "Notes."
    @cli.command()
    def boom():
        try:
            raise ValueError("no such note")
        except ValueError as error:
            {trace}
    @cli.command()
    def slow():
        click.echo("ready", err=True)
        time.sleep(60)
    @cli.command()
    def show():
        text = "\\x1b[1mrope\\x1b[0m"
        {colour}
    {end}
"""
TYPER = """
    import exeunt, typer, typer.main
    {usage}
    {pipe}
    {terminate}
    app = typer.Typer(pretty_exceptions_enable=False)
    {version}
    @app.command()
    def boom():
        try:
            raise ValueError("no such note")
        except ValueError as error:
            {trace}
    @app.command()
    def slow():
        typer.echo("ready", err=True)
        time.sleep(60)
    @app.command()
    def show():
        text = "\\x1b[1mrope\\x1b[0m"
        {colour}
    {end}
"""
CYCLOPTS = """
    import cyclopts, exeunt
    from cyclopts import App
    from rich.console import Console
    {pipe}
    {terminate}
    {app}
    @app.command
    def boom():
        try:
            raise ValueError("no such note")
        except ValueError as error:
            {trace}
    @app.command
    def slow():
        print("ready", flush=True)
        time.sleep(60)
    {end}
"""
ARGPARSE = """
    import argparse
    def clean_up(): pass
    {pipe}
    {terminate}
    {usage}
    parser = Parser()
    {version}
    parser.add_argument("command", choices=["boom", "slow", "show"])
    def main():
        given = parser.parse_args()
        if given.command == "boom":
            try:
                raise ValueError("no such note")
            except ValueError as error:
                {trace}
        if given.command == "slow":
            print("ready", flush=True)
            time.sleep(60)
        text = "\\x1b[1mrope\\x1b[0m"
        {colour}
        print(text)
    try:
        main()
    {end}
"""
IGNORE = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))"
WRONG = {
    "click": {"colour": "print(text)", "trace": "raise", "end": "cli()"},
    "typer": {"colour": "print(text)", "trace": "raise", "end": "app()"},
    "cyclopts": {
        "app": "app = App(console=Console(force_terminal=True))",
        "trace": "raise",
        "end": "app()",
    },
    "argparse": {
        "usage": "Parser = argparse.ArgumentParser",
        "trace": "raise",
        "end": "except KeyboardInterrupt:\n    sys.exit(1)",
    },
}
TEXTS = {"click": CLICK, "typer": TYPER, "cyclopts": CYCLOPTS, "argparse": ARGPARSE}
# Rule → where its code goes; and what else must be wrong for it to be needed.
PLACES = {
    "arg-error": "usage",
    "no-escapes": "colour",
    "version": "version",
    "reader-gone": "pipe",
    "no-trace": "trace",
    "interrupt": "end",
    "terminate": "terminate",
}
# What these do right without being told; what is adopted sees to SIGTERM.
BY_THEMSELVES = {
    ("version", "cyclopts"),
    ("interrupt", "cyclopts"),
    ("interrupt", "typer"),
    ("terminate", "click"),
    ("terminate", "cyclopts"),
    ("terminate", "typer"),
}
CASES = [
    (rule, framework)
    for rule in PLACES
    for framework in TEXTS
    if (rule, framework) not in BY_THEMSELVES
]


def program(framework, place="", code=""):
    """Write a program, with some code in one place and its mistakes in the others."""
    if framework == "cyclopts":
        place = {"usage": "end", "colour": "app"}.get(place, place)
    lines = []
    parts = {**WRONG[framework], **({place: code} if place else {})}
    for line in dedent(TEXTS[framework]).splitlines():
        name = line.strip().strip("{}")
        if not line.strip().startswith("{"):
            lines.append(line)
        elif name in parts:
            lines.append(indent(parts[name], line[: len(line) - len(line.lstrip())]))
    return IMPORTS + "\n".join(lines) + "\n"


# What can be checked together: rules of those who promise something, since who promises
# nothing may exit 1; rules about some calls; rules about all calls, whichever are made.
PROMISED = {"arg-error", "reader-gone"}
GROUPS = [PROMISED, {"version", "interrupt", "terminate"}, {"no-escapes", "no-trace"}]


def audit(path, checked):
    """Check some rules of a program, which either promises a contract or does not."""
    calls = [Fixture([name], code=code) for name, code in (("boom", 1), ("show", 0))]
    slow = Fixture(["slow"], ready="ready")
    given = Fixtures(calls, slow, limit=30)
    dialect = "agent-spec" if checked <= PROMISED else None
    words = [sys.executable, str(path)]
    return ended(check(words, only=checked, fixtures=given, dialect=dialect, jobs=3))


@pytest.mark.parametrize(
    ("framework", "checked"),
    [
        pytest.param(framework, checked, id=" ".join([framework, *sorted(checked)]))
        for framework in TEXTS
        for group in GROUPS
        if (checked := {rule for rule in group if (rule, framework) in CASES})
    ],
)
def test_without_the_code_each_mistake_is_found(tmp_path, framework, checked):
    """There is something to mend."""
    extra = {"place": "terminate", "code": IGNORE} if "terminate" in checked else {}
    wrong = tmp_path / "wrong.py"
    wrong.write_text(program(framework, **extra), encoding="utf-8")

    assert checked == rules(audit(wrong, checked))


@pytest.mark.parametrize(("rule", "framework"), CASES)
def test_what_is_likely_mends_the_program(tmp_path, rule, framework):
    """The rule is verified with the code that is proposed."""
    mended = tmp_path / "mended.py"
    code = remedies()[rule][framework]
    mended.write_text(program(framework, PLACES[rule], code), encoding="utf-8")

    assert {rule} == rules(audit(mended, {rule}), Verdict.VERIFIED)


def snippets(framework):
    """Return every piece of code for a framework."""
    found = {rule: codes.get(framework) for rule, codes in remedies().items()}
    return sorted({code for code in found.values() if code})


@pytest.mark.skipif(which("gofmt") is None, reason="there is no gofmt")
@pytest.mark.parametrize("code", snippets("cobra"))
def test_code_for_cobra_is_go(code):
    """What is proposed can be parsed."""
    text = f"package main\n\nfunc f() {{\n{code}\n}}\n"
    done = subprocess.run(
        ["gofmt"], input=text, text=True, capture_output=True, check=False
    )

    assert "" == done.stderr


@pytest.mark.skipif(which("rustfmt") is None, reason="there is no rustfmt")
@pytest.mark.parametrize("code", snippets("clap"))
def test_code_for_clap_is_rust(code):
    """What is proposed can be parsed."""
    whole = code.startswith("fn ")
    inside = f"{code}\nstruct Cli;" if code.startswith("#") else f"fn f() {{ {code} }}"
    done = subprocess.run(
        ["rustfmt", "--edition", "2021", "--emit", "stdout"],
        input=code if whole else inside,
        text=True,
        capture_output=True,
        check=False,
    )

    assert 0 == done.returncode, done.stderr
