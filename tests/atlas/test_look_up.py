"""The words of a command and its code → the row of the right tool, or none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import Action, Answer, Effects, ExitCode, Retryable, Verdict
from exeunt.atlas import inner_command, look_up, tools
from exeunt.atlas._words import parse, peel, program_names

NO, FINDINGS = Answer.NO, Answer.FINDINGS
SUCCESS, GENERAL = ExitCode.SUCCESS, ExitCode.GENERAL_ERROR


def reading(command, code):
    """Whose code it is and what it means: tool, code, answer; None if unread."""
    words = command.split() if isinstance(command, str) else command
    match = look_up(words, code)
    return match and (match.tool, match.row.code, match.row.answer)


@pytest.mark.parametrize(
    ("command", "code", "expected"),
    [
        ("grep x f", 0, ("grep", SUCCESS, None)),
        ("grep x f", 1, ("grep", SUCCESS, NO)),
        ("grep x f", 2, ("grep", ExitCode.ARG_ERROR, None)),
        ("/usr/bin/fgrep x f", 1, ("grep", SUCCESS, NO)),
        ("git diff --exit-code", 1, ("git diff", SUCCESS, NO)),
        ("git -C d -c a=b diff --quiet", 1, ("git diff", SUCCESS, NO)),
        ("git diff", 1, ("git", GENERAL, None)),
        ("git diff -- --exit-code", 1, ("git", GENERAL, None)),
        ("git log -m --exit-code diff", 1, ("git", GENERAL, None)),
        ("git diff --check", 2, ("git diff", SUCCESS, FINDINGS)),
        ("git status", 129, ("git", ExitCode.ARG_ERROR, None)),
        ("git push", 128, ("git", GENERAL, None)),
        ("git remote add o x", 3, ("git remote", ExitCode.CONFLICT, None)),
        ("git bisect run ./x", 2, ("git bisect run", GENERAL, None)),
        ("git merge-base --is-ancestor a b", 1, ("git merge-base", SUCCESS, NO)),
        ("jq -re .a f", 1, ("jq", SUCCESS, NO)),
        ("jq .a f", 1, None),
        ("jq . f", 4, ("jq", ExitCode.ARG_ERROR, None)),
        ("jq --arg -e x . f", 4, ("jq", ExitCode.ARG_ERROR, None)),
        ("sort -c f", 1, ("sort", SUCCESS, NO)),
        ("make -sq all", 1, ("make", SUCCESS, NO)),
        ("make all", 1, None),
        ("terraform plan -detailed-exitcode", 2, ("terraform plan", SUCCESS, FINDINGS)),
        (
            "terraform plan --detailed-exitcode",
            2,
            ("terraform plan", SUCCESS, FINDINGS),
        ),
        ("terraform plan -detailed-exitcode=false", 2, None),
        ("terraform fmt -check", 3, ("terraform fmt", SUCCESS, FINDINGS)),
        ("psql -f x", 0, ("psql", GENERAL, None)),
        ("psql -vON_ERROR_STOP=1 -f x", 0, ("psql", SUCCESS, None)),
        ("psql --set=ON_ERROR_STOP=1 -f x", 0, ("psql", SUCCESS, None)),
        ("psql -v ON_ERROR_STOP=1 -f x", 3, ("psql", GENERAL, None)),
        ("cargo +nightly build", 101, ("cargo build", GENERAL, None)),
        ("cargo nextest run", 100, ("cargo nextest run", SUCCESS, FINDINGS)),
        ("cargo nextest run", 4, ("cargo nextest run", SUCCESS, FINDINGS)),
        ("systemctl is-failed x", 1, ("systemctl is-failed", GENERAL, None)),
        ("systemctl is-active x", 3, ("systemctl is-active", SUCCESS, NO)),
        ("docker run -d image", 0, ("docker run", SUCCESS, None)),
        ("docker run image", 0, None),
        ("docker-compose up", 1, ("docker compose", GENERAL, None)),
        ("gh pr checks 7", 8, ("gh pr checks", SUCCESS, NO)),
        ("python3.12 x.py", 1, ("python", GENERAL, None)),
        ("pip3 show x", 1, ("pip show", SUCCESS, NO)),
        ("gcc-12 x.c", 1, ("gcc", ExitCode.ARG_ERROR, None)),
        ("C:\\bin\\GREP.EXE x", 1, ("grep", SUCCESS, NO)),
        ("node_modules/.bin/eslint .", 1, ("eslint", SUCCESS, FINDINGS)),
        ("command -v x", 1, ("command", SUCCESS, NO)),
        ("ls x", 1, ("ls", ExitCode.PARTIAL_FAILURE, None)),
        ("curl http://x", 6, ("curl", ExitCode.UNAVAILABLE, None)),
        ("curl -o f http://x", 18, ("curl", ExitCode.UNAVAILABLE, None)),
        ("curl -d a=1 http://x", 18, ("curl", GENERAL, None)),
        ("curl http://x", 60, ("curl", ExitCode.PERMISSION_DENIED, None)),
        ("wget x", 4, ("wget", ExitCode.UNAVAILABLE, None)),
        ("wget --post-data=a x", 4, ("wget", GENERAL, None)),
        ("wget -c x", 4, ("wget", ExitCode.UNAVAILABLE, None)),
    ],
)
def test_the_most_specific_row_of_the_right_tool_is_read(command, code, expected):
    """Program, subcommand, flags and code choose one row."""
    assert expected == reading(command, code)


@pytest.mark.parametrize(
    ("command", "code"),
    [("grep x f", 7), ("git status", 7), ("deployctl x", 1), ("", 0), ("grep x", -9)],
)
def test_a_code_that_no_table_has_is_not_guessed(command, code):
    """An unknown tool, an unknown code and no command read as nothing."""
    assert None is reading(command, code)


def test_zero_of_a_known_tool_without_a_row_is_success_with_a_source():
    """0 needs no row."""
    row = look_up(["git", "push"], 0).row

    assert (SUCCESS, Effects.COMPLETE) == (row.code, row.effects)
    assert row.source


@pytest.mark.parametrize(
    ("command", "code", "expected"),
    [
        ("rsync a b", 10, (Retryable.YES, Effects.PARTIAL)),
        ("rsync a b", 24, (Retryable.NO, Effects.PARTIAL)),
        ("curl x", 7, (Retryable.YES, Effects.NONE)),
        ("curl x", 28, (Retryable.YES, Effects.NONE)),
        ("curl -T a x", 28, (Retryable.DEPENDS, Effects.UNKNOWN)),
        ("git commit", 1, (Retryable.DEPENDS, Effects.NONE)),
        ("gh pr checks", 8, (Retryable.YES, Effects.NONE)),
        ("grep x f", 1, (None, Effects.NONE)),
    ],
)
def test_repeating_and_effects_come_from_the_row(command, code, expected):
    """What may be repeated, and what may have happened."""
    row = look_up(command.split(), code).row

    assert expected == (row.retryable, row.effects)


@pytest.mark.parametrize(
    ("command", "code", "tool", "through"),
    [
        ("env A=1 B=2 grep x f", 1, "grep", ("env",)),
        ("env -u A -i grep x f", 1, "grep", ("env",)),
        ("sudo -u bob grep x f", 1, "grep", ("sudo",)),
        ("sudo -ubob -n A=1 grep x f", 1, "grep", ("sudo",)),
        (
            "sudo -u bob env A=1 timeout -k 5 10 grep x f",
            1,
            "grep",
            ("sudo", "env", "timeout"),
        ),
        ("timeout --kill-after=5 10s grep x f", 1, "grep", ("timeout",)),
        ("timeout 10 grep x f", 124, "timeout", ()),
        ("timeout 10 deployctl", 124, "timeout", ()),
        ("sudo timeout 10 grep x", 124, "timeout", ("sudo",)),
        ("env deployctl", 127, "env", ()),
        ("nice -n 5 ionice -c3 nohup grep x f", 1, "grep", ("nice", "ionice", "nohup")),
        ("nice -10 grep x f", 1, "grep", ("nice",)),
        ("stdbuf -oL grep x f", 1, "grep", ("stdbuf",)),
        ("setsid -w grep x f", 1, "grep", ("setsid",)),
        ("time -p grep x f", 1, "grep", ("time",)),
        ("command grep x f", 1, "grep", ("command",)),
        ("busybox grep x f", 1, "grep", ("busybox",)),
        ("strace -f -o t grep x f", 2, "grep", ("strace",)),
        ("flock l grep x f", 1, "grep", ("flock",)),
        ("ssh -p 22 -o A=b host grep x f", 1, "grep", ("ssh",)),
        ("ssh host grep x f", 255, "ssh", ()),
        ("ssh host cd d ; grep x f", 1, "grep", ("ssh",)),
        ("python -m pytest -q", 1, "pytest", ("python",)),
        ("python3 -I -X dev -m pytest --nosuch", 4, "pytest", ("python",)),
        ("uv run pytest", 1, "pytest", ("uv run",)),
        ("uv run --with x -m pytest -x", 5, "pytest", ("uv run",)),
        ("uv run -- python -m pytest", 5, "pytest", ("uv run", "python")),
        ("uvx ruff@0.5 check", 1, "ruff check", ("uvx",)),
        ("uvx --from x ruff check", 1, "ruff check", ("uvx",)),
        ("uv tool run ruff==0.5 check", 1, "ruff check", ("uv tool run",)),
        ("npx --yes eslint@9 .", 1, "eslint", ("npx",)),
        ("npm exec -- eslint .", 2, "eslint", ("npm exec",)),
        ("pnpm exec eslint .", 1, "eslint", ("pnpm exec",)),
        ("pnpm dlx @biomejs/biome check", 0, "biome", ("pnpm dlx",)),
        ("yarn dlx eslint .", 1, "eslint", ("yarn dlx",)),
        ("bunx eslint .", 1, "eslint", ("bunx",)),
        ("poetry run pytest", 5, "pytest", ("poetry run",)),
        ("pdm run pytest", 5, "pytest", ("pdm run",)),
        ("hatch -e t run pytest", 5, "pytest", ("hatch run",)),
        ("pipx run black --check .", 1, "black", ("pipx run",)),
        ("docker run --rm -v a:b -it image grep x f", 1, "grep", ("docker run",)),
        ("docker run --rm image pytest", 125, "docker run", ()),
        ("docker run --entrypoint grep image x f", 1, "grep", ("docker run",)),
        ("docker exec -u 0 box grep x f", 1, "grep", ("docker exec",)),
        (
            "docker compose -f c.yml exec -T web grep x f",
            1,
            "grep",
            ("docker compose exec",),
        ),
        ("podman run --rm image grep x f", 1, "grep", ("podman run",)),
        ("kubectl -n n exec pod -c c -- grep x f", 1, "grep", ("kubectl exec",)),
        ("xargs grep x", 123, "xargs", ()),
        ("sudo xargs grep x", 123, "xargs", ("sudo",)),
    ],
)
def test_wrappers_are_seen_through(command, code, tool, through):
    """The wrapper's own codes first, then those of what it runs."""
    match = look_up(command.split(), code)
    named = [one for one in match.candidates if one.through] or [match]
    inner = named[-1]

    assert (tool, through) == (inner.tool, inner.through)


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["bash", "-c", "grep x f"], ("grep", SUCCESS, NO)),
        (["bash", "-lc", "git diff --quiet"], ("git diff", SUCCESS, NO)),
        (["sh", "-ec", "true; grep x f; echo"], ("grep", SUCCESS, NO)),
        (["sh", "-c", "grep x f; echo"], None),
        (["flock", "l", "-c", "grep x f"], ("grep", SUCCESS, NO)),
        (["npx", "-c", "eslint ."], ("npx | eslint", GENERAL, None)),
        (["bash", "-c", "for x in 1; do grep x f; done"], None),
    ],
)
def test_a_shell_string_is_read_as_a_line(argv, expected):
    """What stands in the string could have ended it, under the shell's options."""
    assert expected == reading(argv, 1)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("timeout --later 5 grep x f", 1),
        ("sudo -i grep x f", 1),
        ("docker run --frobnicate image grep x f", 1),
        ("ssh -Zz host grep x f", 1),
        ("flock -E 1 l grep x f", 1),
        ("timeout 5 deployctl", 3),
        ("timeout 5 deployctl", 0),
        ("uv run deployctl", 1),
        ("go run .", 7),
        ("xargs grep x", 2),
    ],
)
def test_what_a_wrapper_hides_is_not_guessed(command, code):
    """An unknown option and an unknown command stay unread."""
    assert None is reading(command, code)


