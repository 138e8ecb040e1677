"""What calls leave, write and keep of their promises: found, and not mistaken."""

import json

import pytest

from auditing import PROGRAMS, call_of, ended, finding, rules, script
from exeunt.audit.check import check
from exeunt.audit.finding import Probed, Verdict
from exeunt.audit.fixtures import Fixture, Fixtures
from exeunt.audit.probes.safe import SECRETS
from exeunt.audit.probes.traces import is_aside
from exeunt.audit.rules.effects import options_on

SPEC = PROGRAMS / "agent_spec"
PAGE = 'echo "usage: tool COMMAND"'
STATE = ["safe-writes", "no-effects"]


def envelope(data=None, error=None, **meta):
    """Write an envelope for a shell to print."""
    said = {"ok": error is None, "data": data, "error": error, "warnings": []}
    return json.dumps(said | {"meta": {"duration_ms": 1, **meta}})


def entry(danger, **more):
    """Describe a command."""
    none = {"description": "x", "retryable": False, "side_effects": "none"}
    codes = {"0": {**none, "name": "SUCCESS"}, "5": {**none, "name": "NOT_FOUND"}}
    flags = {"description": "x", "flags": {}, "arguments": [], "exit_codes": codes}
    return {**flags, "danger_level": danger, **more}


def program(tmp_path, commands, **bodies):
    """Write a program under contract: a body in sh for each of its commands."""
    head = {"schema_version": "1.0", "etag": "1", "dialect": "agent-spec"}
    wrong = {"code": "ARG_ERROR", "message": "wrong", "phase": "validation"}
    cases = [
        f"--help) {PAGE} ;;",
        f"--schema) echo '{envelope({**head, 'commands': commands})}' ;;",
        *(f"{name})\n{body}\n;;" for name, body in bodies.items()),
        f"*) echo '{envelope(error=wrong)}'; exit 3 ;;",
    ]
    text = 'case "$*" in *no-such*) set -- wrong ;; esac\n'
    return script(
        tmp_path / "tool", text + 'case "$1" in\n' + "\n".join(cases) + "\nesac"
    )


def listing(tmp_path, body, **more):
    """Write a program whose one command lists things."""
    return program(tmp_path, {"list": entry("safe", **more)}, list=body)


@pytest.mark.parametrize(
    ("writes", "verdict"),
    [
        ("touch .history", Verdict.VIOLATED),
        ("echo x >>$HOME/.toolrc", Verdict.VIOLATED),
        ("mkdir -p $XDG_DATA_HOME/t; date >>$XDG_DATA_HOME/t/a", Verdict.VIOLATED),
        ("[ -e things.db ] || touch things.db", Verdict.VERIFIED),
        ("mkdir -p $XDG_STATE_HOME/t; date >>$XDG_STATE_HOME/t/log", Verdict.VERIFIED),
        ("mkdir -p $XDG_CACHE_HOME/t; date >>$XDG_CACHE_HOME/t/log", Verdict.VERIFIED),
        ("mkdir -p $XDG_DATA_HOME/t; date >>$XDG_DATA_HOME/t/audit.jsonl",
         Verdict.VERIFIED),
        ("date >>$TMPDIR/x", Verdict.VERIFIED),
    ],
    ids=["cwd", "home", "data", "set up once", "log", "cache", "audit", "temporary"],
)  # fmt: skip
def test_what_a_safe_command_may_write(tmp_path, writes, verdict):
    """Neither logs, nor caches, nor what is set up once are its doing; files are."""
    words = listing(tmp_path, f"{writes}\necho '{envelope({'items': []})}'")

    report = ended(check(words, only=["safe-writes"]))

    assert verdict is finding(report, "safe-writes").verdict


def test_a_safe_command_that_removes_a_file_is_told_at_once(tmp_path):
    """What was there before, and is gone, needs no second call to be sure."""
    words = listing(tmp_path, f"rm -f given\necho '{envelope({'items': []})}'")
    given = Fixtures([Fixture(["list"], code=0, files={"given": "rope"})])

    report = ended(check(words, only=["safe-writes"], fixtures=given))

    assert "work/given" in finding(report, "safe-writes").got


