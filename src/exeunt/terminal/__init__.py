"""A terminal → its screen, its keys, and whether the command waits for an answer."""
