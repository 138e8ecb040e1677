"""What became of the scenes → the page of the demo, 80 columns wide."""

from __future__ import annotations

from .._paint import WIDTH, Paint, visible, wrap
from ..explain import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


LEFT = 11  # columns before a row's text
ENDINGS = {
    "exited": "exit {exit_code}",
    "signaled": "killed by {signal}",
    "timed_out": "its time was up; processes ended: {killed}, left: {left}",
    "waiting_for_input": "none yet: it asks {asked!r}",
    "not_found": "never ran: not found",
    "not_executable": "never ran: not executable",
}
COLOURS = {"proceed": "green", "retry": "cyan", "refresh_credentials": "cyan",
           "follow_redirect": "cyan", "answer_prompt": "cyan"}  # fmt: skip
OPENING = (
    'Eight calls of exeunt run, played just now. After "not" stands what a caller '
    "would do that goes by the number alone."
)
FINALE = (
    "The loop does what was decided: it waits as long as it is told, gets a fresh "
    "token once, and repeats only what may be repeated."
)
EPILOGUE = (
    "Each job is written down before it starts, and its end once. So what exeunt did "
    "not see end is in doubt, and repeated only if somebody says so."
)

GONE = "gone with the folder they were in; exeunt demo --keep FOLDER keeps it"


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show the demo to a person."""
    title = "EXEUNT: how a command ends, and what happens next"
    lines = [paint(title.center(WIDTH).rstrip(), "bold"), ""]
    lines += [*wrap(OPENING, WIDTH), ""]
    for number, scene in enumerate(data["scenes"], 1):
        lines += [*scene_lines(f"SCENE {number}", scene, paint), ""]
    lines += [*loop_lines(data["loop"], paint), ""]
    lines += [*batch_lines(data["batch"], paint), ""]
    lines += [*journal_lines(data["journal"], paint), ""]
    lines += [paint("[Exeunt.]".rjust(WIDTH), "dim"), "", *steps(data, paint)]
    return "\n".join(lines) + "\n"


def scene_lines(number: str, scene: dict[str, Any], paint: Paint) -> Iterator[str]:
    """Show one scene: its call, and what became of it."""
    yield f"{paint(number, 'bold')}  {scene['title']}"
    yield prompt(scene["command"], paint)
    yield from row("ending", ended(scene), paint)
    yield from row("reading", meant(scene["reading"]), paint)
    action = scene["next"]["action"]
    yield from row("next", what_next(scene["next"]), paint, "bold", colour(action))
    yield from row("rule", "{rule}: {because}".format(**scene["next"]), paint)
    if scene["instead_of"]:
        yield from row("not", scene["instead_of"], paint, "dim")
    if scene["answered"]:
        yield prompt(scene["answered"]["command"], paint)
        yield from row("ending", ended(scene["answered"]), paint)
        yield from row("said", last_line(scene["answered"]["text"]), paint)


def loop_lines(loop: dict[str, Any], paint: Paint) -> Iterator[str]:
    """Show the loop: one line for each attempt."""
    yield f"{paint('FINALE', 'bold')}   From failure to success"
    yield from wrap(FINALE, WIDTH)
    yield prompt(loop["command"], paint)
    head = ("try", "waited", "ending", "reading", "next", "rule")
    rows = [
        (
            str(number),
            f"{attempt['waited']:.1f} s" if attempt["waited"] else "-",
            f"exit {attempt['exit_code']}",
            attempt["code"],
            what_next(attempt["next"]),
            attempt["next"]["rule"],
        )
        for number, attempt in enumerate(loop["attempts"], 1)
    ]
    for line in paint.table(head, rows).splitlines():
        yield f"  {line}"


def batch_lines(batch: dict[str, Any], paint: Paint) -> Iterator[str]:
    """Show a batch that is killed, gone on with, and settled."""
    yield f"{paint('EPILOGUE', 'bold')} Many commands, and a kill"
    yield from wrap(EPILOGUE, WIDTH)
    yield prompt(batch["command"], paint)
    for job in batch["jobs"]:
        text = f"{job['told']} ({job['attempts']} tries)"
        yield from row(job["id"], text if job["attempts"] > 1 else job["told"], paint)
    yield prompt(["exeunt", "session", "send", "SESSION", "y"], paint)
    yield prompt(["kill", "-9", "exeunt"], paint)
    yield prompt(batch["resumed"]["command"], paint)
    yield from row("ending", ended(batch["resumed"]), paint)
    yield from row("said", batch["resumed"]["said"], paint)
    yield prompt(batch["resolved"], paint)
    counts = batch["counts"]
    yield from row("now", f"{counts['done']} of {counts['total']} done", paint, "bold")


def journal_lines(journal: dict[str, Any], paint: Paint) -> Iterator[str]:
    """Say what was noted, and where."""
    yield f"{paint('JOURNAL', 'bold')}  Each try was noted before it began"
    here = journal["path"] if journal["kept"] else GONE
    yield from row("this", f"{len(journal['runs'])} runs, {here}", paint)
    yield from row("yours", journal["yours"], paint)


def steps(data: dict[str, Any], paint: Paint) -> Iterator[str]:
    """Show calls to go on with."""
    yield paint("Go on with", "bold")
    width = max(map(len, data["try"]))
    for call, why in data["try"].items():
        yield f"  {paint('$ ' + call.ljust(width), 'cyan')}  {paint(why, 'dim')}"


def prompt(words: Sequence[str], paint: Paint) -> str:
    """Show a call as it is typed."""
    from shlex import join  # 10 ms

    return f"  {paint('$ ' + visible(join(words)), 'cyan')}"


def row(label: str, text: str, paint: Paint, *styles: str) -> Iterator[str]:
    """Lay out a label and its text, wrapped, in a style."""
    for number, line in enumerate(wrap(text, WIDTH - LEFT)):
        first = paint(label, "dim") + " " * (LEFT - 2 - len(label))
        start = first if not number else " " * (LEFT - 2)
        yield f"  {start}{paint(line, *styles) if styles else line}"


def ended(told: dict[str, Any]) -> str:
    """Say what the operating system saw."""
    status = str(told["status"])
    return ENDINGS.get(status, status.replace("_", " ")).format(**told)


def last_line(text: str) -> str:
    """Return the last line of what was said."""
    return text.rstrip().rpartition("\n")[2]


def meant(reading: dict[str, Any]) -> str:
    """Say what an ending means."""
    verdict = reading.get("verdict", "done")
    told = f", verdict: {verdict}" if verdict not in {"done", "failed"} else ""
    return f"{reading['name']}{told}. {sentence(reading['meaning'])}"


def what_next(decision: dict[str, Any]) -> str:
    """Say what to do, when, and with which words."""
    text = decision["action"]
    if decision["wait_seconds"]:
        text += f" in {decision['wait_seconds']:g} s"
    if decision["command"]:
        text += f": {' '.join(decision['command'])}"
    return str(text)


def colour(action: str) -> str:
    """Return green for going on, cyan for what a caller can do, yellow for the rest."""
    return COLOURS.get(action, "yellow")
