"""An argparse action whose values become others → the words that are typed for them.

Only discovery loads this. A type is called where a member of an enum is to be had from
a word, and nowhere else: what makes such a member does nothing more.
"""

from __future__ import annotations

from enum import Enum

from ._describe import word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FOLDING = (str.lower, str.upper, str.casefold)


def choices(action: Any) -> dict[str, Any] | None:
    """Return what an action takes, each by its word; None, if it takes any text."""
    among: Any = action.choices
    if among is None and is_closed(action.type):
        among = list(action.type)
    if among is None:
        return None
    found: dict[str, Any] = {}
    for choice in among:
        said = typed(action, choice) if isinstance(choice, Enum) else str(choice)
        if said is not None:
            found[said] = choice
    return found


def is_closed(kind: object) -> bool:
    """Tell whether a type is an enum that takes its members' values and no others."""
    if not isinstance(kind, type) or not issubclass(kind, Enum):
        return False
    own = [base for base in kind.__mro__ if base is not Enum]
    return not any("_missing_" in vars(base) for base in own)


def typed(action: Any, member: Enum) -> str | None:
    """Return the word that is typed for a member of an enum, if there is one."""
    said = (member.value, member.name, str(member), member.name.lower())
    words = [str(one) for one in said if isinstance(one, str | int)]
    return next((word for word in words if makes(action, word, member)), None)


def makes(action: Any, word: str, choice: object) -> bool:
    """Tell whether a word becomes a choice by the type of an action."""
    convert = action.type or str
    try:
        return bool(convert(word) == choice)
    except Exception:  # noqa: BLE001 - an author's own; a word that it refuses is none
        return False


def any_case(action: Any, taken: Mapping[str, Any]) -> bool:
    """Tell whether words are taken in any case."""
    folds = action.type in FOLDING or any(isinstance(c, Enum) for c in taken.values())
    return (
        bool(taken)
        and folds
        and all(
            makes(action, other, choice)
            for word, choice in taken.items()
            for other in (word.lower(), word.upper())
        )
    )


def default_word(action: Any, member: Enum) -> Any:
    """Return the word that is typed for a default, or nothing where none can be."""
    said = typed(action, member)
    known = choices(action)
    if said is not None and (known is None or said in known):
        return said
    return word_of(member, known or ())
