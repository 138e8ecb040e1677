"""A program, and what it promises → does it keep that, and what has changed."""
