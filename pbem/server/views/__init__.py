"""What players may look at: help, lists, history, other matches, the daily mail."""
