"""A function that parses its words by itself → the same words, and one envelope."""

import re
import sys

import pytest

import command_line
from adopted import ENVELOPE
from exeunt.errors import DeclarationError
from exeunt.leaving.adopt import adopt
from frameworks import suite

IF_CHAIN = """
import argparse, sys
def main():
    parser = argparse.ArgumentParser(prog="shelf")
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add", help="put a book on it")
    add.add_argument("title")
    add.add_argument("--copies", type=int, default=1)
    add.add_argument("--outfile")
    show = commands.add_parser("show")
    show.add_argument("--output")
    wrap = commands.add_parser("wrap")
    wrap.add_argument("rest", nargs="...")
    args = parser.parse_args()
    if args.command == "add":
        if args.copies < 1:
            parser.error("no copies are none")
        if args.title == "Ulysses":
            print("it is banned", file=sys.stderr)
            return 7
        print("added", args.title, args.copies, args.outfile)
    elif args.command == "show":
        print("shown", args.output)
    else:
        print("wrapped", args.rest)
"""
OPTPARSE = """
import optparse
def main():
    parser = optparse.OptionParser(prog="shelf")
    parser.add_option("--copies", type="int")
    options, words = parser.parse_args()
    print("added", options.copies, words)
    return 0 if words else 4
"""
GETOPT = """
import getopt, sys
def main():
    try:
        options, words = getopt.getopt(sys.argv[1:], "n:")
    except getopt.GetoptError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    print("added", options, words)
    if not words:
        sys.exit("nothing to add")
"""
BY_HAND = """
import sys
def main():
    for word in sys.argv[1:]:
        if word == "--help":
            print("usage: shelf WORD...")
            return
        if word.startswith("-"):
            print("strange:", word, file=sys.stderr)
            sys.exit(64)
    print("added", sys.argv[1:])
"""
LINE = "For programs: SHELF_OUTPUT=json in the environment makes it answer in JSON.\n"
ENTRY = """
import exeunt
run = exeunt.adopt(main, name="shelf"{more})
if __name__ == "__main__":
    run()
"""
BARE = """
if __name__ == "__main__":
    sys.exit(main())
"""


def ended(text, *words, more="", **env):
    """Run a program that is adopted."""
    return suite.run_text(text + ENTRY.format(more=more), *words, **env)


def before(text, *words):
    """Run a program as it was."""
    return suite.run_text("import sys\n" + text + BARE, *words)


def document(result):
    """The one envelope of a call."""
    found = suite.one_document(result.stdout)
    ENVELOPE.validate(found)
    assert result.code == found["meta"]["exit_code"]
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (IF_CHAIN, "add Dune --copies 2"),
        (IF_CHAIN, "add Dune --out x"),  # an abbreviation, which ours is no part of
        (IF_CHAIN, "show --output json"),
        (IF_CHAIN, "wrap get pods --output json --yes"),
        (IF_CHAIN, "--help"),
        (IF_CHAIN, "add --help"),
        (IF_CHAIN, "add Ulysses"),
        (IF_CHAIN, "add Dune --copies 0"),
        (IF_CHAIN, "add Dune --copies none"),
        (IF_CHAIN, "lend Dune"),
        (IF_CHAIN, "add Dune --yes"),
        (IF_CHAIN, "add Dune --output yaml"),
        (IF_CHAIN, "show --nope --output json"),
        (OPTPARSE, "Dune --copies 2"),
        (OPTPARSE, "--copies none"),
        (OPTPARSE, ""),
        (GETOPT, "-n 2 Dune"),
        (GETOPT, "-x"),
        (GETOPT, ""),
        (BY_HAND, "Dune"),
        (BY_HAND, "--output json"),
        (BY_HAND, "--help"),
    ],
)
def test_a_person_sees_what_there_was_before(text, words):
    """Both streams are the same bytes, but for a number that is another now."""
    was, now = before(text, *words.split()), ended(text, *words.split())
    assert now.stdout.count(LINE) == (text is IF_CHAIN and words == "--help")
    now = now._replace(stdout=now.stdout.replace(f"\n{LINE}", ""))
    said = re.sub(r"exeunt: .* which it does not declare\n\Z", "", now.stderr)

    assert (was.stdout, was.stderr) == (now.stdout, said)
    assert (was.code == 0) is (now.code == 0)


