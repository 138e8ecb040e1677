"""A parameter's name → whether its value is a secret that nobody has declared."""

from __future__ import annotations

HIDDEN = "***"  # what stands in a secret's place
FILE = "-file"  # what follows a secret's option in the one that names its file
# The last word of a name says what it is: a `token_count` is a count.
SECRETS = {
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "token",
    "credential",
    "credentials",
    "auth",
    "apikey",
    "authtoken",
    "accesstoken",
}
RUN_TOGETHER = ("password", "passwd", "passphrase", "apikey", "secret")  # dbpassword
# A key is a secret if it opens something; most keys of programs sort or name things.
OPENING = ("api", "access", "private", "secret", "auth", "encryption", "signing")
# Tokens that show where something begins, ends or goes on, and are for everyone.
PLACES = {
    "next", "page", "start", "starting", "continue", "continuation", "pagination",
    "resume", "sync", "cursor", "end", "stop", "bos", "eos", "pad", "unk", "mask",
}  # fmt: skip
# Words behind the one that counts: the same value, given again.
AGAIN = {"value", "confirm", "confirmation", "again", "repeat"}


def is_secret_name(name: str) -> bool:
    """Tell whether a name, in snake, kebab or camel case, is that of a secret."""
    words = words_of(name)
    while words and words[-1] in AGAIN:
        words.pop()
    *before, last = words or [""]
    if last == "token":
        return not PLACES & set(before[-1:])
    if last == "key":
        return any(word.endswith(OPENING) for word in before[-1:])
    return last in SECRETS or last.endswith(RUN_TOGETHER)


def words_of(name: str) -> list[str]:
    """Part a name into its words."""
    spaced = "".join(
        f" {letter}" if letter.isupper() and not before.isupper() else letter
        for before, letter in zip(f" {name}", name, strict=False)
    )
    return spaced.replace("-", " ").replace("_", " ").lower().split()


def folded(name: str) -> str:
    """Write a name as a handler has it."""
    return name.lstrip("-").replace("-", "_").lower()
