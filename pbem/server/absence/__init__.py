"""Seats for which nobody answers: deadlines, votes on them, players who leave for good."""
