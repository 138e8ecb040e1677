"""Words → every way out, on Typer."""

# Its name says how each handler ends:
# ruff: noqa: D103

from typing import Annotated

import adopting
import endings
import typer

import exeunt

app = typer.Typer()


def show_version(value: bool):
    """Print the version, as Typer's own documentation does it."""
    if value:
        print("app 1.2.3")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True)
    ] = False,
):
    """End in exactly one way."""


def odd(value: int):
    """Reject a value that parsed."""
    if value == 13:
        raise typer.BadParameter("13 brings bad luck")
    return value


@app.command()
def typed(
    n: Annotated[int, typer.Argument(callback=odd)],
    side: int | None = None,
):
    """Take a number."""
    return {"n": n, "side": side}


@endings.ends(danger="safe")
def rejected_when_safe():
    raise typer.BadParameter("not that one")


@endings.ends(danger="mutating")
def rejected_when_mutating():
    raise typer.BadParameter("not that one")


@endings.ends(danger="mutating")
def rejected_after_effect():
    exeunt.effect("created", 7)
    raise typer.BadParameter("not that one")


@endings.ends()
def framework_exit_zero():
    print("hello")
    raise typer.Exit


@endings.ends()
def framework_exit():
    raise typer.Exit(9)


@endings.ends(exits={endings.LOCKED: endings.HELD})
def framework_exit_declared():
    raise typer.Exit(79)


@endings.ends()
def abort():
    raise typer.Abort


@endings.ends()
def framework_error():
    raise click_exception("no such luck")


def click_exception(message):
    """Make an error of the Click that this Typer is made of."""
    kind = next(k for k in typer.BadParameter.__mro__ if k.__name__ == "ClickException")
    return kind(message)


for name, handler in endings.HANDLERS.items():
    app.command(name)(handler)

main = adopting.adopt(app)
if __name__ == "__main__":
    adopting.choose(main, lambda: app(prog_name="app"))
