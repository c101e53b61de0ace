"""Mails: what they say about a match and about each line of a letter; alarms to the host, and messages to everybody."""
