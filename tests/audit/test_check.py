"""Programs that mean no good, fixtures, waivers: what a check makes of them."""

import datetime as dt
import os
import sys
import threading
from textwrap import dedent

import pytest

from auditing import PROGRAMS, audit, call_of, ended, finding, rules, script
from exeunt.audit._contract import NO_COMMAND, NO_FLAG
from exeunt.audit._place import Place
from exeunt.audit.check import check
from exeunt.audit.finding import Found, Probed, Started, Verdict
from exeunt.audit.fixtures import Fixture, Fixtures, Waiver, read_fixtures
from exeunt.errors import InputError, UnknownName
from running import Mark

SPEC = PROGRAMS / "agent_spec" / "good.py"
PLAIN = PROGRAMS / "plain" / "good.sh"
SHORT = Fixtures(limit=2)
VERIFIED = Verdict.VERIFIED
PAGE = 'echo "usage: tool COMMAND"'


def marked(mark):
    """Return fixtures that let a program's tree be found again."""
    return Fixtures(limit=2, env=mark.env)


def test_events_come_in_their_order():
    """A report can be written while the check goes on."""
    kinds = [type(event) for event in check(call_of(PLAIN))]

    assert Started is kinds[0]
    assert kinds.index(Found) > len(kinds) - 1 - kinds[::-1].index(Probed)


def test_a_program_that_always_hangs_is_given_up(tmp_path):
    """A check ends in bounded time, and says why it knows so little."""
    mark = Mark()
    words = script(tmp_path / "hang", "sleep 1000")

    report = ended(check(words, level=3, fixtures=marked(mark)))
    left = mark.gone(within=0)

    assert {"ends"} == rules(report)
    assert [] == left


def test_a_program_that_hangs_often_is_not_asked_for_ever(tmp_path):
    """After three calls that hang no more are made, and the rest is unverified."""
    text = f'[ "$1$TERM$LC_ALL" = --help ] && {PAGE} && exit\nsleep 1000'
    words = script(tmp_path / "hang", text)

    report = ended(check(words, level=3, jobs=4, fixtures=SHORT))

    assert {"ends"} <= rules(report)
    assert "3 calls did not end" in finding(report, "reached").got


def test_daemons_are_ended_and_reported(tmp_path):
    """What a program leaves behind does not outlive the check."""
    mark = Mark()
    words = script(tmp_path / "fork", f"{PAGE}\nsetsid sleep 1000 >/dev/null 2>&1 &")

    report = ended(check(words, only=["nobody-left"], fixtures=marked(mark)))
    left = mark.gone(within=0)

    assert {"nobody-left"} == rules(report)
    assert [] == left


def test_a_gigabyte_is_cut_and_reported(tmp_path):
    """Endless output ends at the time limit, and little of it is kept."""
    text = f'{PAGE}\n[ "$1" = --help ] || exec yes {"x" * 1000}'
    words = script(tmp_path / "flood", text)

    report = ended(check(words, level=2, only=["bounded"], fixtures=SHORT))
    seen = finding(report, "bounded").evidence

    assert {"bounded"} == rules(report)
    assert len(seen.stdout) < 5_000


def test_a_manifest_that_tells_another_end_after_a_signal_is_wrong(tmp_path):
    """It dies by the signal, as it should, and says that it ends with 77."""
    told = {"schema_version": "1.0", "framework_version": "1", "etag": "1"}
    told |= {"signals": {"SIGTERM": 77, "SIGINT": 130}, "commands": {}}
    text = f'{PAGE}\n[ "$1" = --help ] && exit\nexec sleep 60'
    slow = Fixtures(slow=Fixture(["slow"], ready="usage"), limit=10)
    words = script(tmp_path / "odd", text)

    report = ended(
        check(words, only=["interrupt", "terminate"], fixtures=slow, contract=told)
    )

    assert {"terminate"} == rules(report)
    assert "exit 143; its manifest says 77" == finding(report, "terminate").got


