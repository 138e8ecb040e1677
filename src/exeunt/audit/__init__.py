"""A program, and what it promises → findings: which rules it keeps, and which not."""