@pytest.mark.parametrize(
    ("text", "words", "code", "error"),
    [
        (IF_CHAIN, "lend Dune", 3, "UNKNOWN_COMMAND"),
        (IF_CHAIN, "add", 3, "MISSING_ARGUMENT"),
        (IF_CHAIN, "add Dune --copies none", 3, "INVALID_ARGUMENT"),
        (IF_CHAIN, "add Dune --copise 3", 3, "UNKNOWN_OPTION"),
        (IF_CHAIN, "add Dune --copies 0", 1, "USAGE"),  # main() had begun
        (IF_CHAIN, "add Ulysses", 1, "UNDECLARED_EXIT"),
        (OPTPARSE, "", 1, "UNDECLARED_EXIT"),
        (GETOPT, "", 1, "EXIT_MESSAGE"),
        (GETOPT, "-x", 1, "UNDECLARED_EXIT"),
        (BY_HAND, "-x", 1, "UNDECLARED_EXIT"),
    ],
)
def test_every_failure_is_one_envelope(text, words, code, error):
    """A parser of argparse names what is wrong; any other has failed."""
    found = document(ended(text, *words.split(), SHELF_OUTPUT="json"))

    assert (code, error) == (found["meta"]["exit_code"], found["error"]["code"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (IF_CHAIN, "add Dune"),
        (IF_CHAIN, "--help"),
        (OPTPARSE, "Dune"),
        (GETOPT, "Dune"),
        (BY_HAND, "Dune"),
        (BY_HAND, "--help"),
    ],
)
def test_what_is_printed_is_the_data(text, words):
    """Help, too: whoever asked for an envelope gets one."""
    was = before(text, *words.split())
    found = document(ended(text, *words.split(), SHELF_OUTPUT="json"))

    assert {"text": was.stdout} == found["data"]


@pytest.mark.parametrize(
    "words", ["--output json add Dune", "add Dune --output=json", "add --output json D"]
)
def test_a_parser_that_is_met_takes_our_options(words):
    """Wherever it would look for an option of its own."""
    found = document(ended(IF_CHAIN, *words.split()))

    assert found["data"]["text"].startswith("added D")


def test_fields_are_chosen_where_the_parser_meets_them():
    """`--fields` asks for JSON, as it does everywhere."""
    found = document(ended(IF_CHAIN, "add", "Dune", "--fields", "text"))

    assert {"text": "added Dune 1 None\n"} == found["data"]


def test_unread_words_choose_how_a_rejection_is_said():
    """The parser had not come to them."""
    found = document(ended(IF_CHAIN, "add", "--nope", "Dune", "--output", "json"))

    assert "UNKNOWN_OPTION" == found["error"]["code"]


EARLY = """
import argparse
def main():
    print("welcome")
    parser = argparse.ArgumentParser(prog="shelf")
    parser.add_argument("--own")
    print("thanks", parser.parse_args().own)
"""


def test_what_was_printed_before_the_parser_came_is_held():
    """It is in the envelope, or it is let go."""
    found = document(ended(EARLY, "--output", "json"))
    plain = ended(EARLY, "--own", "x", "--output", "text")

    assert {"text": "welcome\nthanks None\n"} == found["data"]
    assert "welcome\nthanks x\n" == plain.stdout


LATE = """
def main():
    import argparse
    parser = argparse.ArgumentParser(prog="shelf")
    parser.add_argument("n", type=int)
    print(parser.parse_args().n)
"""


def test_argparse_may_be_imported_by_the_function():
    """It is watched from the moment that it is there."""
    assert (
        "INVALID_ARGUMENT"
        == (document(ended(LATE, "x", "--output", "json"))["error"]["code"])
    )
    assert {"text": "7\n"} == document(ended(LATE, "7", "--output", "json"))["data"]


OVERRIDDEN = """
import argparse, sys
class Wrong(Exception):
    pass
class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Wrong(message)
def main():
    parser = Parser(prog="shelf")
    parser.add_argument("n", type=int)
    try:
        parser.parse_args()
    except Wrong as error:
        print("wrong:", error, file=sys.stderr)
        return 64
"""


def test_a_parser_with_an_error_of_its_own_is_watched_as_well():
    """It speaks and leaves as it did; the envelope has the parser's words."""
    found = document(ended(OVERRIDDEN, "x", SHELF_OUTPUT="json"))
    text = ended(OVERRIDDEN, "x")

    assert (3, "INVALID_ARGUMENT") == (
        found["meta"]["exit_code"],
        found["error"]["code"],
    )
    assert (3, "wrong: argument n: invalid int value: 'x'\n") == (
        text.code,
        text.stderr,
    )


