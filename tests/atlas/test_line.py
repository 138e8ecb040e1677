"""A shell line and its code → only what could have ended it is credited."""

import shlex
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exeunt import Answer, Effects, ExitCode, Retryable
from exeunt.atlas import candidates, look_up_line
from exeunt.atlas._shell import parse_line

SUCCESS, GENERAL = ExitCode.SUCCESS, ExitCode.GENERAL_ERROR
NO = Answer.NO


def reading(line, code, **options):
    """Whose code it is and what it means: tool, code, answer; None if unread."""
    match = look_up_line(line, code, **options)
    return match and (match.tool, match.row.code, match.row.answer)


@pytest.mark.parametrize(
    ("line", "code", "expected"),
    [
        ("grep x f", 1, ("grep", SUCCESS, NO)),
        ("make; grep x f", 1, ("grep", SUCCESS, NO)),
        ("make\ngrep x f\n", 1, ("grep", SUCCESS, NO)),
        ("grep x f; make", 1, None),
        ("grep x f && make", 1, ("grep", SUCCESS, NO)),
        ("grep x f && make", 2, ("grep | make", GENERAL, None)),
        ("grep x f && make", 0, ("make", SUCCESS, None)),
        ("grep x f || rg x", 1, ("rg", SUCCESS, NO)),
        ("grep x f || rg x", 0, ("grep | rg", SUCCESS, None)),
        ("grep x f || true", 1, None),
        ("grep x f && echo yes", 1, ("grep", SUCCESS, NO)),
        ("grep x f && echo yes || echo no", 1, None),
        ("make | grep x", 1, ("grep", SUCCESS, NO)),
        ("make |& grep x", 1, ("grep", SUCCESS, NO)),
        ("cat f | grep x | sort", 0, ("sort", SUCCESS, None)),
        ("grep x f | sort", 1, None),
        ("set -o pipefail; grep x f | sort", 1, ("grep", SUCCESS, NO)),
        ("set -euo pipefail; grep x f | sort", 1, ("grep", SUCCESS, NO)),
        ("set -o pipefail; set +o pipefail; grep x f | sort", 1, None),
        ("grep x f &", 0, None),
        ("sleep 1 & grep x f", 1, ("grep", SUCCESS, NO)),
        ("! grep x f", 1, ("grep", SUCCESS, NO)),
        ("! grep x f", 0, None),
        ("! grep x f", 2, None),
        ("! ! grep x f", 1, ("grep", SUCCESS, NO)),
        ("set -e; grep x f; make", 1, ("grep", SUCCESS, NO)),
        ("set -e; grep x f; make", 2, ("grep | make", GENERAL, None)),
        ("set -e; grep x f && true; make", 1, None),
        ("set -e; ! grep x f; make", 1, None),
        ("set +e; grep x f; make", 1, None),
        ("set -- -e; grep x f; make", 1, None),
        ("false && rg x", 1, ("false", GENERAL, None)),
        ("true && rg x", 1, ("rg", SUCCESS, NO)),
        ("true || rg x", 1, None),
        ("false || rg x", 1, ("rg", SUCCESS, NO)),
        ("false; rg x", 1, ("rg", SUCCESS, NO)),
        ("exit 3; rg x", 1, None),
        ("exit 3; rg x", 3, None),
        ("grep x f || exit 3", 3, None),
        ("grep x f || exit 3", 1, None),
        ("grep x f || exit 3; rg x", 1, ("rg", SUCCESS, NO)),
        ("grep x f || exit 3; rg x", 3, None),
        ("grep x f && exit 3", 1, ("grep", SUCCESS, NO)),
        ("set -e; false; rg x", 1, ("false", GENERAL, None)),
        ("set -e; true; rg x", 1, ("rg", SUCCESS, NO)),
        ("set -e; false || true; rg x", 1, ("rg", SUCCESS, NO)),
        ("exec grep x f; make", 0, ("grep", SUCCESS, None)),
        ("exec 2>&1; grep x f", 1, ("grep", SUCCESS, NO)),
        ("! true", 1, ("true", SUCCESS, NO)),
        ("sleep 2 && curl x", 7, ("curl", ExitCode.UNAVAILABLE, None)),
        ("grep x f || exit 1", 1, None),
        ("exit 0", 0, ("exit", SUCCESS, None)),
        ("exec grep x f; make", 2, ("grep", ExitCode.ARG_ERROR, None)),
        ("cd d && grep x f", 1, ("cd | grep", GENERAL, None)),
        ("cd d && curl x", 7, ("curl", ExitCode.UNAVAILABLE, None)),
        ("cd d; grep x f", 1, ("grep", SUCCESS, NO)),
        (". env/bin/activate; grep x f", 1, ("grep", SUCCESS, NO)),
        ("source activate && grep x f", 1, ("source | grep", GENERAL, None)),
        ("source activate now && grep x f", 1, None),
        ("[ -f x ] && grep y x", 1, ("test | grep", GENERAL, None)),
        ("export A=1; A=2 B='3 4' grep x f # no", 1, ("grep", SUCCESS, NO)),
        ("grep x f 2>/dev/null >&2", 1, ("grep", SUCCESS, NO)),
        ("grep x < f", 1, ("sh | grep", GENERAL, None)),
        ("grep x f > out", 1, ("sh | grep", GENERAL, None)),
        ("curl x > out", 7, ("curl", ExitCode.UNAVAILABLE, None)),
        ("grep x <<< y", 1, ("grep", SUCCESS, NO)),
        ("diff <(a) <(b; c)", 1, ("diff", SUCCESS, NO)),
        ('grep "$(a | b)" "${c}" `d` f', 1, ("grep", SUCCESS, NO)),
        ("grep x$ f", 1, ("grep", SUCCESS, NO)),
        ("gr\\\nep x f", 1, ("grep", SUCCESS, NO)),
        ("'grep' x f", 1, ("grep", SUCCESS, NO)),
        ("timeout 5 grep x f | sort", 0, ("sort", SUCCESS, None)),
        ("bash -c 'false && rg x'", 1, ("false", GENERAL, None)),
        ("x=1", 0, (":", SUCCESS, None)),
        ("deployctl && grep x f", 1, None),
    ],
)
def test_only_what_could_have_ended_the_line_is_credited(line, code, expected):
    """Lists, pipelines, negation and constant commands decide who it was."""
    assert expected == reading(line, code)


