"""Ending → Reading, and Outcome → bytes: a number means nothing without its table.

Read `dialect` (what is a table?), `decode` (what does it say?), `settle` (which signal
wins when two disagree) and `detect` (whose document is it?), then any table:
`agent_spec`, `agent_spec_1_6`, `murli`, `holon`, `shuck`, `sysexits`, `shell`.
"""
