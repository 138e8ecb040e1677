"""What a program promises → its manifest: written, read, compared and described."""
