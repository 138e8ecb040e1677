"""One command that returns data, with click: as it is, or adopted by exeunt."""

import sys

sys.path.append(sys.argv.pop(1))
ADOPTED = sys.argv.pop(1) == "adopted"

import click  # noqa: E402 - from where the first argument says


@click.group()
def app() -> None:
    """Say what an exit code means."""


@app.command()
@click.argument("code", type=int)
def explain(code: int) -> None:
    """Explain a code."""
    print(f'{{"code": {code}, "name": "RATE_LIMITED"}}')


if ADOPTED:
    import exeunt

    exeunt.adopt(app)()
app()
