"""How much mail may leave, and when."""
