"""What differs → Change: where, what, how stable it was, and why that matters.

One literal table of all there is to notice. `stated` is what holon says of its levels
of stability, `derived` what follows from what a caller may rely on; `says` completes a
sentence that begins with the surface, for a changelog.
"""

from __future__ import annotations

from json import dumps

from ..record import Record, final
from .levels import BECAUSE, level_of, strictest, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from .levels import Kind, Level, Verdict
    from .model import Fields

LONG = 48  # characters of a value that are shown


class Word(str):
    """A text that a sentence shows as it is: a name, and no value."""

    __slots__ = ()


NOTHING = Word()


@final
class Rule(Record):
    """One row: what kind of change it is, by whose word, and how it is said."""

    kind: Kind
    source: str
    says: str
    because: str
    every: bool = False  # each call is rejected, those of the commands below it, too


B: Kind = "breaking"
H: Kind = "behavioural"
N: Kind = "notice"
A: Kind = "additive"
X: Kind = "not_contract"

RULES: dict[str, Rule] = {
    # -- the program
    "dialect_changed": Rule(B, "derived: exit code, a condition moves",
        "speaks {new} instead of {old}", "the same number means something else"),
    "signal_changed": Rule(B, "derived: exit code, a condition moves",
        "ends with {new} after {name}, and did with {old}",
        "callers that look for it take it for another end"),
    "format_changed": Rule(X, "stated: manifest format version",
        "has a manifest of format {new} instead of {old}", "the commands are the same"),
    # -- commands
    "command_added": Rule(A, "stated: command added", "is new", "nobody calls it yet"),
    "command_removed": Rule(B, "stated: command removed",
        "is gone", "calls to it are rejected"),
    "command_renamed": Rule(A, "stated: renamed, old name kept as an alias",
        "is now called {new}, and the old name still works", "no call has to change"),
    "command_replaced": Rule(B, "stated: renamed without alias",
        "is now called {new}, and the old name is gone", "calls to it are rejected"),
    "command_redirected": Rule(B, "derived: 0 becomes non-zero",
        "has moved to {new}", "calls to it end with a redirect and do nothing"),
    "command_became_group": Rule(B, "stated: a leaf turned into a group",
        "now needs a subcommand", "calls without one are rejected"),
    "command_hidden": Rule(X, "stated: help text",
        "is no longer listed in the help", "it works as before"),
    "command_shown": Rule(X, "stated: help text",
        "is listed in the help", "it works as before"),
    "alias_added": Rule(A, "stated: aliases are preferred",
        "is also called {new}", "no call has to change"),
    "alias_removed": Rule(B, "derived: alias removed",
        "is no longer called {old}", "calls by that name are rejected"),
    "alias_moved": Rule(B, "derived: alias removed",
        "is no longer called {old}, which is another command now",
        "calls by that name do something else"),
    "former_name_added": Rule(A, "stated: aliases are preferred",
        "is found under its former name {new}", "such calls were rejected before"),
    "former_name_removed": Rule(B, "derived: alias removed",
        "is no longer found under its former name {old}",
        "callers are not told where it went"),
    "former_name_changed": Rule(N, "derived: alias",
        "has another promise for its former name {old}",
        "callers remember the new name, or no longer do"),
    # -- what a command promises
    "danger_raised": Rule(B, "derived: effects none to partial",
        "is {new}, and was {old}", "callers that took it for harmless are wrong"),
    "danger_lowered": Rule(A, "derived: effects partial to none",
        "is {new}, and was {old}", "it does less harm than callers expect"),
    "stability_weakened": Rule(B, "derived: stability label weakened",
        "is {new}, and was {old}", "it promises less than callers rely on"),
    "stability_raised": Rule(A, "derived: stability label raised",
        "is {new}, and was {old}", "it promises more"),
    "stability_said": Rule(N, "derived: stability label",
        "is {new}, and nothing was said before", "callers know what to rely on"),
    "deprecated": Rule(A, "stated: a deprecation names its replacement",
        "is deprecated; use {new} instead", "it still works"),
    "deprecated_without_replacement": Rule(N,
        "stated: a deprecation names its replacement",
        "is deprecated", "it still works, but nothing says what replaces it"),
    "deprecation_withdrawn": Rule(N, "derived: stability label raised",
        "is no longer deprecated", "it promises more"),
    "scope_added": Rule(B, "derived: constraint added",
        "needs the permission {new}", "callers that do not have it are refused"),
    "scope_removed": Rule(A, "derived: constraint relaxed",
        "no longer needs the permission {old}", "more callers may call it"),
    "timeout_shortened": Rule(H, "derived: default changed",
        "has {new} seconds, and had {old}", "what took longer is now cut off"),
    "timeout_lengthened": Rule(N, "derived: default changed",
        "has {new} seconds, and had {old}", "callers may have to wait longer"),
    "requirement_added": Rule(B, "derived: conflicts or requires added",
        "has a new condition, {new}", "calls that do not meet it are rejected"),
    "requirement_removed": Rule(A, "derived: constraint relaxed",
        "has a condition less, {old}", "more calls are taken"),
    # -- options and arguments
    "option_added": Rule(A, "stated: optional flag added",
        "is new", "no call has to pass it"),
    "required_option_added": Rule(B, "derived: required flag added",
        "is new and required", "calls without it are rejected",
        every=True),
    "option_removed": Rule(B, "derived: flag removed",
        "is gone", "calls that pass it are rejected"),
    "option_renamed": Rule(A, "stated: renamed, old name kept as an alias",
        "is now called {new}, and the old name still works", "no call has to change"),
    "spelling_added": Rule(A, "stated: aliases are preferred",
        "may be written {new}", "no call has to change"),
    "spelling_removed": Rule(B, "derived: short name removed",
        "may no longer be written {old}", "calls that write it so are rejected"),
    "spelling_moved": Rule(B, "derived: short name reassigned",
        "may no longer be written {old}, which is now {new}",
        "calls that write it so do something else"),
    "argument_added": Rule(A, "derived: optional positional added",
        "is new", "no call has to pass it"),
    "required_argument_added": Rule(B, "derived: required positional added",
        "is new and required", "calls without it are rejected",
        every=True),
    "argument_inserted": Rule(B, "derived: positional reordered",
        "is new and stands before others", "the values of a call get other places",
        every=True),
    "argument_removed": Rule(B, "derived: positional removed",
        "is gone", "calls that pass it are rejected"),
    "argument_renamed": Rule(X, "stated: help text",
        "is now called {new}", "a call has no place for its name"),
    "arguments_reordered": Rule(B, "derived: positional reordered",
        "takes {new} in this order, and took {old}",
        "the values of a call get other places"),
    "now_required": Rule(B, "derived: optional to required",
        "is required", "calls without it are rejected",
        every=True),
    "now_optional": Rule(A, "derived: required to optional",
        "may be left out", "calls that pass it go on to work"),
    "type_narrowed": Rule(B, "derived: value type narrowed",
        "takes {new}, and took {old}", "values that were good are rejected"),
    "type_widened": Rule(A, "derived: value type widened",
        "takes {new}, and took {old}", "all values that were good still are"),
    "choice_added": Rule(A, "derived: allowed value added",
        "also takes {new}", "all values that were good still are"),
    "choice_removed": Rule(B, "derived: allowed value removed",
        "no longer takes {old}", "calls with that value are rejected"),
    "case_matters": Rule(B, "derived: value type narrowed",
        "takes its words in their own case alone",
        "calls with another case are rejected"),
    "case_ignored": Rule(A, "derived: value type widened",
        "takes its words in any case", "all words that were good still are"),
    "count_narrowed": Rule(B, "derived: arity narrowed",
        "takes {new} values, and took {old}", "calls with another count are rejected"),
    "count_widened": Rule(A, "derived: constraint relaxed",
        "takes {new} values, and took {old}", "all counts that were good still are"),
    "no_longer_repeatable": Rule(B, "derived: arity narrowed",
        "may be given once", "calls that repeat it are rejected, or lose values"),
    "now_repeatable": Rule(A, "derived: constraint relaxed",
        "may be repeated", "no call has to change"),
    "default_changed": Rule(H, "derived: default changed",
        "has another default, {new} instead of {old}",
        "calls without it do something else"),
    "default_added": Rule(H, "derived: default changed",
        "has a default, {new}", "calls without it do something else"),
    "default_removed": Rule(H, "derived: default changed",
        "has no default any more, and had {old}", "calls without it do something else"),
    "variable_added": Rule(H, "derived: environment variable newly read",
        "is read from the variable {new}",
        "where that is set already, calls do something else"),
    "variable_removed": Rule(B, "derived: environment variable no longer read",
        "is no longer read from the variable {old}", "whoever sets it is not heard"),
    "limit_tightened": Rule(B, "derived: value type narrowed",
        "has {name} {new}, and had {old}", "values that were good are rejected"),
    "limit_relaxed": Rule(A, "derived: value type widened",
        "has {name} {new}, and had {old}", "all values that were good still are"),
    "secrecy_changed": Rule(N, "derived: default changed",
        "is a secret: {new}, and was: {old}", "it is shown, or hidden, otherwise"),
    # -- exit codes
    "exit_added": Rule(N, "derived: new code declared",
        "is new, {new}", "callers that know all codes meet another"),
    "exit_removed": Rule(B, "derived: code removed from a command",
        "is gone, {old}", "callers that wait for it never see it"),
    "exit_moved": Rule(B, "derived: a condition moves to another code",
        "is now {new}", "the same condition ends with another number"),
    "exit_renamed": Rule(B, "derived: a condition moves to another code",
        "means {new} instead of {old}", "the same number means something else"),
    "no_longer_retryable": Rule(B, "derived: retryable true to false",
        "is no longer retryable", "a caller's retry is no longer safe"),
    "now_retryable": Rule(A, "derived: retryable false to true",
        "is retryable", "callers may do more"),
    "effects_raised": Rule(B, "derived: effects none to partial",
        "has effects {new}, and had {old}", "a caller's retry is no longer safe"),
    "effects_lowered": Rule(A, "derived: effects partial to none",
        "has effects {new}, and had {old}", "callers may do more"),
    "error_added": Rule(A, "stated: error code added",
        "has a new error code, {new}", "callers fall back on the number"),
    "error_removed": Rule(B, "stated: error codes are unchanged",
        "no longer has the error code {old}", "callers that wait for it never see it"),
    "state_promoted": Rule(B, "stated: business state promoted to non-zero",
        "ends with {new} at the state {name}", "what was a success is a failure"),
    "state_demoted": Rule(B, "derived: non-zero becomes 0",
        "no longer ends with {old} at the state {name}",
        "what was a failure is a success"),
    "state_moved": Rule(B, "derived: a condition moves to another code",
        "ends with {new} instead of {old} at the state {name}",
        "the same condition ends with another number"),
    # -- output
    "output_changed": Rule(B, "derived: data moves, or text on stdout",
        "prints {new}, and printed {old}", "readers cannot parse it"),
    "output_promised": Rule(A, "derived: prose is no contract",
        "prints {new}, and printed {old}", "nobody was to parse it before"),
    "mode_added": Rule(A, "derived: optional flag added",
        "also prints {new}", "nobody asks for it yet"),
    "mode_removed": Rule(B, "derived: allowed value removed",
        "no longer prints {old}", "callers that ask for it are rejected"),
    "shape_promised": Rule(A, "derived: optional field added",
        "says what its data looks like", "it promises more"),
    "shape_withdrawn": Rule(B, "derived: field removed",
        "no longer says what its data looks like", "it promises less"),
    "field_added": Rule(A, "stated: optional field added",
        "is new", "readers pass over what they do not know"),
    "field_removed": Rule(B, "stated: field removed", "is gone", "readers miss it"),
    "field_now_optional": Rule(B, "derived: required to optional",
        "may be left out", "readers miss it"),
    "field_now_required": Rule(A, "derived: optional to required",
        "is always there", "readers lose nothing"),
    "field_retyped": Rule(B, "stated: field retyped",
        "may be {new}, and was {old}", "readers cannot use it"),
    "field_narrowed": Rule(A, "derived: value type narrowed",
        "is {new}, and might be {old}", "readers know all that may come"),
    "value_added": Rule(B, "stated: enum values changed",
        "may be {new}", "readers that know all values meet another"),
    "value_removed": Rule(B, "stated: enum value removed",
        "is never {old}", "readers that wait for it never see it"),
    "places_changed": Rule(B, "stated: field retyped",
        "has {new} places, and had {old}", "readers count them"),
    "bounds_changed": Rule(N, "derived: value type",
        "has {name} {new}, and had {old}", "readers may meet values they did not"),
    # -- no contract
    "text_changed": Rule(X, "stated: help text and prose",
        "has another {name}", "nobody may depend on words"),
    "help_changed": Rule(X, "stated: help text and prose",
        "is hidden in the help: {new}, and was: {old}", "it works as before"),
    "unknown_changed": Rule(X, "derived: not in the contract",
        "has another {name}", "exeunt does not know that field"),
}  # fmt: skip


