"""Pictures of boards: each renderer draws a `pbem.play.board.Board` in its own way.

`text` is what every mail contains, `table` is for the HTML part of mails, `svg` for pages and pictures. They show the
same marks on the same places. A game brings nothing for it but its board.
"""
