"""Real tools, run here → the verdict, by the code and by what they write."""

import subprocess
import sys

import pytest

from exeunt import Exited, read

FILES = {
    "test_red.py": "import unittest\n\n\nclass T(unittest.TestCase):\n"
    "    def test_x(self):\n        self.assertEqual(1, 2)\n",
    "wrong.py": "import os\nx: int = 'a'\ny  =  1\n",
    "broken.py": "def (\n",
    "red.test.js": 'require("node:test").test("x", () => { throw 1 })\n',
    "Makefile": "test:\n\t@$(PYTHON) -m pytest -q -p no:cacheprovider test_red.py\n"
    "check:\n\t@nosuchcommand\nlint:\n\t@false\n",
    "wrong.sum": f"{'0' * 64}  wrong.py\n",
    "unread.sum": f"{'0' * 64}  absent\n",
}
PYTHON = sys.executable
# The code and the verdict of a real call; a module is called as python -m calls it.
CALLS = """
-m pytest -q -p no:cacheprovider test_red.py      1 findings
-m pytest -q absent.py                            4 failed
-m pytest -q broken.py                            2 failed
-m pytest -q --nosuch                             4 failed
-m pytest -q -k nothing test_red.py               5 failed
-m pytests                                        1 failed
-m unittest -q test_red                           1 findings
-m unittest -q absent                             1 failed
-m unittest --nosuch                              2 failed
-m unittest discover -s absent                    1 failed
-m ruff check --isolated wrong.py                 1 findings
-m ruff check --isolated broken.py                1 findings
-m ruff check --isolated absent.py                1 failed
-m ruff check --nosuch                            2 failed
-m ruff format --isolated --check wrong.py        1 findings
-m ruff format --isolated --check broken.py       2 failed
-m mypy --cache-dir=/dev/null wrong.py            1 findings
-m mypy --cache-dir=/dev/null absent.py           2 failed
-m mypy --nosuch                                  2 failed
git diff --no-index wrong.py broken.py            1 no
git diff --no-index wrong.py absent               1 failed
git config nosection                              1 failed
git rev-parse --verify -q nosuch                  1 no
make test PYTHON={PYTHON}                         2 findings
make check                                        2 failed
make lint                                         2 unknown
make nosuch                                       2 failed
make -C absent test                               2 failed
node --test red.test.js                           1 findings
node --test absent.js                             1 failed
node absent.js                                    1 failed
shellcheck absent.sh                              2 failed
sha256sum -c wrong.sum                            1 findings
sha256sum -c unread.sum                           1 failed
id nosuchuser                                     1 no
id --nosuch                                       1 failed
ps -p 4194304                                     1 no
ps -p nonumber                                    1 failed
"""
LISTED = ("git", "make", "node", "ps", "shellcheck")


def calls():
    """Each line of CALLS as a case, marked with the command that it needs."""
    for line in CALLS.strip().splitlines():
        *words, code, expected = line.replace("{PYTHON}", PYTHON).split()
        words = [PYTHON, *words] if words[0] == "-m" else words
        marks = [pytest.mark.needs(words[0])] if words[0] in LISTED else []
        yield pytest.param(words, int(code), expected, id=line[:47], marks=marks)


@pytest.fixture
def project(tmp_path):
    """A directory with a red test, a wrong and a broken module, and a repository."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.clause("K28")
@pytest.mark.parametrize(("words", "code", "expected"), list(calls()))
def test_a_real_call_has_the_verdict_that_its_words_settle(
    words, code, expected, project
):
    """Found something, failed, or nobody knows: by the code and what was written."""
    if words[:2] == ["git", "rev-parse"]:
        subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    done = subprocess.run(
        words,
        cwd=project,
        env={"PATH": "/usr/bin:/bin", "HOME": str(project), "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    found = read(Exited(done.returncode), done.stdout, done.stderr, argv=words)

    assert code == done.returncode, done.stderr.decode()
    assert expected == found.verdict.value
