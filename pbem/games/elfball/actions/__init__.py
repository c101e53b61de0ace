"""Actions: what players do on the field, item by item, and what comes of it."""
