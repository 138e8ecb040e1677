"""Words → every way out, on Cyclopts."""

# Its name says how each handler ends:
# ruff: noqa: D103

from typing import Annotated

import adopting
import cyclopts
import endings

import exeunt

app = cyclopts.App(name="app", version="1.2.3", help="End in exactly one way.")


def odd(kind, value):  # noqa: ARG001 - as Cyclopts calls it
    """Reject a value that parsed."""
    if value == 13:
        raise ValueError("13 brings bad luck")


@app.command
def typed(
    n: Annotated[int, cyclopts.Parameter(validator=odd)],
    /,
    *,
    side: int | None = None,
):
    """Take a number."""
    return {"n": n, "side": side}


def reject():
    """Reject a parameter as Cyclopts does."""
    raise cyclopts.ValidationError(exception_message="not that one")


@endings.ends(danger="safe")
def rejected_when_safe():
    reject()


@endings.ends(danger="mutating")
def rejected_when_mutating():
    reject()


@endings.ends(danger="mutating")
def rejected_after_effect():
    exeunt.effect("created", 7)
    reject()


for name, handler in endings.HANDLERS.items():
    app.command(handler, name=name)

main = adopting.adopt(app)
if __name__ == "__main__":
    adopting.choose(main, app)
