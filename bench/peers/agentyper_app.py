"""explain 11 with agentyper, which writes an envelope where stdout is no terminal."""

import sys

sys.path.append(sys.argv.pop(1))

import agentyper

app = agentyper.Agentyper(name="app", version="1.0.0")


@app.command()
def explain(code: int) -> None:
    """Explain a code."""
    agentyper.output({"code": code, "name": "RATE_LIMITED"})


app()
