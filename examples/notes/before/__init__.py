"""The program as its author wrote it."""
