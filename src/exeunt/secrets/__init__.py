"""What must not be seen → names that betray it, and what hides it."""
