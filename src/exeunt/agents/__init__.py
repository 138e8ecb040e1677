"""A coding agent's own shell → exeunt stands where its commands run, below its rules."""
