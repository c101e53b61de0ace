"""Challenges: their dice and chances, Momentum, and the abilities that change them."""
