"""Two calls of one program in one process → the second knows nothing of the first."""

import pytest

from adopted import FRAMEWORKS, program
from frameworks import suite

BODY = "fail(ExitCode.NOT_FOUND, 'there is no such note')"


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(
    ("words", "said"),
    [(["do"], "there is no such note"), (["manifest", "x"], "x means nothing here")],
)
def test_what_the_framework_showed_is_not_shown_again(framework, words, said):
    """A failure after a usage error is told in its own words."""
    calls = f"main.run(['do', '--nope']); print('--', file=sys.stderr); main({words})"
    ended = suite.run_text(program(BODY, framework, entry=calls))
    first, _, second = ended.stderr.partition("--\n")

    assert "nope" in first
    assert "nope" not in second
    assert said in second
