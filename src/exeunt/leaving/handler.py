"""A handler and its arguments → its contract, its call, and what it returned.

Execution begins here. How it may fail is `classify`'s, loaded when it has.
"""

from __future__ import annotations

from ..model.done import Done, NotModified, Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeGuard, TypeVar, Unpack

    from ..errors import ExeuntError
    from ..manifest.contract import Contract, Promises
    from ..model.outcome import Failed, Outcome
    from .run import Run

    F = TypeVar("F")

MARK = "__exeunt_contract__"  # where a function or a command carries its contract


def contract(**promises: Unpack[Promises]) -> Callable[[F], F]:
    """Declare what a command promises, as Contract() takes it: a decorator."""
    from ..manifest.contract import Contract  # for who declares something

    declared = Contract(**promises)

    def attach(handler: F) -> F:
        setattr(handler, MARK, declared)
        return handler

    return attach


def contract_of(*carriers: object) -> Contract | None:
    """Return the contract of a command: on it, on its handler, or under decorators."""
    for carrier in carriers:
        seen = carrier
        while seen is not None:
            found = getattr(seen, MARK, None)
            if found is not None:
                from ..manifest.contract import Contract

                if isinstance(found, Contract):
                    return found
            seen = getattr(seen, "__wrapped__", None) or getattr(seen, "func", None)
    return None


def call_handler(  # noqa: PLR0913 - a handler, its contract, its call and its arguments
    handler: Callable[..., Any],
    path: str,
    declared: Contract | None,
    run: Run,
    words: Sequence[Any],
    params: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
) -> Any:
    """Call a handler as its framework would; an async one is awaited."""
    enter(path, declared, run, params)
    try:
        return called(handler, *words, **(options or {}))
    finally:
        run.make_room()


def enter(
    path: str, declared: Contract | None, run: Run, params: Mapping[str, Any]
) -> None:
    """Begin execution with a command."""
    run.reach(path, declared, params)
    if run.may_confide():
        from ._confided import confide  # few calls have any secrets

        confide(run)
    run.begin()


def called(handler: Callable[..., Any], *words: Any, **options: Any) -> Any:
    """Call a handler; an async one is awaited."""
    value = handler(*words, **options)
    if hasattr(value, "__await__"):
        import asyncio  # 45 ms, only for an async handler

        return asyncio.run(awaited(value))
    return value


async def awaited(value: Any) -> Any:
    """Await anything awaitable."""
    return await value


def from_return(value: object, run: Run) -> Outcome[Any]:
    """Make an outcome of what a handler returned."""
    if isinstance(value, NotModified):
        return Done(not_modified=True, warnings=run.warnings)
    if isinstance(value, Page):
        return Done(
            value.items,
            warnings=run.warnings,
            truncated=value.cursor is not None,
            cursor=value.cursor,
            extra=value.extra,
        )
    if run.declared is not None and run.declared.promotes:
        from .classify import promotion  # few promote anything

        promoted = promotion(value, run)
        if promoted is not None:
            return promoted
    return Done(value, warnings=run.warnings)


def from_exit(value: object, run: Run) -> Outcome[Any]:
    """Make an outcome of sys.exit(value), ctx.exit(value) and their like."""
    if value is None or (isinstance(value, int) and not value):  # an IntEnum's, too
        return from_return(None, run)
    from .classify import from_value  # on the way to an error

    return from_value(value, run) or from_return(None, run)


def has_failed(outcome: Outcome[Any] | None) -> TypeGuard[Failed]:
    """Tell whether an outcome is a failure, whose class a success does not load."""
    return outcome is not None and not isinstance(outcome, Done)


def instead(run: Run) -> Callable[[ExeuntError], Failed]:
    """Return what is said of a result that cannot be."""

    def unsaid(error: ExeuntError) -> Failed:
        from .classify import unsaid  # on the way to an error

        return unsaid(error, run)

    return unsaid


def unkept(error: Exception, run: Run) -> Failed:
    """Return what is said if there was no room for what was printed."""
    from ._unsaid import known  # on the way to an error

    return instead(run)(known(error))


def is_cut_off(outcome: Outcome[Any], run: Run) -> bool:
    """Tell whether nothing went wrong but that the reader had seen enough."""
    closed = has_failed(outcome) and outcome.error.code == "OUTPUT_CLOSED"
    return closed and not run.effects
