"""Typer as its tutorial has it."""

from typing import Annotated

import typer

app = typer.Typer()


def version(wanted: bool) -> None:
    """Print the version."""
    if wanted:
        typer.echo("tide 1.0")
        raise typer.Exit


@app.callback()
def main(
    show: Annotated[bool, typer.Option("--version", callback=version)] = False,
) -> None:
    """Tell the tides."""


@app.command()
def high(port: str, day: int = 1) -> None:
    """When is high water?"""
    typer.echo(f"{port}: {day * 7 % 24}:00")


@app.command()
def ports() -> None:
    """Every port."""
    typer.echo("Dover")


app()
