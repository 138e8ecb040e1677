"""Fixtures with a helper, or spoiled streams → codes that no call alone reaches."""

import pytest

from auditing import PYTHON, ended, script
from exeunt.audit.check import check
from exeunt.audit.fixtures import read_fixtures
from exeunt.errors import InputError
from running import Mark

# Ends with what a file of its helper says, or with what it is given.
READS = """
case "$1" in
--help) echo "usage: reads" ;;
*) test "$1" = "told $(cat told)" && echo out && exit 7; exit 1 ;;
esac
"""
TELLS = """
import subprocess, sys, time
subprocess.Popen(["sleep", "100"], start_new_session=True)
open("told", "w").write("once")
print("told once", flush=True)
time.sleep(100)
"""


def fixtures(path, text):
    """Read fixtures from a text."""
    file = path / "exeunt-check.toml"
    file.write_text(text, encoding="utf-8")
    return read_fixtures(str(file))


def reached(path, text):
    """Check a program with fixtures; return what became of the rule about them."""
    words = script(path / "reads.sh", READS)
    found = ended(check(words, only=["reached"], fixtures=fixtures(path, text)))
    return [(finding.verdict.value, finding.got) for finding in found.findings]


def test_a_helper_runs_while_the_call_does(tmp_path):
    """Its first line is put into the call, and nothing of it is left afterwards."""
    mark = Mark()
    verdicts = reached(
        tmp_path,
        f"""
        env = {{ EXEUNT_TEST_MARK = "{mark.value}" }}
        [[code]]
        code = 7
        call = ["{{beside}}"]
        beside = ["{PYTHON[0]}", "tells.py"]
        files = {{ "tells.py" = '''{TELLS}''' }}
        """,
    )

    assert [("verified", "as expected, in 1 call")] == verdicts
    assert [] == mark.gone()


def test_a_helper_may_call_the_program(tmp_path):
    """{cli} stands for the words that are tried."""
    verdicts = reached(
        tmp_path,
        """
        [[code]]
        code = 7
        call = ["told usage: reads"]
        beside = ["sh", "-c", '"$@" --help | tee told; sleep 100', "sh", "{cli}"]
        """,
    )

    assert [("verified", "as expected, in 1 call")] == verdicts


def test_a_helper_that_says_nothing_is_a_mistake(tmp_path):
    """A call without what it needs would tell nothing."""
    with pytest.raises(InputError, match="false ended or hung before it said a line"):
        reached(tmp_path, '[[code]]\ncode = 7\ncall = "x"\nbeside = "false"')


@pytest.mark.parametrize(("streams", "code"), [("full", 1), ("open", 7)])
def test_streams_may_be_spoiled(tmp_path, streams, code):
    """A full disk is a way to a code like any other."""
    verdicts = reached(
        tmp_path,
        f"""
        [[code]]
        code = {code}
        call = ["told once"]
        streams = "{streams}"
        files = {{ told = "once" }}
        """,
    )

    assert [("verified", "as expected, in 1 call")] == verdicts


def test_streams_that_nobody_knows_are_refused(tmp_path):
    """A typing mistake must not switch a check off."""
    with pytest.raises(InputError, match="streams is one of closed, full, gone"):
        fixtures(tmp_path, '[[code]]\ncode = 7\ncall = "x"\nstreams = "ful"')
