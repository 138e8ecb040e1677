"""Handlers → the same small app in each framework."""

import argparse
import functools
import inspect

import pytest

from exeunt import adopt


def in_click(commands):
    """A Click group."""
    import click

    return click.Group(
        "app",
        commands={
            name: click.Command(
                name,
                callback=handler,
                params=[click.Argument([word]) for word in words_of(handler)],
            )
            for name, handler in commands.items()
        },
    )


def in_typer(commands):
    """A Typer app; a callback keeps one command from becoming the app itself."""
    import typer

    app = typer.Typer(callback=lambda: None)
    for name, handler in commands.items():
        app.command(name)(handler)
    return app


def in_cyclopts(commands):
    """A Cyclopts app."""
    import cyclopts

    app = cyclopts.App(name="app")
    for name, handler in commands.items():
        app.command(handler, name=name)
    return app


def in_argparse(commands):
    """A parser whose subparsers name handlers, which take the namespace."""
    parser = argparse.ArgumentParser(prog="app")
    below = parser.add_subparsers()
    for name, handler in commands.items():
        command = below.add_parser(name)
        for word in words_of(handler):
            command.add_argument(word)
        command.set_defaults(func=with_namespace(handler))
    return parser


def with_namespace(handler):
    """A handler as argparse programs write them."""

    @functools.wraps(handler)
    def call(namespace):
        return handler(*(getattr(namespace, word) for word in words_of(handler)))

    return call


def words_of(handler):
    """The names of a handler's arguments."""
    return list(inspect.signature(handler).parameters)


FRAMEWORKS = {
    "click": in_click,
    "typer": in_typer,
    "cyclopts": in_cyclopts,
    "argparse": in_argparse,
}


@pytest.fixture(params=FRAMEWORKS)
def build(request):
    """Adopt an app that has the handlers, by name, as its commands."""
    framework = FRAMEWORKS[request.param]

    def make(adopting=None, **handlers):
        commands = {name.replace("_", "-"): one for name, one in handlers.items()}
        return adopt(framework(commands), name="app", **(adopting or {}))

    return make
