"""Kinds of output → bytes for the cleaner to work on: usual ones and hostile ones.

Deterministic, without a process: what is measured is cleaning, not the commands.
"""

from collections.abc import Callable

ESC = "\x1b"
COLOURS = (31, 32, 33, 34, 36, 90)


def plain(number: int) -> str:
    """A line of a log in ASCII."""
    return (
        f"2026-05-01 12:{number % 60:02}:07 INFO  worker-{number % 7} handled"
        f" request id={number} in {number % 97}.{number % 10} ms\n"
    )


def prose(number: int) -> str:
    """A line of a log with names and quotes from beyond ASCII."""
    return plain(number)[:-1] + f" für “Zoë {number % 13}” – příště…\n"


def ls(number: int) -> str:
    """A line of `ls -l --color`, as a terminal gets it."""
    name = f"{ESC}[01;34mdirectory-{number}{ESC}[0m" if number % 3 else f"file-{number}"
    return f"-rw-r--r-- 1 user group {number % 9999:5} May  1 12:00 {name}\r\n"


def tests(number: int) -> str:
    """A line of a coloured test run."""
    colour = COLOURS[number % len(COLOURS)]
    return (
        f"tests/test_{number % 50}.py::test_case[{number}] {ESC}[32mPASSED{ESC}[0m"
        f"{ESC}[{colour}m     [ {number % 100:2}%]{ESC}[0m\n"
    )


def grep(number: int) -> str:
    """A line of `grep --color`, which erases after each colour."""
    return (
        f"{ESC}[35m{ESC}[Ksrc/file{number % 40}.c{ESC}[m{ESC}[K{ESC}[36m{ESC}[K:"
        f"{ESC}[m{ESC}[K    return {ESC}[01;31m{ESC}[Kvalue{ESC}[m{ESC}[K + {number};\n"
    )


def tui(number: int) -> str:
    """A part of what a program paints on its screen."""
    colour = COLOURS[number % len(COLOURS)]
    return (
        f"{ESC}[{number % 40 + 1};3H{ESC}[38;5;{number % 256}m│ {ESC}[1munit-{number}"
        f"{ESC}[0m {ESC}[{colour}mrunning for {number % 999} minutes{ESC}[0m │{ESC}[K"
    )


def links(number: int) -> str:
    """A line with a hyperlink."""
    link = (
        f"{ESC}]8;;https://example.org/runs/{number}{ESC}\\run {number}{ESC}]8;;{ESC}\\"
    )
    return f"see {link} for the log of this build\n"


def tqdm(number: int) -> str:
    """A frame of a progress bar."""
    share = number % 100
    bar = ("█" * (share // 4)).ljust(25)
    return f"\r{share:3}%|{bar}| {number}/1000000 [00:{number % 60:02}<01:00, 99.1it/s]"


def docker(number: int) -> str:
    """A frame of `docker pull`: up to a layer's line, and back."""
    up = number % 8 + 1
    return (
        f"{ESC}[{up}A{ESC}[2K\r{number % 8:012x}: Downloading"
        f" [{'=' * (number % 50)}>] {number % 99} MB\r{ESC}[{up}B"
    )


LINES: dict[str, Callable[[int], str]] = {
    kind.__name__: kind
    for kind in (plain, prose, ls, tests, grep, tui, links, tqdm, docker)
}


def usual(kind: str, size: int) -> bytes:
    """Output of a kind, `size` bytes of it."""
    line = LINES[kind]
    data = "layer\n" * 8 if kind == "docker" else ""
    sample = (data + "".join(line(number) for number in range(20_000))).encode()
    return (sample * (size // len(sample) + 1))[:size]


def filled(begin: bytes, unit: bytes, size: int) -> bytes:
    """A beginning, and a unit as often as it fits."""
    return begin + unit * ((size - len(begin)) // len(unit))


# What makes a careless cleaner slow: beginning, and what is repeated after it.
HOSTILE = {
    "ESC ]": (b"", b"\x1b]"),
    "ESC [": (b"", b"\x1b["),
    "ESC": (b"", b"\x1b"),
    "ESC P": (b"", b"\x1bP"),
    "ESC P and no end": (b"\x1bP", b"x"),
    "ESC P xxxx": (b"", b"\x1bPxxxx"),
    "ESC ] and 5 KiB": (b"", b"\x1b]" + b"x" * 5_120),
    "ESC [ and digits": (b"\x1b[", b"1"),
    "ESC [ and newlines": (b"\x1b[", b"\n"),
    "ESC [ newline": (b"", b"\x1b[\n"),
    "C1": (b"text " * 50_000, b"\xc2\x9b"),
    "CR": (b"x" * 32_768, b"\r"),
    "CR x": (b"x" * 32_768, b"\rx"),
    "BS x": (b"x" * 200_000, b"\bx"),
    "EL 1": (b"x" * 200_000, b"\x1b[1K"),
    "EL 2 x": (b"x" * 200_000, b"\x1b[2Kx"),
    "CHA x LF": (b"", b"\x1b[999Gx\n"),
    "up and down": (b"line\n" * 64, b"\x1b[A\x1b[B"),
    "up, x, down": (b"line\n" * 64, b"\x1b[9Ax\x1b[9B"),
    "up and erase": (b"line\n" * 64, b"\x1b[A\x1b[J"),
    "marks": (b"\re", "\u0301".encode()),
    "alternate screen": (b"", b"\x1b[?1049hx\x1b[?1049l"),
    "not UTF-8": (b"text " * 180_000, b"\xe9 "),
}


def hostile(kind: str, size: int) -> bytes:
    """Hostile input of a kind, about `size` bytes of it."""
    begin, unit = HOSTILE[kind]
    return filled(begin, unit, size)
