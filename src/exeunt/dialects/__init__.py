"""Ending → Reading, and Outcome → bytes: a number means nothing without its table.

Read `decode` (what does a table say?) and `settle` (who wins when signals disagree),
then any table: `agent_spec`, `agent_spec_1_6`, `murli`, `holon`, `shuck`, `sysexits`,
`shell`.
"""
