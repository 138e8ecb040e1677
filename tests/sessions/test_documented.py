"""docs/how-to/answer-a-command.md → its psql, with a server to talk to."""

import re
import subprocess
from pathlib import Path

import pytest

from running import EXEUNT, environment

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "answer-a-command.md"


def block():
    """The console block that talks to psql: each command, and what it prints."""
    found = re.search(r"```console\n(\$ [^`]*?psql.*?)```", PAGE.read_text(), re.DOTALL)
    parts = re.split(r"^\$ ", found[1], flags=re.MULTILINE)[1:]
    return [part.partition("\n")[::2] for part in parts]


@pytest.mark.checkout
@pytest.mark.needs("psql")
@pytest.mark.clause("S10")
def test_the_page_answers_psql(postgres, tmp_path):
    """Every line can be typed as it stands, and says what the page says."""
    env = environment(
        tmp_path, PGHOST=postgres, PGUSER="postgres", PGDATABASE="postgres"
    )
    env["PATH"] = f"{Path(EXEUNT).parent}:{env['PATH']}"
    for line, expected in block():
        said = subprocess.run(
            ["sh", "-c", line], env=env, capture_output=True, text=True, check=False
        )
        assert (0, "") == (said.returncode, said.stderr), line
        assert trimmed(expected) == trimmed(said.stdout), line


def trimmed(text):
    """The lines of a text without what a page does not show: spaces at their ends."""
    return [line.rstrip() for line in text.rstrip().splitlines()]
