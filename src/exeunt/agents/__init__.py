"""A coding agent's own shell → exeunt stands where commands run, below its rules."""
