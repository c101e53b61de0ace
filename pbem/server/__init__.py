"""The server: letters in, matches on, mails out. Each folder is a room and imports only from the rooms below it:

admin, ops, inbox, commands, absence, lobby, settling, people and views, reading, mailing, matches, clocks, language,
core.
"""
