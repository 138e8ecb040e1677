"""`exeunt session` → commands that go on by themselves: started, answered, ended."""

from __future__ import annotations

from ...errors import InputError, unknown
from ...model.codes import ExitCode
from ...model.outcome import Done
from ...sessions.session import Session
from .._paint import visible
from ..verbs import BUSY, COMMON, GONE, LATE, UNFIT, Call, Command, Option
from ..verbs import parse as sort_plainly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...model.outcome import Outcome
    from ...sessions.state import Reply, SessionState
    from .._paint import Paint

    Data = dict[str, Any]

TAKEN = {ExitCode.CONFLICT: "Another session has the name"}
# What comes after `exeunt session`: its words, and what it does.
VERBS = {
    "start": ("[options] COMMAND...", "start a command at a terminal, and return"),
    "list": ("", "the sessions that run, and those that have ended"),
    "send": ("NAME LINE...", "type lines when they are wanted; show the reply"),
    "keys": ("NAME KEY...", "press keys at once: q, enter, ctrl-c, escape, down"),
    "read": ("NAME", "the output from an offset on"),
    "wait": ("NAME", "until the command asks something, or has ended"),
    "screen": ("NAME", "what its terminal shows"),
    "stop": ("NAME", "end the command and its whole tree"),
}
TIME = ("--timeout", "TIME", "how long to wait for it")
OPTIONS: dict[str, tuple[tuple[str, str | None, str], ...]] = {
    "send": (
        ("--secret", None, "only where it is not echoed; never shown"),
        ("--stdin", None, "the lines come from stdin: not in the process list"),
        ("--no-enter", None, "without the key at the end of a line"),
        ("--no-wait", None, "return as soon as it is typed"),
        TIME,
    ),
    "keys": (("--no-wait", None, "return at once"), TIME),
    "read": (
        ("--offset", "BYTES", "where to begin; 0"),
        ("--limit", "BYTES", "of output; 65536"),
        ("--stream", "NAME", "stdout, or stderr of a command without a terminal"),
        ("--raw", None, "with escape sequences"),
    ),
    "wait": (
        ("--end", None, "for its end alone"),
        ("--text", "TEXT", "for this in its output"),
        ("--offset", "BYTES", "of that text, at least; 0"),
        TIME,
    ),
    "screen": (("--size", "COLSxROWS", "change it first; the command is told"),),
    "stop": (("--now", None, "without patience"),),
}
BRIEF = ("session", "status", "exit_code", "signal", "waiting")
FAR = 20  # digits that no size has
LONG = 40  # characters of a command in a list


def sort(command: Command, words: Sequence[str]) -> Call:
    """Sort the words; those after `start` are sorted as for `exeunt run`."""
    verb = next((word for word in words if not word.startswith("-")), None)
    if verb != "start":
        return sort_plainly(command, words)
    from ..run._call import TEXT, UsageError, parse  # to start only

    at = words.index(verb)
    rest = [*words[:at], *words[at + 1 :]]
    given: dict[str, list[str]] = {}
    try:
        parse(list(rest), given, "session start")
    except UsageError as error:
        raise InputError(error.message, fix=error.fix) from None
    options: dict[str, str | bool] = {
        name: True for name in ("--json", "--help") if name in given
    }
    if TEXT in given:
        options["--output"] = "text"
    return Call(options, ("start", *rest))


def run(call: Call) -> Outcome[Data]:
    """Do what the first word says."""
    verb, *words = call.words
    if verb not in VERBS:
        raise unknown(verb, "command", VERBS)
    if verb == "start":
        from ._start import start  # forks

        return Done(start(words).as_dict())
    allowed = {name for name, _, _ in OPTIONS.get(verb, ())}
    strange = call.options.keys() - allowed - {option.name for option in COMMON}
    if strange:
        raise unknown(min(strange), "option", sorted(allowed))
    if verb == "list":
        return Done({"sessions": [brief(state) for state in Session.list()]})
    if not words:
        msg = f"exeunt session {verb} needs the name of a session"
        raise InputError(msg, fix="exeunt session list names them")
    name, *rest = words
    if rest and verb not in {"send", "keys"}:
        msg = f"{rest[0]!r} is one argument too many"
        raise InputError(msg, fix=f"write exeunt session {verb} {VERBS[verb][0]}")
    return RUN[verb](Session(name), rest, call)


def send(session: Session, lines: list[str], call: Call) -> Outcome[Data]:
    """Type lines."""
    if "--stdin" in call.options:
        from .._input import read_bytes  # for what is piped in

        lines += read_bytes("-").decode("utf-8", "surrogateescape").splitlines()
    if not lines:
        msg = "nothing is given to type"
        raise InputError(msg, fix="write exeunt session send NAME LINE; '' is enter")
    reply = session.send(
        *lines,
        secret="--secret" in call.options,
        enter="--no-enter" not in call.options,
        wait="--no-wait" not in call.options,
        **limit(call),
    )
    return replied(reply)


def keys(session: Session, names: list[str], call: Call) -> Outcome[Data]:
    """Press keys."""
    if not names:
        msg = "no key is given"
        raise InputError(msg, fix="write exeunt session keys NAME q, or ctrl-c")
    reply = session.keys(*names, wait="--no-wait" not in call.options, **limit(call))
    return replied(reply)


