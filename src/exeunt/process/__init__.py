"""Any command → how it really ended, and what it said."""
