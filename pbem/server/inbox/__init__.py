"""One letter of the inbox, from its writer to its answer."""
