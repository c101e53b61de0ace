"""What players agree on: challenges, open seats, guests, forks, draws, taking back."""
