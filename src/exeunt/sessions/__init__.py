"""Runs that outlive whoever started them: asked, answered and ended from anywhere."""
