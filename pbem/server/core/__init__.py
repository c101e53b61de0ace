"""What every room may use: the context (store, configuration, games, templates, clock), times, terms, limits."""
