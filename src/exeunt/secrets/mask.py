"""What a command printed → the same to be shown, with keys and random text in words.

A reader can do nothing with the characters of a key, and may copy them to where they do
harm; what they are, and how many, says as much. The log has them.
"""

from __future__ import annotations

from time import gmtime, strftime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from re import Match
    from typing import Any

LONG = 256  # characters: hashes, digests and identifiers are shorter
LINE = 60  # of a line in a text that was wrapped, as `base64` and PEM do
ADDRESS = 2000  # characters of a URL before what is long in it
FEW = 8  # different characters: fewer are no key, but an example or a ruler
# What a text with a known key in it holds; looking for these costs less than `re`.
SIGNS = (
    *("eyJ", "PRIVATE KEY", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    *("glpat-", "AKIA", "ASIA", "AIza", "xox", "sk-", "k_live_", "k_test_", "npm_"),
    *("pypi-", "hf_"),
)
# How those who give keys out write them; each begins where no other word goes on.
KEYS = {
    "GitHub token": r"gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255}",
    "GitLab token": r"glpat-[\w-]{20,255}",
    "AWS key": r"(?:AKIA|ASIA)[A-Z0-9]{16}",
    "Google key": r"AIza[\w-]{35}",
    "Slack token": r"xox[abeoprs]-[A-Za-z0-9-]{10,255}",
    "Stripe key": r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}",
    "API key": r"sk-[\w-]{20,255}",
    "npm token": r"npm_[A-Za-z0-9]{36}",
    "PyPI token": r"pypi-[\w-]{50,500}",
    "Hugging Face token": r"hf_[A-Za-z0-9]{30,60}",
}
BEGIN = r"-----BEGIN (?P<kind>[A-Z0-9 ]{0,40})PRIVATE KEY(?: BLOCK)?-----"
END = r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
# To its end, if nothing else begins before; else as many of its lines as there are.
WHOLE = rf"(?:[^-\[]|-(?!----)){{0,20000}}+{END}"
BROKEN_OFF = r"(?:(?:\s|\\[nr])*+[A-Za-z0-9+/]{40,}+={0,2})++"
JWT = r"(?<![\w-])eyJ[\w-]{10,}+\.[\w-]*+\.[\w-]*+(?:\.[\w-]++){0,2}"
WRAPPED = (
    r"^(?:[A-Za-z0-9+/]{60,76}\r?\n){3,}+"
    r"(?:[A-Za-z0-9+/]{20,75}={0,2}$|[A-Za-z0-9+/]{1,75}={1,2}$)?"
)
RUN = rf"(?<![A-Za-z0-9+/_%-])[A-Za-z0-9+/_-]{{{LONG},}}+={{0,2}}"
PATTERN = "|".join(
    [
        rf"(?P<pem>{BEGIN}(?:{WHOLE}|{BROKEN_OFF}))",
        rf"(?P<jwt>{JWT})",
        rf"(?<![A-Za-z0-9])(?:(?P<key>{'|'.join(KEYS.values())})(?![A-Za-z0-9]))",
        rf"(?P<wrapped>{WRAPPED})",
        rf"(?P<run>{RUN})",
    ]
)


def spoken(said: dict[str, Any], *, unmask: bool) -> dict[str, Any]:
    """Return what the command itself has said, to be shown, and where that is.

    Keys and random text are told in words; how the command ended was read before.
    """
    waiting: dict[str, Any] | None = said["waiting"]
    texts = {name: said[name] for name in ("stdout", "stderr", "screen") if said[name]}
    if waiting is not None and waiting["prompt"]:
        texts["waiting.prompt"] = waiting["prompt"]
    count = 0
    if texts and not unmask:
        for name, text in texts.items():
            texts[name], found = masked(text)
            count += found
    untrusted = list(texts)
    if waiting is not None:
        prompt = texts.pop("waiting.prompt", waiting["prompt"])
        texts["waiting"] = {**waiting, "prompt": prompt}
    return {**texts, "masked": count, "untrusted": untrusted}


def masked(text: str) -> tuple[str, int]:
    """Return a text to be shown, and how many keys and the like it says in words."""
    if not may_hold(text):
        return text, 0
    import re  # 5 ms, for the few that may hold one

    count = 0

    def replace(found: Match[str]) -> str:
        nonlocal count
        said = said_of(found)
        count += said is not None
        return found[0] if said is None else said

    return re.sub(PATTERN, replace, text, flags=re.MULTILINE), count