@pytest.mark.parametrize(
    "line",
    [
        "if grep x f; then :; fi",
        "for x in 1; do grep x f; done",
        "while grep x f; do :; done",
        "case x in esac",
        "{ grep x f; }",
        "(grep x f)",
        "f() { grep x f; }; f",
        "[[ x && y ]]; grep x f",
        "[[ x < y ]]; grep x f",
        "$GREP x f",
        "$(which grep) x f",
        "`which grep` x f",
        "grep x <<END\nEND",
        "x=$(grep x f)",
        "eval grep x f",
        "trap : EXIT; grep x f",
        ". ./f; grep x f",
        "grep 'x",
        'grep "x',
        "grep x f &&",
        "| grep x",
        "grep x f | | sort",
        "grep x f ;; grep",
        "grep x f >",
        "grep ${x:?} f",
        "set -u; grep $x f",
        "true && set -e; grep x f",
        "exit; grep x f",
        "exit $?",
        "",
        "# grep x f",
    ],
)
def test_what_is_beyond_the_reader_is_opaque(line):
    """No credit where only a shell could tell what ran."""
    assert None is reading(line, 1)
    assert () == candidates(line, 1)


def test_several_that_disagree_are_all_named_and_the_worst_is_assumed():
    """A failure of either is no better than the worse of the two."""
    row = look_up_line("grep x f && make", 2).row

    assert row.meaning.startswith("either grep: a file could not be read")
    assert ", or make: a recipe failed" in row.meaning
    assert (Retryable.NO, Effects.UNKNOWN) == (row.retryable, row.effects)


def test_several_that_agree_keep_what_they_agree_on():
    """Two answers of no are an answer of no."""
    row = look_up_line("grep x f && git diff --quiet", 1).row

    assert (SUCCESS, NO, Effects.NONE) == (row.code, row.answer, row.effects)


