"""Words → every way out, on Click."""

# Its name says how each handler ends:
# ruff: noqa: D103

import adopting
import click
import endings

import exeunt


@click.group()
@click.version_option("1.2.3", prog_name="app")
def app():
    """End in exactly one way."""


def odd(context, param, value):  # noqa: ARG001 - as Click calls it
    """Reject a value that parsed."""
    if value == 13:
        raise click.BadParameter("13 brings bad luck")
    return value


@app.command()
@click.argument("n", type=int, callback=odd)
@click.option("--side", type=int)
def typed(n, side):
    """Take a number."""
    return {"n": n, "side": side}


@endings.ends(danger="safe")
def rejected_when_safe():
    raise click.BadParameter("not that one")


@endings.ends(danger="mutating")
def rejected_when_mutating():
    raise click.BadParameter("not that one")


@endings.ends(danger="mutating")
def rejected_after_effect():
    exeunt.effect("created", 7)
    raise click.BadParameter("not that one")


@endings.ends()
def framework_exit_zero():
    print("hello")
    click.get_current_context().exit()


@endings.ends()
def framework_exit():
    raise click.exceptions.Exit(9)


@endings.ends(exits={endings.LOCKED: endings.HELD})
def framework_exit_declared():
    click.get_current_context().exit(79)


@endings.ends()
def abort():
    raise click.Abort


@endings.ends()
def framework_error():
    raise click.ClickException("no such luck")


for name, handler in endings.HANDLERS.items():
    app.command(name)(handler)

main = adopting.adopt(app)
if __name__ == "__main__":
    adopting.choose(main, lambda: app(prog_name="app"))
