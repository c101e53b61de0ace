"""Pictures of boards that other sites show beside a link, one for each turn: drawn seldom, and never twice.

A picture takes as long as a hundred pages, and most pages of old turns are never linked to. So a run draws a few of the
newest turns of matches that it writes, which is every turn where a site is kept fresh; the others are drawn on request
(`pbem site --pictures`). The name of a picture is a digest of what it shows: it stays when the page around it
changes, and goes with its position.
"""

import hashlib
import sys

from pbem.boards import svg
from pbem.boards.png import draw_png
from pbem.play.board import Board
from pbem.server.site.folder import Folder

WIDTH = 640
"""Of a picture, in pixels."""
MOST = 3
"""Maximum number of pictures of one run, unless all are wanted, and of turns of one match that are new enough."""


class Pictures:
    """The pictures of a site; without a `site_url` there are none, since their addresses must be whole."""

    def __init__(self, folder: Folder, site_url: str) -> None:
        self._folder = folder
        self._site_url = site_url
        self._waiting: list[tuple[str, Board]] = []
        self._everything = False
        self._left = 0

    def begin(self, *, everything: bool) -> None:
        """Begin a run."""
        self._waiting.clear()
        self._everything = everything
        self._left = sys.maxsize if everything else MOST

    def address(self, path: str, board: Board, drawn: str, *, age: int) -> str:
        """The address of the picture of a turn whose page is at a path; empty if it has none. `drawn` is its SVG, `age`
        the number of turns since."""
        if not self._site_url:
            return ""
        shown = drawn.partition("</desc>")[2]
        name = f"board-{hashlib.blake2b(shown.encode(), digest_size=6).hexdigest()}.png"
        there = [each for each in self._folder.names(path) if each.startswith("board-")]
        for other in there:
            if other != name:
                self._folder.remove(path + other)
        if name not in there:
            if not self._left or (age >= MOST and not self._everything):
                return ""
            self._left -= 1
            self._waiting.append((path + name, board))
        return f"{self._site_url}/{path}{name}"

    def draw(self) -> None:
        """Draw what has been named."""
        for path, board in self._waiting:
            self._folder.write(path, draw_png(svg.draw(board), WIDTH))
        self._waiting.clear()
