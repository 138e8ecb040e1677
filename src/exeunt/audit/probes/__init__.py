"""A contract → the calls that try it."""
