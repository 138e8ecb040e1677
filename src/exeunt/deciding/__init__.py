"""Reading → Decision: what whoever called a command does next."""
