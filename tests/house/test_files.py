"""The source → every place where a file is made, changed or moved, by one way alone.

`exeunt.files` and `exeunt.named` do it safely for everybody. Whoever does it otherwise
is named here, with the reason.
"""

import ast
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

SOURCE = Path(__file__).parents[2] / "src" / "exeunt"
THE_PLACE = {"files.py", "named.py"}
WRITING = {
    "O_WRONLY",
    "O_RDWR",
    "O_CREAT",
    "O_APPEND",
    "O_TRUNC",
    "O_TMPFILE",
    "O_EXCL",
}
CHANGING = {
    *("chmod", "chown", "lchown", "link", "makedirs", "mkdir", "mkfifo", "mknod"),
    *("remove", "removedirs", "rename", "renames", "replace", "rmdir", "symlink"),
    *("truncate", "unlink", "utime"),
}  # of os
METHODS = {
    *("bind", "hardlink_to", "mkdir", "symlink_to", "touch", "write_bytes"),
    "write_text",
}  # of paths and sockets
MODULES = {"tempfile", "shutil"}
OPENERS = {"open_old", "open_or_new", "open_temporary"}  # of exeunt.files
READING = {"get_terminal_size", "which"}  # of shutil
# File and what it uses → why that is as it is.
OTHERWISE = {
    ("agents/_carry.py", "os.rmdir"): "of a start file, if nothing else is in it",
    ("agents/_carry.py", "os.unlink"): "a file that was not there before ours",
    ("cli/_traces.py", "os.rmdir"): "a folder of ours, if nothing else is in it",
    ("agents/_kept.py", "os.mkdir"): "one by one, to know which were not there",
    ("agents/_kept.py", "os.rmdir"): "those alone, if empty",
    ("audit/_cells.py", "os.mkdir"): "in a tmpfs that only cells see",
    ("audit/_elsewhere.py", "os.mkdir"): "in a folder that was just made for it",
    ("audit/_elsewhere.py", "os.symlink"): "as above",
    ("audit/_elsewhere.py", "shutil.copyfile"): "as above",
    ("audit/_place.py", "os.chmod"): "in a folder made for one check, to remove it",
    ("audit/_place.py", "os.makedirs"): "in a folder made for one check",
    ("audit/_place.py", "shutil.rmtree"): "as above",
    ("audit/_place.py", "tempfile.mkdtemp"): "as above",
    ("audit/live.py", "tempfile.TemporaryDirectory"): "a home for one question",
    (
        "cli/run/_heed.py",
        "os.O_APPEND",
    ): "of a file that open_given() has opened: runs share it line by line",
    (
        "cgroups.py",
        "os.O_WRONLY",
    ): "the kernel's own, in folders that are root's or ours",
    ("cgroups.py", "os.mkdir"): "as above",
    ("cgroups.py", "os.rmdir"): "as above",
    ("mcp/_http.py", ".bind"): "a port of loopback",
    ("process/_forker.py", "os.rmdir"): "as above",
    ("cli/demo/__init__.py", ".mkdir"): "a new folder that the user names",
    ("cli/demo/__init__.py", "tempfile.TemporaryDirectory"): "a folder to play in",
    ("cli/demo/_notes.py", ".write_text"): "a program of the demo's, in its folder",
    ("cli/demo/_play.py", ".mkdir"): "in the demo's folder, which is new",
    ("cli/demo/_play.py", ".write_text"): "as above",
    ("frameworks/_trial.py", "os.O_APPEND"): "what an audit hook does not let happen",
    ("frameworks/_trial.py", "os.O_CREAT"): "as above",
    ("frameworks/_trial.py", "os.O_RDWR"): "as above",
    ("frameworks/_trial.py", "os.O_TRUNC"): "as above",
    ("frameworks/_trial.py", "os.O_WRONLY"): "as above",
    ("leaving/_doctor.py", "tempfile.TemporaryFile"): "whether there can be one",
    ("leaving/_printed.py", "os.O_APPEND"): "a file that never had a name: an"
    " author's program loads no more for it",
    ("leaving/_printed.py", "os.O_RDWR"): "as above",
    ("leaving/_printed.py", "os.O_TMPFILE"): "as above",
    ("leaving/_met.py", "os.O_RDWR"): "the terminal, to see whether there is one",
    ("cell/enter.py", ".bind"): "a mount, in namespaces of its own",
    ("cell/enter.py", "os.O_WRONLY"): "a setting of the kernel's, as above",
    ("cell/hold.py", ".bind"): "as above",
    ("cell/hold.py", "open for writing"): "in a tmpfs of its own, as above",
    ("cell/hold.py", "os.chmod"): "as above",
    ("cell/hold.py", "os.chown"): "as above",
    ("cell/hold.py", "os.makedirs"): "as above",
    ("cell/hold.py", "os.mkdir"): "as above",
    ("cell/hold.py", "os.symlink"): "as above",
    ("process/task.py", "os.O_RDWR"): "the terminal that was just made for it",
    ("sessions/talk.py", "open for writing"): "files in memory",
    ("store/place.py", "os.chmod"): "by its name: to close a descriptor of it would"
    " drop SQLite's locks",
    ("agents/_sentry.py", ".bind"): "a name that one process alone gets, and no file",
    ("process/_witness.py", ".bind"): "the kernel's own messages, which are no file",
    ("process/capture.py", "os.O_WRONLY"): "a pipe or terminal that is open already",
    ("process/_zygote.py", "open for writing"): "a file in memory",
    ("process/left.py", "open for writing"): "as above",
    ("agents/_sentry.py", "os.O_WRONLY"): "the terminal of a shell",
    ("testing/_capture.py", "open for writing"): "streams that are open already",
    ("testing/_capture.py", "tempfile.TemporaryFile"): "nameless, in an author's tests",
}
# How a Python is started, and why nothing is imported from the working directory.
SAFE = {"-P", "-I"}


