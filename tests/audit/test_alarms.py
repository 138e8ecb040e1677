"""Programs that are right, and that a hasty judge blames; and the other way round."""

import sys

import pytest

from auditing import PROGRAMS, ended, finding, rules, script
from exeunt.audit._contract import NO_FLAG
from exeunt.audit.check import check
from exeunt.audit.finding import Probed, Verdict
from exeunt.audit.fixtures import Fixture, Fixtures

PAGE = 'echo "usage: tool COMMAND"'
REJECTS = 'echo "tool: unknown option" >&2; exit 2'
# Two safe commands; what is wrong with a call is told in JSON, on stderr.
ON_STDERR = f"""
import json, sys
words = sys.argv[1:]
if "--help" in words:
    print("usage: tool COMMAND")
elif "{NO_FLAG}" in words:
    print(json.dumps({{"ok": False, "data": None, "error": {{"code": "ARG"}},
                      "warnings": [], "meta": {{}}}}), file=sys.stderr)
    raise SystemExit(3)
"""
SAFE = {
    "parameters": {},
    "danger_level": "safe",
    "exit_codes": {"0": {"name": "SUCCESS", "description": "done"}},
}


def calls(words, **options):
    """List the words of every call that a check makes, without the program's own."""
    own = f"{' '.join(words)} "
    made = [e.command for e in check(words, level=3, **options) if type(e) is Probed]
    return [line.partition(own)[2].partition(" <")[0] for line in made]


def test_no_word_is_left_to_who_ignores_unknown_options(tmp_path):
    """`json` of `--output json` would be the name of something to fetch and run."""
    acts = (
        'for word; do case "$word" in -*) ;; *) echo "ran $word" >&2; exit 9 ;;'
        " esac; done"
    )
    words = script(tmp_path / "npx", f'[ "$1" = --help ] && {PAGE} && exit\n{acts}')

    report = ended(check(words, level=3))
    told = [f.evidence.stderr for f in report.findings if f.evidence]

    assert not any("ran " in text for text in told)


def test_a_value_stands_in_its_options_own_word(tmp_path):
    """Who refuses an unknown option may still take the next word for a command."""
    words = script(tmp_path / "tool", f'[ "$1" = --help ] && {PAGE} && exit\n{REJECTS}')

    made = calls(words)

    assert not any(line.split()[-1:] == ["json"] for line in made)


def test_an_option_on_the_page_is_asked_as_its_page_says(tmp_path):
    """An option that is there takes its value from the next word, and nothing else."""
    page = 'echo "usage: tool COMMAND"; echo "  --output FORMAT  text or json"'
    answer = (
        'case "$*" in *"--output json"*) '
        """echo '{"ok": false, "data": null, "error": {"code": "ARG_ERROR", """
        """"message": "no"}, "warnings": [], "meta": {}}' ;; esac; exit 3"""
    )
    words = script(
        tmp_path / "tool", f'[ "$1" = --help ] && {{ {page}; exit; }}\n{answer}'
    )

    report = ended(check(words, level=1))

    assert "agent-spec" == report.dialect


def test_a_page_that_names_its_home_is_the_same_twice(tmp_path):
    """Each call has a home of its own, which is no fault of the page."""
    text = f'{PAGE} "$HOME"; [ "$1" = --help ] || exit 2'
    words = script(tmp_path / "tool", text)

    report = ended(check(words, only=["help-repeats"]))

    assert Verdict.VERIFIED is finding(report, "help-repeats").verdict


def test_what_is_always_on_stderr_is_no_complaint(tmp_path):
    """A banner with a time in it is there in every call."""
    text = f'echo "tool 1.2 (pid $$)" >&2\n[ "$1" = --help ] && {PAGE}; exit'
    words = script(tmp_path / "tool", text)

    report = ended(check(words, only=["reader-gone"]))

    assert Verdict.VERIFIED is finding(report, "reader-gone").verdict


def test_who_says_why_on_stderr_may_print_besides(tmp_path):
    """What is asked is a sentence on stderr, and it is there."""
    text = f'[ "$1" = --help ] && {PAGE} && exit\necho bye\n{REJECTS}'
    words = script(tmp_path / "tool", text)

    report = ended(check(words, only=["usage-says-why"]))

    assert Verdict.VERIFIED is finding(report, "usage-says-why").verdict


def test_a_locale_alone_is_changed_for_the_page_in_c(tmp_path):
    """Python sets itself right under LC_ALL=C, as it does for whoever types that."""
    path = tmp_path / "tool.py"
    path.write_text("print('usage: tool \\u2014 COMMAND')", encoding="utf-8")

    report = ended(check([sys.executable, str(path)], only=["help-in-c"]))

    assert Verdict.VERIFIED is finding(report, "help-in-c").verdict


@pytest.mark.parametrize("kind", ["interrupt", "terminate"])
def test_a_signal_that_came_too_late_tells_nothing(tmp_path, kind):
    """A call that had ended by itself was not ended by what came after."""
    text = f'[ "$1" = --help ] && {PAGE}; exit 0'
    words = script(tmp_path / "tool", text)
    given = Fixtures(slow=Fixture(["work"], ready="never"))

    found = finding(ended(check(words, only=[kind], fixtures=given)), kind)

    assert Verdict.UNVERIFIED is found.verdict
    assert "had ended with exit 0" in found.got


def test_just_any_text_is_no_page(tmp_path):
    """Who repeats a greeting has not been asked for help."""
    words = script(tmp_path / "tool", "echo hi")

    found = finding(ended(check(words)), "help")

    assert Verdict.UNVERIFIED is found.verdict
    assert "not known for a page" in found.got


def test_why_safe_commands_were_not_called_is_told(tmp_path):
    """Two commands are safe, and there is a manifest: neither is what is missing."""
    path = tmp_path / "tool.py"
    path.write_text(ON_STDERR, encoding="utf-8")
    given = {"commands": {"one": SAFE, "two": SAFE}}

    report = ended(check([sys.executable, str(path)], level=3, contract=given))
    reasons = {f.got for f in report.findings if f.verdict is Verdict.UNVERIFIED}

    assert "repeats" in rules(report, Verdict.UNVERIFIED)
    assert "no words were found" in finding(report, "repeats").got
    assert not any("no command is declared safe" in why for why in reasons)
    assert not any("it has no manifest:" in why for why in reasons)


# Its manifest is bare, and has no etag: so murli's own `describe` prints it.
DESCRIBED = """
import sys
sys.path[:0] = [{folder!r}]
from murli import Program, encoded, end

class Described(Program):
    def manifest(self, words):
        said = {{"schema_version": "1.0", "framework_version": "1.0",
                "dialect": "murli", "commands": self.commands()}}
        self.write(encoded(said) + "\\n")
        return 0

end(Described)
"""


def test_murli_describes_itself_in_a_form_of_its_own(tmp_path):
    """Neither an envelope nor an etag is asked of a dialect that has none there."""
    path = tmp_path / "tool.py"
    text = DESCRIBED.format(folder=str(PROGRAMS / "murli"))
    path.write_text(text, encoding="utf-8")

    report = ended(check([sys.executable, str(path)], level=2))

    assert ("murli", set()) == (report.dialect, rules(report))
    assert Verdict.VERIFIED is finding(report, "danger").verdict
