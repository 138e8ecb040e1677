"""Cyclopts as its tutorial has it."""

import cyclopts

app = cyclopts.App(name="knot", version="1.0", help="Tie knots.")


@app.command
def tie(kind: str, *, loops: int = 1) -> None:
    """Tie a knot."""
    print(f"{kind} with {loops} loops")


@app.command
def kinds() -> None:
    """Every kind."""
    print("bowline")


app()
