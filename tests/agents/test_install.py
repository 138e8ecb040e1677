"""Agents and a home → their configuration names a start file, and then no longer."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config_texts import json_texts
from exeunt.agents.edit import look, put, strings
from exeunt.agents.install import Refused, install, installed, uninstall
from exeunt.agents.known import AGENTS
from exeunt.errors import InputError
from homes import FILES, home, tree

POLICY = ("shell_environment_policy", "set")
EACH = pytest.mark.parametrize("agent", FILES)
THREE = [AGENTS[name] for name in FILES]


def names_in(place):
    """What stands in a folder."""
    return sorted(path.name for path in place.iterdir())


# -- back byte for byte


@EACH
@given(data=st.data())
def test_a_file_comes_back_byte_for_byte(agent, data):
    """Whatever a file looks like, uninstall gives it back; twice is once."""
    _, kind, texts, path = FILES[agent]
    before = data.draw(texts())
    with home(**{agent: before}) as place:
        was = tree(place)
        first = install([AGENTS[agent]], "light")
        during = tree(place)
        value = look(kind, (place / FILES[agent][0]).read_bytes(), (*path, "BASH_ENV"))
        again = install([AGENTS[agent]], "light")
        same = tree(place)
        gone = uninstall()

        assert (True, False, True) == (
            first[0].changed,
            again[0].changed,
            gone[0].changed,
        )
        assert during == same
        assert value == first[0].files[1]
        assert str(Path(value).relative_to(place)) in during
        assert was == tree(place)
        assert [] == uninstall()


@EACH
@given(data=st.data())
def test_what_others_wrote_since_stays(agent, data):
    """Another's change, in between, is all that is left of what came later."""
    file, kind, texts, path = FILES[agent]
    before = data.draw(texts())
    with home(**{agent: before}) as place:
        install([AGENTS[agent]], "light")
        there = (place / file).read_bytes()
        (place / file).write_bytes(put(kind, there, (*path, "OTHER"), "theirs"))
        uninstall()
        left = (place / file).read_bytes()

        assert "theirs" == look(kind, left, (*path, "OTHER"))
        assert sorted([*strings(kind, before), ("OTHER", "theirs")]) == sorted(
            strings(kind, left)
        )
        assert not (place / ".local").exists()


@given(texts=json_texts())
def test_a_file_that_its_agent_writes_anew_loses_ours_alone(texts):
    """Settings that were read and written again, without a comment, keep the rest."""
    with home(claude=texts) as place:
        file = place / FILES["claude"][0]
        install([AGENTS["claude"]], "light")
        value = look("json", file.read_bytes(), ("env", "BASH_ENV"))
        theirs = {"env": {"BASH_ENV": value, "A": "1"}, "model": "x"}
        file.write_text(json.dumps(theirs, indent=2))
        uninstall()
        old = look("json", texts, ("env", "BASH_ENV"))

        env = {"A": "1"} if old is None else {"BASH_ENV": old, "A": "1"}
        assert {"env": env, "model": "x"} == json.loads(file.read_text())


def test_a_value_that_was_changed_since_is_theirs():
    """Whoever has another start file by now keeps it."""
    with home(codex=b"model = 'x'\n") as place:
        file = place / ".codex/config.toml"
        install([AGENTS["codex"]], "light")
        file.write_text(file.read_text().replace(str(place), "/elsewhere"))
        changed = file.read_bytes()
        uninstall()

        assert changed == file.read_bytes()
        assert [".codex"] == names_in(place)


def test_nothing_is_left_of_files_and_folders_that_were_not_there():
    """Folders that install has made go with it; what somebody put there stays."""
    with home() as place:
        install([*AGENTS.values()], "light")
        made = {path.name for path in place.iterdir()}
        (place / ".claude" / "history").write_text("theirs")
        uninstall()

        assert {".codex", ".gemini", ".claude", ".local"} == made
        assert {".claude", ".claude/history"} == {*tree(place)}