PRE_PARSER = """
import argparse
def main():
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--config")
    known, rest = first.parse_known_args()
    second = argparse.ArgumentParser(prog="shelf")
    second.add_argument("--output")
    print("shown", second.parse_args(rest).output)
"""


def test_a_parser_that_hands_words_on_takes_none_of_ours():
    """The next one may have an option of that name."""
    assert "shown json\n" == ended(PRE_PARSER, "--output", "json").stdout


DEFAULTS = """
import argparse
def main():
    parser = argparse.ArgumentParser(prog="shelf")
    parser.add_argument("--copies", type=int)
    defaults = parser.parse_args([])
    parser.parse_args()
"""


def test_a_parse_for_the_defaults_is_not_the_call():
    """What is rejected after it is still rejected before anything began."""
    found = document(ended(DEFAULTS, "--copies", "x", "--output", "json"))

    assert (3, "validation") == (found["meta"]["exit_code"], found["error"]["phase"])


CONTRACTS = """
import argparse, exeunt
@exeunt.contract(danger="destructive")
def drop(args):
    print("dropped")
@exeunt.contract(danger="safe")
def look(args):
    raise SystemExit(args.parser.error("there is nothing to see"))
def main():
    parser = argparse.ArgumentParser(prog="shelf")
    commands = parser.add_subparsers(required=True)
    for handler in (drop, look):
        below = commands.add_parser(handler.__name__)
        below.set_defaults(func=handler, parser=below)
    args = parser.parse_args()
    print("set up")
    try:
        args.func(args)
    except LookupError:
        return 9
"""


def test_contracts_of_handlers_hold_and_main_does_its_own_work():
    """What destroys is confirmed; what is safe may reject a value late."""
    refused = document(ended(CONTRACTS, "drop", "--output", "json"))
    done = document(ended(CONTRACTS, "drop", "--output", "json", "--yes"))
    late = document(ended(CONTRACTS, "look", "--output", "json"))

    assert (4, "drop destroys something and was not confirmed") == (
        refused["meta"]["exit_code"],
        refused["error"]["message"],
    )
    assert {"text": "set up\ndropped\n"} == done["data"]
    assert (3, "USAGE") == (late["meta"]["exit_code"], late["error"]["code"])


RENUMBERED = """
import argparse, enum, sys
class End(enum.IntEnum):
    OK = 0
    WORSE = 9
def main():
    parser = argparse.ArgumentParser(prog="shelf")
    parser.add_argument("--copies", type=int)
    try:
        known, rest = parser.parse_known_args()
        if rest:
            parser.error("nobody knows " + rest[0])
    except SystemExit:
        sys.exit(32)
    return End.WORSE if known.copies == 9 else End.OK
"""


def test_a_number_may_have_a_name():
    """A member of an IntEnum is the number that Python exits with."""
    good, bad = ended(RENUMBERED), ended(RENUMBERED, "--copies", "9")

    assert (0, "") == (good.code, good.stderr)
    assert (1, "exeunt: shelf ends with 1, not 9, which it does not declare\n") == (
        bad.code,
        bad.stderr,
    )
    assert {} == document(ended(RENUMBERED, SHELF_OUTPUT="json"))["data"]


def test_who_exits_otherwise_after_the_parser_has_still_rejected_the_call():
    """The words are the parser's, the number is the program's own."""
    kept = ended(RENUMBERED, "--nope", more=', exits="keep"', SHELF_OUTPUT="json")
    error = document(kept)["error"]

    assert (32, "nobody knows --nope", "validation") == (
        kept.code,
        error["message"],
        error["phase"],
    )


OWN_PAGE = """
import argparse
class Parser(argparse.ArgumentParser):
    def format_help(self):
        return "a page of its own\\n"
def main():
    parser = Parser(prog="shelf", add_help=False)
    parser.add_argument("--copies", type=int)
    if parser.parse_args().copies is None:
        parser.print_help()
"""


def test_a_page_of_help_has_one_line_more():
    """Whoever prints it and whenever, once, and not if the author leaves it out."""
    assert f"a page of its own\n\n{LINE}" == ended(OWN_PAGE).stdout
    assert "a page of its own\n" == ended(OWN_PAGE, more=", epilog=False").stdout
    assert {"text": "a page of its own\n"} == (
        document(ended(OWN_PAGE, SHELF_OUTPUT="json"))["data"]
    )