def replied(reply: Reply) -> Outcome[Data]:
    """Say what the command said."""
    data = {
        **brief(reply.state, BRIEF),
        "text": reply.text,
        "offset": reply.offset,
        "next_offset": reply.next_offset,
        "late": reply.late,
    }
    late = "it still works on it: exeunt session wait waits on"
    return Done(data, warnings=(late,) if reply.late else ())


def read(session: Session, _: list[str], call: Call) -> Outcome[Data]:
    """Show output."""
    stream = call.text("--stream") or "stdout"
    if stream not in {"stdout", "stderr"}:
        raise unknown(stream, "stream", ("stdout", "stderr"))
    output = session.read(
        number(call, "--offset", 0),
        limit=number(call, "--limit", 65_536),
        raw="--raw" in call.options,
        stream="stderr" if stream == "stderr" else "stdout",
    )
    raw = {"raw": True} if "--raw" in call.options else None
    return Done({**brief(session.state, BRIEF), **output.as_dict()}, extra=raw)


def wait(session: Session, _: list[str], call: Call) -> Outcome[Data]:
    """Wait for something."""
    state = session.wait(
        "end" if "--end" in call.options else "input",
        text=call.text("--text"),
        offset=number(call, "--offset", 0),
        **limit(call),
    )
    return Done(state.as_dict())


def screen(session: Session, _: list[str], call: Call) -> Outcome[Data]:
    """Show the screen."""
    size = call.text("--size")
    wanted = None
    if size is not None:
        from ..run._call import UsageError, terminal_size  # as above

        try:
            wanted = terminal_size(size)
        except UsageError as error:
            raise InputError(error.message, fix=error.fix) from None
    shown = session.screen(wanted)
    state = session.state
    return Done({**brief(state, BRIEF), "size": state.size, "screen": shown})


def stop(session: Session, _: list[str], call: Call) -> Outcome[Data]:
    """End it."""
    return Done(session.stop(now="--now" in call.options).as_dict())


RUN: dict[str, Callable[[Session, list[str], Call], Outcome[Data]]] = {
    "send": send,
    "keys": keys,
    "read": read,
    "wait": wait,
    "screen": screen,
    "stop": stop,
}


def brief(state: SessionState, names: Sequence[str] = ()) -> Data:
    """Return a state without its record, which may be long."""
    said = state.as_dict()
    names = names or [name for name in said if name != "record"]
    return {name: said[name] for name in names}


def limit(call: Call) -> dict[str, float]:
    """Read --timeout, if it is given."""
    from ..run._call import UsageError, duration  # as above

    try:
        found = duration("--timeout", call.text("--timeout"))
    except UsageError as error:
        raise InputError(error.message, fix=error.fix) from None
    return {} if found is None else {"timeout": found}


def number(call: Call, name: str, default: int) -> int:
    """Read a number of bytes."""
    text = call.text(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < FAR):
        msg = f"{name} {text} is no number of bytes"
        raise InputError(msg, fix=f"write {name} 0, or what next_offset said")
    return int(text)


def show(data: Data, paint: Paint) -> str:
    """Lay it out for a person."""
    if "sessions" in data:
        return table(data["sessions"], paint)
    if "screen" in data:
        return visible(data["screen"]) + "\n"
    line = summary(data, paint)
    if "text" not in data:
        return line
    text = visible(data["text"])
    gap = "" if text.endswith("\n") or not text else "\n"
    return f"{text}{gap}{line}"


def summary(data: Data, paint: Paint) -> str:
    """Say in a line how a session is."""
    status = data["status"].replace("_", " ")
    if data["exit_code"] is not None:
        status += f" {data['exit_code']}"
    if data["status"] == "signaled":
        status += f" by {data['signal']}"
    waiting = data["waiting"]
    asks = f" · {visible(waiting['prompt']).strip()}" if waiting else ""
    return f"{paint(data['session'], 'bold')} {paint(status, 'dim')}{asks}\n"


def table(found: list[Data], paint: Paint) -> str:
    """List sessions."""
    if not found:
        return "no sessions; exeunt session start COMMAND begins one\n"
    rows = [
        (
            one["session"],
            one["status"].replace("_", " "),
            "" if one["exit_code"] is None else str(one["exit_code"]),
            visible(" ".join([one["command"], *one["args"]]))[:LONG],
        )
        for one in found
    ]
    return paint.table(("session", "status", "code", "command"), rows)


def options() -> tuple[Option, ...]:
    """Describe every option once, with the words that take it."""
    found: dict[str, tuple[str | None, list[str], list[str]]] = {}
    for verb, given in OPTIONS.items():
        for name, metavar, text in given:
            _, verbs, texts = found.setdefault(name, (metavar, [], []))
            verbs.append(verb)
            texts += [] if text in texts else [text]
    return tuple(
        Option(name, metavar, help=f"{', '.join(verbs)}: {'; '.join(texts)}")
        for name, (metavar, verbs, texts) in found.items()
    )


COMMAND = Command(
    "session",
    summary="Commands that go on by themselves: started, answered, ended.",
    usage=tuple(f"exeunt session {v} {w}".strip() for v, (w, _) in VERBS.items()),
    options=options(),
    examples=(
        ("exeunt session start --session work bash", "a terminal that stays"),
        ("exeunt session send work 'cd /tmp' pwd", "typed at its prompt; its reply"),
        ("exeunt session stop work", "and nothing is left of it"),
    ),
    danger="mutating",
    exits={**GONE, **TAKEN, **UNFIT, **LATE, **BUSY},
    run=run,
    show=show,
    sort=sort,
    least=1,
    most=None,
)
