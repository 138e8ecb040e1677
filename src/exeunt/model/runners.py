"""The name of a program → whether it runs what it is given, as python does."""

RUNNERS = ("python", "pypy", "node", "nodejs", "perl", "ruby", "php", "deno", "bun")


def is_runner(name: str) -> bool:
    """Tell whether a program, with or without its version, runs what it is given."""
    return name.rpartition("/")[2].rstrip("0123456789.") in RUNNERS
