"""Agreements between players: challenges, open seats, guests, forks, draws, takebacks."""
