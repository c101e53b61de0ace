"""Stored matches: loading and saving, rewinding, votes, ratings, and the players of the house."""
