"""One command that returns data, with cyclopts: as it is, or adopted by exeunt."""

import sys

sys.path.append(sys.argv.pop(1))
ADOPTED = sys.argv.pop(1) == "adopted"

import cyclopts  # noqa: E402 - from where the first argument says

app = cyclopts.App()


@app.command
def explain(code: int) -> None:
    """Explain a code."""
    print(f'{{"code": {code}, "name": "RATE_LIMITED"}}')


if ADOPTED:
    import exeunt

    exeunt.adopt(app)()
app()