@final
class Change(Record):
    """One change, judged."""

    verdict: Verdict
    path: str
    change: str
    level: Level
    why: str
    line: str  # for a changelog

    def as_dict(self) -> dict[str, str]:
        """Return the fields in their names on the wire."""
        return {
            "path": self.path,
            "change": self.change,
            "level": self.level,
            "why": self.why,
        }


@final
class Below(Record):
    """The commands below a group: each is called through it."""

    name: str  # how many they are, and whose
    levels: tuple[Level, ...]


class Surface:
    """A part of a contract, with its level before the change; notes what differs."""

    __slots__ = ("below", "found", "level", "name", "path")

    def __init__(
        self,
        found: list[Change],
        path: str,
        name: str,
        level: Level,
        below: Below | None = None,
    ) -> None:
        self.found: list[Change] = found
        self.path: str = path
        self.name: str = name  # as a sentence would begin
        self.level: Level = level
        self.below: Below | None = below  # of a group, and of what stands before it

    def at(self, path: str, name: str, before: Fields | None = None) -> Surface:
        """Return a part of this surface, at its own level if it has one."""
        level = level_of(before.text("stability") if before else None, self.level)
        return Surface(self.found, f"{self.path}/{path}", name, level, self.below)

    def note(
        self, change: str, old: object = NOTHING, new: object = NOTHING, name: str = ""
    ) -> None:
        """Note a change of this surface by its row in the table."""
        rule, level = RULES[change], self.level
        says = rule.says.format(old=shown(old), new=shown(new), name=name)
        if rule.every and self.below is not None:
            says += f", for {self.below.name}"
            level = strictest((level, *self.below.levels), rule.kind)
        judged = verdict(rule.kind, level)
        because = BECAUSE.get((rule.kind, level), rule.because)
        self.found.append(
            Change(
                judged,
                self.path,
                change,
                level,
                f"{says}: {because}",
                f"{self.name[:1].upper()}{self.name[1:]} {says}.",
            )
        )

    def moved(self, old: object, new: object, up: str, down: str) -> None:
        """Note a step on a scale, upwards or downwards."""
        if old != new:
            self.note(up if rank(old) < rank(new) else down, Word(old), Word(new))


