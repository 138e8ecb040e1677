"""An adopted program whose handler leaves a process behind."""

import subprocess

import click
import exeunt


@click.group()
@click.version_option("1.0", prog_name="cache")
def app():
    """Keep a cache."""


@app.command()
@exeunt.contract(danger="safe")
def stats() -> dict[str, int]:
    """Tell how full it is."""
    subprocess.Popen(
        ["sleep", "120"], start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return {"entries": 3}


main = exeunt.adopt(app, name="cache")

if __name__ == "__main__":
    main()
