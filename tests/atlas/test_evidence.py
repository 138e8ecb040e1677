"""What tools write → the verdict that it settles, and what it can never do."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exeunt import Action, Exited, Policy, Verdict, decide, read
from exeunt.atlas._evidence import CHECKERS, applies, with_counts
from exeunt.atlas._lookup import built_in
from exeunt.atlas._spec import bounds
from exeunt.atlas._tables import TEXTS
from exeunt.model.row import worst

FINDINGS, FAILED, UNKNOWN = Verdict.FINDINGS, Verdict.FAILED, Verdict.UNKNOWN
NO = Verdict.NO


def verdict(argv, code, out="", err=""):
    """What came of a command that wrote this."""
    words = argv.split() if isinstance(argv, str) else argv
    return read(Exited(code), out.encode(), err.encode(), argv=words).verdict


# -- what other tools were seen to write

JEST = "FAIL ./red.test.js\n  ✕ a (23 ms)\n\nTests:       1 failed, 1 total\n"
TSC = "bad.ts(1,5): error TS2322: Type 'string' is not assignable to type 'number'.\n"
MAKE = "make: *** [Makefile:3: test] Error 1\n"
SUMMARY = "=== short test summary info ===\nFAILED t.py::test_x\n1 failed in 0.02s\n"


@pytest.mark.clause("K28")
@pytest.mark.parametrize(
    ("argv", "code", "out", "err", "expected"),
    [
        ("jest", 1, "", JEST, FINDINGS),
        ("jest --nosuch", 1, "", "● Unrecognized CLI Parameter:\n", FAILED),
        ("jest x", 1, "No tests found, exiting with code 1\n", "", FAILED),
        ("jest", 1, "", JEST + "  ● Test suite failed to run\n", FAILED),
        ("jest", 1, "", "", UNKNOWN),
        ("npx jest", 1, "", JEST, FINDINGS),
        ("npx jest", 1, "", "npm error code ENOTCACHED\n", FAILED),
        ("npm test", 1, "> x@1.0.0 test\n> jest\n", JEST, FINDINGS),
        ("npm test", 1, "", 'npm error Missing script: "test"\n', FAILED),
        ("npm run crash", 1, "", "throw 1\n^\n1\nNode.js v20.20.2\n", FAILED),
        ("npm run check", 1, "", "", UNKNOWN),
        ("npm test", 1, "> x\n\nError: no test specified\n", "", FAILED),
        ("file absent", 0, "absent: cannot open `absent' (No such", "", FAILED),
        ("npm run types", 2, TSC, "", FINDINGS),
        ("npm run build", 2, TSC, "", FAILED),
        ("pnpm test", 1, "", JEST, FINDINGS),
        ("pnpm exec nosuch", 1, "", '  × Command "nosuch" not found\n', FAILED),
        ("yarn test", 1, "", JEST, FINDINGS),
        ("tsc", 2, TSC, "", FINDINGS),
        ("tsc absent.ts", 2, "error TS6053: File 'absent.ts' not found.\n", "", FAILED),
        ("mocha", 2, "  0 passing (5ms)\n  2 failing\n", "", FINDINGS),
        ("mocha x.js", 1, "", 'Error: No test files found: "x.js"\n', FAILED),
        ("vitest run", 1, "      Tests  1 failed (1)\n", "", FINDINGS),
        ("vitest run x", 1, "", "No test files found, exiting with code 1\n", FAILED),
        ("eslint --fix .", 1, "✖ 1 problem (1 error, 0 warnings)\n", "", FINDINGS),
        ("eslint absent.js", 2, "", "Oops! Something went wrong! :(\n", FAILED),
        ("flake8 a.py", 1, "a.py:1:1: F401 'os' imported but unused\n", "", FINDINGS),
        ("flake8 b.py", 1, "b.py:0:1: E902 FileNotFoundError: b.py\n", "", FAILED),
        ("isort --check .", 1, "Broken 1 paths\n", "", FAILED),
        ("cargo test", 101, "test result: FAILED. 0 passed; 1 failed;\n", "", FINDINGS),
        ("cargo test", 101, "", "error: could not compile `x` (lib test)\n", FAILED),
        ("cargo clippy", 101, "", "error: could not compile `x` (lib)\n", FINDINGS),
        ("go test ./...", 1, "--- FAIL: TestX (0.00s)\nFAIL\n", "", FINDINGS),
        ("go test ./...", 2, "FAIL\tx [build failed]\n", "", FAILED),
        ("go vet ./...", 2, "", "# x\n./x.go:3:11: fmt.Printf format\n", FINDINGS),
        ("go vet ./...", 2, "", "# x\nvet: ./x.go:2:11: undeclared\n", FAILED),
        ("hadolint Dockerfile", 1, "Dockerfile:1 DL3006 warning: x\n", "", FINDINGS),
        ("hadolint absent", 1, "", "withBinaryFile: does not exist\n", FAILED),
        ("tox -q", 1, SUMMARY, "", FINDINGS),
        ("tox -e nc", 2, "nc: Exception running subprocess [Errno 2]\n", "", FAILED),
        ("nox", 1, SUMMARY, "nox > Session t failed.\n", FINDINGS),
        ("nox", 1, "", "nox > Program nosuchcmd not found.\n", FAILED),
        ("make test", 2, SUMMARY, MAKE, FINDINGS),
        ("make", 2, SUMMARY, "make: *** [Makefile:3: all] Error 1\n", FAILED),
        ("make test", 2, "0 failed, 3 passed in 1s\n", MAKE, UNKNOWN),
        ("uv run pytest", 1, SUMMARY, "", FINDINGS),
        ("uv run nosuch", 2, "", "error: Failed to spawn: nosuch\n", FAILED),
        ("poetry run pytest", 1, "", "Command not found: pytest\n", FAILED),
        ("docker exec c pytest", 1, SUMMARY, "", FINDINGS),
        ("docker exec c pytest", 1, "", "Error response from daemon: x\n", FAILED),
        ("kubectl exec p -- pytest", 1, SUMMARY, "", FINDINGS),
        ("sudo pytest", 1, "", "sudo: a password is required\n", FAILED),
        ("npm audit", 1, "3 high severity vulnerabilities\n", "", FINDINGS),
        ("npm audit", 1, "", "npm error code ENOLOCK\n", FAILED),
        ("pre-commit run", 1, "ruff...Failed\n- hook id: ruff\n", "", FINDINGS),
        ("pre-commit run", 1, "An error has occurred: x\n", "", FAILED),
        ("systemctl is-active x", 3, "inactive\n", "", NO),
        ("systemctl is-failed x", 1, "", "Failed to connect to bus: x\n", FAILED),
        ("[[ -f x ]]", 1, "", "", NO),
        ("python manage.py test", 1, "", "FAILED (failures=1)\n", FINDINGS),
        ("python x.py", 1, "", "FAILED (failures=1)\n", FAILED),
        ("bundle exec rspec", 1, "2 examples, 1 failure\n", "", FINDINGS),
        ("bundle exec rspec", 1, "", "bundler: command not found: rspec\n", FAILED),
        ("hatch run test", 1, SUMMARY, "", FINDINGS),
        ("just test", 1, SUMMARY, "", FINDINGS),
        ("bun test", 1, "", " 0 pass\n 1 fail\n", FINDINGS),
        ("deno lint", 1, "", "Found 2 problems\n", FINDINGS),
        ("dotnet test", 1, "a.cs(1,1): error CS1002: ; expected\n", "", FAILED),
        ("bandit absent.py", 0, "Files skipped (1):\n", "", FAILED),
        ("bandit a.py", 1, "Files skipped (1):\n", "", FINDINGS),
        ("wget -i absent", 0, "", "No URLs found in absent.\n", FAILED),
        ("mocha", 0, "  0 passing (0ms)\n", "", FAILED),
        ("mocha", 0, "  10 passing (0ms)\n", "", Verdict.DONE),
    ],
)
def test_the_words_of_a_tool_settle_its_verdict(argv, code, out, err, expected):
    """Texts as they were measured, with the sources that the tables name."""
    assert expected is verdict(argv, code, out, err)


def test_a_count_is_any_number_but_0():
    """{n} in a text is found where something was counted."""
    counts = with_counts("120 failed, 00 passed in 10.05s")

    assert "1 failed, 0 passed in 1.1s" == counts


# -- what passes by itself

RESET = "Recv failure: Connection reset by peer"


@pytest.mark.parametrize(
    ("argv", "code", "err", "name", "action"),
    [
        ("git clone u", 128, "Could not resolve host: x", "UNAVAILABLE", "retry"),
        ("git fetch", 128, RESET, "UNAVAILABLE", "retry"),
        ("git ls-remote u", 128, "returned error: 429", "GENERAL_ERROR", None),
        (
            "git ls-remote u",
            128,
            "The requested URL returned error: 429",
            "RATE_LIMITED",
            "retry",
        ),
        (
            "git fetch",
            128,
            "The requested URL returned error: 503",
            "UNAVAILABLE",
            "retry",
        ),
        ("git fetch", 128, "Authentication failed for 'u'", "AUTH_REQUIRED", None),
        ("git push", 128, "Could not resolve host: x", "UNAVAILABLE", "look"),
        ("curl -f u", 22, "The requested URL returned error: 503", None, "retry"),
        ("curl -d a u", 56, RESET, None, None),
        ("curl u", 56, RESET, "UNAVAILABLE", "retry"),
        ("wget u", 8, "ERROR 503: Service Unavailable.", "UNAVAILABLE", "retry"),
        ("wget u", 8, "ERROR 404: Not Found.", "NOT_FOUND", None),
        ("npm view x", 1, "npm error code E503", "UNAVAILABLE", "retry"),
        ("npm ci", 1, "npm error code ECONNRESET", "UNAVAILABLE", "look"),
        ("npm ci", 1, "npm error code E429", "RATE_LIMITED", "look"),
        ("pip download x", 1, "HTTP error 429 while getting", "RATE_LIMITED", "retry"),
        ("pip install x", 1, "Max retries exceeded with url", "UNAVAILABLE", "look"),
        ("apt-get update", 100, "Could not resolve 'x'", "UNAVAILABLE", "retry"),
        ("apt-get update", 0, "W: Failed to fetch http://x", "UNAVAILABLE", "retry"),
        ("apt-get install x", 100, "Could not resolve 'x'", "UNAVAILABLE", "look"),
        ("apt-get install x", 100, "E: Unable to locate package x", None, None),
        ("docker pull x", 1, "toomanyrequests: x", "RATE_LIMITED", "retry"),
        ("docker push x", 1, "TLS handshake timeout", "UNAVAILABLE", "look"),
        ("aws s3 ls", 255, "Could not connect to the endpoint URL", None, "retry"),
        ("aws s3 rm x", 254, "(SlowDown)", "RATE_LIMITED", "look"),
        ("kubectl get pods", 1, "Unable to connect to the server", None, "retry"),
        ("kubectl apply", 1, "Error from server (Timeout)", "UNAVAILABLE", "look"),
        ("helm repo update", 1, "503 Service Unavailable", "UNAVAILABLE", "retry"),
        ("mvn compile", 1, "Could not transfer artifact", "UNAVAILABLE", "retry"),
        ("mvn deploy", 1, "Could not transfer artifact", "UNAVAILABLE", "look"),
        ("gradle build", 1, "> Could not GET 'x'", "UNAVAILABLE", "retry"),
        ("cargo fetch", 101, "failed to download from `x`", "UNAVAILABLE", "retry"),
        ("go mod download", 1, "x: 429 Too Many Requests", "RATE_LIMITED", "retry"),
        ("gh pr list", 1, "HTTP 502: Bad Gateway", "UNAVAILABLE", "retry"),
        ("gh pr create", 1, "HTTP 502: Bad Gateway", "UNAVAILABLE", "look"),
        ("terraform init", 1, "could not connect to x", "UNAVAILABLE", "retry"),
        ("terraform apply", 1, "dial tcp: x", "UNAVAILABLE", "look"),
        ("ssh h x", 255, "ssh: connect to host h", "UNAVAILABLE", "look"),
        ("ssh h x", 255, "Permission denied (publickey).", "GENERAL_ERROR", None),
        ("scp a h:b", 255, "ssh: connect to host h", "UNAVAILABLE", "retry"),
        ("scp a h:b", 255, "Host key verification failed.", None, None),
        ("rsync a h:b", 12, "ssh: connect to host h", "UNAVAILABLE", "look"),
        ("psql -c x", 2, "Connection refused", "UNAVAILABLE", "look"),
        ("psql -c x", 2, "password authentication failed", None, None),
    ],
)
def test_what_passes_by_itself_may_be_repeated(argv, code, err, name, action):
    """At once where nothing was changed; else where the caller says that it may be."""
    text = err.encode()  # on the one stream or on the other
    reading = read(Exited(code), text, text, argv=argv.split())
    alone = decide(reading).action
    twice = decide(reading, policy=Policy(idempotent=True)).action
    retry = Action.RETRY

    assert FAILED is reading.verdict
    assert name in (None, reading.name)
    assert (action == "retry") is (alone is retry)
    assert action is None or twice is retry


# -- all tables

WORDS = "wrong|missing|cannot|could not|not be|unknown|invalid|network|crash|compile"
A_FAILURE = re.compile(rf" (?:or|also) .*\b(?:{WORDS})\b")


def rows():
    """Every row that is no failure, with its table."""
    for name in TEXTS:
        for row in built_in(name)["rows"]:
            if row["category"] in ("negative", "findings", "warning"):
                yield built_in(name), row


@pytest.mark.clause("K28")
def test_no_answer_hides_a_failure_in_its_meaning():
    """What may be a failure stands in `doubt`, which makes the verdict unknown."""
    assert [] == [
        (table["tool"], row["meaning"])
        for table, row in rows()
        if "doubt" not in row and A_FAILURE.search(row["meaning"])
    ]


def heard(table, row):
    """What the texts mean that a tool may write when it ends by a row."""
    code = row["code"] if isinstance(row["code"], int) else bounds(row["code"])[0]
    names = [f"{table['tool']} {name}" for name in row.get("subcommand", ())]
    return {
        text["means"] == "findings"
        for stream in ("stderr", "stdout")
        for text in table.get(stream, ())
        for name in names or [table["tool"]]
        if applies(text, code, name)
    } | ({True} if table.get("scripts") else set())


def test_findings_in_doubt_are_told_from_a_failure_by_texts():
    """A table that says 'either' knows words of both."""
    assert [] == [
        (table["tool"], row["code"], row["meaning"])
        for table, row in rows()
        if row["category"] == "findings" and "doubt" in row
        if heard(table, row) != {True, False}
    ]


def test_what_scripts_run_has_texts_of_findings():
    """The test runners and linters that a script may run are known by their words."""
    assert [] == [
        name
        for name in CHECKERS
        if not any(
            text["means"] == "findings"
            for stream in ("stderr", "stdout")
            for text in built_in(name).get(stream, ())
        )
    ]


def said_by(name):
    """Every text of a table, as a tool might write it."""
    return [
        said.replace("{n}", "3").replace("{command}", "pytest")
        for stream in ("stderr", "stdout")
        for text in built_in(name).get(stream, ())
        for said in text["says"]
    ]


SAYS = sorted({said for name in TEXTS for said in said_by(name)})
CALLED = {
    name: sorted(
        {
            (*name.split(), *subcommand.split(), *row.get("flags", ())[:1])
            for row in built_in(name)["rows"]
            for subcommand in row.get("subcommand", ("",))
        }
    )
    for name in TEXTS
}
SPEAKING = [name for name in TEXTS if said_by(name)]
WRAPPED = ((), ("sudo",), ("npx",), ("uv", "run"), ("python", "-m"), ("ssh", "h"))


@st.composite
def imitations(draw):
    """A call, its code, and what it writes: its own tool's words, and others'."""
    name = draw(st.sampled_from(SPEAKING) | st.sampled_from([*TEXTS]))
    words = draw(st.sampled_from(CALLED[name]))
    own = st.sampled_from(said_by(name) or SAYS)
    texts = st.lists(own | st.sampled_from(SAYS), max_size=3).map("\n".join)
    argv = [*draw(st.sampled_from(WRAPPED)), *words]
    code = draw(st.integers(0, 3) | st.integers(0, 255))
    return argv, code, draw(texts), draw(texts)


@pytest.mark.clause("K28")
@given(imitations())
@settings(max_examples=1000)  # of rows and texts, few meet
def test_no_imitation_makes_a_verdict_better(imitation):
    """Whoever writes another tool's words may be believed less, and never a success."""
    argv, code, out, err = imitation
    silent = verdict(argv, code)
    spoken = verdict(argv, code, out, err)

    assert spoken is worst((silent, spoken)) or (silent, spoken) == (UNKNOWN, FINDINGS)
