"""The tools, or the commands of a program → a server that agents reach by MCP."""
