"""A server, a skill or a section → where agents read it, and then no longer there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exeunt.agents.edit import look, put
from exeunt.agents.install import (
    Refused,
    install,
    install_section,
    install_server,
    install_skill,
    installed,
    uninstall,
)
from exeunt.agents.known import AGENTS
from exeunt.agents.served import check_server
from homes import FILES, home, tree
from running import EXEUNT, environment

# As `codex mcp add`, `gemini mcp add` and `claude mcp add` write them.
SERVERS = {
    "codex": (".codex/config.toml", "toml", FILES["codex"][2], ("mcp_servers",)),
    "gemini": (".gemini/settings.json", "json", FILES["claude"][2], ("mcpServers",)),
    "claude": (".claude.json", "json", FILES["claude"][2], ("mcpServers",)),
}
EACH = pytest.mark.parametrize("agent", SERVERS)
THREE = [AGENTS[name] for name in SERVERS]
WORDS = ["/opt/exeunt", "mcp", "--policy", "/r u.toml"]
NOTES = "# Notes\n\nBe kind.\n"


def entry(place, agent, name="exeunt"):
    """What a configuration says of a server."""
    file, kind, _, path = SERVERS[agent]
    return look(kind, (place / file).read_bytes(), (*path, name))


# -- servers


@EACH
@settings(max_examples=25)
@given(data=st.data())
def test_a_file_comes_back_byte_for_byte(agent, data):
    """Whatever a file looks like, a server goes in and out; twice is once."""
    file, _, texts, _ = SERVERS[agent]
    before = data.draw(texts())
    with home() as place:
        (place / file).parent.mkdir(exist_ok=True)
        (place / file).write_bytes(before)
        was = tree(place)
        first = install_server([AGENTS[agent]], "exeunt", WORDS)
        during = tree(place)
        again = install_server([AGENTS[agent]], "exeunt", WORDS)

        assert {"command": WORDS[0], "args": WORDS[1:]} == entry(place, agent)
        assert (True, False) == (first[0].changed, again[0].changed)
        assert during == tree(place)
        uninstall()
        assert was == tree(place)


@EACH
def test_a_door_and_two_servers_go_one_by_one(agent):
    """Each is taken out alone; the others stay as they are."""
    with home() as place:
        was = tree(place)
        only = [AGENTS[agent]]
        install(only, "light")
        door = tree(place)
        install_server(only, "exeunt", WORDS)
        install_server(only, "shop", ["/opt/exeunt", "mcp", "--", "/opt/shop"])
        assert ["mcp", "--", "/opt/shop"] == entry(place, agent, "shop")["args"]
        assert 3 == len(installed())
        gone = uninstall(sorts=["server"])

        assert [("server", "exeunt"), ("server", "shop")] == [one.part for one in gone]
        record = ".local/share/exeunt/doors/installed.json"
        assert {**door, record: 0} == {**tree(place), record: 0}
        assert [("door", "")] == [one.part for one in installed()]
        uninstall()
        assert was == tree(place)


@EACH
def test_a_server_of_that_name_is_not_written_over(agent):
    """What somebody else has written is refused, and the lines are told."""
    file, kind, _, path = SERVERS[agent]
    with home() as place:
        (place / file).parent.mkdir(exist_ok=True)
        (place / file).write_bytes(put(kind, b"", (*path, "exeunt", "url"), "http://x"))
        was = tree(place)
        with pytest.raises(Refused, match="already") as found:
            install_server(THREE, "exeunt", WORDS)

        assert was == tree(place)
        assert any(WORDS[0] in line for line in found.value.lines)


@EACH
def test_what_others_make_of_a_server_is_theirs(agent):
    """A changed one stays; one with more is no longer ours to take out."""
    file, kind, _, path = SERVERS[agent]
    with home() as place:
        install_server([AGENTS[agent]], "exeunt", WORDS)
        data = (place / file).read_bytes()
        more = put(kind, data, (*path, "exeunt", "tools", "run", "mode"), "approve")
        (place / file).write_bytes(more)
        with pytest.raises(Refused, match="has tools"):
            uninstall()
        assert more == (place / file).read_bytes()
        other = put(kind, data, (*path, "exeunt", "args"), ["other"])
        (place / file).write_bytes(other)
        uninstall()

        assert other == (place / file).read_bytes()
        assert [] == installed()


def test_a_project_has_files_of_its_own():
    """Each agent reads another file of a project."""
    with home() as place:
        project = place / "w"
        project.mkdir()
        install_server(THREE, "exeunt", WORDS, str(project))
        files = {str(path.relative_to(project)) for path in project.rglob("*.*")}

        assert {".mcp.json", ".codex/config.toml", ".gemini/settings.json"} <= files
        uninstall()
        assert [] == list(project.iterdir())


def test_another_folder_of_claude_takes_its_file_along():
    """`claude mcp add` writes below CLAUDE_CONFIG_DIR where that is set."""
    with home() as place:
        os.environ["CLAUDE_CONFIG_DIR"] = str(place / "c")
        install_server([AGENTS["claude"]], "exeunt", WORDS)

        assert (place / "c/.claude.json").exists()
        uninstall()
        assert [] == list(place.iterdir())


def test_agents_with_no_known_file_get_lines():
    """What a person has to write, and where; nothing is written."""
    names = ["copilot", "cursor", "generic"]
    with home() as place:
        told = install_server([AGENTS[name] for name in names], "exeunt", WORDS)

        assert names == [one.agent for one in told]
        for one in told:
            found = json.loads("\n".join(one.lines))["mcpServers"]["exeunt"]
            assert WORDS == [found["command"], *found["args"]]
        assert [] == list(place.iterdir())


def test_a_server_is_started_by_the_words_in_the_file():
    """The check lists the tools of what stands there, or says what is wrong."""
    with home() as place:
        codex = AGENTS["codex"]
        assert not check_server(codex, "exeunt").works
        install_server([codex], "exeunt", [EXEUNT, "mcp"])
        found = check_server(codex, "exeunt")
        install_server([codex], "gone", [str(place / "gone"), "mcp"])
        gone = check_server(codex, "gone")

        assert (True, False) == (found.works, gone.works)
        assert "it offers run, send" in found.because
        assert str(place / "gone") in gone.because


# -- skills and sections


def test_a_skill_of_two_agents_stays_for_the_other():
    """Codex and Gemini CLI read the same file; Claude Code has one of its own."""
    with home() as place:
        was = tree(place)
        install_skill(THREE, "shop", "text\n")
        shared = place / ".agents/skills/shop/SKILL.md"
        own = place / ".claude/skills/shop/SKILL.md"
        assert ("text\n", "text\n") == (shared.read_text(), own.read_text())
        uninstall(["codex", "claude"])
        assert (True, False) == (shared.exists(), own.exists())
        told = install_skill([AGENTS["gemini"]], "shop", "newer\n")
        assert (True, "newer\n") == (told[0].changed, shared.read_text())
        uninstall()
        assert was == tree(place)


def test_a_skill_of_somebody_else_is_left_alone():
    """A file that is there, or that was changed since, is not written over."""
    with home() as place:
        theirs = place / ".claude/skills/shop/SKILL.md"
        theirs.parent.mkdir(parents=True)
        theirs.write_text("theirs")
        with pytest.raises(Refused, match="already"):
            install_skill([AGENTS["claude"]], "shop", "ours")
        assert "theirs" == theirs.read_text()
        theirs.unlink()
        install_skill([AGENTS["claude"]], "shop", "ours")
        theirs.write_text("ours, and more")
        with pytest.raises(Refused, match="already"):
            install_skill([AGENTS["claude"]], "shop", "newer")
        uninstall()

        assert "ours, and more" == theirs.read_text()


@pytest.mark.parametrize("before", [None, "", NOTES, NOTES.rstrip(), "a\r\nb\r\n"])
def test_a_section_goes_in_and_out(before):
    """The page is as it was, and what is written around the section stays."""
    with home() as place:
        page = place / "AGENTS.md"
        if before is not None:
            page.write_bytes(before.encode())
        was = tree(place)
        install_section("exeunt", "## Commands\n", str(place))
        again = install_section("exeunt", "## Commands\n", str(place))
        assert not again[0].changed
        assert 1 == page.read_text().count("## Commands\n")
        uninstall()
        assert was == tree(place)
        install_section("exeunt", "## Commands\n", str(place))
        page.write_bytes(page.read_bytes() + b"\nMore.\n")
        uninstall()

        assert (before or "").encode().rstrip() in page.read_bytes()
        assert page.read_text().endswith("\nMore.\n")
        assert "Commands" not in page.read_text()


# -- by the command line

SHOP = '''
import click, exeunt
@click.group()
def shop():
    """Keep a shop."""
@shop.command("list")
@exeunt.contract(danger="safe")
def list_() -> list[str]:
    """List what there is."""
    return []
exeunt.adopt(shop, name="shop")()
'''


def exeunt(*words, **variables):
    """Call exeunt in the home; return its number, and its answer."""
    done = subprocess.run(
        [EXEUNT, words[0], "--json", *words[1:]],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **variables},
        cwd=os.environ["HOME"],
        check=False,
    )
    return done.returncode, json.loads(done.stdout)


def test_a_program_is_served_taught_and_taken_out():
    """One line installs a server and a skill of a program, with not a word for it."""
    with home() as place:
        (place / ".codex").mkdir()
        (place / "shop.py").write_text(SHOP)
        shop = ("codex", "--", sys.executable, "shop.py")
        was = tree(place)
        code, said = exeunt("install", "--mcp", *shop)
        assert (3, "NOT_CONFIRMED") == (code, said["error"]["code"])
        code, said = exeunt("install", "--mcp", "--yes", *shop)
        row = said["data"]["agents"][0]
        assert (0, "shop", True) == (code, row["server"], row["changed"])
        words = entry(place, "codex", "shop")
        assert [EXEUNT, str(place / "shop.py")] == [words["command"], words["args"][-1]]
        code, said = exeunt("install", "--mcp", "--check", *shop)
        assert (0, "it offers list") == (code, said["data"]["agents"][0]["because"])
        code, said = exeunt("install", "--skill", *shop)
        (skill,) = (place / ".agents/skills").iterdir()
        assert (0, skill.name) == (code, said["data"]["agents"][0]["skill"])
        assert f"name: {skill.name}\n" in (skill / "SKILL.md").read_text()
        assert 0 == exeunt("uninstall")[0]
        assert was == tree(place)


BARE = """
import sys
sys.path[:0] = [{source!r}]
sys.argv = ["exeunt", "install", "--json", "--mcp", "--yes", "codex"]
from exeunt.cli import launch
launch()
"""


@pytest.mark.checkout
def test_a_server_needs_the_package_that_speaks(tmp_path):
    """Without it nothing is installed, and what to install is said."""
    source = str(Path(__file__).parents[2] / "src")
    done = subprocess.run(
        [sys.executable, "-S", "-c", BARE.format(source=source)],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=False,
    )

    error = json.loads(done.stdout)["error"]
    assert ("NOT_INSTALLED", 4) == (error["code"], done.returncode)
    assert "exeunt[mcp]" in error["suggestion"]
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--mcp", "codex", "--", "no-such-program"), "COMMAND_NOT_FOUND"),
        (("--mcp", "codex", "--", "cat"), "NO_MANIFEST"),
        (("--mcp", "--policy", "nowhere.toml", "codex"), "INVALID_INPUT"),
        (("--mcp", "--name", "a b", "codex"), "INVALID_INPUT"),
        (("--mcp", "--skill", "codex"), "INVALID_INPUT"),
        (("--skill", "--check", "codex"), "INVALID_INPUT"),
        (("--policy", "x", "codex"), "INVALID_INPUT"),
        (("--agents-md",), "INVALID_INPUT"),
        (("codex", "--", "cat"), "INVALID_INPUT"),
    ],
)
def test_what_is_not_clear_installs_nothing(words, code):
    """Each is refused by its name, and the home is as it was."""
    with home() as place:
        was = tree(place)
        number, said = exeunt("install", "--yes", *words)

        assert (code, True) == (said["error"]["code"], number in {3, 4, 5})
        assert was == tree(place)