def masked_words(words: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """Do the same to the words of a command; tell whether there was a key in them."""
    if not any(map(may_hold, words)):
        return tuple(words), False
    found = [masked(word) for word in words]
    return tuple(text for text, _ in found), any(count for _, count in found)


def may_hold(text: str) -> bool:
    """Tell whether looking closer is worth it."""
    if any(sign in text for sign in SIGNS):
        return True
    return len(text) >= LONG and any(len(word) >= LINE for word in text.split())


def said_of(found: Match[str]) -> str | None:
    """Say in words what was found; nothing if it is no key, or not random."""
    text, kind = found[0], found.lastgroup
    if kind == "pem":
        which = (found["kind"] or "").strip()
        return note("private key", text, *([which] if which else []))
    if kind == "jwt":
        facts = facts_of(text)
        return None if facts is None else note("JWT", text, *facts)
    if kind == "key":
        return note(issuer_of(text), text) if is_key(text) else None
    lines = text.split()
    if is_in_address(found) or (kind == "wrapped" and not is_wrapped(lines)):
        return None
    alphabet = alphabet_of("".join(lines))
    if alphabet is None:
        return None
    after = "\n" if text.endswith("\n") else ""
    return note("random text", text.rstrip(), alphabet) + after


def note(what: str, text: str, *facts: str) -> str:
    """Write what stands there instead."""
    return f"[{', '.join([what, f'{len(text)} characters', *facts])}]"


def issuer_of(text: str) -> str:
    """Say whose key it is."""
    import re

    return next(name for name, form in KEYS.items() if re.fullmatch(form, text))


def is_key(text: str) -> bool:
    """Tell a key from an example, and from names that only begin like one."""
    digits = sum(character.isdigit() for character in text)
    return len(set(text)) >= FEW and (digits > 1 or not text.startswith("sk-"))


def is_in_address(found: Match[str]) -> bool:
    """Tell whether a run is part of a URL, which a reader may want to follow."""
    before = found.string[max(0, found.start() - ADDRESS) : found.start()]
    for quote in "\"'<>(,":
        before = before.replace(quote, " ")
    return "://" in before[before.rfind(" ") + 1 :].rpartition("\n")[2]


def is_wrapped(lines: list[str]) -> bool:
    """Tell one wrapped text from a list of digests, or of words of one length."""
    width = len(lines[0])
    return all(len(line) == width for line in lines[:-1]) and not all(
        is_hex(line) for line in lines
    )


def alphabet_of(text: str) -> str | None:
    """Say what a long run is written in; nothing if it is a path, a word or a ruler."""
    if is_hex(text):
        return "hex" if len(set(text)) >= FEW and not text.isdigit() else None
    bare = text.rstrip("=")
    size = len(bare)
    upper, lower, digits = (
        sum(test(character) for character in bare)
        for test in (str.isupper, str.islower, str.isdigit)
    )
    mixed = min(upper, lower) * 10 > size and digits * 40 > size
    if not mixed or bare.count("/") * 12 > size or len(set(bare)) < FEW * 3:
        return None
    return "base64"


def is_hex(text: str) -> bool:
    """Tell whether a text holds hexadecimal digits alone, in one case."""
    return not text.strip("0123456789abcdef") or not text.strip("0123456789ABCDEF")


def facts_of(token: str) -> list[str] | None:
    """Read the head of a JWT, and when it expires; nothing if it is none."""
    head, body = (decoded(part) for part in token.split(".")[:2])
    if head is None or not isinstance(head.get("alg"), str):
        return None
    facts = [str(head["alg"])[:20]] if head["alg"].isalnum() else []
    expires = body.get("exp") if body is not None else None
    if isinstance(expires, (int, float)) and 0 < expires < 1 << 37:
        facts.append(strftime("expires %Y-%m-%dT%H:%M:%SZ", gmtime(expires)))
    return facts


def decoded(part: str) -> dict[str, Any] | None:
    """Return the object that a part of a JWT is."""
    from binascii import a2b_base64  # where there may be one

    from ..model.document import is_object
    from ..model.json import loads

    standard = part.replace("-", "+").replace("_", "/") + "==="
    try:
        found: object = loads(a2b_base64(standard).decode())
    except (ValueError, RecursionError):
        return None
    return found if is_object(found) else None