def test_a_program_that_ignores_signals_is_killed(tmp_path):
    """Neither SIGINT nor SIGTERM is an end for it, but SIGKILL is."""
    mark = Mark()
    text = f'trap "" INT TERM\n{PAGE}\n[ "$1" = --help ] && exit\nwhile :; do :; done'
    words = script(tmp_path / "deaf", text)
    slow = Fixture(["slow"], ready="usage")
    given = Fixtures(slow=slow, limit=2, env=mark.env)

    report = ended(check(words, only=["interrupt", "terminate"], fixtures=given))
    left = mark.gone(within=0)

    assert {"interrupt", "terminate"} == rules(report)
    assert [] == left


@pytest.mark.parametrize(
    "said",
    [
        "{",
        '{"commands": 7}',
        '{"commands": {"a": 7, "b": {"flags": []}}}',
        "[" * 99_999,
    ],
    ids=["cut", "number", "shapes", "deep"],
)
def test_garbage_as_manifest_breaks_no_check(tmp_path, said):
    """A manifest that is none is told, and nothing falls over."""
    (tmp_path / "said").write_text(said, encoding="utf-8")
    answers = f"--schema) cat {tmp_path}/said ;;\n--help) {PAGE} ;;\n*) exit 3 ;;"
    words = script(tmp_path / "garbage", f'case "$1" in\n{answers}\nesac')

    report = ended(check(words, level=3, dialect="agent-spec", fixtures=SHORT))

    assert "envelope" not in rules(report, Verdict.VERIFIED)
    assert "danger" not in rules(report, Verdict.VERIFIED)


def test_a_manifest_that_changes_between_calls_is_reported():
    """A program that is another one each time is told so."""
    assert {"etag"} == rules(audit(PROGRAMS / "agent_spec" / "etag.py"))


def test_nothing_is_written_outside_the_place(tmp_path, monkeypatch):
    """Home, directory, temporary files and caches are thrown away."""
    for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
        (tmp_path / name).mkdir()
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setattr("tempfile.tempdir", None)
    writes = 'touch here "$HOME/home" "$TMPDIR/tmp" "$XDG_CACHE_HOME-cache"'
    words = script(tmp_path / "writes", f"{PAGE}\n{writes}")

    ended(check(words, level=3, fixtures=SHORT))

    assert ["HOME", "TMPDIR", "XDG_CACHE_HOME", "work", "writes"] == sorted(
        str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")
    )


def test_secrets_of_the_caller_are_not_passed_on(tmp_path, monkeypatch):
    """A program that is tried has no credentials to do harm with."""
    monkeypatch.setenv("CLOUD_TOKEN", "s3cret-value")
    words = script(tmp_path / "env", f"{PAGE}\nenv")

    seen = [e for e in check(words, fixtures=SHORT) if isinstance(e, Probed)]

    assert all("s3cret" not in event.evidence.stdout for event in seen)


def test_a_variable_is_passed_on_when_the_author_says_so(tmp_path, monkeypatch):
    """pass_env names what a program cannot do without."""
    monkeypatch.setenv("TOOL_LICENCE", "a-licence")
    words = script(tmp_path / "env", f"{PAGE}\nenv")
    given = Fixtures(passed=["TOOL_LICENCE"])

    seen = next(e for e in check(words, fixtures=given) if isinstance(e, Probed))

    assert "TOOL_LICENCE=a-licence" in seen.evidence.stdout


WIPES = """
import argparse, sys, exeunt
parser = argparse.ArgumentParser(prog="disk")
commands = parser.add_subparsers(required=True)
@exeunt.contract(danger="destructive")
def wipe(given):
    "Wipe it."
command = commands.add_parser("wipe")
command.add_argument("--disk", required=True)
command.set_defaults(func=wipe)
exeunt.adopt(parser)()
"""


def test_a_framework_is_asked_for_the_page_of_what_is_not_safe(tmp_path):
    """Argparse answers --help before the command begins; nothing else is asked."""
    (tmp_path / "disk.py").write_text(WIPES, encoding="utf-8")
    words = [sys.executable, str(tmp_path / "disk.py")]

    calls = [call for call in calls_of(words) if call.startswith("wipe")]

    assert ["wipe --help"] == calls


