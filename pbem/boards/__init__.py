"""Pictures of boards: each renderer draws a `pbem.play.board.Board` in its own way.

`table` is for the HTML part of mails, `svg` for pages and pictures, `words` for those who hear a board instead of
seeing it. They show the same marks on the same places as the text board of `pbem.play.drawing`; a game brings nothing
for it but its board.
"""
