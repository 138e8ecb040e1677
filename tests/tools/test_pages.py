"""The how-tos of agent packages → what a model is shown of exeunt's tools, and told.

Each page is run in a process of its own, with the real package; its provider is a
script on loopback.
"""

import subprocess
from inspect import Parameter, signature
from pathlib import Path
from typing import get_type_hints

import pytest

from exeunt.tools import Tools
from running import PYTHON, SOON, Mark, environment
from scripted import NEXT, calls, provider, says

pytestmark = pytest.mark.checkout

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"
PAGES = ("anthropic", "langchain", "openai", "pydantic-ai")
FILES, ASKS, TESTS, DEPLOY, COMMITS = (
    "How many files are in reports?",
    "Set up the project.",
    "Run the tests.",
    "Wait for the deploy.",
    "Count the commits.",
)
PASSING = "echo test 1 passed; echo test 2 passed"
PATIENT = 600_000  # milliseconds
WORDS = {"string": str, "integer": int, "number": float, "boolean": bool}


def script(mark):
    """What the model of every page does."""
    return {
        FILES: [
            calls("run", command="ls reports | wc -l"),
            says("There is no folder named reports."),
        ],
        ASKS: [
            calls(
                "run",
                command="read -p 'Project name?' name; echo made $name",
                tty=True,
            ),
            calls("send", session=NEXT, text="web"),
            says("The project is set up as web."),
        ],
        TESTS: [
            calls("run", command=PASSING, yield_ms=PATIENT),
            says("They pass."),
        ],
        DEPLOY: [
            calls(
                "run",
                command="setsid sleep 300 & echo waiting for the deploy; sleep 300",
                env=[f"EXEUNT_TEST_MARK={mark.value}"],
                yield_ms=PATIENT,
            )
        ],
        COMMITS: [
            calls("run", argv=["echo", "3"], yield_ms=PATIENT),
            says("There are 3."),
        ],
    }


@pytest.mark.parametrize("name", PAGES)
def test_a_page_holds_and_its_model_sees_all_that_exeunt_says(name, tmp_path):
    """Types, texts and what is required; verdicts, questions, and a cancelled tree."""
    mark = Mark()
    with provider(script(mark)) as (model, way):
        env = environment(tmp_path, **way)
        page = str(HOW_TO / f"{name}.md")
        with subprocess.Popen(
            [
                PYTHON,
                "-W",
                "error",
                str(Path(__file__).with_name("read_page.py")),
                page,
            ],
            cwd=tmp_path,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as reader:
            line = reader.stdout.readline()
            # While who asked for it lives on: nothing else has ended it.
            left = mark.gone()
            _, stderr = reader.communicate(timeout=SOON)

    assert "read\n" == line, stderr
    assert 0 == reader.returncode
    assert [] == left
    assert [] == model.results(DEPLOY)
    (hidden,) = model.results(FILES)
    assert (0, "failed") == (hidden["exit_code"], hidden["verdict"])
    assert hidden["next"].startswith("ls reports ended with 2 and the line went on")
    asked, answered = model.results(ASKS)
    assert ("waiting_for_input", "Project name?") == (asked["status"], asked["prompt"])
    assert ("done", True) == (answered["verdict"], "made web" in answered["output"])
    (passed,) = model.results(TESTS)
    assert ("test 1 passed\ntest 2 passed\n", "done") == (
        passed["output"],
        passed["verdict"],
    )
    assert {one: told(getattr(Tools(), one)) for one in TOOLS} == {
        tool: shown(*about) for tool, about in model.tools(TESTS).items()
    }


TOOLS = ("run", "send", "keys", "read", "wait", "stop", "explain", "decide", "journal")


def told(method):
    """What a tool says of itself: its text, and of each argument type, text, need."""
    text, _, rest = method.__doc__.partition("Args:\n")
    texts = dict(
        line.strip().split(": ", 1) for line in rest.splitlines() if ":" in line
    )
    hints = get_type_hints(method)
    return " ".join(text.split()), {
        one.name: (hints[one.name], texts[one.name], one.default is Parameter.empty)
        for one in signature(method).parameters.values()
    }


def shown(text, schema):
    """The same, as a model's provider got it."""
    needed = schema.get("required", ())
    return " ".join(text.split()), {
        name: (kind(one), one["description"], name in needed)
        for name, one in schema["properties"].items()
    }


def kind(schema):
    """The type that a schema stands for."""
    if "anyOf" in schema:
        one, other = schema["anyOf"]
        assert {"type": "null"} == other
        return kind(one) | None
    if schema["type"] == "array":
        return list[kind(schema["items"])]
    return WORDS[schema["type"]]
