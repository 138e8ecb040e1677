"""What a model was told without a door, and with one → what is not as it must be."""

import re
from collections.abc import Sequence

from .scripts import Script
from .shown import Told

OURS = "exeunt: "
MOST = 40  # tokens of our line
PER_TOKEN = 4  # bytes


def tokens(text: str) -> int:
    """How many tokens a text costs: four bytes each, or a word each if that is more.

    A rule that needs no model's table; for English it counts rather too many.
    """
    return max(-(-len(text.encode()) // PER_TOKEN), len(text.split()))


def parted(text: str) -> tuple[str, list[str]]:
    """A text without what is ours at its end, and our lines.

    Behind an output that does not end its line ours stands in that line: whoever
    writes to a pipe cannot know how far another stream has come.
    """
    lines = text.rstrip("\n").split("\n")
    ours: list[str] = []
    while lines and lines[-1].startswith(OURS):
        ours.insert(0, lines.pop())
    if lines and not ours and OURS in lines[-1]:
        lines[-1], _, line = lines[-1].partition(OURS)
        ours = [OURS + line]
    return "\n".join(lines), ours


def faults(
    script: Script, door: str, before: Sequence[Told], after: Sequence[Told]
) -> list[str]:
    """What a door has changed that it must not, step by step.

    `door` is its name, or that of an agent and the door's.
    """
    if {door, door.rsplit(maxsplit=1)[-1]} & set(script.differs):
        return []
    found: list[str] = []
    if door.rsplit(maxsplit=1)[-1] in script.told and not parted(after[-1].text)[1]:
        found.append(f"no line of ours at the end of {after[-1].text[-300:]!r}")
    for number, (was, now) in enumerate(zip(before, after, strict=True), 1):
        step = f"step {number}" if len(before) > 1 else "the call"
        found += [f"{step}: {what}" for what in differences(script, was, now)]
    return found


def differences(script: Script, was: Told, now: Told) -> list[str]:
    """The same of one step."""
    found: list[str] = []
    if (was.code, was.error) != (now.code, now.error):
        ended = f"{was.code} (error: {was.error})"
        found.append(f"told as {now.code} (error: {now.error}), it was {ended}")
    text, ours = parted(now.text)
    before = parted(was.text)[0]
    if script.adds:
        text, before = re.sub(script.adds, "", text), re.sub(script.adds, "", before)
    if text.rstrip("\n") != before.rstrip("\n"):
        found.append(f"the output is {now.text[-300:]!r}, it was {was.text[-300:]!r}")
    succeeded = was.code == 0 and not script.hidden
    if succeeded and (ours or now.text != was.text):
        found.append(f"a success is not byte for byte the same: {now.text[-300:]!r}")
    if len(ours) > 1:
        found.append(f"{len(ours)} lines of ours: {ours}")
    found += [
        f"our line has {tokens(line)} tokens, at most {MOST}: {line}"
        for line in ours
        if tokens(line) > MOST
    ]
    if now.text.count(OURS) - was.text.count(OURS) != len(ours):
        found.append(f"a line of ours is not at the end: {now.text[-300:]!r}")
    return found
