"""What was run → rows: how each run ended, and what that means today."""
