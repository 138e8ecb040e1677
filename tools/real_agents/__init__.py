"""Real coding agents, played against a model that follows a script."""