@pytest.mark.parametrize(
    ("command", "inner"),
    [
        ("grep x f", "grep x f"),
        ("sudo -u bob env A=1 timeout 5 grep x f", "grep x f"),
        ("python -m pytest -q", "pytest -q"),
        ("sudo --later grep x f", None),
        ("ssh host grep x f", None),
    ],
)
def test_the_command_inside_all_wrappers_is_found_or_not_guessed(command, inner):
    """An unknown option hides where it begins, and a line may hold any number."""
    found = inner_command(command.split())

    assert inner == (None if found is None else " ".join(found))


@pytest.mark.clause("K28")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("sudo grep x f", 1),
        ("python -m pytest", 1),
        ("npx --offline eslint .", 1),
        ("uv run pytest", 1),
        ("poetry run pytest", 1),
        ("docker exec c grep x f", 1),
        ("kubectl exec p -- grep x f", 1),
    ],
)
def test_a_wrapper_that_may_have_failed_itself_leaves_a_doubt(command, code):
    """K28: sudo refuses with 1, grep answers with 1: both are named."""
    match = look_up(command.split(), code)
    wrapper, inner = match.candidates

    assert (GENERAL, None, Verdict.UNKNOWN, False) == (
        match.row.code,
        match.row.answer,
        match.row.verdict,
        match.certain,
    )
    assert wrapper.row.meaning in match.row.meaning
    assert inner.row.meaning in match.row.meaning


