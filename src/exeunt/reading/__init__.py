"""An ending of any command → what it means, by the best table there is.

Read `read` (which table?), then `dialects.decode` (what does it say?).
"""
