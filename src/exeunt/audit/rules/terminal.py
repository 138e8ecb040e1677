"""Calls at a terminal, and beside one → colours, pagers, questions, codes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .._call import Seen, texts_in
from ..rule import ENVELOPED, Audit, Rule, even_if_ended_by_us
from .plain import ends, piped

ESCAPE = re.compile("\x1b")
PIPED = {"bad-flag-aside": "bad-flag", "help-aside": "help"}
# Colour alone: NO_COLOR leaves bold and underlined text as it is.
COLOUR = re.compile(r"\x1b\[(?:\d+[;:])*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:[;:]\d*)*m")


def has_no_escapes(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that escape sequences went into a pipe."""
    return first_of(ESCAPE, everything(seen))


def everything(seen: Seen) -> list[tuple[str, str]]:
    """List all that a call wrote, and each text in its document, with its place."""
    both = [("on stdout", seen.stdout), ("on stderr", seen.stderr)]
    return [*both, *(("in a text", said) for said in texts_in(seen))]


def first_of(pattern: re.Pattern[str], texts: Iterable[tuple[str, str]]) -> str:
    """Say in which text a pattern is found first, and what begins there."""
    for name, text in texts:
        found = pattern.search(text)
        if found:
            return f"{name}: {text[found.start() :][:12]!r}"
    return ""


def has_no_colour(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that there is colour where none is wanted."""
    found = COLOUR.search(seen.stdout)
    return f"colour: {found[0]!r}" if found else ""


def is_plain_text(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a terminal that knows no sequences gets some."""
    found = ESCAPE.search(seen.stdout)
    return f"{seen.stdout[found.start() :][:12]!r}" if found else ""


def same_at_terminal(seen: Seen, audit: Audit) -> str:
    """Say that a terminal changes the code."""
    piped = audit.find("bad-flag")
    if piped is None or piped.code in {seen.code, *audit.strange}:
        return ""
    return f"{seen.code} at a terminal, {piped.code} in a pipe"


def asks_each_stream(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that one stream was coloured because the other is a terminal."""
    name = "stderr" if seen.probe.streams == "stderr-aside" else "stdout"
    text = seen.stderr if name == "stderr" else seen.stdout
    return first_of(ESCAPE, [(f"on {name}", text)])


def plain_in_pipes(seen: Seen, audit: Audit) -> bool:
    """Look at programs that colour nothing where neither stream is a terminal."""
    piped = audit.find(PIPED[seen.probe.kind])
    return seen.ended and piped is not None and not has_no_escapes(piped, audit)


def prompts(seen: Seen, audit: Audit) -> str:
    """Say that a call has asked a question without a terminal to answer at."""
    both = (seen.stdout, seen.stderr)
    asked = [text for text in both if text.strip() and not text.endswith("\n")]
    found = ends(seen, audit)
    return f"{found}, after {asked[0][-40:]!r}" if found and asked else ""


def needs_no_input(seen: Seen, audit: Audit) -> bool:
    """Look at commands that succeed with nothing to read; others want something."""
    first = audit.find("run", seen.probe.path)
    return first is not None and first.code == 0


def has_asked(seen: Seen, audit: Audit) -> bool:
    """Look at calls that ended, or that wait and would have ended without a terminal.

    A program that waits and writes nothing may be a filter, and right to do so.
    """
    alike = [
        other
        for other in audit.seen
        if other.probe == seen.probe.replace(kind="fixture-text", streams="", level=1)
    ]
    return seen.ended or (any(s.ended for s in alike) and bool(prompts(seen, audit)))


NO_RUN = "no safe command can be called without a value"

TERMINAL = (
    Rule(
        "no-escapes", "F-007", level=1, mode=8,
        expected="no escape sequence goes into a pipe, nor into a text of the envelope",
        judge=has_no_escapes, applies=piped,
        fix="ask isatty() of each stream before you colour it",
    ),
    Rule(
        "each-stream", "F-008", level=3, mode=8,
        expected="one stream is not coloured because the other is a terminal",
        judge=asks_each_stream, kinds=tuple(PIPED), applies=plain_in_pipes,
        needs="it writes escape sequences into pipes anyway",
        fix="ask isatty() of the stream that you write to",
    ),
    Rule(
        "no-color", "F-008", level=2, mode=8,
        expected="NO_COLOR means no colour, at a terminal too",
        judge=has_no_colour, kinds=("help-terminal",),
        fix="leave colour out when NO_COLOR is set",
    ),
    Rule(
        "dumb-terminal", "F-008", level=3, mode=8,
        expected="TERM=dumb means no escape sequence",
        judge=is_plain_text, kinds=("help-dumb",),
        fix="leave colour out when TERM is dumb",
    ),
    Rule(
        "no-pager", "F-046", level=2, mode=10,
        expected="at a terminal, --help ends without a key being pressed",
        judge=ends, kinds=("help-terminal", "help-dumb"), applies=even_if_ended_by_us,
        fix="honour PAGER=cat, and ask or read nothing before the page is shown",
    ),
    Rule(
        "no-prompt", "F-009", level=2, mode=10,
        expected="no call asks where there is no terminal",
        judge=prompts, kinds=("fixture-open",), applies=has_asked,
        needs="no [[code]] in exeunt-check.toml ends while its stdin is held open",
        fix="where stdin is no terminal, fail and name the option that answers",
    ),
    Rule(
        "run-terminal", "F-046", level=2, mode=10,
        expected="at a terminal, a safe command ends without a key being pressed",
        judge=ends, kinds=("run-terminal",), applies=even_if_ended_by_us,
        dialects=ENVELOPED, needs=NO_RUN,
        fix="honour PAGER=cat, and ask nothing that an option could answer",
    ),
    Rule(
        "run-open", "F-047", level=2, mode=50,
        expected="a safe command ends, though stdin stays open and silent",
        judge=ends, kinds=("run-open",), applies=needs_no_input,
        dialects=ENVELOPED, needs=NO_RUN,
        fix="read stdin only where an option says so, or declare stdin_input",
    ),
    Rule(
        "same-at-terminal", "M6", level=1, mode=1,
        expected="the code is the same at a terminal and in a pipe",
        judge=same_at_terminal, kinds=("bad-flag-terminal",),
        fix="choose the code before you choose how to show it",
    ),
)  # fmt: skip
