"""Pages from templates: `templates/site/` has one for each kind of page.

Links are relative, so that a site can be served below any address. Without a `site_url` they name the files, so that
its pages can be looked at without a web server.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import quote

import jinja2
from markupsafe import Markup
from msgspec import Struct

from pbem.boards import looks, svg
from pbem.mail.prose import find_folder
from pbem.marks import END, MARKS, is_marked, plain
from pbem.play.board import Board
from pbem.server.core.context import Context
from pbem.server.leagues.teams import quoted

INDEX = "index.html"


class Entry(Struct, frozen=True):
    """An entry of a feed: `id` is unique on this site, `path` the page it leads to."""

    title: str
    id: str
    updated: int
    path: str
    summary: str


class Layout:
    """Renders pages."""

    def __init__(self, context: Context) -> None:
        config = context.config
        self.site_url = config.site.site_url.rstrip("/")
        self.index = "" if self.site_url else INDEX
        self._templates = find_folder("templates") / "site"
        self._env = jinja2.Environment(
            loader=jinja2.FileSystemLoader(self._templates),
            undefined=jinja2.StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._address, self._domain = context.own_address, config.domain
        self._env.filters.update(
            prose=prose, lines=lines, mailto=self._mailto, quoted=quoted, instant=instant
        )
        self._env.globals.update(
            address=context.own_address,
            games=[(game.name, game.title) for game in context.games],
            site_url=self.site_url,
            docs_url=config.site.docs_url,
        )
        self._compiled: dict[str, jinja2.Template] = {}
        self._frames: dict[str, dict[str, Any]] = {}

    def page(self, template: str, path: str, **facts: Any) -> str:
        """The page of a path (`m/12/7/`; empty: the front page)."""
        root = "../" * path.count("/")
        frame = self._frames.get(root)
        if frame is None:
            frame = self._frames[root] = self._frame(root)
        return self._template(f"{template}.html.j2").render(
            frame, **facts, path=path, canonical=f"{self.site_url}/{path}" if self.site_url else ""
        )

    def file(self, template: str, **facts: Any) -> str:
        """Another file of the site: style, feed."""
        return self._template(template).render(**facts)

    def feed(self, path: str, title: str, entries: Sequence[Entry], least: int) -> str:
        """The Atom feed of a page; `least` is when it was changed if nothing is in it yet."""
        updated = max([entry.updated for entry in entries], default=least)
        return self.file(
            "feed.xml.j2",
            path=path,
            title=title,
            entries=entries,
            updated=updated,
            domain=self._domain,
            base=f"{self.site_url}/" if self.site_url else "../" * path.count("/"),
            index=self.index,
        )

    def links(self, path: str) -> Callable[[str], str]:
        """A function that returns the link from the page of a path to another one."""
        root = "../" * path.count("/")
        return lambda to: f"{root}{to}{self.index}" or "./"

    def once(self, template: str, **facts: Any) -> Callable[[str], Markup]:
        """A function that returns a part of a page by its path; the part is made once for all pages of one depth."""
        made: dict[int, Markup] = {}

        def part(path: str) -> Markup:
            depth = path.count("/")
            if depth not in made:
                html = self._template(f"{template}.html.j2").render(**facts, link=self.links(path))
                made[depth] = Markup(html)  # noqa: S704  # our own
            return made[depth]

        return part

    def _frame(self, root: str) -> dict[str, Any]:
        """What is the same on all pages of one depth."""
        frame = {"root": root, "link": self.links(root)}
        return frame | {
            "header": Markup(self._template("header.html.j2").render(frame)),  # noqa: S704  # our own
            "footer": Markup(self._template("footer.html.j2").render(frame)),  # noqa: S704
        }

    def _template(self, name: str) -> jinja2.Template:
        found = self._compiled.get(name)
        if found is None:
            found = self._compiled[name] = self._env.get_template(name)
        return found

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


def framed(drawn: str, columns: float) -> Markup:
    """A board in a frame that scrolls where the screen is too narrow for its figures."""
    return Markup(  # noqa: S704  # our own; names in it are escaped
        f'<div class="board" role="region" aria-label="Board" tabindex="0">'
        f'<div style="min-width:{columns * 0.9:.0f}rem;max-width:{min(columns * 3.5, 70):.0f}rem">{drawn}</div></div>'
    )


def lines(texts: Iterable[str], tag: str) -> Markup:
    """Sentences, each in an element of its own."""
    return Markup("\n".join(f"<{tag}>{prose(text)}</{tag}>" for text in texts))  # noqa: S704  # all of it is escaped


def prose(text: str) -> Markup:
    """A sentence whose words have marks, each of these in the color of its side."""
    html = escape(text)
    if is_marked(html):
        html = plain(_OWNED.sub(lambda found: f'<b class="s{MARKS.index(found[1])}">{found[2]}</b>', html))
    return Markup(html)  # noqa: S704  # it is escaped


_OWNED = re.compile(f"([{MARKS}])([^{MARKS}{END}\n]*){END}")


def instant(seconds: int) -> str:
    """A moment as feeds want it."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def slug(text: str) -> str:
    """A heading as a part of an address: `What you are asked` becomes `what-you-are-asked`."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
