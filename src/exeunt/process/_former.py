"""What a request was called by, `line` and `answers` → today's, for a release more."""

from __future__ import annotations

from warnings import warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMER = ("line", "answers")


def renamed(words: Any, options: Any) -> tuple[Any, Any]:
    """Return the words and options as they are written today, and say which are old."""
    today: Any = {name: given for name, given in options.items() if name not in FORMER}
    for name in FORMER:
        if name in options:
            new = "shell=" if name == "line" else "inputs= and secrets="
            warn(f"{name}= is now {new}", DeprecationWarning, stacklevel=3)
    if options.get("line") is not None:
        words, today["shell"] = None, options["line"]
    if "answers" in options:
        answers = list(options["answers"])
        today["inputs"] = [text for text, _ in answers] or None
        hidden = [text for text, secret in answers if secret]
        today["secrets"] = [*today.get("secrets", ()), *hidden]
    return words, today
