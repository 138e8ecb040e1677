"""A Typer program, adopted."""

import exeunt
import typer
from exeunt import ExitCode

app = typer.Typer(help="Tell the tides.")
HIGH = {"dover": 11, "brest": 4}


@app.command()
@exeunt.contract(danger="safe", exits={ExitCode.NOT_FOUND: "No such port"})
def high(port: str, days: int = 1) -> dict[str, int]:
    """When is high water?"""
    if port not in HIGH:
        exeunt.fail(ExitCode.NOT_FOUND, "no such port", code="NO_SUCH_PORT")
    return {"hour": (HIGH[port] + days) % 24}


@app.command()
@exeunt.contract(danger="safe")
def ports() -> list[str]:
    """Every port."""
    return sorted(HIGH)


main = exeunt.adopt(app, name="tide", version="1.0")

if __name__ == "__main__":
    main()
