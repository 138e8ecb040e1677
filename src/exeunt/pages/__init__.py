"""What a program promises → pages for people, and for agents that call it."""
