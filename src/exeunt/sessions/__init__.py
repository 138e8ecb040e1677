"""A run → a session: it outlives whoever started it, and is answered from anywhere."""
