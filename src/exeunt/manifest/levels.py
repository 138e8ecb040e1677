"""A kind of change, at a level of stability → its verdict, and the version it asks for.

The level is that of the surface before the change: what was only tried out may change,
what nobody was to rely on is no contract.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal

    Kind = Literal["breaking", "behavioural", "notice", "additive", "not_contract"]
    Verdict = Literal["breaking", "behavioural", "additive", "not_contract"]
    Level = Literal[
        "stable", "candidate", "experimental", "internal", "deprecated", "unlisted"
    ]
    Semver = Literal["major", "minor", "patch", "none"]

UNLISTED: Level = "unlisted"  # nothing is said of it, so callers may rely on it
LEVELS: tuple[Level, ...] = (
    "stable", "candidate", "experimental", "internal", "deprecated", UNLISTED,
)  # fmt: skip
# From the strongest promise to none; saying nothing is worth more than a warning.
WEAKER: tuple[Level, ...] = (
    "stable", "candidate", UNLISTED, "experimental", "internal",
)  # fmt: skip
VERDICTS: tuple[Verdict, ...] = ("breaking", "behavioural", "additive", "not_contract")
# Kind → the verdict at each of LEVELS. A notice matters to a caller that has a list
# of all answers; it is never more than a change of behaviour.
TABLE: dict[Kind, tuple[Verdict, ...]] = {
    "breaking": (
        "breaking", "breaking", "behavioural", "not_contract", "breaking", "breaking",
    ),
    "behavioural": (
        "breaking", "behavioural", "behavioural", "not_contract", "breaking",
        "breaking",
    ),
    "notice": (
        "behavioural", "behavioural", "behavioural", "not_contract", "behavioural",
        "behavioural",
    ),
    "additive": (
        "additive", "additive", "additive", "not_contract", "breaking", "additive",
    ),
    "not_contract": (
        "not_contract", "not_contract", "not_contract", "not_contract",
        "not_contract", "not_contract",
    ),
}  # fmt: skip
# Why the verdict is another one than the kind; what is unlisted has its own reason.
BECAUSE: dict[tuple[Kind, Level], str] = {
    ("breaking", "experimental"): "it is experimental, so it may change",
    ("breaking", "internal"): "it is internal, so nobody was to rely on it",
    ("behavioural", "stable"): "it is stable, so it may not behave otherwise",
    ("behavioural", "internal"): "it is internal, so nobody was to rely on it",
    ("behavioural", "deprecated"): "it is deprecated, and is to be left as it is",
    ("notice", "internal"): "it is internal, so nobody was to rely on it",
    ("additive", "internal"): "it is internal, so nobody was to rely on it",
    ("additive", "deprecated"): "it is deprecated, and nothing is to be added to it",
}
STEPS: dict[Verdict, Semver] = {
    "breaking": "major",
    "behavioural": "minor",
    "additive": "minor",
    "not_contract": "patch",
}
ORDER: tuple[Semver, ...] = ("none", "patch", "minor", "major")


def verdict(kind: Kind, level: Level) -> Verdict:
    """Look up what a kind of change is at a level."""
    return TABLE[kind][LEVELS.index(level)]


def strictest(levels: Iterable[Level], kind: Kind) -> Level:
    """Return the first level at which a kind of change is worst."""
    return min(levels, key=lambda level: VERDICTS.index(verdict(kind, level)))


def level_of(said: object, otherwise: Level) -> Level:
    """Return the level that a surface says it has, or that of what it belongs to."""
    for level in LEVELS:
        if level == said:
            return level
    return otherwise


def step(found: Iterable[Verdict], version: object) -> Semver:
    """Return the part of the version that must grow; before 1.0 a break is minor."""
    asked: Semver = ORDER[max((ORDER.index(STEPS[one]) for one in found), default=0)]
    young = isinstance(version, str) and version.lstrip("v").partition(".")[0] == "0"
    return "minor" if asked == "major" and young else asked