def test_one_goes_and_the_others_stay():
    """Uninstalling one agent leaves what another needs."""
    with home(codex=b"a = 1\n") as place:
        install(THREE, "light")
        told = uninstall(["claude"])

        assert ["claude"] == [one.agent for one in told]
        assert {"codex", "gemini"} == {one.agent for one in installed()}
        assert not (place / ".claude").exists()
        assert (place / ".local/share/exeunt/doors/light.bash").is_file()


def test_what_uninstall_cannot_take_out_stays_whole():
    """A file that somebody has broken since is left, and so is what it names."""
    with home(codex=b"a = 1\n") as place:
        install([AGENTS["codex"]], "light")
        file = place / ".codex/config.toml"
        file.write_bytes(file.read_bytes() + b"[broken")
        was = tree(place)
        with pytest.raises(Refused, match=r"config\.toml: it cannot be read"):
            uninstall()

        assert was == tree(place)


# -- where files are, and whose


@pytest.mark.parametrize(
    ("agent", "variable", "file"),
    [
        ("codex", "CODEX_HOME", "config.toml"),
        ("claude", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/.env"),
    ],
)
def test_a_variable_of_the_agent_names_its_folder(agent, variable, file):
    """A folder that the agent is told of is where its configuration is."""
    with home() as place:
        os.environ[variable] = str(place / "other")
        install([AGENTS[agent]], "light")

        assert (place / "other" / file).is_file()
        uninstall()
        assert [] == names_in(place)


def test_a_link_stays_one_and_a_mode_stays():
    """A file that a dotfile manager has linked is written where it is."""
    with home() as place:
        (place / "dotfiles").mkdir()
        (place / ".codex").mkdir()
        real = place / "dotfiles/codex.toml"
        real.write_text("a = 1\n")
        real.chmod(0o640)
        group = os.getgroups()[-1] if os.geteuid() else 4321
        os.chown(real, -1, group)
        (place / ".codex/config.toml").symlink_to("../dotfiles/codex.toml")
        was = tree(place)
        install([AGENTS["codex"]], "light")

        assert (place / ".codex/config.toml").is_symlink()
        assert 0o640 == stat.S_IMODE(real.stat().st_mode)
        assert group == real.stat().st_gid
        assert "BASH_ENV" in real.read_text()
        uninstall()
        assert was == tree(place)


def test_one_file_for_two_is_written_once():
    """What the user and a project of theirs have in one file goes with the last."""
    with home() as place:
        install([AGENTS["gemini"]], "light")
        alone = tree(place)
        install([AGENTS["gemini"]], "light", str(place))
        both = (place / ".gemini/.env").read_text()
        uninstall(["gemini"], str(place))

        assert 1 == both.count("BASH_ENV")
        assert alone == tree(place)
        uninstall()
        assert [] == names_in(place)


def test_a_link_between_two_homes_is_one_file():
    """Two agents that share a file by a link share one value in it."""
    with home(claude=b"{}\n") as place:
        (place / ".other").symlink_to(".claude")
        was = tree(place)
        install([AGENTS["claude"]], "light")
        os.environ["CLAUDE_CONFIG_DIR"] = str(place / ".other")
        install([AGENTS["claude"]], "light")

        assert 1 == (place / ".claude/settings.json").read_text().count("BASH_ENV")
        uninstall()
        assert was == tree(place)


def test_a_variable_that_was_set_before_is_gone_on_to():
    """A start file of the person's own is read by ours, and comes back."""
    own = b'[shell_environment_policy.set]\nBASH_ENV = "~/.mine" # of mine\n'
    with home(codex=own) as place:
        was = tree(place)
        told = install([AGENTS["codex"]], "light")
        start = Path(told[0].files[1])

        assert "light.bash" != start.name
        assert "~/.mine" in start.read_text()
        assert b"# of mine" in (place / ".codex/config.toml").read_bytes()
        uninstall()
        assert was == tree(place)


def test_a_start_file_of_an_older_exeunt_is_renewed():
    """Installing again after an upgrade writes the start file anew, and that alone."""
    with home() as place:
        (told,) = install([AGENTS["claude"]], "light")
        new = tree(place)
        Path(told.files[1]).write_text("# as an older one had it\n")
        (again,) = install([AGENTS["claude"]], "light")

        assert again.changed
        assert new == tree(place)


@pytest.mark.parametrize("name", ["we$ird", "a`b", 'q"u', "back\\slash", "spa ce", "é"])
@EACH
def test_a_home_of_any_name_is_found_by_bash(agent, name):
    """bash expands the value that names a start file, and finds it."""
    with home() as place:
        os.environ["XDG_DATA_HOME"] = str(place / name)
        (told,) = install([AGENTS[agent]], "light")
        Path(told.files[1]).write_text("echo read")
        data = (place / FILES[agent][0]).read_bytes()
        value = look(FILES[agent][1], data, (*FILES[agent][3], "BASH_ENV"))
        said = subprocess.run(
            ["bash", "-c", ":"],
            env={"BASH_ENV": value},
            capture_output=True,
            check=True,
        )

        assert b"read\n" == said.stdout
        uninstall()
        assert [] == names_in(place)


# -- what is refused


def test_a_file_that_is_not_understood_refuses_the_whole_call():
    """One broken file, and nothing at all is written; the lines to paste are there."""
    with home(codex=b"a = 1\n", claude=b"{broken") as place:
        was = tree(place)
        with pytest.raises(Refused) as found:
            install(THREE, "light")

        assert was == tree(place)
        assert "settings.json" in found.value.message
        pasted = json.loads("\n".join(found.value.lines))
        assert pasted["env"]["BASH_ENV"].endswith("/exeunt/doors/light.bash")


@pytest.mark.parametrize("name", [".env", "w/.env", "w/.gemini/.env"])
def test_a_file_that_would_be_hidden_refuses(name):
    """A new .env never keeps Gemini CLI from one that somebody has."""
    with home() as place:
        (place / "w/.gemini").mkdir(parents=True)
        (place / name).write_text("GEMINI_API_KEY=theirs\n")
        was = tree(place)
        project = "" if name == ".env" else str(place / "w/sub")
        with pytest.raises(Refused, match="would no longer"):
            install([AGENTS["gemini"]], "light", project)

        assert was == tree(place)


def test_a_file_with_another_name_is_refused():
    """A hard link would be parted from its other name by a new file."""
    with home(claude=b"{}") as place:
        os.link(place / ".claude/settings.json", place / "other")
        with pytest.raises(Refused, match="hard link"):
            install([AGENTS["claude"]], "light")

        assert b"{}" == (place / "other").read_bytes()


def test_a_place_that_cannot_be_written_leaves_everything_as_it_was():
    """Where the second file cannot be written, the first one is as it was."""
    with home(codex=b"a = 1\n") as place:
        (place / ".gemini").symlink_to("/proc/self")  # where nobody can make a file
        was = tree(place / ".codex")
        with pytest.raises(Refused, match="cannot be written"):
            install(THREE, "light")

        assert was == tree(place / ".codex")
        assert {".codex", ".gemini"} == {*names_in(place)}


def test_no_place_for_start_files_is_said():
    """A data folder that cannot be made refuses the call."""
    with home(codex=b"a = 1\n") as place:
        os.environ["XDG_DATA_HOME"] = "/proc/self/no"
        with pytest.raises(InputError, match="cannot be made or used"):
            install([AGENTS["codex"]], "light")

        assert b"a = 1\n" == (place / ".codex/config.toml").read_bytes()


FULL = """
import resource, signal, sys
from exeunt.agents.install import install
from exeunt.agents.known import AGENTS
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
install([AGENTS["codex"], AGENTS["claude"]], "light")
"""


@pytest.mark.parametrize("room", [0, 100, 2000, 9000, 20_000])
def test_a_full_disk_leaves_everything_as_it_was(room):
    """What can be written in part is not written at all."""
    with home(codex=b"# long\n" * 1000, claude=b"{%s}" % (b" " * 30_000)) as place:
        was = tree(place)
        done = subprocess.run(
            [sys.executable, "-c", FULL, str(room)], capture_output=True, check=False
        )

        assert 1 == done.returncode
        assert was == tree(place)


# -- killed, and at the same time

KILLED = """
import os, signal, sys
from exeunt.agents.install import install, uninstall
from exeunt.agents.known import AGENTS
left = int(sys.argv[1])
def step(event, args):
    global left
    writes = event == "open" and isinstance(args[2], int) and args[2] & os.O_WRONLY
    if writes or event in {"os.rename", "os.mkdir", "os.rmdir", "os.remove"}:
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.dont_write_bytecode = True
if sys.argv[2] == "install":
    sys.addaudithook(step)
    install([AGENTS["codex"], AGENTS["gemini"], AGENTS["claude"]], "light")
else:
    sys.addaudithook(step)
    uninstall()
"""


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_who_is_killed_at_any_step_leaves_whole_files(verb):
    """After SIGKILL each file is as before or as after, and all can be given back."""
    texts = {"codex": b"# c\r\na = 1", "claude": b'{ "a": 1, /* c */ }'}
    names = [FILES[agent][0] for agent in FILES]
    for left in range(100):
        with home(**texts) as place:
            was, before = tree(place), contents(place, names)
            install(THREE, "light")
            after = contents(place, names)
            if verb == "install":
                uninstall()
            words = [sys.executable, "-c", KILLED, str(left), verb]
            done = subprocess.run(words, check=False)
            for name, now in contents(place, names).items():
                assert now in {before[name], after[name]}
            uninstall()
            now = tree(place)
            left_over = {*now} - {*was}
            beside = {name for name in left_over if is_beside(name)}
            around = {name.rpartition("/")[0] for name in beside}
            assert was == {name: now[name] for name in was}
            # It did not live to say that it had made these.
            assert left_over <= {".local", ".local/share", *beside, *around}
        if done.returncode == 0:
            break

    assert 0 == done.returncode
    assert left > 8


def contents(place, names):
    """What some files hold; None: there is none."""
    paths = {name: place / name for name in names}
    return {
        name: path.read_bytes() if path.exists() else None
        for name, path in paths.items()
    }


def is_beside(name):
    """Tell whether a file is one that was to be put in another's place."""
    last = name.rpartition("/")[2]
    return last.startswith(".") and len(last) == 33


CHANGED = """
import sys
from pathlib import Path
from exeunt.agents.install import install
from exeunt.agents.known import AGENTS
file, moves = Path(sys.argv[1]), []
def step(event, args):
    if event == "os.rename":
        moves.append(args)
    if event == "os.rename" and len(moves) == 2:  # of the start file
        file.write_bytes(file.read_bytes() + b"b = 2\\n")
sys.addaudithook(step)
install([AGENTS["codex"]], "light")
"""


def test_a_change_in_the_middle_is_not_lost():
    """What somebody writes after our reading, and before our writing, is there."""
    with home(codex=b"a = 1\n") as place:
        file = place / ".codex/config.toml"
        subprocess.run([sys.executable, "-c", CHANGED, str(file)], check=True)
        during = file.read_text()
        uninstall()

        assert "BASH_ENV" in during
        assert "a = 1\nb = 2\n" == file.read_text()


LOOP = """
import sys
from exeunt.agents.install import install, uninstall
from exeunt.agents.known import AGENTS
for _ in range(8):
    install([AGENTS[name] for name in sys.argv[1:]], "light")
    uninstall(sys.argv[1:])
"""


def test_many_at_the_same_time_lose_nothing():
    """Installs and uninstalls side by side end with every file as it was."""
    calls = [
        ["codex", "claude"],
        ["claude"],
        ["gemini"],
        ["codex"],
        ["codex", "gemini"],
    ]
    with home(codex=b"a = 1 # c", claude=b'{\n  "a": 1 // c\n}') as place:
        was = tree(place)
        running = [
            subprocess.Popen([sys.executable, "-c", LOOP, *one]) for one in calls
        ]
        codes = [one.wait() for one in running]
        uninstall()

        assert [0] * len(calls) == codes
        assert was == tree(place)
