"""A caller's language → English for programs, and nothing else is changed."""

import json
import os
import struct
import subprocess
import sys

import pytest

from adopted import FRAMEWORKS, envelope, environment, finish, program, said, start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about locales")

# What argparse and Click have to say of a wrong call, in another language.
GERMAN = {
    "": "Content-Type: text/plain; charset=UTF-8\n",
    "unrecognized arguments: %s": "unbekannte Argumente: %s",
    "%(prog)s: error: %(message)s\n": "%(prog)s: Fehler: %(message)s\n",
    "No such option {name!r}.": "Keine Option {name!r}.",
    "No such option: {name}": "Keine Option: {name}",
    "Error: {message}": "Fehler: {message}",
}
# The program's own catalogue, as gettext finds it.
BEFORE = "import gettext; gettext.bindtextdomain('messages', os.environ['CATALOGUES'])"
SHOWN = "return {n: v for n, v in os.environ.items() if n.startswith(('LC_', 'LANG'))}"


@pytest.fixture
def german(tmp_path):
    """An environment in which messages are German."""
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.mo").write_bytes(catalogue(GERMAN))
    return environment() | {"CATALOGUES": str(tmp_path), "LANG": "de_DE.UTF-8"}


def catalogue(texts):
    """Write texts as gettext reads them."""
    pairs = [(key.encode(), text.encode()) for key, text in sorted(texts.items())]
    count, place = len(pairs), 28 + 16 * len(pairs)
    tables, blob = [b"", b""], b""
    for column in (0, 1):
        for pair in pairs:
            text = pair[column]
            tables[column] += struct.pack("<II", len(text), place + len(blob))
            blob += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    return head + tables[0] + tables[1] + blob


def without_languages(env):
    """An environment that says nothing of any."""
    names = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES")
    return {name: value for name, value in env.items() if name not in names}


@pytest.mark.parametrize("variable", ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"])
@pytest.mark.parametrize("framework", ["argparse", "click"])
def test_a_rejection_is_english_for_a_program(german, framework, variable):
    """Whatever asks for another language; a person reads their own."""
    env = without_languages(german) | {variable: "de"}
    source = program("pass", framework, before=BEFORE)
    read = finish(start(source, "--nope", env=env))
    seen = finish(start(source, "--nope", mode="text", env=env))

    assert (3, "UNKNOWN_OPTION") == said(read)
    assert "nbekannt" not in read.stdout
    assert "Keine" not in read.stdout
    assert ("Fehler" in seen.stderr, 3) == (True, seen.code)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"LC_MESSAGES": "C"}),
        ({"LANG": "x"}, {"LANG": "x", "LC_MESSAGES": "C"}),
        ({"LANG": "x", "LANGUAGE": "y"}, {"LANG": "x", "LC_MESSAGES": "C"}),
        ({"LC_MESSAGES": "x"}, {"LC_MESSAGES": "C"}),
        ({"LC_ALL": "x"}, {"LANG": "x", "LC_MESSAGES": "C"}),
        ({"LC_ALL": "x", "LANG": "y"}, {"LANG": "x", "LC_MESSAGES": "C"}),
        ({"LC_ALL": "", "LC_TIME": "y"}, {"LC_ALL": "", "LC_TIME": "y"}),
        ({"LC_ALL": "x", "LC_TIME": "y"}, {"LANG": "x", "LC_MESSAGES": "C"}),
        ({"LANG": "x", "LC_TIME": "y"}, {"LANG": "x", "LC_TIME": "y"}),
    ],
    ids=str,
)
def test_messages_alone_are_changed(given, expected):
    """What sorts, counts and encodes is as it was: LC_ALL would overrule that."""
    env = without_languages(environment()) | given | {"PYTHONCOERCECLOCALE": "0"}
    document = envelope(finish(start(program(SHOWN), env=env)))

    assert {**expected, "LC_MESSAGES": "C"} == document["data"]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_children_speak_english(german, framework):
    """They inherit it."""
    body = """
    import subprocess
    child = "import os; print(os.environ['LC_MESSAGES'], 'LANGUAGE' in os.environ)"
    return subprocess.check_output([sys.executable, "-c", child], text=True)
    """
    env = german | {"LANGUAGE": "de"}
    ended = finish(start(program(body, framework), env=env))

    assert {"value": "C False\n"} == envelope(ended)["data"]


def test_afterwards_all_is_as_it_was(german):
    """Who calls the program from its own process keeps its language."""
    entry = """
    def languages():
        return {n: v for n, v in os.environ.items() if n[:2] in ("LC", "LA")}
    before = languages()
    main.run(["do", "--output", "json"])
    print(before == languages(), file=sys.stderr)
    sys.exit()
    """
    env = german | {"LC_ALL": "C.UTF-8", "LC_TIME": "C", "LANGUAGE": "de"}
    done = subprocess.run(
        [sys.executable, "-c", program("pass", entry=entry)],
        capture_output=True,
        check=True,
        env=env,
    )

    assert (b"True\n", True) == (done.stderr, json.loads(done.stdout)["ok"])
