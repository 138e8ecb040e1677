"""A call → the same call where nothing that it does lands: namespaces, or Landlock."""
