"""The server: letters in, matches on, mails out. Each folder is a room, and imports only from rooms below it:

    admin | ops | inbox | commands | absence | lobby | people, views | reading | mailing | matches | clocks | language | core
"""
