"""notes, on four frameworks → each command and each failure, in real processes."""

import shlex

import pytest

pytestmark = pytest.mark.checkout

FRONTS = ("click", "typer", "cyclopts", "argparse")
each_front = pytest.mark.parametrize("front", FRONTS)
GOOD, BAD = '{"title": "three"}', "no JSON"
# The words after `notes`, then the data in the envelope.
SUCCESSES = {
    "list": (
        ["list"],
        [
            {"id": 1, "title": "one", "body": "the first"},
            {"id": 2, "title": "two", "body": ""},
        ],
    ),
    "page": (
        ["list", "--limit", "1"],
        [{"id": 1, "title": "one", "body": "the first"}],
    ),
    "show": (["show", "1"], {"id": 1, "title": "one", "body": "the first"}),
    "add": (
        ["add", "three", "--body", "new"],
        {"id": 3, "title": "three", "body": "new"},
    ),
    "rename": (["rename", "2", "zwei"], {"id": 2, "title": "zwei", "body": ""}),
    "import": (
        ["import", "LINES"],
        {"status": "complete", "results": [{"item": "line 1", "id": 3}]},
    ),
    "sync": (
        ["sync", "URL", "--token", "good"],
        {"status": "complete", "results": [{"item": "note 1"}, {"item": "note 2"}]},
    ),
}
# What is said on stderr meanwhile, to whoever waits.
PROGRESS = {"sync": "sending note 1\nsending note 2\n"}
# The words after `notes`, then the exit code and what the error must say.
FAILURES = {
    "no such note": (["show", "9"], 5, {"code": "NOT_FOUND", "retryable": False}),
    "title taken": (["add", "one"], 6, {"code": "CONFLICT", "retryable": False}),
    "wrong type": (["show", "x"], 3, {"phase": "validation", "retryable": True}),
    "rate limited": (
        ["sync", "URL", "--token", "limited"],
        11,
        {"code": "RATE_LIMITED", "retryable": True, "retry_after": 7},
    ),
    "token expired": (
        ["sync", "URL", "--token", "expired"],
        8,
        {"code": "TOKEN_EXPIRED"},
    ),
    "token missing": (["sync", "URL"], 8, {"code": "TOKEN_MISSING"}),
    "slow": (
        ["sync", "URL", "--token", "slow", "--timeout", "0.2"],
        10,
        {"code": "TIMEOUT", "retryable": False},
    ),
    "busy": (["sync", "URL", "--token", "busy"], 12, {"code": "UNAVAILABLE"}),
    "down": (
        ["sync", "http://127.0.0.1:1/notes", "--token", "good"],
        12,
        {"code": "UNAVAILABLE", "retryable": True},
    ),
    "moved": (
        ["sync", "FORMER", "--token", "good"],
        13,
        {
            "code": "REDIRECTED",
            "redirect": {"command": "notes sync URL", "permanent": True},
        },
    ),
}


@pytest.fixture
def filled(server, lines):
    """Put the server's addresses and a file's path into the words of a call."""
    words = {
        "URL": server.url,
        "FORMER": server.url.replace("/v2/", "/"),
        "LINES": lines(GOOD),
    }
    return lambda call: [words.get(word, word) for word in call]


@each_front
@pytest.mark.parametrize("name", SUCCESSES)
def test_a_program_gets_data(notes, filled, front, name):
    """What a handler returns is the data of the envelope."""
    words, data = SUCCESSES[name]

    ended = notes(front, *filled(words), "--output", "json")

    assert (0, data) == (ended.code, ended.envelope["data"])


@each_front
@pytest.mark.parametrize("name", SUCCESSES)
def test_what_is_printed_for_people_is_no_warning(notes, filled, front, name):
    """The handlers print as they did before, and a program reads the result alone."""
    words = filled(SUCCESSES[name][0])
    ended = notes(front, *words, "--output", "json")
    of_secrets = [text for text in ended.envelope["warnings"] if "--token-file" in text]

    said = PROGRESS.get(name, "")
    assert (of_secrets, said) == (ended.envelope["warnings"], ended.stderr)
    assert ("--token" in words) is bool(of_secrets)


@each_front
@pytest.mark.parametrize("name", [*SUCCESSES, "delete"])
def test_a_person_sees_what_they_saw_before(notes, filled, front, name):
    """At a terminal, a call that succeeds shows the same before and after."""
    words = filled(SUCCESSES[name][0] if name in SUCCESSES else ["delete", "1"])

    before = notes(front, *words, edition="before", terminal=True)
    after = notes(front, *words, terminal=True)

    assert (0, True) == (before.code, bool(before.stdout))
    assert before == after


