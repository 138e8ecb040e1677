"""A command of any framework → CommandInfo: what the manifest can say of it.

Only discovery loads this; a command that runs is never described.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args, get_origin

from ..record import KW_ONLY, Record, final, made
from ..secrets.names import folded, is_secret_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, Literal, Protocol

    from .contract import Contract

    Wire = Literal["string", "integer", "number", "boolean", "array", "enum"]

    class Listed(Protocol):
        """Whatever has commands: an app of a framework, or an adopted program."""

        def commands(self) -> Iterator[CommandInfo]:
            """List every command."""
            ...


NOTHING = ...  # a parameter without a default; None is a default like any other


@final
class ParamInfo(Record):
    """One option or argument: how it is written, and which values it takes."""

    name: str
    spellings: Sequence[str] = ()  # of an option; an argument has none
    _: KW_ONLY
    type: Wire = "string"
    required: bool = False
    description: str = ""
    default: Any = NOTHING
    computed: bool = False  # its default is made when it is called
    enum_values: Sequence[str] = ()
    ignore_case: bool = False  # those words are taken in any case
    items: Wire | None = None  # of an array
    nargs: int | str = 1  # values in one place: a number, or ?, * and + as in argparse
    multiple: bool = False  # the option itself may be repeated
    negatives: Sequence[str] = ()
    env: Sequence[str] = ()
    # minimum, maximum, format: as in JSON Schema
    limits: dict[str, Any] = made(default_factory=dict[str, object])
    hidden: bool = False
    sensitive: bool = False

    def _check(self) -> None:
        self._put(
            spellings=tuple(self.spellings),
            description=" ".join(self.description.split()),
            enum_values=tuple(self.enum_values),
            negatives=tuple(self.negatives),
            env=tuple(self.env),
        )

    def takes_value(self) -> bool:
        """Tell whether a word after the option belongs to it."""
        return self.type != "boolean"

    def is_secret(self, secrets: Iterable[str], public: Iterable[str]) -> bool:
        """Tell whether it is a secret: by what is declared, or by its name."""
        own = {folded(name) for name in (self.name, *self.spellings)}
        if self.sensitive or own.intersection(map(folded, secrets)):
            return True
        text = (self.items or self.type) == "string" and "format" not in self.limits
        declared = not own.isdisjoint(map(folded, public))
        return text and not declared and any(map(is_secret_name, own))


class Later(Sequence[ParamInfo]):
    """Parameters that are described when they are first looked at."""

    def __init__(self, describe: Callable[[], Iterable[ParamInfo]]) -> None:
        self.describe = describe
        self.found: tuple[ParamInfo, ...] | None = None

    def known(self) -> tuple[ParamInfo, ...]:
        """Return them, described once."""
        if self.found is None:
            self.found = tuple(self.describe())
        return self.found

    def __getitem__(self, place: Any) -> Any:
        found: Any = self.known()
        return found[place]

    def __len__(self) -> int:
        return len(self.known())


@final
class CommandInfo(Record):
    """One command or group of a program, with all that a caller must know."""

    path: str
    contract: Contract
    _: KW_ONLY
    description: str = ""
    aliases: Sequence[str] = ()
    hidden: bool = False
    flags: Sequence[ParamInfo] = ()
    arguments: Sequence[ParamInfo] = ()
    handler: Callable[..., Any] | None = None
    group: bool = False  # has subcommands; its options stand before their names
    exits_by_number: bool = False  # a returned number is the exit code

    def _check(self) -> None:
        self._put(
            aliases=tuple(self.aliases),
            flags=kept(self.flags),
            arguments=kept(self.arguments),
        )


def kept(params: Sequence[ParamInfo]) -> Sequence[ParamInfo]:
    """Keep parameters from being changed, and from being described too early."""
    return params if isinstance(params, Later) else tuple(params)


def first_sentence(text: str | None) -> str:
    """Return the first paragraph of a help text, as one line."""
    paragraph = (text or "").replace("\b", "").strip().partition("\n\n")[0]
    return " ".join(paragraph.split())


def long_name(spellings: Iterable[str]) -> str:
    """Name an option by its first long form, without the dashes."""
    known = list(spellings)
    longest = next((s for s in known if s.startswith("--")), known[0])
    return longest.lstrip("-")


def wire_type(kind: object) -> Wire:
    """Name the type that a parameter's converter makes: int, float, bool or text."""
    if not isinstance(kind, type):
        return "string"
    if issubclass(kind, bool):
        return "boolean"
    if issubclass(kind, int):
        return "integer"
    return "number" if issubclass(kind, float) else "string"


def format_of(kind: object) -> dict[str, Any]:
    """Return the format of text that becomes a UUID, a moment or a path."""
    names = {
        ("uuid", "UUID"): "uuid",
        ("datetime", "datetime"): "date-time",
        ("datetime", "date"): "date",
        ("pathlib", "PurePath"): "path",
        ("pathlib._local", "PurePath"): "path",  # where Python 3.13 keeps it
    }
    for base in getattr(kind, "__mro__", ()):
        found = names.get((base.__module__, base.__qualname__))
        if found:
            return {"format": found}
    return {}


def bare(hint: Any) -> Any:
    """Return a type without `| None` and Annotated."""
    if hasattr(hint, "__metadata__"):
        return bare(get_args(hint)[0])
    members = [kind for kind in get_args(hint) if kind is not type(None)]
    is_union = type(None) in get_args(hint) and len(members) == 1
    return bare(members[0]) if is_union else hint


def element(hint: Any) -> Any:
    """Return the type of a container's items, or the type itself."""
    origin = get_origin(hint)
    if not isinstance(origin, type) or not issubclass(
        origin, (list, tuple, set, frozenset)
    ):
        return hint
    members = {kind for kind in get_args(hint) if kind is not Ellipsis}
    return bare(members.pop()) if len(members) == 1 else str