def shown(value: object) -> str:
    """Write a value for a sentence, on one line and not too long."""
    text = str(value) if isinstance(value, Word) else written(value)
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def written(value: object) -> str:
    """Write a value as JSON, the same for the same."""
    return dumps(value, sort_keys=True)


def same(old: object, new: object) -> bool:
    """Tell whether two values are the same in JSON; NaN is, and true is not 1."""
    alike = isinstance(old, bool) is isinstance(new, bool)
    return (alike and old == new) or written(old) == written(new)


def compare_listed(  # noqa: PLR0913 - a list on both sides, and two rules
    place: Surface, old: Fields, new: Fields, name: str, added: str, removed: str
) -> None:
    """Compare two lists of names, whatever their order."""
    was, now = (dict.fromkeys(side.texts(name)) for side in (old, new))
    for item in was:
        if item not in now:
            place.at(f"{name}/{item}", place.name).note(removed, Word(item))
    for item in now:
        if item not in was:
            place.at(f"{name}/{item}", place.name).note(added, new=Word(item))


def compare_unknown(
    place: Surface, old: Fields, new: Fields, known: Collection[str]
) -> None:
    """Note what differs that is no field of a manifest."""
    for name in dict.fromkeys((*old.raw, *new.raw)):
        if name not in known and not same(old.raw.get(name), new.raw.get(name)):
            place.at(name, place.name).note("unknown_changed", name=name)


SCALE = {
    "safe": 0, "mutating": 1, "destructive": 2,
    "none": 0, "partial": 1, "complete": 2, "unknown": 3,
}  # fmt: skip


def rank(word: object) -> int:
    """Place a word on its scale; one that is not known is the worst."""
    return SCALE.get(word, len(SCALE)) if isinstance(word, str) else len(SCALE)
