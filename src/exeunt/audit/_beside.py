"""The name of a file in this room → its text, from a checkout or from a wheel."""

from __future__ import annotations


def text_of(name: str) -> str:
    """Read a file of this room: a table, or a part of the page."""
    from importlib.resources import files  # 20 ms, when one is needed

    return files("exeunt.audit").joinpath(name).read_text(encoding="utf-8")
