"""Click as its quickstart has it."""

import click


@click.group()
@click.version_option("1.0", prog_name="crew")
def cli():
    """Keep a crew."""


@cli.command()
@click.argument("name")
@click.option("--rank", type=click.Choice(["mate", "cook"]), default="mate")
def hire(name, rank):
    """Hire somebody."""
    click.secho(f"{name} is our {rank}", fg="green")


@cli.command()
def roll():
    """Call the roll."""
    click.echo("nobody")


cli()
