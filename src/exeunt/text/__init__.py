"""Bytes that were written → the text that a reader would have seen."""
