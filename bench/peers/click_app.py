"""explain 11 with click."""

import sys

sys.path.append(sys.argv.pop(1))

import click


@click.group()
def app() -> None:
    """Say what an exit code means."""


@app.command()
@click.argument("code", type=int)
def explain(code: int) -> None:
    """Explain a code."""
    print(code, "RATE_LIMITED")


app()