def parsed():
    """Every module of the package but the place itself."""
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name not in THE_PLACE:
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def uses(tree):
    """What a module uses to make, change or move a file."""
    imported = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in {*MODULES, "os"}:
            for one in node.names:
                imported[one.asname or one.name] = f"{node.module}.{one.name}"
    exempt = {id(node) for call in calls(tree) for node in ast.walk(call)}
    for node in ast.walk(tree):
        if id(node) in exempt:
            continue
        if isinstance(node, ast.Name):
            yield from of_name(imported.get(node.id, ""))
        if isinstance(node, ast.Attribute):
            yield from of_attribute(node)
        if isinstance(node, ast.Call) and is_open(node.func) and writes(node):
            yield "open for writing"


def calls(tree):
    """The calls that may say how they open: of nothing, or by the place itself."""
    for node in ast.walk(tree):
        words = getattr(node, "args", None) or getattr(node, "elts", None)
        nothing = isinstance(words, list) and "os.devnull" in map(ast.unparse, words)
        if nothing or (
            isinstance(node, ast.Call) and ast.unparse(node.func) in OPENERS
        ):
            yield node


def of_name(name):
    """What a name means that was imported from a module."""
    module, _, what = name.partition(".")
    if module in MODULES and what not in READING:
        yield name
    if module == "os" and what in CHANGING | WRITING:
        yield name


def of_attribute(node):
    """What an attribute means, by its name and the module it is of."""
    whose = ast.unparse(node.value)
    if whose == "os" and node.attr in CHANGING | WRITING:
        yield f"os.{node.attr}"
    elif whose in MODULES and node.attr not in READING:
        yield f"{whose}.{node.attr}"
    elif whose != "os" and node.attr in METHODS:
        yield f".{node.attr}"


def is_open(call):
    """Whether this is Python's own open(), or one of its names."""
    return ast.unparse(call) in {"open", "io.open", "os.fdopen", "fdopen"}


def writes(call):
    """Whether a file is opened to be written, or nobody can tell."""
    given = [word.value for word in call.keywords if word.arg == "mode"]
    mode = (call.args[1:2] or given or [ast.Constant("r")])[0]
    return not isinstance(mode, ast.Constant) or bool(set("wax+") & set(mode.value))


def test_files_are_made_and_changed_in_one_place_alone():
    """Each exception has its reason, and none is left over."""
    found = {(name, use) for name, tree in parsed() for use in uses(tree)}

    assert set(OTHERWISE) == found


def test_the_search_finds_every_way():
    """Else the test above would hold for nothing."""
    ways = {
        "open('f', 'w')": "open for writing",
        "open('f', mode=given)": "open for writing",
        "os.open('f', os.O_RDWR | os.O_CREAT)": "os.O_CREAT",
        "Path('f').write_text('')": ".write_text",
        "Path('f').touch()": ".touch",
        "os.rename('f', 'g')": "os.rename",
        "from os import replace\nreplace('f', 'g')": "os.replace",
        "import tempfile\ntempfile.mkstemp()": "tempfile.mkstemp",
        "from tempfile import mkdtemp as made\nmade()": "tempfile.mkdtemp",
        "import shutil\nshutil.move('f', 'g')": "shutil.move",
        "listener.bind('f')": ".bind",
    }
    missed = {line for line, use in ways.items() if use not in uses(ast.parse(line))}
    harmless = (
        "open('f')",
        "open('f', 'rb')",
        "os.open(os.devnull, os.O_RDWR)",
        "os.open('f', os.O_RDONLY)",
        "shutil.which('f')",
    )

    assert set() == missed
    assert [] == [use for line in harmless for use in uses(ast.parse(line))]


def test_no_process_of_ours_imports_from_the_working_directory():
    """Whoever starts a Python says -P or -I."""
    wrong = []
    for name, tree in parsed():
        for node in ast.walk(tree):
            if not isinstance(node, (ast.List, ast.Tuple)):
                continue
            words = [ast.unparse(one).strip("'") for one in node.elts]
            if any("sys.executable" in word for word in words) and SAFE.isdisjoint(
                words
            ):
                wrong.append((name, words))

    assert [("leaving/_doctor.py", True)] == [
        (name, "pip" in words) for name, words in wrong
    ]  # a line for a person


@pytest.mark.parametrize("text", ["expanduser", 'environ.get("HOME"', 'environ["HOME"'])
def test_the_home_is_looked_up_in_one_place(text):
    """There it is seen whose it is."""
    others = {
        name.relative_to(SOURCE).as_posix()
        for name in SOURCE.rglob("*.py")
        if text in name.read_text(encoding="utf-8")
    }

    assert others <= {
        "files.py",
        "leaving/_doctor.py",  # says how it is
    }