def test_who_is_harmless_is_called_wrongly_in_every_command(tmp_path):
    """What is not safe is rejected, and never called as it should be."""
    (tmp_path / "disk.py").write_text(WIPES, encoding="utf-8")
    words = [sys.executable, str(tmp_path / "disk.py")]

    calls = [c for c in calls_of(words, harmless=True) if c.startswith("wipe")]

    assert [] == [c for c in calls if "--disk" in c and NO_FLAG not in c]
    assert any(NO_FLAG in call for call in calls)


def test_a_contract_of_somebody_else_opens_no_command(tmp_path):
    """A manifest from a file may be about another program."""
    (tmp_path / "disk.py").write_text(WIPES, encoding="utf-8")
    words = [sys.executable, str(tmp_path / "disk.py")]
    given = {"commands": {"wipe": {"danger_level": "destructive"}}}

    assert [] == [c for c in calls_of(words, contract=given) if c.startswith("wipe")]


def test_a_command_that_is_not_safe_is_never_called():
    """No call names it: neither wrongly, nor for its page."""
    calls = [e.command for e in check(call_of(SPEC), level=3) if isinstance(e, Probed)]

    assert any(" list " in call for call in calls)
    assert [] == [call for call in calls if " add" in call]


def test_a_program_without_a_page_is_called_no_further(tmp_path):
    """Who does not parse --help might act on anything else."""
    words = script(tmp_path / "act", f"echo $* >>{tmp_path}/acted")

    assert ["--help"] == calls_of(words)
    assert not (tmp_path / "acted").exists()


def calls_of(words, **options):
    """Return the words of each call that a check makes, after the program's own."""
    events = check(words, level=3, **options)
    made = [e.command for e in events if isinstance(e, Probed)]
    return [line.partition(words[-1])[2].split(" <")[0].strip() for line in made]


@pytest.mark.parametrize(
    "page",
    [
        'echo "Usage of tool:" >&2\nexit 2',
        'echo "Usage of tool:" >&2',
        'echo "usage: tool [-abc] file" >&2\nexit 64',
        'echo "tool: usage: tool [-abc] file"\nexit 1',
        'echo "tool: illegal option -- -" >&2\nexit 1',
        'echo "flag provided but not defined: -help" >&2\nexit 2',
    ],
    ids=["go-2", "go-0", "bsd-64", "stdout-1", "refused", "undefined"],
)
def test_who_parses_options_is_asked_more(tmp_path, page):
    """A page on stderr, or a refusal of --help, tells that options are parsed."""
    words = script(tmp_path / "tool", page)

    report = ended(check(words, level=3))

    assert {"usage-code"} <= rules(report, Verdict.VERIFIED) | rules(report)


def test_who_repeats_what_it_was_given_has_shown_no_page(tmp_path):
    """A word of ours in the output is no sign that it was parsed."""
    words = script(tmp_path / "act", "echo working on $*")

    assert ["--help"] == calls_of(words)


def test_a_program_without_a_page_can_be_harmless(tmp_path):
    """With the caller's word for it every call is made: wrong, unknown and bare."""
    words = script(tmp_path / "act", "echo working >&2\nexit 1")

    calls = calls_of(words, harmless=True)
    why = finding(ended(check(words)), "usage-code")

    assert {"", NO_FLAG, NO_COMMAND, "--version"} <= set(calls)
    assert Verdict.UNVERIFIED is why.verdict
    assert "--harmless" in why.got


def test_a_file_of_fixtures_can_say_that_a_program_is_harmless(tmp_path):
    """The author's word is the caller's."""
    path = tmp_path / "exeunt-check.toml"
    path.write_text("harmless = true", encoding="utf-8")
    words = script(tmp_path / "act", "exit 1")

    assert NO_COMMAND in calls_of(words, fixtures=read_fixtures(str(path)))


@pytest.mark.parametrize(
    "page",
    [
        "usage: register NAME\nRegisters a name. See also the command list.",
        "Usage: sed [OPTION]... {script} [file]...\nexecutes commands from script",
        "usage: tool [-h] [--colour {auto,never}] file",
        "usage: host [user@]hostname [command]",
        "usage: view FILE\n\nCommands:\n  q  leave",
    ],
)
def test_a_word_that_may_be_an_argument_is_never_made_up(tmp_path, page):
    """A name is registered, a script is run: only commands may be called wrongly."""
    (tmp_path / "page").write_text(page, encoding="utf-8")
    words = script(tmp_path / "tool", f"cat {tmp_path}/page")

    assert NO_COMMAND not in calls_of(words)


