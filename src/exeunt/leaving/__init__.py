"""Outcome → exit: how an author's program leaves."""
