"""explain 11 with typer."""

import sys

sys.path.append(sys.argv.pop(1))

import typer

app = typer.Typer()


@app.callback()
def group() -> None:
    """Say what an exit code means."""


@app.command()
def explain(code: int) -> None:
    """Explain a code."""
    print(code, "RATE_LIMITED")


app()