@each_front
@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.clause("E54", "M6")
def test_a_failure_has_its_code(notes, filled, server, front, name):
    """Each failure has one code, at a terminal and in a pipe, and says why."""
    words, code, error = FAILURES[name]

    ended = notes(front, *filled(words), "--output", "json")
    shown = notes(front, *filled(words), terminal=True)

    said = ended.envelope["error"]
    if "redirect" in said:
        command = said["redirect"]["command"].replace(server.url, "URL")
        said["redirect"]["command"] = command
    assert (code, code) == (ended.code, shown.code)
    assert error == {key: said[key] for key in error}
    assert "Traceback" not in shown.stdout


@each_front
def test_a_page_says_where_to_go_on(notes, front):
    """The cursor of a page leads to the next, and the last page has none."""
    first = notes(front, "list", "--limit", "1", "--output", "json").envelope
    cursor = first["meta"]["cursor"]
    rest = notes(front, "list", "--cursor", cursor, "--output", "json").envelope

    assert (True, "1") == (first["meta"]["truncated"], cursor)
    assert [2] == [note["id"] for note in rest["data"]]
    assert "cursor" not in rest["meta"]


@each_front
@pytest.mark.clause("M6")
def test_an_import_that_half_succeeds(notes, lines, front):
    """Good lines are imported, bad ones named, and the code is PARTIAL_FAILURE."""
    words = ["import", lines(GOOD, BAD, '{"title": "one"}')]

    ended = notes(front, *words, "--output", "json")
    shown = notes(front, *words, terminal=True)

    meta = ended.envelope["meta"]
    assert (2, 2) == (ended.code, shown.code)
    assert [{"effect": "created", "id": 3}] == meta["partial"]["effects"]
    assert [False, True, True] == [
        "error" in item for item in meta["result"]["results"]
    ]


@each_front
def test_an_import_without_a_good_line(notes, lines, front):
    """Where nothing was imported, the code promises just that."""
    ended = notes(front, "import", lines(BAD), "--output", "json")

    assert 4 == ended.code
    assert "partial" not in ended.envelope["meta"]


@each_front
@pytest.mark.clause("K25")
def test_a_sync_that_is_stopped_halfway(notes, server, front):
    """A rate limit after the first note is no longer without effects."""
    server.allowed = 1
    words = ["sync", server.url, "--token", "good", "--output", "json"]

    ended = notes(front, *words)

    error, meta = ended.envelope["error"], ended.envelope["meta"]
    assert (2, "RATE_LIMITED", False) == (ended.code, error["code"], error["retryable"])
    assert [{"effect": "pushed", "id": 1}] == meta["partial"]["effects"]
    assert ["1"] == list(server.kept)


@each_front
def test_a_deletion_is_confirmed(notes, front):
    """A program that does not say --yes is refused; one that does is obeyed."""
    refused = notes(front, "delete", "1", "--output", "json")
    obeyed = notes(front, "delete", "1", "--output", "json", "--yes")

    error = refused.envelope["error"]
    assert (4, "CONFIRMATION_REQUIRED") == (refused.code, error["code"])
    assert "validation" == error["phase"]
    assert (0, 1) == (obeyed.code, obeyed.envelope["data"]["id"])


@each_front
def test_a_former_name_leads_to_the_new_one(notes, front):
    """`notes edit` is `notes rename` now, and the envelope says so word for word."""
    ended = notes(front, "edit", "2", "zwei und drei", "--output", "json")
    shown = notes(front, "edit", "2", "zwei und drei", terminal=True)
    redirect = ended.envelope["error"]["redirect"]
    program, *words = shlex.split(redirect["command"])
    followed = notes(front, *words)

    assert (13, 13) == (ended.code, shown.code)
    assert ("notes", "rename", True) == (program, words[0], redirect["permanent"])
    assert (0, "zwei und drei") == (followed.code, followed.envelope["data"]["title"])


@pytest.mark.parametrize("name", FAILURES)
def test_before_a_failure_was_a_one(notes, filled, name):
    """Without a contract all failures look alike, except a call that is wrong."""
    words, _, _ = FAILURES[name]

    ended = notes("click", *filled(words), edition="before")

    assert (2 if name == "wrong type" else 1) == ended.code


@each_front
def test_before_half_an_import_was_a_success(notes, lines, front):
    """Without a contract nobody noticed that a line was lost."""
    ended = notes(front, "import", lines(GOOD, BAD), edition="before")

    assert 0 == ended.code
