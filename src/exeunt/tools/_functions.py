"""A method of a toolbox → a plain function for a model: it answers with JSON text.

Every framework takes a text as it is. Of a dict one makes Python's own notation, and
another refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from inspect import cleandoc, signature
from json import dumps
from typing import Any, get_type_hints


def function(method: Callable[..., object]) -> Callable[..., str]:
    """Make a function that is called in a thread."""

    def told(*args: Any, **words: Any) -> str:
        return text(method(*args, **words))

    show_as(told, method)
    return told


def async_function(
    method: Callable[..., Coroutine[Any, Any, object]],
) -> Callable[..., Coroutine[Any, Any, str]]:
    """Make a function that is awaited."""

    async def told(*args: Any, **words: Any) -> str:
        return text(await method(*args, **words))

    show_as(told, method)
    return told


def text(said: object) -> str:
    """Write a result so that every letter costs a model what it costs in a text."""
    written = dumps(said, ensure_ascii=False)
    return written.encode("utf-8", "replace").decode()


def show_as(told: Any, method: Callable[..., object]) -> None:
    """Give a function the name, the text and the types that a framework looks for."""
    types = {**get_type_hints(method), "return": str}
    shape = signature(method)
    told.__name__ = method.__name__
    told.__qualname__ = method.__qualname__
    told.__module__ = method.__module__
    told.__doc__ = cleandoc(method.__doc__ or "")
    told.__annotations__ = types
    told.__signature__ = shape.replace(
        parameters=[
            one.replace(annotation=types[one.name]) for one in shape.parameters.values()
        ],
        return_annotation=str,
    )
