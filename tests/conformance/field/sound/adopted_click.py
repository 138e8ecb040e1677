"""A Click program, adopted."""

import click
import exeunt
from exeunt import ExitCode

CREW = {"ann": "mate", "bob": "cook"}


@click.group()
@click.version_option("1.0", prog_name="crew")
def app():
    """Keep a crew."""


@app.command()
@click.argument("name")
@exeunt.contract(danger="safe", exits={ExitCode.NOT_FOUND: "Nobody of that name"})
def rank(name: str) -> dict[str, str]:
    """Tell somebody's rank."""
    return {"name": name, "rank": CREW[name]}


@app.command()
@exeunt.contract(danger="safe")
def roll() -> list[str]:
    """Call the roll."""
    return sorted(CREW)


main = exeunt.adopt(app, name="crew", raises={KeyError: ExitCode.NOT_FOUND})

if __name__ == "__main__":
    main()
