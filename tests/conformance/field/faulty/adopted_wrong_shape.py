"""An adopted program that returns what its annotation does not say."""

import exeunt
import typer
from typing import TypedDict

app = typer.Typer(help="Weigh things.")


class Weight(TypedDict):
    """What the manifest promises."""

    grams: int


@app.command()
@exeunt.contract(danger="safe")
def weigh() -> Weight:
    """Weigh the thing on the scale."""
    return {"grams": "12 g"}  # type: ignore[typeddict-item]


@app.command()
@exeunt.contract(danger="safe")
def tare() -> Weight:
    """Weigh nothing."""
    return {"grams": 0}


main = exeunt.adopt(app, name="scale", version="1.0")

if __name__ == "__main__":
    main()
