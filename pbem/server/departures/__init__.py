"""Outgoing mail: when it leaves, how much of it, and which way."""
