"""exeunt explain → what a code means, on the wire and on the screen."""

import pytest

from command_line import at_terminal, data, envelope, run, shell, too_wide
from exeunt import ExitCode, Exited, decode, read
from exeunt.cli._paint import Paint
from exeunt.cli.explain import of_code, show
from exeunt.deciding.advice import decided, explained, in_a_sentence, is_plain
from exeunt.dialects.dialect import dialect, dialect_names

# The names that callers rely on, and those that came with the first release.
PROMISED = [
    "dialect",
    "code",
    "name",
    "group",
    "meaning",
    "retryable",
    "repeat_identical",
    "side_effects",
    "answer",
    "action",
    "certainty",
    "source",
]
BESIDES = ["advice", "anomalies", "verdict"]

# Of the published table: number, name, group, retryable, side effects.
PUBLISHED = [
    (0, "SUCCESS", "success", None, "complete"),
    (1, "GENERAL_ERROR", "execution", "depends", "unknown"),
    (2, "PARTIAL_FAILURE", "execution", "no", "partial"),
    (3, "ARG_ERROR", "input", "yes", "none"),
    (4, "PRECONDITION", "input", "depends", "none"),
    (5, "NOT_FOUND", "resource", "no", "none"),
    (6, "CONFLICT", "resource", "no", "none"),
    (7, "PERMISSION_DENIED", "auth", "no", "none"),
    (8, "AUTH_REQUIRED", "auth", "after_fix", "none"),
    (9, "PAYMENT_REQUIRED", "auth", "after_fix", "none"),
    (10, "TIMEOUT", "infrastructure", "yes", "partial"),
    (11, "RATE_LIMITED", "infrastructure", "yes", "none"),
    (12, "UNAVAILABLE", "infrastructure", "yes", "none"),
    (13, "REDIRECTED", "routing", "yes", "none"),
]


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: row[1])
@pytest.mark.clause("E2", "E47", "R1", "R2", "R4", "R49")
def test_a_code_is_explained_by_the_published_table(row):
    """The number, its promises and the model's names are on the wire."""
    number, name, group, retryable, effects = row
    found = data("explain", str(number))

    assert "agent-spec" == found["dialect"]
    assert (number, name, group) == (found["code"], found["name"], found["group"])
    assert (retryable, effects) == (found["retryable"], found["side_effects"])
    assert "declared" == found["certainty"]
    assert found["repeat_identical"] is (number in {11, 12})
    assert found["answer"] is None
    assert ExitCode(number).action.value == found["action"]
    assert ExitCode(number).meaning == found["meaning"]
    assert found == data("explain", name)


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (["11"], []),
        (["20"], []),
        (["75"], []),
        (["-9"], ["signal"]),
        (["137"], ["signal"]),
        (["1", "grep", "x"], ["tool"]),
        (["--dialect", "murli", "6"], []),
    ],
    ids=str,
)
def test_the_names_on_the_wire_are_pinned(words, more):
    """No field comes or goes unnoticed."""
    found = data("explain", *words)

    assert sorted([*PROMISED, *BESIDES, *more]) == sorted(found)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--dialect", "murli", "6"], ("murli", 6, "PERMISSION_DENIED")),
        (["--dialect", "murli", "ExitCancelled"], ("murli", 9, "GENERAL_ERROR")),
        (["--dialect", "agent-spec@1.6", "2"], ("agent-spec@1.6", 2, "ARG_ERROR")),
        (
            ["--dialect", "agent-spec@1.6", "3"],
            ("agent-spec@1.6", 3, "PARTIAL_FAILURE"),
        ),
        (["--dialect=holon", "2"], ("holon", 2, "ARG_ERROR")),
        (["--dialect", "shuck", "127"], ("shuck", 127, "PRECONDITION")),
        (["--dialect", "sysexits", "EX_TEMPFAIL"], ("sysexits", 75, "UNAVAILABLE")),
        (["--dialect", "sysexits", "ex_usage"], ("sysexits", 64, "ARG_ERROR")),
        (["--dialect", "shell", "2"], ("shell", 2, "GENERAL_ERROR")),
        (["rate_limited"], ("agent-spec", 11, "RATE_LIMITED")),
        (["0011"], ("agent-spec", 11, "RATE_LIMITED")),
    ],
    ids=str,
)
def test_a_code_is_read_in_the_dialect_that_was_named(words, expected):
    """The dialect's number stays, the name is the model's."""
    found = data("explain", *words)

    assert expected == (found["dialect"], found["code"], found["name"])


