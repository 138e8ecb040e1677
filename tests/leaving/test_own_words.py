"""A failure with a number alone → told in the words that the program wrote."""

import pytest

from adopted import FRAMEWORKS, envelope, run

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
HINT = "end with a named code"


def told(body, framework="argparse", **parts):
    """Return the error of a program that ends with a bare number, and its meta."""
    document = envelope(run(body, framework, **parts))
    assert "UNDECLARED_EXIT" == document["error"]["code"]
    return document["error"], document["meta"]


@EVERY
def test_the_last_line_on_stderr_is_the_message(framework):
    """What came before it is the detail."""
    body = """
    print("checking", file=sys.stderr)
    print("two files would change", file=sys.stderr)
    sys.exit(3)
    """
    error, meta = told(body, framework)

    assert "two files would change" == error["message"]
    assert "checking\ntwo files would change" == error["detail"]
    assert 3 == meta["own_exit_code"]
    assert "suggestion" not in error


def test_one_line_needs_no_detail():
    """It would be said twice."""
    error, _ = told("print('no such key', file=sys.stderr); sys.exit(1)")

    assert ("no such key", None) == (error["message"], error.get("detail"))


def test_without_a_word_on_stderr_stdout_speaks():
    """As linters do; all that was printed stands in meta."""
    error, meta = told("print('a.py:1 bad'); print('1 error'); sys.exit(1)")

    assert ("1 error", "a.py:1 bad\n1 error") == (error["message"], error["detail"])
    assert "a.py:1 bad\n1 error\n" == meta["printed"]


def test_findings_and_a_reason_are_both_told():
    """stderr says why, and what was printed is part of the answer."""
    error, meta = told(
        "print('a.py:1 bad'); print('gave up', file=sys.stderr); sys.exit(1)"
    )

    assert ("gave up", "a.py:1 bad\n") == (error["message"], meta["printed"])


def test_a_box_is_no_message():
    """The line with words in it, without its frame and its colours."""
    body = r"""
    lines = "╭─ Error ─╮", "│ \x1b[31mno such page\x1b[0m │", "╰─────────╯"
    print(*lines, sep="\n", file=sys.stderr)
    sys.exit(1)
    """

    assert "no such page" == told(body)[0]["message"]


def test_a_long_tail_is_cut():
    """The end is what matters, and a message is one line that can be read."""
    body = "print('x ' * 4000, file=sys.stderr); sys.exit(1)"
    error, _ = told(body)

    assert (300, 2048) == (len(error["message"]), len(error["detail"]))


def test_who_says_nothing_is_told_of_by_the_number():
    """There are no words to be had."""
    assert (
        "the command ended with 9, which it does not declare"
        == (told("sys.exit(9)")[0]["message"])
    )


def test_a_secret_is_hidden_in_the_words():
    """They are said where anybody reads them."""
    body = "print('bad token', token, file=sys.stderr); sys.exit(1)"
    error, _ = told(body, words=["--token", "tr0ub4dor-3"])

    assert "bad token ***" == error["message"]


def test_an_error_of_the_framework_keeps_its_own_words():
    """It says why itself, whatever was written before it."""
    body = """
    print("trying", file=sys.stderr)
    error = click.ClickException("it is locked")
    error.exit_code = 42
    raise error
    """
    error = envelope(run(body, "click"))["error"]

    assert ("CLICK_ERROR", "it is locked") == (error["code"], error["message"])


def test_the_author_is_told_what_to_write_in_dev_mode_alone(monkeypatch):
    """A caller can do nothing with it."""
    assert "suggestion" not in told("sys.exit(9)")[0]

    monkeypatch.setenv("EXEUNT_DEV", "1")
    assert HINT in told("sys.exit(9)")[0]["suggestion"]


@pytest.mark.parametrize("leave", ["sys.exit", "os._exit"])
def test_what_we_tell_the_author_are_no_words_of_the_program(monkeypatch, leave):
    """In dev mode there is a line of ours on stderr, and still one answer."""
    monkeypatch.setenv("EXEUNT_DEV", "1")
    body = f"print('no such key', file=sys.stderr, flush=True); {leave}(9)"
    ended = run(body)
    error = envelope(ended)["error"]

    assert ("UNDECLARED_EXIT", "no such key") == (error["code"], error["message"])
    assert "UndeclaredExit: " in ended.stderr
