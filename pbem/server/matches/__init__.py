"""Matches as they are stored: loading and saving, rewinding, votes, ratings, and the players of the house."""