@pytest.mark.parametrize(
    ("word", "dialect_name", "certainty", "anomalies"),
    [
        pytest.param(
            *("20", "agent-spec", "guess", ["reserved_code"]),
            marks=pytest.mark.clause("E29"),
        ),
        pytest.param(
            *("75", "sysexits", "convention", []), marks=pytest.mark.clause("E30")
        ),
        pytest.param(
            *("100", "agent-spec", "guess", ["undeclared_code"]),
            marks=pytest.mark.clause("E31"),
        ),
        pytest.param(
            *("126", "shell", "convention", []), marks=pytest.mark.clause("E32")
        ),
        pytest.param(
            *("127", "shell", "convention", []), marks=pytest.mark.clause("E32")
        ),
        pytest.param(*("255", "shell", "convention", [])),
        pytest.param(*("200", "shell", "guess", ["unknown_code"])),
    ],
)
def test_a_number_beyond_the_table_says_whose_it_is(
    word, dialect_name, certainty, anomalies
):
    """Each range has its owner, and what nobody explains is a guess."""
    found = data("explain", word)

    assert dialect_name == found["dialect"]
    assert certainty == found["certainty"]
    assert anomalies == found["anomalies"]


@pytest.mark.parametrize(
    ("words", "certainty"),
    [
        (["-15"], "declared"),
        (["--", "-15"], "declared"),
        (["SIGTERM"], "declared"),
        (["143"], "convention"),
    ],
)
@pytest.mark.clause("K9")
def test_a_signal_is_known_by_its_sign_or_guessed_at_128(words, certainty):
    """-15 is no option but a signal; 143 probably is one."""
    found = data("explain", *words)

    assert (143, "SIGTERM", certainty) == (
        found["code"],
        found["signal"],
        found["certainty"],
    )
    assert ("GENERAL_ERROR", "unknown") == (found["name"], found["side_effects"])


@pytest.mark.parametrize(
    "words",
    [
        ["1", "grep", "-q", "x", "file"],
        ["--", "grep", "-q", "x", "file", "1"],
        ["grep", "-q", "x", "file", "1"],
        ["grep", "-q", "x", "file", "1", "--json"],
        ["--json", "1", "--", "grep", "-q", "x", "file"],
        ["1", "nice", "timeout", "10", "grep", "-q", "x", "file"],
        ["--shell", "cat file | grep -q x", "1"],
        ["1", "--shell=cat file | grep -q x"],
    ],
    ids=str,
)
def test_a_tool_is_read_by_its_own_table(words):
    """The code stands first or last, and wrappers are seen through."""
    found = data("explain", *words)

    assert ("atlas", "grep", 1) == (found["dialect"], found["tool"], found["code"])
    assert ("SUCCESS", "no") == (found["name"], found["answer"])
    assert ("none", "proceed") == (found["side_effects"], found["action"])
    piped = any("cat file" in word for word in words)  # nobody saw how cat ended
    assert ("guess" if piped else "atlas") == found["certainty"]
    assert found["retryable"] is None


@pytest.mark.parametrize("code", ["0", "126", "127", "-9"])
def test_some_endings_need_no_table(code):
    """What the shell or the kernel says holds for a tool that nobody described."""
    assert "tool" not in data("explain", code, "frobnicate")


def test_the_options_of_a_tool_are_its_own():
    """After the code and the tool nothing is ours, even if it looks like it."""
    result = at_terminal("explain", "1", "grep", "--json", "--output=json", "x")

    assert 0 == result.code
    assert "No line matched." in result.stdout
    assert "No line matched." in at_terminal("explain", "1", "grep", "--help").stdout
    assert 5 == run("explain", "1", "frobnicate", "--help").code


def test_an_unknown_tool_is_told_the_way_on():
    """The suggestion gives the convention and the way to teach exeunt the tool."""
    result = run("explain", "7", "frobnicate", "--now")
    said = envelope(result)

    assert 5 == result.code
    assert "UNKNOWN_TOOL" == said["error"]["code"]
    assert "exeunt explain --dialect shell 7" in said["error"]["suggestion"]


def test_a_shell_can_pass_its_status_on():
    """`exeunt explain $?` is what people type."""
    result = shell("sh -c 'exit 75'; exeunt explain --output text $?")

    assert result.stdout.startswith("sysexits 75  UNAVAILABLE\n")