@pytest.mark.parametrize(
    "page",
    [
        "Usage: tool [OPTIONS] COMMAND [ARGS]...",
        "usage: tool [-h] [--to {a,b}]\n            {add,list} ...",
        "Usage:\n  tool [command]\n  tool [flags]",
        "Usage: tool [OPTIONS] <COMMAND>",
        "usage: tool [-v | --version] [-C <path>]\n           <command> [<args>]",
        "A tool.\n\nCommands:\n  add   one more\n  list  all of them",
    ],
)
def test_a_command_that_does_not_exist_is_called_where_there_are_others(tmp_path, page):
    """The usage, or a list under a heading, tells that a word is a command."""
    (tmp_path / "page").write_text(page, encoding="utf-8")
    refuses = '[ "$1" = --help ] || exit 2'
    words = script(tmp_path / "tool", f"{refuses}\ncat {tmp_path}/page")

    assert NO_COMMAND in calls_of(words)


def test_no_command_is_made_up_for_who_lets_options_pass(tmp_path):
    """It might fetch what has that name, and run it."""
    words = script(tmp_path / "tool", PAGE)

    assert NO_COMMAND not in calls_of(words)


def test_what_ends_differently_by_itself_is_not_blamed_on_its_circumstances(tmp_path):
    """A control call tells a program that is fickle from one that minds its locale."""
    later = tmp_path / "later"
    words = script(tmp_path / "fickle", f"[ ! -e {later} ] || exit 75\n{PAGE}")
    events = check(words, level=3)

    next(events)  # it has been called for its page
    later.touch()
    found = rules(ended(events))

    assert "help-repeats" in found
    assert set() == found & {"help-in-c", "help-anywhere", "help-full", "ends"}


def test_a_program_that_removes_itself_is_there_for_the_next_call(tmp_path):
    """It is told what it did, and nothing of it has happened."""
    words = script(tmp_path / "brief", f'{PAGE}\nrm "$0"')

    report = ended(check(words, level=3))

    assert "it removed" in finding(report, "help-writes-nothing").got
    assert "brief" in finding(report, "help-writes-nothing").got
    assert (tmp_path / "brief").exists()


def test_who_removes_its_home_has_touched_it(tmp_path):
    """What is not there any longer was changed, too."""
    words = script(tmp_path / "rm", f'{PAGE}\nrm -rf "$HOME" "$PWD"')

    report = ended(check(words, only=["help-writes-nothing"]))

    assert "it has touched home, work" in finding(report, "help-writes-nothing").got


def test_who_kills_its_parent_kills_nobody(tmp_path):
    """The first process of a cell obeys no signal from within."""
    words = script(tmp_path / "kill", f"kill -9 $PPID 1\n{PAGE}; echo alive")

    report = ended(check(words))

    assert Verdict.VERIFIED is finding(report, "ends").verdict
    assert "alive" in finding(report, "help").evidence.stdout


def test_directories_deeper_than_a_path_are_removed():
    """Whatever a program nests, it is gone after the check."""
    with Place() as place:
        at = os.open(place.room().cwd, os.O_RDONLY)
        for _ in range(3000):
            os.mkdir("d", dir_fd=at)
            below = os.open("d", os.O_RDONLY, dir_fd=at)
            os.close(at)
            at = below
        os.close(at)

    assert not os.path.exists(place.path)  # noqa: PTH110 - a text


def test_a_wrapper_without_an_option_is_not_blamed_for_it(tmp_path):
    """Who rejects --json and --timeout has neither a record nor a deadline to keep."""
    text = 'case "$1" in --help) echo "usage: w COMMAND" ;; -*) exit 125 ;;'
    words = script(tmp_path / "w", f'{text}\n*) exec "$@" ;; esac')
    names = ["wrap-record", "wrap-record-code", "wrap-deadline", "wrap-code"]

    report = ended(check(words, only=names, dialect="shuck"))

    assert {"wrap-code"} == rules(report, Verdict.VERIFIED)
    assert set(names[:3]) == rules(report, Verdict.UNVERIFIED)


