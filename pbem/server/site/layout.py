"""Pages from templates: `templates/site/` has one for each kind of page.

Links are relative, so that a site can be served below any address. Without a `site_url` they name the files, so that
its pages can be looked at without a web server.
"""

import re
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import quote

import jinja2
from markupsafe import Markup

from pbem.boards import looks, svg
from pbem.mail.colours import split_marks
from pbem.mail.prose import find_folder
from pbem.play.board import Board
from pbem.server.core.context import Context

INDEX = "index.html"


class Layout:
    """Renders pages."""

    def __init__(self, context: Context) -> None:
        config = context.config
        self.site_url = config.site.site_url.rstrip("/")
        self._index = "" if self.site_url else INDEX
        self._templates = find_folder("templates") / "site"
        self._env = jinja2.Environment(
            loader=jinja2.FileSystemLoader(self._templates),
            undefined=jinja2.StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._env.filters.update(prose=prose, mailto=self._mailto, instant=instant)
        self._env.tests["broad"] = is_broad
        self._env.globals.update(
            address=context.own_address,
            games=[(game.name, game.title) for game in context.games],
            site_url=self.site_url,
            docs_url=config.site.docs_url,
            picture=picture,
        )
        self._address = context.own_address

    def page(self, template: str, path: str, **facts: Any) -> str:
        """The page of a path (`m/12/7/`; empty: the front page)."""
        root = "../" * path.count("/")

        def link(to: str) -> str:
            return f"{root}{to}{self._index}" or "./"

        return self._env.get_template(f"{template}.html.j2").render(
            **facts,
            path=path,
            root=root,
            link=link,
            canonical=f"{self.site_url}/{path}" if self.site_url else "",
        )

    def file(self, template: str, **facts: Any) -> str:
        """Another file of the site: style, feed."""
        return self._env.get_template(template).render(**facts)

    def sources(self) -> list[str]:
        """The templates, as they are now."""
        return [path.read_text(encoding="utf-8") for path in sorted(self._templates.iterdir())]

    def style(self) -> str:
        """The style sheet."""
        return self.file("site.css.j2", light=looks.variables(looks.LIGHT), dark=looks.variables(looks.DARK))

    def _mailto(self, line: str) -> str:
        """The link that begins a letter to the server with a line."""
        return f"mailto:{self._address}?body={quote(line)}"


BROAD = 40
"""A board of more squares in a row leaves no room for words beside it."""


def is_broad(board: Board) -> bool:
    """Whether words go below a board on wide screens, too."""
    return svg.columns(board) > BROAD


def picture(board: Board) -> Markup:
    """A board in a frame that scrolls where the screen is too narrow for its figures."""
    drawn = svg.draw(board, looks.PAGE)
    columns = svg.columns(board)
    return Markup(  # noqa: S704  # our own; names in it are escaped
        f'<div class="board" role="region" aria-label="Board" tabindex="0">'
        f'<div style="min-width:{columns * 0.9:.0f}rem;max-width:{min(columns * 3.5, 70):.0f}rem">{drawn}</div></div>'
    )


def prose(text: str) -> Markup:
    """A sentence whose words have marks, each of these in the color of its side."""
    words, spans = split_marks(text)
    parts, at = [], 0
    for start, end, side in spans:
        parts += [escape(words[at:start]), f'<b class="s{side}">{escape(words[start:end])}</b>']
        at = end
    return Markup("".join([*parts, escape(words[at:])]))  # noqa: S704  # all of it is escaped


def instant(seconds: int) -> str:
    """A moment as feeds want it."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def slug(text: str) -> str:
    """A heading as a part of an address: `What you are asked` becomes `what-you-are-asked`."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
