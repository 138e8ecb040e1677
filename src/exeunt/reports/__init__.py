"""Rows of runs → what people and monitors read of them: groups, a page, metrics."""
