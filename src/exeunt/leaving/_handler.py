"""A handler and its arguments → what it returned: execution begins here."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ._contract import Contract
    from ._run import Run


def call_handler(  # noqa: PLR0913 - a handler, its contract, its call and its arguments
    handler: Callable[..., Any],
    path: str,
    declared: Contract,
    run: Run,
    words: Sequence[Any],
    params: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
) -> Any:
    """Call a handler as its framework would; an async one is awaited."""
    run.begin(path, declared, params)
    value = handler(*words, **(options or {}))
    if hasattr(value, "__await__"):
        import asyncio  # noqa: PLC0415 - 45 ms, only for an async handler

        return asyncio.run(awaited(value))
    return value


async def awaited(value: Any) -> Any:
    """Await anything awaitable."""
    return await value
