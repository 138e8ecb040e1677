"""Many commands → each claimed before it starts, run, decided and ended once."""