@pytest.mark.clause("E25")
@pytest.mark.parametrize(
    ("writes", "verdict"),
    [
        ("echo $2 >>kept", Verdict.VIOLATED),
        ("[ -e kept ] && exit 6; touch kept", Verdict.VIOLATED),
        ("[ -e things.db ] || touch things.db", Verdict.VERIFIED),
        (":", Verdict.VERIFIED),
    ],
    ids=["writes again", "ends otherwise", "set up once", "nothing"],
)
def test_a_failure_without_effects_has_none(tmp_path, writes, verdict):
    """Code 5 after a write is a lie; that a program sets itself up is none."""
    error = {"code": "NO_SUCH_THING", "message": "there is none"}
    body = f"{writes}\necho '{envelope(error=error)}'\nexit 5"
    words = program(tmp_path, {"add": entry("mutating")}, add=body)
    given = Fixtures([Fixture(["add"], code=5)])

    report = ended(check(words, only=["no-effects"], fixtures=given))

    assert {verdict} == {f.verdict for f in report.findings}


def test_what_calls_leave_is_looked_at_without_a_call_more():
    """Who leaves nothing is not called again to be sure."""
    events = check(call_of(SPEC / "good.py"), only=STATE)
    calls = [e.kind for e in events if isinstance(e, Probed)]

    assert "control" not in calls


@pytest.mark.parametrize(
    ("path", "aside"),
    [
        ("home/.local", True),
        ("home/.local/state", True),
        ("home/.local/state/tool/log", True),
        ("home/.local/share", False),
        ("home/.local/share/tool/data", False),
        ("home/.cache", True),
        ("home/.cached", False),
        ("work/.cache/x", False),
    ],
)
def test_where_logs_and_caches_are(path, aside):
    """Folders on the way to them are theirs, too."""
    assert aside is is_aside(path)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_words_that_only_python_takes_for_numbers(tmp_path, word):
    """A document that other languages refuse to parse is none."""
    said = envelope({"mean": 0}).replace('"mean": 0', f'"mean": {word}')
    words = listing(tmp_path, f"echo '{said}'")

    report = ended(check(words, only=["strict-json"]))

    assert f"{word}, which is no JSON" == finding(report, "strict-json").got


def test_a_key_may_be_in_two_objects(tmp_path):
    """The same name in each item of a list is no fault."""
    words = listing(tmp_path, f"echo '{envelope({'items': [{'a': 1}, {'a': 2}]})}'")

    assert {"strict-json"} == rules(
        ended(check(words, only=["strict-json"])), Verdict.VERIFIED
    )


def test_secrets_are_made_up_for_safe_commands_alone(tmp_path):
    """No call gives a mutating command a secret."""
    token = {"token": {"type": "string", "sensitive": True}}
    commands = {"add": entry("mutating", flags=token)}
    words = program(tmp_path, commands, add="touch added")

    events = list(check(words, only=["no-secrets"], level=2))
    calls = [e.command for e in events if isinstance(e, Probed)]

    assert not any(SECRETS["string"] in call for call in calls)
    assert Verdict.UNVERIFIED is finding(ended(events), "no-secrets").verdict


@pytest.mark.clause("R21")
@pytest.mark.parametrize(
    ("items", "mark", "verdict"),
    [
        ("abc", {}, Verdict.VIOLATED),
        ("abc", {"truncated": True}, Verdict.VERIFIED),
        ("abc", {"next_cursor": "1"}, Verdict.VERIFIED),
        ("abc", {"total": 3}, Verdict.VERIFIED),
        ("abc", {"total": 1}, Verdict.VIOLATED),
        ("a", {}, Verdict.UNVERIFIED),
    ],
)
def test_a_list_that_is_cut_is_marked(tmp_path, items, mark, verdict):
    """Where a second item is known to be there, the first alone must say so."""
    few, more = (envelope(list(items[:n]), **mark) for n in (1, 2))
    body = f"case \"$*\" in *'limit 1'*) echo '{few}' ;; *) echo '{more}' ;; esac"
    words = listing(tmp_path, body, flags={"limit": {"type": "integer"}})

    report = ended(check(words, only=["cut-marked"], level=2))

    assert verdict is finding(report, "cut-marked").verdict


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        (f"echo '{envelope({'of': 'all'})}'", Verdict.VERIFIED),
        ("date +'" + envelope({"at": "%N"}) + "'", Verdict.UNVERIFIED),
        (
            f"[ \"$2\" = --sort ] && exit 3\necho '{envelope({'of': 'all'})}'",
            Verdict.UNVERIFIED,
        ),
    ],
    ids=["the same", "never the same", "rejected"],
)
def test_defaults_are_judged_where_data_can_be_compared(tmp_path, body, verdict):
    """What varies by itself, or is rejected, says nothing about a default."""
    sort = {"sort": {"type": "string", "default": "name"}}
    words = listing(tmp_path, body, flags=sort)

    report = ended(check(words, only=["defaults"], level=2))

    assert verdict is finding(report, "defaults").verdict


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("  --reverse", [["reverse"]]),
        ("  -l LIMIT, --limit LIMIT  how many; see --all", [["limit"]]),
        ("      --reverse   the last first", [["reverse"]]),
        ("  --colour / --no-colour  paint it", [["colour", "no-colour"]]),
        ("  --[no-]colour  paint it", [["colour"]]),
        ("│ *  --name  -n  TEXT  whose │", [["name"]]),
        ("│ NUMBER --number  which one │", [["number"]]),
        ("usage: tool [--reverse]", []),
        ("             [--limit LIMIT]", []),
        ("                        --all shows the rest", []),
        ("Pass --reverse to turn it round.", []),
    ],
)
def test_options_are_read_from_pages_of_any_framework(line, names):
    """An option is what a line begins with, not what a sentence mentions."""
    assert names == list(options_on(line))