def test_exeunt_off_leaves_adoption_out():
    """For one call, by a word of whoever was bitten."""
    off = ended(IF_CHAIN, "add", "Ulysses", EXEUNT_OFF="1", SHELF_OUTPUT="json")

    assert before(IF_CHAIN, "add", "Ulysses") == off
    assert 7 == off.code


def needs_words(words):
    """Parse what is given."""


@pytest.mark.parametrize(
    ("app", "fix"),
    [
        ("main", "pass a Click command, a Typer or Cyclopts app, an ArgumentParser"),
        (needs_words, "exeunt.adopt(lambda: needs_words(sys.argv))"),
    ],
)
def test_what_cannot_be_called_with_nothing_is_refused(app, fix):
    """At once, with the way on."""
    with pytest.raises(DeclarationError) as refused:
        adopt(app)

    assert refused.value.fix.startswith(fix)


# -- the manifest


def described(text, *words, **env):
    """What a program says of itself."""
    said = document(ended(text, *(words or ("manifest",)), SHELF_OUTPUT="json", **env))
    return said["data"]


def test_the_manifest_comes_from_the_parser():
    """The function is called in a copy of the process, and not beyond its parser."""
    commands = described(IF_CHAIN)["commands"]

    assert {"add", "show", "wrap"} == set(commands)
    assert "put a book on it" == commands["add"]["description"]
    assert "integer" == commands["add"]["flags"]["copies"]["type"]
    assert (
        "string" == described(IF_CHAIN, "show", "--schema")["flags"]["output"]["type"]
    )


ACTING = """
import argparse, os, pathlib, socket, subprocess, sys
def main():
    {act}
    parser = argparse.ArgumentParser(prog="shelf")
    parser.add_argument("--own")
    parser.parse_args()
"""


@pytest.mark.parametrize(
    "act",
    [
        "open('made', 'w').close()",
        "os.mkdir('made')",
        "pathlib.Path('made').touch()",
        "subprocess.run(['touch', 'made'])",
        "os.system('touch made')",
        "os.fork() or open('made', 'w')",
        "os.execvp('touch', ['touch', 'made'])",
        "socket.socket().connect(('127.0.0.1', 1))",
        "os.posix_spawn('/bin/touch', ['touch', 'made'], {})",
    ],
)
def test_a_trial_ends_before_the_first_act(act, tmp_path, monkeypatch):
    """No parser by then: nothing is known, and every word is the program's own."""
    monkeypatch.chdir(tmp_path)
    trial = (
        "\nimport exeunt\nfrom exeunt.leaving.adopt import find_host\n"
        "found = find_host(main, 'func')\n"
        "print([info.partial for info in found.commands()], found.found)\n"
    )
    said = suite.run_text(ACTING.format(act=act) + trial)

    assert ("[True] None\n", []) == (said.stdout, [*tmp_path.iterdir()]), said


KNOWN = PRE_PARSER.replace(
    "second.parse_args(rest)", "second.parse_known_args(rest)[0]"
)


@pytest.mark.parametrize(
    ("text", "partial"), [(PRE_PARSER, set()), (KNOWN, {""}), (IF_CHAIN, {"wrap"})]
)
def test_a_parser_that_hands_words_on_is_described_in_part(text, partial):
    """The manifest says so, of each command."""
    commands = described(text)["commands"]

    assert partial == {path for path, one in commands.items() if one.get("partial")}


def test_a_program_without_a_parser_keeps_the_word():
    """Nobody knows whether `manifest` is a word of its own, so it is."""
    assert "added ['manifest']\n" == ended(BY_HAND, "manifest").stdout
    assert "added ['manifest']\n" == before(BY_HAND, "manifest").stdout


def test_a_function_is_called_once():
    """The trial is another process; the program's own first word goes to it."""
    text = IF_CHAIN.replace("args = parser", "print('called'); args = parser")

    assert 0 == ended(text, "manifest").stdout.count("called")
    assert 1 == ended(text, "add", "manifest").stdout.count("called")


def test_an_adopted_function_at_a_terminal():
    """The same, where a person looks."""
    program = (sys.executable, "-c", IF_CHAIN + ENTRY.format(more=""))
    done = command_line.at_terminal(
        "add", "Dune", program=program, PYTHONPATH=suite.SOURCE
    )

    assert (0, "added Dune 1 None\n") == (done.code, done.stdout.replace("\r", ""))
