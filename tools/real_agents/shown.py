"""What an agent sent to its model after a call → the output, and the end as told.

Numbers that differ from run to run (ids, times, process numbers) are taken out, so that
two runs of the same command can be compared.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

# What stands where something was taken out.
PASSING = (
    (r"Chunk ID: \w+\n", ""),
    (r"Wall time: [\d.]+ seconds\n?", ""),
    (r"Original token count: \d+\n", ""),
    (r"\n?(Process Group PGID|Background PIDs): [\d, ]+", ""),
    (r"\bafter \d+ ms\b", "after … ms"),
    (r"session ID \d+", "session ID …"),
    (r"\bsession(\W{1,5})[0-9a-f]{8}\b", r"session\1…"),
    (r"with ID: \w+", "with ID: …"),
    (r"(/tmp/claude-\d+/)\S+", r"\1…"),
    (r"\(ID: \w+\)", "(ID: …)"),
    (r"saved to: \S+", "saved to: …"),
    (r"(/tool-outputs/)\S+", r"\1…"),
    (r"(line \d+:) +\d+ ", r"\1 … "),  # a shell's word on what a signal ended
)


class Told(NamedTuple):
    """What a model was told of one call."""

    text: str  # the command's output, as far as it was shown
    code: int | None  # as told: None where no number was
    error: bool | None  # is_error, where the protocol has it
    whole: str  # all that was shown


def told(agent: str, shown: Any, home: str) -> Told:
    """What was shown after a call, in the words of any agent."""
    whole, error = WHOLE[agent](shown)
    whole = whole.replace(home, "~")
    for pattern, instead in PASSING:
        whole = re.sub(pattern, instead, whole)
    text, code = PARTS[agent](whole, error)
    return Told(text, code, error, whole)


def whole_codex(shown: Any) -> tuple[str, None]:
    """The outputs of function calls."""
    outputs = [item for item in shown if item.get("type") == "function_call_output"]
    return "\n".join(joined(item["output"]) for item in outputs), None


def whole_gemini(shown: Any) -> tuple[str, None]:
    """The responses to function calls, out of the tags that stand around them."""
    parts: list[str] = []
    for part in shown:
        response = part.get("functionResponse", {}).get("response")
        if response is not None:
            text = str(response.get("output", response.get("error", response)))
            parts.append(re.sub(r"</?untrusted_context>\n?", "", text).rstrip("\n"))
    return "\n".join(parts), None


def whole_claude(shown: Any) -> tuple[str, bool | None]:
    """The result of a tool; what the agent says beside it is no part of that."""
    for block in shown:
        if isinstance(block, dict) and block.get("type") == "tool_result":
            return joined(block.get("content", "")), bool(block.get("is_error"))
    return "", None


def joined(content: Any) -> str:
    """Text, or the texts of a list."""
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", part)) for part in content)


def parts_codex(whole: str, _error: bool | None) -> tuple[str, int | None]:
    """`Process exited with code N`, and what follows `Output:`."""
    found = re.search(r"Process exited with code (-?\d+)", whole)
    head, found_output, text = whole.partition("Output:\n")
    return (text if found_output else head), int(found[1]) if found else None


def parts_gemini(whole: str, _error: bool | None) -> tuple[str, int | None]:
    """`Output: …`, `Exit Code: N`; a success has no number."""
    found = re.search(r"\n(?:Exit Code|Signal): (\d+)", whole)
    text = re.sub(r"\n(?:Exit Code|Signal): \d+", "", whole)
    text = text.removeprefix("Output: ")
    ended = whole.startswith("Output: ")
    code = int(found[1]) if found else 0 if ended else None
    return ("" if text == "(empty)" else text), code


def parts_claude(whole: str, error: bool | None) -> tuple[str, int | None]:
    """`Exit code N` where it is an error; a success has no number."""
    found = re.match(r"Exit code (\d+)\n?", whole)
    text = whole[found.end() :] if found else whole
    silent = text == "(Bash completed with no output)"
    code = int(found[1]) if found else None if error else 0
    return ("" if silent else text), code


WHOLE: dict[str, Callable[[Any], tuple[str, bool | None]]] = {
    "codex": whole_codex,
    "gemini": whole_gemini,
    "claude": whole_claude,
}
PARTS: dict[str, Callable[[str, bool | None], tuple[str, int | None]]] = {
    "codex": parts_codex,
    "gemini": parts_gemini,
    "claude": parts_claude,
}