def test_a_code_of_both_the_wrapper_and_the_command_is_either():
    """A held lock and an answer are told apart by no number."""
    match = look_up(["flock", "-n", "l", "grep", "x", "f"], 1)

    assert ("flock | grep", GENERAL) == (match.tool, match.row.code)
    assert (Retryable.NO, Effects.NONE) == (match.row.retryable, match.row.effects)
    assert match.row.meaning.startswith("either flock: another process holds the lock")


def test_a_number_that_anybody_fails_with_is_not_the_wrappers():
    """An unknown command may have ended so, half done, with the lock in its hands."""
    assert look_up(["flock", "-n", "l", "backup"], 1) is None


def test_a_command_that_was_not_found_wants_to_be_installed():
    """127 of a wrapper: nothing ran."""
    row = look_up(["timeout", "5", "deployctl"], 127).row

    assert (ExitCode.PRECONDITION, Action.INSTALL_TOOL, Effects.NONE) == (
        row.code,
        row.action,
        row.effects,
    )


def test_a_shell_that_did_not_find_a_command_may_have_run_others():
    """The wrapper's 127 promises that nothing ran, the inner shell's does not."""
    row = look_up(["timeout", "5", "bash", "-c", "rm x; deployctl"], 127).row

    assert (GENERAL, Effects.UNKNOWN) == (row.code, row.effects)


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("grep", ("grep",)),
        ("/usr/bin/python3.12", ("python3.12", "python")),
        ("gcc-12", ("gcc-12", "gcc")),
        ("bzip2", ("bzip2", "bzip")),
        ("12", ("12",)),
        ("", ("",)),
    ],
)
def test_a_program_has_its_own_name_and_one_without_the_version(word, names):
    """The exact name is tried first, so bzip2 stays bzip2."""
    assert names == program_names(word)


WORDS = st.lists(
    st.one_of(
        st.sampled_from(
            [*tools(), "-c", "-m", "--", "-", "A=1", "run", "exec", "-n", "--x=y", "5"]
        ),
        st.text(max_size=8),
    ),
    max_size=9,
)


@given(WORDS, st.integers(-70, 300))
def test_any_words_are_read_without_an_error(words, code):
    """Nonsense is None, never an exception."""
    match = look_up(words, code)

    assert match is None or match.row.number == code


@given(WORDS.filter(bool))
def test_peeling_keeps_the_words_in_order(words):
    """A layer's own words are the beginning, and its inner words the end."""
    layer = peel(words)
    if layer is not None and isinstance(layer.inner, tuple) and not layer.lost:
        assert tuple(words[: len(layer.words)]) == layer.words
        assert tuple(words[len(words) - len(layer.inner) + 1 :]) == layer.inner[1:]


@given(st.lists(st.text()), st.sets(st.sampled_from(["-a", "-b", "--long"])))
def test_sorting_words_loses_no_operand_after_the_dashes(words, valued):
    """Everything after -- is an operand, whatever it looks like."""
    assert tuple(words) == parse(["--", *words], valued).positionals
