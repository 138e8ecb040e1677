"""What a command means: endings, codes → entries → outcomes → the envelope.

Read `ending` (what the system saw), `codes` (the table), `entry` (what a command
declares), `detail` and `outcome` (what it has to say), `envelope` (the one factory),
`json` (how it is written).
"""
