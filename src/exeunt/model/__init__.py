"""What a command means: codes → entries → outcomes → the envelope.

Read `_codes` (the table), `_entry` (what a command declares), `_detail` and `_outcome`
(what it has to say), `_envelope` (the one factory), `_json` (how it is written).
"""
