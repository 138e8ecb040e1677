"""Ending → Reading, and Outcome → bytes: a number means nothing without its table.

Read `_read` first (which table?), then `_decode` (what does it say?), then any table:
`agent_spec`, `agent_spec_1_6`, `murli`, `holon`, `shuck`, `sysexits`, `shell`, `atlas`.
"""
