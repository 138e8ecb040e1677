"""The same program, under contract."""
