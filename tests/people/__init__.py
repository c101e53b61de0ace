"""Letters as people write them, each with the outcome that a sensible, careful game master would give it: README.md."""