def test_what_ran_before_takes_back_the_promise_that_nothing_changed():
    """Repeating the line would repeat the upload too."""
    alone = look_up_line("rsync a b; curl x", 7).row
    after_reading = look_up_line("cat a | grep x; curl x", 7).row

    assert (GENERAL, Retryable.DEPENDS, Effects.UNKNOWN) == (
        alone.code,
        alone.retryable,
        alone.effects,
    )
    assert ExitCode.UNAVAILABLE == after_reading.code


def test_an_answer_after_other_commands_is_still_the_answer():
    """Its effects are theirs."""
    row = look_up_line("git fetch; git diff --quiet", 1).row

    assert (SUCCESS, NO, Effects.UNKNOWN) == (row.code, row.answer, row.effects)


def test_success_after_other_commands_does_not_say_that_nothing_changed():
    """The last command is only one of them."""
    assert Effects.UNKNOWN is look_up_line("make; true", 0).row.effects
    assert Effects.NONE is look_up_line("cat f; true", 0).row.effects


@pytest.mark.parametrize("line", ["x" * 200_000, "grep x f && " * 1000 + "true"])
def test_a_line_that_nobody_typed_is_opaque(line):
    """Its length must not cost seconds."""
    assert () == candidates(line, 1)


def test_pipefail_may_come_from_the_caller():
    """A shell that was started with it is read like a line that sets it."""
    assert None is reading("grep x f | sort", 1)
    assert ("grep", SUCCESS, NO) == reading("grep x f | sort", 1, pipefail=True)


def test_a_stage_that_its_reader_cut_short_is_no_failure():
    """`git log | head` under pipefail ends with SIGPIPE, and all is well."""
    line = "set -o pipefail; git log | head -1"

    assert ("sh", SUCCESS, None) == reading(line, 141)
    assert None is reading("git log | head -1", 141)


def test_candidates_name_the_commands_and_how_each_reads():
    """What no table speaks of is a candidate all the same."""
    found = candidates("deployctl && grep x f", 1)

    assert [("deployctl",), ("grep", "x", "f")] == [c.words for c in found]
    assert [False, True] == [c.match is not None for c in found]


@given(st.text(max_size=60), st.integers(-2, 300), st.booleans())
def test_any_text_is_read_without_an_error(line, code, pipefail):
    """Nonsense is None, never an exception."""
    match = look_up_line(line, code, pipefail=pipefail)

    assert match is None or match.row.source


@given(
    st.lists(
        st.sampled_from([*"'\"\\`$(){}<>|&;!# \n=", "&&", "||", "$(", "<<", "grep "]),
        max_size=25,
    )
)
def test_any_mixture_of_operators_is_read_without_an_error(pieces):
    """Every way to leave something open ends in None."""
    match = look_up_line("".join(pieces), 1)

    assert match is None or match.row.source


@given(st.lists(st.text(max_size=12), max_size=6))
def test_quoted_words_are_read_back_as_they_were(words):
    """What shlex quotes for a shell, our reader unquotes like one."""
    line = "cmd " + shlex.join(words)
    pipelines = parse_line(line)

    assert [("cmd", *words)] == [stage.words for p in pipelines for stage in p.stages]


@st.composite
def lines(draw):
    """A line of commands that each end with a code of their own."""
    codes = iter(draw(st.permutations(range(2, 40))))
    shapes = ["true", "false", "fail", "! fail", "true | fail", "fail | true", "! true"]
    parts = [draw(st.sampled_from(["", "set -e; ", "set -o pipefail; "]))]
    for number in range(draw(st.integers(1, 6))):
        parts.append(draw(st.sampled_from([" && ", " || ", "; ", "\n"])) * bool(number))
        shape = draw(st.sampled_from(shapes))
        parts.append(shape.replace("fail", f"sh -c 'exit {next(codes)}'"))
    return "".join(parts)


@pytest.mark.skipif(shutil.which("bash") is None, reason="compares with bash")
@given(lines())
@settings(max_examples=60, deadline=None)
def test_the_command_that_bash_took_the_code_from_is_a_candidate(line):
    """Each command has its own code, so the code of the line names its command."""
    code = subprocess.run(["bash", "-c", line], check=False).returncode
    if code > 1:
        words = [candidate.words for candidate in candidates(line, code)]

        assert ("sh", "-c", f"exit {code}") in words
