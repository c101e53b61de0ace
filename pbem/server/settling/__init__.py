"""The end of whatever changes a match: the house plays, clocks are wound, everybody is told, and it is stored."""
