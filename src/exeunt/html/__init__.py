"""Text from elsewhere → HTML that shows it and can do nothing else, on a page alone."""
