"""A line, its code and the exits that were seen → its stages, and what it hides."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exeunt.atlas._syntax import parse_syntax
from exeunt.atlas.stages import stages_of, unheard
from exeunt.model.stage import Stage, Surroundings, gathered_by, hidden_in, told_by

ALONE = Surroundings()


def stages(line, code, exits, said=None, around=ALONE):
    """The stages of a line that bash was given; exits: parent, status, words, same."""
    return stages_of(("/bin/bash", "-c", line), code, whole(exits), said, around)


def whole(exits):
    """Processes, each with whether it is its parent, become another program."""
    return exits and [one if one[3:] else (*one, False) for one in exits]


def marks(line, code, exits, said=None, around=ALONE):
    """Of each stage its status and whether it is hidden."""
    return [(one.status, one.hidden) for one in stages(line, code, exits, said, around)]


def ran(*statuses):
    """Processes of the shell itself, each with a program."""
    return [(-1, status, []) for status in statuses]


@pytest.mark.parametrize(
    ("line", "code", "statuses", "expected"),
    [
        ("a | b", 0, (1, 0), [(1, True), (0, False)]),
        ("a | b", 3, (0, 3), [(0, False), (3, False)]),
        ("a; b", 0, (1, 0), [(1, True), (0, False)]),
        ("a && b", 1, (1,), [(1, False), (None, False)]),
        ("a && b; c", 0, (1, 0), [(1, True), (None, False), (0, False)]),
        ("a || b", 0, (1, 0), [(1, False), (0, False)]),
        ("a || true", 0, (1,), [(1, True), (0, False)]),
        ("a || echo b", 0, (1,), [(1, True), (0, False)]),
        ("a || exit 0", 0, (1,), [(1, True), (None, False)]),
        ("a || exit 4", 4, (1,), [(1, False), (None, False)]),
        ("! a; b", 0, (1, 0), [(1, False), (0, False)]),
        ("yes | head", 0, (141, 0), [(141, False), (0, False)]),
        ("yes | cat | head", 0, (141, 141, 0), [(141, False)] * 2 + [(0, False)]),
        ("yes | head | sort", 0, (141, 1, 0), [(141, False), (1, True), (0, False)]),
        ("yes | sort", 0, (141, 0), [(141, True), (0, False)]),
        ("yes | head", 0, (1, 0), [(1, True), (0, False)]),
        ("grep x f | wc", 0, (1, 0), [(1, False), (0, False)]),
        ("grep x f | wc", 0, (2, 0), [(2, True), (0, False)]),
        ("set -e; a; b", 1, (1,), [(None, False), (1, False), (None, False)]),
        ("set -o pipefail; a | b", 1, (1, 0), [(None, False), (1, False), (0, False)]),
        ("set +e; a; b", 0, (1, 0), [(None, False), (1, True), (0, False)]),
        ("a & b", 0, (1, 0), [(1, True), (0, False)]),
        ("a & b", 0, (143, 0), [(143, False), (0, False)]),
        ("a & b", 0, (None, 0), [(None, False), (0, False)]),
        ("cd x && a", 0, (0,), [(0, False), (0, False)]),
        ("cd x; a", 0, (0,), [(None, None), (0, False)]),
        ("test -f x; a", 0, (0,), [(None, False), (0, False)]),
        ("for i in 1; do a; b; done", 0, (1, 0), [(0, False), (1, True)]),
        ("if a; then b; fi; c", 0, (1, 0), [(0, False), (0, False)]),
        ("if a; then b; fi; c", 0, (0, 1, 0), [(1, True), (0, False), (1, True)]),
        ("while a; do b; done", 0, (0, 0, 1), [(0, False)]),
        ("until a; do b; done", 0, (1, 0, 0), [(0, False)]),
        ("x=$(a); b", 0, (1, 0), [(1, True), (0, False), (1, True)]),
        ("x=$(a)", 1, (1,), [(1, False), (1, False)]),
        ("export X=$(a); b", 0, (1, 0), [(0, False), (0, False), (1, True)]),
        (". f; a", 0, (5, 5, 0), [(None, None), (0, False)]),
        ("time a; b", 0, (1, 0), [(1, True), (0, False)]),
        ("a && b || c", 127, (127,), [(127, False), (None, False), (127, False)]),
        ("cd x && a", 1, (), [(1, False), (None, False)]),
        ("cd x && a", 127, (), [(None, False), (None, False)]),
        ("a; b < f", 1, (0,), [(0, False), (1, False)]),
    ],
)  # fmt: skip
def test_exits_are_those_of_the_commands(line, code, statuses, expected):
    """Each exit has one command, in the order of the forks, and a mark by the rules."""
    assert expected == marks(line, code, ran(*statuses))


def test_what_runs_in_a_process_of_its_own_is_read_there():
    """A group or a function in a pipeline has its commands below its process."""
    line = "f() { a; b; }; (c; d) | f"
    exits = [(-1, 0, None), (-1, 0, None)]
    exits += [(0, 1, []), (0, 0, []), (1, 2, []), (1, 0, [])]

    assert [
        Stage(("( c ; d )",), 0, hidden=False),
        Stage(("f",), 0, hidden=False),
        Stage(("c",), 1, hidden=True),
        Stage(("a",), 2, hidden=True),
    ] == list(stages(line, 0, exits))


@pytest.mark.parametrize(
    "words",
    [
        ["bash", "-c", "a | b"],
        ["env", "A=1", "sh", "-c", "a | b"],
        ["timeout", "9", "bash", "-c", "a | b"],
    ],
)
def test_a_nested_line_has_stages_after_those_of_the_line(words):
    """What it hides is hidden, though the shell that ran it ended with 0."""
    deep = len(words) - 3 and 1
    exits = [(-1, 0, words), *([(0, 0, words[-3:])] * deep)]
    exits += [(deep, 1, []), (deep, 0, []), (-1, 0, [])]
    line = " ".join([*words[:-1], "'a | b'"]) + "; c"

    assert Stage(("a",), 1, hidden=True) in stages(line, 0, exits)


def test_what_a_program_starts_is_its_own_business():
    """Make may start what fails, and end with 0."""
    exits = [(-1, 0, ["make"]), (0, 1, ["test"]), (-1, 0, [])]

    assert [(0, False), (0, False)] == marks("make; b", 0, exits)


def test_a_remote_line_is_not_seen():
    """No process here tells how a command ended there."""
    found = stages("ssh host 'a | b'; c", 0, ran(0, 0))

    assert Stage(("a",), None, hidden=None) in found


def test_where_the_processes_do_not_fit_no_place_is_given():
    """A failure that fits no command is a stage of its own, and hidden."""
    found = stages("a; b", 0, ran(0, 0, 0, 1))

    assert (Stage((), 1, hidden=True),) == found


@pytest.mark.parametrize("line", ["case x in x) a;; esac", "x=(1 2); a", "a; ((i++))"])
def test_a_line_that_is_not_read_is_judged_by_its_processes(line):
    """No failure anywhere proves that none was hidden; one is doubted or hidden."""
    assert "none" == hidden_in(stages(line, 0, ran(0, 0)))
    assert "failed" == hidden_in(stages(line, 0, ran(1, 0)))
    assert "doubted" == hidden_in(stages(f"if {line} ", 0, ran(1, 0)))
    assert "unknown" == hidden_in(stages(line, 0, None))


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_line_of_another_shell_is_not_read(shell):
    """A process that failed has no place in it."""
    found = stages_of((shell, "-c", "a; b"), 0, whole(ran(1, 0)), None, ALONE)

    assert (Stage((), 1, hidden=True),) == found


@pytest.mark.parametrize(
    ("line", "code", "expected"),
    [
        ("a && b", 0, "none"),
        ("a && b", 2, "none"),
        ("cd x && a | cat && true", 0, "unknown"),
        ("a; b", 0, "unknown"),
        ("a | b", 0, "unknown"),
        ("false | true", 0, "failed"),
        ("false; true", 0, "failed"),
        ("f() { false; true; }; f", 0, "failed"),
        ("a || true", 0, "unknown"),
        ("a $(b)", 0, "unknown"),
        ("true; echo x", 0, "none"),
        ("a & wait", 0, "unknown"),
        ("set -e; a; b", 0, "none"),
        ("bash -c 'a; b'", 0, "unknown"),
    ],
)
def test_without_exits_the_code_says_what_it_proves(line, code, expected):
    """What all ways to that code agree on is known, and nothing else."""
    assert expected == hidden_in(stages(line, code, None))


@pytest.mark.parametrize(
    ("line", "said", "expected"),
    [
        ("a | b", ([], (1, 0)), "failed"),
        ("a | b", ([], (0, 0)), "none"),
        ("yes | head", ([], (141, 0)), "none"),
        ("a | b", ([], None), "unknown"),
        ("a | b", ([], (0,)), "unknown"),
        ("cd x; a", ([(1, 0, "'cd x'")], (0,)), "failed"),
        ("cd x; a", ([], (0,)), "none"),
        ("cd x && b; a", ([], (0,)), "unknown"),
        ("a; b", ([(1, 0, "a")], None), "failed"),
        ("(cd x; a); b", ([(1, 1, "'cd x'")], (0,)), "failed"),
        ("(a; b); c", ([(1, 1, "a")], (0,)), "doubted"),
        ("(cd x; echo); a", ([], (0,)), "none"),
        ("(cd x; echo) && a; echo", ([], (0,)), "unknown"),
        ("if cd x; then a; fi; echo", ([], (0,)), "unknown"),
        ("if true; then cd x; fi; echo", ([], (0,)), "unknown"),
        ("{ cd x; a; }; echo", ([], (0,)), "none"),
        ("grep x f; b", ([(1, 0, "'grep x f'")], (0,)), "none"),
        ("a | b; c", ([], (0,)), "unknown"),
        ("bash -c 'a; b' | c", ([], (0, 0)), "unknown"),
        ("{ a; b; } | c", ([], (0, 0)), "unknown"),
    ],
)
def test_what_bash_says_may_lower_and_seldom_raises(line, said, expected):
    """Failures are believed; success only of what bash would have told of."""
    assert expected == hidden_in(stages(line, 0, None, said))


@pytest.mark.parametrize(
    ("line", "code", "statuses", "expected"),
    [
        ("cd x && a", 1, (), ("cd", "x")),
        ("cd x && a", 1, (1,), ("a",)),
        ("a && b", 1, (0, 1), ("b",)),
        ("a | b", 1, (1, 1), ("b",)),
        ("grep x f | grep y f", 1, (1, 1), ()),
        ("a; b", 0, (1, 0), ()),
        ("cd x; a", 1, (1,), ()),
    ],
)
def test_one_command_is_known_to_have_ended_a_line(line, code, statuses, expected):
    """Where all was seen and no other ended so, the code of the line is its."""
    assert expected == told_by(stages(line, code, ran(*statuses)), code)


def test_what_runs_on_in_the_background_hides_nothing():
    """A server that was started is no failure, whatever it has started."""
    exits = [(-1, None, None), (0, None, []), (-1, 0, [])]

    assert "none" == hidden_in(stages("(server; b) & a", 0, exits))


def test_functions_from_outside_are_not_builtins():
    """An exported function named true may run and fail as anything."""
    around = Surroundings(functions=("true",))

    assert "none" == hidden_in(stages("true; a", 0, ran(0)))
    assert "none" != hidden_in(stages("true; a", 0, ran(0), around=around))


def test_a_file_that_the_shell_begins_with_is_no_command_of_the_line():
    """What it started is passed over, whatever became of it."""
    around = Surroundings(begins=True)

    assert [(1, True), (0, False)] == marks("a; b", 0, ran(7, 1, 0), around=around)
    assert "none" == hidden_in(stages("bash -lc 'a | b'; c", 0, [
        (-1, 0, ["bash", "-lc", "a | b"]), (0, 9, []), (0, 0, []), (0, 0, []), *ran(0),
    ]))  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        " | ".join(["a"] * 10_000),
        "; ".join(["a"] * 10_000),
        " && ".join(["cd x"] * 300 + ["a"]),
        "".join(["("] * 2000 + ["a"] + [")"] * 2000),
        "; ".join(["cd x || cd y"] * 100),
        "f() { f; }; f",
        "while :; do cd x; done",
        "a" * 200_000,
    ],
)
def test_no_line_takes_long_or_breaks(line):
    """What is too much is not known, and says so."""
    found = stages(line, 0, None)

    assert hidden_in(found) in {"none", "unknown"}
    assert hidden_in(stages(line, 0, ran(*([1] * 500)))) in {"failed", "doubted"}


PIECES = st.sampled_from(
    [
        *(
            "a",
            "b x",
            "cd y",
            "true",
            "false",
            "exit 3",
            "set -e",
            "$(c)",
            "'q'",
            "x=1",
        ),
        *("|", "||", "&&", ";", "&", "\n", "(", ")", "{", "}", "!", "if", "then", "fi"),
        *("for i in 1 2", "do", "done", "while", "else", "<f", ">&2", "f()"),
        "<<E\nx\nE\n",
    ]
)
EXITS = st.lists(
    st.tuples(
        st.just(-1), st.sampled_from([0, 0, 1, 141, None]), st.sampled_from([None, []])
    ),
    max_size=6,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=14).map(" ".join), st.integers(0, 3), EXITS)
def test_any_line_has_stages(line, code, exits):
    """No line and no exits break it; what failed is hidden, doubted or told of."""
    for seen in (exits, None):
        for stage in stages(line, code, seen):
            assert stage.status is None or 0 <= stage.status <= 255
            assert stage.hidden is not True or stage.status != 0


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=14).map(" ".join))
def test_the_syntax_of_a_line_is_read_or_not(line):
    """A line is opaque or has lists; nothing in between, and no error."""
    items = parse_syntax(line)

    assert items is None or all(item.stages for item in items)


FAILS = ["ls", "gone"]


@pytest.mark.parametrize(
    ("program", "below", "expected"),
    [
        (["python", "a.py"], (2, FAILS), "doubted"),
        (["./tool"], (2, FAILS), "doubted"),
        (["./tool"], (7, []), "doubted"),
        (["./tool"], (141, []), "none"),
        (["./tool"], (1, ["other-tool"]), "doubted"),
        (["./tool"], (139, ["other-tool"]), "doubted"),
        (["./tool"], (137, ["server"]), "none"),  # somebody has ended it
        (["python", "-m", "tool"], (2, FAILS), "doubted"),
        (["timeout", "9", "tool"], (1, ["probe"]), "none"),
        (["python", "a.py"], (1, ["grep", "x", "f"]), "none"),
        (["python", "a.py"], (2, ["ls", "--version"]), "none"),
        (["python", "/bin/pytest"], (2, FAILS), "none"),
        (["python", "-m", "pytest"], (2, FAILS), "none"),
        (["git", "fetch"], (2, FAILS), "none"),
        (["sh", "unread.sh"], (2, FAILS), "doubted"),
        (["sh"], (2, FAILS), "doubted"),
    ],
)
def test_what_a_program_lets_fail_is_doubted_unless_its_table_vouches(
    program, below, expected
):
    """A failure is one by its own table; of what was gone unseen nobody knows."""
    exits = [(-1, 0, program), (0, *below), (0, 0, []), *ran(0)]

    assert expected == hidden_in(stages(f"{' '.join(program)} | cat", 0, exits))


SHIM = (["sh", "/shims/tool", "x"], ["/real/tool", "x"])
LINE = (["sh", "-c", "ls gone; exec true"], ["true"])


@pytest.mark.parametrize(
    ("said", "chain", "before", "after"),
    [
        ("tool x", SHIM, "none", "doubted"),
        ("tool x", (["env", "sh", "/shims/tool"], *SHIM), "none", "doubted"),
        ("tool x", ([], *SHIM), "none", "doubted"),
        ("env tool x", (["env", "tool", "x"], *SHIM), "none", "doubted"),
        ("python b.py", (["sh", "/shims/python"], ["/real/python", "b.py"]), "none",
         "doubted"),
        ("console", (["python", "-I", "/bin/console"], ["tool"]), "none", "doubted"),
        ("python b.py", (["python", "b.py"], ["tool"]), "doubted", "doubted"),
        ("pytest", (["sh", "/shims/pytest"], ["/real/pytest"]), "none", "none"),
        ("/shims/tool x", SHIM, "doubted", "doubted"),
        ("$SHIMS/tool x", SHIM, "doubted", "doubted"),
        ("sh shims/tool x", SHIM, "doubted", "doubted"),
        ("env-run sh tool x", (["env-run"], *SHIM), "doubted", "doubted"),
        ("env-run sh tool x", ([], *SHIM), "doubted", "doubted"),
        ("env-run sh -c 'ls gone; exec true'", LINE, "failed", "doubted"),
    ],
)  # fmt: skip
def test_what_a_shim_tried_is_its_own_business(said, chain, before, after):
    """A name that the line finds is a program; a file and a line have their text."""
    links = [(place - 1, 0, words, place > 0) for place, words in enumerate(chain)]
    tried = [*links[:-1], (len(links) - 2, 2, FAILS), links[-1], *ran(0)]
    last = (len(links) - 1, 2, FAILS)

    assert before == hidden_in(stages(f"{said} | cat", 0, tried))
    assert after == hidden_in(stages(f"{said} | cat", 0, [*links, *ran(0), last]))


def test_a_program_that_another_has_started_is_looked_into_though_it_tells():
    """The status of the last is that of its shell; what it hides is another matter."""
    nested = [(-1, 0, ["sh"]), (0, 0, ["sh", "-c", "a; b"]), (1, 2, FAILS), (1, 0, [])]

    assert "failed" == hidden_in(stages("sh < f | cat", 0, [*nested, *ran(0)]))


def test_a_script_that_was_read_is_a_line():
    """By its word, with the options of its shell; one with two texts is of neither."""
    exits = [(-1, 0, ["bash", "a.sh"]), (0, 2, FAILS), (0, 0, [])]
    text = "#!/bin/bash -e\nls gone\nls /\n"
    read, twice = (Surroundings(scripts={"a.sh": one}) for one in (text, None))
    stopped = stages_of(("a.sh",), 2, whole([(-1, 2, FAILS)]), None, read)

    assert "failed" == hidden_in(stages("bash a.sh", 0, exits, around=read))
    assert "doubted" == hidden_in(stages("bash a.sh", 0, exits, around=twice))
    assert ("none", ("ls", "gone")) == (hidden_in(stopped), told_by(stopped, 2))


@pytest.mark.parametrize(
    ("line", "statuses", "stdout", "expected"),
    [
        ("pytest | tail", (1, 0), b"", "findings"),
        ("pytest || true", (1,), b"", "findings"),
        ("pytest | tail", (4, 0), b"", "failed"),
        ("pytest | tail", (2, 0), b"", "failed"),
        ("pytest; ls gone; a", (1, 2, 0), b"", "failed"),
        ("pytest; pytest x; a", (1, 1, 0), b"", "findings"),
        ("a; b", (1, 0), b"1 failed in 0.1s", "failed"),
        ("python -m pytest | tail", (1, 0), b"", "failed"),
        ("python -m pytest | tail", (1, 0), b"1 failed in 0.1s", "findings"),
        ("python -m pytest | tail", (1, 0), b"No module named pytest", "failed"),
        ("{ pytest; }; a", (1, 0), b"", "findings"),
        ("(cd x && pytest); a", (1, 0), b"", "findings"),
        ("grep x f; a", (1, 0), b"", "none"),
        ("if pytest; then echo a; else echo b; fi", (1,), b"", "findings"),
        ("if pytest; then echo a; else b; fi", (1, 0), b"", "none"),
    ],
)
def test_findings_that_a_line_hides_are_findings(line, statuses, stdout, expected):
    """The worst of the failing commands' own readings is what came of them."""
    exits = ran(*statuses)
    if line.startswith("("):
        exits = [(-1, 1, None), (0, 1, []), *ran(0)]

    assert expected == unheard(stages(line, 0, exits), stdout)


