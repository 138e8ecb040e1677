"""exeunt's own pages for agents → what they say holds, by the verbs and when run."""

import os
import re
import sysconfig

import pytest

import console
from exeunt.cli.verbs import COMMON, VERBS, find, reach
from exeunt.pages.own_skill import agents_section, own_page, own_skill
from exeunt.reading.verdict import Verdict

PAGES = ("skill", "agents-md")
CALL = re.compile(r"\bexeunt ([a-z][a-z-]*)((?: [^`|;&\n]*)?)")
MOST = 5000  # bytes: an agent reads all of it


def blocks(page):
    """The console blocks of a page."""
    return re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def spoken(page):
    """What a page says in code: spans, and the lines that a reader types."""
    typed = [step.command for block in blocks(page) for step in console.read(block)]
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    return [*typed, *re.findall(r"`([^`]+)`", prose)]


def options_of(verb, words):
    """The options that a verb knows, or that of its own verbs which is called."""
    page, _ = reach(find(verb), words)
    return {option.name for option in (*page.options, *COMMON)}


def test_the_skill_is_in_the_format_that_agents_read():
    """A name that is its folder's, when to use it, and not too much of it."""
    page = own_skill()
    front = re.match(r"---\n(.*?)\n---\n", page, re.DOTALL)[1]
    fields = dict(line.split(": ", 1) for line in front.splitlines())

    assert {"name", "description", "compatibility"} == fields.keys()
    assert "exeunt" == fields["name"]
    assert " Use when " in fields["description"]
    assert len(fields["description"]) <= 1024
    assert len(fields["compatibility"]) <= 500
    assert len(page.encode()) <= MOST


@pytest.mark.parametrize("made", PAGES)
def test_no_call_on_it_is_unknown_to_its_verb(made):
    """Each verb and each option before the other words is one that there is."""
    found = [
        (verb, words.split())
        for text in spoken(own_page(made))
        for verb, words in CALL.findall(text)
        if verb != "VERB"
    ]

    assert found
    for verb, words in found:
        own = words[: words.index("--")] if "--" in words else words
        named = {word for word in own if word.startswith("--")}
        assert verb in VERBS
        assert named <= options_of(verb, words), (verb, named)


def test_what_it_shows_is_what_is_printed(tmp_path):
    """Every command of its blocks, run one after the other."""
    env = {
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]),
        "HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "LC_ALL": "C.UTF-8",
    }
    if "PYTHONPATH" in os.environ:  # another tree than is installed
        env["PYTHONPATH"] = os.environ["PYTHONPATH"]
    shown = blocks(own_skill())

    assert len(shown) > 2
    for block in shown:
        assert console.check(block, env=env, directory=str(tmp_path)) is None


def test_no_verb_is_called_safe_without_its_word():
    """The list of what is safe is that of the verbs that declare it."""
    (listed,) = re.findall(r"change nothing: (.*)$", own_skill(), re.MULTILINE)

    safe = {name for name in VERBS if find(name).danger == "safe"}
    assert safe >= set(re.findall(r"`(\w+)`", listed)) > {"explain"}


def test_every_verdict_is_told():
    """None is left out of its table, and none is made up."""
    rows = re.findall(r"^\| ([a-z]+) \|", own_skill(), re.MULTILINE)

    assert {verdict.value for verdict in Verdict} | {"verdict"} == set(rows)


def test_the_section_fits_into_another_page():
    """One heading of the second level, and a few lines."""
    lines = agents_section().splitlines()

    assert [lines[0]] == [line for line in lines if line.startswith("#")]
    assert len(lines) < 12