def test_a_person_sees_the_same_without_the_json():
    """Every fact of the data has its line."""
    result = at_terminal("explain", "11", NO_COLOR="1")
    expected = (
        "agent-spec 11  RATE_LIMITED\n"
        "  means     Too many calls; this one was not carried out.\n"
        "  retry     yes, the same call\n"
        "  effects   none\n"
        "  next      retry: Wait error.retry_after seconds (60 if it does not say), "
        "then\n"
        "            repeat the call.\n"
        "  known by  declared: ExitCode and ResponseEnvelope schemas\n"
    )

    assert (0, expected, "") == result


@pytest.mark.parametrize("name", dialect_names())
def test_every_number_fits_the_screen(name):
    """No explanation of any number is wider than 80 columns."""
    table = dialect(name)
    texts = [
        show(explained(of_code(str(number), table)), Paint(colour=False))
        for number in range(-64, 256)
    ]

    assert [] == [line for text in texts for line in too_wide(text)]


def test_an_envelope_is_read_with_the_code_it_came_with(tmp_path):
    """From a file or from stdin; its dialect is detected."""
    said = run("explain", "eleven").stdout
    path = tmp_path / "said.json"
    path.write_text(said)
    found = data("explain", "--envelope", str(path), "3")

    assert ("ARG_ERROR", "envelope") == (found["name"], found["certainty"])
    assert found == data("explain", "--envelope", "-", "3", stdin=said)
    assert (
        "ok_exit_conflict"
        in data("explain", "--envelope", "-", "0", stdin=said)["anomalies"]
    )


@pytest.mark.parametrize(
    ("path", "code", "error_code"),
    [
        ("absent.json", 5, "FILE_NOT_FOUND"),
        ("", 5, "FILE_NOT_FOUND"),
        (".", 3, "FILE_UNREADABLE"),
    ],
)
@pytest.mark.parametrize("verb", [["explain"], ["translate", "--to", "murli"]])
def test_an_envelope_that_cannot_be_read_is_said(verb, path, code, error_code):
    """A file that is not there is NOT_FOUND, any other trouble with it ARG_ERROR."""
    result = run(*verb, "--envelope", path, "3")

    assert code == result.code
    assert error_code == envelope(result)["error"]["code"]


@pytest.mark.parametrize("text", ["", "{}", '{"ok": tru', "[" * 100_000, "\0\x1b[2J"])
@pytest.mark.parametrize("verb", [["explain"], ["translate", "--to", "murli"]])
def test_what_is_no_envelope_is_refused(verb, text):
    """Whatever the bytes, the answer is one envelope of our own."""
    result = run(*verb, "--envelope", "-", "3", stdin=text)

    assert 3 == result.code
    assert envelope(result)["error"]["suggestion"]


def test_a_name_that_shares_its_number_is_explained_with_a_warning():
    """murli has one number for three names; the caller is told which it reads."""
    found = envelope(run("explain", "--dialect", "murli", "AUTH_REQUIRED"))

    assert "PERMISSION_DENIED" == found["data"]["name"]
    assert ["murli says AUTH_REQUIRED by 6, and reads it as this"] == found["warnings"]


@pytest.mark.parametrize("name", dialect_names())
def test_the_rules_agree_with_every_row(name):
    """What is not asked of decide(), because it would say the same, is the same."""
    table = dialect(name)
    readings = [decode(table, Exited(number)) for number in table.rows]

    assert all(is_plain(reading) for reading in readings)
    assert [reading.action for reading in readings] == [
        decided(reading, waiting=False) for reading in readings
    ]


def test_a_tool_without_an_envelope_is_not_asked_for_its_error_code():
    """Whatever a row of the atlas means, its advice says nothing of an envelope."""
    row = read(Exited(4), argv=["gh", "pr", "list"])
    possible = [code for code in ExitCode if code is not ExitCode.REDIRECTED]

    assert "atlas" == row.dialect
    assert [] == [
        code.name
        for code in possible  # a tool without an envelope cannot say where to
        if "error." in in_a_sentence(row.replace(code=code), code.action)
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["4", "gh", "pr", "list"],
        ["67", "curl"],
        ["94", "curl"],
        ["6", "wget"],
        ["253", "aws"],
        ["1", "npm"],
        ["82", "unzip"],
    ],
    ids=" ".join,
)
def test_advice_about_credentials_is_for_the_tool_at_hand(words):
    """gh, curl and the like print no error.code that could be read."""
    found = data("explain", *words)

    assert "error." not in found["advice"]
