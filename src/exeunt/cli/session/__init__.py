"""`exeunt session` → commands that go on by themselves: started, answered, ended."""

from __future__ import annotations

from ...errors import unknown
from ...model.codes import ExitCode
from ...model.outcome import Done, Outcome
from ...sessions.session import Session
from .._files import read_bytes
from ..argv import all_words, duration, refuse, terminal_size, wants_json, whole
from ..run._page import started
from ..verbs import BUSY, GONE, LATE, UNFIT, Call, Command, Option
from ._show import show, show_nothing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...sessions.state import Reply, SessionState
    from ..argv import Options
    from ..verbs import Exits

    Data = dict[str, Any]
    Act = Callable[[Session, list[str], Call], Outcome[Data]]
    Run = Callable[[Call], Outcome[Data]]

TAKEN: Exits = {ExitCode.CONFLICT: "Another session has the name"}
BRIEF = ("session", "status", "exit_code", "signal", "waiting")


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


def follow(session: Session, _: list[str], call: Call) -> Outcome[Data]:
    """Show the output as it comes."""
    from ._follow import follow  # for a person

    refuse_json(call)
    state = follow(session, number(call, "--offset", 0), raw="--raw" in call.options)
    return Done(state.as_dict())


def attach(session: Session, _: list[str], call: Call) -> Outcome[Data]:
    """Join the terminal to it."""
    from ._attach import attach  # for a person

    refuse_json(call)
    return Done(attach(session).as_dict())


def refuse_json(call: Call) -> None:
    """Refuse an envelope where a person looks on."""
    if "--json" in call.options or call.text("--output") == "json":
        refuse("that is for people, and prints no JSON", "exeunt session read has it")


def as_text(_: Options) -> bool:
    """Print no JSON, whatever stdout is."""
    return False


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


# -- each verb, with its page


def verb(  # noqa: PLR0913 - as many as a page has parts
    call: str,
    summary: str,
    run: Run,
    *options: Option,
    done: str,
    exits: Exits = GONE,
    most: int | None = None,
    person: bool = False,
) -> Command:
    """Make a verb of the words that its call begins with."""
    names = [word for word in call.split()[:2] if word.islower()]
    return Command(
        " ".join(names),
        summary=summary,
        usage=(f"exeunt {call}",),
        options=options,
        run=run,
        show=show_nothing if names[-1] == "follow" else show,
        most=most,
        danger="mutating",
        exits={ExitCode.SUCCESS: done, **exits},
        form=as_text if person else wants_json,
        theirs=all_words if names[-1] == "start" else None,
    )


def time_limit(usual: str) -> Option:
    """Describe how long a verb waits."""
    return Option("--timeout", "TIME", help="wait no longer than this", usual=usual)


ANSWERED = "It is typed; exit_code is the line's, or the command's own if it has ended"
ASKED: Exits = {**GONE, **BUSY}
TYPING: Exits = {**ASKED, **UNFIT}
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
            done="The command was started, however it ends",
            exits={**GONE, **TAKEN, **UNFIT},
        ),
        verb(
            "session list",
            "List the sessions that run, and those that have ended.",
            list_all,
            done="They are listed, if there are any",
            exits={},
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
            done=ANSWERED,
            exits=TYPING,
        ),
        verb(
            "session keys NAME KEY...",
            "Press keys at once: q, enter, ctrl-c, escape, down.",
            of(keys),
            NO_WAIT,
            time_limit("30s"),
            done=ANSWERED,
            exits=TYPING,
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
            done="The output is shown; exit_code is how the command ended",
            exits=TYPING,
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
            done="It has happened, or the command has ended: exit_code says how",
            exits={**ASKED, **LATE},
            most=1,
        ),
        verb(
            "session follow NAME",
            "Show a person what the command writes as it comes, until it ends.",
            of(follow),
            OFFSET,
            Option("--raw", help="leave escape sequences in it", usual="at a terminal"),
            done="The command has ended, whatever its own number is",
            exits=TYPING,
            most=1,
            person=True,
        ),
        verb(
            "session attach NAME",
            "Join a person's terminal to the command's; ctrl-] leaves it.",
            of(attach),
            done="It was left, or the command has ended",
            exits=TYPING,
            most=1,
            person=True,
        ),
        verb(
            "session screen NAME",
            "Show what the command's terminal shows.",
            of(screen),
            Option("--size", "COLSxROWS", help="resize it first; the command is told"),
            done="The screen is shown",
            exits=TYPING,
            most=1,
        ),
        verb(
            "session stop NAME",
            "End the command and its whole tree.",
            of(stop),
            Option("--now", help="kill it without patience"),
            done="The command has ended, now or before",
            exits=ASKED,
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
