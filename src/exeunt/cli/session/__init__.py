"""`exeunt session` → commands that go on by themselves: started, answered, ended."""

from __future__ import annotations

from ...errors import unknown
from ...model.codes import ExitCode
from ...model.outcome import Done, Outcome
from ...sessions.session import Session
from .._files import read_bytes
from .._paint import Paint, visible
from ..argv import all_words, duration, refuse, terminal_size, whole
from ..run._page import started
from ..verbs import BUSY, GONE, LATE, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...sessions.state import Reply, SessionState
    from ..verbs import Exits

    Data = dict[str, Any]
    Act = Callable[[Session, list[str], Call], Outcome[Data]]
    Run = Callable[[Call], Outcome[Data]]

TAKEN: Exits = {ExitCode.CONFLICT: "Another session has the name"}
BRIEF = ("session", "status", "exit_code", "signal", "waiting")
LONG = 40  # characters of a command in a list


def run(call: Call) -> Outcome[Data]:
    """Refuse a call that names no verb: each has a command of its own."""
    raise unknown("".join(call.words[:1]), "command", COMMANDS)


def start(call: Call) -> Outcome[Data]:
    """Start a command."""
    from ._start import start  # forks, and has the whole runner with it

    return Done(start(call).as_dict())


def list_all(_: Call) -> Outcome[Data]:
    """List the sessions."""
    return Done({"sessions": [brief(state) for state in Session.list()]})


def of(act: Act) -> Run:
    """Do something with the session that the first word names."""

    def run(call: Call) -> Outcome[Data]:
        if not call.words:
            msg = "that needs the name of a session"
            refuse(msg, "exeunt session list names them")
        name, *words = call.words
        return act(Session(name), words, call)

    return run


def send(session: Session, lines: list[str], call: Call) -> Outcome[Data]:
    """Type lines."""
    if "--stdin" in call.options:
        lines += read_bytes("-").decode("utf-8", "surrogateescape").splitlines()
    if not lines:
        fix = "write exeunt session send NAME LINE; '' is enter"
        refuse("nothing is given to type", fix)
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
        refuse("no key is given", "write exeunt session keys NAME q, or ctrl-c")
    reply = session.keys(*names, wait="--no-wait" not in call.options, **limit(call))
    return replied(reply)


def replied(reply: Reply) -> Outcome[Data]:
    """Say what the command said."""
    said = reply.as_fields()
    data = {**brief(said.pop("state"), BRIEF), **said}
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
    wanted = None if size is None else terminal_size("--size", size)
    shown = session.screen(wanted)
    state = session.state
    return Done({**brief(state, BRIEF), "size": state.size, "screen": shown})


def stop(session: Session, _: list[str], call: Call) -> Outcome[Data]:
    """End it."""
    return Done(session.stop(now="--now" in call.options).as_dict())


def brief(state: SessionState, names: Sequence[str] = ()) -> Data:
    """Return a state without its record, which may be long."""
    said = state.as_dict()
    names = names or [name for name in said if name != "record"]
    return {name: said[name] for name in names}


def limit(call: Call) -> dict[str, float]:
    """Read --timeout, if it is given."""
    text = call.text("--timeout")
    return {} if text is None else {"timeout": duration("--timeout", text)}


def number(call: Call, name: str, default: int) -> int:
    """Read a number of bytes."""
    fix = f"write {name} 0, or what next_offset said"
    return whole(name, call.text(name) or str(default), "number of bytes", fix)


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
    code = data["exit_code"]
    if code is not None:
        status += f" {code}" if data["status"] == "exited" else f" · exit code {code}"
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


# -- each verb, with its page


def verb(
    call: str, summary: str, run: Run, *options: Option, most: int | None = None
) -> Command:
    """Make a verb of the words that its call begins with."""
    names = [word for word in call.split()[:2] if word.islower()]
    return Command(
        " ".join(names),
        summary=summary,
        usage=(f"exeunt {call}",),
        options=options,
        run=run,
        show=show,
        most=most,
        danger="mutating",
        theirs=all_words if names[-1] == "start" else None,
    )


def time_limit(usual: str) -> Option:
    """Describe how long a verb waits."""
    return Option("--timeout", "TIME", help="wait no longer than this", usual=usual)


NO_WAIT = Option("--no-wait", help="return as soon as it is typed")
OFFSET = Option("--offset", "BYTES", help="begin there", usual="0")
COMMANDS = {
    one.name.split()[1]: one
    for one in (
        verb(
            "session start [options] COMMAND...",
            "Start a command at a terminal, leave it to a session, and return.",
            start,
            *started(),
            Option("--from", "FILE", help="read the request as JSON; - is stdin"),
        ),
        verb(
            "session list",
            "List the sessions that run, and those that have ended.",
            list_all,
        ),
        verb(
            "session send NAME LINE...",
            "Type lines when they are wanted; show what the command says to them.",
            of(send),
            Option("--secret", help="type only where it is not echoed; never show it"),
            Option(
                "--stdin", help="read the lines from stdin: no process list has them"
            ),
            Option("--no-enter", help="leave out the key at the end of a line"),
            NO_WAIT,
            time_limit("30s"),
        ),
        verb(
            "session keys NAME KEY...",
            "Press keys at once: q, enter, ctrl-c, escape, down.",
            of(keys),
            NO_WAIT,
            time_limit("30s"),
        ),
        verb(
            "session read NAME",
            "Show what the command wrote, from an offset on.",
            of(read),
            OFFSET,
            Option("--limit", "BYTES", help="show no more than this", usual="65536"),
            Option(
                "--stream",
                "NAME",
                help="show stdout, or stderr of a command without a terminal",
                usual="stdout",
            ),
            Option("--raw", help="leave escape sequences in it", usual="removed"),
            most=1,
        ),
        verb(
            "session wait NAME",
            "Wait until the command asks something, or has ended.",
            of(wait),
            Option("--end", help="wait for its end alone"),
            Option("--text", "TEXT", help="wait for this in its output"),
            OFFSET,
            time_limit("no limit"),
            most=1,
        ),
        verb(
            "session screen NAME",
            "Show what the command's terminal shows.",
            of(screen),
            Option("--size", "COLSxROWS", help="resize it first; the command is told"),
            most=1,
        ),
        verb(
            "session stop NAME",
            "End the command and its whole tree.",
            of(stop),
            Option("--now", help="kill it without patience"),
            most=1,
        ),
    )
}


def merged() -> tuple[Option, ...]:
    """Describe every option of the verbs once, with those that take it."""
    found: dict[str, list[tuple[str, Option]]] = {}
    for verb, command in COMMANDS.items():
        for option in command.options if verb != "start" else ():
            found.setdefault(option.name, []).append((verb, option))
    return tuple(
        takers[0][1].replace(
            shown=False,  # each verb has a page
            help=f"{', '.join(verb for verb, _ in takers)}: {takers[0][1].help}",
            usual=takers[0][1].usual if len({o.usual for _, o in takers}) == 1 else "",
        )
        for takers in found.values()
    )


COMMAND = Command(
    "session",
    summary="Commands that go on by themselves: started, answered, ended.",
    usage=tuple(command.usage[0] for command in COMMANDS.values()),
    options=merged(),
    examples=(
        ("exeunt session start --session work bash", "a terminal that stays"),
        ("exeunt session send work 'cd /tmp' pwd", "typed at its prompt; its reply"),
        ("exeunt session stop work", "and nothing is left of it"),
    ),
    danger="mutating",
    exits={**GONE, **TAKEN, **UNFIT, **LATE, **BUSY},
    run=run,
    show=show,
    least=1,
    most=None,
    commands=COMMANDS,
)
