"""What a program promises → who reads and compares it."""
