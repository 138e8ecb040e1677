"""A terminal → its screen, its keys, and whether somebody is asked."""
