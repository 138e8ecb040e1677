"""`exits` of adopt() → the dialect of a program that keeps its own numbers."""

from __future__ import annotations

from ..dialects.kept import NAME
from ..errors import DeclarationError
from .boundary import DIALECT

KEEP = "keep"


def dialect_for(exits: str, dialect: str) -> str:
    """Return the dialect that keeps numbers; refuse what would change them again."""
    if exits != KEEP:
        msg = f"exits={exits!r} is not how a program may treat its own numbers"
        fix = 'pass exits="keep", or declare codes: defaults=exeunt.Contract(exits=…)'
        raise DeclarationError(msg, fix=fix)
    if dialect not in {DIALECT, NAME}:
        msg = f'exits="keep" and dialect={dialect!r} say numbers in two ways'
        raise DeclarationError(msg, fix="leave one of them out")
    return NAME
