"""What a check found → a page for people, a file for build servers."""
