"""One file per tool → the meanings of its exit codes.

Imported one by one, by the name that `index.py` gives for the tool.
"""
