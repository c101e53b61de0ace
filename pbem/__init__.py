"""pbem: a play-by-email turn server. The house is described in docs/architecture.md."""
