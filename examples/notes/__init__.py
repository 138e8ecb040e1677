"""Notes → one small program on four frameworks, before and after it was adopted."""