@pytest.mark.parametrize(
    ("line", "code", "exits", "expected"),
    [
        ("(cd x && pytest)", 1, [(-1, 1, None), (0, 1, [])], ("pytest",)),
        ("(cd x && pytest)", 1, [(-1, 1, None)], ("cd", "x")),
        ("v=$(grep x f)", 1, ran(1), ("grep", "x", "f")),
        ("{ cd x && pytest; }", 1, ran(1), ("pytest",)),
        ("for i in 1 2; do grep x f; done", 1, ran(0, 1), ("grep", "x", "f")),
        ("(( i++ ))", 1, ran(), ("((", "i ++", "))")),
        ("! (grep x f)", 1, ran(0), ()),
        ("( (false) )", 1, ran(1), ()),
        ("((a; b))", 1, ran(1), ()),
    ],
)
def test_the_command_inside_of_a_group_has_ended_it(line, code, exits, expected):
    """What holds commands ends as the last of them: that one's table is asked."""
    found = told_by(stages(line, code, exits), code)

    assert tuple("".join(word.split()) for word in expected) == tuple(
        "".join(word.split()) for word in found
    )


def test_an_answer_in_a_group_hides_nothing():
    """As outside of one."""
    asks = [(-1, 1, None), (0, 1, ["grep", "x", "f"]), *ran(0)]
    fails = [(-1, 2, None), (0, 2, ["grep", "x", "f"]), *ran(0)]

    assert "none" == hidden_in(stages("(grep x f); a", 0, asks))
    assert "failed" == hidden_in(stages("(grep x f); a", 0, fails))


@pytest.mark.parametrize(
    ("line", "statuses", "expected"),
    [
        ("a | xargs -n1 grep x", (1, 0), (("grep", "x"), 1)),
        ("a | xargs -n 1 -0 grep x", (0, 1), (("grep", "x"), 1)),
        ("a | xargs grep x", (1, 2), None),
        ("a | xargs grep x", (1, 1), (("grep", "x"), 1)),
    ],
)
def test_the_invocations_of_which_xargs_made_its_code_are_asked(
    line, statuses, expected
):
    """Where all that failed ended in one way, the line is read by that."""
    exits = [*ran(0), (-1, 123, line.partition("| ")[2].split())]
    exits += [(1, status, []) for status in statuses]
    found = gathered_by(stages(line, 123, exits), 123)

    assert expected == (found and (found.words, found.status))