def test_pages_are_followed_from_each_call_by_itself():
    """A list that a fixture asks for, too, has two chains of pages."""
    given = Fixtures([Fixture(["list"], code=0)])

    assert {"pages"} == rules(audit(SPEC, only=["pages"], fixtures=given), VERIFIED)


def test_what_was_not_called_is_told():
    """A rule that holds for some commands says how many it was not tried on."""
    report = audit(SPEC, only=["callable"])

    assert "as expected, in 3 calls; 1 command was not called" == report.findings[0].got


def test_declared_codes_are_covered_by_fixtures():
    """Coverage tells of each declared code whether it was reached."""
    covered = {(c.path, c.code): c.reached for c in audit(SPEC).coverage}

    assert covered["show", 5] is True
    assert covered["show", 6] is None
    assert covered["add", 0] is None


def test_a_fixture_brings_its_state(tmp_path):
    """Files and calls come first, in the same place."""
    text = f"""case "$1" in
--help) {PAGE} ;;
keep) echo $2 >kept ;;
read) cat kept given ; [ -s kept ] && [ "$(cat given)" = rope ] && exit 7 ;;
*) exit 2 ;;
esac"""
    words = script(tmp_path / "state", text)
    given = Fixture(["read"], code=7, setup=[["keep", "it"]], files={"given": "rope"})

    report = ended(check(words, fixtures=Fixtures([given])))

    assert "reached" in rules(report, Verdict.VERIFIED)


def test_a_waiver_keeps_its_reason():
    """A waived finding is no violation, and says why."""
    ever = dt.date(9999, 1, 1)
    given = Fixtures(waivers=[Waiver("version", "has no releases", ever)])

    report = audit(PROGRAMS / "plain" / "version.sh", fixtures=given)

    assert set() == rules(report)
    assert "has no releases" == finding(report, "version").reason


def test_a_waiver_ends():
    """After its last day a waiver is only remembered."""
    past = dt.date(2020, 1, 1)
    given = Fixtures(waivers=[Waiver("version", "has no releases", past)])

    report = audit(PROGRAMS / "plain" / "version.sh", fixtures=given)

    assert {"version"} == rules(report)
    assert "2020-01-01" in finding(report, "version").got


def test_only_and_skip_choose_rules():
    """What is not asked for is neither judged nor tried."""
    only = audit(PLAIN, only=["help", "version"])
    skipped = audit(PLAIN, only=["help", "version"], skip=["help"])

    assert ["help", "version"] == [f.rule for f in only.findings]
    assert ["version"] == [f.rule for f in skipped.findings]


@pytest.mark.parametrize("name", ["only", "skip"])
def test_a_rule_that_does_not_exist_is_refused(name):
    """A typing mistake must not switch a check off."""
    with pytest.raises(UnknownName, match="no rule 'versoin'; did you mean version"):
        ended(check(["true"], **{name: ["versoin"]}))


def test_a_lower_level_asks_for_less():
    """Level 1 makes fewer calls than level 3, and judges fewer rules."""
    low, high = (audit(PLAIN, level=level) for level in (1, 3))

    assert {f.rule for f in low.findings} < {f.rule for f in high.findings}
    assert {1} == {f.level for f in low.findings}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("limt = 3", "'limt' means nothing"),
        ("limit = 0", "limit is a number of seconds"),
        ("harmless = 1", "harmless is true or false"),
        ('[[code]]\ncall = "x"', "code is a number"),
        ("[[code]]\ncode = 3", "needs a call"),
        ("code = 3", "write [[code]]"),
        ('[slow]\ncall = "a \'b"', "No closing quotation"),
        ('[[waive]]\nrule = "version"\nuntil = 2030-01-01', "gives no reason"),
        ('[[waive]]\nrule = "version"\nreason = "x"', "has no end"),
        ("[[[", "cannot be read"),
    ],
)
def test_a_file_of_fixtures_says_what_it_means(tmp_path, text, why):
    """What means nothing is refused, before anything is run."""
    path = tmp_path / "exeunt-check.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(InputError) as raised:
        read_fixtures(str(path))

    assert why in raised.value.message


