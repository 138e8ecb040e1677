"""explain 11 with cyclopts."""

import sys

sys.path.append(sys.argv.pop(1))

import cyclopts

app = cyclopts.App()


@app.command
def explain(code: int) -> None:
    """Explain a code."""
    print(code, "RATE_LIMITED")


app()
