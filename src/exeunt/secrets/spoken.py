"""A record → which of its fields the command itself has spoken, as they are shown."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def spoken(said: dict[str, Any], *, unmask: bool) -> dict[str, Any]:
    """Return what the command itself has said, to be shown, and where that is.

    Keys and random text are told in words; how the command ended was read before.
    """
    waiting: dict[str, Any] | None = said["waiting"]
    texts = {name: said[name] for name in ("stdout", "stderr", "screen") if said[name]}
    if waiting is not None and waiting["prompt"]:
        texts["waiting.prompt"] = waiting["prompt"]
    count = 0
    if texts and not unmask:
        from .mask import masked  # when something is said

        for name, text in texts.items():
            texts[name], found = masked(text)
            count += found
    untrusted = list(texts)
    if waiting is not None:
        prompt = texts.pop("waiting.prompt", waiting["prompt"])
        texts["waiting"] = {**waiting, "prompt": prompt}
    return {**texts, "masked": count, "untrusted": untrusted}