def test_a_fixture_does_not_write_outside_its_place(tmp_path):
    """A file's name with .. is refused."""
    given = Fixtures([Fixture(["x"], code=1, files={"../../x": ""})])

    with pytest.raises(InputError, match="outside"):
        ended(check(script(tmp_path / "tool", PAGE), fixtures=given))


def test_who_stops_listening_stops_the_check(tmp_path):
    """A check that is abandoned leaves nobody running, and no file."""
    mark, before = Mark(), {*threading.enumerate()}  # other tests may have left some
    text = f'[ "$1" = --version ] && sleep 1000\n{PAGE}\n'
    words = script(tmp_path / "slow", text)
    events = check(words, level=3, fixtures=Fixtures(limit=60, env=mark.env))

    for _ in ("started", "its page", "a call beside the first, which hangs"):
        next(events)
    events.close()

    assert [] == mark.gone(within=0)
    assert set() == {*threading.enumerate()} - before


def test_a_place_is_gone_whatever_was_done_to_it():
    """A directory that nobody may write to is removed, too."""
    with Place() as place:
        room = place.room()
        os.chmod(room.cwd, 0o500)  # noqa: PTH101 - as the program would

    assert not os.path.exists(place.path)  # noqa: PTH110 - a text


@pytest.mark.parametrize(
    ("branch", "slow"),
    [
        ('[ -t 1 ] && [ "$1" = --help ]', False),
        ('[ "$1" = slow ]', True),
    ],
    ids=["at a terminal", "after a signal"],
)
def test_nobody_is_left_in_any_circumstances(tmp_path, branch, slow):
    """What outlives a call at a terminal or one that got a signal is reported, too."""
    daemon = "setsid sleep 1000 >/dev/null 2>&1 </dev/null &"
    text = f"if {branch}; then {daemon} sleep 0.1; fi\n{PAGE}\n"
    text += '[ "$1" != slow ] || while :; do :; done'
    words = script(tmp_path / "fork", text)
    call = Fixture(["slow"], ready="usage") if slow else None
    given = Fixtures(slow=call, limit=20)

    report = ended(check(words, level=3, fixtures=given))

    assert "nobody-left" in rules(report)


def test_who_ends_within_a_second_was_not_left_behind(tmp_path):
    """A helper that sees by itself that it is not needed any longer has its time."""
    text = f"{PAGE}\nsleep 0.2 >/dev/null 2>&1 &"
    words = script(tmp_path / "fork", text)

    report = ended(check(words, only=["nobody-left"]))

    assert {"nobody-left"} == rules(report, Verdict.VERIFIED)


def test_a_program_that_takes_long_to_start_gets_its_signal_when_it_has(tmp_path):
    """One that is still busy cannot have said yet what it does about a signal."""
    source = """
    import click, sys, time
    import exeunt
    until = time.monotonic() + 1.5
    while "slow" in sys.argv and time.monotonic() < until:
        pass
    @click.command()
    @click.argument("word", required=False)
    def tool(word):
        while word == "slow":
            time.sleep(1)
    exeunt.adopt(tool, name="tool")()
    """
    program = tmp_path / "program.py"
    program.write_text(dedent(source))
    words = script(tmp_path / "tool", f'exec {sys.executable} {program} "$@"')
    given = Fixtures(slow=Fixture(["slow"]), limit=30)

    report = ended(check(words, only=["cancelled"], fixtures=given))

    assert {"cancelled"} == rules(report, VERIFIED)


KEEPS = """
import sys
import click
import exeunt
@click.command()
@exeunt.contract(danger="safe")
def app():
    sys.exit(12)
exeunt.adopt(app, name="keeps", exits="keep")()
"""


def test_numbers_that_a_program_keeps_are_waived_and_never_verified(tmp_path):
    """They promise nothing, so nothing can be tried; its envelopes can."""
    path = tmp_path / "keeps.py"
    path.write_text(KEEPS)

    report = ended(check([sys.executable, str(path)]))
    waived = rules(report, Verdict.WAIVED)

    assert "kept" == report.dialect
    assert {"arg-error", "declared", "reserved", "no-effects", "redirect"} == waived
    assert "promise nothing" in finding(report, "declared").reason
    assert {"envelope", "ok-is-zero", "same-in-both-modes"} <= rules(report, VERIFIED)
    assert set() == waived & rules(report, VERIFIED)
