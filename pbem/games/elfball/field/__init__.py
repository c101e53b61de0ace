"""The position: the field and its hexes, the players on it, what has happened, and how lines name them."""