def asking(tmp_path, body):
    """Check a program whose one call does something with stdin."""
    words = script(tmp_path / "tool", f'[ "$1" != run ] && {PAGE} && exit\n{body}')
    given = Fixtures([Fixture(["run"], code=0)], limit=3)
    return ended(check(words, level=2, only=["no-prompt", "ends"], fixtures=given))


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("printf 'Sure? '; read answer; echo done", Verdict.VIOLATED),
        ("printf 'Sure? ' >&2; read answer; echo done", Verdict.VIOLATED),
        ("echo done", Verdict.VERIFIED),
        ("cat", Verdict.UNVERIFIED),
        ("echo reading; cat", Verdict.UNVERIFIED),
    ],
    ids=["stdout", "stderr", "no question", "filter", "filter that talks"],
)
def test_who_asks_in_a_pipe_is_told_from_who_reads(tmp_path, body, verdict):
    """A question is a line that was begun; a filter that waits is right to do so."""
    report = asking(tmp_path, body)

    assert verdict is finding(report, "no-prompt").verdict
    assert "ends" in rules(report, Verdict.VERIFIED)


def test_a_secret_argument_is_looked_for_too(tmp_path):
    """What stands alone on the line is no less secret than an option's value."""
    pin = {"name": "pin", "type": "integer", "required": True, "sensitive": True}
    body = 'echo "no such pin: $2" >&2\n' + f"echo '{envelope({})}'"
    words = listing(tmp_path, body, arguments=[pin])

    report = ended(check(words, only=["no-secrets"], level=2))

    assert "its value is on stderr" in finding(report, "no-secrets").got


def test_a_list_that_a_fixture_filled_is_cut_there(tmp_path):
    """A command that has nothing to list without its state is judged with it."""
    few, more = envelope(["a"]), envelope(["a", "b"])
    cut = f"case \"$*\" in *'limit 1'*) echo '{few}' ;; *) echo '{more}' ;; esac"
    body = f"if [ -e things ]; then {cut}; else echo '{envelope([])}'; fi"
    words = listing(tmp_path, body, flags={"limit": {"type": "integer"}})
    full = Fixture(["list", "--limit", "2"], code=0, files={"things": "a b"})

    report = ended(
        check(words, only=["cut-marked"], level=2, fixtures=Fixtures([full]))
    )

    assert Verdict.VIOLATED is finding(report, "cut-marked").verdict


@pytest.mark.parametrize("default", ["$PWD", "/etc/tool.toml", "~/notes"])
def test_a_default_that_is_a_place_is_not_written_out(tmp_path, default):
    """A path in the manifest is that of the room in which the manifest was made."""
    flags = {"file": {"type": "string", "default": default}}
    words = listing(tmp_path, f"echo '{envelope({})}'", flags=flags)

    report = ended(check(words, only=["defaults"], level=3))

    assert Verdict.UNVERIFIED is finding(report, "defaults").verdict


def test_data_may_tell_where_a_call_was_made(tmp_path):
    """Two rooms have two paths; what is compared comes from one."""
    said = envelope({"root": "%s"})
    flags = {"sort": {"type": "string", "default": "name"}}
    words = listing(tmp_path, f"printf '{said}' \"$PWD\"", flags=flags)

    report = ended(check(words, only=["defaults"], level=3))

    assert Verdict.VERIFIED is finding(report, "defaults").verdict
