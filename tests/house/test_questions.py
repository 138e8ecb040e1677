"""Where is it decided that …? → the file, whose first sentence answers.

A newcomer reads the first lines of a room's files. Each question here is one that they
come with, and the sentence that they find has the words of the answer in it.
"""

import ast
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

SOURCE = Path(__file__).parents[2] / "src" / "exeunt"
# Where is it decided … → the file, and words of the answer.
QUESTIONS = {
    "which table reads an ending": ("reading/read.py", "by the best table"),
    "who wins when signals disagree": ("dialects/settle.py", "have to be settled"),
    "what happens next to a run": ("process/flow.py", "one run as a state machine"),
    "with which number run leaves": ("process/reasons.py", "why a run ended"),
    "which processes are ended": ("process/keeper.py", "a command's whole tree"),
    "that a command waits for an answer": ("terminal/waiting.py", "waits for an"),
    "which words are secret by name": ("secrets/names.py", "is a secret"),
    "what is masked in a record": ("secrets/mask.py", "keys and random text in words"),
    "what text a stream becomes": ("text/clean.py", "a reader of it would have seen"),
    "which number an outcome leaves with": (
        "dialects/dialect.py",
        "how it writes an outcome",
    ),
    "what an exception means": ("leaving/classify.py", "returned, failed, raised"),
    "whether a program writes JSON": ("leaving/mode.py", "a program that reads JSON"),
    "what the last bytes are": ("leaving/boundary.py", "the number to exit with"),
    "what a caller does next": ("deciding/decide.py", "the first rule that applies"),
    "whether a redirect is followed": ("deciding/_redirect.py", "why nobody may"),
    "that a call is made only once": ("store/onces.py", "at most once under it"),
    "whether a call is under way": ("lease.py", "whether who holds it still lives"),
    "which command ended a line": ("atlas/_line.py", "could have ended it"),
    "that a change is breaking": ("manifest/levels.py", "its verdict"),
    "which calls try a program": ("audit/probes/plan.py", "as a table where possible"),
    "what a program must keep": ("audit/rule.py", "whether a program keeps it"),
    "which verbs there are": ("cli/verbs.py", "the verb of the command line"),
    "how an option is parsed": ("cli/argv.py", "the one parser of all verbs"),
    "where a file is written": ("files.py", "no other user can have put there"),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_first_sentence_answers(question):
    """The first sentence of the file has the words of the answer."""
    file, words = QUESTIONS[question]
    text = ast.get_docstring(ast.parse((SOURCE / file).read_text(encoding="utf-8")))

    assert words in " ".join((text or "").partition(".\n")[0].split())


def test_one_file_answers():
    """No other file begins with the same words, so nobody looks in two places."""
    answers = [words for _, words in QUESTIONS.values()]
    firsts = [
        (
            ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        ).partition(".\n")[0]
        for path in SOURCE.rglob("*.py")
        if path.name != "__init__.py"
    ]

    assert [] == [
        words
        for words in answers
        if sum(words in " ".join(first.split()) for first in firsts) > 1
    ]
